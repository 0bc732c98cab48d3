package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// Superclasses returns candidates C ⊑ D, best first. Deprecated classes and the superclasses and
// subclasses of the subject are left out. The error is that of ctx.
func (e *Engine) Superclasses(ctx context.Context, s Subject) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.scored(s, e.SuperclassTable(s), false), ctx.Err()
}

// Table holds the candidates for a subject with their columns.
type Table struct {
	Properties []int32 // NoProperty for superclasses
	Targets    []int32
	Values     []float32 // row by row; NaN: the column has no value
	Columns    int

	modeled bool // the last columns are those of a trained model
}

// IsModeled reports whether the table has the columns of a trained model.
func (t *Table) IsModeled() bool { return t.modeled }

// Row returns the columns of candidate i.
func (t *Table) Row(i int) []float32 { return t.Values[i*t.Columns : (i+1)*t.Columns] }

// SuperclassTable returns the candidates for a subject, in ascending order of their numbers, with
// the columns of OldSuperclasses.
func (e *Engine) SuperclassTable(s Subject) *Table {
	q := e.query(s)
	defer q.close()
	return q.superclassTable(q.superclassCandidates())
}

// Bounds of the candidates of each source.
const (
	mostNearest    = 30
	mostSiblings   = 300
	mostNephews    = 30
	fewSiblings    = 60
	mostUncles     = 80
	mostChildren   = 30
	mostParents    = 60
	mostOwnParents = 200
	leastVote      = 0.004
	leastAbove     = 0.03
	leastWordVote  = 0.05
)

// superclassCandidates returns the candidates, ascending.
func (q *query) superclassCandidates() []int32 {
	e := q.e
	q.chosen.reset(len(e.classes))
	addNumbers := func(list []weighted) {
		for _, w := range list {
			q.choose(w.number)
		}
	}
	for _, nearest := range q.neighbors[:siblings] {
		addNumbers(first(nearest, mostNearest))
	}
	for kind := range q.parents {
		q.chooseAbove(&q.parents[kind], leastVote)
		q.chooseAbove(&q.above[kind], leastAbove)
	}
	for _, t := range []*sparseVector{&q.byName, &q.byNameUp, &q.byDefinition, &q.byTextUp} {
		q.chooseAbove(t, leastWordVote)
	}
	for _, t := range []*sparseVector{&q.suffix, &q.prefix} {
		addNumbers(t.best(mostChildren, func(int32) bool { return true }))
	}
	for _, name := range q.k.names {
		for _, m := range e.mentionsIn(name) {
			q.choose(m.class)
		}
	}
	for _, m := range q.mentions {
		q.choose(m.class)
	}
	q.findSuperclassAnalogies()
	q.generalize()
	q.choose(q.general.touched...)
	q.chooseFamily()
	if near := q.neighbors[ByText]; len(near) > 0 {
		q.choose(first(e.children[near[0].number], mostChildren)...)
	}
	own := 0
	for i, d := range e.frequent {
		same := e.classes[d].space == q.subject.Space
		if i < mostParents || same && own < mostOwnParents {
			q.choose(d)
		}
		if same {
			own++
		}
	}
	if q.isModeled(false) {
		q.addNear(NoProperty, q.superclassesByModel())
	}
	return q.admitted(q.admits)
}

// choose adds classes to the candidates.
func (q *query) choose(list ...int32) {
	for _, d := range list {
		q.chosen.touch(d)
	}
}

// chooseAbove adds the classes with a value greater than least to the candidates.
func (q *query) chooseAbove(t *sparseVector, least float32) {
	for _, d := range t.touched {
		if t.values[d] > least {
			q.chosen.touch(d)
		}
	}
}

