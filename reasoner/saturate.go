package reasoner

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/internal/invariants"
	"box2el-owl/owl"
)

// saturation computes the subsumers of all contexts, in the order in which they depend on each
// other (completion by strongly connected components, as in tabled evaluation): when a context
// needs another one, as a subsumer or as the target of a link, that is solved first. Contexts that
// need each other through links are open together and completed together.
//
// Each worker solves what it needs in a private stack of open contexts; only finished contexts are
// shared. Two workers may solve the same context at the same time: the result is the same set, and
// the first one is kept. So no worker waits for another, and nothing is locked.
type saturation struct {
	x     *index
	store *store
	todo  atomic.Int64 // next in x.contexts
	large atomic.Bool  // some context has very many subsumers; see collapse
	done  atomic.Int64 // finished contexts

	statistics Statistics

	// Of a layer: the saturation that all layers underneath stand on, the one directly underneath, the contexts that have
	// been solved in this layer, which may have other links, those that have come out different, those that differ from
	// root's, and by atom those that have it and had it not in some saturation underneath.
	root, below *saturation
	solved      map[atom]struct{}
	recent      map[atom]struct{}
	differs     map[atom]struct{}
	gained      map[atom][]atom
	scope       bitset // beside nonempty contexts, those that are kept up to date; nil for all
	partial     bool   // an axiom outside EL would have made others say more than they do here
	rounded     bool   // the rules of rounds have added axioms
	assumed     int32  // classes whose subsumers rest on an assumption; see assumeEach

	// Of a base: its inverse, made when it is first needed, updaters to be used again, and the automata, by role, that only
	// questions have asked for.
	walkers    sync.Map
	invert     sync.Once
	inverse    *inverse
	updaters   sync.Pool
	spreadPool sync.Pool

	// nonemptySet are the contexts that are known to be nonempty; of a layer, those that are not so in the base, unless
	// ownNonempty says that the base does not count.
	findNonempty sync.Once
	nonemptySet  bitset
	ownNonempty  bool

	// Of a finished saturation, found when they are first asked for: the contexts on whose being nonempty something turns, the
	// members of disjointness axioms, and by atom the contexts with it where these are many.
	findConditional sync.Once
	conditionals    []atom
	findMembers     sync.Once
	members         [][]atom
	makeSets        sync.Once
	havingSets      []atomic.Pointer[bitset]
}

// Saturation looks whether it is cancelled once in so many steps.
const stepsPerCheck = 64

// contextsPerClaim is how many neighboring contexts a worker takes at a time.
const contextsPerClaim = 64

// run solves all contexts that are not finished yet.
func (s *saturation) run(ctx context.Context, workers int, progress owl.Progress) error {
	s.todo.Store(0)
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for i := 1; i < workers; i++ {
		wg.Go(func() { errs[i] = newWorker(s, i).work(ctx, nil) })
	}
	errs[0] = newWorker(s, 0).work(ctx, progress)
	wg.Wait()
	if s.large.Load() {
		return collapseEqual(s.x.nf, nil, nil)
	}
	return errors.Join(errs...)
}

// open is a context that is being solved.
type open struct {
	root atom
	low  int32 // the lowest open context that this one, or one above it that it needs, is linked to

	// set holds the subsumers; the tag of one is pending, settled, or the round in which it was
	// inherited. all lists them; conjuncts those in the active blocks that are no longer pending.
	set       atomSet
	all       []atom
	conjuncts []atom
	round     uint32

	queue       []atom // subsumers to settle, from next on
	next        int
	linking     []atom // settled subsumers with NF3 axioms, from nextLinking on
	nextLinking int
	nextFiller  int32 // of the NF3 axioms of linking[nextLinking]

	incoming []incoming
	sent     int // all[:sent] have been delivered through the incoming links

	out     []outgoing // all links, where chains are composed; else empty
	outSet  map[link]struct{}
	nextOut int

	unsatisfiable bool
	running       bool // on the stack of frames
	dirty         bool // in the heap of contexts that have something to do
}

// Tags of subsumers. Larger tags are rounds of inheritance.
const (
	pending uint32 = iota
	settled
)

// incoming is the links of one letter that lead into an open context, and what they deliver.
type incoming struct {
	letter   int32
	from     []int32 // positions of open contexts
	delivers []atom
}

type link struct {
	letter int32
	target atom
}

