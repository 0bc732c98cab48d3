package trees

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
)

// Forest is a sum of regression trees. It is safe for concurrent use.
type Forest struct {
	columns int
	hash    uint64 // of the names of the columns
	base    float64
	roots   []int32
	nodes   []node // in preorder, tree after tree

	exclusions []exclusions // by column
	leaves     []float32    // scores: maxLeaves for each tree, from left to right
}

// node is a leaf if right is 0. Its left child is the next node.
type node struct {
	value       float32 // threshold, or the score of a leaf
	right       int32   // number of the right child
	column      uint16
	missingLeft bool
}

// exclusion is an inner node of a tree. A row that goes right there cannot reach the leaves below
// its left child: mask has 0 for them. Leaves are numbered from left to right, so that the leaf of
// a row is the first one that no mask excludes (QuickScorer; Lucchese et al., SIGIR 2015).
type exclusion struct {
	threshold float32
	tree      uint16
	mask      uint16
}

// exclusions are the inner nodes of all trees with one column.
type exclusions struct {
	ascending []exclusion // by threshold
	missing   []exclusion // those where missing values go right
}

// Bounds of a forest: a mask has a bit for each leaf of a tree.
const (
	maxLeaves = 16
	maxTrees  = math.MaxUint16
)

// index fills in what Score uses, from the nodes. The error is that there are too many trees or
// leaves.
func (f *Forest) index() error {
	if len(f.roots) > maxTrees {
		return fmt.Errorf("%d trees are more than %d", len(f.roots), maxTrees)
	}
	f.exclusions = make([]exclusions, f.columns)
	f.leaves = make([]float32, len(f.roots)*maxLeaves)
	for t, root := range f.roots {
		end := int32(len(f.nodes))
		if t+1 < len(f.roots) {
			end = f.roots[t+1]
		}
		if end-root > 2*maxLeaves-1 {
			return fmt.Errorf("tree %d has more than %d leaves", t, maxLeaves)
		}
		f.indexNode(t, root, 0)
	}
	for _, s := range f.exclusions {
		slices.SortFunc(s.ascending,
			func(a, b exclusion) int { return cmp.Compare(a.threshold, b.threshold) })
	}
	return nil
}

// indexNode adds a node of a tree and those below it, whose leaves have numbers from first on, and
// returns the number of the next leaf.
func (f *Forest) indexNode(tree int, at int32, first int) int {
	n := &f.nodes[at]
	if n.right == 0 {
		f.leaves[tree*maxLeaves+first] = n.value
		return first + 1
	}
	next := f.indexNode(tree, at+1, first)
	below := (uint16(1)<<next - 1) &^ (uint16(1)<<first - 1)
	x, s := exclusion{n.value, uint16(tree), ^below}, &f.exclusions[n.column]
	s.ascending = append(s.ascending, x)
	if !n.missingLeft {
		s.missing = append(s.missing, x)
	}
	return f.indexNode(tree, n.right, next)
}

// Scores sets scores[i] to the sum of the trees for row i. Rows have stride values each; values
// after the columns are not used. It panics if there are fewer rows than scores, or if a row is too
// short.
func (f *Forest) Scores(rows []float32, stride int, scores []float64) {
	var few [8192]uint16                     // a block of rows fits the first-level cache
	reachable, trees := few[:], len(f.roots) // leaves by row, then by tree
	block := min(32, max(1, len(few)/max(1, trees)))
	if trees > len(few) {
		reachable = make([]uint16, trees)
	}
	for from := 0; from < len(scores); from += block {
		scores, rows := scores[from:min(from+block, len(scores))], rows[from*stride:]
		first := reachable[:trees]
		for i := range first {
			first[i] = math.MaxUint16
		}
		various := make([]int, 0, 256) // columns with several values in the block
		for c := range f.exclusions {
			if isConstant(rows[c:], stride, len(scores)) {
				f.exclusions[c].apply(rows[c], first)
			} else {
				various = append(various, c)
			}
		}
		for i := 1; i < len(scores); i++ {
			copy(reachable[i*trees:][:trees], first)
		}
		for _, c := range various {
			for i := range scores {
				f.exclusions[c].apply(rows[i*stride:][:f.columns][c], reachable[i*trees:][:trees])
			}
		}
		for i := range scores {
			sum := f.base
			for t, leaves := range reachable[i*trees:][:trees] {
				sum += float64(f.leaves[t*maxLeaves+bits.TrailingZeros16(leaves)])
			}
			scores[i] = sum
		}
	}
}

// isConstant reports whether the first of each of n rows has the same bits.
func isConstant(rows []float32, stride, n int) bool {
	first := math.Float32bits(rows[0])
	for i := 1; i < n; i++ {
		if math.Float32bits(rows[i*stride]) != first {
			return false
		}
	}
	return true
}

// apply excludes the leaves that a value of a column excludes, by tree.
func (s *exclusions) apply(value float32, leaves []uint16) {
	if value != value {
		for _, x := range s.missing {
			leaves[x.tree] &= x.mask
		}
		return
	}
	for _, x := range s.ascending {
		if value <= x.threshold {
			break
		}
		leaves[x.tree] &= x.mask
	}
}

