package ranking

import "box2el-owl/embed/dataset"

// Scorer measures how badly candidates fill the open position of axioms. Smaller is better; a
// candidate that may not stand there is masked by +Inf. It is safe for concurrent use.
type Scorer interface {
	// Form is what is ranked, and Open the column that candidates fill.
	Form() dataset.Form
	Open() int

	// Candidates is the number of candidates: their ids are 0 … Candidates−1.
	Candidates() int

	// Tile writes the distance of candidate lo+j for axiom i to out[i*(hi-lo)+j]. The same pair gets
	// the same bits in whatever tile it stands.
	Tile(axioms [][]int32, lo, hi int, out []float32)
}