// worker solves contexts one after the other. opened is the stack of open contexts in the order in
// which they were started (Tarjan's stack); frames are those that are being run, each because the
// one below it needs it.
type worker struct {
	s     *saturation
	x     *index
	store *store
	claim uint32
	arena arena

	position []int32 // by atom: position in opened + 1, or 0
	opened   []*open // the first count are in use, the others wait to be used again
	count    int32
	frames   []int32
	dirty    []int32 // a heap of positions, the highest first

	found     []atom // scratch for targets
	delivered deliveries
	steps     int
}

func newWorker(s *saturation, i int) *worker {
	return &worker{
		s: s, x: s.x, store: s.store, claim: stateClaimed + uint32(i),
		arena:    arena{store: s.store},
		position: make([]int32, s.x.atoms),
	}
}

// work takes contexts until none is left.
func (w *worker) work(ctx context.Context, progress owl.Progress) error {
	contexts := w.x.contexts
	total := int64(len(contexts))
	for {
		begin := w.s.todo.Add(contextsPerClaim) - contextsPerClaim
		if begin >= total || w.s.large.Load() {
			return nil
		}
		for _, root := range contexts[begin:min(begin+contextsPerClaim, total)] {
			if w.store.done(root) {
				continue
			}
			if err := w.solve(ctx, root); err != nil {
				return err
			}
		}
		progress.Report("saturating", w.s.done.Load(), total)
	}
}

