package ranking

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/golden"
)

// small is a data set whose rankings can be followed by hand. Class 5 is auxiliary; the distance is
// the difference of ids.
func small() *dataset.Dataset {
	d := &dataset.Dataset{
		Name:      "small",
		Classes:   []string{"#heart", "#heartValve", "#valve", "#organ", "#liver", "aux:0"},
		Roles:     []string{"#partOf"},
		Auxiliary: []bool{false, false, false, false, false, true},
		Task:      dataset.Prediction,
		Seed:      7,
	}
	d.Train[dataset.NF1].Append(0, 3)
	d.Train[dataset.NF1].Append(1, 2)
	d.Train[dataset.NF3].Append(1, 0, 0)
	d.Test[dataset.NF1].Append(4, 3)
	d.Test[dataset.NF1].Append(1, 0)
	d.Test[dataset.NF3].Append(5, 0, 0)
	d.Test[dataset.NF4].Append(0, 0, 5)
	d.Test[dataset.NF2].Append(1, 2, 3)
	return d
}

// apart is a scorer whose distance is the difference of two ids.
type apart struct {
	Question
	from, candidates int
}

func (a apart) Form() dataset.Form { return a.Question.Form }
func (a apart) Open() int          { return a.Question.Open }
func (a apart) Candidates() int    { return a.candidates }
func (a apart) Tile(axioms [][]int32, lo, hi int, out []float32) {
	for i, axiom := range axioms {
		for x := lo; x < hi; x++ {
			out[i*(hi-lo)+x-lo] = float32(math.Abs(float64(x - int(axiom[a.from]))))
		}
	}
	mask(a.Question, axioms, lo, hi, out)
}

func smallScorers() map[dataset.Form]Scorer[float32] {
	return map[dataset.Form]Scorer[float32]{
		dataset.NF1: apart{SuperclassOf, 0, 6},
		dataset.NF3: apart{SubclassOfExists, 2, 6},
		dataset.NF4: apart{SuperclassOfExists, 1, 6},
	}
}

// pairs is a closure of some NF1 axioms.
type pairs [][2]int32

func (p pairs) Entails(form dataset.Form, axiom []int32) bool {
	return form == dataset.NF1 && slices.Contains(p, [2]int32(axiom))
}

func (p pairs) Answers(form dataset.Form, axiom []int32, column int) []int32 {
	var ids []int32
	for _, pair := range p {
		if form == dataset.NF1 && pair[1-column] == axiom[1-column] {
			ids = append(ids, pair[column])
		}
	}
	slices.Sort(ids)
	return ids
}

func evaluateSmall(t *testing.T, opts EvaluateOptions) *Result {
	t.Helper()
	result, err := Evaluate(t.Context(), smallScorers(), small(), opts)
	if err != nil {
		t.Fatal(err)
	}
	result.Model, result.Mode = "apart", "default"
	return result
}