// admitted returns the candidates for which admits returns true, ascending.
func (q *query) admitted(admits func(int32) bool) []int32 {
	list := make([]int32, 0, len(q.chosen.touched))
	for _, d := range q.chosen.touched {
		if admits(d) {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return list
}

// chooseFamily chooses siblings, children of siblings, and siblings of the parents.
func (q *query) chooseFamily() {
	e := q.e
	near := q.neighbors[siblings]
	for _, w := range first(near, mostSiblings) {
		q.choose(w.number)
		if len(near) < fewSiblings {
			q.choose(first(e.children[w.number], mostNephews)...)
		}
	}
	for _, p := range q.subject.Parents {
		for _, g := range e.classes[p].parents {
			q.choose(first(e.children[g], mostUncles)...)
		}
	}
}

// admits reports whether C ⊑ D may be suggested: it is not entailed, and D is not below C.
func (q *query) admits(d int32) bool {
	c := q.subject.Class
	if !q.e.classes[d].usable || d == c || q.ancestors.marked[d] {
		return false
	}
	return c == NoClass || !q.e.x.IsBelow(d, c)
}

// superclass returns a superclass as a restriction with NoProperty.
func superclass(d int32) asserted.Restriction {
	return asserted.Restriction{Property: NoProperty, Filler: d}
}

// findSuperclassAnalogies computes the analogies of superclasses and chooses their targets.
func (q *query) findSuperclassAnalogies() {
	e := q.e
	q.findAnalogies(func(k *class) []asserted.Restriction {
		list := make([]asserted.Restriction, len(k.parents))
		for i, p := range k.parents {
			list[i] = superclass(p)
		}
		return list
	})
	for r := range q.analogies {
		q.choose(r.Filler)
	}
	up := make(map[int32]float32)
	for i := range q.labelGroups {
		members := q.labelGroups[i].members
		clear(up)
		for _, m := range members {
			for _, a := range e.classes[m.class].ancestors {
				up[a]++
			}
		}
		for d, count := range up {
			a := q.analogies[superclass(d)]
			a.entailed = max(a.entailed, count/float32(len(members)+1))
			q.analogies[superclass(d)] = a
		}
	}
}

// superclassTable computes the columns of candidates.
func (q *query) superclassTable(candidates []int32) *Table {
	t := q.newTable(false, len(superclassColumns), placedSuperclassColumns)
	t.Values = make([]float32, 0, len(candidates)*t.Columns)
	a := q.newSuperclassCandidate()
	for _, d := range candidates {
		a.describe(d)
		addRow(t, superclassColumns, a, NoProperty, d)
	}
	q.compareRows(t, len(superclassColumns), placedSuperclassColumns)
	return t
}

// newTable returns an empty table of a form with a number of columns, besides the ranks and gaps of
// some of them and those of the model.
func (q *query) newTable(restrictions bool, columns int, placed []int) *Table {
	t := &Table{Columns: columns + 2*len(placed), modeled: q.isModeled(restrictions)}
	if t.modeled {
		t.Columns += len(modelColumns)
	}
	return t
}

// addRow adds a candidate to a table, without the columns that compare it with the others.
func addRow[T any](t *Table, columns []column[T], a T, property, target int32) {
	t.Properties, t.Targets = append(t.Properties, property), append(t.Targets, target)
	at := len(t.Values)
	t.Values = append(t.Values, make([]float32, t.Columns)...)
	for i := range columns {
		t.Values[at+i] = columns[i].value(a)
	}
}

// compareRows writes the columns that compare the candidates.
func (q *query) compareRows(t *Table, columns int, placed []int) {
	placeColumns(t, columns, placed)
	if t.modeled {
		q.addModel(t)
	}
}

// placeColumns ranks the candidates by each of the given columns. For each it writes two columns,
// the first at index at: ln(1 + n) for n candidates with a greater value, and the difference from
// the greatest value. A candidate without a value comes after all others and has no difference.
func placeColumns(t *Table, at int, columns []int) {
	type valued struct {
		value float32
		row   int
	}
	var order []valued
	for _, column := range columns {
		least, top := float32(math.Inf(1)), float32(math.Inf(-1))
		n := 0 // candidates with a value
		for i := range t.Targets {
			if v := t.Row(i)[column]; v == v {
				n++
				least, top = min(least, v), max(top, v)
			}
		}
		order = order[:0]
		for i := range t.Targets {
			row := t.Row(i)
			switch v := row[column]; {
			case v > least:
				order = append(order, valued{v, i})
			case v != v:
				row[at], row[at+1] = log1p(float32(n)), missing
			}
		}
		last := log1p(float32(len(order)))
		for i := range t.Targets {
			if row := t.Row(i); row[column] == least {
				row[at], row[at+1] = last, top-least
			}
		}
		slices.SortFunc(order, func(a, b valued) int { return cmp.Compare(b.value, a.value) })
		place := float32(0)
		for i, o := range order {
			if i > 0 && order[i-1].value != o.value {
				place = log1p(float32(i))
			}
			row := t.Row(o.row)
			row[at], row[at+1] = place, top-o.value
		}
		at += 2
	}
}

// missing is the value of a column that has none for a candidate.
var missing = float32(math.NaN())

func log1p(x float32) float32 { return float32(math.Log1p(float64(x))) }

// spread returns ln(1 + 100x), which has a large slope for small shares.
func spread(x float32) float32 { return log1p(100 * x) }
