package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"box2el-owl/suggest/rank"
	"box2el-owl/suggest/rank/trees"
)

// learnPrior learns the weights from the pairs of split learn and writes them to a file. With a
// folder of trained models it also learns the weights of their features.
func learnPrior(ctx context.Context, w io.Writer, dir, models, file string, seed uint64) error {
	all, err := collectExamples(ctx, dir, models, "learn")
	if err != nil {
		return err
	}
	var weights rank.Weights
	for _, l := range basesFirst() {
		if len(all[l]) == 0 && l >= rank.ModeledSuperclasses {
			continue
		}
		if weights[l], err = train(ctx, l, all[l], &weights, seed); err != nil {
			return fmt.Errorf("%v: %w", l, err)
		}
		fmt.Fprintf(w, "%v: %d subjects of %d ontologies\n", l, len(all[l]),
			len(ontologies(all[l])))
	}
	var compressed bytes.Buffer
	z, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(weights.AppendBinary(nil)); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, compressed.Bytes(), 0o666)
}

// basesFirst returns the tasks, each after its base.
func basesFirst() []rank.Task {
	var order []rank.Task
	for len(order) < int(rank.NumTasks) {
		for l := range rank.NumTasks {
			base, share := l.Base()
			if !slices.Contains(order, l) && (share == 0 || slices.Contains(order, base)) {
				order = append(order, l)
			}
		}
	}
	return order
}

// Each ontology counts as at most mostRight right answers, of new classes mostRightNew.
// shareOfWrong of the wrong candidates are learned from. What corrects other scores has fewer
// trees. With a model it has few, because models are not equally reliable for all ontologies. What
// is learned by lists has more of them and a greater rate: the softmax loss is slower.
const (
	mostRight       = 80
	mostRightNew    = 300
	shareOfWrong    = 0.2
	mostTrees       = 200
	correctionTrees = 120
	modelledTrees   = 60
	listTrees       = 400
	listRate        = 0.12
	meanOf          = 3
)

// source describes where the right answers of some examples are from.
type source struct {
	ontology     string
	later, given bool
}

// train learns the weights of a task. Those without a model are the mean of several trainings,
// because one depends on which wrong candidates are drawn: on the learn pairs H@10 of superclasses
// is .595 for one, .604 for the mean of three, .599 for that of five.
func train(ctx context.Context, l rank.Task, list []example, learned *rank.Weights,
	seed uint64) (*trees.Forest, error) {
	trainings := uint64(1)
	if l == l.Plain() {
		trainings = meanOf
	}
	var forests []*trees.Forest
	for i := range trainings {
		f, err := trainOnce(ctx, l, list, learned, seed*trainings+i)
		if err != nil {
			return nil, err
		}
		forests = append(forests, f)
	}
	return trees.Mean(forests...), nil
}

// trainOnce learns the weights of a task by one training, as what is added to the scores of its
// base.
func trainOnce(ctx context.Context, l rank.Task, list []example, learned *rank.Weights,
	seed uint64) (*trees.Forest, error) {
	t := trees.Table{Columns: l.Columns()}
	base, share := l.Base()
	most := float64(mostRight)
	if slices.Contains(placedTasks, l) {
		most = mostRightNew
	}
	listwise := l.Plain() == rank.OldRestrictions
	right := make(map[source]int)
	for _, x := range list {
		right[x.source] += len(x.right)
	}
	random := rand.New(rand.NewPCG(seed, uint64(l)))
	for n, x := range list {
		weight := float32(min(1, most/float64(right[x.source])))
		var scores []float64
		if share > 0 {
			scores = learned.Scores(base, x.table, 0, len(x.table.Targets))
		}
		for i := range x.table.Targets {
			isRight := slices.Contains(x.right, i)
			if len(x.right) == 0 || !isRight && random.Float64() >= shareOfWrong {
				continue
			}
			t.Values = append(t.Values, x.table.Row(i)...)
			if share > 0 {
				t.Scores = append(t.Scores, share*scores[i])
			}
			t.Weights = append(t.Weights, weight)
			if listwise {
				t.Lists = append(t.Lists, int32(n))
			}
			label := float32(0)
			if isRight {
				label = 1
			}
			t.Labels = append(t.Labels, label)
		}
	}
	options := trees.DefaultOptions()
	options.Trees, options.Seed = mostTrees, seed
	switch {
	case l != l.Plain():
		options.Trees = modelledTrees
	case share > 0:
		options.Trees = correctionTrees
	case listwise:
		options.Trees, options.Rate = listTrees, listRate
	}
	options.RowShare, options.ColumnShare = 0.7, 0.3
	return trees.Train(ctx, t, options)
}

