package ranking

import (
	"slices"
	"sync"

	"box2el-owl/embed/dataset"
)

// Filter removes candidates that are right answers too, so that they do not worsen the rank of the
// target.
type Filter struct {
	// Name is the name of the filter in reports.
	Name string

	// Answers appends to dst the ids to remove for the axiom, in any order and possibly repeated.
	// The target is never removed. Answers is called concurrently.
	Answers func(form dataset.Form, axiom []int32, open int, dst []int32) []int32

	// Masks selects the filter of the published code: the distance of a candidate is set to +Inf
	// instead of removing it, also if it is the target.
	Masks bool
}

// Known returns a filter that removes the answers of the axioms in the sets: those that share all
// other columns. The order of the two classes on the left of NF2 does not matter.
func Known(sets ...*dataset.Axioms) Filter {
	var indexes [dataset.NumForms][3]func() index // built at the first query
	for f := range indexes {
		form := dataset.Form(f)
		for open := range form.Columns() {
			indexes[f][open] = sync.OnceValue(func() index { return newIndex(form, open, sets) })
		}
	}
	return Filter{Name: "known",
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			return append(dst, indexes[form][open]()[keyOf(form, axiom, open)]...)
		}}
}

// Closure returns a filter that removes all entailed answers.
func Closure(c dataset.Closure) Filter {
	return Filter{Name: "closure",
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			return append(dst, c.Answers(form, axiom, open)...)
		}}
}

// Union returns a filter that removes what any of the filters removes. None of them may mask.
func Union(name string, filters ...Filter) Filter {
	return Filter{Name: name,
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			for _, f := range filters {
				dst = f.Answers(form, axiom, open, dst)
			}
			return dst
		}}
}

// PublishedLinks returns the filter of the published code for r(a, b) with a open. Its index is
// transposed: it masks x if the training set has r(b, x), so it may mask the target. It ignores
// validation and test sets.
func PublishedLinks(train *dataset.Axioms) Filter {
	objects := sync.OnceValue(func() index {
		return newIndex(dataset.RoleAssertion, 2, []*dataset.Axioms{train})
	})
	return Filter{Name: "published", Masks: true,
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			if form != dataset.RoleAssertion || open != 1 {
				return dst
			}
			return append(dst, objects()[key{axiom[0], axiom[2]}]...)
		}}
}

// key holds the other columns of an axiom in order, padded with None.
type key [2]int32

// keyOf returns the key of an axiom with the given column open. C ⊓ D and D ⊓ C have the same key.
func keyOf(form dataset.Form, axiom []int32, open int) key {
	k := key{dataset.None, dataset.None}
	at := 0
	for column, id := range axiom {
		if column != open {
			k[at] = id
			at++
		}
	}
	if form == dataset.NF2 && open == 2 && k[0] > k[1] {
		k[0], k[1] = k[1], k[0]
	}
	return k
}

// index maps a key to the ids in the open column, ascending and each once.
type index map[key][]int32

// newIndex returns an index of the axioms of a form in all sets.
func newIndex(form dataset.Form, open int, sets []*dataset.Axioms) index {
	x := make(index)
	for _, set := range sets {
		for row := range set[form].Rows() {
			k := keyOf(form, row, open)
			x[k] = append(x[k], row[open])
		}
	}
	for k, ids := range x {
		slices.Sort(ids)
		x[k] = slices.Compact(ids)
	}
	return x
}
