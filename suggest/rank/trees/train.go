package trees

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Options are the parameters of Train.
type Options struct {
	Trees     int
	Leaves    int     // most leaves of a tree, up to 16
	Rate      float64 // factor of each tree
	L2        float64 // added to the second derivatives of a leaf
	LeastRows int     // least rows of a leaf
	Bins      int     // most bins of a column, up to 255; missing values have their own
	Seed      uint64
	// ColumnShare and RowShare are the shares of columns and rows that each tree is made from, in
	// (0, 1].
	ColumnShare, RowShare float64
}

// DefaultOptions returns the options for a prior over candidates: 100 trees of 15 leaves.
func DefaultOptions() Options {
	return Options{Trees: 100, Leaves: 15, Rate: .06, L2: 10, LeastRows: 40, Bins: 63,
		Seed: 1, ColumnShare: 1, RowShare: 1}
}

const (
	maxBins   = math.MaxUint8
	leastBend = 1e-3 // least sum of second derivatives of a leaf
	leastGain = 1e-9 // least gain of a split; below it are errors of rounding
	blockRows = 1024 // rows of a block: its gradients stay in the first-level cache
)

// Train fits a forest to a table. The error is that of ctx, or that no row has a positive weight.
func Train(ctx context.Context, table Table, options Options) (*Forest, error) {
	base, rows, err := table.start()
	if err != nil {
		return nil, fmt.Errorf("train forest: %w", err)
	}
	g := &grower{
		binned:    newBinned(&table, options.Bins),
		options:   options,
		gradients: make([]gradient, len(table.Labels)),
		spare:     make([]int32, len(rows)),
	}
	f := &Forest{columns: len(table.Columns), hash: hashOf(table.Columns), base: base}
	scores := make([]float64, len(table.Labels))
	if table.Scores != nil {
		f.base = 0
		copy(scores, table.Scores)
	}
	for i := range scores {
		scores[i] += f.base
	}
	sample := make([]int32, 0, len(rows))
	for number := range uint64(options.Trees) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		table.update(g.gradients, scores)
		sample = sample[:0]
		for _, r := range rows {
			if uniform(options.Seed, 2*number+1, uint64(r)) < options.RowShare {
				sample = append(sample, r)
			}
		}
		g.columns = drawn(f.columns, options.ColumnShare, options.Seed, 2*number+2)
		nodes := g.grow(sample)
		if len(nodes) == 1 {
			continue // no split has a gain
		}
		parallel(len(rows), func(from, to int) {
			for _, r := range rows[from:to] {
				scores[r] += float64(g.walk(nodes, r))
			}
		})
		f.roots = append(f.roots, int32(len(f.nodes)))
		f.append(nodes, 0, g.edges)
	}
	return f, f.index()
}

// append appends the subtree of a node in preorder.
func (f *Forest) append(nodes []growing, i int32, edges [][]float32) {
	n := &nodes[i]
	at := len(f.nodes)
	if n.left == 0 {
		f.nodes = append(f.nodes, node{value: n.value})
		return
	}
	s := n.split
	f.nodes = append(f.nodes, node{value: edges[s.column][s.bin-1], column: uint16(s.column),
		missingLeft: s.missingLeft})
	f.append(nodes, n.left, edges)
	f.nodes[at].right = int32(len(f.nodes))
	f.append(nodes, n.right, edges)
}

// cell holds sums over rows: of the gradients, and their number.
type cell struct {
	first, second float64
	rows          int
}

func (c cell) minus(d cell) cell {
	c.first -= d.first
	c.second -= d.second
	c.rows -= d.rows
	return c
}

func (c cell) plus(d cell) cell {
	c.first += d.first
	c.second += d.second
	c.rows += d.rows
	return c
}

// histogram holds the sums of the rows of a leaf by column and bin.
type histogram [][maxBins + 1]cell

// split divides the rows of a leaf: those with bins up to bin go left.
type split struct {
	gain        float64
	column      int
	bin         uint8
	missingLeft bool
	left        cell
}

