package ranking

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outside"
)

// jsonNumber is a number that may be "inf" or "nan" in JSON.
type jsonNumber float64

func (n *jsonNumber) UnmarshalJSON(b []byte) error {
	switch strings.Trim(string(b), `"`) {
	case "inf":
		*n = jsonNumber(math.Inf(1))
	case "-inf":
		*n = jsonNumber(math.Inf(-1))
	case "nan":
		*n = jsonNumber(math.NaN())
	default:
		var f float64
		if err := json.Unmarshal(b, &f); err != nil {
			return err
		}
		*n = jsonNumber(f)
	}
	return nil
}

func floats(rows [][]jsonNumber) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		for _, x := range row {
			out[i] = append(out[i], float64(x))
		}
	}
	return out
}

type goldenMetrics struct {
	N          int      `json:"n"`
	Candidates int      `json:"num_candidates"`
	Hits1      float64  `json:"hits1"`
	Hits10     float64  `json:"hits10"`
	Hits100    float64  `json:"hits100"`
	Median     float64  `json:"median"`
	MRR        *float64 `json:"mrr"`
	MR         float64  `json:"mr"`
	AUC        *float64 `json:"auc"`
	AUCRanking *float64 `json:"auc_ranking"`
	AUCPPI     *float64 `json:"auc_ppi"`
}

type goldenForm struct {
	Axioms           [][]int32      `json:"axioms"`
	Distances        [][]jsonNumber `json:"distances"`
	Ranks            []float64      `json:"ranks"`
	Metrics          goldenMetrics  `json:"metrics"`
	Tied             []bool         `json:"target_tied"`
	RanksCorrected   []float64      `json:"ranks_corrected"`
	MetricsCorrected goldenMetrics  `json:"metrics_corrected"`
	Best             []int32        `json:"best_rank"`
	Worst            []int32        `json:"worst_rank"`
	Mean             []float64      `json:"mean_rank"`
}

type goldenCase struct {
	Model             string                 `json:"model"`
	Candidates        int                    `json:"num_classes"`
	Forms             map[string]*goldenForm `json:"forms"`
	Combined          goldenMetrics          `json:"combined"`
	CombinedCorrected goldenMetrics          `json:"combined_corrected"`
}

type goldenEvaluation struct {
	Cases      []goldenCase `json:"cases"`
	Larger     []goldenCase `json:"larger"`
	Ties       goldenCase   `json:"ties_and_masks"`
	Inferences []struct {
		Model   string           `json:"model"`
		Classes map[string]int32 `json:"classes"`
		Test    [][2]string      `json:"test"`
		goldenForm
	} `json:"inferences"`
	PPI []struct {
		Individuals int            `json:"num_individuals"`
		Role        int32          `json:"role"`
		Train       [][]int32      `json:"train"`
		Validation  [][]int32      `json:"val"`
		Test        [][]int32      `json:"test"`
		Distances   [][]jsonNumber `json:"distances"`
		Ranks       []float64      `json:"ranks"`
		Metrics     goldenMetrics  `json:"metrics"`
		Filtered    map[string]struct {
			Ranks   []float64     `json:"ranks"`
			Metrics goldenMetrics `json:"metrics"`
		} `json:"filtered"`
	} `json:"ppi"`
	Lists []struct {
		Ranks []float64 `json:"ranks"`
		goldenMetrics
	} `json:"metrics_of_rank_lists"`
}

