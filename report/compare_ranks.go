package report

import (
	"context"
	"math"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// group is a set of axioms of one form that are ranked together.
type group struct {
	form   dataset.Form
	name   string
	axioms dataset.Table
}

// rankGroups ranks held-out, asserted, entailed and random axioms with the model, and counts how
// often it agrees with the reasoner.
func (c *comparing) rankGroups(ctx context.Context) error {
	var groups []group
	for _, q := range c.questions() {
		groups = append(groups, c.groupsOf(ctx, q)...)
	}
	for i, g := range groups {
		c.Progress.Report("ranking", int64(i), int64(len(groups)))
		ranks, err := c.rank(ctx, g.form, g.axioms)
		if err != nil {
			return err
		}
		if g.name == GroupHeldOut || g.name == GroupRandom {
			if a := c.agreement(g, ranks); a.N() > 0 {
				c.out.Agreement = append(c.out.Agreement, a)
			}
		}
		c.addGroups(g, ranks)
	}
	return ctx.Err()
}

// questions returns the questions of the paper that the model answers with a class.
func (c *comparing) questions() []ranking.Question {
	var list []ranking.Question
	for _, q := range ranking.Questions() {
		if s := c.scorers[q.Form]; s != nil && q.Form <= dataset.NF4 {
			q.Open = s.Open()
			list = append(list, q)
		}
	}
	return list
}

func (c *comparing) groupsOf(ctx context.Context, q ranking.Question) []group {
	width := len(q.Form.Columns())
	table := func(rows ...dataset.Table) dataset.Table {
		t := dataset.Table{Width: width}
		for _, r := range rows {
			for row := range r.Rows() {
				if c.isNamed(q.Form, row) {
					t.Append(row...)
				}
			}
		}
		return t
	}
	heldOut := table(c.Parted.Validation[q.Form], c.Parted.Test[q.Form])
	groups := []group{
		{q.Form, GroupHeldOut, heldOut},
		{q.Form, GroupAsserted, c.sampleRows(streamAsserted, table(c.Parted.Train[q.Form]), c.Sample)},
		{q.Form, GroupRandom, c.corrupt(q, heldOut)},
	}
	if q.Form == dataset.NF1 {
		groups = append(groups, group{q.Form, GroupEntailed, c.entailed(ctx)})
	}
	return groups
}

// isNamed reports whether an axiom has only classes of the ontology.
func (c *comparing) isNamed(form dataset.Form, row []int32) bool {
	for column, kind := range form.Columns() {
		if kind == dataset.Class && !c.isClass(row[column]) {
			return false
		}
	}
	return true
}

func (c *comparing) sampleRows(stream uint64, t dataset.Table, n int) dataset.Table {
	rows := make([]int, t.Len())
	for i := range rows {
		rows[i] = i
	}
	drawn := dataset.Table{Width: t.Width}
	for _, i := range sample(c.random(stream), rows, n) {
		drawn.Append(t.Row(i)...)
	}
	return drawn
}

// corrupt replaces the right answer of each axiom by a random class.
func (c *comparing) corrupt(q ranking.Question, axioms dataset.Table) dataset.Table {
	classes, rng := c.current(), c.random(streamRandom)
	out := dataset.Table{Width: axioms.Width}
	for axiom := range axioms.Rows() {
		row := slices.Clone(axiom)
		row[q.Open] = classes[rng.IntN(len(classes))]
		if !slices.ContainsFunc(q.Masked,
			func(column int) bool { return row[column] == row[q.Open] }) {
			out.Append(row...)
		}
	}
	return out
}

// entailed draws a sample of subsumptions that the training axioms entail and no axiom asserts.
func (c *comparing) entailed(ctx context.Context) dataset.Table {
	var pairs [][2]int32
	rng, seen := c.random(streamEntailed), 0
	if c.Train != nil {
		for sub, super := range dataset.Subsumptions(ctx, c.Data, c.Train) {
			if pair := [2]int32{sub, super}; c.isClass(sub) && c.isClass(super) &&
				!c.asserted[pair] {
				seen++ // Vitter, "Random Sampling with a Reservoir", 1985, algorithm R
				if len(pairs) < c.Sample {
					pairs = append(pairs, pair)
				} else if at := rng.IntN(seen); at < c.Sample {
					pairs[at] = pair
				}
			}
		}
	}
	slices.SortFunc(pairs, comparePairs)
	t := dataset.Table{Width: 2}
	for _, pair := range pairs {
		t.Append(pair[:]...)
	}
	return t
}

// rank returns the filtered rank of each axiom among the named classes, or 0 if it has none.
func (c *comparing) rank(ctx context.Context, form dataset.Form, axioms dataset.Table) (
	[]float64, error) {
	places, err := ranking.Rank(ctx, c.scorers[form], axioms,
		ranking.Options{Workers: c.Workers, Filters: c.filter, Only: c.Named})
	if err != nil {
		return nil, err
	}
	ranks := make([]float64, axioms.Len())
	for i, p := range places.Only.Filtered[0] {
		if p.Ranked() {
			ranks[i] = p.Rank(ranking.Expected)
		}
	}
	return ranks, nil
}

func (c *comparing) agreement(g group, ranks []float64) Agreement {
	a := Agreement{Form: g.form.String(), Axioms: g.name}
	for i, rank := range ranks {
		if rank == 0 {
			continue
		}
		switch entailed, predicted := c.follows(g, i), rank <= PredictedAt; {
		case entailed && predicted:
			a.Both++
		case entailed:
			a.DeductionOnly++
		case predicted:
			a.InductionOnly++
		default:
			a.Neither++
		}
	}
	return a
}

// addGroups adds the metrics of a group to the comparison. Held-out axioms are split into entailed
// and new ones.
func (c *comparing) addGroups(g group, ranks []float64) {
	parts := []string{g.name}
	if g.name == GroupHeldOut {
		parts = []string{GroupHeldOutEntailed, GroupHeldOutNew}
	}
	for _, name := range parts {
		var of []float64
		for i, rank := range ranks {
			switch {
			case rank == 0:
			case name == GroupRandom && c.Whole.Entails(g.form, g.axioms.Row(i)):
			case name == GroupHeldOutEntailed && !c.follows(g, i):
			case name == GroupHeldOutNew && c.follows(g, i):
			default:
				of = append(of, rank)
			}
		}
		if len(of) > 0 {
			n := c.candidates()
			c.out.Ranks = append(c.out.Ranks,
				RankGroup{g.form.String(), name, n, ranking.Measure(of, n), sharesUpTo(of, n)})
		}
	}
}

func (c *comparing) follows(g group, i int) bool {
	return c.Train != nil && c.Train.Entails(g.form, g.axioms.Row(i))
}

// candidates returns the number of named classes.
func (c *comparing) candidates() int {
	n := 0
	for _, named := range c.Named {
		if named {
			n++
		}
	}
	return n
}

// ranksADecade is the number of points that sharesUpTo returns for a factor of ten.
const ranksADecade = 20

// sharesUpTo returns the cumulative distribution of the ranks at 1, …, candidates.
func sharesUpTo(ranks []float64, candidates int) [][2]float64 {
	sorted := slices.Sorted(slices.Values(ranks))
	var points [][2]float64
	last := 0.0
	for i := 0; last < float64(candidates); i++ {
		edge := min(math.Round(math.Pow(10, float64(i)/ranksADecade)), float64(candidates))
		if edge == last {
			continue
		}
		last = edge
		at, _ := slices.BinarySearch(sorted, math.Nextafter(edge, math.Inf(1)))
		points = append(points, [2]float64{edge, float64(at) / float64(len(sorted))})
	}
	return points
}
