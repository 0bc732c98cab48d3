package session

import (
	"context"
	"sync/atomic"

	"box2el-owl/embed"
	"box2el-owl/embed/search"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// geometry makes a model a suggest.Geometry. It remembers whose superclasses it has found last, for what ranks a class and what says why
// ask for the same.
type geometry struct {
	*embed.Search
	last atomic.Pointer[answer]
}

type answer struct {
	class int32
	found []suggest.Neighbor
}

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
	return &geometry{Search: search}, nil
}

func (g *geometry) Superclasses(ctx context.Context, class int32, k int) ([]suggest.Neighbor, error) {
	if last := g.last.Load(); last != nil && last.class == class && len(last.found) >= k {
		return last.found[:k:k], ctx.Err()
	}
	found, err := g.Search.Superclasses(ctx, class, k)
	if err != nil {
		return nil, err
	}
	list := neighbors(found)
	g.last.Store(&answer{class, list})
	return list, nil
}

func (g *geometry) Fillers(ctx context.Context, class int32, roles []int32, k int) ([][]suggest.Neighbor, error) {
	found, err := g.Search.FillersEach(ctx, class, roles, k)
	lists := make([][]suggest.Neighbor, len(found))
	for i, list := range found {
		lists[i] = neighbors(list)
	}
	return lists, err
}

func neighbors(found []search.Neighbor) []suggest.Neighbor {
	list := make([]suggest.Neighbor, len(found))
	for i, n := range found {
		list[i] = suggest.Neighbor{Class: n.ID, Distance: n.Distance}
	}
	return list
}
