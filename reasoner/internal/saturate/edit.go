package saturate

import (
	"errors"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// ErrRebuild is returned if axioms cannot be compiled into a layer, because they change the role
// box, on which the whole index depends.
var ErrRebuild = errors.New("the index must be rebuilt")

// Editor compiles axioms of a normal form into a layer and collects the contexts that must be
// solved again.
type Editor struct {
	index.Compiler
	l     *Layer
	Index *index.Index
	seeds map[index.ConceptID]bool
	err   error // ErrRebuild if an axiom cannot be compiled
}

// NewEditor returns an editor of a layer.
func NewEditor(l *Layer) *Editor {
	x := l.Index
	e := &Editor{l: l, Index: x, seeds: make(map[index.ConceptID]bool)}
	e.Compiler = index.Compiler{
		Sink: e, NF: x.NF, Top: x.Top, Bottom: x.Bottom, Literal: x.Literal, Ranges: x.Ranges,
	}
	return e
}

func (e *Editor) fail() { e.err = ErrRebuild }

// Seed marks a context to be solved again.
func (e *Editor) Seed(c index.ConceptID) {
	if e.l.inScope(c) {
		e.seeds[c] = true
	}
}

// SortedSeeds returns the contexts to be solved again, ascending.
func (e *Editor) SortedSeeds() []index.ConceptID {
	seeds := make([]index.ConceptID, 0, len(e.seeds))
	for c := range e.seeds {
		seeds = append(seeds, c)
	}
	slices.Sort(seeds)
	return seeds
}

// addVocabulary assigns ids to the new concepts of an extended normal form. New roles need a new
// index.
func (e *Editor) addVocabulary(nf *el.Ontology) error {
	x := e.Index
	if nf.NumRoles() > len(x.RoleIDOf) {
		return ErrRebuild
	}
	for c := el.Concept(len(x.IDOf)); c < el.Concept(nf.NumConcepts()); c++ {
		a := e.l.Fresh(0)
		axioms := x.Own(a)
		switch nf.Kind(c) {
		case el.NamedClass:
			axioms.Flags = index.IsContext
		case el.Nominal:
			if len(x.SelfIDs) > 0 {
				return ErrRebuild // ∃r.{a} ⊓ {a} ⊑ ∃r.Self would be needed
			}
			axioms.Flags = index.IsContext | index.IsNominal
			x.Nominals = append(x.Nominals, a)
		}
		if axioms.Flags&index.IsContext != 0 {
			x.Contexts = append(x.Contexts, a)
			e.Seed(a)
		}
		x.Concepts[a] = c
		x.IDOf = append(x.IDOf, a)
	}
	whole := *x.NF // keys and other axioms that the rules read there are unchanged
	whole.Vocabulary = nf.Vocabulary
	x.NF = &whole
	return nil
}

// Add compiles all axioms of an extension.
func (e *Editor) Add(nf *el.Ontology) error {
	if e.Index.Composing != nil || changesRoleBox(nf) {
		return ErrRebuild
	}
	known := el.Concept(len(e.Index.IDOf))
	if err := e.addVocabulary(nf); err != nil {
		return err
	}
	e.NF = nf
	data := nf.DataTheory(known)
	if e.Index.TopData && len(data.Inhabited) > 0 {
		return ErrRebuild // the top data property links to them
	}
	for _, c := range data.Distinct { // they are new, so no context has them
		axioms := e.Index.Own(e.ID(c))
		axioms.Members = append(axioms.Members, index.ValueAxiom)
		axioms.Flags |= index.IsMember
	}
	e.Concepts(data.NF1, data.NF2)
	e.Concepts(nf.NF1, nf.NF2)
	for _, a := range nf.HasSelf {
		self, ok := e.Index.SelfIDs[e.Index.Box.Rep[a.Role]]
		if !ok {
			return ErrRebuild
		}
		e.Include(e.ID(a.Sub), self)
	}
	e.Existentials(nf.NF3)
	e.Disjointness(nf.Disjoint)
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

// The methods of index.Sink.

// ID returns the id of a concept.
func (e *Editor) ID(c el.Concept) index.ConceptID { return e.Index.IDOf[c] }

// Fresh returns the id of a new concept.
func (e *Editor) Fresh() index.ConceptID { return e.l.Fresh(0) }

// RoleID fails for a role without an id.
func (e *Editor) RoleID(role el.Role) (int32, bool) {
	id := e.Index.RoleIDOf[e.Index.Box.Rep[role]]
	if id < 0 {
		e.fail()
	}
	return id, id >= 0
}

// Within introduces the concept if the layer lacks it.
func (e *Editor) Within(filler index.ConceptID, set index.RangeSet) index.ConceptID {
	key := index.RangedKey{Filler: filler, Set: set.ID}
	within, ok := e.Index.Within(key)
	if !ok {
		within = e.NewWithin(filler, set) // AddExistential makes it a context
		e.Index.Changes.Ranged[key] = within
		e.Seed(within)
	}
	return within
}

// AddInclusion seeds the contexts with the left side.
func (e *Editor) AddInclusion(sub, super index.ConceptID) {
	e.Index.Include(sub, super)
	e.l.Having(sub, func(c index.ConceptID) {
		if super == e.Bottom || !slices.Contains(e.l.Store.Subsumers(c), super) {
			e.Seed(c)
		}
	})
}

// AddConjunction seeds the contexts with both conjuncts.
func (e *Editor) AddConjunction(left, right, super index.ConceptID) {
	e.Index.Conjoin(left, right, super)
	e.l.Having(left, func(c index.ConceptID) {
		if s := e.l.Store.Subsumers(c); slices.Contains(s, right) &&
			(super == e.Bottom || !slices.Contains(s, super)) {
			e.Seed(c)
		}
	})
}

// AddExistential seeds the contexts with the left side.
func (e *Editor) AddExistential(sub index.ConceptID, roleID int32, filler index.ConceptID) {
	if x := e.Index; len(x.NF.Inverses) > 0 &&
		x.FlagsOf(sub)&x.FlagsOf(filler)&index.IsNominal != 0 {
		e.fail() // the inverse roles turn it
	}
	if !e.Index.IsContext(filler) {
		e.Seed(filler)
	}
	e.Index.LinkTo(sub, roleID, filler)
	e.l.Having(sub, e.Seed)
}

// AddDisjointness seeds the contexts with two members.
func (e *Editor) AddDisjointness(members []index.ConceptID) {
	id := e.Index.Disjoint
	e.Index.Disjoint++
	seen := make(map[index.ConceptID]bool)
	for _, m := range members {
		axioms := e.Index.Own(m)
		axioms.Members = append(axioms.Members, id)
		axioms.Flags |= index.IsMember
		e.l.Having(m, func(c index.ConceptID) {
			if seen[c] {
				e.Seed(c)
			}
			seen[c] = true
		})
	}
}

// AddStates appends the states.
func (e *Editor) AddStates(states []index.ConceptID) int32 {
	e.Index.States = append(e.Index.States, states...)
	return int32(len(e.Index.States) - len(states))
}

// negativeExistential compiles NF4, always with states of its own; see indexer.addPair.
func (e *Editor) negativeExistential(a el.NF4) error {
	x := e.Index
	role := x.Box.Rep[a.Role]
	if a.Filler == el.Bottom || a.Super == el.Top {
		return nil
	}
	if role == x.Box.Universal || role == x.Box.Rep[el.TopDataRole] {
		return ErrRebuild
	}
	at, err := e.automaton(role)
	if err != nil {
		return err
	}
	automaton := x.Automata[at]
	if x.Jumps(automaton) {
		return ErrRebuild // nonempty contexts would have to be solved again
	}
	start, enters := e.ID(a.Super), automaton.Enters()
	if enters {
		start = e.Fresh()
		e.Include(start, e.ID(a.Super))
	}
	e.Negative(at, automaton, e.ID(a.Filler), start, enters)
	return nil
}

// automaton returns the number of a role's automaton, and builds it if needed.
func (e *Editor) automaton(role int32) (int32, error) {
	x := e.Index
	if at, ok := x.AutomatonOf[role]; ok {
		return at, nil
	}
	if at, ok := x.Changes.Automata[role]; ok {
		return at, nil
	}
	a, err := x.BuildAutomaton(role)
	if err != nil {
		return 0, ErrRebuild
	}
	at := int32(len(x.Automata))
	x.Automata = append(x.Automata, a)
	x.Changes.Automata[role] = at
	return at, nil
}

// AddOccurrence adds a negative occurrence to a concept, and seeds the contexts whose links then
// propagate it.
func (e *Editor) AddOccurrence(a index.ConceptID, g index.NegativeOccurrence) {
	x := e.Index
	if a == x.Top {
		e.topOccurrence(g)
		return
	}
	axioms := x.Own(a)
	axioms.Negatives = append(axioms.Negatives, g)
	e.l.Having(a, func(c index.ConceptID) {
		for _, in := range e.l.linkingTo(c) {
			if len(x.Propagates(nil, g, in.RoleID)) > 0 {
				e.l.Having(in.Sub, e.Seed)
			}
		}
		if len(x.SelfRoles) > 0 &&
			slices.ContainsFunc(e.l.Store.Subsumers(c), func(d index.ConceptID) bool {
				return x.FlagsOf(d)&index.IsSelf != 0
			}) {
			e.Seed(c)
		}
	})
}

// topOccurrence is AddOccurrence for ⊤, which subsumes the target of every link.
func (e *Editor) topOccurrence(g index.NegativeOccurrence) {
	x := e.Index
	var edges []dense.Edge
	for l := range int32(len(x.Representatives)) {
		for _, a := range x.TopPropagated.Of(l) {
			edges = append(edges, dense.Edge{From: l, To: a})
		}
		added := x.Propagates(nil, g, l)
		for _, a := range added {
			edges = append(edges, dense.Edge{From: l, To: int32(a)})
		}
		if len(added) > 0 {
			e.l.linkedBy(l, e.Seed)
		}
	}
	x.TopPropagated = dense.NewGraph(len(x.Representatives), edges)
}

// remover is the sink of removed axioms.
type remover struct{ *Editor }

// Remove deletes the axioms of a normal form from the layer. All their concepts must be known.
func (e *Editor) Remove(nf *el.Ontology) error {
	x := e.Index
	if x.Composing != nil || changesRoleBox(nf) || len(nf.NF4)+len(nf.HasSelf) > 0 ||
		nf.NumConcepts() > len(x.IDOf) {
		return ErrRebuild
	}
	e.NF, e.Sink = nf, remover{e}
	e.Concepts(nf.NF1, nf.NF2)
	e.Existentials(nf.NF3)
	e.Disjointness(nf.Disjoint)
	for _, c := range x.Contexts { // the other subsumers of an unsatisfiable context are unknown
		if e.l.Store.Done(c) && e.l.Store.Unsatisfiable(c) {
			e.Seed(c)
		}
	}
	return e.err
}

func (e remover) Within(filler index.ConceptID, set index.RangeSet) index.ConceptID {
	within, ok := e.Index.Within(index.RangedKey{Filler: filler, Set: set.ID})
	if !ok {
		e.fail()
		return filler
	}
	return within
}

func (e remover) AddInclusion(sub, super index.ConceptID) {
	if sub == e.Top || sub == e.Literal {
		e.fail()
		return
	}
	axioms := e.Index.Own(sub)
	axioms.NF1 = removeOne(e, axioms.NF1, super)
	e.l.Having(sub, e.Seed)
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
func (e *Editor) breaksRange(sub index.ConceptID) bool {
	x := e.Index
	if len(x.Ranges) == 0 {
		return false
	}
	sets := make(map[int32]index.RangeSet)
	for _, set := range x.Ranges {
		sets[set.ID] = set
	}
	broken := false
	e.l.Having(sub, func(f index.ConceptID) {
		for id, set := range sets {
			if within, ok := x.Ranged[index.RangedKey{Filler: f, Set: id}]; !ok || within != f ||
				broken {
				continue
			}
			asserted := map[index.ConceptID]bool{f: true}
			for queue := []index.ConceptID{f}; len(queue) > 0; {
				a := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				for _, b := range x.Inclusions(a) {
					if !asserted[b] {
						asserted[b] = true
						queue = append(queue, b)
					}
				}
			}
			for _, d := range set.Concepts {
				broken = broken || !asserted[x.IDOf[d]]
			}
		}
	})
	return broken
}

func (e remover) AddConjunction(left, right, super index.ConceptID) {
	for _, side := range [2][2]index.ConceptID{{left, right}, {right, left}} {
		axioms := e.Index.Own(side[0])
		axioms.NF2 = removeOne(e, axioms.NF2, index.Conjunct{Other: side[1], Super: super})
	}
	e.l.Having(left, func(c index.ConceptID) {
		if slices.Contains(e.l.Store.Subsumers(c), right) {
			e.Seed(c)
		}
	})
}

func (e remover) AddExistential(sub index.ConceptID, roleID int32, filler index.ConceptID) {
	if sub == e.Top || e.Index.FlagsOf(sub)&index.IsNominal != 0 {
		e.fail()
		return
	}
	axioms := e.Index.Own(sub)
	axioms.NF3 = removeOne(e, axioms.NF3, index.Existential{RoleID: roleID, Filler: filler})
	e.l.Having(sub, e.Seed)
}

func (e remover) AddDisjointness([]index.ConceptID) { e.fail() }
