package session

import (
	"context"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// geometry makes a model a suggest.Geometry.
type geometry struct{ *embed.Search }

// newGeometry searches among the classes that may be suggested: those of the terminology that are not deprecated.
func newGeometry(m *embed.Model, t *suggest.Terminology) (suggest.Geometry, error) {
	allowed := make([]bool, len(m.Classes))
	for row, name := range m.Classes {
		c, ok := t.Class(owl.NewIRI(name))
		allowed[row] = ok && !t.Deprecated[c]
	}
	search, err := m.NewSearch(allowed)
	if err != nil {
		return nil, err
	}
	return geometry{search}, nil
}

func (g geometry) Superclasses(ctx context.Context, class int32, k int) ([]suggest.Neighbor, error) {
	found, err := g.Search.Superclasses(ctx, class, k)
	list := make([]suggest.Neighbor, len(found))
	for i, n := range found {
		list[i] = suggest.Neighbor{Class: n.ID, Distance: n.Distance}
	}
	return list, err
}

func (g geometry) Fillers(ctx context.Context, class, role int32, k int) ([]suggest.Neighbor, error) {
	found, err := g.Search.Fillers(ctx, class, role, k)
	list := make([]suggest.Neighbor, len(found))
	for i, n := range found {
		list[i] = suggest.Neighbor{Class: n.ID, Distance: n.Distance}
	}
	return list, err
}
