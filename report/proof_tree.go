package report

// ProofNode is a conclusion with its premises, as the page shows it.
type ProofNode struct {
	Conclusion string
	Tag        string   // the rule, "asserted" or "hypothetical"
	Axioms     []string // the axioms that the rule uses
	Supposed   bool
	Again      bool // shown before; its premises are not repeated
	Cut        bool // its premises are too deep to be shown
	Premises   []*ProofNode
}

// Limits of the proof that is shown.
const (
	deepestShown = 25
	stepsShown   = 120
)

// ruleAsserted is the rule of an asserted axiom.
const ruleAsserted = "asserted"

// Tree returns the proof as a tree with the conclusion as its root; nil if it has no steps. The
// premises of a step are shown once.
func (p Proof) Tree() *ProofNode {
	if len(p.Steps) == 0 {
		return nil
	}
	shown := make(map[int]bool)
	var node func(step, depth int) *ProofNode
	node = func(step, depth int) *ProofNode {
		s := p.Steps[step]
		n := &ProofNode{Conclusion: s.Conclusion, Tag: s.Rule, Axioms: s.Axioms,
			Supposed: s.Supposed}
		switch {
		case s.Rule == ruleAsserted && s.Supposed:
			n.Tag, n.Axioms = "hypothetical", nil
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
