package reasoner

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
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
// The saturation is kept: 4 bytes for each derived fact, and its index; and 8 bytes for each link
// that no other link implies. The first question about links backward inverts the saturation.
//
// SubsumedBy and Unsatisfiable search one list. SubsumedByExists follows the links from the concept
// by words of the role, and SubclassesOfExists those to the filler; it checks each concept if links
// cannot be followed backward. Questions with a conjunction or an existential on the left solve one
// new context in a layer. Concepts that entail something about an individual if they have an
// instance, such as C in C ⊑ {a} (KR'12, section 4), need a layer in which they are nonempty
// (assume.go); real ontologies have few of them. BenchmarkClosure measures this.
type Closure struct {
	s             *saturate.Saturation // with a context for each concept
	consistent    bool
	all           []el.Concept // every id
	unsatisfiable []el.Concept
	links         dense.ListsOf[saturate.Link] // by context, without those that others imply

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
	c := &Closure{s: s, consistent: s.Consistent()}
	for k := range el.Concept(nf.NumConcepts()) {
		c.all = append(c.all, k)
		if c.Unsatisfiable(k) {
			c.unsatisfiable = append(c.unsatisfiable, k)
		}
	}
	if c.consistent {
		c.nonempty = slices.DeleteFunc(s.Nonempty(), func(a index.ConceptID) bool {
			return element{s, a}.isData()
		})
		c.inhabited = append(c.inhabited, s.Index.Literal)
		for _, k := range nf.DataTheory(el.Top).Inhabited {
			c.inhabited = append(c.inhabited, s.Index.IDOf[k])
		}
	}
	return c, c.collectLinks(ctx)
}

// manyLinks is the number of links of a context above which they are not compared.
const manyLinks = 256

