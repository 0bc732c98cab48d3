package ranking

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// Float is the element type of a model. Models train and rank in float32; float64 is there for tests
// against reference numbers.
type Float = kernel.Float

// Scorer measures how badly candidates fill the open position of axioms. Smaller is better; a
// candidate that may not stand there is masked by +Inf, and NaN counts as +Inf. It is safe for
// concurrent use.
type Scorer[T Float] interface {
	// Form is what is ranked, and Open the column that candidates fill.
	Form() dataset.Form
	Open() int

	// Candidates is the number of candidates: their ids are 0 … Candidates−1.
	Candidates() int

	// Tile writes the distance of candidate lo+j for axiom i to out[i*(hi-lo)+j]. What stands in the
	// open column of an axiom does not matter. The same pair gets the same bits in whatever tile it
	// stands.
	Tile(axioms [][]int32, lo, hi int, out []T)
}
