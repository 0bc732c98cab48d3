package explain

import (
	"context"
	"fmt"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// claim is one thing that must hold for a goal to hold: of whatever is in root, or of individuals that are supposed to
// be related in some way, one of wants.
type claim struct {
	root     owl.ClassExpression // has an instance, if only one can think of
	supposed []owl.Axiom         // about individuals that occur nowhere else
	wants    []want

	derivation   *derivation
	targets      []fact
	first        int // axioms from here on are not asserted: definitions, then what is supposed
	suppositions int
	stands       map[owl.IRI]owl.ClassExpression // what the classes that the claim adds stand for
}

// want is what shall be derived.
type want struct {
	values     owl.Entity          // of the values of this property of the root's elements, or if nil of these
	individual owl.Individual      // of this individual, if not nil
	super      owl.ClassExpression // that they are in it
	superRange owl.DataRange       // or in it
	sub, over  owl.Entity          // or that these properties include each other
}

func subsumed(sub, super owl.ClassExpression) *claim {
	return &claim{root: sub, wants: []want{{super: super}}}
}

func empty(classes ...owl.ClassExpression) *claim {
	return subsumed(intersection(classes...), owl.Nothing)
}

func intersection(classes ...owl.ClassExpression) owl.ClassExpression {
	if len(classes) == 1 {
		return classes[0]
	}
	var operands []owl.ClassExpression
	for _, c := range classes {
		if and, ok := c.(*owl.ObjectIntersectionOf); ok {
			operands = append(operands, and.Operands...)
		} else {
			operands = append(operands, c)
		}
	}
	return &owl.ObjectIntersectionOf{Operands: operands}
}

func singleton(a owl.Individual) owl.ClassExpression {
	return &owl.ObjectOneOf{Individuals: []owl.Individual{a}}
}

// outsideEL is an error for an axiom whose kind cannot be explained.
func outsideEL(a owl.Axiom) error { return fmt.Errorf("%s: %w", a.Kind(), ErrOutsideEL) }

// claimsOf takes an axiom apart into what must be derived for it.
func claimsOf(a owl.Axiom) ([]*claim, error) {
	var claims []*claim
	add := func(more ...*claim) { claims = append(claims, more...) }
	switch a := a.(type) {
	case *owl.SubClassOf:
		add(subClassClaims(a.Sub, a.Super)...)
	case *owl.EquivalentClasses:
		for i, c := range a.Classes {
			add(subClassClaims(c, a.Classes[(i+1)%len(a.Classes)])...)
		}
	case *owl.DisjointClasses:
		for i, c := range a.Classes {
			for _, d := range a.Classes[i+1:] {
				add(empty(c, d))
			}
		}

	case *owl.SubObjectPropertyOf:
		sub, super, err := objectProperties(a, a.Sub, a.Super)
		if err != nil {
			return nil, err
		}
		add(objectInclusion(sub, super))
	case *owl.EquivalentObjectProperties:
		for i, p := range a.Properties {
			sub, super, err := objectProperties(a, p, a.Properties[(i+1)%len(a.Properties)])
			if err != nil {
				return nil, err
			}
			add(objectInclusion(sub, super))
		}
	case *owl.SubPropertyChainOf:
		for _, p := range a.Chain {
			if _, _, err := objectProperties(a, p, a.Super); err != nil {
				return nil, err
			}
		}
		add(chainInclusion(a.Chain, a.Super))
	case *owl.TransitiveObjectProperty:
		add(chainInclusion([]owl.ObjectPropertyExpression{a.Property, a.Property}, a.Property))
	case *owl.DisjointObjectProperties:
		for i, p := range a.Properties {
			for _, q := range a.Properties[i+1:] {
				x, y := fresh(0), fresh(1)
				add(&claim{root: owl.Thing, supposed: []owl.Axiom{
					&owl.ObjectPropertyAssertion{Property: p, Source: x, Target: y},
					&owl.ObjectPropertyAssertion{Property: q, Source: x, Target: y},
				}, wants: []want{{super: owl.Nothing}}})
			}
		}
	case *owl.ReflexiveObjectProperty:
		add(subsumed(owl.Thing, &owl.ObjectHasSelf{Property: a.Property}))
	case *owl.IrreflexiveObjectProperty:
		add(empty(&owl.ObjectHasSelf{Property: a.Property}))
	case *owl.ObjectPropertyDomain:
		add(subClassClaims(&owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing}, a.Domain)...)
	case *owl.ObjectPropertyRange:
		p, ok := a.Property.(owl.ObjectProperty)
		if !ok {
			return nil, outsideEL(a)
		}
		add(&claim{root: &owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing}, wants: []want{{values: p, super: a.Range}}})

	case *owl.SubDataPropertyOf:
		add(dataInclusion(a.Sub, a.Super))
	case *owl.EquivalentDataProperties:
		for i, p := range a.Properties {
			add(dataInclusion(p, a.Properties[(i+1)%len(a.Properties)]))
		}
	case *owl.DataPropertyDomain:
		add(subClassClaims(someData(a.Property), a.Domain)...)
	case *owl.DataPropertyRange:
		add(&claim{root: someData(a.Property), wants: []want{{values: a.Property, superRange: a.Range}}})

	case *owl.SameIndividual:
		for i, x := range a.Individuals[:max(len(a.Individuals)-1, 0)] {
			add(subsumed(singleton(x), singleton(a.Individuals[i+1])))
		}
	case *owl.DifferentIndividuals:
		for i, x := range a.Individuals {
			for _, y := range a.Individuals[i+1:] {
				add(empty(singleton(x), singleton(y)))
			}
		}
	case *owl.ClassAssertion:
		add(subClassClaims(singleton(a.Individual), a.Class)...)
	case *owl.ObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		add(subsumed(singleton(x), &owl.ObjectHasValue{Property: p, Individual: y}))
	case *owl.NegativeObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		add(empty(singleton(x), &owl.ObjectHasValue{Property: p, Individual: y}))
	case *owl.DataPropertyAssertion:
		add(subsumed(singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target}))
	case *owl.NegativeDataPropertyAssertion:
		add(empty(singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target}))
	}
	if len(claims) == 0 {
		return nil, outsideEL(a)
	}
	return claims, nil
}

