package embed

import (
	"encoding/json"
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

	// DataHash identifies the data set that the model was trained on.
	DataHash [32]byte

	// Steps were taken, and the parameters are those after KeptAt.
	Steps, KeptAt int

	// History is what was seen on the way.
	History []Point

	// Measures are how the model ranks, by form.
	Measures map[dataset.Form]Measure

	// Evaluation is what was measured of the model, as JSON, and Program the name and version of the program that trained
	// it. Both are the caller's to set, and may be empty.
	Evaluation json.RawMessage
	Program    string

	matrices[float32]
	unmap func() error // of a model that lies in a mapped file
}

// Blocks are the model's parameters: for each block its values, row after row. They are the model's own, and not to be
// written to.
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