// Mean returns the forest whose scores are the means of those of the forests. They must have the
// same columns. It panics if there is none.
func Mean(forests ...*Forest) *Forest {
	mean := &Forest{columns: forests[0].columns, hash: forests[0].hash}
	share := 1 / float64(len(forests))
	for _, f := range forests {
		mean.base += f.base * share
		first := int32(len(mean.nodes))
		for _, root := range f.roots {
			mean.roots = append(mean.roots, first+root)
		}
		for _, n := range f.nodes {
			if n.right == 0 {
				n.value = float32(float64(n.value) * share)
			} else {
				n.right += first
			}
			mean.nodes = append(mean.nodes, n)
		}
	}
	if err := mean.index(); err != nil {
		panic(err) // the forests have been indexed
	}
	return mean
}

// The binary form, little endian: magic, hash of the columns (8 bytes), base (float64), number of
// columns (uint16) and of trees (uint32), then the nodes of each tree in preorder. A node is a tag
// (uint16) and a value, rounded to the first 16 bits of a float32. The tag is leafTag, or twice the
// column plus 1 if missing values go left. The first bytes of all nodes are stored before the
// second ones and so on, which compresses better. The shape follows from the order, so that there
// are no references to check.
const (
	magic      = "b2trees2"
	headerSize = len(magic) + 8 + 8 + 2 + 4
	nodeSize   = 2 + 2
	leafTag    = math.MaxUint16
)

// AppendBinary appends the binary form of the forest to b. Thresholds and scores of leaves are
// rounded to eight significant bits.
func (f *Forest) AppendBinary(b []byte) []byte {
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint64(b, f.hash)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f.base))
	b = binary.LittleEndian.AppendUint16(b, uint16(f.columns))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(f.roots)))
	for at := range nodeSize {
		for _, n := range f.nodes {
			tag := uint32(leafTag)
			if n.right != 0 {
				tag = uint32(n.column) * 2
				if n.missingLeft {
					tag++
				}
			}
			value := (math.Float32bits(n.value) + 1<<15) &^ leafTag
			b = append(b, byte((tag|value)>>(8*at)))
		}
	}
	return b
}

// errColumns is returned by Read for a forest that was trained on other columns.
var errColumns = errors.New("forest was trained on other columns")

// Read reads the binary form of a forest. The columns are those of the rows that it will score;
// names and order must equal those of the table that it was trained on.
func Read(b []byte, columns []string) (*Forest, error) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return nil, errors.New("read forest: not the binary form of a forest")
	}
	b = b[len(magic):]
	f := &Forest{
		hash:    binary.LittleEndian.Uint64(b),
		base:    math.Float64frombits(binary.LittleEndian.Uint64(b[8:])),
		columns: int(binary.LittleEndian.Uint16(b[16:])),
	}
	trees := int(binary.LittleEndian.Uint32(b[18:]))
	b = b[22:]
	if f.columns != len(columns) || f.hash != hashOf(columns) {
		return nil, fmt.Errorf("read forest: %w: %d columns with hash %016x, want %d with %016x",
			errColumns, f.columns, f.hash, len(columns), hashOf(columns))
	}
	if trees > len(b)/nodeSize || len(b)%nodeSize != 0 || !finite(f.base) {
		return nil, errors.New("read forest: damaged header or length")
	}
	count := len(b) / nodeSize
	f.nodes = make([]node, 0, count)
	var open []int32 // nodes without a right child yet
	for i := range int32(count) {
		if len(open) == 0 {
			f.roots = append(f.roots, i)
		} else if p := &f.nodes[open[len(open)-1]]; i != open[len(open)-1]+1 {
			p.right = i
			open = open[:len(open)-1]
		}
		var bits uint32
		for at := range nodeSize {
			bits |= uint32(b[at*count+int(i)]) << (8 * at)
		}
		tag := uint16(bits)
		n := node{value: math.Float32frombits(bits &^ leafTag)}
		if tag == leafTag {
			if !finite(float64(n.value)) {
				return nil, fmt.Errorf("read forest: node %d: score is not finite", i)
			}
		} else {
			n.column, n.missingLeft = tag/2, tag%2 == 1
			if int(n.column) >= f.columns || n.value != n.value {
				return nil, fmt.Errorf("read forest: node %d: wrong column or threshold", i)
			}
			open = append(open, i)
		}
		f.nodes = append(f.nodes, n)
	}
	if len(open) > 0 || len(f.roots) != trees {
		return nil, errors.New("read forest: trees are not complete")
	}
	if err := f.index(); err != nil {
		return nil, fmt.Errorf("read forest: %w", err)
	}
	return f, nil
}

// hashOf returns the FNV-1a hash of names, each with its length before it.
func hashOf(names []string) uint64 {
	h := fnv.New64a()
	for _, name := range names {
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(name))))
		h.Write([]byte(name))
	}
	return h.Sum64()
}

func finite(x float64) bool { return x-x == 0 }
