package explain

import (
	"slices"
	"sync"

	"box2el-owl/owl/el"
)

// axiomKind tells which list of el.Ontology an axiom of the normal form stands in.
type axiomKind uint8

const (
	kindNF1 axiomKind = iota
	kindNF2
	kindNF3
	kindNF4
	kindDisjoint
	kindInclusion
	kindChain
	kindRange
	kindReflexive
	kindHasSelf
	kindSelfSub
	kindKey
	kindFunctional
	kindInverses
)

// axiomRef names an axiom of the normal form: its kind in the upper bits, its place in the list of that
// kind in the lower ones. It is never negative.
type axiomRef int32

const axiomIndexBits = 27

func refTo(kind axiomKind, i int32) axiomRef { return axiomRef(int32(kind)<<axiomIndexBits | i) }

func (r axiomRef) kind() axiomKind { return axiomKind(r >> axiomIndexBits) }
func (r axiomRef) index() int32    { return int32(r & (1<<axiomIndexBits - 1)) }

// sourceOf returns the asserted axiom that an axiom of the normal form comes from.
func sourceOf(nf *el.Ontology, r axiomRef) el.Source {
	i := r.index()
	switch r.kind() {
	case kindNF1:
		return nf.NF1[i].Source
	case kindNF2:
		return nf.NF2[i].Source
	case kindNF3:
		return nf.NF3[i].Source
	case kindNF4:
		return nf.NF4[i].Source
	case kindDisjoint:
		return nf.Disjoint[i].Source
	case kindInclusion:
		return nf.Inclusions[i].Source
	case kindChain:
		return nf.Chains[i].Source
	case kindRange:
		return nf.Ranges[i].Source
	case kindReflexive:
		return nf.Reflexive[i].Source
	case kindHasSelf:
		return nf.HasSelf[i].Source
	case kindSelfSub:
		return nf.SelfSubs[i].Source
	case kindKey:
		return nf.Keys[i].Source
	case kindFunctional:
		return nf.FunctionalData[i].Source
	default:
		return nf.Inverses[i].Source
	}
}

// table lists int32 items by key: items[starts[k]:starts[k+1]] are those of k.
type table struct{ starts, items []int32 }

func (t table) of(k int32) []int32 { return t.items[t.starts[k]:t.starts[k+1]] }

// tabulate sorts the numbers below n by their keys; a key of -1 leaves one out. Items stay in their order.
func tabulate(keys, n int, key func(i int) int32) table {
	t := table{starts: make([]int32, keys+2)}
	for i := range n {
		if k := key(i); k >= 0 {
			t.starts[k+2]++
		}
	}
	for k := 2; k < len(t.starts); k++ {
		t.starts[k] += t.starts[k-1]
	}
	t.items = make([]int32, t.starts[keys+1])
	for i := range n {
		if k := key(i); k >= 0 {
			t.items[t.starts[k+1]] = int32(i)
			t.starts[k+1]++
		}
	}
	t.starts = t.starts[:keys+1]
	return t
}

// member is one place in a list of lists.
type member struct{ list, place int32 }

// members tabulates the places of a list of lists by what stands there.
func members(keys int, lists int, of func(i int) []int32) (table, []member) {
	var all []member
	var what []int32
	for i := range lists {
		for j, k := range of(i) {
			all = append(all, member{int32(i), int32(j)})
			what = append(what, k)
		}
	}
	return tabulate(keys, len(all), func(i int) int32 { return what[i] }), all
}

// index finds the axioms of a normal form by what stands on their left sides. It is built once and
// safe for concurrent readers.
type index struct {
	nf *el.Ontology

	nf1       table // by Sub
	nf2Left   table // by Left
	nf2Right  table // by Right, where that differs from Left
	nf3       table // by Sub
	nf4       table // by Filler
	nf4ByRole table
	hasSelf   table    // by Sub
	selfSubs  table    // by Role
	ranges    table    // by Role
	super     table    // inclusions by Sub
	inverses  [2]table // by First, by Second
	functions table    // functional data properties by Role

	disjoint   table // places by concept
	disjoints  []member
	chains     table // places by role
	links      []member
	prefixes   []int32 // by chain: the number of its first prefix; see path in fact.go
	keyClasses table   // keys by Class
	keyRoles   table   // places by role: objects, then data
	keyPlaces  []member

	theory        *el.DataTheory
	theoryNF1     table  // by Sub
	theoryNF2     table  // by Left
	theoryRight   table  // by Right
	distinct      []bool // by concept: a data value that is none of the other such
	universalData bool   // some axiom speaks of the top data property on its left side

	ranged    []bool // by role: it or a role above it has a range
	universal bool   // some axiom speaks of the top role on its left side
	selfTop   bool   // ⊤ ⊑ ∃⊤role.Self is needed
	nominals  []el.Concept

	backward func() *backward // made when it is first needed
}

