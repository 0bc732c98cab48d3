package reasoner

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/internal/invariants"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
)

// A layer is a copy-on-write saturation over a finished one, its base. It starts with all facts of
// the base, adds or removes axioms, and solves the contexts that depend on them again. The base is
// not modified and stays readable; many layers can share one base. A rollback drops the layer.

// layer returns a layer over s, for one goroutine.
func (s *saturation) layer() *saturation {
	l := &saturation{
		x: s.x.layer(), store: s.store.layer(s.x.numConcepts), root: s.base(), below: s,
		statistics: s.statistics,
	}
	l.rounded, l.assumed, l.scope = s.rounded, s.assumed, slices.Clone(s.scope)
	if s.root != nil {
		l.nonemptySet, l.ownNonempty = slices.Clone(s.nonemptySet), s.ownNonempty
	}
	l.recent, l.solved = make(map[conceptID]struct{}), make(map[conceptID]struct{})
	l.differs = maps.Clone(s.differs)
	l.gained = maps.Clone(s.gained)
	if l.differs == nil {
		l.differs, l.gained = make(map[conceptID]struct{}), make(map[conceptID][]conceptID)
	}
	for a, list := range l.gained {
		l.gained[a] = slices.Clip(list) // appending to it copies
	}
	return l
}

// base returns the base of the lowest layer, or s if s is no layer.
func (s *saturation) base() *saturation {
	if s.root != nil {
		return s.root
	}
	return s
}

// changes holds the axioms of the concepts whose axioms differ from those in the lists of the
// index.
type changes struct {
	axioms map[conceptID]*conceptAxioms
	// by filler: the added existentials, including some that were removed again
	linking  map[conceptID][]linkAxiom
	ranged   map[rangedKey]conceptID // like index.ranged
	automata map[int32]int32         // like index.automatonOf
	// merged values of functional data properties, by their parts
	merged map[string]conceptID
	parts  map[conceptID][]conceptID // the inverse of merged
	below  *changes                  // changes of the index below, or nil
}

// conceptAxioms holds all axioms of one concept, by its position in them; see descriptor.
type conceptAxioms struct {
	nf1       []conceptID
	nf2       []conjunct // sorted
	nf3       []existential
	negatives []negativeOccurrence
	members   []int32
	flags     uint8
}

// of returns the axioms of a concept that is marked as changed.
func (c *changes) of(a conceptID) *conceptAxioms {
	for {
		if axioms, ok := c.axioms[a]; ok {
			return axioms
		}
		c = c.below
	}
}

func (c *changes) within(key rangedKey) (conceptID, bool) {
	for ; c != nil; c = c.below {
		if a, ok := c.ranged[key]; ok {
			return a, true
		}
	}
	return 0, false
}

// partsOf returns the parts of a merged value, or the concept itself if it is none.
func (c *changes) partsOf(a conceptID) []conceptID {
	for ; c != nil; c = c.below {
		if parts, ok := c.parts[a]; ok {
			return parts
		}
	}
	return []conceptID{a}
}

