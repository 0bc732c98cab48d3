package reasoner

import (
	"errors"
	"slices"

	"box2el-owl/owl/el"
)

// errRebuild is returned if axioms cannot be compiled into a layer, because they change the role
// box, on which the whole index depends.
var errRebuild = errors.New("the index must be rebuilt")

// editor compiles axioms of a normal form into a layer and collects the contexts that must be
// solved again. The rules are those of the indexer.
type editor struct {
	s     *saturation
	x     *index
	seeds map[conceptID]bool
}

func newEditor(s *saturation) *editor {
	return &editor{s: s, x: s.x, seeds: make(map[conceptID]bool)}
}

// seed marks a context to be solved again.
func (e *editor) seed(c conceptID) {
	if e.s.inScope(c) {
		e.seeds[c] = true
	}
}

// sortedSeeds returns the contexts to be solved again, ascending.
func (e *editor) sortedSeeds() []conceptID {
	seeds := make([]conceptID, 0, len(e.seeds))
	for c := range e.seeds {
		seeds = append(seeds, c)
	}
	slices.Sort(seeds)
	return seeds
}

// addVocabulary assigns ids to the new concepts of an extended normal form. New roles need a new
// index.
func (e *editor) addVocabulary(nf *el.Ontology) error {
	x := e.x
	if nf.NumRoles() > len(x.roleIDOf) {
		return errRebuild
	}
	for c := el.Concept(len(x.idOf)); c < el.Concept(nf.NumConcepts()); c++ {
		a := e.s.fresh(0)
		axioms := x.own(a)
		switch nf.Kind(c) {
		case el.NamedClass:
			axioms.flags = isContext
		case el.Nominal:
			if len(x.selfIDs) > 0 {
				return errRebuild // ∃r.{a} ⊓ {a} ⊑ ∃r.Self would be needed
			}
			axioms.flags = isContext | isNominal
			x.nominals = append(x.nominals, a)
		}
		if axioms.flags&isContext != 0 {
			x.contexts = append(x.contexts, a)
			e.seed(a)
		}
		x.concepts[a] = c
		x.idOf = append(x.idOf, a)
	}
	whole := *x.nf // keys and other axioms that the rules read there are unchanged
	whole.Vocabulary = nf.Vocabulary
	x.nf = &whole
	return nil
}

// add compiles all axioms of an extension.
func (e *editor) add(nf *el.Ontology) error {
	if e.x.composing != nil || changesRoleBox(nf) {
		return errRebuild
	}
	known := el.Concept(len(e.x.idOf))
	if err := e.addVocabulary(nf); err != nil {
		return err
	}
	if err := e.addDataTheory(nf.DataTheory(known)); err != nil {
		return err
	}
	for _, a := range nf.NF1 {
		e.include(e.x.above(a.Sub, nf.IsDataConcept(a.Super)), e.x.idOf[a.Super])
	}
	for _, a := range nf.NF2 {
		e.conjoin(e.x.idOf[a.Left], e.x.idOf[a.Right], e.x.idOf[a.Super])
	}
	for _, a := range nf.HasSelf {
		self, ok := e.x.selfIDs[e.x.box.rep[a.Role]]
		if !ok {
			return errRebuild
		}
		e.include(e.x.idOf[a.Sub], self)
	}
	for _, a := range nf.NF3 {
		if err := e.existential(a); err != nil {
			return err
		}
	}
	for _, a := range nf.Disjoint {
		e.disjoint(a)
	}
	for _, a := range nf.NF4 {
		if err := e.negativeExistential(a); err != nil {
			return err
		}
	}
	return nil
}

// above returns the id of a concept on the side of data or of objects; see indexer.above.
func (x *index) above(c el.Concept, data bool) conceptID {
	if data && c == el.Top {
		return x.literal
	}
	return x.idOf[c]
}

// addDataTheory compiles the axioms of new data values and data ranges.
func (e *editor) addDataTheory(t *el.DataTheory) error {
	if e.x.topData && len(t.Inhabited) > 0 {
		return errRebuild // the top data property links to them
	}
	for _, a := range t.NF1 {
		e.include(e.x.idOf[a.Sub], e.x.idOf[a.Super])
	}
	for _, a := range t.NF2 {
		e.conjoin(e.x.idOf[a.Left], e.x.idOf[a.Right], e.x.idOf[a.Super])
	}
	for _, c := range t.Distinct { // they are new, so no context has them
		axioms := e.x.own(e.x.idOf[c])
		axioms.members = append(axioms.members, valueAxiom)
		axioms.flags |= isMember
	}
	return nil
}

