package embed

import (
	"box2el-owl/embed/dataset"
)

// The proof of concept of section 4.1 of the paper: an ontology of families, with boxes in two
// dimensions. A role that is one vector cannot distinguish mothers from fathers: with Child ⊑
// ∃hasParent.Mother and Child ⊑ ∃hasParent.Father, the translated box of Child is inside both.

// The classes and roles of the family ontology, as ids.
const (
	father int32 = iota
	mother
	parent
	child
	male
	female
)

const (
	hasChild int32 = iota
	hasParent
)

const familyPrefix = "http://example.org/family#"

// Family returns the ontology:
//
//	Father ⊑ Male ⊓ Parent      Male ⊓ Parent ⊑ Father
//	Mother ⊑ Female ⊓ Parent    Female ⊓ Parent ⊑ Mother
//	Male ⊓ Female ⊑ ⊥           Parent ⊓ Child ⊑ ⊥
//	Child ⊑ ∃hasParent.Mother   Child ⊑ ∃hasParent.Father   Parent ⊑ ∃hasChild.Child
func Family() *dataset.Dataset {
	d := &dataset.Dataset{
		Name: "family", Top: dataset.None, Bottom: dataset.None, Task: dataset.Whole,
	}
	for _, name := range []string{"Father", "Mother", "Parent", "Child", "Male", "Female"} {
		d.Classes = append(d.Classes, familyPrefix+name)
	}
	for _, name := range []string{"hasChild", "hasParent"} {
		d.Roles = append(d.Roles, familyPrefix+name)
	}
	nf1, nf2, nf3, nf5 := &d.Train[dataset.NF1], &d.Train[dataset.NF2], &d.Train[dataset.NF3],
		&d.Train[dataset.NF5]
	nf1.Append(father, male)
	nf1.Append(mother, female)
	nf1.Append(mother, parent)
	nf1.Append(father, parent)
	nf2.Append(male, parent, father)
	nf2.Append(female, parent, mother)
	nf3.Append(parent, hasChild, child)
	nf3.Append(child, hasParent, mother)
	nf3.Append(child, hasParent, father)
	nf5.Append(male, female)
	nf5.Append(parent, child)
	return d
}

// FamilyOptions returns the options of section 4.1: two dimensions, no margin, λ = 1, no negatives,
// the visualization loss, and all axioms in every step, because the batch is larger than any form.
func FamilyOptions(a Architecture, seed uint64) Options {
	return Options{
		Model: a,
		Hyper: &Hyper{
			Dim: 2, Regularization: 1, NegativeDistance: 2, Rate: 5e-2, Steps: 300, Batch: 32,
			Visual: true,
		},
		Variant: &Variant{
			Mode: "family", PairedNF2: true, Hinge: true, KnownNegatives: true, Shuffled: true,
		},
		Seed: seed,
	}
}

// Claim is an axiom of the family ontology and whether the boxes satisfy it.
type Claim struct {
	Axiom   string  `json:"axiom"`
	Derived bool    `json:"derived"` // entailed, not asserted
	Excess  float64 `json:"excess"`  // see Model.Excess
	Holds   bool    `json:"holds"`
}

// claimTolerance is the excess up to which an axiom counts as satisfied, because training stops
// near the boundary.
const claimTolerance = 0.001

// CheckFamily checks a model of Family against all axioms of the ontology and against the entailed
// Mother ⊓ Father ⊑ ⊥.
func CheckFamily(m *Model) ([]Claim, error) {
	d := Family()
	var claims []Claim
	add := func(form dataset.Form, axiom []int32, derived bool) error {
		excess, err := m.Excess(form, axiom)
		if err != nil {
			return err
		}
		claims = append(claims, Claim{
			Axiom: axiomOfFamily(d, form, axiom), Derived: derived, Excess: excess,
			Holds: excess <= claimTolerance,
		})
		return nil
	}
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF2, dataset.NF3, dataset.NF5} {
		for axiom := range d.Train[form].Rows() {
			if err := add(form, axiom, false); err != nil {
				return nil, err
			}
		}
	}
	return claims, add(dataset.NF5, []int32{mother, father}, true)
}

func axiomOfFamily(d *dataset.Dataset, form dataset.Form, axiom []int32) string {
	class := func(column int) string { return d.Classes[axiom[column]][len(familyPrefix):] }
	switch form {
	case dataset.NF2:
		return class(0) + " ⊓ " + class(1) + " ⊑ " + class(2)
	case dataset.NF3:
		return class(0) + " ⊑ ∃" + d.Roles[axiom[1]][len(familyPrefix):] + "." + class(2)
	case dataset.NF5:
		return class(0) + " ⊓ " + class(1) + " ⊑ ⊥"
	}
	return class(0) + " ⊑ " + class(1)
}
