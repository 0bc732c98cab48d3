package reasoner

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/internal/invariants"
	"box2el-owl/owl/el"
)

// A layer is a saturation on top of a finished one: it begins with everything that is known there,
// takes further axioms or gives some up, and brings what depends on them up to date. What it changes
// it copies first, so that the saturation underneath is not touched and goes on being read; many
// layers may stand on one saturation at the same time. To roll back is to forget the layer.

// layer returns a saturation on top of s, for one goroutine.
func (s *saturation) layer() *saturation {
	l := &saturation{x: s.x.layer(), store: s.store.layer(s.x.atoms), root: s.base(), below: s, statistics: s.statistics}
	l.rounded, l.assumed, l.scope = s.rounded, s.assumed, slices.Clone(s.scope)
	if s.root != nil {
		l.nonemptySet, l.ownNonempty = slices.Clone(s.nonemptySet), s.ownNonempty
	}
	l.recent, l.solved = make(map[atom]struct{}), make(map[atom]struct{})
	l.differs = maps.Clone(s.differs)
	l.gained = maps.Clone(s.gained)
	if l.differs == nil {
		l.differs, l.gained = make(map[atom]struct{}), make(map[atom][]atom)
	}
	for a, list := range l.gained {
		l.gained[a] = slices.Clip(list) // the first that is appended is appended to a copy
	}
	return l
}

// base returns the saturation that the layers under s stand on, or s.
func (s *saturation) base() *saturation {
	if s.root != nil {
		return s.root
	}
	return s
}

// changes are the axioms of the atoms that are not those in the lists of the index.
type changes struct {
	axioms   map[atom]*atomAxioms
	linking  map[atom][]linkAxiom // by filler: the existentials that have been added, some of which may have gone again
	ranged   map[rangedKey]atom   // like index.ranged
	automata map[int32]int32      // like index.automatonOf
	merged   map[string]atom      // values of functional data properties, by the atoms that they are in
	parts    map[atom][]atom      // the inverse of merged
	below    *changes             // of the index underneath, or nil
}

// atomAxioms are all axioms of one atom, by what it is in them; see descriptor.
type atomAxioms struct {
	nf1     []atom
	nf2     []conjunct // sorted
	nf3     []existential
	groups  []group
	members []int32
	flags   uint8
}

// of returns the axioms of an atom that is marked as changed.
func (c *changes) of(a atom) *atomAxioms {
	for {
		if axioms, ok := c.axioms[a]; ok {
			return axioms
		}
		c = c.below
	}
}

func (c *changes) within(key rangedKey) (atom, bool) {
	for ; c != nil; c = c.below {
		if a, ok := c.ranged[key]; ok {
			return a, true
		}
	}
	return 0, false
}

// partsOf returns the atoms that a merged value is in, or the atom itself where it is none.
func (c *changes) partsOf(a atom) []atom {
	for ; c != nil; c = c.below {
		if parts, ok := c.parts[a]; ok {
			return parts
		}
	}
	return []atom{a}
}

// merge makes an atom that of the value that is in several others.
func (c *changes) merge(a atom, parts []atom) {
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
	l.changes = &changes{axioms: make(map[atom]*atomAxioms), linking: make(map[atom][]linkAxiom), ranged: make(map[rangedKey]atom), automata: make(map[int32]int32), merged: make(map[string]atom), parts: make(map[atom][]atom), below: x.changes}
	l.special = true
	l.contexts, l.nominals = slices.Clip(x.contexts), slices.Clip(x.nominals)
	l.concepts, l.atomOf, l.states = slices.Clip(x.concepts), slices.Clip(x.atomOf), slices.Clip(x.states)
	l.automata, l.dense = slices.Clip(x.automata), slices.Clip(x.dense)
	return &l
}

// own returns the axioms of an atom to be changed. Its slices may be shared: they are to be appended
// to, which copies, or replaced.
func (x *index) own(a atom) *atomAxioms {
	if axioms, ok := x.changes.axioms[a]; ok {
		return axioms
	}
	axioms := &atomAxioms{
		nf1:     slices.Clip(x.inclusions(a)),
		nf2:     slices.Clip(x.conjuncts(a)),
		nf3:     slices.Clip(x.existentials(a)),
		groups:  slices.Clip(x.groupsOf(a)),
		members: slices.Clip(x.disjointnessOf(a)),
		flags:   x.flagsOf(a),
	}
	if !x.changed.has(a) {
		axioms.nf2 = slices.Clone(axioms.nf2)
		sortConjuncts(axioms.nf2)
	}
	x.changes.axioms[a] = axioms
	x.changed = x.changed.with(a)
	return axioms
}

// fresh returns a new atom without axioms.
func (s *saturation) fresh(flags uint8) atom {
	x := s.x
	a := x.atoms
	x.atoms++
	x.concepts = append(x.concepts, noConcept)
	x.changes.axioms[a] = &atomAxioms{flags: flags}
	x.changed = x.changed.with(a)
	if flags&isContext != 0 {
		x.contexts = append(x.contexts, a)
	}
	s.store.grow(x.atoms)
	return a
}

// include adds sub ⊑ super. It is for update to apply it.
func (x *index) include(sub, super atom) {
	axioms := x.own(sub)
	axioms.nf1 = append(axioms.nf1, super)
}

// conjoin adds left ⊓ right ⊑ super.
func (x *index) conjoin(left, right, super atom) {
	for _, side := range [2][2]atom{{left, right}, {right, left}} {
		axioms := x.own(side[0])
		axioms.nf2 = append(slices.Clone(axioms.nf2), conjunct{side[1], super})
		sortConjuncts(axioms.nf2)
	}
}

