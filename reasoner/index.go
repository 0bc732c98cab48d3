package reasoner

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"box2el-owl/owl/el"
)

// atom numbers the concepts of the index: those of the normal form and those that the index
// introduces (ranged fillers, automaton states, self). The number tells how the rules treat
// the atom when it is inherited (see index.activeOnly).
type atom int32

// noConcept marks an atom that no concept of the normal form stands behind.
const noConcept el.Concept = -1

// index is the normal form prepared for saturation: what every rule needs when an atom is new in
// a context lies together, found through one descriptor.
type index struct {
	nf  *el.Ontology
	box *roleBox

	// Atoms in four blocks, so that one comparison tells the kind:
	//
	//	[0, activeOnly)            left conjuncts and members of disjointness axioms
	//	[activeOnly, active)       the same, and links deliver them
	//	[active, delivered)        links deliver them (fillers F and states of demanded pairs)
	//	[delivered, atoms)         the rest
	activeOnly, active, delivered, atoms atom

	top, bottom atom
	literal     atom         // rdfs:Literal, which is above data values as top is above elements
	concepts    []el.Concept // by atom: the concept, or the one that stands for it where several are one
	names       *collapse    // nil where every concept stands for itself
	atomOf      []atom       // by concept of the normal form
	flags       []uint8      // by atom
	contexts    []atom       // the atoms with a context, ascending by concept

	descriptors []descriptor // by atom, one more at the end
	nf1         []atom
	nf2         []conjunct
	nf3         []existential
	groups      []group
	members     graph          // by atom: the disjointness axioms of three and more members; empty without any
	special     bool           // there are members or atoms that stand for ∃r.Self
	selfLetters map[atom]int32 // atoms that stand for ∃r.Self, with the letter of r

	letters    []int32 // representative roles, by letter
	automata   []*automaton
	walked     map[int32]*automaton // of other roles, by representative: see walker
	dense      []int32              // column+1 of automaton and letter, where the table is small
	sparse     map[uint64]int32     // else: the same by key
	states     []atom               // states of the pairs
	topDeliver graph                // by letter: what every link of it delivers because its target is in ⊤
	universal  int32                // the letter of the top object role where automata read it, else -1
	topData    bool                 // the links of the top data role to every value have been made
	composing  *composition         // nil where all roles have automata

	nominals []atom
	// everyConcept says that every concept has a context; see Closure.
	everyConcept bool
	// What the axioms of a layer are compiled with; see edit.go.
	letterOf    []int32            // by representative: its letter or -1
	ranges      map[int32]rangeSet // by letter
	ranged      map[rangedKey]atom // filler and range set to the filler within the ranges
	selfAtoms   map[int32]atom     // by representative: the atom of ∃r.Self
	automatonOf map[int32]int32    // by representative
	disjoint    int32              // number of disjointness axioms in members

	// changed marks the atoms whose axioms stand in changes and not in the lists above: those that have
	// come after the index was made, and those whose axioms have been added to or taken from. Empty in an
	// index that is none on top of another one. See layer.
	changed bitset
	changes *changes
}

// Flags of atoms.
const (
	isContext uint8 = 1 << iota
	isNominal
	isMember
	isSelf
	isData // a context of data values
)

// descriptor is where the axioms of an atom begin in the lists of the index; those of the next atom
// end them. It has a copy of the flags, so that settling an atom needs no other table.
type descriptor struct {
	nf1, nf2, nf3, groups int32
	flags                 uint32
}

// conjunct is an NF2 axiom seen from one of its conjuncts.
type conjunct struct{ other, super atom }

// existential is the right side of an NF3 axiom.
type existential struct {
	letter int32
	filler atom
}

// group says that an atom is F (at is the accepting target) or state at of a demanded pair whose
// states begin at first in index.states. Where at is -1, the pair has only a start state that
// nothing enters, and first is that atom itself.
type group struct{ automaton, first, at int32 }

func (x *index) isContext(a atom) bool { return x.flagsOf(a)&isContext != 0 }

func (x *index) flagsOf(a atom) uint8 {
	if x.changed.has(a) {
		return x.changes.of(a).flags
	}
	return x.flags[a]
}

