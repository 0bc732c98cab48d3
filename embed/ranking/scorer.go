package ranking

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// Float is the element type of a model. Models are trained and ranked in float32; float64 is used
// by tests against reference numbers.
type Float = kernel.Float

// Scorer computes distances between axioms and candidates for their open position. A smaller
// distance is better. A masked candidate has the distance +Inf, and NaN counts as +Inf. Scorers are
// safe for concurrent use.
type Scorer[T Float] interface {
	// Form is the form of the axioms, Open the column of the candidates.
	Form() dataset.Form
	Open() int

	// Candidates is the number of candidates. Their ids are 0 … Candidates−1.
	Candidates() int

	// Tile writes the distance of candidate lo+j for axiom i to out[i*(hi-lo)+j]. It ignores the
	// open column of the axioms. A pair gets the same bits in every tile.
	Tile(axioms [][]int32, lo, hi int, out []T)
}
