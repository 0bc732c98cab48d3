package calculus

import "slices"

// Rule is the number of a rule in the table.
type Rule uint8

// The rules of saturation, followed by those that package explain uses to conclude a goal.
const (
	Init Rule = iota
	NF1
	NF2
	NF3
	NF4
	Bottom
	BottomRole
	Disjoint
	Inclusion
	ReflexivePart
	Chain
	Range
	HasSelf
	Reflexive
	SelfSub
	SelfLink
	SelfChain
	SelfNominal
	NonemptyLink
	Assumption
	Nominal
	Transitive
	Universal
	Inverse
	HasValue
	SharedValue
	Key
	Functional
	FunctionalBelow
	Data
	Inconsistent
	ExFalso
	Discharge
	Restated
	Tautology
	Parts
	Asserted
	numRules
)

// Row is one row of the rule table: the stable name of the rule, the rule, and its source.
type Row struct{ Name, Formula, Source string }

var ruleTable = [numRules]Row{
	Init:       {"init", "⟹ C ⊑ C, C ⊑ ⊤", "IJCAI'05, CR1"},
	NF1:        {"NF1", "C ⊑ D, D ⊑ E ⟹ C ⊑ E", "IJCAI'05, CR1"},
	NF2:        {"NF2", "C ⊑ D₁, C ⊑ D₂, D₁ ⊓ D₂ ⊑ E ⟹ C ⊑ E", "IJCAI'05, CR2"},
	NF3:        {"NF3", "C ⊑ D, D ⊑ ∃r.E ⟹ C ⊑ ∃r.E", "IJCAI'05, CR3"},
	NF4:        {"NF4", "C ⊑ ∃r.E, E ⊑ F, r ⊑ s, ∃s.F ⊑ G ⟹ C ⊑ G", "IJCAI'05, CR4 and CR10"},
	Bottom:     {"⊥", "C ⊑ ∃r.E, E ⊑ ⊥ ⟹ C ⊑ ⊥", "IJCAI'05, CR5"},
	BottomRole: {"bottom role", "C ⊑ ∃r.E, r ⊑ ⊥role ⟹ C ⊑ ⊥", "Direct Semantics, section 2.2"},
	Disjoint: {
		"disjoint", "C ⊑ D₁, C ⊑ D₂, D₁ and D₂ disjoint ⟹ C ⊑ ⊥",
		"JAR 2014, section 4",
	},
	Inclusion: {"inclusion", "r ⊑ s, s ⊑ t ⟹ r ⊑ t", "IJCAI'05, CR10"},
	ReflexivePart: {
		"reflexive part", "r₁ ∘ … ∘ rₙ ⊑ t, all parts but rᵢ reflexive ⟹ rᵢ ⊑ t",
		"OWLED'08",
	},
	Chain:     {"chain", "C ⊑ ∃r.E, E ⊑ ∃s.F, r ∘ s ⊑ t ⟹ C ⊑ ∃t.F", "IJCAI'05, CR11"},
	Range:     {"range", "E values of r, r ⊑ s, s has range D ⟹ E ⊑ D", "OWLED'08, section 3"},
	HasSelf:   {"has self", "C ⊑ D, D ⊑ ∃r.Self ⟹ C ⊑ ∃r.Self", "KR'12, table 3"},
	Reflexive: {"reflexive", "r reflexive ⟹ C ⊑ ∃r.Self", "OWLED'08"},
	SelfSub:   {"self", "C ⊑ ∃r.Self, r ⊑ s, ∃s.Self ⊑ D ⟹ C ⊑ D", "KR'12, table 3"},
	SelfLink:  {"self link", "C ⊑ ∃r.Self ⟹ C ⊑ ∃r.C", "KR'12, table 3"},
	SelfChain: {
		"self chain", "C ⊑ ∃r₁.Self, …, r₁ ∘ … ∘ rₙ ⊑ t ⟹ C ⊑ ∃t.Self",
		"KR'12, table 3",
	},
	SelfNominal: {"self⁻", "C ⊑ ∃r.E, C ⊑ {a}, E ⊑ {a} ⟹ C ⊑ ∃r.Self", "KR'12, table 3"},
	NonemptyLink: {
		"nonempty", "C has an instance, C ⊑ ∃r.E ⟹ E has an instance",
		"KR'12, section 4",
	},
	Assumption: {"assumption", "suppose that C has an instance", "KR'12, section 4"},
	Nominal:    {"nominal", "C has an instance, C ⊑ {a}, C ⊑ D ⟹ {a} ⊑ D", "KR'12, section 4"},
	Transitive: {"transitive", "C ⊑ {a}, {a} ⊑ D ⟹ C ⊑ D", "KR'12, section 4"},
	Universal: {
		"universal", "C has an instance ⟹ everything is linked to it by the top property",
		"Direct Semantics, section 2.2",
	},
	Inverse: {
		"inverse", "r(a, b), s inverse of r ⟹ s(b, a)",
		"Direct Semantics, section 2.3",
	},
	HasValue: {"value", "{a} ⊑ ∃r.E, E ⊑ {b}, r ⊑ s ⟹ s(a, b)", "IJCAI'05, CR4"},
	SharedValue: {
		"shared value", "s(a, c), s(b, c) ⟹ a and b share a value of s",
		"Direct Semantics, section 2.3",
	},
	Key: {
		"key", "named a and b in C share a value of each key of C ⟹ a = b",
		"Direct Semantics, section 2.3",
	},
	Functional: {
		"functional", "C ⊑ ∃d.E, C ⊑ ∃e.F, d ⊑ f, e ⊑ f, f functional ⟹ C ⊑ ∃f.(E ⊓ F)",
		"Direct Semantics, section 2.3",
	},

	FunctionalBelow: {
		"functional below", "d ⊑ f, f functional ⟹ d functional",
		"Direct Semantics, section 2.3",
	},
	Data: {
		"data", "v ∈ D, what is known of values and datatypes ⟹ v ∈ E",
		"Structural Specification, section 4",
	},
	Inconsistent: {"inconsistent", "{a} ⊑ ⊥ ⟹ ⊤ ⊑ ⊥", "Direct Semantics, section 2.1"},
	ExFalso:      {"ex falso", "⊥ ⊑ D", "Direct Semantics, section 2.2"},
	Discharge: {
		"without assumption", "C ⊑ D if C has an instance ⟹ C ⊑ D",
		"KR'12, section 4",
	},
	Restated:  {"restated", "the same in other words", "Structural Specification, section 9"},
	Tautology: {"tautology", "a statement of every ontology", "Direct Semantics"},
	Parts: {
		"parts", "all parts hold ⟹ the whole holds",
		"Structural Specification, section 9",
	},
	Asserted: {"asserted", "an axiom of the ontology", ""},
}

// Rules returns the rule table.
func Rules() []Row { return slices.Clone(ruleTable[:]) }

func (r Rule) String() string { return ruleTable[r].Name }
