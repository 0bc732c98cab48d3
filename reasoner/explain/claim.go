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

// derive saturates from the root of the claim and finds which of the wants hold.
func (c *claim) derive(ctx context.Context, e *Explainer) error {
	nf, root, super, err := c.translate(ctx, e)
	if err != nil {
		return err
	}
	opts := calculus.Options{
		Data: nf.DataTheory(el.Top), Inferences: e.opts.Inferences,
		Individuals: len(c.Supposed) > 0 || !e.reasoner.Consistent(),
	}
	for _, w := range c.Wants {
		for _, property := range []owl.Entity{w.Sub, w.Functional} {
			if r, ok := nf.RoleOf(property); ok {
				opts.Roles = append(opts.Roles, r)
			}
		}
	}
	satisfiable, err := c.isSubsumption(ctx, e)
	if err != nil {
		return err
	}
	if satisfiable {
		if part, ok := relevant(nf, opts.Data, super); ok {
			nf, opts.Local = part, !turnsLinks(part)
		}
	}
	if c.saturation, err = calculus.Saturate(ctx, nf, root, opts); err != nil {
		return err
	}
	c.findTargets()
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

// translate normalizes the claim and the axioms that are relevant to it. It returns the concepts of
// its root and of the last superclass that it wants.
func (c *claim) translate(
	ctx context.Context, e *Explainer,
) (nf *el.Ontology, root, super el.Concept, err error) {
	theory, err := e.theory(ctx, owl.AxiomSignature(c.Says), c.Supposed)
	if err != nil {
		return nil, 0, 0, err
	}
	c.theory = theory
	x := el.NewExtension(theory.nf)
	c.exact = theory.exact
	note := func(concept el.Concept, exact bool) el.Concept {
		c.exact = c.exact && exact
		return concept
	}
	root = note(x.Right(c.Root))
	for _, w := range c.Wants {
		if w.Super != nil {
			super = note(x.Left(w.Super))
		}
		if w.SuperRange != nil {
			definition := &owl.DatatypeDefinition{Datatype: goalRange, Range: w.SuperRange}
			if err := x.Add(ctx, definition); err != nil {
				return nil, 0, 0, err
			}
		}
		if w.Individual != nil {
			note(x.Right(goal.Singleton(w.Individual)))
		}
		if w.Functional != (owl.DataProperty{}) {
			for _, a := range theory.nf.FunctionalData {
				note(x.Left(valueOf(theory.nf, a, w)))
			}
		}
	}
	c.exact = c.exact && x.Complete()
	extension, report := x.Finish()
	c.exact = c.exact && len(report.Omissions) == 0
	offset := el.Source(len(theory.numbers) + len(c.Supposed))
	return theory.nf.Join(extension, offset), root, super, nil
}

// valueOf returns ∃f.{v} for a functional property and the value of a want.
func valueOf(nf *el.Ontology, functional el.FunctionalData, w goal.Want) owl.ClassExpression {
	f, _ := nf.Property(functional.Role).(owl.DataProperty)
	return &owl.DataHasValue{Property: f, Value: w.Value}
}

// goalRange is the name of the data range of a claim; it is not shown.
var goalRange = owl.Datatype{IRI: owl.NewIRI("urn:box2el-owl:goal:range")}

// find returns the first concept of a kind for which holds is true.
func find(
	nf *el.Ontology, kind el.ConceptKind, holds func(el.Concept) bool,
) (found el.Concept, ok bool) {
	for c := range el.Concept(nf.NumConcepts()) {
		if nf.Kind(c) == kind && holds(c) {
			return c, true
		}
	}
	return 0, false
}

// findTargets lists the derived facts that make the claim true.
func (c *claim) findTargets() {
	s := c.saturation
	names := el.NewExtension(s.NF) // of expressions that translate has named
	look := func(k calculus.Fact) {
		if f, ok := s.Find(k); ok {
			c.targets = append(c.targets, f)
		}
	}
	look(calculus.Sub(s.Root, el.Bottom))
	look(calculus.Sub(calculus.TopContext, el.Bottom))
	for _, w := range c.Wants {
		at := s.Root
		switch {
		case w.Values != nil:
			r, _ := s.NF.RoleOf(w.Values)
			at = s.Filler(r, el.Top)
		case w.Individual != nil:
			a, _ := names.Right(goal.Singleton(w.Individual))
			at = s.ContextOf(a)
		case w.Value != nil:
			if v, ok := find(s.NF, el.DataValue, func(v el.Concept) bool {
				return *s.NF.Value(v) == *w.Value
			}); ok {
				at = s.ContextOf(v)
			}
		}
		switch {
		case w.Super != nil:
			super, _ := names.Left(w.Super)
			look(calculus.Sub(at, super))
		case w.SuperRange != nil:
			if d, ok := find(s.NF, el.DataRange, func(d el.Concept) bool {
				return s.NF.Range(d) == goalRange
			}); ok {
				look(calculus.Sub(at, d))
			}
		case w.Sub != nil:
			look(inclusionTarget(s, w.Sub, w.Over))
		default:
			look(functionalTarget(s, w, at, names))
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

// functionalTarget returns the fact that a data property is functional. It may be so because the
// example of its value is one of a functional property.
//
//	d ⊑ f   f functional   ⟹   d functional
func functionalTarget(
	s *calculus.Saturation, w goal.Want, example calculus.Context, names *el.Extension,
) calculus.Fact {
	d, _ := s.NF.RoleOf(w.Functional)
	for _, a := range s.NF.FunctionalData {
		above, _ := names.Left(valueOf(s.NF, a, w))
		if f, ok := s.Find(calculus.Sub(example, above)); ok && a.Role != d {
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