// changesRoleBox reports whether a normal form has axioms about roles, or axioms that are compiled
// into the whole index.
func changesRoleBox(nf *el.Ontology) bool {
	return len(nf.Inclusions)+len(nf.Chains)+len(nf.Ranges)+len(nf.Reflexive)+len(nf.SelfSubs)+
		len(nf.Keys)+len(nf.FunctionalData)+len(nf.Inverses) > 0
}

func (e *editor) include(sub, super conceptID) {
	if sub == super || sub == e.x.bottom || super == e.x.top {
		return
	}
	e.x.include(sub, super)
	e.s.having(sub, func(c conceptID) {
		if super == e.x.bottom || !slices.Contains(e.s.store.subsumers(c), super) {
			e.seed(c)
		}
	})
}

func (e *editor) conjoin(left, right, super conceptID) {
	top, bottom := e.x.top, e.x.bottom
	switch {
	case left == right || right == top:
		e.include(left, super)
	case left == top:
		e.include(right, super)
	case left == bottom || right == bottom || super == top || super == left || super == right:
	default:
		e.x.conjoin(left, right, super)
		e.s.having(left, func(c conceptID) {
			if s := e.s.store.subsumers(c); slices.Contains(s, right) &&
				(super == bottom || !slices.Contains(s, super)) {
				e.seed(c)
			}
		})
	}
}

// existential compiles NF3; see indexer.addExistentials.
func (e *editor) existential(a el.NF3) error {
	x := e.x
	sub := x.idOf[a.Sub]
	if a.Filler == el.Bottom {
		e.include(sub, x.bottom)
		return nil
	}
	roleID := x.roleIDOf[x.box.rep[a.Role]]
	if roleID < 0 {
		return errRebuild
	}
	if len(x.nf.Inverses) > 0 && x.nf.Kind(a.Sub) == el.Nominal &&
		x.nf.Kind(a.Filler) == el.Nominal {
		return errRebuild
	}
	if sub == x.bottom {
		return nil
	}
	filler := e.inRange(a, roleID)
	if !x.isContext(filler) {
		e.seed(filler)
	}
	x.linkTo(sub, roleID, filler)
	e.s.having(sub, e.seed)
	return nil
}

// inRange returns the filler of an existential within the ranges of its role.
func (e *editor) inRange(a el.NF3, roleID int32) conceptID {
	x := e.x
	filler := x.above(a.Filler, x.nf.IsData(a.Role))
	set, ok := x.ranges[roleID]
	if !ok {
		return filler
	}
	always := a.Sub == el.Top || x.nf.Kind(a.Sub) == el.Nominal
	if k := x.nf.Kind(a.Filler); always && (k == el.Nominal || k == el.DataValue) {
		for _, d := range set.concepts {
			e.include(filler, x.idOf[d])
		}
		return filler
	}
	key := rangedKey{filler, set.id}
	within, ok := x.ranged[key]
	if !ok {
		within, ok = x.changes.within(key)
	}
	if !ok {
		within = e.s.fresh(0) // linkTo makes it a context
		x.include(within, filler)
		for _, d := range set.concepts {
			x.include(within, x.idOf[d])
		}
		x.changes.ranged[key] = within
		e.seed(within)
	}
	return within
}

// disjoint compiles a disjointness axiom; see indexer.addDisjointness.
func (e *editor) disjoint(a el.Disjoint) {
	x := e.x
	members, twice := distinctMembers(x, a)
	for _, c := range twice {
		e.include(c, x.bottom)
	}
	switch {
	case len(members) == 2:
		e.conjoin(members[0], members[1], x.bottom)
	case len(members) > 2 && slices.Contains(members, x.top):
		for _, c := range members {
			if c != x.top {
				e.include(c, x.bottom)
			}
		}
	case len(members) > 2:
		id := x.disjoint
		x.disjoint++
		seen := make(map[conceptID]bool)
		for _, m := range members {
			axioms := x.own(m)
			axioms.members = append(axioms.members, id)
			axioms.flags |= isMember
			e.s.having(m, func(c conceptID) {
				if seen[c] {
					e.seed(c)
				}
				seen[c] = true
			})
		}
	}
}

// distinctMembers returns the members of a disjointness axiom other than ⊥, and those that occur
// twice.
func distinctMembers(x *index, a el.Disjoint) (members, twice []conceptID) {
	for _, c := range a.Concepts {
		m := x.idOf[c]
		switch {
		case slices.Contains(members, m):
			twice = append(twice, m)
		case m != x.bottom:
			members = append(members, m)
		}
	}
	return members, twice
}

