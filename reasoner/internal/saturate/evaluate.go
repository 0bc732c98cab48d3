package saturate

import (
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// Evaluator finds the contexts subsumed by concepts that are defined over a finished saturation:
// names of class expressions on the left of inclusions. A definition E ⊑ P of a new P entails
// nothing but P, so it is evaluated like a query, without a new saturation.
type Evaluator struct {
	s           *Saturation
	definitions map[el.Concept]definitions
	known       map[question]bool
	extents     map[el.Concept][]index.ConceptID
}

// definitions holds the axioms with one concept on the right.
type definitions struct {
	nf1   []el.NF1
	nf2   []el.NF2
	nf4   []el.NF4
	selfs []el.SelfSub
}

// question asks whether a context is subsumed by a concept.
type question struct {
	context index.ConceptID
	concept el.Concept
}

// NewEvaluator returns an evaluator of the definitions in left, the result of Extension.Left.
func NewEvaluator(s *Saturation, left *el.Ontology) *Evaluator {
	e := &Evaluator{
		s: s, definitions: make(map[el.Concept]definitions), known: make(map[question]bool),
		extents: make(map[el.Concept][]index.ConceptID),
	}
	if left == nil {
		return e
	}
	define := func(c el.Concept, add func(*definitions)) {
		d := e.definitions[c]
		add(&d)
		e.definitions[c] = d
	}
	for _, a := range left.NF1 {
		define(a.Super, func(d *definitions) { d.nf1 = append(d.nf1, a) })
	}
	for _, a := range left.NF2 {
		define(a.Super, func(d *definitions) { d.nf2 = append(d.nf2, a) })
	}
	for _, a := range left.NF4 {
		define(a.Super, func(d *definitions) { d.nf4 = append(d.nf4, a) })
	}
	for _, a := range left.SelfSubs {
		define(a.Super, func(d *definitions) { d.selfs = append(d.selfs, a) })
	}
	return e
}

// Holds reports whether a context is subsumed by a concept.
func (e *Evaluator) Holds(c index.ConceptID, concept el.Concept) bool {
	switch {
	case e.s.Store.Unsatisfiable(c) || concept == el.Top:
		return true
	case concept == el.Bottom:
		return false
	}
	if int(concept) < len(e.s.Index.IDOf) &&
		slices.Contains(e.s.Store.Subsumers(c), e.s.Index.IDOf[concept]) {
		return true
	}
	d, ok := e.definitions[concept]
	if !ok {
		return false
	}
	q := question{c, concept}
	answer, known := e.known[q]
	if !known {
		answer = e.defined(c, d)
		e.known[q] = answer
	}
	return answer
}

func (e *Evaluator) defined(c index.ConceptID, d definitions) bool {
	for _, a := range d.nf1 {
		if e.Holds(c, a.Sub) {
			return true
		}
	}
	for _, a := range d.nf2 {
		if e.Holds(c, a.Left) && e.Holds(c, a.Right) {
			return true
		}
	}
	for _, a := range d.selfs {
		if e.hasSelf(c, e.role(a.Role)) {
			return true
		}
	}
	for _, a := range d.nf4 {
		if e.LeadsTo(
			c,
			e.role(a.Role),
			func(f index.ConceptID) bool { return e.Holds(f, a.Filler) },
		) {
			return true
		}
	}
	return false
}

// role returns the representative of a role, or -1 for a role that occurs in no axiom and has no
// links.
func (e *Evaluator) role(r el.Role) int32 {
	if int(r) >= len(e.s.Index.Box.Rep) {
		return -1
	}
	return e.s.Index.Box.Rep[r]
}

// LeadsTo reports whether a path of links from a context, by a word that implies the role, ends in
// an accepted context. The path may be empty if the role is reflexive.
//
// Cost: the links of the contexts on such paths.
func (e *Evaluator) LeadsTo(c index.ConceptID, role int32, accept func(index.ConceptID) bool) bool {
	if role >= 0 && role == e.s.Index.Box.Universal && slices.ContainsFunc(e.s.Nonempty(), accept) {
		return true
	}
	found := false
	e.s.WalkBy(role, c, func(f index.ConceptID) bool {
		found = accept(f)
		return !found
	})
	return found
}

// hasSelf reports whether a context is subsumed by ∃role.Self:
//
//	role reflexive
//	or ∃r.Self ∈ S(C) with r ⊑* role
//	or r₁ ∘ … ∘ rₙ ⊑ role with ∃rᵢ.Self for all i
//	or {a} ∈ S(C) and a path from {a} to {a}
func (e *Evaluator) hasSelf(c index.ConceptID, role int32) bool {
	return role >= 0 && e.selfRole(c, role, make(map[int32]bool)) || e.loops(c, role)
}

func (e *Evaluator) selfRole(c index.ConceptID, role int32, asked map[int32]bool) bool {
	x := e.s.Index
	if x.Box.Reflexive[role] {
		return true
	}
	if asked[role] {
		return false
	}
	asked[role] = true
	if self, ok := x.SelfIDs[role]; ok && slices.Contains(e.s.Store.Subsumers(c), self) {
		return true
	}
	for _, sub := range x.Box.Down.Of(role) {
		if e.selfRole(c, sub, asked) {
			return true
		}
	}
	for _, chain := range x.Box.Chains {
		if chain.Super == role && !slices.ContainsFunc(chain.Parts, func(p int32) bool {
			return !e.selfRole(c, p, asked)
		}) {
			return true
		}
	}
	return false
}

// loops reports whether a context is an individual with a path to itself.
func (e *Evaluator) loops(c index.ConceptID, role int32) bool {
	for _, a := range e.s.Store.Subsumers(c) {
		if e.s.Index.FlagsOf(a)&index.IsNominal != 0 &&
			e.LeadsTo(a, role, func(f index.ConceptID) bool {
				return slices.Contains(e.s.Store.Subsumers(f), a)
			}) {
			return true
		}
	}
	return false
}

// Extent returns all satisfiable contexts subsumed by a concept, of the base and its layers.
//
// Cost: the contexts in the extents of the parts of the definition, and those on paths into them.
func (e *Evaluator) Extent(concept el.Concept) []index.ConceptID {
	if found, ok := e.extents[concept]; ok {
		return found
	}
	in := make(map[index.ConceptID]bool)
	add := func(c index.ConceptID) {
		if !e.s.Store.Unsatisfiable(c) {
			in[c] = true
		}
	}
	if int(concept) < len(e.s.Index.IDOf) {
		e.s.Having(e.s.Index.IDOf[concept], add)
	}
	d := e.definitions[concept]
	for _, a := range d.nf1 {
		for _, c := range e.Extent(a.Sub) {
			add(c)
		}
	}
	for _, a := range d.nf2 {
		e.both(a.Left, a.Right, add)
	}
	for _, a := range d.nf4 {
		e.leadingTo(e.role(a.Role), e.fillers(a), add)
	}
	for _, a := range d.selfs {
		e.s.Having(e.s.Index.Top, func(c index.ConceptID) {
			if e.hasSelf(c, e.role(a.Role)) {
				add(c)
			}
		})
	}
	found := make([]index.ConceptID, 0, len(in))
	for c := range in {
		found = append(found, c)
	}
	slices.Sort(found)
	e.extents[concept] = found
	return found
}

// fillers returns the contexts subsumed by the filler of a negative existential; ⊤ of a data
// property is rdfs:Literal.
func (e *Evaluator) fillers(a el.NF4) []index.ConceptID {
	if a.Filler != el.Top || int(a.Role) >= len(e.s.Index.Box.Rep) || !e.s.Index.NF.IsData(a.Role) {
		return e.Extent(a.Filler)
	}
	var found []index.ConceptID
	e.s.Having(e.s.Index.Literal, func(c index.ConceptID) { found = append(found, c) })
	slices.Sort(found)
	return found
}

// both visits the contexts subsumed by two concepts.
func (e *Evaluator) both(left, right el.Concept, visit func(index.ConceptID)) {
	l, r := e.Extent(left), e.Extent(right)
	for _, c := range l {
		if _, ok := slices.BinarySearch(r, c); ok {
			visit(c)
		}
	}
}

// leadingTo visits the contexts with a path of links into one of the ends, by a word that implies
// the role. It reads the automaton backward.
func (e *Evaluator) leadingTo(role int32, ends []index.ConceptID, visit func(index.ConceptID)) {
	s := e.s
	a := s.Walker(role)
	if a == nil {
		return
	}
	if a.AcceptsEmpty {
		for _, c := range ends {
			visit(c)
		}
	}
	if role == s.Index.Box.Universal &&
		slices.ContainsFunc(s.Nonempty(), func(c index.ConceptID) bool {
			_, ok := slices.BinarySearch(ends, c)
			return ok
		}) {
		s.Having(s.Index.Top, visit)
		return
	}
	var todo []place
	seen := make(index.Bitset, (int(a.States+1)*int(s.Index.NumConcepts)+63)/64)
	reach := func(p place) {
		number := index.ConceptID(p.state)*s.Index.NumConcepts + p.context
		if !seen.Has(number) {
			seen.With(number) // there is room for all
			todo = append(todo, p)
		}
	}
	for _, c := range ends {
		reach(place{c, a.Accepting()})
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p.state == 0 {
			visit(p.context)
		}
		back := func(roleID int32, from func(func(index.ConceptID))) {
			column := a.Column(roleID)
			if column < 0 {
				return
			}
			for _, q := range a.Sources(column, p.state) {
				from(func(c index.ConceptID) { reach(place{c, q}) })
			}
		}
		for _, in := range s.linkingTo(p.context) {
			back(in.RoleID, func(visit func(index.ConceptID)) { s.Having(in.Sub, visit) })
		}
		if len(s.Index.SelfRoles) > 0 {
			for _, d := range s.Store.Subsumers(p.context) {
				if s.Index.FlagsOf(d)&index.IsSelf != 0 {
					back(
						s.Index.SelfRoles[d],
						func(visit func(index.ConceptID)) { visit(p.context) },
					)
				}
			}
		}
	}
}