func (x *index) inclusions(a atom) []atom {
	if x.changed.has(a) {
		return x.changes.of(a).nf1
	}
	return x.nf1[x.descriptors[a].nf1:x.descriptors[a+1].nf1]
}

func (x *index) conjuncts(a atom) []conjunct {
	if x.changed.has(a) {
		return x.changes.of(a).nf2
	}
	return x.nf2[x.descriptors[a].nf2:x.descriptors[a+1].nf2]
}

func (x *index) existentials(a atom) []existential {
	if x.changed.has(a) {
		return x.changes.of(a).nf3
	}
	return x.nf3[x.descriptors[a].nf3:x.descriptors[a+1].nf3]
}

func (x *index) groupsOf(a atom) []group {
	if x.changed.has(a) {
		return x.changes.of(a).groups
	}
	return x.groups[x.descriptors[a].groups:x.descriptors[a+1].groups]
}

func (x *index) disjointnessOf(a atom) []int32 {
	if x.changed.has(a) {
		return x.changes.of(a).members
	}
	if x.flags[a]&isMember == 0 {
		return nil
	}
	return x.members.of(int32(a))
}

// column returns the column of a letter in an automaton, or -1 where it leads nowhere.
func (x *index) column(automaton, letter int32) int32 {
	if x.dense != nil {
		return x.dense[int(automaton)*len(x.letters)+int(letter)] - 1
	}
	return x.sparse[uint64(automaton)<<32|uint64(letter)] - 1
}

// targets appends what a link of the letter delivers because its target is in a.
func (x *index) targets(to []atom, a atom, letter int32) []atom {
	for _, g := range x.groupsOf(a) {
		column := x.column(g.automaton, letter)
		if column < 0 {
			continue
		}
		if g.at < 0 {
			to = append(to, atom(g.first))
			continue
		}
		for _, p := range x.automata[g.automaton].sources(column, g.at) {
			to = append(to, x.states[g.first+p])
		}
	}
	return to
}

// indexer collects the axioms of an index over concepts of the normal form and introduced ones,
// which follow them, before they are numbered as atoms.
type indexer struct {
	nf      *el.Ontology
	box     *roleBox
	search  *traversal
	count   int32 // concepts so far
	nf1     []edge
	nf2     []conjunction
	nf3     []someAxiom
	groups  []groupAxiom
	members [][]int32 // disjointness axioms of three and more; the first is that of valueAxiom
	literal int32     // rdfs:Literal
	data    *el.DataTheory

	self         map[int32]int32 // ∃r.Self by representative
	letterOf     []int32         // by representative: its letter or -1
	letters      []int32
	ranges       map[int32]rangeSet   // by letter
	ranged       map[edge]int32       // filler and range set to the introduced filler
	allRoles     bool                 // every role gets a letter, for links that are still to come
	asked        []el.Concept         // concepts that get a context in any case
	everyConcept bool                 // all of them do
	known        map[int32]*automaton // automata that are there already, by role
	names        *collapse            // nil where every concept stands for itself
	automata     []*automaton
	walked       map[int32]*automaton // of roles that no axiom demands but answers are found by, by role
	states       []int32
	topGroups    []groupAxiom
	composing    *composition
}

type conjunction struct{ left, right, super int32 }

type someAxiom struct{ sub, letter, filler int32 }

type groupAxiom struct {
	concept int32
	group
}

// rangeSet is the range of a role and its super-roles, sorted; equal sets have equal ids.
type rangeSet struct {
	id       int32
	concepts []int32
}

// rangedKey is a filler and the id of a range set.
type rangedKey struct {
	filler atom
	set    int32
}

