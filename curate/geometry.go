package curate

import (
	"context"
	"math"
	"slices"
	"sync"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

var nan = float32(math.NaN())

// Geometry is a rank.Model: it answers by the numbers of an index. It keeps the superclasses found
// for some of the last classes, because the ranking and the evidence ask for the same.
type Geometry struct {
	search      *embed.Search
	refines     bool
	allowed     []bool  // by row
	spaces      []int32 // by row
	rows, roles []int32 // by class, by property: the row, or −1 if the model does not know it
	classes     []int32 // by row
	last        [512]answer
}

// answer holds the superclasses found for a class. It is locked during the search, so that others
// wait for the result.
type answer struct {
	sync.Mutex
	class int32
	found []int32
}

// NewGeometry prepares searches of a model among the classes of an index that are usable.
func NewGeometry(m *embed.Model, x *asserted.Index) (*Geometry, error) {
	return (*Geometry)(nil).follow(m, x)
}

// follow returns the Geometry for another state of the ontology. It reuses the prepared indexes of
// g if the same classes may be suggested. g may be nil.
func (g *Geometry) follow(m *embed.Model, x *asserted.Index) (*Geometry, error) {
	next := &Geometry{
		refines: m.Architecture == embed.Box2EL,
		allowed: make([]bool, len(m.Classes)), spaces: make([]int32, len(m.Classes)),
		rows:    slices.Repeat([]int32{-1}, len(x.Classes)),
		roles:   slices.Repeat([]int32{-1}, len(x.Properties)),
		classes: slices.Repeat([]int32{-1}, len(m.Classes)),
	}
	for row, name := range m.Classes {
		if c, ok := x.Class(owl.NewIRI(name)); ok {
			next.rows[c], next.classes[row] = int32(row), c
			next.allowed[row], next.spaces[row] = x.Usable[c], x.Spaces[c]
		}
	}
	for row, name := range m.Roles {
		if r, ok := x.Property(owl.NewIRI(name)); ok {
			next.roles[r] = int32(row)
		}
	}
	if g != nil && slices.Equal(g.allowed, next.allowed) && slices.Equal(g.spaces, next.spaces) {
		next.search = g.search
		return next, nil
	}
	var err error
	next.search, err = m.NewSearch(next.allowed, next.spaces)
	return next, err
}

func (g *Geometry) Refines() bool { return g.refines }

func (g *Geometry) Knows(class int32) bool { return g.rows[class] >= 0 }

func (g *Geometry) Superclasses(class int32, k int) []int32 {
	row := g.rows[class]
	if row < 0 {
		return nil
	}
	last := &g.last[int(class)%len(g.last)]
	last.Lock()
	defer last.Unlock()
	if last.class != class || len(last.found) < k {
		found, err := g.search.Superclasses(context.Background(), row, k)
		if err != nil {
			return nil // never: the model has the row
		}
		last.class, last.found = class, make([]int32, len(found))
		for i, n := range found {
			last.found[i] = g.classes[n.ID]
		}
	}
	n := min(k, len(last.found))
	return last.found[:n:n]
}

func (g *Geometry) Fillers(class int32, queries []rank.FillerQuery, k int) [][]int32 {
	lists := make([][]int32, len(queries))
	row := g.rows[class]
	if row < 0 {
		return lists
	}
	var asked []embed.RoleQuery
	var places []int
	for i, q := range queries {
		if role := g.roles[q.Property]; role >= 0 {
			asked, places = append(asked, embed.RoleQuery{Role: role, Regions: q.Spaces}),
				append(places, i)
		}
	}
	if len(asked) == 0 {
		return lists
	}
	found, err := g.search.Fillers(context.Background(), row, asked, k)
	if err != nil {
		return lists // never: the model has the rows
	}
	for i, list := range found {
		for _, n := range list {
			lists[places[i]] = append(lists[places[i]], g.classes[n.ID])
		}
	}
	return lists
}

func (g *Geometry) Distances(class, property int32,
	targets []int32) (distances, losses []float32) {
	distances = slices.Repeat([]float32{nan}, len(targets))
	losses = slices.Clone(distances)
	var rows []int32
	var places []int
	for i, d := range targets {
		if g.rows[d] >= 0 {
			rows, places = append(rows, g.rows[d]), append(places, i)
		}
	}
	row := g.rows[class]
	if row < 0 || len(rows) == 0 || property != rank.NoProperty && g.roles[property] < 0 {
		return distances, losses
	}
	found := make([]float32, 2*len(rows))
	if property == rank.NoProperty {
		g.search.SuperclassDistances(row, rows, found[:len(rows)], found[len(rows):])
	} else {
		g.search.FillerDistances(row, g.roles[property], rows, found[:len(rows)],
			found[len(rows):])
	}
	for i, at := range places {
		distances[at], losses[at] = found[i], found[len(rows)+i]
	}
	return distances, losses
}
