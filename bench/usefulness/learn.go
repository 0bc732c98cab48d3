package main

import (
	"bytes"
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
	for l := range rank.NumTasks {
		if len(all[l]) == 0 && l >= rank.ModeledSuperclasses {
			continue
		}
		if weights[l], err = train(ctx, l, all[l], &weights, seed); err != nil {
			return fmt.Errorf("%v: %w", l, err)
		}
		fmt.Fprintf(w, "%v: %d subjects of %d ontologies\n", l, len(all[l]),
			len(ontologies(all[l])))
	}
	b, err := weights.AppendBinary(nil)
	if err != nil {
		return err
	}
	var compressed bytes.Buffer
	z, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(b); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, compressed.Bytes(), 0o666)
}

// Each ontology counts as at most mostRight right answers; shareOfWrong of the wrong candidates are
// learned from. Restrictions that curators added count half, because few ontologies have most. The
// weights of a model's features have few trees, because models are not equally reliable for all
// ontologies.
const (
	mostRight     = 80
	shareOfWrong  = 0.2
	laterWeight   = 0.5
	mostTrees     = 200
	modelledTrees = 60
	meanOf        = 3
)

// source describes where the right answers of some examples are from.
type source struct {
	ontology     string
	later, given bool
	without      bool // ranked without the model, although there is one
}

// train learns the weights of a task. Those of classes with axioms are the mean of several
// trainings, because one depends on which wrong candidates are drawn: on the learn pairs H@10 of
// superclasses is .595 for one, .604 for the mean of three, .599 for that of five.
func train(ctx context.Context, l rank.Task, list []example, learned *rank.Weights,
	seed uint64) (*trees.Forest, error) {
	trainings := uint64(1)
	if l == rank.OldSuperclasses || l == rank.OldRestrictions {
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

// trainOnce learns the weights of a task by one training. Those of a task with a model are learned
// as what is added to the scores of the task without.
func trainOnce(ctx context.Context, l rank.Task, list []example, learned *rank.Weights,
	seed uint64) (*trees.Forest, error) {
	t := trees.Table{Columns: l.Columns()}
	plain := learned[l.Plain()]
	right := make(map[source]int)
	for _, x := range list {
		right[x.source] += len(x.right)
	}
	random := rand.New(rand.NewPCG(seed, uint64(l)))
	for _, x := range list {
		weight := float32(min(1, mostRight/float64(right[x.source])))
		if x.later && l.Plain() == rank.OldRestrictions {
			weight *= laterWeight
		}
		for i := range x.table.Targets {
			isRight := slices.Contains(x.right, i)
			if len(x.right) == 0 || !isRight && random.Float64() >= shareOfWrong {
				continue
			}
			t.Values = append(t.Values, x.table.Row(i)...)
			if l != l.Plain() {
				t.Scores = append(t.Scores, plain.Score(x.table.Row(i)))
			}
			t.Weights = append(t.Weights, weight)
			label := float32(0)
			if isRight {
				label = 1
			}
			t.Labels = append(t.Labels, label)
		}
	}
	options := trees.DefaultOptions()
	options.Trees, options.Seed = mostTrees, seed
	if l != l.Plain() {
		options.Trees = modelledTrees
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
	var weights [folds]rank.Weights
	for l := range rank.NumTasks {
		places := make(map[source][]place) // with no ontology
		unlisted := make(map[source]int)
		gains := make([]float64, len(l.Columns()))
		names := ontologies(all[l.Plain()])
		for fold := range folds {
			var taught, asked []example
			for _, x := range all[l] {
				if slices.Index(names, x.ontology)%folds == fold {
					asked = append(asked, x)
				} else {
					taught = append(taught, x)
				}
			}
			if len(taught) == 0 {
				continue
			}
			learned := &weights[fold]
			if learned[l], err = train(ctx, l, taught, learned, 1); err != nil {
				return fmt.Errorf("%v: %w", l, err)
			}
			for i, g := range learned[l].Gains() {
				gains[i] += g
			}
			for _, x := range asked {
				of := source{later: x.later, given: x.given}
				places[of] = append(places[of], x.places(l, learned)...)
				unlisted[of] += x.unlisted
				if x.without != nil {
					of.without = true
					places[of] = append(places[of], x.without.places(l.Plain(), learned)...)
					unlisted[of] += x.without.unlisted
				}
			}
		}
		fmt.Fprintf(w, "%v, %d subjects of %d ontologies\n", l, len(all[l]),
			len(ontologies(all[l])))
		for _, of := range []source{{}, {given: true}, {later: true}, {later: true, given: true}} {
			without := of
			without.without = true
			for _, of := range []source{without, of} {
				if len(places[of]) > 0 {
					printPlaces(w, of, places[of], unlisted[of])
				}
			}
		}
		if *verbose {
			printGains(w, l.Columns(), gains)
		}
	}
	return nil
}

// printPlaces prints the figures of answers of one kind, and how many are no candidates.
func printPlaces(w io.Writer, of source, places []place, unlisted int) {
	missed := 0
	for _, p := range places {
		if math.IsInf(p.rank, 1) {
			missed++
		}
	}
	n := float64(len(places))
	fmt.Fprintf(w, " %s: missed %.3f, their property %.3f\n",
		of, float64(missed)/n, float64(unlisted)/n)
	all := summarize(places, fewestRows)
	for _, f := range []figures{all.Pooled, all.Mean} {
		fmt.Fprintf(w, "  %5d  H@1 %.3f  H@10 %.3f  MRR %.3f\n", f.N, f.Hits1, f.Hits10, f.MRR)
	}
	if *verbose {
		for _, ontology := range sortedKeys(all.ByOntology) {
			f := all.ByOntology[ontology]
			fmt.Fprintf(w, "  %5d  H@10 %.3f  MRR %.3f  %s\n", f.N, f.Hits10, f.MRR, ontology)
		}
	}
}

func (s source) String() string {
	name := "hidden or new"
	if s.later {
		name = "added later"
	}
	if s.given {
		name += ", property given"
	}
	if s.without {
		name += ", without the model"
	}
	return name
}

// places finds the place of each right answer, the other right answers left out.
func (x *example) places(l rank.Task, learned *rank.Weights) []place {
	var list []place
	scores := make([]float64, len(x.table.Targets))
	for i := range scores {
		scores[i] = learned.Score(l.Plain(), x.table, i)
	}
	for _, r := range x.right {
		at := place{ontology: x.ontology, rank: 1, listed: true}
		for i, s := range scores {
			if s > scores[r] && !slices.Contains(x.right, i) {
				at.rank++
			}
		}
		list = append(list, at)
	}
	for range x.missed {
		list = append(list, place{ontology: x.ontology, rank: math.Inf(1)})
	}
	return list
}

// printGains prints the share of each column in what the trees gained.
func printGains(w io.Writer, columns []string, gains []float64) {
	order := make([]int, len(gains))
	sum := 0.0
	for i, g := range gains {
		order[i] = i
		sum += g
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(math.Copysign(1, gains[b]-gains[a]))
	})
	for _, i := range order {
		fmt.Fprintf(w, "  %5.2f %%  %s\n", 100*gains[i]/sum, columns[i])
	}
}
