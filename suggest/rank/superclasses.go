package rank

import (
	"context"
	"math"
	"slices"
)

// Superclasses returns candidates C ⊑ D, best first. What is entailed for the subject, deprecated,
// or below the subject is not among them. The error is that of ctx.
func (e *Engine) Superclasses(ctx context.Context, s Subject) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	table := e.SuperclassTable(s)
	forest := e.weights[LessonOf(s, false)]
	list := make([]Candidate, len(table.Targets))
	for i, d := range table.Targets {
		list[i] = Candidate{NoProperty, d, forest.Score(table.Row(i))}
	}
	Sort(list)
	return list, ctx.Err()
}

// Table is the candidates for a subject with their columns.
type Table struct {
	Properties []int32 // nil for superclasses
	Targets    []int32
	Values     []float32 // row by row; NaN: the column has no value
	Columns    int
}

// Row returns the columns of candidate i.
func (t *Table) Row(i int) []float32 { return t.Values[i*t.Columns : (i+1)*t.Columns] }

// SuperclassTable returns the candidates for a subject, by number, with the columns of
// SuperclassColumns.
func (e *Engine) SuperclassTable(s Subject) *Table {
	q := e.query(s)
	defer q.close()
	return q.superclassTable(q.superclassCandidates())
}

// How many candidates a source gives.
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
	chosen := make(map[int32]bool)
	add := func(list ...int32) {
		for _, d := range list {
			chosen[d] = true
		}
	}
	addNumbers := func(list []weighted) {
		for _, w := range list {
			add(w.number)
		}
	}
	for kind := range q.nearest {
		addNumbers(q.nearest[kind][:min(mostNearest, len(q.nearest[kind]))])
	}
	for kind := range q.parents {
		for _, t := range []*tally{&q.parents[kind], &q.above[kind]} {
			least := float32(leastVote)
			if t == &q.above[kind] {
				least = leastAbove
			}
			for _, d := range t.touched {
				if t.values[d] > least {
					add(d)
				}
			}
		}
	}
	for _, t := range []*tally{&q.byName, &q.byNameUp, &q.byDefinition, &q.byTextUp} {
		for _, d := range t.touched {
			if t.values[d] > leastWordVote {
				add(d)
			}
		}
	}
	for _, t := range []*tally{&q.suffix, &q.prefix} {
		addNumbers(t.best(mostChildren, func(int32) bool { return true }))
	}
	for _, name := range q.k.names {
		for _, m := range e.mentionsIn(name) {
			add(m.class)
		}
	}
	for _, m := range q.mentions {
		add(m.class)
	}
	q.findAnalogies(func(d int32) { add(d) })
	q.family(add)
	if near := q.nearest[nearText]; len(near) > 0 {
		children := e.children[near[0].number]
		add(children[:min(len(children), mostChildren)]...)
	}
	own := 0
	for i, d := range e.frequent {
		same := e.classes[d].space == q.subject.Space
		if i < mostParents || same && own < mostOwnParents {
			add(d)
		}
		if same {
			own++
		}
	}
	list := make([]int32, 0, len(chosen))
	for d := range chosen {
		if q.admits(d) {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return list
}

// family adds siblings, their children and siblings of the parents.
func (q *query) family(add func(...int32)) {
	e := q.e
	near := q.relatives[0]
	for _, w := range near[:min(len(near), mostSiblings)] {
		add(w.number)
		if len(near) < fewSiblings {
			children := e.children[w.number]
			add(children[:min(len(children), mostNephews)]...)
		}
	}
	for _, p := range q.subject.Parents {
		for _, g := range e.classes[p].parents {
			children := e.children[g]
			add(children[:min(len(children), mostUncles)]...)
		}
	}
}

// admits reports whether C ⊑ D may be suggested: it is not known, and D is not below C.
func (q *query) admits(d int32) bool {
	c := q.subject.Class
	if !q.e.classes[d].usable || d == c || q.ancestors[d] {
		return false
	}
	if c == NoClass {
		return true
	}
	_, below := slices.BinarySearch(q.e.classes[d].ancestors, c)
	return !below
}

// findAnalogies fills the analogies of superclasses and visits their targets.
func (q *query) findAnalogies(visit func(int32)) {
	e := q.e
	q.same = make(map[int32]analogy)
	counts, up, moved := make(map[int32]float32), make(map[int32]float32), make(map[int32]float32)
	for i := range q.alike {
		g := &q.alike[i]
		clear(counts)
		clear(up)
		clear(moved)
		n := float32(len(g.members))
		for _, m := range g.members {
			k := &e.classes[m.class]
			for _, p := range k.parents {
				counts[p]++
				for _, d := range q.exchange(p, g, m) {
					moved[d]++
				}
			}
			for _, a := range k.ancestors {
				up[a]++
			}
		}
		constants := float32(len(q.k.names[0]) - int(g.hole.end-g.hole.start))
		for d, count := range counts {
			visit(d)
			a := q.same[d]
			if share := count / (n + 1); share > a.same {
				a.same, a.support, a.constants = share, count, constants
			}
			q.same[d] = a
		}
		for d, count := range up {
			a := q.same[d]
			a.entailed = max(a.entailed, count/(n+1))
			q.same[d] = a
		}
		for d, count := range moved {
			visit(d)
			a := q.same[d]
			if share := count / (n + 1); share > a.moved {
				a.moved, a.movedBy = share, count
			}
			q.same[d] = a
		}
	}
}

// superclassTable computes the columns of candidates.
func (q *query) superclassTable(candidates []int32) *Table {
	columns := len(superclassColumns)
	t := &Table{Targets: candidates, Columns: columns + 2*len(placedSuperclassColumns)}
	t.Values = make([]float32, len(candidates)*t.Columns)
	about := q.about()
	for i, d := range candidates {
		q.lookAt(about, d)
		row := t.Row(i)
		for j := range superclassColumns {
			row[j] = superclassColumns[j].value(about)
		}
	}
	placeColumns(t, columns, placedSuperclassColumns)
	return t
}

// placeColumns writes, for each of some columns, the place of every candidate and its gap to the
// best, from a column on.
func placeColumns(t *Table, at int, columns []int) {
	n := len(t.Targets)
	order := make([]int32, n)
	for _, column := range columns {
		for i := range order {
			order[i] = int32(i)
		}
		value := func(i int32) float32 {
			if v := t.Values[int(i)*t.Columns+column]; v == v {
				return v
			}
			return float32(math.Inf(-1))
		}
		slices.SortFunc(order, func(a, b int32) int {
			switch x, y := value(a), value(b); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return int(a - b)
		})
		place := 0
		for i, row := range order {
			if i > 0 && value(order[i-1]) != value(row) {
				place = i
			}
			cell := t.Values[int(row)*t.Columns+at:]
			cell[0] = log1p(float32(place))
			cell[1] = missing
			if top := value(order[0]); top > float32(math.Inf(-1)) && value(row) > float32(math.Inf(-1)) {
				cell[1] = top - value(row)
			}
		}
		at += 2
	}
}

var missing = float32(math.NaN())

func log1p(x float32) float32 { return float32(math.Log1p(float64(x))) }

// share spreads small shares: ln(1 + 100x).
func share(x float32) float32 { return log1p(100 * x) }
