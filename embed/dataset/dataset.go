package dataset

import (
	"iter"
	"slices"
)

// Dataset is an ontology in normal form, split for training. Classes, roles and individuals are
// numbered separately and densely from 0; the names are in the order of the ids.
type Dataset struct {
	// Name is the name in reports: a file name without its extensions, or the directory of the
	// layout.
	Name string

	// Classes are full IRIs without angle brackets, or names introduced by normalization, which
	// Auxiliary marks.
	Classes     []string
	Roles       []string
	Individuals []string

	// Top and Bottom are the ids of owl:Thing and owl:Nothing, or None.
	Top, Bottom int32

	// Auxiliary marks classes introduced by normalization, Deprecated obsolete classes
	// (owl:deprecated true). Each has the length of Classes, or is nil if no class is marked.
	Auxiliary, Deprecated []bool

	// Train, Validation and Test have no axiom in common.
	Train, Validation, Test Axioms

	// Task and Seed describe the split.
	Task Task
	Seed uint64
}

// Names returns the names of the classes, roles or individuals, by id.
func (d *Dataset) Names(kind Kind) []string {
	return [...][]string{Class: d.Classes, Role: d.Roles, Individual: d.Individuals}[kind]
}

// Sets returns Train, Validation and Test.
func (d *Dataset) Sets() [3]*Axioms { return [...]*Axioms{&d.Train, &d.Validation, &d.Test} }

// None is the id of a missing class, role or individual.
const None int32 = -1

// Axioms holds a table for each form.
type Axioms [NumForms]Table

// Table is a list of axioms of one form. The ids of axiom i are IDs[i*Width : (i+1)*Width], in the
// order of the columns of the form.
type Table struct {
	Width int
	IDs   []int32
}

// Len returns the number of axioms.
func (t Table) Len() int {
	if t.Width == 0 {
		return 0
	}
	return len(t.IDs) / t.Width
}

// Row returns the ids of axiom i. They alias the table.
func (t Table) Row(i int) []int32 {
	return t.IDs[i*t.Width : (i+1)*t.Width : (i+1)*t.Width]
}

// Rows yields the ids of each axiom. They alias the table.
func (t Table) Rows() iter.Seq[[]int32] { return slices.Chunk(t.IDs, max(t.Width, 1)) }

// Append adds an axiom.
func (t *Table) Append(ids ...int32) {
	t.Width = len(ids)
	t.IDs = append(t.IDs, ids...)
}

// Task is the kind of split.
type Task uint8

// The tasks of the evaluation in the paper.
const (
	Prediction Task = iota // subsumption prediction, section 4.2: each normal form 80/10/10
	// Approximating deductive reasoning, section 4.4: entailed subsumptions.
	Inferences
	LinkPrediction // role assertions, section 4.3
	Whole          // a small validation set only: a model for use
)
