package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
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
	weights, err := all.learn(ctx, seed, func(string) bool { return true })
	if err != nil {
		return err
	}
	for l, list := range all {
		if weights[l] == nil && rank.Task(l) < rank.ModeledSuperclasses {
			return fmt.Errorf("%v: nothing to learn from", rank.Task(l))
		}
		fmt.Fprintf(w, "%v: %d subjects of %d ontologies\n", rank.Task(l), len(list),
			len(ontologies(list)))
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

// learn returns the weights that are learned from the examples of some ontologies. A task without
// examples has none.
func (all *examples) learn(ctx context.Context, seed uint64,
	of func(ontology string) bool) (*rank.Weights, error) {
	var weights rank.Weights
	for _, l := range basesFirst() {
		list := slices.DeleteFunc(slices.Clone(all[l]),
			func(x example) bool { return !of(x.ontology) })
		if len(list) == 0 {
			continue
		}
		var err error
		if weights[l], err = train(ctx, l, list, &weights, seed); err != nil {
			return nil, fmt.Errorf("%v: %w", l, err)
		}
	}
	return &weights, nil
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
	if l < rank.ModeledSuperclasses {
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
	listwise := l == rank.OldRestrictions || l == rank.ModeledRestrictions
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
	case l >= rank.ModeledSuperclasses:
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

// foldWeights holds the weights that are learned without the ontologies of each fold.
type foldWeights struct {
	names   []string // ontologies with examples
	weights [folds]*rank.Weights
}

func (all *examples) learnFolds(ctx context.Context) (*foldWeights, error) {
	f := &foldWeights{names: ontologies(slices.Concat(all[:]...))}
	for fold := range folds {
		var err error
		if f.weights[fold], err = all.learn(ctx, 1, func(ontology string) bool {
			return f.foldOf(ontology) != fold
		}); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// foldOf returns the fold of an ontology, or −1 if it has no examples.
func (f *foldWeights) foldOf(ontology string) int {
	at := slices.Index(f.names, ontology)
	if at < 0 {
		return -1
	}
	return at % folds
}