func readGolden(t *testing.T) goldenEvaluation {
	t.Helper()
	text, err := os.ReadFile(outside.Data(t, "box2el-golden", "evaluation.json"))
	if err != nil {
		t.Fatal(err)
	}
	var g goldenEvaluation
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func compareMetrics(t *testing.T, what string, got Metrics, want goldenMetrics) {
	t.Helper()
	near := func(name string, got float64, want *float64) {
		t.Helper()
		if want != nil && math.Abs(got-*want) > 1e-12*max(1, math.Abs(*want)) {
			t.Errorf("%s: %s = %v, want %v", what, name, got, *want)
		}
	}
	if want.N != 0 && got.N != want.N {
		t.Errorf("%s: n = %d, want %d", what, got.N, want.N)
	}
	near("H@1", got.Hits.At1, &want.Hits1)
	near("H@10", got.Hits.At10, &want.Hits10)
	near("H@100", got.Hits.At100, &want.Hits100)
	near("median", got.Median, &want.Median)
	near("MRR", got.MRR, want.MRR)
	near("MR", got.MeanRank, &want.MR)
	near("AUC", got.AUC, want.AUC)
	near("AUC (ranking)", got.AUC, want.AUCRanking)
	near("AUC (PPI)", got.AUCPPI, want.AUCPPI)
}

func TestMetricsOfRankLists(t *testing.T) {
	for _, list := range readGolden(t).Lists {
		compareMetrics(t, "list", Measure(list.Ranks, list.Candidates), list.goldenMetrics)
	}
}

// goldenQuestions are the golden forms with their open column.
var goldenQuestions = []struct {
	name string
	Question
}{
	{"nf1", SuperclassOf}, {"nf2", SuperclassOfBoth}, {"nf3", SubclassOfExists}, {"nf4", SuperclassOfExists},
}

// rankGiven ranks targets by the given distances.
func rankGiven(t *testing.T, distances [][]float64, targets []int32, filters ...Filter) *Ranks {
	t.Helper()
	s, table := newGiven(distances, targets)
	ranks, err := Rank(t.Context(), s, table, Options{Filters: filters})
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

func TestGoldenRanks(t *testing.T) {
	g := readGolden(t)
	for _, c := range append(g.Cases, g.Larger...) {
		var pooled, pooledCorrected []float64
		for _, q := range goldenQuestions {
			f, what := c.Forms[q.name], c.Model+" "+q.name
			if f.Distances != nil {
				checkRanks(t, what, f, q.Question, c.Model == "boxel" && q.name == "nf4")
			}
			compareMetrics(t, what, Measure(f.Ranks, c.Candidates), f.Metrics)
			compareMetrics(t, what+" corrected", Measure(f.RanksCorrected, c.Candidates),
				f.MetricsCorrected)
			pooled = append(pooled, f.Ranks...)
			pooledCorrected = append(pooledCorrected, f.RanksCorrected...)
		}
		compareMetrics(t, c.Model+" combined", Measure(pooled, c.Candidates), c.Combined)
		compareMetrics(t, c.Model+" combined, corrected", Measure(pooledCorrected, c.Candidates),
			c.CombinedCorrected)
	}
}

// checkRanks ranks by the golden distances. With column0, the targets of NF4 are taken from column
// 0, which is a defect of BoxEL's code.
func checkRanks(t *testing.T, what string, f *goldenForm, q Question, column0 bool) {
	t.Helper()
	targets := func(column int) []int32 {
		var ids []int32
		for _, axiom := range f.Axioms {
			ids = append(ids, axiom[column])
		}
		return ids
	}
	corrected := rankGiven(t, floats(f.Distances), targets(q.Open)).Raw
	if got := RanksOf(corrected, Expected); !slices.Equal(got, f.RanksCorrected) {
		t.Errorf("%s: ranks %v, want %v", what, got, f.RanksCorrected)
	}
	published := corrected
	if column0 {
		published = rankGiven(t, floats(f.Distances), targets(0)).Raw
	}
	for i, p := range published {
		if f.Tied != nil && (p.Best != p.Worst) != f.Tied[i] {
			t.Errorf("%s: axiom %d: places %+v, tied: %v", what, i, p, f.Tied[i])
		}
		if r := f.Ranks[i]; r < float64(p.Best) || r > float64(p.Worst) {
			t.Errorf("%s: axiom %d: places %+v do not hold the published %v", what, i, p, r)
		}
	}
}

func TestGoldenTiesAndMasks(t *testing.T) {
	for _, q := range goldenQuestions {
		f := readGolden(t).Ties.Forms[q.name]
		var targets []int32
		for _, axiom := range f.Axioms {
			targets = append(targets, axiom[q.Open])
		}
		for i, p := range rankGiven(t, floats(f.Distances), targets).Raw {
			if p.Best != f.Best[i] || p.Worst != f.Worst[i] || p.Rank(Expected) != f.Mean[i] {
				t.Errorf("%s: axiom %d: %+v, want %d to %d", q.name, i, p, f.Best[i], f.Worst[i])
			}
			if p.ByID < p.Best || p.ByID > p.Worst {
				t.Errorf("%s: axiom %d: %+v: place by id is none of them", q.name, i, p)
			}
		}
	}
}

func TestGoldenInferences(t *testing.T) {
	for _, c := range readGolden(t).Inferences {
		for _, axiom := range c.Test {
			c.Axioms = append(c.Axioms, []int32{c.Classes[axiom[0]], c.Classes[axiom[1]]})
		}
		checkRanks(t, "inferences "+c.Model, &c.goldenForm, SuperclassOf, false)
		compareMetrics(t, c.Model, Measure(c.Ranks, len(c.Classes)), c.Metrics)
		compareMetrics(t, c.Model, Measure(c.RanksCorrected, len(c.Classes)), c.MetricsCorrected)
	}
}

func TestGoldenLinks(t *testing.T) {
	for _, c := range readGolden(t).PPI {
		assertions := func(pairs [][]int32) *dataset.Axioms {
			var a dataset.Axioms
			for _, p := range pairs {
				a[dataset.RoleAssertion].Append(c.Role, p[0], p[1])
			}
			return &a
		}
		train, validation, test := assertions(c.Train), assertions(c.Validation), assertions(c.Test)
		s := givenLinks{distances: floats(c.Distances), test: c.Test}
		ranks, err := Rank(t.Context(), s, test[dataset.RoleAssertion], Options{
			Filters: []Filter{Known(train, validation, test), PublishedLinks(train)},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := RanksOf(ranks.Raw, Expected); !slices.Equal(got, c.Ranks) {
			t.Errorf("ranks %v, want %v", got, c.Ranks)
		}
		compareMetrics(t, "raw", Measure(RanksOf(ranks.Raw, Expected), c.Individuals), c.Metrics)

		corrected := RanksOf(ranks.Filtered[0], Expected)
		if want := c.Filtered["corrected"]; !slices.Equal(corrected, want.Ranks) {
			t.Errorf("filtered: ranks %v, want %v", corrected, want.Ranks)
		}
		compareMetrics(t, "filtered", Measure(corrected, c.Individuals),
			c.Filtered["corrected"].Metrics)

		published := c.Filtered["as_published_code"]
		for i, p := range ranks.Filtered[1] {
			if r := published.Ranks[i]; r < float64(p.Best) || r > float64(p.Worst) {
				t.Errorf("published filter: test %d: places %+v do not hold %v", i, p, r)
			}
		}
		compareMetrics(t, "published filter", Measure(published.Ranks, c.Individuals),
			published.Metrics)
	}
}

// givenLinks has the distances of each test assertion.
type givenLinks struct {
	distances [][]float64
	test      [][]int32
}

func (g givenLinks) Form() dataset.Form { return dataset.RoleAssertion }
func (g givenLinks) Open() int          { return 1 }
func (g givenLinks) Candidates() int    { return len(g.distances[0]) }
func (g givenLinks) Tile(axioms [][]int32, lo, hi int, out []float64) {
	for i, axiom := range axioms {
		at := slices.IndexFunc(g.test,
			func(pair []int32) bool { return slices.Equal(pair, axiom[1:]) })
		copy(out[i*(hi-lo):], g.distances[at][lo:hi])
	}
}
