package reasoner

import (
	"cmp"
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/role"
)

// conceptID is the number of a concept in the index: a concept of the normal form, or one that the
// index introduces (ranged fillers, automaton states, ∃r.Self). The range of the number tells how
// the rules treat an inherited subsumer (see index.activeOnly).
type conceptID int32

// noConcept marks a concept id without a concept of the normal form.
const noConcept el.Concept = -1

// index is the normal form prepared for saturation. All that a rule needs for a new subsumer is
// stored contiguously and found through one descriptor.
type index struct {
	nf  *el.Ontology
	box *role.Box

	// Concept ids are in four blocks, so that one comparison tells the kind:
	//
	//	[0, activeOnly)             left conjuncts and members of disjointness axioms
	//	[activeOnly, active)        the same, and links propagate them
	//	[active, propagated)        links propagate them (fillers and states)
	//	[propagated, numConcepts)   the rest
	activeOnly, active, propagated, numConcepts conceptID

	top, bottom conceptID
	literal     conceptID    // rdfs:Literal, the top of data values
	concepts    []el.Concept // by id; of several merged concepts their representative
	names       *collapse    // nil if no concepts were merged
	idOf        []conceptID  // by concept of the normal form
	flags       []uint8      // by id
	contexts    []conceptID  // the ids with a context, ascending by concept

	descriptors []descriptor // by id, with a sentinel at the end
	nf1         []conceptID
	nf2         []conjunct
	nf3         []existential
	negatives   []negativeOccurrence
	// by id: the disjointness axioms with three or more members; empty if none
	members   graph.Graph
	special   bool                // some id is a member or ∃r.Self
	selfRoles map[conceptID]int32 // ids of ∃r.Self, with the role id of r

	representatives []int32 // representative roles, by role id
	automata        []*role.Automaton
	walked          map[int32]*role.Automaton // of other roles, by representative: see walker
	dense           []int32                   // column+1 by automaton and role id, if it is small
	sparse          map[uint64]int32          // otherwise the same, by key
	states          []conceptID               // states of the negative existentials
	// by role id: the ids that every link propagates because its target is in ⊤
	topPropagated graph.Graph
	// the id of the top object role if automata read it, else -1
	universal int32
	topData   bool              // the links of the top data role to every value exist
	composing *role.Composition // nil if all roles have automata

	nominals []conceptID
	// everyConcept is set if every concept has a context; see Closure.
	everyConcept bool
	// The axioms of a layer are compiled with these fields; see edit.go.
	roleIDOf    []int32                 // by representative: its role id or -1
	ranges      map[int32]rangeSet      // by role id
	ranged      map[rangedKey]conceptID // the concept of a filler within a range set
	selfIDs     map[int32]conceptID     // by representative: the id of ∃r.Self
	automatonOf map[int32]int32         // by representative
	disjoint    int32                   // number of disjointness axioms in members

	// changed marks the ids whose axioms are in changes instead of the lists above: ids added after
	// the index was made, and ids with added or removed axioms. It is empty in the index of a base.
	// See layer.
	changed bitset
	changes *changes
}

// Flags of concept ids.
const (
	isContext uint8 = 1 << iota
	isNominal
	isMember
	isSelf
	isData // a context of data values
)

// descriptor holds the offsets of a concept's axioms in the lists of the index; the next descriptor
// has their ends. It has a copy of the flags, so that settling a subsumer needs no other table.
type descriptor struct {
	nf1, nf2, nf3, negatives int32
	flags                    uint32
}

// conjunct is an NF2 axiom seen from one of its conjuncts.
type conjunct struct{ other, super conceptID }

// existential is the right side of an NF3 axiom.
type existential struct {
	roleID int32
	filler conceptID
}

// negativeOccurrence is an occurrence of a concept in a negative existential ∃r.F with an
// automaton: as F (at is the accepting target) or as the state at. The states of the existential
// begin at first in index.states. If at is -1, the existential has only a start state without
// incoming transitions, and first is that concept id.
type negativeOccurrence struct{ automaton, first, at int32 }

