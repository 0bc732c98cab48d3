package dataset

import "fmt"

// Form is a normal form of axioms. Its columns are classes (C, D, E), roles (r, s) and individuals
// (a, b).
type Form uint8

// The forms, with their columns.
const (
	NF1              Form = iota // C ⊑ D            [C D]
	NF2                          // C ⊓ D ⊑ E        [C D E]
	NF3                          // C ⊑ ∃r.D         [C r D]
	NF4                          // ∃r.C ⊑ D         [r C D]
	NF5                          // C ⊓ D ⊑ ⊥        [C D]
	RoleInclusion                // r ⊑ s            [r s]
	RoleChain                    // r₁ ∘ r₂ ⊑ s      [r₁ r₂ s]
	Range                        // range(r) ⊑ D     [r D]
	ConceptAssertion             // C(a)             [a C]
	ExistsAssertion              // (∃r.C)(a)        [r C a], "a has function C"
	RoleAssertion                // r(a, b)          [r a b]
	NumForms
)

// Kind is the kind of the ids in a column.
type Kind uint8

// The kinds of ids.
const (
	Class Kind = iota
	Role
	Individual
	NumKinds
)

var forms = [NumForms]struct {
	name    string
	columns []Kind
}{
	NF1:              {"NF1", []Kind{Class, Class}},
	NF2:              {"NF2", []Kind{Class, Class, Class}},
	NF3:              {"NF3", []Kind{Class, Role, Class}},
	NF4:              {"NF4", []Kind{Role, Class, Class}},
	NF5:              {"NF5", []Kind{Class, Class}},
	RoleInclusion:    {"RoleInclusion", []Kind{Role, Role}},
	RoleChain:        {"RoleChain", []Kind{Role, Role, Role}},
	Range:            {"Range", []Kind{Role, Class}},
	ConceptAssertion: {"ConceptAssertion", []Kind{Individual, Class}},
	ExistsAssertion:  {"ExistsAssertion", []Kind{Role, Class, Individual}},
	RoleAssertion:    {"RoleAssertion", []Kind{Role, Individual, Individual}},
}

// String returns the name of the form in options, files and reports.
func (f Form) String() string { return forms[f].name }

// MarshalText returns the name of the form.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets the form by its name.
func (f *Form) UnmarshalText(name []byte) error {
	for form := range NumForms {
		if form.String() == string(name) {
			*f = form
			return nil
		}
	}
	return fmt.Errorf("no form is called %.40q", name)
}

// Columns returns the kinds of the columns in order. The caller must not modify the slice.
func (f Form) Columns() []Kind { return forms[f].columns }
