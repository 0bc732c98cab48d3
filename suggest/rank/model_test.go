package rank

import (
	"math"
	"slices"
	"testing"

	"box2el-owl/suggest/asserted"
)

// line is a model in which the distance of two classes is that of their numbers. It does not know
// class 0. A loss is half the distance.
type line struct{ classes int32 }

func (line) Refines() bool { return true }

func (l line) Knows(c int32) bool { return c > 0 && c < l.classes }

func (l line) Superclasses(class int32, k int) []int32 {
	var list []int32
	for c := int32(1); c < l.classes; c++ {
		if c != class {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int {
		return int(max(a-class, class-a) - max(b-class, class-b))
	})
	return list[:min(k, len(list))]
}

func (l line) Fillers(class int32, queries []FillerQuery, k int) [][]int32 {
	lists := make([][]int32, len(queries))
	for i := range lists {
		lists[i] = l.Superclasses(class, k)
	}
	return lists
}

func (l line) Distances(class, _ int32, targets []int32) (distances, losses []float32) {
	distances, losses = make([]float32, len(targets)), make([]float32, len(targets))
	for i, d := range targets {
		distances[i] = float32(max(d-class, class-d))
		if !l.Knows(d) {
			distances[i] = missing
		}
		losses[i] = distances[i] / 2
	}
	return distances, losses
}

// TestModelColumns reads what a model says of candidates: places begin at the nearest candidate,
// not at the nearest class, and a class that the model does not know has no value.
func TestModelColumns(t *testing.T) {
	e := organs().engine(t)
	c := e.number("skin cell")
	plain := e.SuperclassTable(e.Subject(c))
	m := line{int32(len(e.classes))}
	e.UseModel(m)
	table := e.SuperclassTable(e.Subject(c))
	columns := ModeledSuperclasses.Columns()
	if table.Columns != len(columns) || !table.IsModeled() || plain.IsModeled() {
		t.Fatalf("%d columns with a model, want %d", table.Columns, len(columns))
	}
	for _, d := range m.Superclasses(c, mostByModel) {
		if slices.Contains(e.classes[c].ancestors, d) || e.x.IsBelow(d, c) {
			continue
		}
		if !slices.Contains(table.Targets, d) {
			t.Errorf("%v, which is near, is no candidate", e.x.Labels[d])
		}
	}
	value := func(d int32, column string) float32 {
		return cell(t, table, columns, NoProperty, d, column)
	}
	distance := func(d int32) float32 { return float32(max(c-d, d-c)) }
	for _, d := range table.Targets {
		place := value(d, "place by distance")
		if !m.Knows(d) {
			if place == place {
				t.Errorf("class %d, which the model does not know, has place %v", d, place)
			}
			continue
		}
		nearer := 0
		for _, other := range table.Targets {
			if m.Knows(other) && distance(other) < distance(d) {
				nearer++
			}
		}
		if got := math.Expm1(float64(place)); got < float64(nearer)-.01 ||
			got > float64(nearer)+1.01 {
			t.Errorf("class %d has place %v, want about %d", d, got, nearer)
		}
	}

	restrictions := e.RestrictionTable(e.Subject(c), NoProperty)
	if restrictions.Columns != len(ModeledRestrictions.Columns()) {
		t.Fatalf("%d columns of restrictions", restrictions.Columns)
	}
	near := cell(t, restrictions, ModeledRestrictions.Columns(), e.property("part_of"),
		e.number("spleen"), "asserted of classes near in the model")
	if !(near > 0) {
		t.Errorf("the share of near classes with part_of spleen is %v", near)
	}

	for name, s := range map[string]Subject{
		"a new class":                          fresh("epithelial skin cell", ""),
		"a class that the model does not know": e.Subject(0),
		"a class as if it were new":            {Class: c, AsNew: true, Parents: []int32{e.number("cell")}},
	} {
		if e.SuperclassTable(s).IsModeled() || e.RestrictionTable(s, NoProperty).IsModeled() {
			t.Errorf("%s has columns of the model", name)
		}
	}
}

// TestNearest ranks by the model alone: the nearest first, less what is known.
func TestNearest(t *testing.T) {
	e := organs().engine(t)
	c := e.number("epithelial lung cell")
	e.UseModel(line{int32(len(e.classes))})
	list, err := e.NearestSuperclasses(t.Context(), c, 4)
	if err != nil || len(list) != 4 {
		t.Fatal(list, err)
	}
	for i, x := range list {
		if x.Score != -float64(max(c-x.Target, x.Target-c)) || i > 0 && x.Score > list[i-1].Score {
			t.Errorf("place %d: %+v", i, x)
		}
		if slices.Contains(e.classes[c].ancestors, x.Target) {
			t.Errorf("%v is known", e.x.Labels[x.Target])
		}
	}
	all, err := e.NearestRestrictions(t.Context(), c, nil, len(e.classes))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	lung := asserted.Restriction{Property: e.property("part_of"), Filler: e.number("lung")}
	for _, x := range all {
		if x.Property == lung.Property &&
			(x.Target == lung.Filler || x.Target == e.number("organ")) {
			t.Errorf("part_of %v is inherited", e.x.Labels[x.Target])
		}
	}
	if len(all) != len(e.classes) {
		t.Errorf("%d restrictions, want as many as were asked for", len(all))
	}
}
