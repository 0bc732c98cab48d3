package ranking

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
)

// given is a scorer with given distances: those of axiom i are distances[i]. A column that is not
// open holds the index of the axiom.
type given[T Float] struct {
	form      dataset.Form
	open      int
	index     int
	distances [][]T
}

func (g given[T]) Form() dataset.Form { return g.form }
func (g given[T]) Open() int          { return g.open }
func (g given[T]) Candidates() int    { return len(g.distances[0]) }
func (g given[T]) Tile(axioms [][]int32, lo, hi int, out []T) {
	for i, axiom := range axioms {
		copy(out[i*(hi-lo):], g.distances[axiom[g.index]][lo:hi])
	}
}

// newGiven returns the scorer and the axioms that it ranks: NF1 with the index as the subclass.
func newGiven[T Float](distances [][]T, targets []int32) (given[T], dataset.Table) {
	axioms := dataset.Table{Width: 2}
	for i, t := range targets {
		axioms.Append(int32(i), t)
	}
	return given[T]{form: dataset.NF1, open: 1, index: 0, distances: distances}, axioms
}

// sortedPlace ranks by sorting, according to the definition. Only candidates marked in only (nil:
// all) and not in out are ranked.
func sortedPlace[T Float](distances []T, target int32, out []int32, only []bool, masks bool) Place {
	if only != nil && !only[target] {
		return Place{}
	}
	type entry struct {
		d  float64
		id int32
	}
	measured := func(id int32) float64 {
		d := float64(distances[id])
		if d != d || masks && slices.Contains(out, id) {
			return math.Inf(1)
		}
		return d
	}
	taken := 0
	var entries []entry
	for id := range int32(len(distances)) {
		takenOut := id != target && !masks && slices.Contains(out, id)
		if takenOut {
			taken++
		}
		if !takenOut && (only == nil || only[id]) {
			entries = append(entries, entry{measured(id), id})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		switch {
		case a.d < b.d:
			return -1
		case a.d > b.d:
			return 1
		}
		return 0
	})
	if len(entries) == 1 && !masks && taken > 0 {
		return Place{Unopposed: true}
	}
	p := Place{NaN: distances[target] != distances[target]}
	for i, e := range entries {
		if e.d == measured(target) {
			if p.Best == 0 {
				p.Best = int32(i + 1)
			}
			p.Worst = int32(i + 1)
		}
		if e.id == target {
			p.ByID = int32(i + 1)
		}
	}
	return p
}

// randomDistances draws distances with many ties, masks and some NaN.
func randomDistances(rng *rand.Rand, axioms, candidates, levels int) [][]float32 {
	rows := make([][]float32, axioms)
	for i := range rows {
		rows[i] = make([]float32, candidates)
		for j := range rows[i] {
			switch rng.IntN(12) {
			case 0:
				rows[i][j] = float32(math.Inf(1))
			case 1:
				rows[i][j] = float32(math.NaN())
			case 2:
				rows[i][j] = float32(math.Copysign(0, -1))
			default:
				rows[i][j] = float32(rng.IntN(levels)) - 1
			}
		}
	}
	return rows
}

// randomIDs draws k ids, some of them repeated.
func randomIDs(rng *rand.Rand, n, k int) []int32 {
	ids := make([]int32, k)
	for i := range ids {
		ids[i] = int32(rng.IntN(n))
	}
	return ids
}

func everyID(n int) []int32 {
	ids := make([]int32, n)
	for i := range ids {
		ids[i] = int32(i)
	}
	return ids
}

// fixed returns a filter with given answers for each axiom.
func fixed(name string, ids [][]int32, masks bool) Filter {
	return Filter{Name: name, Masks: masks,
		Answers: func(_ dataset.Form, axiom []int32, _ int, dst []int32) []int32 {
			return append(dst, ids[axiom[0]]...)
		}}
}

func TestRankAgainstSorting(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, axioms := 1+rng.IntN(40), rng.IntN(30)
		if seed%8 == 0 { // several tiles, several blocks
			n, axioms = 2*tileWidth+rng.IntN(99), 1+rng.IntN(6)
		}
		if seed%8 == 1 {
			axioms = 3*blockAxioms + rng.IntN(50)
		}
		distances := randomDistances(rng, max(axioms, 1), n, 1+rng.IntN(6))
		targets := randomIDs(rng, n, axioms)
		var known, masked [][]int32
		for range axioms {
			known = append(known, randomIDs(rng, n, rng.IntN(n+1)/2))
			if rng.IntN(5) == 0 {
				known[len(known)-1] = everyID(n)
			}
			masked = append(masked, randomIDs(rng, n, rng.IntN(5)))
		}
		only := make([]bool, n)
		for i := range only {
			only[i] = rng.IntN(3) > 0
		}
		s, table := newGiven(distances, targets)
		for _, workers := range []int{1, 2, 3, 8} {
			opts := Options{Workers: workers, Only: only, Filters: []Filter{
				fixed("known", known, false), fixed("masked", masked, true),
			}}
			got, err := Rank(t.Context(), s, table, opts)
			if err != nil {
				t.Fatal(err)
			}
			for i, target := range targets {
				check := func(what string, got Place, out []int32, only []bool, masks bool) {
					if want := sortedPlace(distances[i], target, out, only, masks); got != want {
						t.Fatalf("seed %d, %d workers, axiom %d, %s: got %+v, want %+v", seed,
							workers, i, what, got, want)
					}
				}
				check("raw", got.Raw[i], nil, nil, false)
				check("known", got.Filtered[0][i], known[i], nil, false)
				check("masked", got.Filtered[1][i], masked[i], nil, true)
				check("only", got.Only.Raw[i], nil, only, false)
				check("only, known", got.Only.Filtered[0][i], known[i], only, false)
				check("only, masked", got.Only.Filtered[1][i], masked[i], only, true)
			}
		}
	}
}