// merge records that a is the merged value of the parts.
func (c *changes) merge(a conceptID, parts []conceptID) {
	var key []byte
	for _, p := range parts {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	c.merged[string(key)], c.parts[a] = a, parts
}

func (c *changes) automaton(role int32) (int32, bool) {
	for ; c != nil; c = c.below {
		if at, ok := c.automata[role]; ok {
			return at, true
		}
	}
	return 0, false
}

func (x *index) layer() *index {
	l := *x
	l.changed = slices.Clone(x.changed)
	l.changes = &changes{
		axioms: make(map[conceptID]*conceptAxioms), linking: make(map[conceptID][]linkAxiom),
		ranged: make(map[rangedKey]conceptID), automata: make(map[int32]int32),
		merged: make(map[string]conceptID), parts: make(map[conceptID][]conceptID),
		below: x.changes,
	}
	l.special = true
	l.contexts, l.nominals = slices.Clip(x.contexts), slices.Clip(x.nominals)
	l.concepts, l.idOf, l.states = slices.Clip(x.concepts), slices.Clip(x.idOf),
		slices.Clip(x.states)
	l.automata, l.dense = slices.Clip(x.automata), slices.Clip(x.dense)
	return &l
}

// own returns the axioms of a concept for modification. Its slices may be shared: append copies
// them, other modifications must replace them.
func (x *index) own(a conceptID) *conceptAxioms {
	if axioms, ok := x.changes.axioms[a]; ok {
		return axioms
	}
	axioms := &conceptAxioms{
		nf1:       slices.Clip(x.inclusions(a)),
		nf2:       slices.Clip(x.conjuncts(a)),
		nf3:       slices.Clip(x.existentials(a)),
		negatives: slices.Clip(x.negativesOf(a)),
		members:   slices.Clip(x.disjointnessOf(a)),
		flags:     x.flagsOf(a),
	}
	if !x.changed.has(a) {
		axioms.nf2 = slices.Clone(axioms.nf2)
		sortConjuncts(axioms.nf2)
	}
	x.changes.axioms[a] = axioms
	x.changed = x.changed.with(a)
	return axioms
}

// fresh returns a new concept id without axioms.
func (s *saturation) fresh(flags uint8) conceptID {
	x := s.x
	a := x.numConcepts
	x.numConcepts++
	x.concepts = append(x.concepts, noConcept)
	x.changes.axioms[a] = &conceptAxioms{flags: flags}
	x.changed = x.changed.with(a)
	if flags&isContext != 0 {
		x.contexts = append(x.contexts, a)
	}
	s.store.grow(x.numConcepts)
	return a
}

// include adds sub ⊑ super. The caller runs update afterwards.
func (x *index) include(sub, super conceptID) {
	axioms := x.own(sub)
	axioms.nf1 = append(axioms.nf1, super)
}

// conjoin adds left ⊓ right ⊑ super.
func (x *index) conjoin(left, right, super conceptID) {
	for _, side := range [2][2]conceptID{{left, right}, {right, left}} {
		axioms := x.own(side[0])
		axioms.nf2 = append(slices.Clone(axioms.nf2), conjunct{side[1], super})
		sortConjuncts(axioms.nf2)
	}
}

// linkTo adds sub ⊑ ∃r.filler for a role id, and makes the filler a context.
func (x *index) linkTo(sub conceptID, roleID int32, filler conceptID) {
	axioms := x.own(sub)
	axioms.nf3 = append(axioms.nf3, existential{roleID, filler})
	x.changes.linking[filler] = append(x.changes.linking[filler], linkAxiom{sub, roleID})
	if !x.isContext(filler) {
		x.own(filler).flags |= isContext | x.dataFlag(roleID)
		x.contexts = append(x.contexts, filler)
	}
}

// dataFlag returns isData if the links of a role lead to data values.
func (x *index) dataFlag(roleID int32) uint8 {
	if role := x.representatives[roleID]; role >= 0 && x.nf.IsData(el.Role(role)) {
		return isData
	}
	return 0
}

// updater updates the contexts of a layer.
type updater struct {
	s *saturation
	w *worker

	// marks is an epoch-stamped set of concept ids: those with the number of the current round.
	marks []uint32
	round uint32
}

// update solves the seeds of a layer again, and then the contexts that depend on a changed one,
// until nothing changes. The index must have the new axioms.
//
// If axioms were only added, every finished context contains at least its previous subsumers, so
// the order does not matter. If axioms were removed, contexts that depend on each other could keep
// each other's lost subsumers; they are solved together.
//
// Cost: solving each of these contexts, usually once.
func (s *saturation) update(ctx context.Context, seeds []conceptID, removed bool) error {
	u := newUpdater(s)
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
		changed := slices.Sorted(maps.Keys(s.recent))
		s.checkHaving(changed)
		s.checkClosed(changed)
		s.checkClosed(s.x.contexts)
	}
	return nil
}

func newUpdater(s *saturation) *updater {
	root := s.base()
	u, ok := root.updaters.Get().(*updater)
	if !ok {
		u = &updater{w: newWorker(root, 0)}
	}
	u.s = s
	u.w.reset(s)
	if missing := int(s.x.numConcepts) - len(u.marks); missing > 0 {
		u.marks = append(u.marks, make([]uint32, missing+missing/8)...)
	}
	return u
}

// release returns the updater to the pool. An interrupted updater must not be released.
func (u *updater) release() {
	root := u.s.base()
	u.s, u.w.s, u.w.x, u.w.store = nil, nil, nil, nil
	u.w.arena = arena{}
	root.updaters.Put(u)
}

// reset makes a worker without open contexts work for another saturation.
func (w *worker) reset(s *saturation) {
	w.s, w.x, w.store, w.arena = s, s.x, s.store, arena{store: s.store}
	if missing := int(s.x.numConcepts) - len(w.position); missing > 0 {
		w.position = append(w.position, make([]int32, missing+missing/8)...)
	}
	w.propagated.reset()
}

