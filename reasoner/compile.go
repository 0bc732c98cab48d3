package reasoner

import (
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/role"
)

// compiler translates axioms of a normal form into axioms of an index. A base, the additions of a
// layer and its removals are compiled by the same code and differ in the sink.
type compiler struct {
	sink
	nf                   *el.Ontology
	top, bottom, literal conceptID
	ranges               map[int32]rangeSet // by role id
}

// sink receives compiled axioms: indexer, editor or remover.
type sink interface {
	// id returns the id of a concept of the normal form.
	id(el.Concept) conceptID
	// fresh returns the id of a new concept.
	fresh() conceptID
	// roleID returns the id of a role of links; ok is false if the axiom cannot be compiled.
	roleID(el.Role) (id int32, ok bool)
	// within returns the concept of a filler within the ranges of a role; see newWithin.
	within(filler conceptID, set rangeSet) conceptID

	addInclusion(sub, super conceptID)
	addConjunction(left, right, super conceptID)
	addExistential(sub conceptID, roleID int32, filler conceptID)
	// addDisjointness adds an axiom with three or more members.
	addDisjointness(members []conceptID)
	// addStates adds consecutive states of a negative existential and returns the first index.
	addStates([]conceptID) int32
	addOccurrence(conceptID, negativeOccurrence)
}

// above returns the id of c on the side of data or of objects. The ⊤ of the normal form is both
// owl:Thing and rdfs:Literal, but axioms about all elements do not hold for data values.
func (c *compiler) above(a el.Concept, data bool) conceptID {
	if data && a == el.Top {
		return c.literal
	}
	return c.id(a)
}

// include compiles sub ⊑ super.
func (c *compiler) include(sub, super conceptID) {
	if sub != super && sub != c.bottom && super != c.top {
		c.addInclusion(sub, super)
	}
}

// conjoin compiles left ⊓ right ⊑ super.
func (c *compiler) conjoin(left, right, super conceptID) {
	switch {
	case left == right || right == c.top:
		c.include(left, super)
	case left == c.top:
		c.include(right, super)
	case left == c.bottom || right == c.bottom || super == c.top || super == left ||
		super == right:
	default:
		c.addConjunction(left, right, super)
	}
}

// concepts compiles NF1 and NF2.
func (c *compiler) concepts(nf1 []el.NF1, nf2 []el.NF2) {
	for _, a := range nf1 {
		c.include(c.above(a.Sub, c.nf.IsDataConcept(a.Super)), c.id(a.Super))
	}
	for _, a := range nf2 {
		c.conjoin(c.id(a.Left), c.id(a.Right), c.id(a.Super))
	}
}

// disjointness compiles pairs into NF2 axioms and longer lists into disjointness counters. A
// concept that occurs twice is unsatisfiable; ⊤ in a list makes the other members unsatisfiable.
func (c *compiler) disjointness(axioms []el.Disjoint) {
	for _, a := range axioms {
		sorted := make([]conceptID, len(a.Concepts))
		for i, d := range a.Concepts {
			sorted[i] = c.id(d)
		}
		slices.Sort(sorted)
		members := make([]conceptID, 0, len(sorted))
		for i, m := range sorted {
			if i > 0 && m == sorted[i-1] {
				c.include(m, c.bottom)
			} else if m != c.bottom {
				members = append(members, m)
			}
		}
		switch {
		case len(members) == 2:
			c.conjoin(members[0], members[1], c.bottom)
		case len(members) > 2 && slices.Contains(members, c.top):
			for _, m := range members {
				if m != c.top {
					c.include(m, c.bottom)
				}
			}
		case len(members) > 2:
			c.addDisjointness(members)
		}
	}
}

// existentials compiles NF3 and eliminates ranges (OWLED'08, section 3): the filler of a right-hand
// ∃r.D becomes D ⊓ range(r) ⊓ range(supers of r).
func (c *compiler) existentials(axioms []el.NF3) {
	for _, a := range axioms {
		if a.Filler == el.Bottom {
			c.include(c.id(a.Sub), c.bottom)
			continue
		}
		roleID, ok := c.roleID(a.Role)
		if !ok {
			continue
		}
		if filler := c.inRanges(a, roleID); a.Sub != el.Bottom {
			c.addExistential(c.id(a.Sub), roleID, filler)
		}
	}
}

// inRanges returns the filler of an existential within the ranges of its role. If the left side is
// an individual or ⊤ and the filler is {a}, then {a} is in the ranges.
func (c *compiler) inRanges(a el.NF3, roleID int32) conceptID {
	filler := c.above(a.Filler, c.nf.IsData(a.Role))
	set, ok := c.ranges[roleID]
	if !ok {
		return filler
	}
	isNonempty := a.Sub == el.Top || c.nf.Kind(a.Sub) == el.Nominal
	if k := c.nf.Kind(a.Filler); isNonempty && (k == el.Nominal || k == el.DataValue) {
		for _, d := range set.concepts {
			c.include(filler, c.id(d))
		}
		return filler
	}
	return c.within(filler, set)
}

// newWithin introduces the concept of a filler within ranges.
func (c *compiler) newWithin(filler conceptID, set rangeSet) conceptID {
	within := c.fresh()
	c.include(within, filler)
	for _, d := range set.concepts {
		c.include(within, c.id(d))
	}
	return within
}

// negative compiles a negative existential ∃r.filler for automaton number at, with a start state.
// enters tells whether a transition leads to the start state.
func (c *compiler) negative(at int32, a *role.Automaton, filler, start conceptID, enters bool) {
	if a.AcceptsEmpty {
		c.include(filler, start)
	}
	if a.States == 1 && !enters {
		c.addOccurrence(filler, negativeOccurrence{at, int32(start), -1})
		return
	}
	states := []conceptID{start}
	for range a.States - 1 {
		states = append(states, c.fresh())
	}
	first := c.addStates(states)
	c.addOccurrence(filler, negativeOccurrence{at, first, a.Accepting()})
	for q, state := range states {
		c.addOccurrence(state, negativeOccurrence{at, first, int32(q)})
	}
}
