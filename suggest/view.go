package suggest

import (
	"cmp"
	"slices"

	"box2el-owl/owl"
)

// view is what signals look at: an ontology, what of it is told, and a model.
type view struct {
	t        *Terminology
	told     *told
	text     *texts
	geometry Geometry // nil: none
	entailed func(class int32) []int32

	rows     []int32 // by class: its row in the model, −1
	classOf  []int32 // by row: the class, −1
	roleRows []int32 // by property

	// fillerRegions are the model's regions, by property, in which there are fillers; nil: too few are told to say.
	fillerRegions [][]int32

	popular []int32 // classes, those of most told subclasses first
}

func newView(t *Terminology, x *told, text *texts, g Geometry, entailed func(class int32) []int32) *view {
	v := &view{t: t, told: x, text: text, geometry: g, entailed: entailed}
	if entailed == nil {
		v.entailed = func(class int32) []int32 { return x.ancestors.of(class) }
	}
	v.popular = popularOf(x)
	if g == nil {
		return v
	}
	v.rows, v.classOf = matched(g.Classes(), len(t.Classes), t.Class)
	v.roleRows, _ = matched(g.Roles(), len(t.Properties), t.Property)
	v.findRegions()
	return v
}

// sayingSpaces is how many uses of a property tell in which name spaces its fillers are.
const sayingSpaces = 20

func (v *view) findRegions() {
	numbers := make(map[string]int32)
	for n, name := range v.geometry.Regions() {
		numbers[name] = int32(n)
	}
	v.fillerRegions = make([][]int32, len(v.t.Properties))
	for r, uses := range v.told.spaceShares {
		if v.told.uses[r] < sayingSpaces {
			continue
		}
		regions := []int32{}
		for space, share := range uses {
			if n, known := numbers[v.told.spaceNames[space]]; known && share > 0 {
				regions = append(regions, n)
			}
		}
		v.fillerRegions[r] = regions
	}
}

func popularOf(x *told) []int32 {
	var classes []int32
	for d := range x.traits {
		if x.traits[d].subs > 0 {
			classes = append(classes, int32(d))
		}
	}
	slices.SortFunc(classes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.traits[b].subs, x.traits[a].subs), cmp.Compare(a, b))
	})
	return classes[:min(popularClasses, len(classes))]
}

// matched finds the rows of a model's names: by number among n of a terminology, and by row the number; −1 where one side does not know
// the name.
func matched(names []string, n int, number func(owl.IRI) (int32, bool)) (rows, numbers []int32) {
	rows, numbers = slices.Repeat([]int32{-1}, n), slices.Repeat([]int32{-1}, len(names))
	for row, name := range names {
		if i, ok := number(owl.NewIRI(name)); ok {
			rows[i], numbers[row] = int32(row), i
		}
	}
	return rows, numbers
}

func (v *view) rowOf(class int32) int32 {
	if v.geometry == nil {
		return -1
	}
	return v.rows[class]
}

func (v *view) roleOf(property int32) int32 {
	if v.geometry == nil {
		return -1
	}
	return v.roleRows[property]
}

// scratch is what one goroutine computes in.
type scratch struct {
	neighborhood neighborhood

	sums  []float64 // by class: zeros between uses
	marks           // what was seen

	ballots ballots
	count   tally // of the classes with one word of the subject's

	coverage *coverage // of names by words of the subject's names and definition

	used lists[wordUse] // see fillersByWord

	candidates     []int32
	rows           []int32
	distance, loss []float32
	known          []placedRow
	places         []int

	// The memory of the next table.
	values     []float64
	statements []Statement
	forced     []bool

	ordered []Candidate
}

func newScratch(v *view) *scratch {
	n := len(v.t.Classes)
	return &scratch{
		sums: make([]float64, n), marks: newMarks(n), coverage: newCoverage(v.text),
		ballots: ballots{slate: newSlate[ballot](n)}, count: tally{count: make([]int32, n)},
	}
}
