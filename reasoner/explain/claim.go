package explain

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// translated is a claim in normal form.
type translated struct {
	index  *index
	root   el.Concept
	supers []el.Concept   // by want: that of super or superRange; noConcept for none
	at     []el.Concept   // by want: that of individual or value
	aboves [][]el.Concept // by want for a functional property: ∃f.{value} for each axiom that says so of an f
}

const noConcept el.Concept = -1

// derive saturates from the claim's root and finds out which of the wants hold.
func (c *claim) derive(ctx context.Context, e *Explainer) error {
	t, err := c.translate(ctx, e)
	if err != nil {
		return err
	}
	relevant, err := c.relevant(ctx, e, t)
	if err != nil {
		return err
	}
	p := newProverFor(t.index, t.root, relevant, e.opts.Inferences)
	if taxonomy := e.opts.Taxonomy; len(c.supposed) > 0 || taxonomy != nil && !taxonomy.Consistent() {
		p.openIndividuals()
	}
	for _, w := range c.wants {
		for _, property := range []owl.Entity{w.sub, w.functional} {
			if r, ok := t.index.nf.RoleOf(property); ok {
				p.openRole(r)
			}
		}
	}
	if err := p.run(ctx); err != nil {
		return err
	}
	c.findTargets(p, t)
	c.derivation = &p.derivation
	return nil
}

// translate brings the claim into normal form, as an extension of that of the ontology.
func (c *claim) translate(ctx context.Context, e *Explainer) (*translated, error) {
	g, err := e.ground(ctx)
	if err != nil {
		return nil, err
	}
	if g, err = g.supposing(ctx, e.axioms, c.supposed, firstExample); err != nil {
		return nil, err
	}
	x := el.NewExtension(g.top())
	c.exact = g.exact
	note := func(concept el.Concept, exact bool) el.Concept {
		c.exact = c.exact && exact
		return concept
	}
	t := &translated{root: note(x.Right(c.root))}
	ranges := 0
	for _, w := range c.wants {
		super, at := noConcept, noConcept
		var above []el.Concept
		if w.super != nil {
			super = note(x.Left(w.super))
		}
		if w.superRange != nil {
			if err := x.Add(ctx, &owl.DatatypeDefinition{Datatype: goalRange, Range: w.superRange}); err != nil {
				return nil, err
			}
			ranges++
		}
		if w.individual != nil {
			at = note(x.Right(singleton(w.individual)))
		}
		if w.functional != (owl.DataProperty{}) {
			for _, a := range g.functional() {
				f, _ := g.top().Property(a.Role).(owl.DataProperty)
				above = append(above, note(x.Left(&owl.DataHasValue{Property: f, Value: w.value})))
			}
		}
		t.supers, t.at, t.aboves = append(t.supers, super), append(t.at, at), append(t.aboves, above)
	}
	c.exact = c.exact && x.Complete()
	extension, report := x.Finish()
	c.exact = c.exact && len(report.Omissions) == 0
	t.index = g.with(extension, firstExample+el.Source(len(c.supposed))).all()
	for i, w := range c.wants {
		if w.value != nil && w.individual == nil {
			t.at[i] = t.added(g, el.DataValue, func(v el.Concept) bool { return *t.index.nf.Value(v) == *w.value })
		}
		if w.superRange != nil {
			t.supers[i] = t.added(g, el.DataRange, func(d el.Concept) bool { return t.index.nf.Range(d) == owl.DataRange(goalRange) })
		}
	}
	return t, nil
}

// goalRange is the name of the data range of a claim; it is not shown.
var goalRange = owl.Datatype{IRI: owl.NewIRI("urn:box2el-owl:goal:range")}

// added returns the concept of a kind that is not of the ontology and of which something holds; noConcept where there is none.
func (t *translated) added(g *ground, kind el.ConceptKind, holds func(el.Concept) bool) el.Concept {
	nf := t.index.nf
	for c := el.Concept(g.nf.NumConcepts()); c < el.Concept(nf.NumConcepts()); c++ {
		if nf.Kind(c) == kind && holds(c) {
			return c
		}
	}
	return noConcept
}

