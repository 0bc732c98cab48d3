package embed

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// distance is a number or "inf", the distance of a masked candidate.
type distance float64

func (d *distance) UnmarshalJSON(text []byte) error {
	if strings.Trim(string(text), `"`) == "inf" {
		*d = distance(math.Inf(1))
		return nil
	}
	return json.Unmarshal(text, (*float64)(d))
}

type goldenMetrics struct {
	N          int      `json:"n"`
	Hits1      float64  `json:"hits1"`
	Hits10     float64  `json:"hits10"`
	Hits100    float64  `json:"hits100"`
	Median     float64  `json:"median"`
	MRR        *float64 `json:"mrr"`
	MeanRank   float64  `json:"mr"`
	AUC        *float64 `json:"auc"`
	AUCRanking *float64 `json:"auc_ranking"`
	AUCPPI     *float64 `json:"auc_ppi"`
}

type goldenRanks struct {
	Axioms           [][]int32     `json:"axioms"`
	Distances        [][]distance  `json:"distances"`
	Ranks            []float64     `json:"ranks"`
	Metrics          goldenMetrics `json:"metrics"`
	RanksCorrected   []float64     `json:"ranks_corrected"`
	MetricsCorrected goldenMetrics `json:"metrics_corrected"`
}

type goldenScores struct {
	Model             string                  `json:"model"`
	Dim               int                     `json:"dim"`
	NumClasses        int                     `json:"num_classes"`
	NumRoles          int                     `json:"num_roles"`
	NumIndividuals    int                     `json:"num_individuals"`
	Params            goldenTensors           `json:"params"`
	Forms             map[string]*goldenRanks `json:"forms"`
	Combined          goldenMetrics           `json:"combined"`
	CombinedCorrected goldenMetrics           `json:"combined_corrected"`
}

var goldenForms = map[string]dataset.Form{
	"nf1": dataset.NF1, "nf2": dataset.NF2, "nf3": dataset.NF3, "nf4": dataset.NF4,
}

// TestGoldenScores compares distances, ranks and metrics of the authors' models with those of the
// published code.
func TestGoldenScores(t *testing.T) {
	var golden struct {
		Cases  []goldenScores `json:"cases"`
		Larger []goldenScores `json:"larger"`
	}
	readGolden(t, "evaluation.json", &golden)
	tested := make(map[Architecture]bool)
	for _, g := range append(golden.Cases, golden.Larger...) {
		tested[goldenModels[g.Model]] = true
		t.Run(fmt.Sprintf("%s/%d classes", g.Model, g.NumClasses), func(t *testing.T) {
			compareScores(t, kernel.Portable[float64](), &g, 1e-9)
			compareScores(t, kernel.Float32(), &g, 1e-5)
		})
	}
	for _, a := range goldenModels {
		if !tested[a] {
			t.Errorf("no case for %s", a)
		}
	}
}

func compareScores[T kernel.Float](t *testing.T, ops *kernel.Ops[T], g *goldenScores,
	tolerance float64) {
	t.Helper()
	scorers := goldenScorers(t, ops, g)
	var expected, published []float64
	for _, name := range []string{"nf1", "nf2", "nf3", "nf4"} {
		form := g.Forms[name]
		axioms := tableOf(form.Axioms)
		places := compareRanks(t, scorers[goldenForms[name]], form, axioms, tolerance,
			offsetOf(goldenModels[g.Model]))
		read, misread := PublishedTargets(goldenModels[g.Model], goldenForms[name], axioms)
		if misread {
			places = compareRanks(t, scorers[goldenForms[name]], nil, read, tolerance, 0)
		}
		comparePublished(t, name, places, form.Ranks)
		compareMetrics(t, name+" as published", ranking.Measure(form.Ranks, g.NumClasses),
			form.Metrics)
		expected = append(expected, form.RanksCorrected...)
		published = append(published, form.Ranks...)
	}
	compareMetrics(t, "combined as published", ranking.Measure(published, g.NumClasses), g.Combined)
	compareMetrics(t, "combined", ranking.Measure(expected, g.NumClasses), g.CombinedCorrected)
}

// offsetOf returns the difference between the published distances of a model and ours: for BoxEL
// the published ones are 1 minus the volumes.
func offsetOf(a Architecture) float64 {
	if a == BoxEL {
		return 1
	}
	return 0
}