func (x *index) isContext(a conceptID) bool { return x.flagsOf(a)&isContext != 0 }

func (x *index) flagsOf(a conceptID) uint8 {
	if x.changed.has(a) {
		return x.changes.of(a).flags
	}
	return x.flags[a]
}

func (x *index) inclusions(a conceptID) []conceptID {
	if x.changed.has(a) {
		return x.changes.of(a).nf1
	}
	return x.nf1[x.descriptors[a].nf1:x.descriptors[a+1].nf1]
}

func (x *index) conjuncts(a conceptID) []conjunct {
	if x.changed.has(a) {
		return x.changes.of(a).nf2
	}
	return x.nf2[x.descriptors[a].nf2:x.descriptors[a+1].nf2]
}

func (x *index) existentials(a conceptID) []existential {
	if x.changed.has(a) {
		return x.changes.of(a).nf3
	}
	return x.nf3[x.descriptors[a].nf3:x.descriptors[a+1].nf3]
}

func (x *index) negativesOf(a conceptID) []negativeOccurrence {
	if x.changed.has(a) {
		return x.changes.of(a).negatives
	}
	return x.negatives[x.descriptors[a].negatives:x.descriptors[a+1].negatives]
}

func (x *index) disjointnessOf(a conceptID) []int32 {
	if x.changed.has(a) {
		return x.changes.of(a).members
	}
	if x.flags[a]&isMember == 0 {
		return nil
	}
	return x.members.Of(int32(a))
}

// column returns the column of a role id in an automaton, or -1 if it has no transition.
func (x *index) column(automaton, roleID int32) int32 {
	if x.dense != nil {
		return x.dense[int(automaton)*len(x.representatives)+int(roleID)] - 1
	}
	return x.sparse[uint64(automaton)<<32|uint64(roleID)] - 1
}

// targets appends the concepts that a link with this role propagates because its target is subsumed
// by a.
func (x *index) targets(to []conceptID, a conceptID, roleID int32) []conceptID {
	for _, g := range x.negativesOf(a) {
		column := x.column(g.automaton, roleID)
		if column < 0 {
			continue
		}
		if g.at < 0 {
			to = append(to, conceptID(g.first))
			continue
		}
		for _, p := range x.automata[g.automaton].Sources(column, g.at) {
			to = append(to, x.states[g.first+p])
		}
	}
	return to
}

// indexer collects the axioms of an index over the concepts of the normal form and the introduced
// ones that follow them. Ids are assigned afterwards.
type indexer struct {
	compiler
	box    *role.Box
	search *graph.Traversal // of roles
	// of concepts, for within
	conceptSearch *graph.Traversal
	count         int32 // concepts so far
	nf1           []graph.Edge
	nf2           []conjunction
	nf3           []someAxiom
	negatives     []occurrenceAxiom
	// disjointness axioms with three or more members; the first is that of valueAxiom
	members [][]conceptID
	data    *el.DataTheory

	self            map[int32]conceptID // ∃r.Self by representative
	roleIDOf        []int32             // by representative: its role id or -1
	representatives []int32
	// the introduced concept of a filler within a range set
	ranged       map[rangedKey]conceptID
	asserted     graph.Graph  // the NF1 axioms before introduced concepts, for within
	allRoles     bool         // every role gets an id, because later axioms may use it
	asked        []el.Concept // concepts that always get a context
	everyConcept bool         // all of them do
	names        *collapse    // nil if no concepts were merged
	automata     []*role.Automaton
	// automata of roles without a negative existential, for answers and keys, by role
	walked       map[int32]*role.Automaton
	states       []conceptID
	topNegatives []occurrenceAxiom
	composing    *role.Composition
}

type conjunction struct{ left, right, super conceptID }

type someAxiom struct {
	sub    conceptID
	roleID int32
	filler conceptID
}

type occurrenceAxiom struct {
	concept conceptID
	negativeOccurrence
}

