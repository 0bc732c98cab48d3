package embed

import (
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Model is a trained model: its parameters, what they are about, and how they came to be.
type Model struct {
	Architecture Architecture
	Hyper        Hyper
	Variant      Variant
	Seed         uint64

	// Classes, Roles and Individuals are the names of the rows, as in the data set.
	Classes, Roles, Individuals []string

	// Data is the data set that the model was trained on, and DataHash its hash.
	Data     *dataset.Dataset
	DataHash [32]byte

	// Steps were taken, and the parameters are those after KeptAt.
	Steps, KeptAt int

	// History is what was seen on the way.
	History []Point

	// Measures are how the model ranks, by form.
	Measures map[dataset.Form]Measure

	// HeldOut are the figures of the held-out axioms, Data.Validation, by form: of the first 1,000
	// of each, ranked by Measures.
	HeldOut map[dataset.Form]ranking.Metrics

	// Program is the name and version of the program that trained the model. It may be empty.
	Program string

	matrices[float32]
}

// Blocks are the model's parameters: for each block its values, row after row. They are the model's
// own, and not to be written to.
func (m *Model) Blocks() ([]Block, [][]float32) { return m.matrices.blocks, m.matrices.values }

// Scorers returns a scorer for each form that the model ranks, by the measures that were chosen.
func (m *Model) Scorers() (map[dataset.Form]ranking.Scorer[float32], error) {
	architecture, err := newModel[float32](m.Architecture, m.Hyper, m.Variant)
	if err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	v := newVectors(kernel.Float32(), &m.matrices)
	scorers := make(map[dataset.Form]ranking.Scorer[float32])
	for _, q := range ranking.Questions() {
		if s := architecture.scorer(v, q, m.Measures[q.Form]); s != nil {
			scorers[q.Form] = s
		}
	}
	return scorers, nil
}
