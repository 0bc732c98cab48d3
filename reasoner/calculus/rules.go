package calculus

// Rule is the number of a rule.
type Rule uint8

// The rules of saturation, followed by those that package explain uses to conclude a goal. Each has
// its source.
const (
	Init          Rule = iota // ⟹ C ⊑ C, C ⊑ ⊤ (IJCAI'05, CR1)
	NF1                       // C ⊑ D, D ⊑ E ⟹ C ⊑ E (IJCAI'05, CR1)
	NF2                       // C ⊑ D₁, C ⊑ D₂, D₁ ⊓ D₂ ⊑ E ⟹ C ⊑ E (IJCAI'05, CR2)
	NF3                       // C ⊑ D, D ⊑ ∃r.E ⟹ C ⊑ ∃r.E (IJCAI'05, CR3)
	NF4                       // C ⊑ ∃r.E, E ⊑ F, r ⊑ s, ∃s.F ⊑ G ⟹ C ⊑ G (IJCAI'05, CR4 and CR10)
	Bottom                    // C ⊑ ∃r.E, E ⊑ ⊥ ⟹ C ⊑ ⊥ (IJCAI'05, CR5)
	BottomRole                // C ⊑ ∃r.E, r ⊑ ⊥role ⟹ C ⊑ ⊥ (Direct Semantics, section 2.2)
	Disjoint                  // C ⊑ D₁, C ⊑ D₂, D₁ and D₂ disjoint ⟹ C ⊑ ⊥ (JAR 2014, section 4)
	Inclusion                 // r ⊑ s, s ⊑ t ⟹ r ⊑ t (IJCAI'05, CR10)
	ReflexivePart             // r₁ ∘ … ∘ rₙ ⊑ t, all parts but rᵢ reflexive ⟹ rᵢ ⊑ t (OWLED'08)
	Chain                     // C ⊑ ∃r.E, E ⊑ ∃s.F, r ∘ s ⊑ t ⟹ C ⊑ ∃t.F (IJCAI'05, CR11)
	Range                     // E values of r, r ⊑ s, s has range D ⟹ E ⊑ D (OWLED'08, section 3)
	HasSelf                   // C ⊑ D, D ⊑ ∃r.Self ⟹ C ⊑ ∃r.Self (KR'12, table 3)
	Reflexive                 // r reflexive ⟹ C ⊑ ∃r.Self (OWLED'08)
	SelfSub                   // C ⊑ ∃r.Self, r ⊑ s, ∃s.Self ⊑ D ⟹ C ⊑ D (KR'12, table 3)
	SelfLink                  // C ⊑ ∃r.Self ⟹ C ⊑ ∃r.C (KR'12, table 3)
	SelfChain                 // C ⊑ ∃r₁.Self, …, r₁ ∘ … ∘ rₙ ⊑ t ⟹ C ⊑ ∃t.Self (KR'12, table 3)
	SelfNominal               // C ⊑ ∃r.E, C ⊑ {a}, E ⊑ {a} ⟹ C ⊑ ∃r.Self (KR'12, table 3)
	NonemptyLink              // C has an instance, C ⊑ ∃r.E ⟹ E has an instance (KR'12, section 4)
	Assumption                // suppose that C has an instance (KR'12, section 4)
	Nominal                   // C has an instance, C ⊑ {a}, C ⊑ D ⟹ {a} ⊑ D (KR'12, section 4)
	Transitive                // C ⊑ {a}, {a} ⊑ D ⟹ C ⊑ D (KR'12, section 4)
	// C has an instance ⟹ everything is linked to it by the top property
	// (Direct Semantics, section 2.2)
	Universal
	Inverse  // r(a, b), s inverse of r ⟹ s(b, a) (Direct Semantics, section 2.3)
	HasValue // {a} ⊑ ∃r.E, E ⊑ {b}, r ⊑ s ⟹ s(a, b) (IJCAI'05, CR4)
	// s(a, c), s(b, c) ⟹ a and b share a value of s (Direct Semantics, section 2.3)
	SharedValue
	// named a and b in C share a value of each key of C ⟹ a = b (Direct Semantics, section 2.3)
	Key
	// C ⊑ ∃d.E, C ⊑ ∃e.F, d ⊑ f, e ⊑ f, f functional ⟹ C ⊑ ∃f.(E ⊓ F)
	// (Direct Semantics, section 2.3)
	Functional
	FunctionalBelow // d ⊑ f, f functional ⟹ d functional (Direct Semantics, section 2.3)
	// v ∈ D, what is known of values and datatypes ⟹ v ∈ E (Structural Specification, section 4)
	Data
	Inconsistent // {a} ⊑ ⊥ ⟹ ⊤ ⊑ ⊥ (Direct Semantics, section 2.1)
	ExFalso      // ⊥ ⊑ D (Direct Semantics, section 2.2)
	Discharge    // C ⊑ D if C has an instance ⟹ C ⊑ D (KR'12, section 4)
	Restated     // the same in other words (Structural Specification, section 9)
	Tautology    // a statement of every ontology (Direct Semantics)
	Parts        // all parts hold ⟹ the whole holds (Structural Specification, section 9)
	Asserted     // an axiom of the ontology
	numRules
)

var ruleNames = [numRules]string{
	Init:            "init",
	NF1:             "NF1",
	NF2:             "NF2",
	NF3:             "NF3",
	NF4:             "NF4",
	Bottom:          "⊥",
	BottomRole:      "bottom role",
	Disjoint:        "disjoint",
	Inclusion:       "inclusion",
	ReflexivePart:   "reflexive part",
	Chain:           "chain",
	Range:           "range",
	HasSelf:         "has self",
	Reflexive:       "reflexive",
	SelfSub:         "self",
	SelfLink:        "self link",
	SelfChain:       "self chain",
	SelfNominal:     "self⁻",
	NonemptyLink:    "nonempty",
	Assumption:      "assumption",
	Nominal:         "nominal",
	Transitive:      "transitive",
	Universal:       "universal",
	Inverse:         "inverse",
	HasValue:        "value",
	SharedValue:     "shared value",
	Key:             "key",
	Functional:      "functional",
	FunctionalBelow: "functional below",
	Data:            "data",
	Inconsistent:    "inconsistent",
	ExFalso:         "ex falso",
	Discharge:       "without assumption",
	Restated:        "restated",
	Tautology:       "tautology",
	Parts:           "parts",
	Asserted:        "asserted",
}

// Rules returns the names of the rules. They never change.
func Rules() []string { return ruleNames[:] }

func (r Rule) String() string { return ruleNames[r] }
