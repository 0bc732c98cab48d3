package suggest

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/texts"
)

// definitions returns the definitions by template that are neither entailed nor contradict the
// ontology. The first call finds them.
func (s *Suggester) definitions(ctx context.Context) ([]*found, error) {
	return s.findings.definitions.get(func() ([]*found, error) { return s.findDefinitions(ctx) })
}

func (s *Suggester) findDefinitions(ctx context.Context) ([]*found, error) {
	f := s.findings
	templates, err := likely.Definitions(ctx, texts.New(f.index),
		likely.Options{Rejected: f.checks().Rejects})
	if err != nil {
		return nil, err
	}
	var list []*found
	groups := make(groups)
	for batch := range slices.Chunk(templates, maxBatch) {
		axioms := make([]owl.Axiom, len(batch))
		for i := range batch {
			axioms[i] = s.t.definition(s.t.Classes[batch[i].Class], batch[i].Genus,
				batch[i].Restrictions)
		}
		verdicts, err := s.reasoner.Verdicts(ctx, axioms)
		if err != nil {
			return nil, err
		}
		for i, v := range verdicts {
			if v.Verdict != New {
				continue
			}
			d := &batch[i]
			r := &found{of: Statement{Class: d.Class, Property: NoProperty, Target: d.Genus}}
			r.Suggestion, r.rule = suggestionOf(s.t.Numbers, r.of, axioms[i], v), d.Evidence[0]
			r.Form, r.Tier, r.Evidence = Definition, Possible, d.Evidence
			groups.add(d.Group, r)
			list = append(list, r)
		}
	}
	return list, nil
}

// definition returns C ≡ G ⊓ ∃r.D ⊓ ….
func (t *Terminology) definition(c owl.IRI, genus int32,
	restrictions []asserted.Restriction) owl.Axiom {
	operands := []owl.ClassExpression{owl.Class{IRI: t.Classes[genus]}}
	for _, r := range restrictions {
		operands = append(operands, t.Numbers.Some(r))
	}
	return &owl.EquivalentClasses{Classes: []owl.ClassExpression{
		owl.Class{IRI: c}, &owl.ObjectIntersectionOf{Operands: operands},
	}}
}
