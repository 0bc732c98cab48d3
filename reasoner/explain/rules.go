package explain

import "slices"

// Rule is one rule of inference: a stable name, the rule, and where it comes from.
type Rule struct{ Name, Formula, Source string }

// rule numbers the rules in the order of the table.
type rule uint8

const (
	ruleInit rule = iota
	ruleNF1
	ruleNF2
	ruleNF3
	ruleNF4
	ruleBottom
	ruleBottomRole
	ruleDisjoint
	ruleInclusion
	ruleReflexivePart
	ruleChain
	ruleRange
	ruleHasSelf
	ruleReflexive
	ruleSelfSub
	ruleSelf
	ruleSelfChain
	ruleSelfNominal
	ruleNonempty
	ruleAssumption
	ruleNominal
	ruleTransitive
	ruleUniversal
	ruleInverse
	ruleValue
	ruleShared
	ruleKey
	ruleFunctional
	ruleFunctionalBelow
	ruleData
	ruleInconsistent
	ruleExFalso
	ruleDischarge
	ruleRestated
	ruleTautology
	ruleGoal
	ruleAsserted
	numRules
)

// ruleTable has the rules of proofs: those of the reasoner's table taken literally, and the few that
// it compiles away. Names are stable.
var ruleTable = [numRules]Rule{
	ruleInit:            {"init", "⟹ C ⊑ C, C ⊑ ⊤", "IJCAI'05, CR1"},
	ruleNF1:             {"NF1", "C ⊑ D, D ⊑ E ⟹ C ⊑ E", "IJCAI'05, CR1"},
	ruleNF2:             {"NF2", "C ⊑ D₁, C ⊑ D₂, D₁ ⊓ D₂ ⊑ E ⟹ C ⊑ E", "IJCAI'05, CR2"},
	ruleNF3:             {"NF3", "C ⊑ D, D ⊑ ∃r.E ⟹ C ⊑ ∃r.E", "IJCAI'05, CR3"},
	ruleNF4:             {"NF4", "C ⊑ ∃r.E, E ⊑ F, r ⊑ s, ∃s.F ⊑ G ⟹ C ⊑ G", "IJCAI'05, CR4 and CR10"},
	ruleBottom:          {"⊥", "C ⊑ ∃r.E, E ⊑ ⊥ ⟹ C ⊑ ⊥", "IJCAI'05, CR5"},
	ruleBottomRole:      {"bottom role", "C ⊑ ∃r.E, r ⊑ ⊥role ⟹ C ⊑ ⊥", "OWL 2 Direct Semantics, section 2.2"},
	ruleDisjoint:        {"disjoint", "C ⊑ D₁, C ⊑ D₂, D₁ and D₂ disjoint ⟹ C ⊑ ⊥", "JAR 2014, section 4"},
	ruleInclusion:       {"inclusion", "r ⊑ s, s ⊑ t ⟹ r ⊑ t", "IJCAI'05, CR10"},
	ruleReflexivePart:   {"reflexive part", "r₁ ∘ … ∘ rₙ ⊑ t, all parts but rᵢ reflexive ⟹ rᵢ ⊑ t", "OWLED'08"},
	ruleChain:           {"chain", "C ⊑ ∃r.E, E ⊑ ∃s.F, r ∘ s ⊑ t ⟹ C ⊑ ∃t.F", "IJCAI'05, CR11"},
	ruleRange:           {"range", "E values of r, r ⊑ s, s has range D ⟹ E ⊑ D", "OWLED'08, section 3"},
	ruleHasSelf:         {"has self", "C ⊑ D, D ⊑ ∃r.Self ⟹ C ⊑ ∃r.Self", "KR'12, table 3"},
	ruleReflexive:       {"reflexive", "r reflexive ⟹ C ⊑ ∃r.Self", "OWLED'08"},
	ruleSelfSub:         {"self", "C ⊑ ∃r.Self, r ⊑ s, ∃s.Self ⊑ D ⟹ C ⊑ D", "KR'12, table 3"},
	ruleSelf:            {"self link", "C ⊑ ∃r.Self ⟹ C ⊑ ∃r.C", "KR'12, table 3"},
	ruleSelfChain:       {"self chain", "C ⊑ ∃r₁.Self, …, r₁ ∘ … ∘ rₙ ⊑ t ⟹ C ⊑ ∃t.Self", "KR'12, table 3"},
	ruleSelfNominal:     {"self⁻", "C ⊑ ∃r.E, C ⊑ {a}, E ⊑ {a} ⟹ C ⊑ ∃r.Self", "KR'12, table 3"},
	ruleNonempty:        {"nonempty", "C has an instance, C ⊑ ∃r.E ⟹ E has an instance", "KR'12, section 4"},
	ruleAssumption:      {"assumption", "suppose that C has an instance", "KR'12, section 4"},
	ruleNominal:         {"nominal", "C has an instance, C ⊑ {a}, C ⊑ D ⟹ {a} ⊑ D", "KR'12, section 4"},
	ruleTransitive:      {"transitive", "C ⊑ {a}, {a} ⊑ D ⟹ C ⊑ D", "KR'12, section 4"},
	ruleUniversal:       {"universal", "C has an instance ⟹ everything is linked to it by the top property", "OWL 2 Direct Semantics, section 2.2"},
	ruleInverse:         {"inverse", "r(a, b), s inverse of r ⟹ s(b, a)", "OWL 2 Direct Semantics, section 2.3"},
	ruleValue:           {"value", "{a} ⊑ ∃r.E, E ⊑ {b}, r ⊑ s ⟹ s(a, b)", "IJCAI'05, CR4"},
	ruleShared:          {"shared value", "s(a, c), s(b, c) ⟹ a and b share a value of s", "OWL 2 Direct Semantics, section 2.3"},
	ruleKey:             {"key", "named a and b in C share a value of each key of C ⟹ a = b", "OWL 2 Direct Semantics, section 2.3"},
	ruleFunctional:      {"functional", "C ⊑ ∃d.E, C ⊑ ∃e.F, d ⊑ f, e ⊑ f, f functional ⟹ C ⊑ ∃f.(E ⊓ F)", "OWL 2 Direct Semantics, section 2.3"},
	ruleFunctionalBelow: {"functional below", "d ⊑ f, f functional ⟹ d functional", "OWL 2 Direct Semantics, section 2.3"},
	ruleData:            {"data", "v ∈ D, what is known of values and datatypes ⟹ v ∈ E", "OWL 2 Syntax, section 4"},
	ruleInconsistent:    {"inconsistent", "{a} ⊑ ⊥ ⟹ ⊤ ⊑ ⊥", "OWL 2 Direct Semantics, section 2.1"},
	ruleExFalso:         {"ex falso", "⊥ ⊑ D", "OWL 2 Direct Semantics, section 2.2"},
	ruleDischarge:       {"without assumption", "C ⊑ D if C has an instance ⟹ C ⊑ D", "KR'12, section 4"},
	ruleRestated:        {"restated", "the same in other words", "OWL 2 Syntax, section 9"},
	ruleTautology:       {"tautology", "what holds in every ontology", "OWL 2 Direct Semantics"},
	ruleGoal:            {"parts", "all parts hold ⟹ the whole holds", "OWL 2 Syntax, section 9"},
	ruleAsserted:        {"asserted", "an axiom of the ontology", ""},
}

// Rules returns the rules that proofs may use.
func Rules() []Rule { return slices.Clone(ruleTable[:]) }

func (r rule) String() string { return ruleTable[r].Name }
