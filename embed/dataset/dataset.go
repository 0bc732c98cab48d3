package dataset

// Dataset is an ontology in normal form, parted for training. Classes, roles and individuals are
// numbered densely from 0, each kind by itself; the names stand in the order of the ids.
type Dataset struct {
	// Name is what reports call the data set: a file's name without its endings, or the layout's folder.
	Name string

	// Classes are full IRIs without angle brackets; a name that the normalization introduced has what
	// Auxiliary calls true.
	Classes     []string
	Roles       []string
	Individuals []string

	// Top and Bottom are the ids of owl:Thing and owl:Nothing, or None.
	Top, Bottom int32

	// Auxiliary marks classes that the normalization made, Deprecated those that are obsolete
	// (owl:deprecated true). Either may be nil: none is. Otherwise as long as Classes.
	Auxiliary, Deprecated []bool

	// Train, Validation and Test hold no axiom in common.
	Train, Validation, Test Axioms

	// Task and Seed say how the axioms were parted.
	Task Task
	Seed uint64
}

// None stands for an id that there is not.
const None int32 = -1

// Axioms are the axioms of each form.
type Axioms [NumForms]Table

// Table is a list of axioms of one form: the ids of axiom i are IDs[i*Width : (i+1)*Width], in the
// columns that the form names.
type Table struct {
	Width int
	IDs   []int32
}

// Len is the number of axioms.
func (t Table) Len() int {
	if t.Width == 0 {
		return 0
	}
	return len(t.IDs) / t.Width
}

// Row returns the ids of axiom i. They are the table's own.
func (t Table) Row(i int) []int32 {
	return t.IDs[i*t.Width : (i+1)*t.Width : (i+1)*t.Width]
}

// Append adds an axiom.
func (t *Table) Append(ids ...int32) {
	t.Width = len(ids)
	t.IDs = append(t.IDs, ids...)
}

// Task says what a data set is to show.
type Task uint8

// The tasks of the paper's evaluation.
const (
	Prediction     Task = iota // subsumption prediction, section 4.2: each normal form 80/10/10
	Inferences                 // approximating deductive reasoning, section 4.4: what follows from all axioms
	LinkPrediction             // role assertions, section 4.3
	Whole                      // nothing held out but a small validation set: a model for use
)
