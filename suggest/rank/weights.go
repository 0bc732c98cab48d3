package rank

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"box2el-owl/suggest/rank/trees"
)

// Task is a ranking task with weights of its own: a form, for subjects with axioms, for new ones
// with text, or for new ones with a label only. Base rates of the tasks differ by a factor of ten.
type Task int

const (
	OldSuperclasses   Task = iota // of a class with axioms
	TextSuperclasses              // of a new class with a definition or synonyms
	LabelSuperclasses             // of a new class with a label only
	OldRestrictions
	TextRestrictions
	LabelRestrictions

	// With the columns of a trained model, of a class with axioms.
	ModeledSuperclasses
	ModeledRestrictions
	NumTasks
)

func (l Task) String() string {
	return [...]string{"superclasses", "superclasses of new classes", "superclasses by label",
		"restrictions", "restrictions of new classes", "restrictions by label",
		"superclasses with a model", "restrictions with a model"}[l]
}

// Columns returns the names of the columns that a task has weights for.
func (l Task) Columns() []string {
	names := columnNames(restrictionColumns, placedRestrictionColumns)
	if l < OldRestrictions || l == ModeledSuperclasses {
		names = columnNames(superclassColumns, placedSuperclassColumns)
	}
	if l >= ModeledSuperclasses {
		names = append(names, columnNames(modelColumns, nil)...)
	}
	return names
}

// Base returns the task that the scores of l correct, learned before, and the factor of its scores;
// 0 if l has scores of its own.
//
// There are more new classes to learn from than superclasses that were added to old ones. On the
// learn pairs, H@10 of these is .600 without a base, .614 with .3 times its score as one of a new
// class added to separately learned ones, and .625 as a correction.
func (l Task) Base() (Task, float64) {
	switch l {
	case OldSuperclasses:
		return TextSuperclasses, 0.5
	case ModeledSuperclasses:
		return OldSuperclasses, 1
	case ModeledRestrictions:
		return OldRestrictions, 1
	}
	return l, 0
}

// Modeled returns the task that corrects the scores of l by a trained model, or l if there is none.
func (l Task) Modeled() Task {
	switch l {
	case OldSuperclasses:
		return ModeledSuperclasses
	case OldRestrictions:
		return ModeledRestrictions
	}
	return l
}

// taskOf returns the task for a subject: for superclasses, or for restrictions.
func taskOf(s Subject, restrictions bool) Task {
	l := OldSuperclasses
	switch {
	case s.Class != NoClass && len(s.Parents)+len(s.Restrictions) > 0:
	case len(s.Names) > 1 || s.Definition != "":
		l = TextSuperclasses
	default:
		l = LabelSuperclasses
	}
	if restrictions {
		l += OldRestrictions
	}
	return l
}

//go:generate -command usefulness go run box2el-owl/bench/usefulness
//go:generate usefulness -learn $BOX2EL_TEST_DATA/history -models ../../bin/models -out prior.bin.gz

// prior holds the weights of the program, learned from later releases of ontologies by the command
// above. The command trains the models that are not in the folder, in 15 minutes of CPU time. The
// result is deterministic.
//
//go:embed prior.bin.gz
var prior []byte

// Shipped returns the weights of the program.
var Shipped = sync.OnceValues(func() (*Weights, error) {
	b, err := uncompressed(prior)
	if err != nil {
		return nil, err
	}
	return readWeights(b)
})

func uncompressed(b []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// Weights holds a forest for each task. Those of the tasks with a model may be nil.
type Weights [NumTasks]*trees.Forest

// AppendBinary appends the weights in the form that readWeights reads.
func (w *Weights) AppendBinary(b []byte) []byte {
	for _, f := range w {
		var one []byte
		if f != nil {
			one = f.AppendBinary(nil)
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(len(one)))
		b = append(b, one...)
	}
	return b
}

// readWeights reads weights. Weights for other columns than those of this program are an error.
func readWeights(b []byte) (*Weights, error) {
	var w Weights
	for l := range NumTasks {
		if len(b) < 4 || uint64(len(b)-4) < uint64(binary.LittleEndian.Uint32(b)) {
			return nil, errors.New("weights end too early")
		}
		n := binary.LittleEndian.Uint32(b)
		if n == 0 && l >= ModeledSuperclasses {
			b = b[4:]
			continue
		}
		f, err := trees.Read(b[4:4+n], l.Columns())
		if err != nil {
			return nil, fmt.Errorf("weights for %v: %w", l, err)
		}
		w[l], b = f, b[4+n:]
	}
	if len(b) > 0 {
		return nil, errors.New("weights have more than they should")
	}
	return &w, nil
}

// Sort sorts candidates by score, best first; equal ones by property and target.
func Sort(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Property, b.Property),
			cmp.Compare(a.Target, b.Target))
	})
}