// subClassClaims takes sub ⊑ super apart: unions on the left, intersections and complements on the right.
func subClassClaims(sub, super owl.ClassExpression) []*claim {
	var claims []*claim
	if union, ok := sub.(*owl.ObjectUnionOf); ok && len(union.Operands) > 0 {
		for _, c := range union.Operands {
			claims = append(claims, subClassClaims(c, super)...)
		}
		return claims
	}
	switch super := super.(type) {
	case *owl.ObjectIntersectionOf:
		if len(super.Operands) > 0 {
			for _, d := range super.Operands {
				claims = append(claims, subClassClaims(sub, d)...)
			}
			return claims
		}
	case *owl.ObjectComplementOf:
		return []*claim{empty(sub, super.Operand)}
	}
	return []*claim{subsumed(sub, super)}
}

func someData(p owl.DataProperty) owl.ClassExpression {
	return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: owl.RDFSLiteral}
}

// forward turns r⁻(a, b) into r(b, a).
func forward(p owl.ObjectPropertyExpression, a, b owl.Individual) (owl.ObjectPropertyExpression, owl.Individual, owl.Individual) {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return inverse.Property, b, a
	}
	return p, a, b
}

// objectProperties returns two named properties; inclusions between inverses are turned round.
func objectProperties(a owl.Axiom, sub, super owl.ObjectPropertyExpression) (r, s owl.ObjectProperty, err error) {
	subInverse, ok1 := sub.(*owl.ObjectInverseOf)
	superInverse, ok2 := super.(*owl.ObjectInverseOf)
	if ok1 != ok2 {
		return r, s, outsideEL(a)
	}
	if ok1 {
		return subInverse.Property, superInverse.Property, nil
	}
	return sub.(owl.ObjectProperty), super.(owl.ObjectProperty), nil
}

// fresh returns an individual that occurs in no ontology: anonymous, as keys speak of named ones only.
func fresh(i int) owl.AnonymousIndividual {
	return owl.AnonymousIndividual{ID: owl.NewIRI("box2el-owl-goal-x" + strconv.Itoa(i))}
}

// objectInclusion claims r ⊑ s: because the inclusions say so, or because s(x, y) follows from r(x, y).
func objectInclusion(r, s owl.ObjectProperty) *claim {
	c := chainInclusion([]owl.ObjectPropertyExpression{r}, s)
	c.wants = append(c.wants, want{sub: r, over: s})
	return c
}

