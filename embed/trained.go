package embed

import (
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Model is a trained model: its parameters, the names of their rows, and the options and history of
// the training.
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

	// Steps is the number of steps taken. The parameters are those after step BestStep, which is
	// Steps with Variant.Last.
	Steps, BestStep int

	// History has an entry for each validation.
	History []Point

	// Measures are the measures by which the model ranks, by form.
	Measures map[dataset.Form]Measure

	// HeldOut are the metrics of the first 1,000 held-out axioms (Data.Validation) of each form,
	// ranked by Measures.
	HeldOut map[dataset.Form]ranking.Metrics

	// Program is the name and version of the program that trained the model. It may be empty.
	Program string

	matrices[float32]
}

// Blocks returns the model's parameters: the values of each block, row after row. Callers must not
// change them.
func (m *Model) Blocks() ([]Block, [][]float32) { return m.matrices.blocks, m.matrices.values }

// Scorers returns a scorer, by Measures, for each form that the model can rank.
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

// Point is the state of a training at a validation.
type Point struct {
	Step int `json:"step"` // steps taken

	// Losses are the terms of the loss in the last step, by name, and Total is their sum.
	Losses map[string]float64 `json:"losses"`
	Total  float64            `json:"total"`

	// Validation is the metric that selects the parameters, and Best is set if it is the best so
	// far. It is the MRR with Variant.ByMRR, otherwise the median rank of NF1.
	Validation float64 `json:"validation"`
	Best       bool    `json:"best"`
}
