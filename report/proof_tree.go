package report

// ProofNode is a conclusion over its premises, as the page shows it.
type ProofNode struct {
	Conclusion string
	Tag        string   // the rule, or that it is asserted or supposed
	Axioms     []string // those that the rule uses
	Supposed   bool
	Again      bool // it was shown before, and its premises are not shown again
	Cut        bool // its premises lie too deep to be shown
	Premises   []*ProofNode
}

// Bounds of what is shown of a proof.
const (
	deepestShown = 25
	stepsShown   = 120
)

// ruleAsserted is how a proof says that a conclusion is an axiom.
const ruleAsserted = "asserted"

// Tree lays a proof out from its conclusion down; nil where it has no steps. A step that is needed again is not shown again.
func (p Proof) Tree() *ProofNode {
	if len(p.Steps) == 0 {
		return nil
	}
	shown := make(map[int]bool)
	var node func(step, depth int) *ProofNode
	node = func(step, depth int) *ProofNode {
		s := p.Steps[step]
		n := &ProofNode{Conclusion: s.Conclusion, Tag: s.Rule, Axioms: s.Axioms, Supposed: s.Supposed}
		switch {
		case s.Rule == ruleAsserted && s.Supposed:
			n.Tag, n.Axioms = "supposed", nil
		case s.Rule == ruleAsserted:
			n.Axioms = nil
		}
		switch {
		case shown[step] && len(s.Premises) > 0:
			n.Again = true
			return n
		case depth >= deepestShown || len(shown) >= stepsShown:
			n.Cut = len(s.Premises) > 0
			return n
		}
		shown[step] = true
		for _, premise := range s.Premises {
			if premise >= 0 && premise < step {
				n.Premises = append(n.Premises, node(premise, depth+1))
			}
		}
		return n
	}
	return node(len(p.Steps)-1, 0)
}
