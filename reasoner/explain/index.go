package explain

import (
	"slices"
	"sync"

	"box2el-owl/owl/el"
)

// table lists int32 items by key: items[starts[k]:starts[k+1]] are those of k, unless more has all of them. Keys
// that it does not know have none.
type table struct {
	starts, items []int32
	more          map[int32][]int32
}

func (t *table) of(k int32) []int32 {
	if t.more != nil {
		if all, ok := t.more[k]; ok {
			return all
		}
	}
	if int(k)+1 >= len(t.starts) {
		return nil
	}
	return t.items[t.starts[k]:t.starts[k+1]]
}

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

// add adds an item without changing what t shares with others.
func (t *table) add(item, key int32) {
	if key < 0 {
		return
	}
	if t.more == nil {
		t.more = make(map[int32][]int32)
	}
	old := t.of(key)
	t.more[key] = append(slices.Clip(old), item)
}

// tabulated returns the table of a list by a key: upon base, the table without what the list adds, where there is one.
func tabulated[A any](base table, keys int, l *list[A], key func(*A) int32) table {
	if base.starts == nil {
		return tabulate(keys, len(l.base), func(i int) int32 { return key(&l.base[i]) })
	}
	base.more = nil
	for i := range l.more {
		base.add(int32(len(l.base)+i), key(&l.more[i]))
	}
	return base
}

// member is one place in a list of lists.
type member struct{ list, place int32 }

// members tabulates the places of a list of lists by what stands there.
type members struct {
	table
	places list[member]
}

func tabulatedMembers[A any](base members, keys int, l *list[A], of func(*A) []int32) members {
	var keysOf []int32
	places := func(axioms []A, from int) []member {
		var all []member
		for i := range axioms {
			for place, k := range of(&axioms[i]) {
				all = append(all, member{int32(from + i), int32(place)})
				keysOf = append(keysOf, k)
			}
		}
		return all
	}
	if base.starts == nil {
		base.places.base = places(l.base, 0)
		base.table = tabulate(keys, len(keysOf), func(i int) int32 { return keysOf[i] })
		return base
	}
	base.more = nil
	base.places.more = places(l.more, len(l.base))
	for i, k := range keysOf {
		base.add(int32(len(base.places.base)+i), k)
	}
	return base
}

// index finds the axioms of a normal form by what stands on their left sides. It is built once and
// safe for concurrent readers.
type index struct {
	nf *normalForm

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

	disjoint   members // by concept
	chains     members // by role
	prefixes   []int32 // by chain: the number of its first prefix; see path in fact.go
	keyClasses table   // keys by Class
	keyRoles   members // by role: objects, then data

	theoryNF1     table      // by Sub
	theoryNF2     table      // by Left
	theoryRight   table      // by Right
	distinct      conceptSet // the data values of which none is the same as another one
	universalData bool       // some axiom speaks of the top data property on its left side

	ranged    []bool // by role: it or a role above it has a range
	universal bool   // some axiom speaks of the top role on its left side
	selfTop   bool   // ⊤ ⊑ ∃⊤role.Self is needed
	nominals  []el.Concept

	turnsLinks    bool             // some link to an individual may be turned round, by an inverse
	joinedByLinks bool             // contexts matter to each other through links alone; see relevance
	backward      func() *backward // made when it is first needed
}

// conceptSet is a set of concepts: those of a normal form, and those that an extension adds.
type conceptSet struct {
	in   []bool
	more map[el.Concept]bool
}

func (s *conceptSet) has(c el.Concept) bool {
	if int(c) < len(s.in) {
		return s.in[c]
	}
	return s.more[c]
}