// goldenScorers returns the scorers by centers, by form.
func goldenScorers[T kernel.Float](t *testing.T, ops *kernel.Ops[T],
	g *goldenScores) map[dataset.Form]ranking.Scorer[T] {
	t.Helper()
	h := DefaultHyper(goldenModels[g.Model])
	h.Dim = g.Dim
	m, err := newModel[T](goldenModels[g.Model], h, Paper())
	if err != nil {
		t.Fatal(err)
	}
	p := newParameters[T](m.blocks, unnamed(g.NumClasses, g.NumRoles, g.NumIndividuals))
	setTensors(t, p, g.Params)
	v := newVectors(ops, &p.matrices)
	scorers := make(map[dataset.Form]ranking.Scorer[T])
	for _, q := range ranking.Questions() {
		if s := m.scorer(v, q, ByCenters); s != nil {
			scorers[q.Form] = s
		}
	}
	return scorers
}

func tableOf(axioms [][]int32) dataset.Table {
	var table dataset.Table
	for _, axiom := range axioms {
		table.Append(axiom...)
	}
	return table
}

// compareRanks compares distances and expected ranks with those of the form, if given. A rank may
// differ by the number of candidates whose distance is within the tolerance of the target's.
func compareRanks[T kernel.Float](t *testing.T, s ranking.Scorer[T], want *goldenRanks,
	axioms dataset.Table, tolerance, offset float64) []allowedPlace {
	t.Helper()
	if s == nil {
		t.Fatal("the model does not rank the form")
	}
	ranks, err := ranking.Rank(context.Background(), s, axioms, ranking.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var places []allowedPlace
	row := make([]T, s.Candidates())
	for i := range axioms.Len() {
		s.Tile([][]int32{axioms.Row(i)}, 0, s.Candidates(), row)
		target := float64(row[axioms.Row(i)[s.Open()]])
		place := allowedPlace{Place: ranks.Raw[i]}
		for x, d := range row {
			got := float64(d)
			near := tolerance * max(1, math.Abs(got))
			switch {
			case got < target-near:
				place.first++
				place.last++
			case got <= target+near:
				place.last++
			}
			if want == nil || want.Distances == nil {
				continue
			}
			if w := float64(want.Distances[i][x]); got+offset != w &&
				!(math.Abs(got+offset-w) <= tolerance*max(1, math.Abs(w))) {
				t.Errorf("%T: %v, axiom %v: distance of %d is %v, want %v", d, s.Form(),
					axioms.Row(i), x, got+offset, w)
			}
		}
		place.first++
		if want != nil {
			w := want.RanksCorrected[i]
			if exact := tolerance < 1e-6; exact && place.Rank(ranking.Expected) != w ||
				w < float64(place.first) || w > float64(place.last) {
				t.Errorf("%T: %v, axiom %v: rank %v, want %v", row[0], s.Form(), axioms.Row(i),
					place.Rank(ranking.Expected), w)
			}
		}
		places = append(places, place)
	}
	if want != nil && tolerance < 1e-6 {
		compareMetrics(t, s.Form().String(),
			ranking.Measure(ranking.RanksOf(ranks.Raw, ranking.Expected), s.Candidates()),
			want.MetricsCorrected)
	}
	return places
}

// allowedPlace is a place with the first and the last place that rounding errors allow.
type allowedPlace struct {
	ranking.Place
	first, last int
}

// comparePublished checks that published ranks, in which ties are broken at random, are within the
// places of the tied candidates.
func comparePublished(t *testing.T, form string, places []allowedPlace, published []float64) {
	t.Helper()
	for i, p := range places {
		if published[i] < float64(p.first) || published[i] > float64(p.last) {
			t.Errorf("%s, axiom %d: published rank %v is not among %d … %d", form, i, published[i],
				p.first, p.last)
		}
	}
}

func compareMetrics(t *testing.T, what string, got ranking.Metrics, want goldenMetrics) {
	t.Helper()
	near(t, what+" H@1", got.Hits.At1, want.Hits1, 1e-9)
	near(t, what+" H@10", got.Hits.At10, want.Hits10, 1e-9)
	near(t, what+" H@100", got.Hits.At100, want.Hits100, 1e-9)
	near(t, what+" median", got.Median, want.Median, 1e-9)
	near(t, what+" mean rank", got.MeanRank, want.MeanRank, 1e-9)
	for name, pair := range map[string]struct {
		got  float64
		want *float64
	}{"MRR": {got.MRR, want.MRR}, "AUC": {got.AUC, want.AUC},
		"AUC (ranking)": {got.AUC, want.AUCRanking}, "AUC (PPI)": {got.AUCPPI, want.AUCPPI}} {
		if pair.want != nil {
			near(t, what+" "+name, pair.got, *pair.want, 1e-9)
		}
	}
}

// TestGoldenInferences compares the task of approximating deductive reasoning (section 4.4): NF1
// over the names of an ontology.
func TestGoldenInferences(t *testing.T) {
	var golden struct {
		Inferences []struct {
			goldenScores
			Classes map[string]int32 `json:"classes"`
			Test    [][2]string      `json:"test"`
			goldenRanks
		} `json:"inferences"`
	}
	readGolden(t, "evaluation.json", &golden)
	for _, g := range golden.Inferences {
		t.Run(g.Model, func(t *testing.T) {
			g.NumClasses = len(g.Classes)
			for _, names := range g.Test {
				g.Axioms = append(g.Axioms, []int32{g.Classes[names[0]], g.Classes[names[1]]})
			}
			offset := offsetOf(goldenModels[g.Model])
			axioms := tableOf(g.Axioms)
			places := compareRanks(t, goldenScorers(t, kernel.Portable[float64](),
				&g.goldenScores)[dataset.NF1], &g.goldenRanks, axioms, 1e-9, offset)
			comparePublished(t, "NF1", places, g.Ranks)
			compareRanks(t, goldenScorers(t, kernel.Float32(), &g.goldenScores)[dataset.NF1],
				&g.goldenRanks, axioms, 1e-5, offset)
		})
	}
}

// TestGoldenLinks compares link prediction (section 4.3), raw and filtered.
func TestGoldenLinks(t *testing.T) {
	type ranked struct {
		Ranks   []float64     `json:"ranks"`
		Metrics goldenMetrics `json:"metrics"`
	}
	var golden struct {
		PPI []struct {
			goldenScores
			Role       int32      `json:"role"`
			Train      [][2]int32 `json:"train"`
			Validation [][2]int32 `json:"val"`
			Test       [][2]int32 `json:"test"`
			ranked
			Distances [][]distance      `json:"distances"`
			Filtered  map[string]ranked `json:"filtered"`
		} `json:"ppi"`
	}
	readGolden(t, "evaluation.json", &golden)
	if len(golden.PPI) == 0 {
		t.Fatal("no cases")
	}
	for i, g := range golden.PPI {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			g.Model = "boxsqel"
			assertions := func(pairs [][2]int32) *dataset.Axioms {
				var axioms dataset.Axioms
				for _, pair := range pairs {
					axioms[dataset.RoleAssertion].Append(g.Role, pair[0], pair[1])
				}
				return &axioms
			}
			train, validation, test := assertions(g.Train), assertions(g.Validation),
				assertions(g.Test)
			s := goldenScorers(t, kernel.Portable[float64](),
				&g.goldenScores)[dataset.RoleAssertion]
			if s == nil {
				t.Fatal("role assertions are not ranked")
			}
			raw := goldenRanks{Distances: g.Distances, RanksCorrected: g.ranked.Ranks,
				MetricsCorrected: g.ranked.Metrics}
			compareRanks(t, s, &raw, test[dataset.RoleAssertion], 1e-9, 0)
			ranks, err := ranking.Rank(t.Context(), s, test[dataset.RoleAssertion], ranking.Options{
				Filters: []ranking.Filter{ranking.Known(train, validation, test),
					ranking.PublishedLinks(train)},
			})
			if err != nil {
				t.Fatal(err)
			}
			corrected := ranking.RanksOf(ranks.Filtered[0], ranking.Expected)
			if want := g.Filtered["corrected"]; !slices.Equal(corrected, want.Ranks) {
				t.Errorf("filtered ranks %v, want %v", corrected, want.Ranks)
			} else {
				compareMetrics(t, "filtered", ranking.Measure(corrected, g.NumIndividuals),
					want.Metrics)
			}
			for i, want := range g.Filtered["as_published_code"].Ranks {
				if p := ranks.Filtered[1][i]; want < float64(p.Best) || want > float64(p.Worst) {
					t.Errorf("published filter, axiom %d: rank %v is not among %d … %d", i,
						want, p.Best, p.Worst)
				}
			}
		})
	}
}
