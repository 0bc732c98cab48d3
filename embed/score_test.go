package embed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// TestScoresByLoss compares the order of candidates by loss with the losses of their axioms.
func TestScoresByLoss(t *testing.T) {
	for _, a := range Architectures() {
		t.Run(string(a), func(t *testing.T) {
			ranked := 0
			for seed := range uint64(3) {
				tr := randomTrainer(t, a, Paper(), seed+2, .3)
				unitCenters(tr)
				v := newVectors(tr.ops, &tr.parameters.matrices)
				for _, q := range append(ranking.Questions(), ranking.FillerOfExists) {
					if s := tr.model.scorer(v, q, ByLoss); s != nil {
						ranked++
						compareOrder(t, tr, s, q)
					}
				}
			}
			t.Logf("%d scorers by loss", ranked)
			if ranked == 0 && a != BoxEL { // its volumes order candidates as its losses
				t.Error("the model has no scores by loss")
			}
		})
	}
}

// unitCenters normalizes centers, so that reg, which scores of balls do not have, is 0.
func unitCenters(tr *trainer[float64]) {
	for i := range tr.parameters.rows[0] {
		center := tr.parameters.row(0, int32(i))[:tr.model.dim]
		scale(center, 1/math.Sqrt(tr.ops.SumSquares(center)))
	}
}

func compareOrder(t *testing.T, tr *trainer[float64], s ranking.Scorer[float64],
	q ranking.Question) {
	t.Helper()
	number := slices.IndexFunc(tr.model.terms, func(term term[float64]) bool {
		return term.source == source{positives, q.Form}
	})
	random := rand.New(rand.NewPCG(uint64(q.Form), 1))
	const rounding = 1e-9
	for range 5 {
		var axiom []int32
		for _, kind := range q.Form.Columns() {
			axiom = append(axiom, int32(random.IntN(len(tr.planner.data.Names(kind)))))
		}
		distances := make([]float64, s.Candidates())
		losses := make([]float64, s.Candidates())
		s.Tile([][]int32{axiom}, 0, len(distances), distances)
		for x := range losses {
			filled := slices.Clone(axiom)
			filled[q.Open] = int32(x)
			losses[x], _ = onlyTerm(t, tr, number,
				map[string][][]int32{tr.model.terms[number].name: {filled}})
		}
		for x := range losses {
			for y := range losses {
				if distances[x] < distances[y]-rounding && !math.IsInf(distances[y], 1) &&
					losses[x] > losses[y]+rounding {
					t.Errorf("%v %v: %d is nearer than %d (%v, %v), its loss larger (%v, %v)",
						q.Form, axiom, x, y, distances[x], distances[y], losses[x], losses[y])
				}
				if math.Abs(distances[x]-distances[y]) < rounding &&
					math.Abs(losses[x]-losses[y]) > 1e-6 {
					t.Errorf("%v %v: %d and %d are tied, their losses are %v and %v", q.Form, axiom,
						x, y, losses[x], losses[y])
				}
			}
		}
	}
}

// TestBoxELOrder compares the order of BoxEL's volumes with that of its losses, for boxes so small
// that ρ is 0.
func TestBoxELOrder(t *testing.T) {
	tr := randomTrainer(t, BoxEL, Paper(), 3, 0)
	for _, block := range []int{boxelMin, boxelDelta, boxelShift} {
		for i := range tr.parameters.values[block] {
			tr.parameters.values[block][i] *= .3
		}
	}
	for i := range tr.parameters.values[boxelDelta] {
		tr.parameters.values[boxelDelta][i] -= 2
	}
	v := newVectors(tr.ops, &tr.parameters.matrices)
	for _, q := range append(ranking.Questions(), ranking.FillerOfExists) {
		if s := tr.model.scorer(v, q, ByCenters); s != nil {
			t.Run(fmt.Sprint(q.Form, q.Open), func(t *testing.T) { compareOrder(t, tr, s, q) })
		}
	}
}

// TestPublishedTargets checks the one form for which the published code ranks a wrong id.
func TestPublishedTargets(t *testing.T) {
	axioms := tableOf([][]int32{{1, 5, 6}, {0, 2, 3}})
	for _, a := range Architectures() {
		for _, q := range ranking.Questions() {
			read, misread := PublishedTargets(a, q.Form, axioms)
			if misread != (a == BoxEL && q.Form == dataset.NF4) {
				t.Errorf("%s, %v: misread: %v", a, q.Form, misread)
			}
			want := axioms.IDs
			if misread {
				want = []int32{1, 5, 1, 0, 2, 0}
			}
			if !slices.Equal(read.IDs, want) {
				t.Errorf("%s, %v: read as %v, want %v", a, q.Form, read.IDs, want)
			}
		}
	}
}
