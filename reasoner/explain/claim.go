package explain

import (
	"context"
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
	"box2el-owl/reasoner/goal"
)

// claim is a claim of a goal with its saturation.
type claim struct {
	goal.Claim

	exact      bool // EL can express the whole claim
	theory     *theory
	saturation *calculus.Saturation
	targets    []calculus.FactID // facts that each make the claim true
}

// outsideEL returns the error for an axiom that cannot be explained.
func outsideEL(a owl.Axiom) error { return fmt.Errorf("%s: %w", a.Kind(), ErrOutsideEL) }

// maxClaims limits the pairs of a goal.
const maxClaims = 10_000

// claimsOf returns the claims of an axiom.
func claimsOf(a owl.Axiom) ([]*claim, error) {
	var claims []*claim
	tooMany := false
	goal.Claims(a, func(c goal.Claim) bool {
		tooMany = len(claims) == maxClaims
		claims = append(claims, &claim{Claim: c})
		return !tooMany
	})
	switch {
	case tooMany:
		return nil, ErrTooLarge
	case len(claims) == 0:
		return nil, outsideEL(a)
	}
	return claims, nil
}

// translated is a claim in normal form.
type translated struct {
	nf     *el.Ontology
	root   el.Concept
	supers []el.Concept   // by want: that of super or superRange; noConcept for none
	at     []el.Concept   // by want: that of individual or value
	aboves [][]el.Concept // by want for a functional property: ∃f.{value} for each functional f
}

const noConcept el.Concept = -1

// derive saturates from the root of the claim and finds which of the wants hold.
func (c *claim) derive(ctx context.Context, e *Explainer) error {
	t, err := c.translate(ctx, e)
	if err != nil {
		return err
	}
	opts := calculus.Options{
		Data: t.nf.DataTheory(el.Top), Inferences: e.opts.Inferences,
		Individuals: len(c.Supposed) > 0 || !e.reasoner.Consistent(),
	}
	for _, w := range c.Wants {
		for _, property := range []owl.Entity{w.Sub, w.Functional} {
			if r, ok := t.nf.RoleOf(property); ok {
				opts.Roles = append(opts.Roles, r)
			}
		}
	}
	nf := t.nf
	satisfiable, err := c.isSubsumption(ctx, e)
	if err != nil {
		return err
	}
	if satisfiable {
		if part, ok := relevant(t.nf, opts.Data, t.supers[0]); ok {
			nf, opts.Local = part, !turnsLinks(part)
		}
	}
	s, err := calculus.Saturate(ctx, nf, t.root, opts)
	if err != nil {
		return err
	}
	c.saturation = s
	c.findTargets(t)
	return nil
}

// isSubsumption reports whether the claim is that a concept known to be satisfiable is below
// another.
func (c *claim) isSubsumption(ctx context.Context, e *Explainer) (bool, error) {
	if len(c.Supposed) > 0 || len(c.Wants) != 1 || c.Wants[0].Super == nil ||
		c.Wants[0].Values != nil {
		return false, nil
	}
	return e.isSatisfiable(ctx, c.Root)
}

// names returns the names of the claim.
func (c *claim) names() []owl.Entity {
	of := []owl.Axiom{&owl.SubClassOf{Sub: c.Root, Super: c.Root}}
	var names []owl.Entity
	for _, w := range c.Wants {
		if w.Super != nil {
			of = append(of, &owl.SubClassOf{Sub: w.Super, Super: w.Super})
		}
		if w.SuperRange != nil {
			of = append(of, &owl.DatatypeDefinition{Datatype: goalRange, Range: w.SuperRange})
		}
		if w.Individual != nil {
			of = append(of, &owl.ClassAssertion{Class: owl.Thing, Individual: w.Individual})
		}
		for _, property := range []owl.Entity{w.Values, w.Sub, w.Over} {
			if property != nil {
				names = append(names, property)
			}
		}
		if w.Functional != (owl.DataProperty{}) {
			names = append(names, w.Functional)
		}
	}
	for _, a := range of {
		names = append(names, owl.AxiomSignature(a)...)
	}
	return names
}

