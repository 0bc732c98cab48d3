package reasoner

import "slices"

// Rule is one row of the rule table: the name of the rule in the literature, the rule, and its
// source. The package documentation names the papers.
type Rule struct{ Name, Formula, Source string }

// ruleTable lists the rules of saturation in the order of doc.go. Each rule is one function: those
// up to self⁻ in rules.go and composition.go, unless the index compiles chain and self⁻ away; the
// last five in nonempty.go, keys.go, functional.go and assume.go.
var ruleTable = []Rule{
	{"init", "⟹ C ∈ S(C), ⊤ ∈ S(C)", "IJCAI'05, CR1"},
	{"NF1", "D ∈ S(C), D ⊑ E ⟹ E ∈ S(C)", "IJCAI'05, CR1"},
	{"NF2", "D₁, D₂ ∈ S(C), D₁ ⊓ D₂ ⊑ E ⟹ E ∈ S(C)", "IJCAI'05, CR2"},
	{"NF3", "D ∈ S(C), D ⊑ ∃r.E ⟹ C –r→ E", "IJCAI'05, CR3"},
	{"NF4", "C –r→ E, F ∈ S(E), ∃s.F ⊑ G, r ⊑* s ⟹ G ∈ S(C)", "IJCAI'05, CR4 and CR10"},
	{"⊥", "C –r→ E, ⊥ ∈ S(E) ⟹ ⊥ ∈ S(C)", "IJCAI'05, CR5"},
	{"disjoint", "D₁ ≠ D₂ ∈ S(C) in one disjointness axiom ⟹ ⊥ ∈ S(C)", "JAR 2014, section 4"},
	{"chain", "C –r→ E –s→ F, r ∘ s ⊑ t ⟹ C –t→ F", "IJCAI'05, CR11"},
	{"self", "∃r.Self ∈ S(C) ⟹ C –r→ C", "KR'12, table 3"},
	{"self⁻", "C –r→ E, {a} ∈ S(C) ∩ S(E) ⟹ ∃r.Self ∈ S(C)", "KR'12, table 3"},
	{"nominal", "C nonempty, {a} ∈ S(C) ⟹ C ∈ S({a})", "KR'12, section 4"},
	{"universal", "C nonempty ⟹ ⊤ –⊤role→ C", "OWL 2 Direct Semantics, section 2.2"},
	{"key", "{a}, {b} ⊑ C, equal values of C's key ⟹ {a} ∈ S({b})", "OWL 2 Direct Semantics, section 2.3.5"},
	{"functional", "C –r→ E, C –s→ F, r, s ⊑* d functional ⟹ C –r→ E ⊓ F, C –s→ E ⊓ F", "OWL 2 Direct Semantics, section 2.3.3"},
	{"assumption", "D ∈ S(C) if C is nonempty ⟹ D ∈ S(C)", "KR'12, section 4"},
}

// Rules returns the rule table.
func Rules() []Rule { return slices.Clone(ruleTable) }