// newIndex prepares the normal form. The only error is that of a context that has ended.
func newIndex(ctx context.Context, nf *el.Ontology, names *collapse, opts Options) (*index, error) {
	if names != nil {
		nf = nf.Substitute(names.by)
	}
	b := &indexer{
		nf: nf, names: names, allRoles: opts.incremental, asked: opts.contexts, everyConcept: opts.everyConcept, known: opts.automata,
		box: newRoleBox(nf), count: int32(nf.NumConcepts()), self: make(map[int32]int32), ranged: make(map[edge]int32),
	}
	b.search = newTraversal(b.box.size)
	b.literal = b.fresh()
	for _, step := range []func(){
		b.addInclusions, b.addConjunctions, b.addDataTheory, b.addDisjointness, b.addSelf, b.addExistentials, func() { b.addAutomata(ctx) },
	} {
		step()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b.number(ctx)
}

func (b *indexer) fresh() int32 {
	b.count++
	return b.count - 1
}

const (
	top    = int32(el.Top)
	bottom = int32(el.Bottom)
)

func (b *indexer) include(sub, super int32) {
	if sub != super && sub != bottom && super != top {
		b.nf1 = append(b.nf1, edge{sub, super})
	}
}

func (b *indexer) conjoin(left, right, super int32) {
	switch {
	case left == right || right == top:
		b.include(left, super)
	case left == top:
		b.include(right, super)
	case left == bottom || right == bottom || super == top || super == left || super == right:
	default:
		b.nf2 = append(b.nf2, conjunction{left, right, super})
	}
}

func (b *indexer) addInclusions() {
	b.nf1 = make([]edge, 0, len(b.nf.NF1))
	for _, a := range b.nf.NF1 {
		b.include(b.above(a.Sub, b.nf.IsDataConcept(a.Super)), int32(a.Super))
	}
}

// above returns what stands for a concept that the normal form has among data, or elsewhere: its ⊤ is
// owl:Thing and rdfs:Literal both, but what holds of all elements does not hold of data values.
func (b *indexer) above(c el.Concept, data bool) int32 {
	if data && c == el.Top {
		return b.literal
	}
	return int32(c)
}

// valueAxiom is the number of the disjointness axiom that keeps data values apart.
const valueAxiom = 0

// addDataTheory adds what holds of the data values and data ranges by themselves.
func (b *indexer) addDataTheory() {
	b.data = b.nf.DataTheory(el.Top)
	for _, a := range b.data.NF1 {
		b.include(int32(a.Sub), int32(a.Super))
	}
	for _, a := range b.data.NF2 {
		b.conjoin(int32(a.Left), int32(a.Right), int32(a.Super))
	}
	values := make([]int32, len(b.data.Distinct))
	for i, c := range b.data.Distinct {
		values[i] = int32(c)
	}
	b.members = append(b.members, values)
}

func (b *indexer) addConjunctions() {
	b.nf2 = make([]conjunction, 0, len(b.nf.NF2))
	for _, a := range b.nf.NF2 {
		b.conjoin(int32(a.Left), int32(a.Right), int32(a.Super))
	}
}

// addDisjointness turns pairs into NF2 and keeps longer lists for counting. A concept that stands
// twice is empty; ⊤ in a list makes the other members empty.
func (b *indexer) addDisjointness() {
	for _, a := range b.nf.Disjoint {
		sorted := make([]int32, len(a.Concepts))
		for i, c := range a.Concepts {
			sorted[i] = int32(c)
		}
		slices.Sort(sorted)
		distinct := make([]int32, 0, len(sorted))
		for i, c := range sorted {
			if i > 0 && c == sorted[i-1] {
				b.include(c, bottom)
				continue
			}
			if c != bottom {
				distinct = append(distinct, c)
			}
		}
		switch {
		case len(distinct) == 2:
			b.conjoin(distinct[0], distinct[1], bottom)
		case len(distinct) > 2 && distinct[0] == top:
			for _, c := range distinct[1:] {
				b.include(c, bottom)
			}
		case len(distinct) > 2:
			b.members = append(b.members, distinct)
		}
	}
}

// addSelf gives a name to ∃r.Self where it matters, and closes the names under the role axioms:
//
//	r ⊑* s             ∃r.Self ⊑ ∃s.Self
//	r₁ ∘ … ∘ rₙ ⊑ s    ∃r₁.Self ⊓ … ⊓ ∃rₙ.Self ⊑ ∃s.Self
//	range(r) = D       ∃r.Self ⊑ D
//	r reflexive        ⊤ ⊑ ∃r.Self
//	(self⁻)            ∃r.{a} ⊓ {a} ⊑ ∃r.Self, in addAutomata
func (b *indexer) addSelf() {
	box := b.box
	var named []int32
	name := func(r int32) int32 {
		c, ok := b.self[r]
		if !ok {
			c = b.fresh()
			b.self[r] = c
			named = append(named, r)
		}
		return c
	}
	for _, a := range b.nf.HasSelf {
		b.include(int32(a.Sub), name(box.rep[a.Role]))
	}
	var asked []int32
	for _, a := range b.nf.SelfSubs {
		r := box.rep[a.Role]
		b.include(name(r), int32(a.Super))
		asked = append(asked, r)
	}
	if len(named) == 0 {
		return
	}
	needs := box.dependencies()
	needed := make([]bool, box.size)
	for _, r := range newTraversal(box.size).from(&needs, asked...) {
		needed[r] = true
	}
	for _, c := range box.chains {
		if !needed[c.super] {
			continue
		}
		whole := name(c.parts[0])
		for _, p := range c.parts[1:] {
			both := b.fresh()
			b.conjoin(whole, name(p), both)
			whole = both
		}
		b.include(whole, name(c.super))
	}
	for _, r := range named {
		for _, s := range box.supers(b.search, r) {
			if c, ok := b.self[s]; ok {
				b.include(b.self[r], c)
			}
		}
		if box.reflexive[r] {
			b.include(top, b.self[r])
		}
	}
}

// letter returns the letter of a role that occurs in links.
func (b *indexer) letter(role el.Role) int32 {
	r := b.box.rep[role]
	if b.letterOf[r] < 0 {
		b.letterOf[r] = int32(len(b.letters))
		b.letters = append(b.letters, r)
	}
	return b.letterOf[r]
}

// addExistentials eliminates ranges (OWLED'08, section 3): in a right-hand ∃r.D the filler becomes
// D ⊓ range(r) ⊓ range(supers of r). Where an individual has the individual {a} as a filler, {a} is
// in the range; ∃r.Self puts its subject there, and a reflexive r everything.
func (b *indexer) addExistentials() {
	b.letterOf = make([]int32, b.box.size)
	for i := range b.letterOf {
		b.letterOf[i] = -1
	}
	for _, r := range slices.Sorted(mapKeys(b.self)) {
		if !b.box.reflexive[r] {
			b.letter(el.Role(r))
		}
	}
	for i := range b.nf.NF3 {
		b.letter(b.nf.NF3[i].Role)
	}
	for r := range el.Role(b.box.size) {
		if b.allRoles && r != el.BottomRole && r != el.BottomDataRole {
			b.letter(r)
		}
	}
	for _, a := range b.nf.Ranges {
		if b.box.reflexive[b.box.rep[a.Role]] {
			b.include(top, int32(a.Concept))
		}
	}
	if b.readsUniversal() {
		b.letter(el.TopRole)
	}
	existentials := append(b.nf.NF3[:len(b.nf.NF3):len(b.nf.NF3)], b.inverseAssertions()...)
	existentials = append(existentials, b.topDataValues()...)
	for _, a := range existentials[len(b.nf.NF3):] {
		b.letter(a.Role)
	}
	b.findRanges()
	for l, r := range b.letters {
		if c, ok := b.self[r]; ok {
			for _, d := range b.ranges[int32(l)].concepts {
				b.include(c, d)
			}
		}
	}
	told := b.toldSupers()
	search := newTraversal(b.nf.NumConcepts() + 1)
	b.nf3 = make([]someAxiom, 0, len(existentials))
	for _, a := range existentials {
		if a.Filler == el.Bottom {
			b.include(int32(a.Sub), bottom)
			continue
		}
		l := b.letter(a.Role)
		filler := b.above(a.Filler, b.nf.IsData(a.Role))
		if set, ok := b.ranges[l]; ok {
			filler = b.inRange(a, filler, set, &told, search)
		}
		if a.Sub != el.Bottom {
			b.nf3 = append(b.nf3, someAxiom{int32(a.Sub), l, filler})
		}
	}
}

// topDataValues returns the links of the top data property, which lead everywhere from everything, as
// far as something asks for them and the value or datatype is known not to be empty.
func (b *indexer) topDataValues() []el.NF3 {
	if !b.readsTopData() {
		return nil
	}
	links := make([]el.NF3, 0, len(b.data.Inhabited))
	for _, c := range b.data.Inhabited {
		links = append(links, el.NF3{Sub: el.Top, Role: el.TopDataRole, Filler: c, Source: el.Definition})
	}
	return links
}

// readsTopData reports whether a left side or a range speaks of the values of the top data property.
func (b *indexer) readsTopData() bool {
	top := b.box.rep[el.TopDataRole]
	return slices.ContainsFunc(b.nf.NF4, func(a el.NF4) bool { return b.box.rep[a.Role] == top && a.Filler != el.Top }) ||
		slices.ContainsFunc(b.nf.Ranges, func(a el.Range) bool { return b.box.rep[a.Role] == top })
}

// readsUniversal reports whether a left side or a chain asks for the top object role: then its links
// between nonempty contexts matter, which nobody states.
func (b *indexer) readsUniversal() bool {
	for _, a := range b.nf.NF4 {
		if b.box.rep[a.Role] == b.box.universal {
			return true
		}
	}
	for _, c := range b.box.chains {
		if slices.Contains(c.parts, b.box.universal) {
			return true
		}
	}
	return false
}

// inverseAssertions returns what inverse and symmetric roles add to the asserted links between
// individuals: from r(a,b), r ⊑* s and s the inverse of t follows t(b,a). This is all that is made of
// inverses: they lie outside EL.
func (b *indexer) inverseAssertions() []el.NF3 {
	if len(b.nf.Inverses) == 0 {
		return nil
	}
	inverses := make(map[int32][]int32)
	for _, a := range b.nf.Inverses {
		first, second := b.box.rep[a.First], b.box.rep[a.Second]
		inverses[first] = append(inverses[first], second)
		inverses[second] = append(inverses[second], first)
	}
	var all, added []el.NF3
	known := make(map[el.NF3]bool)
	assert := func(sub el.Concept, r int32, filler el.Concept) bool {
		a := el.NF3{Sub: sub, Role: el.Role(r), Filler: filler}
		if known[a] {
			return false
		}
		known[a] = true
		all = append(all, a)
		return true
	}
	for _, a := range b.nf.NF3 {
		if b.nf.Kind(a.Sub) == el.Nominal && b.nf.Kind(a.Filler) == el.Nominal {
			assert(a.Sub, b.box.rep[a.Role], a.Filler)
		}
	}
	for i := 0; i < len(all); i++ {
		a := all[i]
		for _, s := range b.box.supers(b.search, int32(a.Role)) {
			for _, t := range inverses[s] {
				if assert(a.Filler, t, a.Sub) {
					added = append(added, el.NF3{Sub: a.Filler, Role: el.Role(t), Filler: a.Sub, Source: el.Definition})
				}
			}
		}
	}
	return added
}

// findRanges collects the ranges that each letter inherits.
func (b *indexer) findRanges() {
	b.ranges = make(map[int32]rangeSet)
	if len(b.nf.Ranges) == 0 {
		return
	}
	own := make(map[int32][]int32)
	for _, a := range b.nf.Ranges {
		if a.Concept != el.Top {
			r := b.box.rep[a.Role]
			own[r] = append(own[r], int32(a.Concept))
		}
	}
	ids := make(map[string]int32)
	for l, r := range b.letters {
		var all []int32
		for _, s := range b.box.supers(b.search, r) {
			all = append(all, own[s]...)
		}
		if len(all) == 0 {
			continue
		}
		slices.Sort(all)
		all = slices.Compact(all)
		var key []byte
		for _, c := range all {
			key = binary.LittleEndian.AppendUint32(key, uint32(c))
		}
		id, ok := ids[string(key)]
		if !ok {
			id = int32(len(ids))
			ids[string(key)] = id
		}
		b.ranges[int32(l)] = rangeSet{id, all}
	}
}

// toldSupers is the graph of the NF1 axioms between concepts of the normal form and rdfs:Literal.
func (b *indexer) toldSupers() graph {
	if len(b.ranges) == 0 {
		return graph{}
	}
	n := b.literal + 1
	edges := make([]edge, 0, len(b.nf1))
	for _, e := range b.nf1 {
		if e.from < n && e.to < n {
			edges = append(edges, e)
		}
	}
	return newGraph(int(n), edges)
}

// inRange returns the concept that stands for the filler within the ranges: the filler itself where
// its told super-concepts hold them all already.
func (b *indexer) inRange(a el.NF3, filler int32, set rangeSet, told *graph, search *traversal) int32 {
	if b.alwaysThere(a.Sub) && b.isElement(a.Filler) {
		for _, d := range set.concepts {
			b.include(filler, d)
		}
		return filler
	}
	key := edge{filler, set.id}
	if c, ok := b.ranged[key]; ok {
		return c
	}
	c := filler
	search.from(told, filler)
	for _, d := range set.concepts {
		if search.stamp[d] != search.round {
			c = b.fresh()
			b.include(c, filler)
			for _, d := range set.concepts {
				b.include(c, d)
			}
			break
		}
	}
	b.ranged[key] = c
	return c
}

// alwaysThere reports whether the concept has an instance in every model.
func (b *indexer) alwaysThere(c el.Concept) bool { return c == el.Top || b.nf.Kind(c) == el.Nominal }

// isElement reports whether the concept stands for a single element.
func (b *indexer) isElement(c el.Concept) bool {
	return b.nf.Kind(c) == el.Nominal || b.nf.Kind(c) == el.DataValue
}

// demand is a left-hand ∃role.filler ⊑ super over representatives.
type demand struct{ role, filler, super int32 }

// demands collects the left-hand existentials, sorted by role and filler: NF4, ∃⊥role.⊤ ⊑ ⊥, and
// for self⁻ ∃r.{a} where ∃r.Self occurs on a left side.
func (b *indexer) demands() []demand {
	all := make([]demand, 0, len(b.nf.NF4)+2)
	add := func(role el.Role, filler, super int32) {
		if filler != bottom && super != top {
			all = append(all, demand{b.box.rep[role], filler, super})
		}
	}
	for _, a := range b.nf.NF4 {
		add(a.Role, int32(a.Filler), int32(a.Super))
		if b.box.rep[a.Role] == b.box.rep[el.TopDataRole] && a.Filler == el.Top {
			b.include(top, int32(a.Super))
		}
	}
	add(el.BottomRole, top, bottom)
	add(el.BottomDataRole, top, bottom)
	if len(b.nf.SelfSubs) > 0 {
		var roles []int32
		for _, a := range b.nf.SelfSubs {
			roles = append(roles, b.box.rep[a.Role])
		}
		slices.Sort(roles)
		for _, r := range slices.Compact(roles) {
			for c := range el.Concept(b.nf.NumConcepts()) {
				if b.nf.Kind(c) == el.Nominal {
					loop := b.fresh()
					add(el.Role(r), int32(c), loop)
					b.conjoin(loop, int32(c), b.self[r])
				}
			}
		}
	}
	slices.SortFunc(all, func(d, e demand) int {
		return cmp.Or(cmp.Compare(d.role, e.role), cmp.Compare(d.filler, e.filler), cmp.Compare(d.super, e.super))
	})
	return slices.Compact(all)
}

// addAutomata builds the automaton of each demanded role, and the states of each demanded pair.
func (b *indexer) addAutomata(ctx context.Context) {
	demands := b.demands()
	rightSides := b.countRightSides()
	for {
		large, ok := b.buildAutomata(ctx, demands)
		if ctx.Err() != nil {
			return // newIndex looks, too
		}
		if ok {
			break
		}
		b.box.compose(large)
	}
	b.groups = make([]groupAxiom, 0, len(demands)) // automata of one state, which are most, take one
	at := int32(-1)
	var a *automaton
	for len(demands) > 0 {
		d := demands[0]
		n := 1
		for n < len(demands) && demands[n].role == d.role && demands[n].filler == d.filler {
			n++
		}
		if a == nil || a.role != d.role {
			at++
			a = b.automata[at]
		}
		b.addPair(at, a, demands[:n], rightSides)
		demands = demands[n:]
	}
}

// buildAutomata builds the automata of all demanded roles, or returns a role for which it would be
// too large.
func (b *indexer) buildAutomata(ctx context.Context, demands []demand) (large int32, ok bool) {
	b.composing = nil
	letters := b.letters
	if slices.Contains(b.box.composed, true) {
		b.composing = newComposition(b.box, b.letters, b.letterOf)
		letters = b.composing.letters
	}
	builder := newAutomata(b.box, letters)
	b.automata = b.automata[:0]
	for i, d := range demands {
		if i > 0 && demands[i-1].role == d.role {
			continue
		}
		if ctx.Err() != nil {
			return 0, false
		}
		a, known := b.known[d.role]
		if !known {
			var err error
			if a, err = builder.build(d.role); err != nil {
				return d.role, false
			}
		}
		b.automata = append(b.automata, a)
	}
	b.walked = make(map[int32]*automaton)
	for _, r := range b.walkedRoles() {
		if ctx.Err() != nil {
			return 0, false
		}
		var err error
		if b.walked[r], err = builder.build(r); err != nil {
			return r, false
		}
	}
	return 0, true
}

// walkedRoles returns the representatives of the roles that need automata though no axiom demands them.
func (b *indexer) walkedRoles() []int32 {
	demanded := make(map[int32]bool)
	for _, a := range b.automata {
		demanded[a.role] = true
	}
	var roles []int32
	for _, k := range b.nf.Keys {
		for _, r := range k.Objects {
			roles = append(roles, b.box.rep[r])
		}
	}
	for r := range int32(b.box.size) {
		if b.everyConcept && b.box.rep[r] == r && b.box.complex[r] {
			roles = append(roles, r)
		}
	}
	return slices.DeleteFunc(roles, func(r int32) bool { return demanded[r] })
}

// countRightSides counts how often each concept of the normal form stands on a right side.
func (b *indexer) countRightSides() []int32 {
	n := make([]int32, b.count)
	for _, a := range b.nf1 {
		n[a.to]++
	}
	for _, a := range b.nf2 {
		n[a.super]++
	}
	for _, a := range b.nf.NF4 {
		n[a.Super]++
	}
	for _, a := range b.nf3 {
		n[a.filler] += 2 // a context holds its own name: never a state
	}
	return n
}

// addPair makes the states of one pair (role, filler), which all demands share. The start state may
// be the super-concept itself where nothing else can put that into a context, or where no
// transition asks for the start state.
func (b *indexer) addPair(at int32, a *automaton, demands []demand, rightSides []int32) {
	filler := demands[0].filler
	if len(a.letters) == 0 && !a.empty {
		return
	}
	enters := a.enters()
	start := int32(-1)
	if len(demands) == 1 {
		super := demands[0].super
		private := int(super) < b.nf.NumConcepts() && b.nf.Kind(el.Concept(super)) == el.Introduced && rightSides[super] == 1 && !b.everyConcept
		if !enters || private {
			start = super
		}
	}
	if start < 0 {
		start = b.fresh()
		for _, d := range demands {
			b.include(start, d.super)
		}
	}
	if a.empty {
		b.include(filler, start)
	}
	if a.states == 1 && !enters {
		b.addGroup(groupAxiom{filler, group{at, start, -1}})
		return
	}
	first := int32(len(b.states))
	b.states = append(b.states, start)
	for range a.states - 1 {
		b.states = append(b.states, b.fresh())
	}
	b.addGroup(groupAxiom{filler, group{at, first, a.accepting()}})
	for q, c := range b.states[first:] {
		b.addGroup(groupAxiom{c, group{at, first, int32(q)}})
	}
}

func (b *indexer) addGroup(g groupAxiom) {
	if g.concept == top {
		b.topGroups = append(b.topGroups, g)
		return
	}
	b.groups = append(b.groups, g)
}

// mapKeys iterates over the keys of a map.
func mapKeys(m map[int32]int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
