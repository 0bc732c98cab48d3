package check

import (
	"cmp"
	"iter"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// statistics holds counts over all asserted axioms.
type statistics struct {
	index *asserted.Index

	definitionsOf dense.Lists                      // by class: numbers of definitions
	byRestriction map[asserted.Restriction][]int32 // numbers of definitions
	byGenus       map[int32][]int32                // numbers of definitions

	hashes []uint64           // by class: hash of its asserted axioms
	byHash map[uint64][]int32 // classes with two restrictions or more

	oneWay   []bool  // by property: at most mostBothWays of its pairs are asserted both ways
	single   []bool  // by property: at most mostWithTwo of its classes have two fillers (K8)
	strict   []bool  // by property: at most mostStrict of its classes have two fillers (K8b)
	subjects []int32 // by property: classes with an asserted filler of it or of a subproperty
	holding  []int32 // by property: classes with an asserted filler

	named map[[2]int32]namedFillers // by parent and property (K7)

	// modified counts the classes below a class that their name modifies (K9), by head word and the
	// head of that class, or by head word and −1 for any.
	modified map[[2]int32]int32
	heads    map[int32]int32 // classes by head word

	// kept counts the classes below one with their name without a privative word (K9b), by word.
	kept map[int32]int32

	branch   []int32            // by class: its largest branch, or −1
	inBranch map[[2]int32]int32 // by branch and property: subjects
	isTaxon  []bool             // by property
	live     int                // classes
}

// namedFillers counts the children of a class that have a property.
type namedFillers struct {
	children int32 // with a filler
	fillers  int32
	named    int32 // fillers whose first word is in the name of the child
}

// Thresholds of the checks that count.
const (
	mostBothWays = 0.02 // K3: of the asserted pairs of a one-way property

	fewestSiblings = 3 // K7
	fewestFillers  = 5
	leastNamed     = 0.8

	fewestHolders = 8 // K8
	mostWithTwo   = 0.05
	fewestStrict  = 20 // K8b
	mostStrict    = 0.01

	fewestClasses  = 150 // K11
	fewestSubjects = 20
	leastBranch    = 0.03
	mostBranch     = 0.8
	leastExpected  = 5 // subjects in the branch, if they were spread evenly
)

var inTaxon = owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002162")

// newStatistics counts the asserted axioms, in time linear in the axioms and the inferred
// hierarchy.
func newStatistics(x *asserted.Index, w *words) statistics {
	t := statistics{index: x}
	t.indexDefinitions(x)
	t.hashAxioms(x)
	t.findOneWay(x)
	t.findSingle(x)
	t.countNamed(x, w)
	t.findBranches(x)
	t.countModified(x, w)
	t.countKept(x, w)
	t.isTaxon = make([]bool, len(x.Properties))
	for r, iri := range x.Properties {
		t.isTaxon[r] = iri == inTaxon || x.PropertyNames[r].Key() == "in taxon"
	}
	return t
}

// indexDefinitions indexes the definitions.
func (t *statistics) indexDefinitions(x *asserted.Index) {
	of := make([][]int32, len(x.Classes))
	t.byRestriction = make(map[asserted.Restriction][]int32)
	t.byGenus = make(map[int32][]int32)
	for n, d := range x.Definitions {
		of[d.Class] = append(of[d.Class], int32(n))
		for _, r := range slices.Compact(slices.Clone(d.Restrictions)) {
			t.byRestriction[r] = append(t.byRestriction[r], int32(n))
		}
		for _, g := range slices.Compact(slices.Clone(d.Genus)) {
			t.byGenus[g] = append(t.byGenus[g], int32(n))
		}
	}
	t.definitionsOf = dense.ListsFrom(of)
}

// hashRestriction returns a hash of a restriction.
func hashRestriction(r asserted.Restriction) uint64 {
	return mix(uint64(r.Property)+1, uint64(r.Filler))
}

// hashAxioms sums the hashes of the asserted axioms of each class. Their order does not matter.
func (t *statistics) hashAxioms(x *asserted.Index) {
	t.hashes = make([]uint64, len(x.Classes))
	t.byHash = make(map[uint64][]int32)
	for c := range int32(len(x.Classes)) {
		for _, d := range x.Parents(c) {
			t.hashes[c] += mix(0, uint64(d))
		}
		for _, r := range x.Restrictions(c) {
			t.hashes[c] += hashRestriction(r)
		}
		if len(x.Restrictions(c)) > 1 {
			t.byHash[t.hashes[c]] = append(t.byHash[t.hashes[c]], c)
		}
	}
}

// findOneWay finds the properties with at most mostBothWays of their pairs asserted both ways.
func (t *statistics) findOneWay(x *asserted.Index) {
	pairs, both := make([]int, len(x.Properties)), make([]int, len(x.Properties))
	for c := range int32(len(x.Classes)) {
		for _, r := range x.Restrictions(c) {
			if r.Filler == c {
				continue
			}
			pairs[r.Property]++
			if x.HasRestriction(r.Filler, asserted.Restriction{Property: r.Property, Filler: c}) {
				both[r.Property]++
			}
		}
	}
	t.oneWay = make([]bool, len(x.Properties))
	for r := range t.oneWay {
		t.oneWay[r] = !x.Symmetric[r] && float64(both[r]) <= mostBothWays*float64(pairs[r])
	}
}

// findSingle counts, for each property, the classes with an asserted filler and those with two
// incomparable fillers, asserted or inherited.
func (t *statistics) findSingle(x *asserted.Index) {
	n := len(x.Properties)
	t.holding, t.single, t.strict = make([]int32, n), make([]bool, n), make([]bool, n)
	two := make([]int32, n)
	v := view{Checker: &Checker{index: x}, without: asserted.Statement{Class: -1}}
	eachProperty := func(visit func(c, r int32)) {
		for c := range int32(len(x.Classes)) {
			for _, own := range asserted.Runs(x.Restrictions(c), asserted.SameProperty) {
				visit(c, own[0].Property)
			}
		}
	}
	eachProperty(func(_, r int32) { t.holding[r]++ })
	fillers := make([]int32, 0, mostFillers)
	eachProperty(func(c, r int32) {
		if float64(two[r]) > mostWithTwo*float64(t.holding[r]) {
			return // the property is neither single nor strict
		}
		fillers = fillers[:0]
		for _, h := range v.inherited(c) {
			if h.Property == r {
				if fillers = append(fillers, h.Filler); len(fillers) == mostFillers {
					break
				}
			}
		}
		if v.anyIncomparable(fillers) {
			two[r]++
		}
	})
	for r := range n {
		k, m := float64(two[r]), t.holding[r]
		t.single[r] = m >= fewestHolders && k <= mostWithTwo*float64(m)
		t.strict[r] = m >= fewestStrict && k <= mostStrict*float64(m)
	}
}

// anyIncomparable reports whether two of some classes are incomparable.
func (v *view) anyIncomparable(classes []int32) bool {
	for i, c := range classes {
		for _, d := range classes[:i] {
			if v.incomparable(c, d) {
				return true
			}
		}
	}
	return false
}

// countNamed counts, for each parent and property, the fillers that are named by the children.
func (t *statistics) countNamed(x *asserted.Index, w *words) {
	t.named = make(map[[2]int32]namedFillers)
	for c := range int32(len(x.Classes)) {
		for r, n := range namedFillersOf(x, w, c) {
			for _, p := range x.DirectSupers(c) {
				key := [2]int32{p, r}
				sum := t.named[key]
				sum.children += n.children
				sum.fillers += n.fillers
				sum.named += n.named
				t.named[key] = sum
			}
		}
	}
}

// namedFillersOf iterates over the properties of a class with the counts of its own fillers.
func namedFillersOf(x *asserted.Index, w *words, c int32) iter.Seq2[int32, namedFillers] {
	return func(yield func(int32, namedFillers) bool) {
		for _, own := range asserted.Runs(x.Restrictions(c), asserted.SameProperty) {
			n := namedFillers{children: 1, fillers: int32(len(own))}
			for _, r := range own {
				if label := w.labels.Of(r.Filler); len(label) > 0 && w.has(c, label[0]) {
					n.named++
				}
			}
			if !yield(own[0].Property, n) {
				return
			}
		}
	}
}

// countModified counts, for each head word, the classes below a class that their name modifies.
func (t *statistics) countModified(x *asserted.Index, w *words) {
	t.modified, t.heads = make(map[[2]int32]int32), make(map[int32]int32)
	var modified []int32
	for c := range int32(len(x.Classes)) {
		h := w.head(c)
		if h < 0 || !x.Live[c] {
			continue
		}
		t.heads[h]++
		modified = modifiedHeads(x, w, c, modified)
		for _, d := range modified {
			t.modified[[2]int32{h, d}]++
		}
		if len(modified) > 0 {
			t.modified[[2]int32{h, -1}]++
		}
	}
}

// countKept counts, for each privative word, the classes below one with their name without it.
func (t *statistics) countKept(x *asserted.Index, w *words) {
	t.kept = make(map[int32]int32)
	for c := range int32(len(x.Classes)) {
		for word, d := range w.withoutPrivatives(x, c) {
			if x.IsBelow(c, d) {
				t.kept[word]++
				break
			}
		}
	}
}

// modifiedHeads returns the heads of the classes above c that the name of c modifies, in buffer. A
// class above another superclass with the head of c does not count.
func modifiedHeads(x *asserted.Index, w *words, c int32, buffer []int32) []int32 {
	heads := buffer[:0]
	for i, a := range x.Ancestors(c) {
		if i == mostAbove {
			break
		}
		if w.modifies(c, a) && !slices.Contains(heads, w.head(a)) && !headBetween(x, w, c, a) {
			heads = append(heads, w.head(a))
		}
	}
	return heads
}

// headBetween reports whether a class between c and a has the head of c.
func headBetween(x *asserted.Index, w *words, c, a int32) bool {
	for i, between := range x.Ancestors(c) {
		if i == mostAbove {
			break
		}
		if between != a && w.head(between) == w.head(c) && x.IsBelow(between, a) {
			return true
		}
	}
	return false
}

// modifiesElsewhere reports whether names with the head of c are used with another meaning: another
// class with this head is below a class with the head d that its name modifies, or most classes
// with this head are below a class that their name modifies.
func (t *statistics) modifiesElsewhere(w *words, c, d int32) bool {
	h := w.head(c)
	pair, all, n := t.modified[[2]int32{h, d}], t.modified[[2]int32{h, -1}], t.heads[h]
	if pair == 0 && all == 0 {
		return false
	}
	modified := modifiedHeads(t.index, w, c, nil)
	if slices.Contains(modified, d) {
		pair--
	}
	if len(modified) > 0 {
		all--
	}
	return pair > 0 || 2*all > n-1
}

// findBranches finds the largest branch of each class with 3 to 80 % of the live classes, and
// counts the subjects of each property in these branches.
func (t *statistics) findBranches(x *asserted.Index) {
	n := len(x.Classes)
	for _, live := range x.Live {
		if live {
			t.live++
		}
	}
	t.subjects = make([]int32, len(x.Properties))
	t.branch = slices.Repeat([]int32{-1}, n)
	t.inBranch = make(map[[2]int32]int32)
	size := func(c int32) float64 { return float64(len(x.Descendants(c)) + 1) }
	isBranch := make([]bool, n)
	for c := range int32(n) {
		share := size(c) / float64(max(t.live, 1))
		isBranch[c] = share >= leastBranch && share <= mostBranch
	}
	var above, properties []int32
	for c := range int32(n) {
		above = above[:0]
		if isBranch[c] {
			above = append(above, c)
		}
		for _, a := range x.Ancestors(c) {
			if isBranch[a] {
				above = append(above, a)
			}
		}
		if len(above) > 0 {
			t.branch[c] = slices.MaxFunc(above, func(a, b int32) int {
				return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(b, a))
			})
		}
		properties = properties[:0]
		for _, r := range x.Restrictions(c) {
			properties = append(properties, x.SuperProperties(r.Property)...)
		}
		slices.Sort(properties)
		properties = slices.Compact(properties)
		for _, r := range properties {
			t.subjects[r]++
			for _, b := range above {
				t.inBranch[[2]int32{b, r}]++
			}
		}
	}
}
