package ranking

import (
	"math"

	"box2el-owl/embed/dataset"
)

// Question is what a scorer answers: which candidates fill the open column of axioms of a form, and
// which may not.
type Question struct {
	Form dataset.Form
	Open int

	// Masked are columns of the axiom whose ids are no candidates: their distance is +Inf.
	Masked []int
}

// The questions of the paper's evaluation (section 4.2, appendix F).
var (
	SuperclassOf        = Question{Form: dataset.NF1, Open: 1, Masked: []int{0}}
	SuperclassOfBoth    = Question{Form: dataset.NF2, Open: 2, Masked: []int{0, 1}}
	SubclassOfExists    = Question{Form: dataset.NF3, Open: 0}
	SuperclassOfExists  = Question{Form: dataset.NF4, Open: 2}
	SubjectOfAssertions = Question{Form: dataset.RoleAssertion, Open: 1}
)

// Questions lists them in the order of forms.
func Questions() []Question {
	return []Question{SuperclassOf, SuperclassOfBoth, SubclassOfExists, SuperclassOfExists, SubjectOfAssertions}
}

// mask sets the candidates of a tile to +Inf that the question masks.
func mask[T Float](q Question, axioms [][]int32, lo, hi int, out []T) {
	for _, column := range q.Masked {
		for i, axiom := range axioms {
			if id := int(axiom[column]); id >= lo && id < hi {
				out[i*(hi-lo)+id-lo] = T(math.Inf(1))
			}
		}
	}
}