// newIndex returns the index of a normal form.
//
// Cost: the normal form.
func newIndex(o *el.Ontology) *index {
	x := &index{nf: newNormalForm(o)}
	x.tabulate(&index{})
	for c := range el.Concept(o.NumConcepts()) {
		if o.Kind(c) == el.Nominal {
			x.nominals = append(x.nominals, c)
		}
	}
	x.distinct.in = make([]bool, o.NumConcepts())
	for _, v := range x.nf.distinct.base {
		x.distinct.in[v] = true
	}
	x.findRanged()
	x.findUniversal()
	x.findTurned()
	x.joinedByLinks = x.areJoinedByLinks(false)
	x.backward = sync.OnceValue(func() *backward { return newBackward(x, nil) })
	return x
}

// extended returns the index of a normal form, which has no extension yet, together with one.
//
// Cost: the extension, and for each of its axioms how many have the same left side; further data values cost a look at
// each data range.
func (base *index) extended(o *el.Ontology) *index {
	x := &index{nf: base.nf.extended(o)}
	x.tabulate(base)
	x.nominals = slices.Clip(base.nominals)
	for c := el.Concept(base.nf.NumConcepts()); c < el.Concept(o.NumConcepts()); c++ {
		if o.Kind(c) == el.Nominal {
			x.nominals = append(x.nominals, c)
		}
	}
	x.distinct = conceptSet{base.distinct.in, make(map[el.Concept]bool)}
	for _, v := range x.nf.distinct.more {
		x.distinct.more[v] = true
	}
	x.ranged = base.ranged
	if o.NumRoles() > base.nf.NumRoles() || x.nf.addsRoleAxioms() {
		x.findRanged()
	}
	x.findUniversal()
	if x.turnsLinks = base.turnsLinks; x.nf.addsRoleAxioms() || among(&x.nf.nf3, true, x.leadsToIndividual) {
		x.findTurned()
	}
	x.joinedByLinks = base.joinedByLinks && !x.nf.addsRoleAxioms() && x.areJoinedByLinks(true)
	x.backward = sync.OnceValue(func() *backward { return newBackward(x, base) })
	return x
}

// tabulate makes the tables, those of an extension upon those of base, which else is empty.
func (x *index) tabulate(base *index) {
	nf, concepts, roles := x.nf, x.nf.NumConcepts(), x.nf.NumRoles()
	x.nf1 = tabulated(base.nf1, concepts, &nf.nf1, func(a *el.NF1) int32 { return int32(a.Sub) })
	x.nf2Left = tabulated(base.nf2Left, concepts, &nf.nf2, func(a *el.NF2) int32 { return int32(a.Left) })
	x.nf2Right = tabulated(base.nf2Right, concepts, &nf.nf2, func(a *el.NF2) int32 {
		if a.Left == a.Right {
			return -1
		}
		return int32(a.Right)
	})
	x.nf3 = tabulated(base.nf3, concepts, &nf.nf3, func(a *el.NF3) int32 { return int32(a.Sub) })
	x.nf4 = tabulated(base.nf4, concepts, &nf.nf4, func(a *el.NF4) int32 { return int32(a.Filler) })
	x.nf4ByRole = tabulated(base.nf4ByRole, roles, &nf.nf4, func(a *el.NF4) int32 { return int32(a.Role) })
	x.hasSelf = tabulated(base.hasSelf, concepts, &nf.hasSelf, func(a *el.HasSelf) int32 { return int32(a.Sub) })
	x.selfSubs = tabulated(base.selfSubs, roles, &nf.selfSubs, func(a *el.SelfSub) int32 { return int32(a.Role) })
	x.ranges = tabulated(base.ranges, roles, &nf.ranges, func(a *el.Range) int32 { return int32(a.Role) })
	x.super = tabulated(base.super, roles, &nf.inclusions, func(a *el.RoleInclusion) int32 { return int32(a.Sub) })
	x.inverses[0] = tabulated(base.inverses[0], roles, &nf.inverses, func(a *el.Inverses) int32 { return int32(a.First) })
	x.inverses[1] = tabulated(base.inverses[1], roles, &nf.inverses, func(a *el.Inverses) int32 { return int32(a.Second) })
	x.functions = tabulated(base.functions, roles, &nf.functional, func(a *el.FunctionalData) int32 { return int32(a.Role) })

	x.disjoint = tabulatedMembers(base.disjoint, concepts, &nf.disjoint, func(a *el.Disjoint) []int32 { return asInts(a.Concepts) })
	x.chains = tabulatedMembers(base.chains, roles, &nf.chains, func(a *el.RoleChain) []int32 { return asInts(a.Parts) })
	x.keyClasses = tabulated(base.keyClasses, concepts, &nf.keys, func(a *el.Key) int32 { return int32(a.Class) })
	x.keyRoles = tabulatedMembers(base.keyRoles, roles, &nf.keys, func(a *el.Key) []int32 { return asInts(keyRoles(a)) })
	x.prefixes = slices.Clip(base.prefixes)
	for i := len(x.prefixes); i < nf.chains.len(); i++ {
		n := int32(0)
		if i > 0 {
			n = x.prefixes[i-1] + int32(len(nf.chains.at(int32(i-1)).Parts))
		}
		x.prefixes = append(x.prefixes, n)
	}

	x.theoryNF1 = tabulated(base.theoryNF1, concepts, &nf.theory1, func(a *el.NF1) int32 { return int32(a.Sub) })
	x.theoryNF2 = tabulated(base.theoryNF2, concepts, &nf.theory2, func(a *el.NF2) int32 { return int32(a.Left) })
	x.theoryRight = tabulated(base.theoryRight, concepts, &nf.theory2, func(a *el.NF2) int32 { return int32(a.Right) })
}

