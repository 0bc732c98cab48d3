package embed

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/outside"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// shortlyTrained returns a model after some steps, on a problem of a few hundred classes.
func shortlyTrained(t testing.TB, a Architecture, dim int) *Model {
	t.Helper()
	d := newProblem(galenShape.Scaled(.02), 1)
	h := DefaultHyper(a)
	h.Dim, h.Batch, h.Steps, h.Rate = dim, 128, 60, .02
	m, err := Train(t.Context(), d, Options{Model: a, Hyper: &h, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSearch compares the results with a sort of all distances, for every model.
func TestSearch(t *testing.T) {
	for _, a := range Architectures() {
		t.Run(string(a), func(t *testing.T) {
			m := shortlyTrained(t, a, 24)
			random := rand.New(rand.NewPCG(1, 1))
			allowed := make([]bool, len(m.Classes))
			for i := range allowed {
				allowed[i] = random.IntN(4) > 0
			}
			s, err := m.NewSearch(allowed, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := naiveSearch{m, allowed, newVectors(kernel.Portable[float32](), &m.matrices)}
			for range 20 {
				c, r := int32(random.IntN(len(m.Classes))), int32(random.IntN(len(m.Roles)))
				k := 1 + random.IntN(len(m.Classes)+10)
				got, err := s.Superclasses(t.Context(), c, k)
				n.compare(t, "superclasses", got, err,
					n.all(t, ranking.SuperclassOf, ByCenters, []int32{c, 0}), k)
				got, err = fillers(t, s, c, r, k)
				n.compare(t, "fillers", got, err,
					n.all(t, ranking.FillerOfExists, ByCenters, []int32{c, r, 0}), k)
				got, err = s.Alike(t.Context(), c, k)
				n.compare(t, "classes alike", got, err, n.alike(t, c), k)
			}
			n.compareDistances(t, s)
		})
	}
}

// TestSearchOntologies searches models of the small ontologies in the outside test data.
func TestSearchOntologies(t *testing.T) {
	const mostBytes, mostClasses = 1 << 19, 9000
	searched := 0
	for _, path := range outside.Glob(t, "ontologies", "*.gz") {
		if info, err := os.Stat(path); err != nil || info.Size() > mostBytes ||
			strings.HasSuffix(path, ".taxonomy.gz") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			d := datasetOf(t, path)
			if len(d.Classes) > mostClasses || d.Train[dataset.NF1].Len() == 0 {
				t.Skipf("the ontology is too large or too small for this comparison (%d classes)",
					len(d.Classes))
			}
			h := DefaultHyper(Box2EL)
			h.Dim, h.Steps = 40, 100
			m, err := Train(t.Context(), d, Options{Hyper: &h})
			if err != nil {
				t.Fatal(err)
			}
			allowed := make([]bool, len(d.Classes))
			for i := range allowed {
				allowed[i] = !d.Auxiliary[i] && int32(i) != d.Top && int32(i) != d.Bottom
			}
			s, err := m.NewSearch(allowed, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := naiveSearch{m, allowed, newVectors(kernel.Float32(), &m.matrices)}
			random := rand.New(rand.NewPCG(5, 1))
			for range 10 {
				c := int32(random.IntN(len(m.Classes)))
				got, err := s.Superclasses(t.Context(), c, 256)
				n.compare(t, "superclasses", got, err,
					n.all(t, ranking.SuperclassOf, ByCenters, []int32{c, 0}), 256)
				if len(m.Roles) > 0 {
					r := int32(random.IntN(len(m.Roles)))
					got, err = fillers(t, s, c, r, 256)
					n.compare(t, "fillers", got, err,
						n.all(t, ranking.FillerOfExists, ByCenters, []int32{c, r, 0}), 256)
				}
			}
			t.Logf("%d classes", len(d.Classes))
			searched++
		})
	}
	if searched == 0 {
		t.Error("no ontology was small enough")
	}
}

func datasetOf(t *testing.T, path string) *dataset.Dataset {
	t.Helper()
	onto, _, err := rdfio.ReadFile(t.Context(), path, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	normal, _, err := el.Normalize(t.Context(), onto, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := dataset.FromNormalForm(t.Context(), normal,
		onto, dataset.NormalFormOptions{Name: filepath.Base(path)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// fillers returns the nearest fillers of one role.
func fillers(t *testing.T, s *Search, class, role int32, k int) ([]Neighbor, error) {
	t.Helper()
	found, err := s.Fillers(t.Context(), class, []RoleQuery{{Role: role}}, k)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// naiveSearch computes all distances of a model in tiles with the portable kernels.
type naiveSearch struct {
	*Model
	allowed []bool
	v       *vectors[float32]
}

func (n naiveSearch) all(t *testing.T, q ranking.Question, by Measure, axiom []int32) []float32 {
	t.Helper()
	architecture, err := newModel[float32](n.Architecture, n.Hyper, n.Variant)
	if err != nil {
		t.Fatal(err)
	}
	s := architecture.scorer(n.v, q, by)
	if s == nil {
		return nil
	}
	distances := make([]float32, s.Candidates())
	s.Tile([][]int32{axiom}, 0, len(distances), distances)
	return distances
}

// alike returns the distances of centers.
func (n naiveSearch) alike(t *testing.T, c int32) []float32 {
	if n.Architecture != BoxEL {
		return n.all(t, ranking.SuperclassOf, ByCenters, []int32{c, 0})
	}
	dim := n.Hyper.Dim
	center := func(c int32, i int) float32 {
		return n.v.row(boxelMin, c)[i] + float32(math.Exp(float64(n.v.row(boxelDelta, c)[i]))/2)
	}
	distances := make([]float32, len(n.Classes))
	for x := range distances {
		var sum float32
		for i := range dim {
			d := center(c, i) - center(int32(x), i)
			sum += float32(d * d)
		}
		distances[x] = float32(math.Sqrt(float64(sum)))
	}
	distances[c] = float32(math.Inf(1))
	return distances
}

func (n naiveSearch) compare(t *testing.T, what string, got []Neighbor, err error,
	distances []float32, k int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var want []Neighbor
	for id, d := range distances {
		if n.allowed[id] && !math.IsInf(float64(d), 1) {
			want = append(want, Neighbor{ID: int32(id), Distance: d})
		}
	}
	slices.SortFunc(want, func(a, b Neighbor) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
	if want = want[:min(k, len(want))]; !slices.Equal(got, want) {
		t.Fatalf("%d nearest %s are %v, want %v", k, what, got, want)
	}
}

// compareDistances compares the distances and losses of listed candidates with those of tiles.
func (n naiveSearch) compareDistances(t *testing.T, s *Search) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, 1))
	for range 10 {
		c, r := int32(random.IntN(len(n.Classes))), int32(random.IntN(len(n.Roles)))
		ids := make([]int32, random.IntN(600))
		for i := range ids {
			ids[i] = int32(random.IntN(len(n.Classes)))
		}
		distance, loss := make([]float32, len(ids)), make([]float32, len(ids))
		for _, q := range []ranking.Question{ranking.SuperclassOf, ranking.FillerOfExists} {
			axiom := []int32{c, 0}
			if q.Form == dataset.NF3 {
				axiom = []int32{c, r, 0}
				s.FillerDistances(c, r, ids, distance, loss)
			} else {
				s.SuperclassDistances(c, ids, distance, loss)
			}
			distances, losses := n.all(t, q, ByCenters, axiom), n.all(t, q, ByLoss, axiom)
			if losses == nil {
				losses = distances
			}
			for i, id := range ids {
				if distance[i] != distances[id] || loss[i] != losses[id] {
					t.Fatalf("%v %v, candidate %d: %v and %v, want %v and %v", q.Form, axiom,
						id, distance[i], loss[i], distances[id], losses[id])
				}
			}
		}
	}
}

// TestSearchRefuses searches for classes and roles that the model does not have.
func TestSearchRefuses(t *testing.T) {
	m := shortlyTrained(t, Box2EL, 3)
	if _, err := m.NewSearch(make([]bool, 1), nil); err == nil {
		t.Error("marks of other length: no error")
	}
	s, err := m.NewSearch(make([]bool, len(m.Classes)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Superclasses(t.Context(), 0, 5); err != nil || len(got) != 0 {
		t.Errorf("among no classes: %v, %v", got, err)
	}
	classes, roles := int32(len(m.Classes)), int32(len(m.Roles))
	for _, c := range []int32{-1, classes} {
		if _, err := s.Superclasses(t.Context(), c, 5); err == nil {
			t.Errorf("superclasses of %d: no error", c)
		}
		if _, err := s.Alike(t.Context(), c, 5); err == nil {
			t.Errorf("classes like %d: no error", c)
		}
		if _, err := s.Fillers(t.Context(), c, []RoleQuery{{Role: 0}}, 5); err == nil {
			t.Errorf("fillers of %d: no error", c)
		}
	}
	for _, r := range []int32{-1, roles} {
		if _, err := s.Fillers(t.Context(), 0, []RoleQuery{{Role: r}}, 5); err == nil {
			t.Errorf("fillers in role %d: no error", r)
		}
	}
}