// negativeExistential compiles NF4, always with states of its own; see indexer.addPair.
func (e *editor) negativeExistential(a el.NF4) error {
	x := e.x
	role := x.box.rep[a.Role]
	if a.Filler == el.Bottom || a.Super == el.Top {
		return nil
	}
	if role == x.box.universal || role == x.box.rep[el.TopDataRole] {
		return errRebuild
	}
	at, err := e.automaton(role)
	if err != nil {
		return err
	}
	automaton := x.automata[at]
	if x.jumps(automaton) {
		return errRebuild // nonempty contexts would have to be solved again
	}
	filler, start := x.idOf[a.Filler], x.idOf[a.Super]
	enters := automaton.enters()
	if enters {
		start = e.s.fresh(0)
		x.include(start, x.idOf[a.Super])
	}
	if automaton.acceptsEmpty {
		e.include(filler, start)
	}
	if automaton.states == 1 && !enters {
		e.occurrence(filler, negativeOccurrence{at, int32(start), -1})
		return nil
	}
	first := int32(len(x.states))
	x.states = append(x.states, start)
	for range automaton.states - 1 {
		x.states = append(x.states, e.s.fresh(0))
	}
	states := x.states[first:]
	for q, c := range states {
		e.occurrence(c, negativeOccurrence{at, first, int32(q)})
	}
	e.occurrence(filler, negativeOccurrence{at, first, automaton.accepting()})
	return nil
}

// automaton returns the number of a role's automaton, and builds it if needed.
func (e *editor) automaton(role int32) (int32, error) {
	x := e.x
	if at, ok := x.automatonOf[role]; ok {
		return at, nil
	}
	if at, ok := x.changes.automaton(role); ok {
		return at, nil
	}
	a, err := newAutomata(x.box, x.representatives).build(role)
	if err != nil || x.dense == nil {
		return 0, errRebuild
	}
	at := int32(len(x.automata))
	x.automata = append(x.automata, a)
	row := make([]int32, len(x.representatives))
	for j, l := range a.letters {
		row[l] = a.columns[j] + 1
	}
	x.dense = append(x.dense[:int(at)*len(x.representatives)], row...)
	x.changes.automata[role] = at
	return at, nil
}

// occurrence adds a negative occurrence to a concept, and seeds the contexts whose links then
// propagate it.
func (e *editor) occurrence(a conceptID, g negativeOccurrence) {
	x := e.x
	if a == x.top {
		e.topOccurrence(g)
		return
	}
	axioms := x.own(a)
	axioms.negatives = append(axioms.negatives, g)
	e.s.having(a, func(c conceptID) {
		for _, in := range e.s.linkingTo(c) {
			if column := x.column(g.automaton, in.roleID); column >= 0 &&
				(g.at < 0 || len(x.automata[g.automaton].sources(column, g.at)) > 0) {
				e.s.having(in.sub, e.seed)
			}
		}
		if len(x.selfRoles) > 0 &&
			slices.ContainsFunc(e.s.store.subsumers(c), func(d conceptID) bool {
				return x.flagsOf(d)&isSelf != 0
			}) {
			e.seed(c)
		}
	})
}

// topGroup is group for ⊤, which subsumes the target of every link.
func (e *editor) topOccurrence(g negativeOccurrence) {
	x := e.x
	propagated := make([][]int32, len(x.representatives))
	for l := range propagated {
		propagated[l] = x.topPropagated.Of(int32(l))
		column := x.column(g.automaton, int32(l))
		switch {
		case column < 0:
			continue
		case g.at < 0:
			propagated[l] = append(slices.Clip(propagated[l]), g.first)
		default:
			for _, p := range x.automata[g.automaton].sources(column, g.at) {
				propagated[l] = append(slices.Clip(propagated[l]), int32(x.states[g.first+p]))
			}
		}
		if len(propagated[l]) > len(x.topPropagated.Of(int32(l))) {
			e.s.linkedBy(int32(l), e.seed)
		}
	}
	var edges []edge
	for l, ids := range propagated {
		for _, a := range ids {
			edges = append(edges, edge{int32(l), a})
		}
	}
	x.topPropagated = newGraph(len(x.representatives), edges)
}

