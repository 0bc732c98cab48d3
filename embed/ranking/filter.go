package ranking

import (
	"slices"
	"sync"

	"box2el-owl/embed/dataset"
)

// Filter takes candidates out that are right answers as well: a target that stands behind them is not
// to blame.
type Filter struct {
	// Name is what reports call the filter.
	Name string

	// Answers appends to dst the ids that are to be taken out for the axiom, in any order and as
	// often as it likes. The target may be among them: it stays. It is called from several goroutines.
	Answers func(form dataset.Form, axiom []int32, open int, dst []int32) []int32

	// Masks is how the published code filters: candidates are masked by +Inf instead of taken out,
	// and where the target is among them it is masked with the rest.
	Masks bool
}

// Known takes out what stands in the sets beside the target: the axioms that share all other columns.
// On the left of NF2 the order of the two classes does not matter.
func Known(sets ...*dataset.Axioms) Filter {
	var indexes [dataset.NumForms][3]func() index // built when first asked
	for f := range indexes {
		form := dataset.Form(f)
		for open := range form.Columns() {
			indexes[f][open] = sync.OnceValue(func() index { return newIndex(form, open, sets) })
		}
	}
	return Filter{Name: "known",
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			return append(dst, indexes[form][open]().find(keyOf(form, axiom, open))...)
		}}
}

// Closure takes out all that the closure entails.
func Closure(c dataset.Closure) Filter {
	return Filter{Name: "closure",
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			return append(dst, c.Answers(form, axiom, open)...)
		}}
}

// Union takes out what any of the filters takes out; none of them may mask.
func Union(name string, filters ...Filter) Filter {
	return Filter{Name: name,
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			for _, f := range filters {
				dst = f.Answers(form, axiom, open, dst)
			}
			return dst
		}}
}

// PublishedLinks is the filter of the published code for r(a, b) with a open. Its index is transposed:
// it masks x where the training set has r(b, x), and so may mask the target; validation and test sets
// are not looked at.
func PublishedLinks(train *dataset.Axioms) Filter {
	objects := sync.OnceValue(func() index {
		return newIndex(dataset.RoleAssertion, 2, []*dataset.Axioms{train})
	})
	return Filter{Name: "published", Masks: true,
		Answers: func(form dataset.Form, axiom []int32, open int, dst []int32) []int32 {
			if form != dataset.RoleAssertion || open != 1 {
				return dst
			}
			return append(dst, objects().find(key{axiom[0], axiom[2]})...)
		}}
}

// key is what stands in an axiom's other columns, in order; None where there is but one.
type key [2]int32

// keyOf returns the key of an axiom with the given column open. It is the same for C ⊓ D and D ⊓ C.
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

// index finds the ids that stand in one column, by what stands in the others.
type index struct {
	ranges map[key][2]int32 // into ids
	ids    []int32
}

// newIndex indexes the axioms of a form in all sets by keyOf.
func newIndex(form dataset.Form, open int, sets []*dataset.Axioms) index {
	type entry struct {
		key key
		id  int32
	}
	var entries []entry
	for _, set := range sets {
		for i := range set[form].Len() {
			row := set[form].Row(i)
			entries = append(entries, entry{keyOf(form, row, open), row[open]})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if c := slices.Compare(a.key[:], b.key[:]); c != 0 {
			return c
		}
		return int(a.id) - int(b.id)
	})
	entries = slices.Compact(entries)
	x := index{ranges: make(map[key][2]int32), ids: make([]int32, len(entries))}
	for i, e := range entries {
		x.ids[i] = e.id
		r, found := x.ranges[e.key]
		if !found {
			r[0] = int32(i)
		}
		r[1] = int32(i) + 1
		x.ranges[e.key] = r
	}
	return x
}

func (x index) find(k key) []int32 {
	r := x.ranges[k]
	return x.ids[r[0]:r[1]]
}
