package workspace

import (
	"context"
	"errors"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/report"
	"box2el-owl/suggest"
)

// reportReasoner implements report.Reasoner.
type reportReasoner struct {
	*reasoner.Reasoner
	explainer  *explain.Explainer
	manchester owl.Manchester
}

// reportInferences bounds the inferences for one proof. A report shows many proofs, so a few may be
// missing.
const reportInferences = 500_000

func newReportReasoner(r *reasoner.Reasoner, m owl.Manchester) *reportReasoner {
	return &reportReasoner{r, explain.Of(r, explain.Options{Inferences: reportInferences}), m}
}

// Prove implements report.Reasoner.
func (r *reportReasoner) Prove(ctx context.Context, sub, super owl.Class) (*report.Proof, error) {
	explanation, err := r.explainer.Subsumption(ctx, sub, super)
	if errors.Is(err, explain.ErrTooLarge) {
		return nil, nil
	}
	if err != nil || !explanation.Entailed() {
		return nil, err
	}
	return r.show(ctx, explanation)
}

// show returns the proof of an entailment for a report; nil if it is too long.
func (r *reportReasoner) show(ctx context.Context, explanation *explain.Explanation) (*report.Proof,
	error) {
	proof, err := explanation.Proof(ctx)
	if errors.Is(err, explain.ErrProofTooLong) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &report.Proof{}
	used := make(map[int]bool)
	depths := make([]int, len(proof.Steps))
	rendered := proof.JSON(r.manchester)
	for i, step := range proof.Steps {
		shown := report.ProofStep{Conclusion: rendered[i].Manchester, Rule: step.Rule,
			Premises: rendered[i].Premises, Axioms: []string{}}
		for _, premise := range step.Premises {
			depths[i] = max(depths[i], depths[premise])
		}
		depths[i]++
		for j, a := range step.Axioms {
			used[a] = true
			shown.Axioms = append(shown.Axioms, rendered[i].Axioms[j].Manchester)
			shown.Supposed = shown.Supposed || a >= explain.FirstHypothetical
		}
		out.Steps = append(out.Steps, shown)
	}
	out.Depth, out.Uses = depths[len(depths)-1], len(used)
	return out, nil
}

// Judge implements report.Reasoner.
func (r *reportReasoner) Judge(ctx context.Context, a owl.Axiom) (*report.Judgement, error) {
	j, err := r.Reasoner.Judge(ctx, a)
	if err != nil {
		return nil, err
	}
	out := &report.Judgement{Verdict: suggest.New, Inconsistent: j.Inconsistent}
	switch j.Verdict {
	case reasoner.Entailed:
		out.Verdict = suggest.Entailed
	case reasoner.Contradicts:
		out.Verdict = suggest.Contradicts
	}
	for _, class := range j.Unsatisfiable {
		out.Unsatisfiable = append(out.Unsatisfiable, class.IRI)
	}
	return out, nil
}

// Refute implements report.Reasoner.
func (r *reportReasoner) Refute(ctx context.Context, a owl.Axiom,
	j *report.Judgement) (*report.Proof, error) {
	supposing := r.explainer.Supposing(a)
	var explanation *explain.Explanation
	var err error
	switch {
	case j.Inconsistent:
		explanation, err = supposing.Inconsistency(ctx)
	case len(j.Unsatisfiable) > 0:
		explanation, err = supposing.Unsatisfiable(ctx, owl.Class{IRI: j.Unsatisfiable[0]})
	default:
		return nil, nil
	}
	if errors.Is(err, explain.ErrTooLarge) || errors.Is(err, explain.ErrOutsideEL) {
		return nil, nil
	}
	if err != nil || !explanation.Entailed() {
		return nil, err
	}
	return r.show(ctx, explanation)
}
