package index

import (
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/role"
)

// Compiler translates axioms of a normal form into axioms of an index. A base, the additions of a
// layer and its removals are compiled by the same code and differ in the sink.
type Compiler struct {
	Sink
	NF                   *el.Ontology
	Top, Bottom, Literal ConceptID
	Ranges               map[int32]RangeSet // by role id
}

// Sink receives compiled axioms: indexer, editor or remover.
type Sink interface {
	// ID returns the id of a concept of the normal form.
	ID(el.Concept) ConceptID
	// Fresh returns the id of a new concept.
	Fresh() ConceptID
	// RoleID returns the id of a role of links; ok is false if the axiom cannot be compiled.
	RoleID(el.Role) (id int32, ok bool)
	// Within returns the concept of a filler within the ranges of a role; see NewWithin.
	Within(filler ConceptID, set RangeSet) ConceptID

	AddInclusion(sub, super ConceptID)
	AddConjunction(left, right, super ConceptID)
	AddExistential(sub ConceptID, roleID int32, filler ConceptID)
	// AddDisjointness adds an axiom with three or more members.
	AddDisjointness(members []ConceptID)
	// AddStates adds consecutive states of a negative existential and returns the first index.
	AddStates([]ConceptID) int32
	AddOccurrence(ConceptID, NegativeOccurrence)
}

// above returns the id of c on the side of data or of objects. The ⊤ of the normal form is both
// owl:Thing and rdfs:Literal, but axioms about all elements do not hold for data values.
func (c *Compiler) above(a el.Concept, data bool) ConceptID {
	if data && a == el.Top {
		return c.Literal
	}
	return c.ID(a)
}

// Include compiles sub ⊑ super.
func (c *Compiler) Include(sub, super ConceptID) {
	if sub != super && sub != c.Bottom && super != c.Top {
		c.AddInclusion(sub, super)
	}
}

// conjoin compiles left ⊓ right ⊑ super.
func (c *Compiler) conjoin(left, right, super ConceptID) {
	switch {
	case left == right || right == c.Top:
		c.Include(left, super)
	case left == c.Top:
		c.Include(right, super)
	case left == c.Bottom || right == c.Bottom || super == c.Top || super == left ||
		super == right:
	default:
		c.AddConjunction(left, right, super)
	}
}

// Concepts compiles NF1 and NF2.
func (c *Compiler) Concepts(nf1 []el.NF1, nf2 []el.NF2) {
	for _, a := range nf1 {
		c.Include(c.above(a.Sub, c.NF.IsDataConcept(a.Super)), c.ID(a.Super))
	}
	for _, a := range nf2 {
		c.conjoin(c.ID(a.Left), c.ID(a.Right), c.ID(a.Super))
	}
}

// Disjointness compiles pairs into NF2 axioms and longer lists into disjointness counters. A
// concept that occurs twice is unsatisfiable; ⊤ in a list makes the other members unsatisfiable.
func (c *Compiler) Disjointness(axioms []el.Disjoint) {
	for _, a := range axioms {
		sorted := make([]ConceptID, len(a.Concepts))
		for i, d := range a.Concepts {
			sorted[i] = c.ID(d)
		}
		slices.Sort(sorted)
		members := make([]ConceptID, 0, len(sorted))
		for i, m := range sorted {
			if i > 0 && m == sorted[i-1] {
				c.Include(m, c.Bottom)
			} else if m != c.Bottom {
				members = append(members, m)
			}
		}
		switch {
		case len(members) == 2:
			c.conjoin(members[0], members[1], c.Bottom)
		case len(members) > 2 && slices.Contains(members, c.Top):
			for _, m := range members {
				if m != c.Top {
					c.Include(m, c.Bottom)
				}
			}
		case len(members) > 2:
			c.AddDisjointness(members)
		}
	}
}

// Existentials compiles NF3 and eliminates ranges (OWLED'08, section 3): the filler of a right-hand
// ∃r.D becomes D ⊓ range(r) ⊓ range(supers of r).
func (c *Compiler) Existentials(axioms []el.NF3) {
	for _, a := range axioms {
		if a.Filler == el.Bottom {
			c.Include(c.ID(a.Sub), c.Bottom)
			continue
		}
		roleID, ok := c.RoleID(a.Role)
		if !ok {
			continue
		}
		if filler := c.InRanges(a, roleID); a.Sub != el.Bottom {
			c.AddExistential(c.ID(a.Sub), roleID, filler)
		}
	}
}

// InRanges returns the filler of an existential within the ranges of its role. If the left side is
// an individual or ⊤ and the filler is {a}, then {a} is in the ranges.
func (c *Compiler) InRanges(a el.NF3, roleID int32) ConceptID {
	filler := c.above(a.Filler, c.NF.IsData(a.Role))
	set, ok := c.Ranges[roleID]
	if !ok {
		return filler
	}
	isNonempty := a.Sub == el.Top || c.NF.Kind(a.Sub) == el.Nominal
	if k := c.NF.Kind(a.Filler); isNonempty && (k == el.Nominal || k == el.DataValue) {
		for _, d := range set.Concepts {
			c.Include(filler, c.ID(d))
		}
		return filler
	}
	return c.Within(filler, set)
}

// NewWithin introduces the concept of a filler within ranges.
func (c *Compiler) NewWithin(filler ConceptID, set RangeSet) ConceptID {
	within := c.Fresh()
	c.Include(within, filler)
	for _, d := range set.Concepts {
		c.Include(within, c.ID(d))
	}
	return within
}

// Negative compiles a negative existential ∃r.filler for automaton number at, with a start state.
// enters tells whether a transition leads to the start state.
func (c *Compiler) Negative(at int32, a *role.Automaton, filler, start ConceptID, enters bool) {
	if a.AcceptsEmpty {
		c.Include(filler, start)
	}
	if a.States == 1 && !enters {
		c.AddOccurrence(filler, NegativeOccurrence{at, int32(start), -1})
		return
	}
	states := []ConceptID{start}
	for range a.States - 1 {
		states = append(states, c.Fresh())
	}
	first := c.AddStates(states)
	c.AddOccurrence(filler, NegativeOccurrence{at, first, a.Accepting()})
	for q, state := range states {
		c.AddOccurrence(state, NegativeOccurrence{at, first, int32(q)})
	}
}
