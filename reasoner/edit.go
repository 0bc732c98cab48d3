package reasoner

import (
	"errors"
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
)

// errRebuild is returned if axioms cannot be compiled into a layer, because they change the role
// box, on which the whole index depends.
var errRebuild = errors.New("the index must be rebuilt")

// editor compiles axioms of a normal form into a layer and collects the contexts that must be
// solved again.
type editor struct {
	compiler
	s     *saturation
	x     *index
	seeds map[conceptID]bool
	err   error // errRebuild if an axiom cannot be compiled
}

func newEditor(s *saturation) *editor {
	x := s.x
	e := &editor{s: s, x: x, seeds: make(map[conceptID]bool)}
	e.compiler = compiler{
		sink: e, nf: x.nf, top: x.top, bottom: x.bottom, literal: x.literal, ranges: x.ranges,
	}
	return e
}

func (e *editor) fail() { e.err = errRebuild }

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
	e.nf = nf
	data := nf.DataTheory(known)
	if e.x.topData && len(data.Inhabited) > 0 {
		return errRebuild // the top data property links to them
	}
	for _, c := range data.Distinct { // they are new, so no context has them
		axioms := e.x.own(e.id(c))
		axioms.members = append(axioms.members, valueAxiom)
		axioms.flags |= isMember
	}
	e.concepts(data.NF1, data.NF2)
	e.concepts(nf.NF1, nf.NF2)
	for _, a := range nf.HasSelf {
		self, ok := e.x.selfIDs[e.x.box.Rep[a.Role]]
		if !ok {
			return errRebuild
		}
		e.include(e.id(a.Sub), self)
	}
	e.existentials(nf.NF3)
	e.disjointness(nf.Disjoint)
	for _, a := range nf.NF4 {
		if err := e.negativeExistential(a); err != nil {
			return err
		}
	}
	return e.err
}

// changesRoleBox reports whether a normal form has axioms about roles, or axioms that are compiled
// into the whole index.
func changesRoleBox(nf *el.Ontology) bool {
	return len(nf.Inclusions)+len(nf.Chains)+len(nf.Ranges)+len(nf.Reflexive)+len(nf.SelfSubs)+
		len(nf.Keys)+len(nf.FunctionalData)+len(nf.Inverses) > 0
}

func (e *editor) id(c el.Concept) conceptID { return e.x.idOf[c] }

func (e *editor) fresh() conceptID { return e.s.fresh(0) }

func (e *editor) roleID(role el.Role) (int32, bool) {
	id := e.x.roleIDOf[e.x.box.Rep[role]]
	if id < 0 {
		e.fail()
	}
	return id, id >= 0
}

func (e *editor) within(filler conceptID, set rangeSet) conceptID {
	key := rangedKey{filler, set.id}
	within, ok := e.x.within(key)
	if !ok {
		within = e.newWithin(filler, set) // addExistential makes it a context
		e.x.changes.ranged[key] = within
		e.seed(within)
	}
	return within
}

func (e *editor) addInclusion(sub, super conceptID) {
	e.x.include(sub, super)
	e.s.having(sub, func(c conceptID) {
		if super == e.bottom || !slices.Contains(e.s.store.subsumers(c), super) {
			e.seed(c)
		}
	})
}

func (e *editor) addConjunction(left, right, super conceptID) {
	e.x.conjoin(left, right, super)
	e.s.having(left, func(c conceptID) {
		if s := e.s.store.subsumers(c); slices.Contains(s, right) &&
			(super == e.bottom || !slices.Contains(s, super)) {
			e.seed(c)
		}
	})
}

func (e *editor) addExistential(sub conceptID, roleID int32, filler conceptID) {
	if x := e.x; len(x.nf.Inverses) > 0 && x.flagsOf(sub)&x.flagsOf(filler)&isNominal != 0 {
		e.fail() // the inverse roles turn it
	}
	if !e.x.isContext(filler) {
		e.seed(filler)
	}
	e.x.linkTo(sub, roleID, filler)
	e.s.having(sub, e.seed)
}