func chainInclusion(chain []owl.ObjectPropertyExpression, s owl.ObjectPropertyExpression) *claim {
	c := &claim{root: owl.Thing}
	for i, r := range chain {
		c.supposed = append(c.supposed, &owl.ObjectPropertyAssertion{Property: r, Source: fresh(i), Target: fresh(i + 1)})
	}
	p, x, y := forward(s, fresh(0), fresh(len(chain)))
	c.wants = []want{{individual: x, super: &owl.ObjectHasValue{Property: p, Individual: y}}}
	return c
}

// dataInclusion claims d ⊑ e: because the inclusions say so, or because d has no values.
func dataInclusion(d, e owl.DataProperty) *claim {
	return &claim{root: someData(d), wants: []want{{sub: d, over: e}}}
}

// derive saturates from the claim's root and finds out which of the wants hold.
func (c *claim) derive(ctx context.Context, e *Explainer) error {
	x, root, targets, err := c.translate(ctx, e)
	if err != nil {
		return err
	}
	p := newProverFor(x, root, c.relevant(e, x), e.opts.Inferences)
	if len(c.supposed) > 0 {
		p.openIndividuals()
	}
	for _, w := range c.wants {
		if w.sub != nil {
			if r, ok := x.nf.RoleOf(w.sub); ok {
				p.openRole(r)
			}
		}
	}
	if err := p.run(ctx); err != nil {
		return err
	}
	c.derivation = &p.derivation
	for _, k := range targets(p) {
		if f, ok := p.ids[k]; ok {
			c.targets = append(c.targets, f)
		}
	}
	return nil
}

// relevant returns what can matter for the claim, where it says of a class that is known to be satisfiable that it
// lies below another one.
func (c *claim) relevant(e *Explainer, x *index) *relevance {
	t := e.opts.Taxonomy
	root, named := c.root.(owl.Class)
	if t == nil || !t.Consistent() || !named || root == owl.Thing || len(c.supposed) > 0 || len(c.wants) != 1 || t.IsSubsumedBy(root, owl.Nothing) {
		return nil
	}
	super, named := c.wants[0].super.(owl.Class)
	if !named || c.wants[0].values != nil {
		return nil
	}
	concept, ok := x.nf.ConceptOf(super)
	if !ok {
		return nil
	}
	return x.relevant(concept)
}

// derived returns the facts of which each makes the claim true.
func (c *claim) derived() []fact { return c.targets }

// translate brings the claim into normal form: its root, and the facts that make it true.
func (c *claim) translate(ctx context.Context, e *Explainer) (x *index, root el.Concept, targets func(*prover) []factKey, err error) {
	n := &namer{claim: c, stands: make(map[owl.IRI]owl.ClassExpression)}
	c.first = len(e.ontology.Axioms)
	rootClass := n.below(c.root)
	supers := make([]owl.ClassExpression, len(c.wants))
	ranges := make([]owl.Datatype, len(c.wants))
	for i, w := range c.wants {
		switch {
		case w.super != nil:
			supers[i] = n.above(w.super)
		case w.superRange != nil:
			ranges[i] = n.aboveRange(w.superRange)
		}
	}
	c.stands = n.stands
	if x, err = e.base(ctx); err != nil {
		return nil, 0, nil, err
	}
	if len(n.axioms)+len(c.supposed) > 0 || !n.isKnown(x.nf) {
		c.suppositions = c.first + len(n.axioms) + len(n.declared)
		if x, err = e.extended(ctx, append(append(n.axioms, n.declared...), c.supposed...)); err != nil {
			return nil, 0, nil, err
		}
	}
	root = conceptOf(x.nf, rootClass)
	targets = func(p *prover) []factKey {
		keys := []factKey{subFact(p.root, el.Bottom), subFact(top, el.Bottom)}
		for i, w := range c.wants {
			at := p.root
			switch {
			case w.values != nil:
				r, _ := x.nf.RoleOf(w.values)
				at = p.filler(r, el.Top)
			case w.individual != nil:
				at = individualNode(p, w.individual)
			}
			switch {
			case supers[i] != nil:
				keys = append(keys, subFact(at, conceptOf(x.nf, supers[i])))
			case ranges[i] != (owl.Datatype{}):
				if d, ok := rangeConcept(x.nf, ranges[i]); ok {
					keys = append(keys, subFact(at, d))
				}
			case w.sub != nil && (w.sub == w.over || w.over == owl.Entity(owl.TopObjectProperty) || w.over == owl.Entity(owl.TopDataProperty)):
				keys = append(keys, subFact(p.root, el.Top)) // holds of any r
			case w.sub != nil:
				r, ok1 := x.nf.RoleOf(w.sub)
				s, ok2 := x.nf.RoleOf(w.over)
				if ok1 && ok2 {
					keys = append(keys, inclusionFact(r, s))
				}
			}
		}
		return keys
	}
	return x, root, targets, nil
}

