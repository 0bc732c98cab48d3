package suggest

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
)

// foundDefinition is a definition by template that is new.
type foundDefinition struct {
	likely.Template
	Judgement
	axiom owl.Axiom
}

// definitions returns the definitions by template that are neither entailed nor contradict the
// ontology. The first call finds them.
func (s *Suggester) definitions(ctx context.Context) ([]foundDefinition, error) {
	f := s.findings
	f.definitionsLock.Lock()
	defer f.definitionsLock.Unlock()
	if f.definitions != nil {
		return f.definitions, nil
	}
	templates, err := likely.Definitions(ctx, f.index, likely.Options{Rejected: f.checks().Rejects})
	if err != nil {
		return nil, err
	}
	found := []foundDefinition{}
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
			if v.Verdict == New {
				found = append(found, foundDefinition{batch[i], v, axioms[i]})
			}
		}
	}
	f.definitions = found
	return found, nil
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

// definitionsOf returns the definitions that a request admits, for one class or, if class is
// negative, for the user's own classes, one for each template.
func (s *Suggester) definitionsOf(ctx context.Context, w *wanted, class int32) ([]Suggestion,
	error) {
	if !w.forms[Definition] || !w.tiers[Possible] {
		return nil, nil
	}
	all, err := s.definitions(ctx)
	if err != nil {
		return nil, err
	}
	var list []Suggestion
	groups := make(map[string]int) // places in list
	for i := range all {
		d := &all[i]
		decision := s.decisionOn(d.axiom)
		switch {
		case class >= 0 && d.Class != class, class < 0 && !s.isSubject(w, d.Class):
			continue
		case !w.Decided && (decision == Accepted || decision == Rejected):
			continue
		}
		subject := s.t.Classes[d.Class]
		if at, seen := groups[d.Group]; seen && class < 0 {
			if list[at].Group == nil {
				list[at].Group = &Group{
					ID: d.Group, Rule: list[at].Evidence[0],
					Axioms: []owl.Axiom{list[at].Axiom}, Subjects: []owl.IRI{list[at].Subject},
				}
			}
			g := list[at].Group
			g.Axioms, g.Subjects = append(g.Axioms, d.axiom), append(g.Subjects, subject)
			continue
		}
		groups[d.Group] = len(list)
		list = append(list, Suggestion{
			Subject: subject, Form: Definition, Target: s.t.Classes[d.Genus], Axiom: d.axiom,
			Tier:    Possible,
			Verdict: d.Verdict, Exact: d.Exact, Outside: d.Outside, Evidence: d.Evidence,
			Decision: decision,
		})
	}
	return list, nil
}