// collectLinks lists the links of each context, without those that another link of the context
// implies: each path over the implied link has a counterpart over the other link, which ends at a
// context with at least the same subsumers.
func (c *Closure) collectLinks(ctx context.Context) error {
	var found []saturate.Link
	for a := range c.s.Index.NumConcepts {
		if a%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		found = found[:0]
		c.s.Links(a, func(l saturate.Link) bool {
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
	isBelow := func(a, d index.ConceptID) bool {
		return slices.Contains(c.s.Store.Subsumers(a), d)
	}
	return l.RoleID == m.RoleID && l.Target != m.Target && isBelow(l.Target, m.Target) &&
		(l.Target < m.Target || !isBelow(m.Target, l.Target))
}

// element is an instance of a concept, or of a new context in a layer.
type element struct {
	s *saturate.Saturation
	a index.ConceptID
}

// element returns an instance of a concept. If there is none, it is one of ⊥.
func (c *Closure) element(concept el.Concept) element {
	if !c.consistent {
		return c.impossible()
	}
	return element{c.s, c.s.Index.IDOf[concept]}
}

func (c *Closure) impossible() element { return element{c.s, c.s.Index.Bottom} }

// isImpossible reports whether there is no such element. rdfs:Literal, which need not have a
// context, has some.
func (e element) isImpossible() bool {
	return e.a != e.s.Index.Literal && e.s.Store.Unsatisfiable(e.a)
}

func (e element) isData() bool { return e.s.Index.FlagsOf(e.a)&index.IsData != 0 }

// isIn reports whether the element is an instance of a concept.
func (e element) isIn(concept el.Concept) bool {
	return concept == el.Top || e.isImpossible() ||
		slices.Contains(e.s.Store.Subsumers(e.a), e.s.Index.IDOf[concept])
}

// classes returns the concepts that the element is an instance of.
func (c *Closure) classes(e element) []el.Concept {
	if e.isImpossible() {
		return slices.Clone(c.all)
	}
	list := []el.Concept{el.Top}
	for _, d := range e.s.Store.Subsumers(e.a) {
		list = append(list, e.s.Index.ConceptsOf(d)...)
	}
	return sortedConcepts(list)
}

func sortedConcepts(list []el.Concept) []el.Concept {
	slices.Sort(list)
	return slices.Compact(list)
}

// Consistent reports whether the ontology has a model. An inconsistent ontology entails every
// axiom.
func (c *Closure) Consistent() bool { return c.consistent }

// Unsatisfiable reports whether a concept is unsatisfiable.
func (c *Closure) Unsatisfiable(concept el.Concept) bool {
	return c.element(concept).isImpossible()
}

// SubsumedBy reports whether sub ⊑ super.
func (c *Closure) SubsumedBy(sub, super el.Concept) bool { return c.element(sub).isIn(super) }

// Superclasses returns all D with concept ⊑ D.
func (c *Closure) Superclasses(concept el.Concept) []el.Concept {
	return c.classes(c.element(concept))
}

// SubsumedByExists reports whether sub ⊑ ∃r.filler.
func (c *Closure) SubsumedByExists(sub el.Concept, r el.Role, filler el.Concept) bool {
	e := c.element(sub)
	return e.isImpossible() || !c.isUnsatisfiableExistential(r, filler) && c.leadsTo(e, r, filler)
}

func (c *Closure) leadsTo(e element, r el.Role, filler el.Concept) (found bool) {
	c.eachValue(e, r, func(f element) bool {
		found = f.isIn(filler)
		return !found
	})
	return found
}

// FillersOf returns all D with concept ⊑ ∃r.D.
func (c *Closure) FillersOf(concept el.Concept, r el.Role) (list []el.Concept) {
	e := c.element(concept)
	if e.isImpossible() {
		return slices.Clone(c.all)
	}
	c.eachValue(e, r, func(f element) bool {
		list = append(list, c.classes(f)...)
		return true
	})
	return sortedConcepts(list)
}

// eachValue visits the elements that paths of links from a possible element lead to, by words that
// imply the role, until visit returns false.
func (c *Closure) eachValue(e element, r el.Role, visit func(element) bool) {
	if isBottomRole(r) || e.isData() {
		return
	}
	for _, f := range c.everywhere(r) {
		if !visit(element{c.s, f}) {
			return
		}
	}
	x, data := c.s.Index, c.s.Index.NF.IsData(r)
	end := func(f index.ConceptID) bool {
		value := element{e.s, f}
		return value.isData() != data || visit(value)
	}
	walker, conditional := c.s.Walker(x.Box.Rep[r]), c.isConditional(e.a)
	if conditional {
		l, _ := c.s.AssumeNonempty(context.Background(), e.a) // a question is not cancelled
		e.s = &l.Saturation
	}
	if conditional || x.Jumps(walker) {
		e.s.WalkBy(x.Box.Rep[r], e.a, end)
	} else if !walker.AcceptsEmpty || end(e.a) {
		saturate.Walk(walker, e.a, c.eachLink, end)
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

// isConditional reports whether the existentials of a context depend on whether it is nonempty,
// which is not known.
func (c *Closure) isConditional(a index.ConceptID) bool {
	return c.s.IsConditional(a) && !c.s.KnownNonempty(a)
}

func isBottomRole(r el.Role) bool { return r == el.BottomRole || r == el.BottomDataRole }

// everywhere returns the contexts that a top role reaches from everything.
func (c *Closure) everywhere(r el.Role) []index.ConceptID {
	switch box := c.s.Index.Box; box.Rep[r] {
	case box.Universal:
		return c.nonempty
	case box.Rep[el.TopDataRole]:
		return c.inhabited
	}
	return nil
}

// SubclassesOfExists returns all C with C ⊑ ∃r.filler.
func (c *Closure) SubclassesOfExists(r el.Role, filler el.Concept) []el.Concept {
	list := slices.Clone(c.unsatisfiable)
	if c.isUnsatisfiableExistential(r, filler) {
		return list
	}
	x := c.s.Index
	add := func(a index.ConceptID) {
		if !(element{c.s, a}).isData() {
			list = append(list, x.ConceptsOf(a)...)
		}
	}
	check := func(contexts []index.ConceptID) {
		for _, a := range contexts {
			if e := (element{c.s, a}); !e.isImpossible() && c.leadsTo(e, r, filler) {
				add(a)
			}
		}
	}
	switch {
	case slices.ContainsFunc(c.everywhere(r), func(f index.ConceptID) bool {
		return element{c.s, f}.isIn(filler)
	}):
		c.s.Having(x.Top, add)
	case x.Composing != nil || x.Universal >= 0: // links cannot be followed backward
		check(x.Contexts)
	default:
		name := el.Concept(len(x.IDOf)) // of the existential
		e := saturate.NewEvaluator(c.s,
			&el.Ontology{NF4: []el.NF4{{Role: r, Filler: filler, Super: name}}})
		for _, a := range e.Extent(name) {
			add(a)
		}
		check(c.s.ConditionalSet())
	}
	return sortedConcepts(list)
}

// ConjunctionSubsumedBy reports whether left ⊓ right ⊑ super.
func (c *Closure) ConjunctionSubsumedBy(left, right, super el.Concept) bool {
	return c.conjunction(left, right).isIn(super)
}

// SuperclassesOfConjunction returns all D with left ⊓ right ⊑ D.
func (c *Closure) SuperclassesOfConjunction(left, right el.Concept) []el.Concept {
	return c.classes(c.conjunction(left, right))
}

// ExistsSubsumedBy reports whether ∃r.filler ⊑ super.
func (c *Closure) ExistsSubsumedBy(r el.Role, filler, super el.Concept) bool {
	return super == el.Top || c.existential(r, filler).isIn(super)
}

// SuperclassesOfExists returns all D with ∃r.filler ⊑ D.
func (c *Closure) SuperclassesOfExists(r el.Role, filler el.Concept) []el.Concept {
	return c.classes(c.existential(r, filler))
}

// isUnsatisfiableExistential reports whether ∃r.filler is unsatisfiable by a cheap test: also if
// one of the role and the filler is about data and the other is not.
func (c *Closure) isUnsatisfiableExistential(r el.Role, filler el.Concept) bool {
	nf := c.s.Index.NF
	return c.Unsatisfiable(filler) || isBottomRole(r) ||
		filler > el.Bottom && nf.IsData(r) != nf.IsDataConcept(filler)
}

// conjunction returns an element of two concepts.
func (c *Closure) conjunction(left, right el.Concept) element {
	nf := c.s.Index.NF
	leftIsData := nf.IsDataConcept(left)
	switch {
	case c.Unsatisfiable(left) || c.Unsatisfiable(right) ||
		left > el.Bottom && right > el.Bottom && leftIsData != nf.IsDataConcept(right):
		return c.impossible()
	case c.SubsumedBy(left, right):
		return c.element(left)
	case c.SubsumedBy(right, left):
		return c.element(right)
	}
	flags := index.IsContext
	if leftIsData {
		flags |= index.IsData
	}
	return c.example(flags, func(e *saturate.Editor, a index.ConceptID) {
		e.Index.Include(a, e.Index.IDOf[left])
		e.Index.Include(a, e.Index.IDOf[right])
	})
}

// existential returns an element of ∃r.filler.
func (c *Closure) existential(r el.Role, filler el.Concept) element {
	if c.isUnsatisfiableExistential(r, filler) {
		return c.impossible()
	}
	return c.example(index.IsContext, func(e *saturate.Editor, a index.ConceptID) {
		roleID := e.Index.RoleIDOf[e.Index.Box.Rep[r]]
		e.Index.LinkTo(a, roleID,
			e.InRanges(el.NF3{Sub: el.Bottom, Role: r, Filler: filler}, roleID))
	})
}

// example returns an element of a new context, which is solved and nonempty in a layer. define adds
// its axioms. No other context depends on it.
func (c *Closure) example(flags uint8, define func(*saturate.Editor, index.ConceptID)) element {
	ctx := context.Background() // a question is not cancelled, so there are no errors
	l := c.s.Layer()
	a := l.Fresh(flags)
	e := saturate.NewEditor(l)
	define(e, a)
	e.Seed(a)
	_ = l.Update(ctx, e.SortedSeeds(), false)
	_ = l.Rounds(ctx, saturate.SortedIDs(l.Solved), nil)
	if l, _ = l.Given(ctx, a); !l.Consistent() {
		return c.impossible()
	}
	return element{&l.Saturation, a}
}