// remove deletes the axioms of a normal form from the layer. All their concepts must be known.
func (e *editor) remove(nf *el.Ontology) error {
	x := e.x
	if x.composing != nil || changesRoleBox(nf) || len(nf.NF4)+len(nf.HasSelf) > 0 ||
		nf.NumConcepts() > len(x.idOf) {
		return errRebuild
	}
	for _, a := range nf.NF1 {
		if err := e.exclude(x.above(a.Sub, nf.IsDataConcept(a.Super)),
			x.idOf[a.Super]); err != nil {
			return err
		}
	}
	for _, a := range nf.NF2 {
		if err := e.separate(x.idOf[a.Left], x.idOf[a.Right], x.idOf[a.Super]); err != nil {
			return err
		}
	}
	for _, a := range nf.NF3 {
		if err := e.unlink(a); err != nil {
			return err
		}
	}
	for _, a := range nf.Disjoint {
		members, twice := distinctMembers(x, a)
		if len(members) != 2 || len(twice) > 0 {
			return errRebuild
		}
		if err := e.separate(members[0], members[1], x.bottom); err != nil {
			return err
		}
	}
	for _, c := range x.contexts { // the other subsumers of an unsatisfiable context are unknown
		if e.s.store.done(c) && e.s.store.unsatisfiable(c) {
			e.seed(c)
		}
	}
	return nil
}

func (e *editor) exclude(sub, super conceptID) error {
	x := e.x
	if sub == super || sub == x.bottom || super == x.top {
		return nil
	}
	if sub == x.top || sub == x.literal {
		return errRebuild
	}
	axioms := x.own(sub)
	i := slices.Index(axioms.nf1, super)
	if i < 0 {
		return errRebuild
	}
	axioms.nf1 = slices.Delete(slices.Clone(axioms.nf1), i, i+1)
	e.s.having(sub, e.seed)
	if e.breaksRange(sub) {
		return errRebuild
	}
	return nil
}

// breaksRange reports whether the filler of an existential is within the ranges of its role only by
// a removed inclusion of sub.
func (e *editor) breaksRange(sub conceptID) bool {
	x := e.x
	if len(x.ranges) == 0 {
		return false
	}
	sets := make(map[int32]rangeSet)
	for _, set := range x.ranges {
		sets[set.id] = set
	}
	broken := false
	e.s.having(sub, func(f conceptID) {
		for id, set := range sets {
			if within, ok := x.ranged[rangedKey{f, id}]; !ok || within != f || broken {
				continue
			}
			asserted := map[conceptID]bool{f: true}
			for queue := []conceptID{f}; len(queue) > 0; {
				a := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				for _, b := range x.inclusions(a) {
					if !asserted[b] {
						asserted[b] = true
						queue = append(queue, b)
					}
				}
			}
			for _, d := range set.concepts {
				broken = broken || !asserted[x.idOf[d]]
			}
		}
	})
	return broken
}

func (e *editor) separate(left, right, super conceptID) error {
	x := e.x
	top, bottom := x.top, x.bottom
	switch {
	case left == right || right == top:
		return e.exclude(left, super)
	case left == top:
		return e.exclude(right, super)
	case left == bottom || right == bottom || super == top || super == left || super == right:
		return nil
	}
	for _, side := range [2][2]conceptID{{left, right}, {right, left}} {
		axioms := x.own(side[0])
		i := slices.Index(axioms.nf2, conjunct{side[1], super})
		if i < 0 {
			return errRebuild
		}
		axioms.nf2 = slices.Delete(slices.Clone(axioms.nf2), i, i+1)
	}
	e.s.having(left, func(c conceptID) {
		if slices.Contains(e.s.store.subsumers(c), right) {
			e.seed(c)
		}
	})
	return nil
}

func (e *editor) unlink(a el.NF3) error {
	x := e.x
	sub := x.idOf[a.Sub]
	if a.Filler == el.Bottom {
		return e.exclude(sub, x.bottom)
	}
	roleID := x.roleIDOf[x.box.rep[a.Role]]
	if roleID < 0 || x.nf.Kind(a.Sub) == el.Nominal || a.Sub == el.Top {
		return errRebuild
	}
	filler := x.above(a.Filler, x.nf.IsData(a.Role))
	if set, ok := x.ranges[roleID]; ok {
		key := rangedKey{filler, set.id}
		within, ok := x.ranged[key]
		if !ok {
			if within, ok = x.changes.within(key); !ok {
				return errRebuild
			}
		}
		filler = within
	}
	axioms := x.own(sub)
	i := slices.Index(axioms.nf3, existential{roleID, filler})
	if i < 0 {
		return errRebuild
	}
	axioms.nf3 = slices.Delete(slices.Clone(axioms.nf3), i, i+1)
	e.s.having(sub, e.seed)
	return nil
}
