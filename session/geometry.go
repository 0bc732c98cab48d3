package session

import (
	"context"
	"slices"
	"sync"

	"box2el-owl/embed"
	"box2el-owl/embed/search"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// geometry makes a model a suggest.Geometry. It remembers some of the classes whose superclasses it has found last: what ranks superclasses,
// what ranks fillers and what says why ask for the same, the first two at the same time.
type geometry struct {
	*embed.Search
	allowed []bool // by row
	regions []string
	last    [512]answer // by the class's number, modulo
}

// answer is what was found for a class. Who looks for it holds the lock meanwhile, so that others wait instead of looking too.
type answer struct {
	sync.Mutex
	class int32
	found []suggest.Neighbor
}

// NewGeometry searches among the classes that may be suggested: those of the terminology that are not deprecated.
func NewGeometry(m *embed.Model, t *suggest.Terminology) (suggest.Geometry, error) {
	return searchAmong(m, allowed(m, t))
}

// followGeometry is NewGeometry that takes over what was prepared for another state of the ontology, where the same classes may be suggested.
func followGeometry(former suggest.Geometry, m *embed.Model, t *suggest.Terminology) (suggest.Geometry, error) {
	now := allowed(m, t)
	if g, ok := former.(*geometry); ok && slices.Equal(g.allowed, now) {
		return &geometry{Search: g.Search, allowed: now, regions: g.regions}, nil
	}
	return searchAmong(m, now)
}

func searchAmong(m *embed.Model, allowed []bool) (suggest.Geometry, error) {
	number, names := suggest.NameSpaces(slices.Values(m.Classes))
	search, err := m.NewSearch(allowed, number)
	if err != nil {
		return nil, err
	}
	return &geometry{Search: search, allowed: allowed, regions: names}, nil
}

// allowed marks the rows of a model that may be suggested.
func allowed(m *embed.Model, t *suggest.Terminology) []bool {
	rows := make([]bool, len(m.Classes))
	for row, name := range m.Classes {
		c, ok := t.Class(owl.NewIRI(name))
		rows[row] = ok && !t.Deprecated[c]
	}
	return rows
}

func (g *geometry) Regions() []string { return g.regions }

func (g *geometry) Superclasses(ctx context.Context, class int32, k int) ([]suggest.Neighbor, error) {
	last := &g.last[int(class)%len(g.last)]
	last.Lock()
	defer last.Unlock()
	if last.class == class && len(last.found) >= k {
		return last.found[:k:k], ctx.Err()
	}
	found, err := g.Search.Superclasses(ctx, class, k)
	if err != nil {
		return nil, err
	}
	last.class, last.found = class, neighbors(found)
	return last.found, nil
}

func (g *geometry) Fillers(ctx context.Context, class int32, roles []suggest.RoleQuery, k int) ([][]suggest.Neighbor, error) {
	queries := make([]embed.RoleQuery, len(roles))
	for i, r := range roles {
		queries[i] = embed.RoleQuery(r)
	}
	found, err := g.Search.FillersEach(ctx, class, queries, k)
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