// rangeSet holds the ranges of a role and its super-roles, sorted. Equal sets have equal ids.
type rangeSet struct {
	id       int32
	concepts []el.Concept
}

// rangedKey is a filler and the id of a range set.
type rangedKey struct {
	filler conceptID
	set    int32
}

// indexOptions configure an index.
type indexOptions struct {
	Incremental  bool         // layers will follow
	EveryConcept bool         // every concept gets a context and can be asked about; see Closure
	Contexts     []el.Concept // these always get a context
}

// newIndex prepares the normal form. The only error is that of the context.
func newIndex(
	ctx context.Context,
	nf *el.Ontology,
	names *collapse,
	opts indexOptions,
) (*index, error) {
	if names != nil {
		nf = nf.Substitute(names.by)
	}
	b := &indexer{
		names: names, allRoles: opts.Incremental, asked: opts.Contexts,
		everyConcept: opts.EveryConcept,
		box: role.NewBox(
			nf,
		), count: int32(nf.NumConcepts()), self: make(map[int32]conceptID),
		ranged: make(map[rangedKey]conceptID),
	}
	b.compiler = compiler{sink: b, nf: nf, top: top, bottom: bottom}
	b.search = graph.NewTraversal(b.box.Size)
	b.literal = b.fresh()
	for _, step := range []func(){
		b.addConcepts, b.addDataTheory, func() { b.disjointness(nf.Disjoint) }, b.addSelf,
		b.addExistentials, func() { b.addAutomata(ctx) },
	} {
		step()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b.number(ctx)
}

// The methods of sink. The ids are those of the normal form, followed by introduced ones.

func (b *indexer) id(c el.Concept) conceptID { return conceptID(c) }

func (b *indexer) fresh() conceptID {
	b.count++
	return conceptID(b.count - 1)
}

func (b *indexer) addInclusion(sub, super conceptID) {
	b.nf1 = append(b.nf1, graph.Edge{From: int32(sub), To: int32(super)})
}

func (b *indexer) addConjunction(left, right, super conceptID) {
	b.nf2 = append(b.nf2, conjunction{left, right, super})
}

func (b *indexer) addExistential(sub conceptID, roleID int32, filler conceptID) {
	b.nf3 = append(b.nf3, someAxiom{sub, roleID, filler})
}

func (b *indexer) addDisjointness(members []conceptID) { b.members = append(b.members, members) }

func (b *indexer) addStates(states []conceptID) int32 {
	b.states = append(b.states, states...)
	return int32(len(b.states) - len(states))
}

func (b *indexer) addOccurrence(a conceptID, g negativeOccurrence) {
	if a == top {
		b.topNegatives = append(b.topNegatives, occurrenceAxiom{a, g})
	} else {
		b.negatives = append(b.negatives, occurrenceAxiom{a, g})
	}
}

// roleID assigns an id to the role if it has none.
func (b *indexer) roleID(role el.Role) (int32, bool) {
	r := b.box.Rep[role]
	if b.roleIDOf[r] < 0 {
		b.roleIDOf[r] = int32(len(b.representatives))
		b.representatives = append(b.representatives, r)
	}
	return b.roleIDOf[r], true
}

// within returns the filler itself if its asserted superclasses include all ranges.
func (b *indexer) within(filler conceptID, set rangeSet) conceptID {
	key := rangedKey{filler, set.id}
	if c, ok := b.ranged[key]; ok {
		return c
	}
	c := filler
	b.conceptSearch.From(&b.asserted, int32(filler))
	if slices.ContainsFunc(set.concepts, func(d el.Concept) bool {
		return !b.conceptSearch.Visited.Has(int32(d))
	}) {
		c = b.newWithin(filler, set)
	}
	b.ranged[key] = c
	return c
}

const (
	top    = conceptID(el.Top)
	bottom = conceptID(el.Bottom)
)

func (b *indexer) addConcepts() {
	b.nf1, b.nf2 = make([]graph.Edge, 0, len(b.nf.NF1)), make([]conjunction, 0, len(b.nf.NF2))
	b.concepts(b.nf.NF1, b.nf.NF2)
}

// valueAxiom is the number of the disjointness axiom that makes data values distinct.
const valueAxiom = 0

// addDataTheory adds the axioms that hold for data values and data ranges in every ontology.
func (b *indexer) addDataTheory() {
	b.data = b.nf.DataTheory(el.Top)
	b.concepts(b.data.NF1, b.data.NF2)
	values := make([]conceptID, len(b.data.Distinct))
	for i, c := range b.data.Distinct {
		values[i] = b.id(c)
	}
	b.addDisjointness(values)
}

// addSelf introduces concepts for ∃r.Self where they are needed, and closes them under the role
// axioms:
//
//	r ⊑* s             ∃r.Self ⊑ ∃s.Self
//	r₁ ∘ … ∘ rₙ ⊑ s    ∃r₁.Self ⊓ … ⊓ ∃rₙ.Self ⊑ ∃s.Self
//	range(r) = D       ∃r.Self ⊑ D
//	r reflexive        ⊤ ⊑ ∃r.Self
//	(self⁻)            ∃r.{a} ⊓ {a} ⊑ ∃r.Self, in addAutomata
func (b *indexer) addSelf() {
	box := b.box
	var named []int32
	name := func(r int32) conceptID {
		c, ok := b.self[r]
		if !ok {
			c = b.fresh()
			b.self[r] = c
			named = append(named, r)
		}
		return c
	}
	for _, a := range b.nf.HasSelf {
		b.include(b.id(a.Sub), name(box.Rep[a.Role]))
	}
	var asked []int32
	for _, a := range b.nf.SelfSubs {
		r := box.Rep[a.Role]
		b.include(name(r), b.id(a.Super))
		asked = append(asked, r)
	}
	if len(named) == 0 {
		return
	}
	needs := box.Dependencies()
	needed := make([]bool, box.Size)
	for _, r := range graph.NewTraversal(box.Size).From(&needs, asked...) {
		needed[r] = true
	}
	for _, c := range box.Chains {
		if !needed[c.Super] {
			continue
		}
		whole := name(c.Parts[0])
		for _, p := range c.Parts[1:] {
			both := b.fresh()
			b.conjoin(whole, name(p), both)
			whole = both
		}
		b.include(whole, name(c.Super))
	}
	for _, r := range named {
		for _, s := range box.Supers(b.search, r) {
			if c, ok := b.self[s]; ok {
				b.include(b.self[r], c)
			}
		}
		if box.Reflexive[r] {
			b.include(top, b.self[r])
		}
	}
}

// addExistentials assigns ids to roles and compiles the existentials with their ranges. ∃r.Self
// puts its subject into the range, and a reflexive r everything.
func (b *indexer) addExistentials() {
	b.roleIDOf = make([]int32, b.box.Size)
	for i := range b.roleIDOf {
		b.roleIDOf[i] = -1
	}
	for _, r := range slices.Sorted(maps.Keys(b.self)) {
		if !b.box.Reflexive[r] {
			b.roleID(el.Role(r))
		}
	}
	for i := range b.nf.NF3 {
		b.roleID(b.nf.NF3[i].Role)
	}
	for r := range el.Role(b.box.Size) {
		if b.allRoles && r != el.BottomRole && r != el.BottomDataRole {
			b.roleID(r)
		}
	}
	for _, a := range b.nf.Ranges {
		if b.box.Reflexive[b.box.Rep[a.Role]] {
			b.include(top, b.id(a.Concept))
		}
	}
	if b.readsUniversal() {
		b.roleID(el.TopRole)
	}
	existentials := append(b.nf.NF3[:len(b.nf.NF3):len(b.nf.NF3)], b.inverseAssertions()...)
	existentials = append(existentials, b.topDataValues()...)
	for _, a := range existentials[len(b.nf.NF3):] {
		b.roleID(a.Role)
	}
	b.findRanges()
	for l, r := range b.representatives {
		if c, ok := b.self[r]; ok {
			for _, d := range b.ranges[int32(l)].concepts {
				b.include(c, b.id(d))
			}
		}
	}
	b.asserted, b.conceptSearch = b.assertedSupers(), graph.NewTraversal(b.nf.NumConcepts()+1)
	b.nf3 = make([]someAxiom, 0, len(existentials))
	b.existentials(existentials)
}

// topDataValues returns links of the top data property from ⊤ to the values and nonempty datatypes,
// if an axiom reads them.
func (b *indexer) topDataValues() []el.NF3 {
	if !b.readsTopData() {
		return nil
	}
	links := make([]el.NF3, 0, len(b.data.Inhabited))
	for _, c := range b.data.Inhabited {
		links = append(links, el.NF3{
			Sub: el.Top, Role: el.TopDataRole, Filler: c, Source: el.Definition,
		})
	}
	return links
}

// readsTopData reports whether a left side or a range refers to values of the top data property.
func (b *indexer) readsTopData() bool {
	top := b.box.Rep[el.TopDataRole]
	return slices.ContainsFunc(b.nf.NF4, func(a el.NF4) bool {
		return b.box.Rep[a.Role] == top && a.Filler != el.Top
	}) ||
		slices.ContainsFunc(b.nf.Ranges, func(a el.Range) bool { return b.box.Rep[a.Role] == top })
}

// readsUniversal reports whether a left side or a chain has the top object role. Then the implicit
// links between nonempty contexts matter.
func (b *indexer) readsUniversal() bool {
	for _, a := range b.nf.NF4 {
		if b.box.Rep[a.Role] == b.box.Universal {
			return true
		}
	}
	for _, c := range b.box.Chains {
		if slices.Contains(c.Parts, b.box.Universal) {
			return true
		}
	}
	return false
}

// inverseAssertions returns the links between individuals that inverse and symmetric roles add to
// the asserted ones: r(a,b), r ⊑* s and s the inverse of t entail t(b,a). Inverse roles are outside
// EL and have no other effect in the index.
func (b *indexer) inverseAssertions() []el.NF3 {
	if len(b.nf.Inverses) == 0 {
		return nil
	}
	inverses := make(map[int32][]int32)
	for _, a := range b.nf.Inverses {
		first, second := b.box.Rep[a.First], b.box.Rep[a.Second]
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
			assert(a.Sub, b.box.Rep[a.Role], a.Filler)
		}
	}
	for i := 0; i < len(all); i++ {
		a := all[i]
		for _, s := range b.box.Supers(b.search, int32(a.Role)) {
			for _, t := range inverses[s] {
				if assert(a.Filler, t, a.Sub) {
					added = append(added, el.NF3{
						Sub: a.Filler, Role: el.Role(t), Filler: a.Sub, Source: el.Definition,
					})
				}
			}
		}
	}
	return added
}