// goesLeft reports whether rows of a bin go left. Bin 0 holds missing values.
func (s *split) goesLeft(bin uint8) bool {
	if bin == 0 {
		return s.missingLeft
	}
	return bin <= s.bin
}

// growing is a node of a tree in training; a leaf if left is 0.
type growing struct {
	split       split
	left, right int32
	value       float32
}

// leaf is a leaf that may be split.
type leaf struct {
	node int32
	rows []int32
	sum  cell
	sums histogram // nil if the leaf cannot be split
	best split
}

// grower grows trees.
type grower struct {
	*binned
	options   Options
	gradients []gradient
	columns   []int   // columns of the current tree
	spare     []int32 // for the partition of rows
}

// grow returns the nodes of a tree, the root first. It reorders rows.
func (g *grower) grow(rows []int32) []growing {
	root := &leaf{rows: rows}
	for _, r := range rows {
		d := g.gradients[r]
		root.sum = root.sum.plus(cell{d.first, d.second, 1})
	}
	nodes := []growing{{value: g.valueOf(root.sum)}}
	leaves := []*leaf{root}
	if g.divisible(root) {
		g.fill(root)
		g.find(root)
	}
	for len(leaves) < g.options.Leaves {
		best := slices.MaxFunc(leaves, func(a, b *leaf) int {
			return cmp.Compare(a.best.gain, b.best.gain)
		})
		if best.best.gain <= leastGain {
			break
		}
		left := &leaf{node: int32(len(nodes)), sum: best.best.left}
		right := &leaf{node: left.node + 1, sum: best.sum.minus(best.best.left)}
		left.rows, right.rows = g.partition(best)
		n := &nodes[best.node]
		n.split, n.left, n.right = best.best, left.node, right.node
		nodes = append(nodes,
			growing{value: g.valueOf(left.sum)}, growing{value: g.valueOf(right.sum)})
		leaves[slices.Index(leaves, best)] = left
		leaves = append(leaves, right)
		if len(leaves) < g.options.Leaves {
			g.prepare(best, left, right)
		}
	}
	return nodes
}

// prepare finds the best splits of the children of a leaf, and takes its histogram.
func (g *grower) prepare(parent, left, right *leaf) {
	smaller, larger := left, right
	if len(smaller.rows) > len(larger.rows) {
		smaller, larger = larger, smaller
	}
	if g.divisible(larger) {
		g.fill(smaller)
		larger.sums = parent.sums
		g.each(func(c int) {
			of, less := &larger.sums[c], &smaller.sums[c]
			for b := range len(g.edges[c]) + 1 {
				of[b] = of[b].minus(less[b])
			}
		})
		g.find(larger)
		if g.divisible(smaller) {
			g.find(smaller)
		}
	}
}

// divisible reports whether a leaf has the rows of two.
func (g *grower) divisible(l *leaf) bool { return len(l.rows) >= 2*g.options.LeastRows }

// each calls f for the columns of the tree, on all CPUs.
func (g *grower) each(f func(column int)) {
	parallel(len(g.columns), func(from, to int) {
		for _, c := range g.columns[from:to] {
			f(c)
		}
	})
}

// fill computes the histogram of a leaf. Each column is summed in the order of the rows.
func (g *grower) fill(l *leaf) {
	l.sums = make(histogram, len(g.bins))
	parallel(len(g.columns), func(from, to int) {
		columns := g.columns[from:to]
		var gradients [blockRows]gradient
		for block := range slices.Chunk(l.rows, blockRows) {
			for i, r := range block {
				gradients[i] = g.gradients[r]
			}
			for _, c := range columns {
				add(&l.sums[c], g.bins[c], block, gradients[:len(block)])
			}
		}
	})
}

// add adds the gradients of rows to the cells of their bins.
func add(sums *[maxBins + 1]cell, bins []uint8, rows []int32, gradients []gradient) {
	gradients = gradients[:len(rows)]
	for i, r := range rows {
		s := &sums[bins[r]]
		s.first += gradients[i].first
		s.second += gradients[i].second
		s.rows++
	}
}