func asInts[N ~int32](numbers []N) []int32 {
	all := make([]int32, len(numbers))
	for i, n := range numbers {
		all[i] = int32(n)
	}
	return all
}

func keyRoles(k *el.Key) []el.Role { return append(slices.Clone(k.Objects), k.Data...) }

// findRanged marks the roles whose values need contexts of their own. Reflexive parts of chains
// may put further roles under one with a range, so a chain counts like an inclusion of each part.
func (x *index) findRanged() {
	nf := x.nf
	x.ranged = make([]bool, nf.NumRoles())
	for _, a := range nf.ranges.all {
		x.ranged[a.Role] = true
	}
	for changed := true; changed; {
		changed = false
		mark := func(sub, super el.Role) {
			if x.ranged[super] && !x.ranged[sub] {
				x.ranged[sub], changed = true, true
			}
		}
		for r := range el.Role(nf.NumRoles()) {
			mark(r, topOf(nf, r))
		}
		for _, a := range nf.inclusions.all {
			mark(a.Sub, a.Super)
		}
		for _, a := range nf.chains.all {
			for _, r := range a.Parts {
				mark(r, a.Super)
			}
		}
	}
}

// findTurned finds out whether an inverse may apply to a link between individuals. What roles may lead to an
// individual is over-estimated as in findRanged.
func (x *index) findTurned() {
	nf := x.nf
	x.turnsLinks = false
	leads := make([]bool, nf.NumRoles())
	for _, a := range nf.nf3.all {
		leads[a.Role] = leads[a.Role] || x.leadsToIndividual(a)
	}
	for changed := true; changed; {
		changed = false
		mark := func(r el.Role, condition bool) {
			if condition && !leads[r] {
				leads[r], changed = true, true
			}
		}
		for _, a := range nf.inclusions.all {
			mark(a.Super, leads[a.Sub])
		}
		for _, a := range nf.chains.all {
			mark(a.Super, slices.ContainsFunc(a.Parts, func(r el.Role) bool { return leads[r] }))
		}
	}
	for _, a := range nf.inverses.all {
		x.turnsLinks = x.turnsLinks || leads[a.First] || leads[a.Second]
	}
}

func (x *index) leadsToIndividual(a *el.NF3) bool { return x.nf.Kind(a.Filler) == el.Nominal }

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
