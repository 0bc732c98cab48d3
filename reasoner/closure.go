package reasoner

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/role"
	"box2el-owl/reasoner/internal/saturate"
)

// Closure decides entailments of a normal form for all of its ids: classes, nominals, data values
// and data ranges, owl:Thing and owl:Nothing, and the introduced names, which mean only what the
// normal form asserts of them. A question is an axiom of the form NF1 to NF4, or one with an open
// side. A Closure is immutable and safe for concurrent use.
//
// Answers are exact for OWL 2 EL (see the package comment), with one exception: that a data value
// is in a data range because of an axiom about another element is found for values of individuals
// only. An unsatisfiable concept and an inconsistent ontology entail everything. Every concept is
// subsumed by Top, which is rdfs:Literal for data. Classes and data are disjoint, so a conjunction
// of both, or an object property to data, is unsatisfiable. Lists are in ascending order, and a
// concept is its own superclass.
//
// An id that the normal form does not have is a programming error.
//
// # Cost
//
// 4 bytes for each derived fact between concepts, and 8 bytes for each link that no other link
// implies. The first question that needs a layer or links backward saturates once more and keeps
// that.
//
// SubsumedBy and Unsatisfiable search one list. SubsumedByExists follows the links from the concept
// by words of the role, and SubclassesOfExists those to the filler; it checks each concept if links
// cannot be followed backward. Questions with a conjunction or an existential on the left solve one
// new context in a layer. Concepts that entail something about an individual if they have an
// instance, such as C in C ⊑ {a} (KR'12, section 4), need a layer in which they are nonempty
// (assume.go); real ontologies have few of them. BenchmarkClosure measures this.
type Closure struct {
	x             *index.Index
	saturated     func() *saturate.Saturation // see NewClosure
	consistent    bool
	all           []el.Concept // every id
	unsatisfiable []el.Concept

	// By context: the concepts among its subsumers, ascending, none if it is unsatisfiable; and the
	// links that no other link of it implies.
	supers  dense.ListsOf[index.ConceptID]
	links   dense.ListsOf[saturate.Link]
	walkers []*role.Automaton // by role; nil for the bottom roles

	// Concepts whose existentials depend on whether they are nonempty, which is not known.
	conditional  index.Bitset
	conditionals []index.ConceptID // the same

	// The contexts that the top object role and the top data role reach from everything.
	nonempty, inhabited []index.ConceptID
}

// NewClosure saturates a normal form for all of its concepts. The only error is that of the
// context.
func NewClosure(ctx context.Context, nf *el.Ontology, opts Options) (*Closure, error) {
	saturated := opts.withDefaults().incremental()
	saturated.EveryConcept = true
	s, err := saturate.Run(ctx, nf, saturated)
	if err != nil {
		return nil, err
	}
	c := &Closure{
		x: s.Index, consistent: s.Consistent(), all: make([]el.Concept, nf.NumConcepts()),
		inhabited: []index.ConceptID{s.Index.Literal},
	}
	for i := range c.all {
		c.all[i] = el.Concept(i)
	}
	if !c.consistent {
		return c, ctx.Err()
	}
	// The saturation is computed again for the first question that needs it, because training needs
	// none.
	saturated.Progress = nil
	c.saturated = sync.OnceValue(func() *saturate.Saturation {
		// its errors are those of ctx
		again, _ := saturate.Run(context.WithoutCancel(ctx), nf, saturated)
		return again
	})
	if err := c.collect(ctx, s); err != nil {
		return nil, err
	}
	for _, k := range c.all {
		if c.Unsatisfiable(k) {
			c.unsatisfiable = append(c.unsatisfiable, k)
		}
	}
	c.nonempty = slices.DeleteFunc(s.Nonempty(), c.isData)
	for _, k := range nf.DataTheory(el.Top).Inhabited {
		c.inhabited = append(c.inhabited, c.x.IDOf[k])
	}
	c.walkers = make([]*role.Automaton, len(c.x.Box.Rep))
	for r := range el.Role(len(c.walkers)) {
		if r != el.BottomRole && r != el.BottomDataRole {
			c.walkers[r] = s.Walker(c.x.Box.Rep[r])
		}
	}
	for _, a := range s.Conditional() {
		if c.x.Concepts[a] != index.NoConcept && !s.KnownNonempty(a) {
			c.conditional = c.conditional.With(a)
			c.conditionals = append(c.conditionals, a)
		}
	}
	return c, ctx.Err()
}

// manyLinks is the number of links of a context above which they are not compared.
const manyLinks = 256

