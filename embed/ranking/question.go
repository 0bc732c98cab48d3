package ranking

import (
	"math"

	"box2el-owl/embed/dataset"
)

// Question describes which candidates a scorer ranks: those for the open column of axioms of a
// form, except masked ones.
type Question struct {
	Form dataset.Form
	Open int

	// Masked are columns of the axiom whose ids are not candidates: their distance is +Inf.
	Masked []int
}

// The questions of the evaluation in the paper (section 4.2, appendix F).
var (
	SuperclassOf        = Question{Form: dataset.NF1, Open: 1, Masked: []int{0}}
	SuperclassOfBoth    = Question{Form: dataset.NF2, Open: 2, Masked: []int{0, 1}}
	SubclassOfExists    = Question{Form: dataset.NF3, Open: 0}
	SuperclassOfExists  = Question{Form: dataset.NF4, Open: 2}
	SubjectOfAssertions = Question{Form: dataset.RoleAssertion, Open: 1}
)

// FillerOfExists asks for D in C ⊑ ∃r.D. The paper asks for C only, but curators ask what a class
// is related to.
var FillerOfExists = Question{Form: dataset.NF3, Open: 2}

// Questions returns the questions of the paper in the order of forms.
func Questions() []Question {
	return []Question{SuperclassOf, SuperclassOfBoth, SubclassOfExists, SuperclassOfExists,
		SubjectOfAssertions}
}

// masks reports whether an id is not a candidate for the axiom.
func (q Question) masks(axiom []int32, id int32) bool {
	for _, column := range q.Masked {
		if axiom[column] == id {
			return true
		}
	}
	return false
}

// mask sets the masked candidates of a tile to +Inf.
func mask[T Float](q Question, axioms [][]int32, lo, hi int, out []T) {
	for _, column := range q.Masked {
		for i, axiom := range axioms {
			if id := int(axiom[column]); id >= lo && id < hi {
				out[i*(hi-lo)+id-lo] = T(math.Inf(1))
			}
		}
	}
}