// solve completes a context and all that it needs.
func (w *worker) solve(ctx context.Context, root atom) error {
	w.push(root)
	for len(w.frames) > 0 {
		if w.steps++; w.steps >= stepsPerCheck {
			w.steps = 0
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		position := w.frames[len(w.frames)-1]
		o := w.opened[position]
		if len(o.all) > manySubsumers && w.x.names == nil && w.s.root == nil {
			w.s.large.Store(true)
			return errLarge
		}
		if w.advance(o, position) {
			continue // something that o needs is on top now
		}
		if o.low == position {
			if d, ok := w.popDirty(position); ok {
				w.frames = append(w.frames, d)
				w.opened[d].running = true
				continue
			}
			w.complete(position)
		}
		o.running = false
		w.frames = w.frames[:len(w.frames)-1]
		if len(w.frames) > 0 {
			below := w.opened[w.frames[len(w.frames)-1]]
			if position < w.count { // still open
				below.low = min(below.low, o.low)
			}
		}
	}
	return nil
}

// push opens a context and puts it on the stack of frames.
func (w *worker) push(root atom) {
	if w.s.root != nil {
		w.store.own(root)
	}
	w.store.state(root).CompareAndSwap(stateFree, w.claim)
	if int(w.count) == len(w.opened) {
		w.opened = append(w.opened, new(open))
	}
	position := w.count
	w.count++
	w.position[root] = position + 1
	w.frames = append(w.frames, position)
	w.opened[position].start(root, position)
	w.init(w.opened[position])
}

func (o *open) start(root atom, position int32) {
	o.root, o.low, o.running = root, position, true
	o.round = settled
	o.set.reset()
	o.all, o.conjuncts = o.all[:0], o.conjuncts[:0]
	o.queue, o.next = o.queue[:0], 0
	o.linking, o.nextLinking, o.nextFiller = o.linking[:0], 0, 0
	o.incoming, o.sent = o.incoming[:0], 0
	o.out, o.nextOut = o.out[:0], 0
	clear(o.outSet)
	o.unsatisfiable, o.dirty = false, false
}

// advance works off what the context has to do. It returns true when the context needs another
// one, which is then on top of the frames, and must be called again after that.
//
// Subsumers are settled before links are made: what a subsumer's context brings along need not be
// delivered by links again.
func (w *worker) advance(o *open, position int32) (needs bool) {
	for {
		switch {
		case o.unsatisfiable:
			w.deliverBottom(o)
			return false
		case o.next < len(o.queue):
			a := o.queue[o.next]
			if o.set.tag(a) != pending {
				o.next++
				continue
			}
			if w.isContext(a) && a != o.root && w.position[a] == 0 {
				if !w.store.done(a) {
					w.push(a)
					return true
				}
				w.largestFirst(o)
				d := o.queue[o.next]
				o.next++
				if w.mayBeStale(o, d) {
					w.settle(o, d)
				} else {
					w.inherit(o, d)
				}
				continue
			}
			o.next++
			w.settle(o, a)
		case o.nextLinking < len(o.linking):
			if w.makeLinks(o) {
				return true
			}
		case o.nextOut < len(o.out):
			if w.compose(o, position) {
				return true
			}
		case o.sent < len(o.all):
			w.deliver(o)
		default:
			return false
		}
		if w.steps++; w.steps >= stepsPerCheck {
			return true // to be looked at: the caller checks for cancellation and comes back
		}
	}
}

// isContext is index.isContext out of the table that is needed next anyway.
func (w *worker) isContext(a atom) bool {
	if w.x.changed.has(a) {
		return w.x.changes.of(a).flags&isContext != 0
	}
	return w.x.descriptors[a].flags&uint32(isContext) != 0
}

// mayBeStale reports whether a context that counts as finished, and that the open one has among its subsumers, has the open one
// among its own: in a layer, both may then lack something, and each would leave it to the other.
func (w *worker) mayBeStale(o *open, d atom) bool {
	return w.s.root != nil && slices.Contains(w.store.subsumers(d), o.root)
}

// lookahead is how many waiting subsumers largestFirst looks at.
const lookahead = 8

// largestFirst brings forward, of the next subsumers whose contexts are finished, the one with the
// most subsumers itself: inherited first it may bring the others along.
func (w *worker) largestFirst(o *open) {
	waiting := o.queue[o.next:min(o.next+lookahead, len(o.queue))]
	best := 0
	most := w.store.record(waiting[0]).all
	for i, a := range waiting[1:] {
		if !w.x.isContext(a) || w.position[a] != 0 || !w.store.done(a) {
			continue
		}
		r := w.store.record(a)
		if r.all == 0 {
			best = i + 1 // unsatisfiable: nothing else matters
			break
		}
		if r.all > most && o.set.tag(a) == pending {
			best, most = i+1, r.all
		}
	}
	waiting[0], waiting[best] = waiting[best], waiting[0]
}

// complete finishes the component that begins at the position.
func (w *worker) complete(position int32) {
	component := w.opened[position:w.count]
	for _, o := range component {
		w.position[o.root] = 0
		w.finish(o)
	}
	w.count = position
}

// finish puts the subsumers of a context into the store, unless another worker has done it.
func (w *worker) finish(o *open) {
	state := w.store.state(o.root)
	for {
		switch now := state.Load(); now {
		case stateDone:
			return
		case stateWriting: // for as long as it takes to copy a list
			continue
		default:
			if !state.CompareAndSwap(now, stateWriting) {
				continue
			}
		}
		break
	}
	r := record{}
	if !o.unsatisfiable {
		w.sortByBlock(o, &r)
	}
	if invariants.Enabled {
		w.s.checkRecord(&r)
	}
	*w.store.record(o.root) = r
	if w.x.composing != nil {
		w.store.links[o.root] = o.links()
	}
	state.Store(stateDone)
	w.s.done.Add(1)
}

// sortByBlock copies the subsumers into the arena, block after block.
func (w *worker) sortByBlock(o *open, r *record) {
	x := w.x
	var n [4]int32
	for _, a := range o.all {
		n[x.block(a)]++
	}
	room, chunk, begin := w.arena.take(len(o.all))
	r.chunk, r.begin, r.all = chunk, begin, int32(len(o.all))
	r.activeOnly, r.active, r.delivered = n[0], n[0]+n[1], n[0]+n[1]+n[2]
	next := [4]int32{0, r.activeOnly, r.active, r.delivered}
	for _, a := range o.all {
		b := x.block(a)
		room[next[b]] = a
		next[b]++
	}
}

// block returns which of the four blocks of atoms a is in.
func (x *index) block(a atom) int {
	b := 0
	if a >= x.activeOnly {
		b++
	}
	if a >= x.active {
		b++
	}
	if a >= x.delivered {
		b++
	}
	return b
}

// markDirty notes that an open context has something to do. One that is on a frame comes to it
// by itself.
func (w *worker) markDirty(o *open, position int32) {
	if o.running || o.dirty {
		return
	}
	o.dirty = true
	w.dirty = append(w.dirty, position)
	for i := len(w.dirty) - 1; i > 0; {
		up := (i - 1) / 2
		if w.dirty[up] >= w.dirty[i] {
			break
		}
		w.dirty[up], w.dirty[i] = w.dirty[i], w.dirty[up]
		i = up
	}
}

// popDirty returns the highest context at or above a position that has something to do.
func (w *worker) popDirty(lowest int32) (position int32, ok bool) {
	h := w.dirty
	if len(h) == 0 || h[0] < lowest {
		return 0, false
	}
	position = h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	w.dirty = h
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1] > h[child] {
			child++
		}
		if h[i] >= h[child] {
			break
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
	w.opened[position].dirty = false
	return position, true
}