// findTargets looks for what makes the claim true among what was derived.
func (c *claim) findTargets(p *prover, t *translated) {
	look := func(k factKey) {
		if f, ok := p.ids[k]; ok {
			c.targets = append(c.targets, f)
		}
	}
	look(subFact(p.root, el.Bottom))
	look(subFact(top, el.Bottom))
	for i, w := range c.wants {
		at := p.root
		if w.values != nil {
			r, _ := p.nf.RoleOf(w.values)
			at = p.filler(r, el.Top)
		} else if t.at[i] != noConcept {
			at = p.open(nodeKey{t.at[i], anyRole, noNode})
		}
		switch {
		case t.supers[i] != noConcept:
			look(subFact(at, t.supers[i]))
		case w.sub != nil:
			look(inclusionTarget(p, w.sub, w.over))
		case w.functional != (owl.DataProperty{}):
			look(p.functionalTarget(w.functional, at, t.aboves[i]))
		}
	}
}

// inclusionTarget returns the fact that a property includes another one.
func inclusionTarget(p *prover, sub, over owl.Entity) factKey {
	if sub == over || over == owl.Entity(owl.TopObjectProperty) || over == owl.Entity(owl.TopDataProperty) {
		return subFact(p.root, el.Top) // holds of any properties
	}
	r, ok1 := p.nf.RoleOf(sub)
	s, ok2 := p.nf.RoleOf(over)
	if !ok1 || !ok2 {
		return factKey{kind: numFactKinds}
	}
	return inclusionFact(r, s)
}

// functionalTarget derives that a data property is functional: because it is below one that is, which may be so
// because an example of its value is in each of aboves.
//
//	d ⊑ f   f functional   ⟹   d functional
func (p *prover) functionalTarget(property owl.DataProperty, example node, aboves []el.Concept) factKey {
	d, _ := p.nf.RoleOf(property)
	k := functionalFact(d)
	for i, a := range p.nf.functional.all {
		axiom := asPremise(kindFunctional, i)
		if a.Role == d {
			p.derive(ruleFunctionalBelow, k, axiom)
			continue
		}
		inclusion, known := p.below(d, a.Role)
		if f, ok := p.ids[subFact(example, aboves[i])]; ok {
			inclusion, known = p.derive(ruleDischarge, inclusionFact(d, a.Role), int32(f)), true
		}
		if known {
			p.derive(ruleFunctionalBelow, k, int32(inclusion), axiom)
		}
	}
	return k
}

// relevant returns what can matter for the claim, where it says of what is known to be satisfiable that it
// lies below something; else nil.
func (c *claim) relevant(ctx context.Context, e *Explainer, t *translated) (*relevance, error) {
	if len(c.supposed) > 0 || len(c.wants) != 1 || c.wants[0].super == nil || c.wants[0].values != nil || !t.index.canPrune(t.supers[0]) {
		return nil, nil
	}
	satisfiable, err := e.isSatisfiable(ctx, c.root)
	if err != nil || !satisfiable {
		return nil, err
	}
	return t.index.relevant(t.supers[0]), nil
}

// isSatisfiable reports whether it is known, without much ado, that something can be in a class expression.
func (e *Explainer) isSatisfiable(ctx context.Context, c owl.ClassExpression) (bool, error) {
	t := e.opts.Taxonomy
	if t == nil || !t.Consistent() || len(e.hypotheses) > 0 || c == owl.ClassExpression(owl.Thing) {
		return false, nil
	}
	if class, named := c.(owl.Class); named {
		return !t.IsSubsumedBy(class, owl.Nothing), nil
	}
	if _, one := individualOf(c); one {
		return true, nil
	}
	if e.reasoner == nil {
		return false, nil
	}
	empty, _, err := e.reasoner.Entails(ctx, &owl.SubClassOf{Sub: c, Super: owl.Nothing})
	return !empty, err
}

// isSupposed reports whether a number is that of something supposed of an example.
func (c *claim) isSupposed(source el.Source) bool {
	return source >= firstExample && int(source-firstExample) < len(c.supposed)
}