// find finds the best split of a leaf, of equal ones that of the first column.
func (g *grower) find(l *leaf) {
	best := make([]split, len(g.bins))
	g.each(func(c int) { best[c] = g.findIn(l, c) })
	for _, c := range g.columns {
		if best[c].gain > l.best.gain {
			l.best = best[c]
		}
	}
}

// findIn finds the best split of a leaf in a column.
func (g *grower) findIn(l *leaf, column int) split {
	best := split{column: column}
	sums := l.sums[column][:len(g.edges[column])+1]
	whole := g.score(l.sum)
	consider := func(left cell, bin int, missingLeft bool) {
		right := l.sum.minus(left)
		if min(left.rows, right.rows) < g.options.LeastRows ||
			min(left.second, right.second) < leastBend {
			return
		}
		if gain := g.score(left) + g.score(right) - whole; gain > best.gain {
			best.gain, best.bin, best.left, best.missingLeft = gain, uint8(bin), left, missingLeft
		}
	}
	missing := sums[0]
	var left cell
	for b := 1; b < len(sums); b++ {
		if sums[b].rows == 0 {
			continue
		}
		left = left.plus(sums[b])
		if missing.rows == 0 {
			// Without missing values here, later ones go with the majority.
			consider(left, b, 2*left.rows > l.sum.rows)
			continue
		}
		consider(left, b, false)
		consider(left.plus(missing), b, true)
	}
	return best
}

// score returns twice the amount by which a leaf with these sums lowers the loss.
func (g *grower) score(c cell) float64 { return c.first * c.first / (c.second + g.options.L2) }

// valueOf returns the value of a leaf.
func (g *grower) valueOf(c cell) float32 {
	return float32(-g.options.Rate * c.first / (c.second + g.options.L2))
}

// partition moves the rows that go left before the others; both keep their order.
func (g *grower) partition(l *leaf) (left, right []int32) {
	bins := g.bins[l.best.column]
	n, m := 0, 0
	for _, r := range l.rows {
		if l.best.goesLeft(bins[r]) {
			l.rows[n] = r
			n++
		} else {
			g.spare[m] = r
			m++
		}
	}
	copy(l.rows[n:], g.spare[:m])
	return l.rows[:n:n], l.rows[n:]
}

// walk returns the value of the leaf of a row.
func (g *grower) walk(nodes []growing, row int32) float32 {
	n := &nodes[0]
	for n.left != 0 {
		if n.split.goesLeft(g.bins[n.split.column][row]) {
			n = &nodes[n.left]
		} else {
			n = &nodes[n.right]
		}
	}
	return n.value
}

// drawn returns a share of the numbers below n, at least one, in ascending order.
func drawn(n int, share float64, seed, stream uint64) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Compare(hash(seed, stream, uint64(a)), hash(seed, stream, uint64(b)))
	})
	all = all[:max(1, int(math.Round(share*float64(n))))]
	slices.Sort(all)
	return all
}

// hash returns a pseudo-random number for x (SplitMix64).
func hash(seed, stream, x uint64) uint64 {
	for _, y := range [2]uint64{stream, x} {
		seed += 0x9e3779b97f4a7c15 * (y + 1)
		seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		seed = (seed ^ seed>>27) * 0x94d049bb133111eb
		seed ^= seed >> 31
	}
	return seed
}

// uniform returns a pseudo-random number in [0, 1) for x.
func uniform(seed, stream, x uint64) float64 {
	return float64(hash(seed, stream, x)>>11) / (1 << 53)
}

// parallel calls f for parts of 0 to n, one on each CPU, and returns when all are done.
func parallel(n int, f func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var done sync.WaitGroup
	for i := range workers {
		done.Go(func() { f(i*n/workers, (i+1)*n/workers) })
	}
	done.Wait()
}