func TestEvaluate(t *testing.T) {
	result := evaluateSmall(t, EvaluateOptions{
		Closure:      pairs{{1, 3}, {4, 5}},
		TrainClosure: pairs{{1, 0}, {2, 0}},
		Resamples:    200,
	})
	// NF1 4 ⊑ 3: 3 and 5 are next, 1.5. NF1 1 ⊑ 0: 0 and 2 are next, 1.5, and 2 is known: 1.
	checks := []struct {
		what      string
		got, want float64
	}{
		{"NF1 raw", result.Forms["NF1"].MeanRank, 1.5},
		{"NF1 optimistic", result.Forms["NF1"].Optimistic.MeanRank, 1},
		{"NF1 pessimistic", result.Forms["NF1"].Pessimistic.MeanRank, 2},
		{"NF1 known", result.Filtered["known"].Forms["NF1"].MeanRank, 1.25},
		{"NF1 closure", result.Filtered["closure"].Forms["NF1"].MeanRank, 1},
		{"NF1 without auxiliary", result.WithoutAuxiliary.Forms["NF1"].MeanRank, 1.25},
		{"NF3 raw", result.Forms["NF3"].MeanRank, 6},
		{"NF3 known", result.Filtered["known"].Forms["NF3"].MeanRank, 5},
		{"NF3 without auxiliary: axioms", float64(result.WithoutAuxiliary.Forms["NF3"].N), 0},
		{"combined", result.Combined.MeanRank, (1.5 + 1.5 + 6 + 6) / 4},
		{"candidates", float64(result.Combined.Candidates), 6},
		{"candidates without auxiliary", float64(result.WithoutAuxiliary.Combined.Candidates), 5},
		{"entailed", float64(result.Entailed["NF1"].N), 1},
		{"unranked", float64(result.Unranked["NF2"]), 1},
		{"popularity NF1", result.Baselines["popularity"].Forms["NF1"].MeanRank, (1.5 + 4) / 2},
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	for _, name := range []string{"popularity", "lexical"} {
		if b := result.Baselines[name]; b == nil || b.Filtered["closure"].Combined.N != 4 ||
			b.WithoutAuxiliary == nil {
			t.Errorf("%s has not all figures: %+v", name, b)
		}
	}
}

// TestEvaluateUnsatisfiable has a class that is a subclass of all others. A filter that removes all
// of them must not count it as a hit.
func TestEvaluateUnsatisfiable(t *testing.T) {
	var everything pairs
	for x := range int32(6) {
		everything = append(everything, [2]int32{4, x})
	}
	result := evaluateSmall(t, EvaluateOptions{Closure: everything})
	filtered := result.Filtered["closure"]
	if f := filtered.Forms["NF1"]; f.N != 1 || f.Unopposed != 1 ||
		filtered.Combined.Unopposed != 1 || filtered.Combined.N != 3 {
		t.Errorf("filtered by closure: %+v; combined %+v", f, filtered.Combined)
	}
	if f := result.Forms["NF1"]; f.N != 2 || f.Unopposed != 0 {
		t.Errorf("raw: %+v", f)
	}
	if text := result.Text(); !strings.Contains(text, "1 axioms not ranked") {
		t.Errorf("text %s", text)
	}
}

func TestEvaluateRendered(t *testing.T) {
	result := evaluateSmall(t, EvaluateOptions{Closure: pairs{{1, 3}}, TrainClosure: pairs{{1, 0}},
		Resamples: 50})
	small := evaluateSmall(t, EvaluateOptions{Resamples: 50})
	small.Baselines = nil
	js, err := json.MarshalIndent(small, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	other := evaluateSmall(t, EvaluateOptions{})
	other.Seed, other.Forms["NF1"].Hits.At10 = 8, 0.5
	summary := Summarize([]*Result{result, other})
	golden.Check(t, filepath.Join("testdata", "seeds.txt"), []byte(summary.Text()))
	golden.Check(t, filepath.Join("testdata", "seeds.tsv"), []byte(summary.TSV()))
	golden.Check(t, filepath.Join("testdata", "small.txt"), []byte(result.Text()))
	golden.Check(t, filepath.Join("testdata", "small.tsv"), []byte(result.TSV()))
	golden.Check(t, filepath.Join("testdata", "small.json"), append(js, '\n'))
}

func TestEvaluateSameForAllWorkers(t *testing.T) {
	var first []byte
	for _, workers := range []int{1, 2, 3, 8} {
		js, err := json.Marshal(
			evaluateSmall(t, EvaluateOptions{Workers: workers, Resamples: 20, Seed: 3}))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = js
		} else if !bytes.Equal(js, first) {
			t.Fatalf("%d workers: %s\n1 worker: %s", workers, js, first)
		}
	}
}

func TestEvaluateLinks(t *testing.T) {
	d := &dataset.Dataset{
		Name: "links", Roles: []string{"r"}, Individuals: []string{"#p1", "#p2", "#p3", "#q1"},
		Task: dataset.LinkPrediction,
	}
	d.Train[dataset.RoleAssertion].Append(0, 1, 0)
	d.Test[dataset.RoleAssertion].Append(0, 2, 0)
	scorers := map[dataset.Form]Scorer[float32]{dataset.RoleAssertion: apart{SubjectOfAssertions, 2,
		4}}
	result, err := Evaluate(t.Context(), scorers, d,
		EvaluateOptions{Ties: ByID, PublishedFilter: true})
	if err != nil {
		t.Fatal(err)
	}
	raw, known, published :=
		result.Combined, result.Filtered["known"].Combined, result.Filtered["published"].Combined
	if raw.MeanRank != 3 || known.MeanRank != 2 || published.MeanRank != 3 {
		t.Errorf("ranks %v raw, %v known, %v published; want 3, 2, 3", raw.MeanRank, known.MeanRank,
			published.MeanRank)
	}
	if text := result.Text(); !strings.Contains(text, "AUC (PPI)") {
		t.Errorf("text %s", text)
	}
}

func TestEvaluateNothing(t *testing.T) {
	_, err := Evaluate(t.Context(), smallScorers(), &dataset.Dataset{Name: "empty"},
		EvaluateOptions{})
	if !errors.Is(err, ErrNothingToRank) {
		t.Errorf("no axioms: %v", err)
	}
	_, err = Evaluate(t.Context(), nil, small(), EvaluateOptions{})
	if !errors.Is(err, ErrNothingToRank) {
		t.Errorf("no scorers: %v", err)
	}
}

func TestEvaluateCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for _, at := range []int64{2, 3, 4} {
		result, err := Evaluate(ctx, smallScorers(), small(),
			EvaluateOptions{Progress: func(_ string, done, _ int64) {
				if done >= at {
					cancel()
				}
			}})
		if !errors.Is(err, context.Canceled) || result != nil {
			t.Errorf("cancelled after %d axioms: %v, %v", at, result, err)
		}
		ctx, cancel = context.WithCancel(t.Context())
	}
	cancel()
}

func TestMetricsOfNothing(t *testing.T) {
	if got := Measure(nil, 10); got != (Metrics{}) {
		t.Errorf("metrics of no ranks: %+v", got)
	}
	got := Measure([]float64{1}, 1)
	for _, x := range got.values() {
		if math.IsNaN(*x) || math.IsInf(*x, 0) {
			t.Errorf("metrics among one candidate: %+v", got)
		}
	}
}

