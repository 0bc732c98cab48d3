package rank

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"box2el-owl/suggest/rank/trees"
)

// Lesson is a task with weights of its own: a form, for subjects with axioms, with text, or with a
// label only. Base rates differ between them by a factor of ten.
type Lesson int

const (
	OldSuperclasses   Lesson = iota // of a class with axioms
	TextSuperclasses                // of a new class with a definition or synonyms
	LabelSuperclasses               // of a new class with a label only
	OldRestrictions
	TextRestrictions
	LabelRestrictions

	// What a trained model adds to the scores of OldSuperclasses and OldRestrictions.
	ModelledSuperclasses
	ModelledRestrictions
	NumLessons
)

func (l Lesson) String() string {
	return [...]string{"superclasses", "superclasses of new classes", "superclasses by label",
		"restrictions", "restrictions of new classes", "restrictions by label",
		"superclasses with a model", "restrictions with a model"}[l]
}

// Columns returns the names of the columns that a lesson has weights for.
func (l Lesson) Columns() []string {
	superclasses := columnNames(superclassColumns, placedSuperclassColumns)
	restrictions := columnNames(restrictionColumns, placedRestrictionColumns)
	switch {
	case l == ModelledSuperclasses:
		return slices.Concat(superclasses, columnNames(modelColumns, nil))
	case l == ModelledRestrictions:
		return slices.Concat(restrictions, columnNames(modelColumns, nil))
	case l < OldRestrictions:
		return superclasses
	}
	return restrictions
}

// Modelled returns the lesson that is added if there is a trained model, or l if there is none.
func (l Lesson) Modelled() Lesson {
	switch l {
	case OldSuperclasses:
		return ModelledSuperclasses
	case OldRestrictions:
		return ModelledRestrictions
	}
	return l
}

// Plain returns the lesson without a model.
func (l Lesson) Plain() Lesson {
	switch l {
	case ModelledSuperclasses:
		return OldSuperclasses
	case ModelledRestrictions:
		return OldRestrictions
	}
	return l
}

// LessonOf returns the lesson for a subject: for superclasses, or for restrictions.
func LessonOf(s Subject, restrictions bool) Lesson {
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
//go:generate usefulness -learn ../../../shared/data/history -models ../../bin/models -out prior.bin

// prior has the weights that the program ships with, learned from later releases of other
// ontologies by the command above. It trains the models that the folder lacks, in a quarter of an
// hour of CPU time, each to the same bytes.
//
//go:embed prior.bin
var prior []byte

// Shipped returns the weights of the program.
var Shipped = sync.OnceValues(func() (*Weights, error) { return ReadWeights(prior) })

// Weights has a forest for each lesson. Those of the lessons with a model are nil if they were
// learned without models.
type Weights [NumLessons]*trees.Forest

// AppendBinary appends the weights in the form that ReadWeights reads.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	for _, f := range w {
		var one []byte
		if f != nil {
			var err error
			if one, err = f.AppendBinary(nil); err != nil {
				return nil, err
			}
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(len(one)))
		b = append(b, one...)
	}
	return b, nil
}

// ReadWeights reads weights. Weights for other columns than those of this program are an error.
func ReadWeights(b []byte) (*Weights, error) {
	var w Weights
	for l := range NumLessons {
		if len(b) < 4 || uint64(len(b)-4) < uint64(binary.LittleEndian.Uint32(b)) {
			return nil, errors.New("weights end too early")
		}
		n := binary.LittleEndian.Uint32(b)
		if n == 0 && l >= ModelledSuperclasses {
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
