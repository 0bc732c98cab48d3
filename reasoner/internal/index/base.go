package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/role"
)

// indexer collects the axioms of an index over the concepts of the normal form and the introduced
// ones that follow them. Ids are assigned afterwards.
type indexer struct {
	Compiler
	box    *role.Box
	search *dense.Traversal // of roles
	// of concepts, for within
	conceptSearch *dense.Traversal
	count         int32 // concepts so far
	nf1           []dense.Edge
	nf2           []conjunction
	nf3           []someAxiom
	negatives     []occurrenceAxiom
	// disjointness axioms with three or more members; the first is that of ValueAxiom
	members [][]ConceptID
	data    *el.DataTheory

	self            map[int32]ConceptID // ∃r.Self by representative
	roleIDOf        []int32             // by representative: its role id or -1
	representatives []int32
	// the introduced concept of a filler within a range set
	ranged       map[RangedKey]ConceptID
	asserted     dense.Graph  // the NF1 axioms before introduced concepts, for within
	allRoles     bool         // every role gets an id, because later axioms may use it
	asked        []el.Concept // concepts that always get a context
	everyConcept bool         // all of them do
	names        *Collapse    // nil if no concepts were merged
	automata     []*role.Automaton
	// automata of roles without a negative existential, for answers and keys, by role
	walked       map[int32]*role.Automaton
	states       []ConceptID
	topNegatives []occurrenceAxiom
	composing    *role.Composition
}

type conjunction struct{ left, right, super ConceptID }

type someAxiom struct {
	sub    ConceptID
	roleID int32
	filler ConceptID
}

type occurrenceAxiom struct {
	concept ConceptID
	NegativeOccurrence
}

// The methods of Sink. The ids are those of the normal form, followed by introduced ones.

func (b *indexer) ID(c el.Concept) ConceptID { return ConceptID(c) }

func (b *indexer) Fresh() ConceptID {
	b.count++
	return ConceptID(b.count - 1)
}

func (b *indexer) AddInclusion(sub, super ConceptID) {
	b.nf1 = append(b.nf1, dense.Edge{From: int32(sub), To: int32(super)})
}

func (b *indexer) AddConjunction(left, right, super ConceptID) {
	b.nf2 = append(b.nf2, conjunction{left, right, super})
}

func (b *indexer) AddExistential(sub ConceptID, roleID int32, filler ConceptID) {
	b.nf3 = append(b.nf3, someAxiom{sub, roleID, filler})
}

func (b *indexer) AddDisjointness(members []ConceptID) { b.members = append(b.members, members) }

func (b *indexer) AddStates(states []ConceptID) int32 {
	b.states = append(b.states, states...)
	return int32(len(b.states) - len(states))
}

func (b *indexer) AddOccurrence(a ConceptID, g NegativeOccurrence) {
	if a == top {
		b.topNegatives = append(b.topNegatives, occurrenceAxiom{a, g})
	} else {
		b.negatives = append(b.negatives, occurrenceAxiom{a, g})
	}
}

// RoleID assigns an id to the role if it has none.
func (b *indexer) RoleID(role el.Role) (int32, bool) {
	r := b.box.Rep[role]
	if b.roleIDOf[r] < 0 {
		b.roleIDOf[r] = int32(len(b.representatives))
		b.representatives = append(b.representatives, r)
	}
	return b.roleIDOf[r], true
}

// Within returns the filler itself if its asserted superclasses include all ranges.
func (b *indexer) Within(filler ConceptID, set RangeSet) ConceptID {
	key := RangedKey{filler, set.ID}
	if c, ok := b.ranged[key]; ok {
		return c
	}
	c := filler
	b.conceptSearch.From(&b.asserted, int32(filler))
	if slices.ContainsFunc(set.Concepts, func(d el.Concept) bool {
		return !b.conceptSearch.Visited.Has(int32(d))
	}) {
		c = b.NewWithin(filler, set)
	}
	b.ranged[key] = c
	return c
}

const (
	top    = ConceptID(el.Top)
	bottom = ConceptID(el.Bottom)
)

func (b *indexer) addConcepts() {
	b.nf1, b.nf2 = make([]dense.Edge, 0, len(b.NF.NF1)), make([]conjunction, 0, len(b.NF.NF2))
	b.Concepts(b.NF.NF1, b.NF.NF2)
}

// ValueAxiom is the number of the disjointness axiom that makes data values distinct.
const ValueAxiom = 0