// collect copies the subsumers and the links of each context. It omits a link that another link of
// the context implies: each path over the implied link has a counterpart over the other link, which
// ends at a context with at least the same subsumers.
func (c *Closure) collect(ctx context.Context, s *saturate.Saturation) error {
	for a := range c.x.NumConcepts {
		begin := len(c.supers.Items)
		if c.x.IsContext(a) {
			for _, d := range s.Store.Subsumers(a) {
				if c.x.Concepts[d] != index.NoConcept || d == c.x.Literal {
					c.supers.Items = append(c.supers.Items, d)
				}
			}
			slices.Sort(c.supers.Items[begin:])
		}
		c.supers.End()
	}
	var found []saturate.Link
	for a := range c.x.NumConcepts {
		if a%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		found = found[:0]
		s.Links(a, func(l saturate.Link) bool {
			found = append(found, l)
			return true
		})
		slices.SortFunc(found, func(l, m saturate.Link) int {
			return cmp.Or(cmp.Compare(l.RoleID, m.RoleID), cmp.Compare(l.Target, m.Target))
		})
		found = slices.Compact(found)
		for _, l := range found {
			if len(found) > manyLinks || !slices.ContainsFunc(found, func(m saturate.Link) bool {
				return c.implies(m, l)
			}) {
				c.links.Items = append(c.links.Items, l)
			}
		}
		c.links.End()
	}
	return nil
}

// implies reports whether a link implies another one. Of equivalent ones the first implies the
// others.
func (c *Closure) implies(l, m saturate.Link) bool {
	return l.RoleID == m.RoleID && l.Target != m.Target && c.isBelow(l.Target, m.Target) &&
		(l.Target < m.Target || !c.isBelow(m.Target, l.Target))
}

// isBelow reports whether a satisfiable context is subsumed by a concept.
func (c *Closure) isBelow(a, d index.ConceptID) bool {
	_, found := slices.BinarySearch(c.supers.Of(int32(a)), d)
	return found
}

// Consistent reports whether the ontology has a model. An inconsistent ontology entails every
// axiom.
func (c *Closure) Consistent() bool { return c.consistent }

// Unsatisfiable reports whether a concept is unsatisfiable.
func (c *Closure) Unsatisfiable(concept el.Concept) bool {
	return !c.consistent || len(c.supers.Of(int32(c.x.IDOf[concept]))) == 0
}

// isData reports whether a context is one of data.
func (c *Closure) isData(a index.ConceptID) bool { return c.x.FlagsOf(a)&index.IsData != 0 }

// SubsumedBy reports whether sub ⊑ super.
func (c *Closure) SubsumedBy(sub, super el.Concept) bool {
	return c.Unsatisfiable(sub) || c.includes(nil, c.x.IDOf[sub], super)
}

// Superclasses returns all D with concept ⊑ D.
func (c *Closure) Superclasses(concept el.Concept) []el.Concept {
	if c.Unsatisfiable(concept) {
		return slices.Clone(c.all)
	}
	return c.subsumersIn(nil, c.x.IDOf[concept])
}

// includes reports whether a context is subsumed by a concept, in a layer unless s is nil.
func (c *Closure) includes(s *saturate.Saturation, a index.ConceptID, super el.Concept) bool {
	switch {
	case super == el.Top:
		return true
	case s == nil:
		return c.isBelow(a, c.x.IDOf[super])
	}
	return s.Store.Unsatisfiable(a) || slices.Contains(s.Store.Subsumers(a), c.x.IDOf[super])
}

// subsumersIn returns the concepts that subsume a context, in a layer unless s is nil.
func (c *Closure) subsumersIn(s *saturate.Saturation, a index.ConceptID) []el.Concept {
	x, above := c.x, c.supers.Of(int32(a))
	if s != nil {
		if s.Store.Unsatisfiable(a) {
			return slices.Clone(c.all)
		}
		x, above = s.Index, s.Store.Subsumers(a)
	}
	list := []el.Concept{el.Top}
	for _, d := range above {
		list = append(list, x.ConceptsOf(d)...)
	}
	return sortedConcepts(list)
}

func sortedConcepts(list []el.Concept) []el.Concept {
	slices.Sort(list)
	return slices.Compact(list)
}

// SubsumedByExists reports whether sub ⊑ ∃r.filler.
func (c *Closure) SubsumedByExists(sub el.Concept, r el.Role, filler el.Concept) bool {
	if c.Unsatisfiable(sub) {
		return true
	}
	return !c.isUnsatisfiableExistential(r, filler) && c.leadsTo(c.x.IDOf[sub], r, filler)
}

func (c *Closure) leadsTo(a index.ConceptID, r el.Role, filler el.Concept) (found bool) {
	c.eachEnd(a, r, func(s *saturate.Saturation, f index.ConceptID) bool {
		found = c.includes(s, f, filler)
		return !found
	})
	return found
}

// FillersOf returns all D with concept ⊑ ∃r.D.
func (c *Closure) FillersOf(concept el.Concept, r el.Role) (list []el.Concept) {
	if c.Unsatisfiable(concept) {
		return slices.Clone(c.all)
	}
	c.eachEnd(c.x.IDOf[concept], r, func(s *saturate.Saturation, f index.ConceptID) bool {
		list = append(list, c.subsumersIn(s, f)...)
		return true
	})
	return sortedConcepts(list)
}