func newIndex(nf *el.Ontology) *index {
	concepts, roles := nf.NumConcepts(), nf.NumRoles()
	x := &index{nf: nf}
	x.nf1 = tabulate(concepts, len(nf.NF1), func(i int) int32 { return int32(nf.NF1[i].Sub) })
	x.nf2Left = tabulate(concepts, len(nf.NF2), func(i int) int32 { return int32(nf.NF2[i].Left) })
	x.nf2Right = tabulate(concepts, len(nf.NF2), func(i int) int32 {
		if nf.NF2[i].Left == nf.NF2[i].Right {
			return -1
		}
		return int32(nf.NF2[i].Right)
	})
	x.nf3 = tabulate(concepts, len(nf.NF3), func(i int) int32 { return int32(nf.NF3[i].Sub) })
	x.nf4 = tabulate(concepts, len(nf.NF4), func(i int) int32 { return int32(nf.NF4[i].Filler) })
	x.nf4ByRole = tabulate(roles, len(nf.NF4), func(i int) int32 { return int32(nf.NF4[i].Role) })
	x.hasSelf = tabulate(concepts, len(nf.HasSelf), func(i int) int32 { return int32(nf.HasSelf[i].Sub) })
	x.selfSubs = tabulate(roles, len(nf.SelfSubs), func(i int) int32 { return int32(nf.SelfSubs[i].Role) })
	x.ranges = tabulate(roles, len(nf.Ranges), func(i int) int32 { return int32(nf.Ranges[i].Role) })
	x.super = tabulate(roles, len(nf.Inclusions), func(i int) int32 { return int32(nf.Inclusions[i].Sub) })
	x.inverses[0] = tabulate(roles, len(nf.Inverses), func(i int) int32 { return int32(nf.Inverses[i].First) })
	x.inverses[1] = tabulate(roles, len(nf.Inverses), func(i int) int32 { return int32(nf.Inverses[i].Second) })
	x.functions = tabulate(roles, len(nf.FunctionalData), func(i int) int32 { return int32(nf.FunctionalData[i].Role) })

	x.disjoint, x.disjoints = members(concepts, len(nf.Disjoint), func(i int) []int32 {
		all := make([]int32, len(nf.Disjoint[i].Concepts))
		for j, c := range nf.Disjoint[i].Concepts {
			all[j] = int32(c)
		}
		return all
	})
	x.chains, x.links = members(roles, len(nf.Chains), func(i int) []int32 { return asInts(nf.Chains[i].Parts) })
	n := int32(0)
	for _, a := range nf.Chains {
		x.prefixes = append(x.prefixes, n)
		n += int32(len(a.Parts))
	}
	x.keyClasses = tabulate(concepts, len(nf.Keys), func(i int) int32 { return int32(nf.Keys[i].Class) })
	x.keyRoles, x.keyPlaces = members(roles, len(nf.Keys), func(i int) []int32 { return asInts(keyRoles(nf.Keys[i])) })

	for c := range el.Concept(concepts) {
		if nf.Kind(c) == el.Nominal {
			x.nominals = append(x.nominals, c)
		}
	}
	x.addTheory()
	x.findRanged()
	x.findUniversal()
	x.backward = sync.OnceValue(func() *backward { return newBackward(x) })
	return x
}

// addTheory indexes what holds of data values and datatypes by themselves.
func (x *index) addTheory() {
	concepts := x.nf.NumConcepts()
	t := x.nf.DataTheory(el.Top)
	x.theory = t
	x.theoryNF1 = tabulate(concepts, len(t.NF1), func(i int) int32 { return int32(t.NF1[i].Sub) })
	x.theoryNF2 = tabulate(concepts, len(t.NF2), func(i int) int32 { return int32(t.NF2[i].Left) })
	x.theoryRight = tabulate(concepts, len(t.NF2), func(i int) int32 { return int32(t.NF2[i].Right) })
	x.distinct = make([]bool, concepts)
	for _, v := range t.Distinct {
		x.distinct[v] = true
	}
}

func asInts(roles []el.Role) []int32 {
	all := make([]int32, len(roles))
	for i, r := range roles {
		all[i] = int32(r)
	}
	return all
}

func keyRoles(k el.Key) []el.Role { return append(slices.Clone(k.Objects), k.Data...) }

// findRanged marks the roles whose values need contexts of their own. Reflexive parts of chains
// may put further roles under one with a range, so a chain counts like an inclusion of each part.
func (x *index) findRanged() {
	x.ranged = make([]bool, x.nf.NumRoles())
	for _, a := range x.nf.Ranges {
		x.ranged[a.Role] = true
	}
	for changed := true; changed; {
		changed = false
		mark := func(sub, super el.Role) {
			if x.ranged[super] && !x.ranged[sub] {
				x.ranged[sub], changed = true, true
			}
		}
		for r := range el.Role(x.nf.NumRoles()) {
			if !x.nf.IsData(r) {
				mark(r, el.TopRole)
			} else {
				mark(r, el.TopDataRole)
			}
		}
		for _, a := range x.nf.Inclusions {
			mark(a.Sub, a.Super)
		}
		for _, a := range x.nf.Chains {
			for _, r := range a.Parts {
				mark(r, a.Super)
			}
		}
	}
}

// findUniversal says whether the top role must be materialised: it stands on the left of some axiom.
func (x *index) findUniversal() {
	top := int32(el.TopRole)
	x.universal = len(x.nf4ByRole.of(top)) > 0 || len(x.super.of(top)) > 0 || len(x.chains.of(top)) > 0 || len(x.keyRoles.of(top)) > 0
	data := int32(el.TopDataRole)
	x.universalData = len(x.nf4ByRole.of(data)) > 0 || len(x.super.of(data)) > 0 || len(x.functions.of(data)) > 0 || len(x.keyRoles.of(data)) > 0
	x.selfTop = x.universal || len(x.selfSubs.of(top)) > 0 || len(x.ranges.of(top)) > 0
}

// above reports whether it matters that every role lies below the top role top.
func (x *index) above(top el.Role) bool {
	t := int32(top)
	return len(x.nf4ByRole.of(t)) > 0 || len(x.super.of(t)) > 0 || len(x.chains.of(t)) > 0 || len(x.keyRoles.of(t)) > 0 ||
		len(x.ranges.of(t)) > 0 || len(x.functions.of(t)) > 0
}
