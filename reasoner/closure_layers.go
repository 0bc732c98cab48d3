package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// ConjunctionSubsumedBy reports whether left ⊓ right ⊑ super.
func (c *Closure) ConjunctionSubsumedBy(left, right, super el.Concept) bool {
	switch {
	case c.isUnsatisfiableConjunction(left, right):
		return true
	case c.SubsumedBy(left, right): // first, because ⊤ of data differs from ⊤ of classes
		return c.SubsumedBy(left, super)
	case c.SubsumedBy(right, left):
		return c.SubsumedBy(right, super)
	case c.SubsumedBy(left, super) || c.SubsumedBy(right, super):
		return true
	}
	s, both := c.conjunction(left, right)
	return c.includes(s, both, super)
}

// SuperclassesOfConjunction returns all D with left ⊓ right ⊑ D.
func (c *Closure) SuperclassesOfConjunction(left, right el.Concept) []el.Concept {
	switch {
	case c.isUnsatisfiableConjunction(left, right):
		return slices.Clone(c.all)
	case c.SubsumedBy(left, right):
		return c.Superclasses(left)
	case c.SubsumedBy(right, left):
		return c.Superclasses(right)
	}
	s, both := c.conjunction(left, right)
	return c.subsumersIn(s, both)
}

// isUnsatisfiableConjunction reports whether two concepts are disjoint by a cheap test.
func (c *Closure) isUnsatisfiableConjunction(left, right el.Concept) bool {
	return c.Unsatisfiable(left) || c.Unsatisfiable(right) ||
		left > el.Bottom && right > el.Bottom &&
			c.x.NF.IsDataConcept(left) != c.x.NF.IsDataConcept(right)
}

// ExistsSubsumedBy reports whether ∃r.filler ⊑ super.
func (c *Closure) ExistsSubsumedBy(r el.Role, filler, super el.Concept) bool {
	if c.isUnsatisfiableExistential(r, filler) || super == el.Top {
		return true
	}
	s, subject := c.existential(r, filler)
	return c.includes(s, subject, super)
}

// SuperclassesOfExists returns all D with ∃r.filler ⊑ D.
func (c *Closure) SuperclassesOfExists(r el.Role, filler el.Concept) []el.Concept {
	if c.isUnsatisfiableExistential(r, filler) {
		return slices.Clone(c.all)
	}
	s, subject := c.existential(r, filler)
	return c.subsumersIn(s, subject)
}

// isUnsatisfiableExistential reports whether ∃r.filler is unsatisfiable by a cheap test.
func (c *Closure) isUnsatisfiableExistential(r el.Role, filler el.Concept) bool {
	return c.Unsatisfiable(filler) || c.walkers[r] == nil || c.isMixed(r, filler)
}

// conjunction returns a saturation with a fresh context subsumed by two concepts.
func (c *Closure) conjunction(left, right el.Concept) (*saturate.Saturation, index.ConceptID) {
	flags := index.IsContext
	if c.x.NF.IsDataConcept(left) {
		flags |= index.IsData
	}
	return c.example(flags, func(e *saturate.Editor, a index.ConceptID) {
		e.Index.Include(a, e.Index.IDOf[left])
		e.Index.Include(a, e.Index.IDOf[right])
	})
}

// existential returns a saturation with a fresh context subsumed by ∃r.filler.
func (c *Closure) existential(
	r el.Role,
	filler el.Concept,
) (*saturate.Saturation, index.ConceptID) {
	return c.example(index.IsContext, func(e *saturate.Editor, a index.ConceptID) {
		roleID := e.Index.RoleIDOf[e.Index.Box.Rep[r]]
		e.Index.LinkTo(
			a,
			roleID,
			e.InRanges(el.NF3{Sub: el.Bottom, Role: r, Filler: filler}, roleID),
		)
	})
}

// example returns a layer with a new context, which is solved and nonempty. define adds its axioms.
// No other context depends on it.
func (c *Closure) example(
	flags uint8,
	define func(*saturate.Editor, index.ConceptID),
) (*saturate.Saturation, index.ConceptID) {
	ctx := context.Background() // a question is not cancelled, so there are no errors
	l := c.base().Layer()
	a := l.Fresh(flags)
	e := saturate.NewEditor(l)
	define(e, a)
	e.Seed(a)
	_ = l.Update(ctx, e.SortedSeeds(), false)
	_ = l.Rounds(ctx, saturate.SortedIDs(l.Solved), nil)
	l, _ = l.Given(ctx, a)
	return &l.Saturation, a
}

// includes reports whether a context of a layer is subsumed by a concept.
func (c *Closure) includes(s *saturate.Saturation, a index.ConceptID, super el.Concept) bool {
	return !s.Consistent() || s.Store.Unsatisfiable(a) ||
		slices.Contains(c.appendNodes(nil, s, a), c.nodeOf[super])
}

// subsumersIn returns the concepts that subsume a context of a layer.
func (c *Closure) subsumersIn(s *saturate.Saturation, a index.ConceptID) []el.Concept {
	if !s.Consistent() || s.Store.Unsatisfiable(a) {
		return slices.Clone(c.all)
	}
	answer := c.newAnswer()
	answer.add(c.appendNodes(nil, s, a))
	return answer.concepts(nil)
}

// keptLayers is the number of cached layers of conditional nodes.
const keptLayers = 256

// eachGiven visits the contexts that a role reaches from a conditional node, in a layer in which
// the node is nonempty, until visit returns false. It returns false in that case.
func (c *Closure) eachGiven(
	n int32,
	r el.Role,
	visit func(*saturate.Saturation, index.ConceptID) bool,
) bool {
	s := c.givenNode(n)
	data := c.x.NF.IsData(r)
	e := saturate.NewEvaluator(s, nil)
	return !e.LeadsTo(c.context[n], s.Index.Box.Rep[r], func(f index.ConceptID) bool {
		return s.Index.FlagsOf(f)&index.IsData != 0 == data && !visit(s, f)
	})
}

// givenNode returns a layer in which a conditional node is nonempty.
func (c *Closure) givenNode(n int32) *saturate.Saturation {
	if s, ok := c.given.Load(n); ok {
		return s.(*saturate.Saturation)
	}
	// a question is not cancelled
	l, _ := c.base().AssumeNonempty(context.Background(), c.context[n])
	s := &l.Saturation
	c.keep.Lock()
	defer c.keep.Unlock()
	if _, ok := c.given.LoadOrStore(n, s); !ok {
		c.kept = append(c.kept, n)
		if len(c.kept) > keptLayers {
			c.given.Delete(c.kept[0])
			c.kept = c.kept[1:]
		}
	}
	return s
}