// translate normalizes the claim and the axioms that are relevant to it.
func (c *claim) translate(ctx context.Context, e *Explainer) (*translated, error) {
	theory, err := e.theory(ctx, c.names(), c.Supposed)
	if err != nil {
		return nil, err
	}
	c.theory = theory
	x := el.NewExtension(theory.nf)
	c.exact = theory.exact
	note := func(concept el.Concept, exact bool) el.Concept {
		c.exact = c.exact && exact
		return concept
	}
	t := &translated{root: note(x.Right(c.Root))}
	for _, w := range c.Wants {
		super, at := noConcept, noConcept
		var above []el.Concept
		if w.Super != nil {
			super = note(x.Left(w.Super))
		}
		if w.SuperRange != nil {
			definition := &owl.DatatypeDefinition{Datatype: goalRange, Range: w.SuperRange}
			if err := x.Add(ctx, definition); err != nil {
				return nil, err
			}
		}
		if w.Individual != nil {
			at = note(x.Right(goal.Singleton(w.Individual)))
		}
		if w.Functional != (owl.DataProperty{}) {
			for _, a := range theory.nf.FunctionalData {
				f, _ := theory.nf.Property(a.Role).(owl.DataProperty)
				above = append(above, note(x.Left(&owl.DataHasValue{Property: f, Value: w.Value})))
			}
		}
		t.supers, t.at = append(t.supers, super), append(t.at, at)
		t.aboves = append(t.aboves, above)
	}
	c.exact = c.exact && x.Complete()
	extension, report := x.Finish()
	c.exact = c.exact && len(report.Omissions) == 0
	t.nf = theory.nf.Join(extension, el.Source(len(theory.numbers)+len(c.Supposed)))
	for i, w := range c.Wants {
		if w.Value != nil && w.Individual == nil {
			t.at[i] = t.find(el.DataValue, func(v el.Concept) bool {
				return *t.nf.Value(v) == *w.Value
			})
		}
		if w.SuperRange != nil {
			t.supers[i] = t.find(el.DataRange, func(d el.Concept) bool {
				return t.nf.Range(d) == goalRange
			})
		}
	}
	return t, nil
}

// goalRange is the name of the data range of a claim; it is not shown.
var goalRange = owl.Datatype{IRI: owl.NewIRI("urn:box2el-owl:goal:range")}

// find returns the first concept of a kind for which holds is true, or noConcept.
func (t *translated) find(kind el.ConceptKind, holds func(el.Concept) bool) el.Concept {
	for c := range el.Concept(t.nf.NumConcepts()) {
		if t.nf.Kind(c) == kind && holds(c) {
			return c
		}
	}
	return noConcept
}

// findTargets lists the derived facts that make the claim true.
func (c *claim) findTargets(t *translated) {
	s := c.saturation
	look := func(k calculus.Fact) {
		if f, ok := s.Find(k); ok {
			c.targets = append(c.targets, f)
		}
	}
	look(calculus.Sub(s.Root, el.Bottom))
	look(calculus.Sub(calculus.TopContext, el.Bottom))
	for i, w := range c.Wants {
		at := s.Root
		if w.Values != nil {
			r, _ := t.nf.RoleOf(w.Values)
			at = s.Filler(r, el.Top)
		} else if t.at[i] != noConcept {
			at = s.ContextOf(t.at[i])
		}
		switch {
		case t.supers[i] != noConcept:
			look(calculus.Sub(at, t.supers[i]))
		case w.Sub != nil:
			look(inclusionTarget(s, w.Sub, w.Over))
		case w.Functional != (owl.DataProperty{}):
			look(functionalTarget(s, w.Functional, at, t.aboves[i]))
		}
	}
}

// inclusionTarget returns the fact that a property includes another one.
func inclusionTarget(s *calculus.Saturation, sub, over owl.Entity) calculus.Fact {
	if sub == over || over == owl.Entity(owl.TopObjectProperty) ||
		over == owl.Entity(owl.TopDataProperty) {
		return calculus.Sub(s.Root, el.Top) // holds of any properties
	}
	r, ok1 := s.NF.RoleOf(sub)
	sup, ok2 := s.NF.RoleOf(over)
	if !ok1 || !ok2 {
		return calculus.Fact{Kind: calculus.NoKind}
	}
	return calculus.Includes(r, sup)
}

// functionalTarget returns the fact that a data property is functional. It may be so because an
// example of its value is in one of aboves.
//
//	d ⊑ f   f functional   ⟹   d functional
func functionalTarget(
	s *calculus.Saturation, property owl.DataProperty, example calculus.Context,
	aboves []el.Concept,
) calculus.Fact {
	d, _ := s.NF.RoleOf(property)
	for i, a := range s.NF.FunctionalData {
		if f, ok := s.Find(calculus.Sub(example, aboves[i])); ok && a.Role != d {
			inclusion := s.Record(calculus.Discharge, calculus.Includes(d, a.Role), f)
			s.Record(calculus.FunctionalBelow, calculus.IsFunctionalRole(d), inclusion,
				calculus.Cite(a.Source))
		}
	}
	return calculus.IsFunctionalRole(d)
}

// isSatisfiable reports whether a class expression is known to be satisfiable.
func (e *Explainer) isSatisfiable(ctx context.Context, c owl.ClassExpression) (bool, error) {
	if e.hypothetical || !e.reasoner.Consistent() || c == owl.ClassExpression(owl.Thing) {
		return false, nil
	}
	if class, named := c.(owl.Class); named {
		return !e.reasoner.Taxonomy().IsSubsumedBy(class, owl.Nothing), nil
	}
	if _, one := goal.IndividualOf(c); one {
		return true, nil
	}
	empty, _, err := e.reasoner.Entails(ctx, &owl.SubClassOf{Sub: c, Super: owl.Nothing})
	return !empty, err
}

// isSupposed reports whether a source is that of an axiom supposed of examples.
func (c *claim) isSupposed(source el.Source) bool {
	i := int(source) - len(c.theory.numbers)
	return i >= 0 && i < len(c.Supposed)
}
