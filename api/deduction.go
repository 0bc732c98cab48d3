package api

import (
	"context"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// Query returns superclasses, subclasses, equivalent classes and instances of a class expression.
func (s *Server) Query(
	ctx context.Context, r contract.QueryRequestObject,
) (contract.QueryResponseObject, error) {
	v := viewFrom(ctx)
	a, err := v.Query(ctx, r.Body.Expression, deref(r.Body.Direct))
	if err != nil {
		return nil, err
	}
	return contract.Query200JSONResponse(*a), nil
}

// Explain explains an entailment or a contradiction.
func (s *Server) Explain(
	ctx context.Context, r contract.ExplainRequestObject,
) (contract.ExplainResponseObject, error) {
	v := viewFrom(ctx)
	axioms := axiomReader{view: v}
	q := workspace.ExplanationQuery{
		Contradiction: deref(r.Body.Contradiction), Justifications: deref(r.Body.Justifications),
	}
	if r.Body.Axiom != nil {
		q.Axiom = axioms.one("axiom", *r.Body.Axiom)
	}
	if q.Supposing = axioms.list("supposing", r.Body.Supposing); axioms.err != nil {
		return nil, axioms.err
	}
	e, err := v.Explain(ctx, q)
	if err != nil {
		return nil, err
	}
	return contract.Explain200JSONResponse(*presenterOf(v).explanation(e)), nil
}

func (p presenter) explanation(e *workspace.Explanation) *contract.Explanation {
	out := &contract.Explanation{Entailed: e.Entailed, Note: nonZero(e.Note)}
	if e.Goal != nil {
		goal := p.axiom(e.Goal)
		out.Goal = &goal
	}
	if e.Proof != nil {
		proof := make([]contract.ProofStep, len(e.Proof))
		for i, step := range e.Proof {
			proof[i] = contract.ProofStep{
				Conclusion: step.Conclusion, Manchester: step.Manchester, Rule: step.Rule,
				Premises: append([]int{}, step.Premises...),
				Axioms:   step.Axioms, Supposed: nonZero(step.Supposed),
			}
		}
		out.Proof = &proof
	}
	if len(e.Justifications) > 0 {
		out.Justifications, out.Complete = &e.Justifications, &e.Complete
	}
	return out
}

// CheckEntailment returns the verdicts of axioms.
func (s *Server) CheckEntailment(
	ctx context.Context, r contract.CheckEntailmentRequestObject,
) (contract.CheckEntailmentResponseObject, error) {
	v, reader := viewFrom(ctx), axiomReader{view: viewFrom(ctx)}
	axioms := reader.list("axioms", &r.Body.Axioms)
	if reader.err != nil {
		return nil, reader.err
	}
	together := deref(r.Body.Together)
	checks, err := v.Check(ctx, axioms, together)
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	var out contract.EntailmentAnswer
	for _, c := range checks.Alone {
		a := present.axiom(c.Axiom)
		item := contract.CheckedAxiom{
			Axiom: a.Axiom, Manchester: a.Manchester, Hash: owl.HashAxiom(c.Axiom).String(),
			Verdict: contract.Verdict(c.Verdict), Exact: c.Exact,
			Conflict: present.conflictIf(&c.Conflict), Assuming: present.assuming(c.Assuming),
			Outside: present.outsideIf(c.Outside),
		}
		if deref(r.Body.Proofs) && c.Verdict != suggest.New {
			e, err := v.Explain(ctx, workspace.ExplanationQuery{
				Axiom: c.Axiom, Contradiction: c.Verdict == suggest.Contradicts,
				Supposing: suggest.AxiomsOf(c.Assuming),
			})
			if err != nil {
				return nil, err
			}
			item.Explanation = present.explanation(e)
		}
		out.Items = append(out.Items, item)
	}
	if together {
		conflict := present.conflict(checks.Together)
		out.Together, out.Culprits = &conflict, nonEmpty(checks.Culprits)
	}
	return contract.CheckEntailment200JSONResponse(out), nil
}

// FindEffects returns the effect of adding axioms.
func (s *Server) FindEffects(
	ctx context.Context, r contract.FindEffectsRequestObject,
) (contract.FindEffectsResponseObject, error) {
	v, reader := viewFrom(ctx), axiomReader{view: viewFrom(ctx)}
	axioms := reader.list("axioms", &r.Body.Axioms)
	if reader.err != nil {
		return nil, reader.err
	}
	e, err := v.Effect(ctx, axioms, deref(r.Body.Examples))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	out := contract.FindEffects200JSONResponse{
		Conflict: present.conflict(&reasoner.Conflict{
			Inconsistent: e.Inconsistent, Unsatisfiable: e.Unsatisfiable, Exact: true,
		}),
		NewSubsumptions: e.NewSubsumptions,
		Examples: each(e.Examples, func(s reasoner.Subsumption) contract.Axiom {
			return present.axiom(s.Axiom())
		}),
	}
	return out, nil
}