func TestBootstrap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	ranks := make([]float64, 400)
	for i := range ranks {
		ranks[i] = 1 + math.Floor(1000*math.Pow(rng.Float64(), 4))
	}
	whole := Measure(ranks, 1000)
	in := bootstrap(ranks, 1000, 2000, 0.95, 1)
	for v, x := range whole.values() {
		low, high := *in.Low.values()[v], *in.High.values()[v]
		if !(low < *x && *x < high) {
			t.Errorf("metric %d: %v is not within %v … %v", v, *x, low, high)
		}
	}
	// The interval of a mean is close to that of the normal distribution.
	var variance float64
	for _, r := range ranks {
		variance += (r - whole.MeanRank) * (r - whole.MeanRank)
	}
	half := 1.96 * math.Sqrt(variance) / float64(len(ranks))
	if got := (in.High.MeanRank - in.Low.MeanRank) / 2; math.Abs(got-half) > 0.1*half {
		t.Errorf("mean rank ± %v, want ± %v", got, half)
	}
	if again := bootstrap(ranks, 1000, 2000, 0.95, 1); again != in {
		t.Error("the same seed gives another interval")
	}
	if other := bootstrap(ranks, 1000, 2000, 0.95, 2); other == in {
		t.Error("another seed gives the same interval")
	}
	if wider := bootstrap(ranks, 1000, 2000, 0.99, 1); wider.Low.MRR > in.Low.MRR ||
		wider.High.MRR < in.High.MRR {
		t.Errorf("more confidence gives %v … %v instead of %v … %v", wider.Low.MRR, wider.High.MRR,
			in.Low.MRR, in.High.MRR)
	}
	if none := bootstrap(nil, 10, 100, 0.95, 1); none.Low != (Metrics{}) {
		t.Errorf("interval of no ranks: %+v", none)
	}
}

// TestMeasureAgainstDefinition recomputes metrics from appendix G, rank by rank.
func TestMeasureAgainstDefinition(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 7))
		candidates := 2 + rng.IntN(300)
		ranks := make([]float64, 1+rng.IntN(40))
		for i := range ranks {
			ranks[i] = float64(2+rng.IntN(2*candidates-1)) / 2
		}
		m := Measure(ranks, candidates)
		n := float64(len(ranks))
		within := func(x float64) (share float64) {
			for _, r := range ranks {
				if r <= x {
					share += 1 / n
				}
			}
			return share
		}
		var area, x, y float64
		for r := 1.0; r <= float64(candidates); r += 0.5 {
			if !slices.Contains(ranks, r) {
				continue
			}
			nextX := (r - within(r)) / float64(candidates-1)
			area += (nextX - x) * (within(r) + y) / 2
			x, y = nextX, within(r)
		}
		area += (1 - x) * (1 + y) / 2
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"H@1", m.Hits.At1, within(1)}, {"H@10", m.Hits.At10, within(10)}, {"H@100", m.Hits.At100, within(100)}, {"AUC", m.AUC, area},
		} {
			if math.Abs(c.got-c.want) > 1e-9 {
				t.Errorf("seed %d: %s = %v, want %v", seed, c.name, c.got, c.want)
			}
		}
	}
}

func TestSummarize(t *testing.T) {
	var results []*Result
	for seed := range uint64(3) {
		r := evaluateSmall(t, EvaluateOptions{})
		r.Seed = seed
		r.Forms["NF1"].MRR = float64(seed) // 0, 1, 2
		r.Baselines["lexical"].Filtered["known"].Combined.MeanRank = 10 + 2*float64(seed)
		results = append(results, r)
	}
	delete(results[1].Forms, "NF3")
	results[2].Forms["NF3"] = &Figures{}
	s := Summarize(results)
	if !reflect.DeepEqual(s.Seeds, []uint64{0, 1, 2}) || s.Model != "apart" {
		t.Errorf("summary of %v, seeds %v", s.Model, s.Seeds)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"NF1 mean", s.Mean.Forms["NF1"].MRR, 1},
		{"NF1 deviation", s.Deviation.Forms["NF1"].MRR, 1},
		{"lexical mean", s.Mean.Baselines["lexical"].Filtered["known"].Combined.MeanRank, 12},
		{"lexical deviation", s.Deviation.Baselines["lexical"].Filtered["known"].Combined.MeanRank, 2},
		{"NF3 of one run", s.Mean.Forms["NF3"].MeanRank, 6},
		{"NF3 deviation of one run", s.Deviation.Forms["NF3"].MeanRank, 0},
		{"without auxiliary", s.Mean.WithoutAuxiliary.Forms["NF1"].MeanRank, results[0].WithoutAuxiliary.Forms["NF1"].MeanRank},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if empty := Summarize(nil); empty.Mean.Combined != nil {
		t.Errorf("summary of nothing: %+v", empty)
	}
}
