package check

import (
	"cmp"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// statistics holds counts over all asserted axioms, which the checks look up.
type statistics struct {
	definitionsOf asserted.Lists[int32]            // by class: numbers of definitions
	byRestriction map[asserted.Restriction][]int32 // numbers of definitions
	byGenus       map[int32][]int32                // numbers of definitions

	sums  []uint64           // by class: hash of what is asserted of it
	bySum map[uint64][]int32 // classes with a restriction

	oneWay   []bool // by property
	single   []bool // by property: one filler in practice, see K8
	strict   []bool // by property: the same, see K8b
	subjects []int32
	holding  []int32 // by property: classes with an asserted filler

	told map[[2]int32]tellingNames // by parent and property

	branch   []int32            // by class: its largest branch, or −1
	inBranch map[[2]int32]int32 // by branch and property: subjects
	isTaxon  []bool             // by property
	isPartOf []bool             // by property: at or below a part-of-like one
	allLive  int
}

// tellingNames counts children of a class that have a property.
type tellingNames struct {
	children int32 // with a filler
	fillers  int32
	told     int32 // fillers whose first word is in the name of the child
}

// Thresholds of the checks that count.
const (
	mostBothWays = 0.02 // K3: of the asserted pairs of a one-way property

	fewestSiblings = 3 // K7
	fewestFillers  = 5
	leastTold      = 0.8

	fewestHolders = 8 // K8
	mostWithTwo   = 0.05
	fewestStrict  = 20 // K8b
	mostStrict    = 0.01

	fewestClasses  = 150 // K11
	fewestSubjects = 20
	leastBranch    = 0.03
	mostBranch     = 0.8
)

var (
	inTaxon  = owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002162")
	partLike = []owl.IRI{
		owl.NewIRI("http://purl.obolibrary.org/obo/BFO_0000050"), // part of
		owl.NewIRI("http://purl.obolibrary.org/obo/BFO_0000051"), // has part
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0001025"),  // located in
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0001015"),  // location of
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002131"),  // overlaps
	}
	partLikeNames = []string{"part of", "has part", "located in", "location of", "overlap"}
)

func newStatistics(x *asserted.Index, w *words) statistics {
	t := statistics{}
	t.define(x)
	t.sum(x)
	t.direct(x)
	t.count(x)
	t.tell(x, w)
	t.branches(x)
	t.isTaxon, t.isPartOf = make([]bool, len(x.Properties)), make([]bool, len(x.Properties))
	for r, iri := range x.Properties {
		t.isTaxon[r] = iri == inTaxon || x.PropertyNames[r].Key() == "in taxon"
		for _, s := range x.SuperProperties(int32(r)) {
			if slices.Contains(partLike, x.Properties[s]) ||
				slices.Contains(partLikeNames, x.PropertyNames[s].Key()) {
				t.isPartOf[r] = true
			}
		}
	}
	return t
}

// define indexes the definitions.
func (t *statistics) define(x *asserted.Index) {
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
	t.definitionsOf = asserted.NewLists(of)
}

func hashRestriction(r asserted.Restriction) uint64 {
	return mix(uint64(r.Property)+1, uint64(r.Filler))
}

// sum hashes what is asserted of each class. The order of the axioms does not matter.
func (t *statistics) sum(x *asserted.Index) {
	t.sums = make([]uint64, len(x.Classes))
	t.bySum = make(map[uint64][]int32)
	for c := range int32(len(x.Classes)) {
		for _, d := range x.Parents(c) {
			t.sums[c] += mix(0, uint64(d))
		}
		for _, r := range x.Restrictions(c) {
			t.sums[c] += hashRestriction(r)
		}
		if len(x.Restrictions(c)) > 1 {
			t.bySum[t.sums[c]] = append(t.bySum[t.sums[c]], c)
		}
	}
}

// direct finds the properties whose pairs are hardly ever asserted both ways.
func (t *statistics) direct(x *asserted.Index) {
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

// count counts, for each property, the classes with an asserted filler and those that have two
// fillers, asserted or inherited, that are not comparable.
func (t *statistics) count(x *asserted.Index) {
	n := len(x.Properties)
	t.holding, t.single, t.strict = make([]int32, n), make([]bool, n), make([]bool, n)
	two := make([]int32, n)
	v := view{Checker: &Checker{index: x}, without: asserted.Statement{Class: -1}}
	var fillers []int32
	for c := range int32(len(x.Classes)) {
		own := x.Restrictions(c)
		for i, r := range own {
			if i > 0 && own[i-1].Property == r.Property {
				continue
			}
			t.holding[r.Property]++
			if float64(two[r.Property]) > mostWithTwo*float64(len(x.Classes)) {
				continue // no longer needed
			}
			fillers = fillers[:0]
			for _, h := range v.inherited(c) {
				if h.Property == r.Property && len(fillers) < mostReached {
					fillers = append(fillers, h.Filler)
				}
			}
			if v.someApart(fillers) {
				two[r.Property]++
			}
		}
	}
	for r := range n {
		k, m := float64(two[r]), t.holding[r]
		t.single[r] = m >= fewestHolders && k <= mostWithTwo*float64(m)
		t.strict[r] = m >= fewestStrict && k <= mostStrict*float64(m)
	}
}

func (v *view) someApart(classes []int32) bool {
	for i, c := range classes {
		for _, d := range classes[:i] {
			if v.apart(c, d) {
				return true
			}
		}
	}
	return false
}

// tell counts, for each parent and property, how often names of children tell their fillers.
func (t *statistics) tell(x *asserted.Index, w *words) {
	t.told = make(map[[2]int32]tellingNames)
	for c := range int32(len(x.Classes)) {
		for r, n := range tellingOf(x, w, c) {
			for _, p := range x.DirectSupers(c) {
				key := [2]int32{p, r}
				sum := t.told[key]
				sum.children += n.children
				sum.fillers += n.fillers
				sum.told += n.told
				t.told[key] = sum
			}
		}
	}
}

// tellingOf iterates over the properties of a class with the counts of its own fillers.
func tellingOf(x *asserted.Index, w *words, c int32) func(func(int32, tellingNames) bool) {
	return func(yield func(int32, tellingNames) bool) {
		own := x.Restrictions(c)
		for len(own) > 0 {
			r := own[0].Property
			n := tellingNames{children: 1}
			for len(own) > 0 && own[0].Property == r {
				n.fillers++
				if label := w.labels.Of(own[0].Filler); len(label) > 0 && w.has(c, label[0]) {
					n.told++
				}
				own = own[1:]
			}
			if !yield(r, n) {
				return
			}
		}
	}
}

// branches finds the largest branch of each class that holds 3 to 80 % of the live classes, and
// counts the subjects of each property in these branches.
func (t *statistics) branches(x *asserted.Index) {
	n := len(x.Classes)
	for _, live := range x.Live {
		if live {
			t.allLive++
		}
	}
	t.subjects = make([]int32, len(x.Properties))
	t.branch = slices.Repeat([]int32{-1}, n)
	t.inBranch = make(map[[2]int32]int32)
	size := func(c int32) float64 { return float64(len(x.Descendants(c)) + 1) }
	isBranch := make([]bool, n)
	for c := range int32(n) {
		share := size(c) / float64(max(t.allLive, 1))
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