func (e *editor) addDisjointness(members []conceptID) {
	id := e.x.disjoint
	e.x.disjoint++
	seen := make(map[conceptID]bool)
	for _, m := range members {
		axioms := e.x.own(m)
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

func (e *editor) addStates(states []conceptID) int32 {
	e.x.states = append(e.x.states, states...)
	return int32(len(e.x.states) - len(states))
}

// negativeExistential compiles NF4, always with states of its own; see indexer.addPair.
func (e *editor) negativeExistential(a el.NF4) error {
	x := e.x
	role := x.box.Rep[a.Role]
	if a.Filler == el.Bottom || a.Super == el.Top {
		return nil
	}
	if role == x.box.Universal || role == x.box.Rep[el.TopDataRole] {
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
	start, enters := e.id(a.Super), automaton.Enters()
	if enters {
		start = e.fresh()
		e.include(start, e.id(a.Super))
	}
	e.negative(at, automaton, e.id(a.Filler), start, enters)
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
	a, err := x.buildAutomaton(role)
	if err != nil || x.dense == nil {
		return 0, errRebuild
	}
	at := int32(len(x.automata))
	x.automata = append(x.automata, a)
	row := make([]int32, len(x.representatives))
	for j, l := range a.Letters {
		row[l] = a.Columns[j] + 1
	}
	x.dense = append(x.dense[:int(at)*len(x.representatives)], row...)
	x.changes.automata[role] = at
	return at, nil
}

// addOccurrence adds a negative occurrence to a concept, and seeds the contexts whose links then
// propagate it.
func (e *editor) addOccurrence(a conceptID, g negativeOccurrence) {
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
				(g.at < 0 || len(x.automata[g.automaton].Sources(column, g.at)) > 0) {
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

// topOccurrence is addOccurrence for ⊤, which subsumes the target of every link.
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
			for _, p := range x.automata[g.automaton].Sources(column, g.at) {
				propagated[l] = append(slices.Clip(propagated[l]), int32(x.states[g.first+p]))
			}
		}
		if len(propagated[l]) > len(x.topPropagated.Of(int32(l))) {
			e.s.linkedBy(int32(l), e.seed)
		}
	}
	var edges []graph.Edge
	for l, ids := range propagated {
		for _, a := range ids {
			edges = append(edges, graph.Edge{From: int32(l), To: a})
		}
	}
	x.topPropagated = graph.New(len(x.representatives), edges)
}

// remover is the sink of removed axioms.
type remover struct{ *editor }

// remove deletes the axioms of a normal form from the layer. All their concepts must be known.
func (e *editor) remove(nf *el.Ontology) error {
	x := e.x
	if x.composing != nil || changesRoleBox(nf) || len(nf.NF4)+len(nf.HasSelf) > 0 ||
		nf.NumConcepts() > len(x.idOf) {
		return errRebuild
	}
	e.nf, e.sink = nf, remover{e}
	e.concepts(nf.NF1, nf.NF2)
	e.existentials(nf.NF3)
	e.disjointness(nf.Disjoint)
	for _, c := range x.contexts { // the other subsumers of an unsatisfiable context are unknown
		if e.s.store.done(c) && e.s.store.unsatisfiable(c) {
			e.seed(c)
		}
	}
	return e.err
}

func (e remover) within(filler conceptID, set rangeSet) conceptID {
	within, ok := e.x.within(rangedKey{filler, set.id})
	if !ok {
		e.fail()
		return filler
	}
	return within
}

func (e remover) addInclusion(sub, super conceptID) {
	if sub == e.top || sub == e.literal {
		e.fail()
		return
	}
	axioms := e.x.own(sub)
	axioms.nf1 = removeOne(e, axioms.nf1, super)
	e.s.having(sub, e.seed)
	if e.breaksRange(sub) {
		e.fail()
	}
}

// removeOne returns a copy of a list without an element. It fails if the list lacks it.
func removeOne[A comparable](e remover, list []A, a A) []A {
	i := slices.Index(list, a)
	if i < 0 {
		e.fail()
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
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

func (e remover) addConjunction(left, right, super conceptID) {
	for _, side := range [2][2]conceptID{{left, right}, {right, left}} {
		axioms := e.x.own(side[0])
		axioms.nf2 = removeOne(e, axioms.nf2, conjunct{side[1], super})
	}
	e.s.having(left, func(c conceptID) {
		if slices.Contains(e.s.store.subsumers(c), right) {
			e.seed(c)
		}
	})
}

func (e remover) addExistential(sub conceptID, roleID int32, filler conceptID) {
	if sub == e.top || e.x.flagsOf(sub)&isNominal != 0 {
		e.fail()
		return
	}
	axioms := e.x.own(sub)
	axioms.nf3 = removeOne(e, axioms.nf3, existential{roleID, filler})
	e.s.having(sub, e.seed)
}

func (e remover) addDisjointness([]conceptID) { e.fail() }