// folds is the number of parts, by ontology, for cross-validation.
const folds = 3

// crossValidate learns each task from some of the ontologies of split learn and ranks the others'
// answers. Answers of tasks with a model are also ranked without it.
func crossValidate(ctx context.Context, w io.Writer, dir, models string) error {
	all, err := collectExamples(ctx, dir, models, "learn")
	if err != nil {
		return err
	}
	r := make(results)
	names := ontologies(slices.Concat(all[:]...))
	var gains [rank.NumTasks][]float64
	for fold := range folds {
		var learned rank.Weights
		for _, l := range basesFirst() {
			taught, _ := split(all[l], names, fold)
			if len(taught) == 0 {
				continue
			}
			if learned[l], err = train(ctx, l, taught, &learned, 1); err != nil {
				return fmt.Errorf("%v: %w", l, err)
			}
			if gains[l] == nil {
				gains[l] = make([]float64, len(l.Columns()))
			}
			for i, g := range learned[l].Gains() {
				gains[l][i] += g
			}
		}
		for l := range rank.NumTasks {
			_, asked := split(all[l], names, fold)
			if learned[l] == nil {
				continue
			}
			for i, x := range asked {
				name, key := fmt.Sprintf("%v, %v", l, x.source), fmt.Sprint(fold, i)
				r.add(name, defaultMethod, x.places(key, l, &learned)...)
				if x.without != nil {
					r.add(name, "without the model",
						x.without.places(key, l.Plain(), &learned)...)
				}
			}
		}
	}
	for l := range rank.NumTasks {
		if *verbose && gains[l] != nil {
			printGains(w, l, gains[l])
		}
	}
	r.printTables(w, defaultMethod)
	return nil
}

// split returns the examples of the other folds, and those of a fold. Names has the ontologies.
func split(list []example, names []string, fold int) (taught, asked []example) {
	for _, x := range list {
		if slices.Index(names, x.ontology)%folds == fold {
			asked = append(asked, x)
		} else {
			taught = append(taught, x)
		}
	}
	return taught, asked
}

func (s source) String() string {
	name := "hidden or new"
	if s.later {
		name = "added later"
	}
	if s.given {
		name += ", property given"
	}
	return name
}

// places finds the place of each right answer, the other right answers left out.
func (x *example) places(key string, l rank.Task, learned *rank.Weights) []place {
	var list []place
	add := func(rank float64) {
		list = append(list, place{ontology: x.ontology, key: fmt.Sprint(key, " ", len(list)),
			rank: rank, listed: !math.IsInf(rank, 1)})
	}
	scores := learned.Scores(l.Plain(), x.table, 0, len(x.table.Targets))
	for _, r := range x.right {
		at := 1.0
		for i, s := range scores {
			if s > scores[r] && !slices.Contains(x.right, i) {
				at++
			}
		}
		add(at)
	}
	for range x.missed {
		add(math.Inf(1))
	}
	return list
}

// printGains prints the share of each column in what the trees of a task gained.
func printGains(w io.Writer, l rank.Task, gains []float64) {
	fmt.Fprintf(w, "\n%v\n", l)
	order := make([]int, len(gains))
	sum := 0.0
	for i, g := range gains {
		order[i] = i
		sum += g
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	for _, i := range order {
		fmt.Fprintf(w, "  %5.2f %%  %s\n", 100*gains[i]/sum, l.Columns()[i])
	}
}
