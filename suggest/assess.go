package suggest

import (
	"box2el-owl/owl"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
)

// Assessment holds the tier of an axiom and the evidence for and against it.
type Assessment struct {
	// Tier is "" if a check rejects the axiom.
	Tier       Tier
	Evidence   []evidence.Evidence
	RejectedBy []check.Rejection
}

// Assess returns the tier of an axiom C ⊑ D or C ⊑ ∃r.D between named classes of the ontology. It
// reports false for other axioms.
func (s *Suggester) Assess(a owl.Axiom) (Assessment, bool) {
	of, ok := s.t.statement(a)
	if !ok {
		return Assessment{}, false
	}
	if r := s.findings.of[of]; r != nil {
		return Assessment{Tier: r.Tier, Evidence: r.Evidence}, true
	}
	x := Assessment{Tier: Speculative, RejectedBy: s.findings.checks().Reject(of)}
	if len(x.RejectedBy) > 0 {
		x.Tier = ""
	}
	x.Evidence = s.findings.checks().Against(of)
	return x, true
}

// statement returns the statement of an axiom, or false unless the axiom has exactly one.
func (t *Terminology) statement(a owl.Axiom) (Statement, bool) {
	sub, ok := a.(*owl.SubClassOf)
	if !ok {
		return Statement{}, false
	}
	switch sub.Super.(type) {
	case owl.Class, *owl.ObjectSomeValuesFrom:
	default:
		return Statement{}, false
	}
	var found []Statement
	t.EachStatement(a, func(s Statement) { found = append(found, s) })
	if len(found) != 1 {
		return Statement{}, false
	}
	return found[0], true
}