// extended returns the index of the ontology's normal form with further axioms, which must lie in EL.
func (e *Explainer) extended(ctx context.Context, further []owl.Axiom) (*index, error) {
	whole := *e.ontology
	n := len(whole.Axioms)
	whole.Axioms = append(whole.Axioms[:n:n], further...)
	nf, report, err := el.Normalize(ctx, &whole, el.Options{})
	if err != nil {
		return nil, err
	}
	for i := range further {
		if report.Effect(n+i) != el.Used {
			return nil, ErrOutsideEL
		}
	}
	return newIndex(nf), nil
}

// namer gives names to composed expressions, by axioms of its own.
type namer struct {
	claim    *claim
	axioms   []owl.Axiom
	declared []owl.Axiom // what the ontology may not have
	entities []owl.Entity
	stands   map[owl.IRI]owl.ClassExpression
}

// goalNamespace is that of the names that claims add; none of them is shown.
const goalNamespace = "urn:box2el-owl:goal:"

// goalRange is the name of the data range of a claim.
var goalRange = owl.NewIRI(goalNamespace + "range")

func (n *namer) name(c owl.ClassExpression) owl.Class {
	name := owl.Class{IRI: owl.NewIRI(goalNamespace + strconv.Itoa(len(n.stands)))}
	n.stands[name.IRI] = c
	return name
}

// mention sees to it that a name is in the normal form.
func (n *namer) mention(e owl.Entity) {
	n.entities = append(n.entities, e)
	n.declared = append(n.declared, &owl.Declaration{Entity: e})
}

// below returns a class or the enumeration of one named individual that lies below an expression and stands for
// anything in it.
func (n *namer) below(c owl.ClassExpression) owl.ClassExpression {
	if n.plain(c) {
		return c
	}
	name := n.name(c)
	n.axioms = append(n.axioms, &owl.SubClassOf{Sub: name, Super: c})
	return name
}

// above returns one that lies above an expression.
func (n *namer) above(c owl.ClassExpression) owl.ClassExpression {
	if n.plain(c) {
		return c
	}
	name := n.name(c)
	n.axioms = append(n.axioms, &owl.SubClassOf{Sub: c, Super: name})
	return name
}

func (n *namer) plain(c owl.ClassExpression) bool {
	switch c := c.(type) {
	case owl.Class:
		n.mention(c)
		return true
	case *owl.ObjectOneOf:
		if len(c.Individuals) == 1 {
			if a, named := c.Individuals[0].(owl.NamedIndividual); named {
				n.mention(a)
				return true
			}
		}
	}
	return false
}

// aboveRange returns a datatype that lies above a data range, which it defines.
func (n *namer) aboveRange(d owl.DataRange) owl.Datatype {
	name := owl.Datatype{IRI: goalRange}
	n.axioms = append(n.axioms, &owl.DatatypeDefinition{Datatype: name, Range: d})
	return name
}

// isKnown reports whether a normal form has all that is mentioned.
func (n *namer) isKnown(nf *el.Ontology) bool {
	for _, e := range n.entities {
		known := false
		switch e := e.(type) {
		case owl.Class:
			_, known = nf.ConceptOf(e)
		case owl.NamedIndividual:
			_, known = nf.NominalOf(e)
		}
		if !known {
			return false
		}
	}
	return true
}

// conceptOf returns the concept of what namer.below and above return.
func conceptOf(nf *el.Ontology, c owl.ClassExpression) el.Concept {
	switch c := c.(type) {
	case owl.Class:
		concept, _ := nf.ConceptOf(c)
		return concept
	case *owl.ObjectOneOf:
		a, _ := c.Individuals[0].(owl.NamedIndividual)
		concept, _ := nf.NominalOf(a)
		return concept
	}
	return el.Top
}

func rangeConcept(nf *el.Ontology, d owl.Datatype) (el.Concept, bool) {
	for c := range el.Concept(nf.NumConcepts()) {
		if nf.Kind(c) == el.DataRange && nf.Range(c) == owl.DataRange(d) {
			return c, true
		}
	}
	return 0, false
}

func individualNode(p *prover, a owl.Individual) node {
	for _, c := range p.x.nominals {
		if p.nf.Individual(c) == a {
			return p.open(nodeKey{c, anyRole, noNode})
		}
	}
	return p.root
}
