package dataset

import (
	"errors"
	"math/bits"
	"math/rand/v2"
)

// Splits draw from all axioms of a data set: Train, Validation and Test in this order, form by
// form. The generator is PCG-DXSM (math/rand/v2), seeded with the seed and the number of the form,
// so that the axioms of one form do not affect the split of another. Lists are shuffled with the
// Fisher–Yates algorithm from the end, with Lemire's multiplication for bounded numbers. The same
// axioms and seed give the same split on every machine.
//
// The sets keep the shuffled order, so that the first thousand axioms of a validation set are a
// random sample.

// ErrNothingToSplit is returned if a data set has no axioms of the forms that a split holds out.
var ErrNothingToSplit = errors.New("nothing to split")

// predicted are the forms that subsumption prediction holds out.
var predicted = []Form{NF1, NF2, NF3, NF4}

// SplitPrediction splits the axioms for subsumption prediction (paper, section 4.2): of each of NF1
// to NF4, 80 % are for training, 10 % for validation and the rest for test, rounded down. A
// held-out axiom is dropped if a class or role in it occurs in no training axiom of these forms.
// All other axioms are for training.
func SplitPrediction(d *Dataset, seed uint64) *Dataset {
	s := newSplit(d, Prediction, seed)
	for _, form := range predicted {
		s.part(form, s.shuffled(form))
	}
	s.dropUnseen(predicted, predicted)
	return s.out
}

// split is a data set during a split.
type split struct {
	out *Dataset
	all Axioms
}

// newSplit returns a split with all axioms in Train.
func newSplit(d *Dataset, task Task, seed uint64) *split {
	out := *d
	out.Task, out.Seed = task, seed
	out.Train, out.Validation, out.Test = Axioms{}, Axioms{}, Axioms{}
	s := &split{out: &out}
	for form := range NumForms {
		t := &s.all[form]
		t.Width = len(form.Columns())
		for _, set := range d.Sets() {
			t.IDs = append(t.IDs, set[form].IDs...)
		}
		out.Train[form] = *t
	}
	return s
}

// random returns the generator for a form.
func random(seed uint64, form Form) *rand.PCG { return rand.NewPCG(seed, uint64(form)) }

// below returns a random number from 0 to n−1, uniform up to n/2⁶⁴.
func below(rng *rand.PCG, n int) int {
	high, _ := bits.Mul64(rng.Uint64(), uint64(n))
	return int(high)
}

// shuffle permutes n elements.
func shuffle(rng *rand.PCG, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, below(rng, i+1))
	}
}

// shuffled returns the indices of the axioms of a form in random order.
func (s *split) shuffled(form Form) []int {
	return permutation(random(s.out.Seed, form), s.all[form].Len())
}

func permutation(rng *rand.PCG, n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	shuffle(rng, n, func(i, j int) { places[i], places[j] = places[j], places[i] })
	return places
}

// part assigns the first 80 % of the indices to training, the next 10 % to validation, the rest to
// test.
func (s *split) part(form Form, places []int) {
	train, validation := len(places)*8/10, len(places)/10
	s.out.Train[form] = s.all[form].rows(places[:train])
	s.out.Validation[form] = s.all[form].rows(places[train : train+validation])
	s.out.Test[form] = s.all[form].rows(places[train+validation:])
}

// rows returns the table of the axioms at these indices.
func (t Table) rows(places []int) Table {
	out := Table{Width: t.Width, IDs: make([]int32, 0, len(places)*t.Width)}
	for _, i := range places {
		out.IDs = append(out.IDs, t.Row(i)...)
	}
	return out
}

// dropUnseen drops the held-out axioms of some forms that contain an id which occurs in no training
// axiom of the forms in count.
func (s *split) dropUnseen(heldOut, count []Form) {
	seen := s.seen(count)
	for _, form := range heldOut {
		for _, set := range []*Table{&s.out.Validation[form], &s.out.Test[form]} {
			kept := Table{Width: set.Width}
			for ids := range set.Rows() {
				if seen.all(form, ids) {
					kept.IDs = append(kept.IDs, ids...)
				}
			}
			*set = kept
		}
	}
}

// idSet is a bit set of ids by kind.
type idSet [NumKinds][]bool

func (s *split) seen(forms []Form) *idSet {
	set := new(idSet)
	for kind := range NumKinds {
		set[kind] = make([]bool, len(s.out.Names(kind)))
	}
	for _, form := range forms {
		for ids := range s.out.Train[form].Rows() {
			set.add(form, ids)
		}
	}
	return set
}

func (s *idSet) add(form Form, ids []int32) {
	for column, kind := range form.Columns() {
		s[kind][ids[column]] = true
	}
}

func (s *idSet) all(form Form, ids []int32) bool {
	for column, kind := range form.Columns() {
		if !s[kind][ids[column]] {
			return false
		}
	}
	return true
}