// eachEnd visits the contexts that paths of links from a satisfiable context lead to, by words that
// imply the role, until visit returns false. A conditional context is nonempty in the saturation
// that visit gets, which is nil for c itself.
func (c *Closure) eachEnd(
	a index.ConceptID, r el.Role, visit func(*saturate.Saturation, index.ConceptID) bool,
) {
	if c.walkers[r] == nil || c.isData(a) {
		return
	}
	for _, f := range c.everywhere(r) {
		if !visit(nil, f) {
			return
		}
	}
	x, data, walker := c.x, c.x.NF.IsData(r), c.walkers[r]
	var s *saturate.Saturation
	end := func(f index.ConceptID) bool {
		return x.FlagsOf(f)&index.IsData != 0 != data || visit(s, f)
	}
	if conditional := c.conditional.Has(a); conditional || x.Jumps(walker) {
		if s = c.saturated(); conditional {
			l, _ := s.AssumeNonempty(context.Background(), a) // a question is not cancelled
			s = &l.Saturation
		}
		x = s.Index
		s.WalkBy(x.Box.Rep[r], a, end)
		return
	}
	if !walker.AcceptsEmpty || end(a) {
		saturate.Walk(walker, a, c.eachLink, end)
	}
}

// eachLink visits the links of a context that no other one implies.
func (c *Closure) eachLink(a index.ConceptID, visit func(saturate.Link) bool) bool {
	for _, l := range c.links.Of(int32(a)) {
		if !visit(l) {
			return false
		}
	}
	return true
}

// everywhere returns the contexts that a top role reaches from everything.
func (c *Closure) everywhere(r el.Role) []index.ConceptID {
	switch box := c.x.Box; box.Rep[r] {
	case box.Universal:
		return c.nonempty
	case box.Rep[el.TopDataRole]:
		return c.inhabited
	}
	return nil
}

// SubclassesOfExists returns all C with C ⊑ ∃r.filler.
func (c *Closure) SubclassesOfExists(r el.Role, filler el.Concept) []el.Concept {
	if !c.consistent {
		return slices.Clone(c.all)
	}
	list := slices.Clone(c.unsatisfiable)
	add := func(a index.ConceptID) {
		if !c.isData(a) {
			list = append(list, c.x.ConceptsOf(a)...)
		}
	}
	if c.isUnsatisfiableExistential(r, filler) {
		return list
	}
	s := c.saturated()
	switch {
	case slices.ContainsFunc(c.everywhere(r), func(f index.ConceptID) bool {
		return c.includes(nil, f, filler)
	}):
		s.Having(c.x.Top, add)
	case c.x.Composing != nil || c.x.Universal >= 0: // links cannot be followed backward
		for _, a := range c.x.Contexts {
			if len(c.supers.Of(int32(a))) > 0 && c.leadsTo(a, r, filler) {
				add(a)
			}
		}
	default:
		name := el.Concept(len(c.x.IDOf)) // of the existential
		e := saturate.NewEvaluator(s,
			&el.Ontology{NF4: []el.NF4{{Role: r, Filler: filler, Super: name}}})
		for _, a := range e.Extent(name) {
			add(a)
		}
		for _, a := range c.conditionals {
			if c.leadsTo(a, r, filler) {
				add(a)
			}
		}
	}
	return sortedConcepts(list)
}

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

// isUnsatisfiableExistential reports whether ∃r.filler is unsatisfiable by a cheap test: also if
// one of the role and the filler is about data and the other is not.
func (c *Closure) isUnsatisfiableExistential(r el.Role, filler el.Concept) bool {
	return c.Unsatisfiable(filler) || c.walkers[r] == nil ||
		filler > el.Bottom && c.x.NF.IsData(r) != c.x.NF.IsDataConcept(filler)
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
	r el.Role, filler el.Concept,
) (*saturate.Saturation, index.ConceptID) {
	return c.example(index.IsContext, func(e *saturate.Editor, a index.ConceptID) {
		roleID := e.Index.RoleIDOf[e.Index.Box.Rep[r]]
		e.Index.LinkTo(a, roleID,
			e.InRanges(el.NF3{Sub: el.Bottom, Role: r, Filler: filler}, roleID))
	})
}

// example returns a layer with a new context, which is solved and nonempty. define adds its axioms.
// No other context depends on it. If the layer is inconsistent, the context is that of ⊥.
func (c *Closure) example(
	flags uint8, define func(*saturate.Editor, index.ConceptID),
) (*saturate.Saturation, index.ConceptID) {
	ctx := context.Background() // a question is not cancelled, so there are no errors
	l := c.saturated().Layer()
	a := l.Fresh(flags)
	e := saturate.NewEditor(l)
	define(e, a)
	e.Seed(a)
	_ = l.Update(ctx, e.SortedSeeds(), false)
	_ = l.Rounds(ctx, saturate.SortedIDs(l.Solved), nil)
	if l, _ = l.Given(ctx, a); !l.Consistent() {
		a = l.Index.Bottom
	}
	return &l.Saturation, a
}
