package saturate

import (
	"context"
	"maps"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/internal/invariants"
	"box2el-owl/reasoner/internal/index"
)

// Layer is a copy-on-write saturation over a finished one, a base or a layer. It starts with all
// facts of the one below, adds or removes axioms, and solves the contexts that depend on them
// again. The one below is not modified and stays readable; many layers can share it. A rollback
// drops the layer.
type Layer struct {
	Saturation
	Below *Saturation // the saturation that it is over; nil after Detach

	Solved map[index.ConceptID]struct{} // contexts solved in it: they may have other links
	Recent map[index.ConceptID]struct{} // those with a different result

	scope   index.Bitset // contexts kept up to date besides the nonempty ones; nil for all
	Partial bool         // an axiom outside EL would have made other axioms entail more
}

// Layer returns a layer over s, for one goroutine.
func (s *Saturation) Layer() *Layer {
	l := &Layer{
		Saturation: Saturation{
			Index: s.Index.Layer(), Store: s.Store.layer(),
			Statistics: s.Statistics, Base: s.Base, Rounded: s.Rounded, Assumed: s.Assumed,
			differs: maps.Clone(s.differs), gained: maps.Clone(s.gained),
			nonemptySet: slices.Clone(s.nonemptySet), ownNonempty: s.ownNonempty,
		},
		Below:  s,
		Solved: make(map[index.ConceptID]struct{}),
		Recent: make(map[index.ConceptID]struct{}),
	}
	for a, list := range l.gained {
		l.gained[a] = slices.Clip(list) // appending to it copies
	}
	return l
}

// Fresh returns a new concept id without axioms.
func (l *Layer) Fresh(flags uint8) index.ConceptID {
	a := l.Index.Fresh(flags)
	l.Store.grow(l.Index.NumConcepts)
	return a
}

// updater updates the contexts of a layer.
type updater struct {
	l     *Layer
	w     *worker
	marks dense.Set // of concept ids
}

// Update solves the seeds of a layer again, and then the contexts that depend on a changed one,
// until nothing changes. The index must have the new axioms.
//
// If axioms were only added, every finished context contains at least its previous subsumers, so
// the order does not matter. If axioms were removed, contexts that depend on each other could keep
// each other's lost subsumers; they are solved together.
//
// Cost: solving each of these contexts, usually once.
func (l *Layer) Update(ctx context.Context, seeds []index.ConceptID, removed bool) error {
	u := newUpdater(l)
	for batch := seeds; len(batch) > 0; {
		if removed {
			batch = u.closeUnderCycles(batch)
		}
		next, err := u.solve(ctx, batch)
		if err != nil {
			return err
		}
		batch = next
	}
	u.release()
	if invariants.Enabled {
		changed := slices.Sorted(maps.Keys(l.Recent))
		l.CheckHaving(changed)
		if l.scope == nil { // contexts enter a scope only after an update
			l.CheckClosed(changed)
			l.CheckClosed(l.Index.Contexts)
		}
	}
	return nil
}

func newUpdater(l *Layer) *updater {
	u, ok := l.Base.updaters.Get().(*updater)
	if !ok {
		u = &updater{w: &worker{}}
	}
	u.l = l
	u.w.reset(l)
	return u
}

// release returns the updater to the pool. An interrupted updater must not be released.
func (u *updater) release() {
	base := u.l.Base
	u.l, u.w.x, u.w.store, u.w.arena = nil, nil, nil, arena{}
	base.updaters.Put(u)
}

// reset makes the worker of an updater, without open contexts, work for a layer.
func (w *worker) reset(l *Layer) {
	w.x, w.store, w.arena = l.Index, l.Store, arena{}
	if missing := int(l.Index.NumConcepts) - len(w.position); missing > 0 {
		w.position = append(w.position, make([]int32, missing+missing/8)...)
	}
}

// mark replaces the marked concept ids.
func (u *updater) mark(ids []index.ConceptID) {
	u.marks.Reset(int(u.l.Index.NumConcepts))
	for _, a := range ids {
		u.marks.Add(int32(a))
	}
}

// solve solves the contexts of a batch and returns the contexts that depend on the changed ones.
func (u *updater) solve(
	ctx context.Context,
	batch []index.ConceptID,
) (next []index.ConceptID, err error) {
	l := u.l
	old := make([]Record, len(batch))
	for i, c := range batch {
		if old[i] = *l.Store.Record(c); !l.Store.Done(c) {
			old[i] = Record{All: -1} // it is new
		}
		l.Solved[c] = struct{}{}
		l.Store.Free(c)
	}
	for _, c := range batch {
		if l.Store.Done(c) {
			continue
		}
		if err := u.w.solve(ctx, c); err != nil {
			return nil, err
		}
	}
	var changed []difference
	for i, c := range batch {
		if d, ok := u.compare(c, old[i]); ok {
			changed = append(changed, d)
			l.note(d)
		}
	}
	u.mark(batch)
	add := func(c index.ConceptID) {
		if l.inScope(c) && u.marks.Add(int32(c)) {
			next = append(next, c)
		}
	}
	for _, d := range changed {
		l.dependents(d, add)
	}
	return next, nil
}