// addDataTheory adds the axioms that hold for data values and data ranges in every ontology.
func (b *indexer) addDataTheory() {
	b.data = b.NF.DataTheory(el.Top)
	b.Concepts(b.data.NF1, b.data.NF2)
	values := make([]ConceptID, len(b.data.Distinct))
	for i, c := range b.data.Distinct {
		values[i] = b.ID(c)
	}
	b.AddDisjointness(values)
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
	name := func(r int32) ConceptID {
		c, ok := b.self[r]
		if !ok {
			c = b.Fresh()
			b.self[r] = c
			named = append(named, r)
		}
		return c
	}
	for _, a := range b.NF.HasSelf {
		b.Include(b.ID(a.Sub), name(box.Rep[a.Role]))
	}
	var asked []int32
	for _, a := range b.NF.SelfSubs {
		r := box.Rep[a.Role]
		b.Include(name(r), b.ID(a.Super))
		asked = append(asked, r)
	}
	if len(named) == 0 {
		return
	}
	needs := box.Dependencies()
	needed := make([]bool, box.Size)
	for _, r := range dense.NewTraversal(box.Size).From(&needs, asked...) {
		needed[r] = true
	}
	for _, c := range box.Chains {
		if !needed[c.Super] {
			continue
		}
		whole := name(c.Parts[0])
		for _, p := range c.Parts[1:] {
			both := b.Fresh()
			b.conjoin(whole, name(p), both)
			whole = both
		}
		b.Include(whole, name(c.Super))
	}
	for _, r := range named {
		for _, s := range box.Supers(b.search, r) {
			if c, ok := b.self[s]; ok {
				b.Include(b.self[r], c)
			}
		}
		if box.Reflexive[r] {
			b.Include(top, b.self[r])
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
			b.RoleID(el.Role(r))
		}
	}
	for i := range b.NF.NF3 {
		b.RoleID(b.NF.NF3[i].Role)
	}
	for r := range el.Role(b.box.Size) {
		if b.allRoles && r != el.BottomRole && r != el.BottomDataRole {
			b.RoleID(r)
		}
	}
	for _, a := range b.NF.Ranges {
		if b.box.Reflexive[b.box.Rep[a.Role]] {
			b.Include(top, b.ID(a.Concept))
		}
	}
	if b.readsUniversal() {
		b.RoleID(el.TopRole)
	}
	existentials := append(b.NF.NF3[:len(b.NF.NF3):len(b.NF.NF3)], b.inverseAssertions()...)
	existentials = append(existentials, b.topDataValues()...)
	for _, a := range existentials[len(b.NF.NF3):] {
		b.RoleID(a.Role)
	}
	b.findRanges()
	for l, r := range b.representatives {
		if c, ok := b.self[r]; ok {
			for _, d := range b.Ranges[int32(l)].Concepts {
				b.Include(c, b.ID(d))
			}
		}
	}
	b.asserted, b.conceptSearch = b.assertedSupers(), dense.NewTraversal(b.NF.NumConcepts()+1)
	b.nf3 = make([]someAxiom, 0, len(existentials))
	b.Existentials(existentials)
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
	return slices.ContainsFunc(b.NF.NF4, func(a el.NF4) bool {
		return b.box.Rep[a.Role] == top && a.Filler != el.Top
	}) ||
		slices.ContainsFunc(b.NF.Ranges, func(a el.Range) bool { return b.box.Rep[a.Role] == top })
}

// readsUniversal reports whether a left side or a chain has the top object role. Then the implicit
// links between nonempty contexts matter.
func (b *indexer) readsUniversal() bool {
	for _, a := range b.NF.NF4 {
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
	if len(b.NF.Inverses) == 0 {
		return nil
	}
	inverses := make(map[int32][]int32)
	for _, a := range b.NF.Inverses {
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
	for _, a := range b.NF.NF3 {
		if b.NF.Kind(a.Sub) == el.Nominal && b.NF.Kind(a.Filler) == el.Nominal {
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
	b.Ranges = make(map[int32]RangeSet)
	if len(b.NF.Ranges) == 0 {
		return
	}
	own := make(map[int32][]el.Concept)
	for _, a := range b.NF.Ranges {
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
		b.Ranges[int32(l)] = RangeSet{id, all}
	}
}

// assertedSupers returns the graph of the NF1 axioms between concepts of the normal form and
// rdfs:Literal.
func (b *indexer) assertedSupers() dense.Graph {
	if len(b.Ranges) == 0 {
		return dense.Graph{}
	}
	n := int32(b.Literal) + 1
	edges := make([]dense.Edge, 0, len(b.nf1))
	for _, e := range b.nf1 {
		if e.From < n && e.To < n {
			edges = append(edges, e)
		}
	}
	return dense.NewGraph(int(n), edges)
}

// negativeExistential is a left-hand ∃role.filler ⊑ super over representatives.
type negativeExistential struct {
	role          int32
	filler, super ConceptID
}

// negativeExistentials collects the negative existentials, sorted by role and filler: NF4 axioms,
// ∃⊥role.⊤ ⊑ ⊥, and for the rule self⁻ ∃r.{a} if ∃r.Self occurs on a left side.
func (b *indexer) negativeExistentials() []negativeExistential {
	all := make([]negativeExistential, 0, len(b.NF.NF4)+2)
	add := func(role el.Role, filler, super ConceptID) {
		if filler != bottom && super != top {
			all = append(all, negativeExistential{b.box.Rep[role], filler, super})
		}
	}
	for _, a := range b.NF.NF4 {
		add(a.Role, b.ID(a.Filler), b.ID(a.Super))
		if b.box.Rep[a.Role] == b.box.Rep[el.TopDataRole] && a.Filler == el.Top {
			b.Include(top, b.ID(a.Super))
		}
	}
	add(el.BottomRole, top, bottom)
	add(el.BottomDataRole, top, bottom)
	if len(b.NF.SelfSubs) > 0 {
		var roles []int32
		for _, a := range b.NF.SelfSubs {
			roles = append(roles, b.box.Rep[a.Role])
		}
		slices.Sort(roles)
		for _, r := range slices.Compact(roles) {
			for c := range el.Concept(b.NF.NumConcepts()) {
				if b.NF.Kind(c) == el.Nominal {
					loop := b.Fresh()
					add(el.Role(r), b.ID(c), loop)
					b.conjoin(loop, b.ID(c), b.self[r])
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
			return // New returns the error
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
	for _, k := range b.NF.Keys {
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
	for _, a := range b.NF.NF4 {
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
	start := ConceptID(-1)
	if len(negatives) == 1 {
		super := negatives[0].super
		private := int(super) < b.NF.NumConcepts() &&
			b.NF.Kind(el.Concept(super)) == el.Introduced && rightSides[super] == 1 &&
			!b.everyConcept
		if !enters || private {
			start = super
		}
	}
	if start < 0 {
		start = b.Fresh()
		for _, d := range negatives {
			b.Include(start, d.super)
		}
	}
	b.Negative(at, a, filler, start, enters)
}