// findRanges collects the ranges that each role inherits.
func (b *indexer) findRanges() {
	b.ranges = make(map[int32]rangeSet)
	if len(b.nf.Ranges) == 0 {
		return
	}
	own := make(map[int32][]el.Concept)
	for _, a := range b.nf.Ranges {
		if a.Concept != el.Top {
			r := b.box.Rep[a.Role]
			own[r] = append(own[r], a.Concept)
		}
	}
	ids := make(map[string]int32)
	for l, r := range b.representatives {
		var all []el.Concept
		for _, s := range b.box.Supers(b.search, r) {
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

// assertedSupers returns the graph of the NF1 axioms between concepts of the normal form and
// rdfs:Literal.
func (b *indexer) assertedSupers() graph.Graph {
	if len(b.ranges) == 0 {
		return graph.Graph{}
	}
	n := int32(b.literal) + 1
	edges := make([]graph.Edge, 0, len(b.nf1))
	for _, e := range b.nf1 {
		if e.From < n && e.To < n {
			edges = append(edges, e)
		}
	}
	return graph.New(int(n), edges)
}

// negativeExistential is a left-hand ∃role.filler ⊑ super over representatives.
type negativeExistential struct {
	role          int32
	filler, super conceptID
}

// negativeExistentials collects the negative existentials, sorted by role and filler: NF4 axioms,
// ∃⊥role.⊤ ⊑ ⊥, and for the rule self⁻ ∃r.{a} if ∃r.Self occurs on a left side.
func (b *indexer) negativeExistentials() []negativeExistential {
	all := make([]negativeExistential, 0, len(b.nf.NF4)+2)
	add := func(role el.Role, filler, super conceptID) {
		if filler != bottom && super != top {
			all = append(all, negativeExistential{b.box.Rep[role], filler, super})
		}
	}
	for _, a := range b.nf.NF4 {
		add(a.Role, b.id(a.Filler), b.id(a.Super))
		if b.box.Rep[a.Role] == b.box.Rep[el.TopDataRole] && a.Filler == el.Top {
			b.include(top, b.id(a.Super))
		}
	}
	add(el.BottomRole, top, bottom)
	add(el.BottomDataRole, top, bottom)
	if len(b.nf.SelfSubs) > 0 {
		var roles []int32
		for _, a := range b.nf.SelfSubs {
			roles = append(roles, b.box.Rep[a.Role])
		}
		slices.Sort(roles)
		for _, r := range slices.Compact(roles) {
			for c := range el.Concept(b.nf.NumConcepts()) {
				if b.nf.Kind(c) == el.Nominal {
					loop := b.fresh()
					add(el.Role(r), b.id(c), loop)
					b.conjoin(loop, b.id(c), b.self[r])
				}
			}
		}
	}
	slices.SortFunc(all, func(d, e negativeExistential) int {
		return cmp.Or(cmp.Compare(d.role, e.role), cmp.Compare(d.filler, e.filler),
			cmp.Compare(d.super, e.super))
	})
	return slices.Compact(all)
}

// addAutomata builds the automaton of each role of a negative existential, and the states of each
// pair of role and filler.
func (b *indexer) addAutomata(ctx context.Context) {
	negatives := b.negativeExistentials()
	rightSides := b.countRightSides()
	for {
		large, ok := b.buildAutomata(ctx, negatives)
		if ctx.Err() != nil {
			return // newIndex returns the error
		}
		if ok {
			break
		}
		b.box.Compose(large)
	}
	// most automata have one state and need one occurrence
	b.negatives = make([]occurrenceAxiom, 0, len(negatives))
	at := int32(-1)
	var a *role.Automaton
	for len(negatives) > 0 {
		d := negatives[0]
		n := 1
		for n < len(negatives) && negatives[n].role == d.role && negatives[n].filler == d.filler {
			n++
		}
		if a == nil || a.Role != d.role {
			at++
			a = b.automata[at]
		}
		b.addPair(at, a, negatives[:n], rightSides)
		negatives = negatives[n:]
	}
}

// buildAutomata builds the automata of all roles of negative existentials. It returns a role whose
// automaton would be too large, if any.
func (b *indexer) buildAutomata(
	ctx context.Context, negatives []negativeExistential,
) (large int32, ok bool) {
	b.composing = nil
	representatives := b.representatives
	if slices.Contains(b.box.Composed, true) {
		b.composing = role.NewComposition(b.box, b.representatives, b.roleIDOf)
		representatives = b.composing.Representatives
	}
	builder := role.NewBuilder(b.box, representatives)
	b.automata = b.automata[:0]
	for i, d := range negatives {
		if i > 0 && negatives[i-1].role == d.role {
			continue
		}
		if ctx.Err() != nil {
			return 0, false
		}
		a, err := builder.Build(d.role)
		if err != nil {
			return d.role, false
		}
		b.automata = append(b.automata, a)
	}
	b.walked = make(map[int32]*role.Automaton)
	for _, r := range b.walkedRoles() {
		if ctx.Err() != nil {
			return 0, false
		}
		var err error
		if b.walked[r], err = builder.Build(r); err != nil {
			return r, false
		}
	}
	return 0, true
}

// walkedRoles returns the representatives of the roles that need an automaton but have no negative
// existential.
func (b *indexer) walkedRoles() []int32 {
	hasNegative := make(map[int32]bool)
	for _, a := range b.automata {
		hasNegative[a.Role] = true
	}
	var roles []int32
	for _, k := range b.nf.Keys {
		for _, r := range k.Objects {
			roles = append(roles, b.box.Rep[r])
		}
	}
	for r := range int32(b.box.Size) {
		if b.everyConcept && b.box.Rep[r] == r && b.box.Complex[r] {
			roles = append(roles, r)
		}
	}
	return slices.DeleteFunc(roles, func(r int32) bool { return hasNegative[r] })
}

// countRightSides counts the occurrences of each concept of the normal form on right sides.
func (b *indexer) countRightSides() []int32 {
	n := make([]int32, b.count)
	for _, a := range b.nf1 {
		n[a.To]++
	}
	for _, a := range b.nf2 {
		n[a.super]++
	}
	for _, a := range b.nf.NF4 {
		n[a.Super]++
	}
	for _, a := range b.nf3 {
		n[a.filler] += 2 // a context contains its own name, so a filler is never a state
	}
	return n
}

// addPair makes the states of one pair of role and filler, which all its negative existentials
// share. The start state is the super-concept itself if no other axiom puts that into a context, or
// if no transition leads to the start state.
func (b *indexer) addPair(
	at int32, a *role.Automaton, negatives []negativeExistential, rightSides []int32,
) {
	filler := negatives[0].filler
	if len(a.Letters) == 0 && !a.AcceptsEmpty {
		return
	}
	enters := a.Enters()
	start := conceptID(-1)
	if len(negatives) == 1 {
		super := negatives[0].super
		private := int(super) < b.nf.NumConcepts() &&
			b.nf.Kind(el.Concept(super)) == el.Introduced && rightSides[super] == 1 &&
			!b.everyConcept
		if !enters || private {
			start = super
		}
	}
	if start < 0 {
		start = b.fresh()
		for _, d := range negatives {
			b.include(start, d.super)
		}
	}
	b.negative(at, a, filler, start, enters)
}

// givesIndividuals reports whether an axiom can put an individual into the context of another
// concept. Most ontologies only assert facts about individuals and do not need the inverse of the
// saturation.
func (x *index) givesIndividuals() bool {
	if len(x.nominals) == 0 {
		return false
	}
	if len(x.changed) > 0 {
		return true // unknown without a search of all layers
	}
	isIndividual := func(a conceptID) bool { return x.flags[a]&isNominal != 0 }
	return slices.ContainsFunc(x.nf1, isIndividual) ||
		slices.ContainsFunc(x.nf2, func(c conjunct) bool { return isIndividual(c.super) }) ||
		slices.ContainsFunc(x.states, isIndividual) ||
		slices.ContainsFunc(x.negatives, func(g negativeOccurrence) bool {
			return g.at < 0 && isIndividual(conceptID(g.first))
		}) ||
		slices.ContainsFunc(x.topPropagated.Items, func(a int32) bool {
			return isIndividual(conceptID(a))
		})
}

func (x *index) isNamedIndividual(a conceptID) bool {
	if x.flagsOf(a)&isNominal == 0 {
		return false
	}
	_, ok := x.nf.Individual(x.concepts[a]).(owl.NamedIndividual)
	return ok
}

// block returns the number of the block of concept ids that a is in.
func (x *index) block(a conceptID) int {
	b := 0
	if a >= x.activeOnly {
		b++
	}
	if a >= x.active {
		b++
	}
	if a >= x.propagated {
		b++
	}
	return b
}

// jumps reports whether a chain that an automaton reads contains the top role.
func (x *index) jumps(a *role.Automaton) bool {
	return x.universal >= 0 && a.Role != x.box.Universal && a.Column(x.universal) >= 0
}

// buildAutomaton builds the automaton of a role that the index has none of.
func (x *index) buildAutomaton(r int32) (*role.Automaton, error) {
	return role.NewBuilder(x.box, x.representatives).Build(r)
}