// newSet starts an empty set in marks.
func (u *updater) newSet() uint32 {
	if u.round++; u.round == 0 {
		clear(u.marks)
		u.round = 1
	}
	return u.round
}

// solve solves the contexts of a batch and returns the contexts that depend on the changed ones.
func (u *updater) solve(ctx context.Context, batch []conceptID) (next []conceptID, err error) {
	s := u.s
	u.w.propagated.reset()
	old := make([]record, len(batch))
	for i, c := range batch {
		old[i] = *s.store.record(c)
		if !s.store.done(c) {
			old[i] = record{all: -1} // it is new
		}
		s.solved[c] = struct{}{}
		s.store.free(c)
	}
	for _, c := range batch {
		if s.store.done(c) {
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
			s.note(d)
		}
	}
	in := u.newSet()
	for _, c := range batch {
		u.marks[c] = in
	}
	add := func(c conceptID) {
		if u.marks[c] != in && s.inScope(c) {
			u.marks[c] = in
			next = append(next, c)
		}
	}
	for _, d := range changed {
		s.dependents(d, add)
	}
	return next, nil
}

// difference is the change of a context.
type difference struct {
	root         conceptID
	gained, lost []conceptID
	bottom       bool // its satisfiability changed
}

// compare computes the difference of a context from its old record.
func (u *updater) compare(c conceptID, old record) (d difference, changed bool) {
	s := u.s
	d.root = c
	now := s.store.record(c)
	known := old.all >= 0
	d.bottom = known && (old.all == 0) != (now.all == 0) || !known && now.all == 0
	var before []conceptID
	if known {
		before = old.piece(s.store)
	}
	in := u.newSet()
	for _, a := range before {
		u.marks[a] = in
	}
	present := 0
	for _, a := range now.piece(s.store) {
		if u.marks[a] == in {
			present++
			continue
		}
		d.gained = append(d.gained, a)
	}
	if present < len(before) {
		in = u.newSet()
		for _, a := range now.piece(s.store) {
			u.marks[a] = in
		}
		for _, a := range before {
			if u.marks[a] != in {
				d.lost = append(d.lost, a)
			}
		}
	}
	return d, d.bottom || len(d.gained) > 0 || len(d.lost) > 0
}

// note records the difference of the layer from its base.
func (s *saturation) note(d difference) {
	s.differs[d.root] = struct{}{}
	s.recent[d.root] = struct{}{}
	for _, a := range d.gained {
		s.gained[a] = append(s.gained[a], d.root)
	}
}

// dependents visits the contexts whose subsumers may depend on a changed context: those that have
// it as a subsumer, and those with links to it that now propagate other concepts.
func (s *saturation) dependents(d difference, visit func(conceptID)) {
	s.having(d.root, visit)
	for _, in := range s.linkingTo(d.root) {
		if !d.bottom && !s.propagates(d.gained, in.roleID) && !s.propagates(d.lost, in.roleID) {
			continue
		}
		s.having(in.sub, visit)
	}
}

// propagates reports whether a link with this role propagates something because its target has one
// of the subsumers.
func (s *saturation) propagates(ids []conceptID, roleID int32) bool {
	for _, a := range ids {
		for _, g := range s.x.negativesOf(a) {
			column := s.x.column(g.automaton, roleID)
			if column >= 0 && (g.at < 0 ||
				len(s.x.automata[g.automaton].sources(column, g.at)) > 0) {
				return true
			}
		}
	}
	return false
}

// closeUnderCycles adds to the contexts all others in their strongly connected components of the
// dependency graph.
func (u *updater) closeUnderCycles(batch []conceptID) []conceptID {
	s := u.s
	number := make(map[conceptID]int32)
	var nodes []conceptID
	visit := func(c conceptID) int32 {
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
	var edges []graph.Edge
	for i := 0; i < len(nodes); i++ {
		c := nodes[i]
		if !s.store.done(c) {
			continue
		}
		for _, d := range s.store.subsumers(c) {
			if d != c && s.x.isContext(d) {
				edges = append(edges, graph.Edge{From: int32(i), To: visit(d)})
			}
			for _, e := range s.x.existentials(d) {
				edges = append(edges, graph.Edge{From: int32(i), To: visit(e.filler)})
			}
		}
	}
	g := graph.New(len(nodes), edges)
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

func sortConjuncts(list []conjunct) {
	slices.SortFunc(list, func(c, d conjunct) int { return int(c.other) - int(d.other) })
}