// linkTo adds sub ⊑ ∃r.filler for the role of a letter, and makes the filler a context.
func (x *index) linkTo(sub atom, letter int32, filler atom) {
	axioms := x.own(sub)
	axioms.nf3 = append(axioms.nf3, existential{letter, filler})
	x.changes.linking[filler] = append(x.changes.linking[filler], linkAxiom{sub, letter})
	if !x.isContext(filler) {
		x.own(filler).flags |= isContext | x.dataFlag(letter)
		x.contexts = append(x.contexts, filler)
	}
}

// dataFlag returns isData where the links of a letter lead to data values.
func (x *index) dataFlag(letter int32) uint8 {
	if role := x.letters[letter]; role >= 0 && x.nf.IsData(el.Role(role)) {
		return isData
	}
	return 0
}

// updater brings a layer up to date.
type updater struct {
	s *saturation
	w *worker

	// marks is scratch by atom: a set is what has the number of its round.
	marks []uint32
	round uint32
}

// update solves contexts of a layer again, those of the seeds and then those that depend on one that
// has come out different, until nothing changes. The index has its new axioms by then.
//
// Where axioms have been added only, every context that is known holds at least what followed before, so that the order does not
// matter. Where some have gone, contexts that need each other could keep each other's lost
// subsumers alive: they are solved together.
//
// Cost: solving each of these contexts, once or, where the order is unlucky, a few times.
func (s *saturation) update(ctx context.Context, seeds []atom, removed bool) error {
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
	if missing := int(s.x.atoms) - len(u.marks); missing > 0 {
		u.marks = append(u.marks, make([]uint32, missing+missing/8)...)
	}
	return u
}

// release keeps the memory of the updater for the next one. One that was interrupted is not kept.
func (u *updater) release() {
	root := u.s.base()
	u.s, u.w.s, u.w.x, u.w.store = nil, nil, nil, nil
	u.w.arena = arena{}
	root.updaters.Put(u)
}

// reset makes a worker, which has completed all that it opened, one of another saturation.
func (w *worker) reset(s *saturation) {
	w.s, w.x, w.store, w.arena = s, s.x, s.store, arena{store: s.store}
	if missing := int(s.x.atoms) - len(w.position); missing > 0 {
		w.position = append(w.position, make([]int32, missing+missing/8)...)
	}
	w.delivered.reset()
}

// newSet begins a set of atoms in marks.
func (u *updater) newSet() uint32 {
	if u.round++; u.round == 0 {
		clear(u.marks)
		u.round = 1
	}
	return u.round
}

// solve solves the contexts of a batch and returns those that have to follow.
func (u *updater) solve(ctx context.Context, batch []atom) (next []atom, err error) {
	s := u.s
	u.w.delivered.reset()
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
	add := func(c atom) {
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

// difference is how a context has changed.
type difference struct {
	root         atom
	gained, lost []atom
	bottom       bool // it has become, or is no longer, unsatisfiable
}

// compare finds how a context differs from its old record.
func (u *updater) compare(c atom, old record) (d difference, changed bool) {
	s := u.s
	d.root = c
	now := s.store.record(c)
	known := old.all >= 0
	d.bottom = known && (old.all == 0) != (now.all == 0) || !known && now.all == 0
	var before []atom
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

// note keeps what distinguishes the layer from its base.
func (s *saturation) note(d difference) {
	s.differs[d.root] = struct{}{}
	s.recent[d.root] = struct{}{}
	for _, a := range d.gained {
		s.gained[a] = append(s.gained[a], d.root)
	}
}

// dependents visits the contexts whose subsumers may depend on what has changed in one: those that
// have it among their subsumers, and those with links to it that deliver otherwise than before.
func (s *saturation) dependents(d difference, visit func(atom)) {
	s.having(d.root, visit)
	for _, in := range s.linkingTo(d.root) {
		if !d.bottom && !s.delivers(d.gained, in.letter) && !s.delivers(d.lost, in.letter) {
			continue
		}
		s.having(in.sub, visit)
	}
}

// delivers reports whether a link of the letter into a context with one of the atoms delivers
// something because of it.
func (s *saturation) delivers(atoms []atom, letter int32) bool {
	for _, a := range atoms {
		for _, g := range s.x.groupsOf(a) {
			column := s.x.column(g.automaton, letter)
			if column >= 0 && (g.at < 0 || len(s.x.automata[g.automaton].sources(column, g.at)) > 0) {
				return true
			}
		}
	}
	return false
}

// closeUnderCycles adds to the contexts those that some of them depend on and that depend on some of
// them in turn: the strongly connected components of the dependencies that they lie in.
func (u *updater) closeUnderCycles(batch []atom) []atom {
	s := u.s
	number := make(map[atom]int32)
	var nodes []atom
	visit := func(c atom) int32 {
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
	var edges []edge
	for i := 0; i < len(nodes); i++ {
		c := nodes[i]
		if !s.store.done(c) {
			continue
		}
		for _, d := range s.store.subsumers(c) {
			if d != c && s.x.isContext(d) {
				edges = append(edges, edge{int32(i), visit(d)})
			}
			for _, e := range s.x.existentials(d) {
				edges = append(edges, edge{int32(i), visit(e.filler)})
			}
		}
	}
	g := newGraph(len(nodes), edges)
	component, count := g.components()
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