// difference is the change of a context.
type difference struct {
	root         index.ConceptID
	gained, lost []index.ConceptID
	bottom       bool // its satisfiability changed
}

// compare computes the difference of a context from its old record.
func (u *updater) compare(c index.ConceptID, old Record) (d difference, changed bool) {
	l := u.l
	d.root = c
	now := l.Store.Record(c)
	d.bottom = (old.All == 0) != (now.All == 0)
	before, after := old.list, now.list
	d.gained = u.without(after, before)
	if len(after)-len(d.gained) < len(before) {
		d.lost = u.without(before, after)
	}
	return d, d.bottom || len(d.gained) > 0 || len(d.lost) > 0
}

// without returns the ids of a list that another one lacks.
func (u *updater) without(list, other []index.ConceptID) (left []index.ConceptID) {
	u.mark(other)
	for _, a := range list {
		if !u.marks.Has(int32(a)) {
			left = append(left, a)
		}
	}
	return left
}

// note records the difference of the layer from its base.
func (l *Layer) note(d difference) {
	l.differs[d.root] = struct{}{}
	l.Recent[d.root] = struct{}{}
	for _, a := range d.gained {
		l.gained[a] = append(l.gained[a], d.root)
	}
}

// dependents visits the contexts whose subsumers may depend on a changed context: those that have
// it as a subsumer, and those with links to it that now propagate other concepts.
func (l *Layer) dependents(d difference, visit func(index.ConceptID)) {
	l.Having(d.root, visit)
	for _, in := range l.linkingTo(d.root) {
		if !d.bottom && !l.propagates(d.gained, in.RoleID) && !l.propagates(d.lost, in.RoleID) {
			continue
		}
		l.Having(in.Sub, visit)
	}
}

// propagates reports whether a link with this role propagates something because its target has one
// of the subsumers.
func (l *Layer) propagates(ids []index.ConceptID, roleID int32) bool {
	var found []index.ConceptID
	return slices.ContainsFunc(ids, func(a index.ConceptID) bool {
		found = l.Index.Targets(found, a, roleID)
		return len(found) > 0
	})
}

// closeUnderCycles adds to the contexts all others in their strongly connected components of the
// dependency graph.
func (u *updater) closeUnderCycles(batch []index.ConceptID) []index.ConceptID {
	l := u.l
	number := make(map[index.ConceptID]int32)
	var nodes []index.ConceptID
	visit := func(c index.ConceptID) int32 {
		n, ok := number[c]
		if !ok {
			n = int32(len(nodes))
			number[c] = n
			nodes = append(nodes, c)
		}
		return n
	}
	for _, c := range batch {
		visit(c)
	}
	var edges []dense.Edge
	for i := 0; i < len(nodes); i++ {
		c := nodes[i]
		if !l.Store.Done(c) {
			continue
		}
		for _, d := range l.Store.Subsumers(c) {
			if d != c && l.Index.IsContext(d) {
				edges = append(edges, dense.Edge{From: int32(i), To: visit(d)})
			}
			for _, e := range l.Index.Existentials(d) {
				edges = append(edges, dense.Edge{From: int32(i), To: visit(e.Filler)})
			}
		}
	}
	g := dense.NewGraph(len(nodes), edges)
	component, count := g.Components()
	hit := make([]bool, count)
	for i := range batch {
		hit[component[i]] = true
	}
	closed := slices.Clip(batch)
	for i := len(batch); i < len(nodes); i++ {
		if hit[component[i]] {
			closed = append(closed, nodes[i])
		}
	}
	return closed
}

// Limits on the contexts that UpdateSome solves again.
const (
	minSeeds     = 1000 // these always
	maxSeedsPart = 4    // else a fourth of all contexts
)

// UpdateSome is Update, or ErrRebuild if a run from scratch is faster.
func (l *Layer) UpdateSome(ctx context.Context, seeds []index.ConceptID, removed bool) error {
	if len(seeds) > minSeeds && len(seeds) > len(l.Index.Contexts)/maxSeedsPart {
		return ErrRebuild
	}
	return l.Update(ctx, seeds, removed)
}

// Detach makes a finished layer independent of the layers below it, so that they can be freed. It
// keeps the base.
func (l *Layer) Detach() {
	l.Below = nil
	l.Store.disown()
}

// Changed returns the number of concepts with changed axioms, or that of the contexts that differ
// from the base, whichever is larger.
func (s *Saturation) Changed() int {
	return max(len(s.differs), len(s.Index.Changes.Axioms))
}
