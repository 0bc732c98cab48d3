package saturate

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"box2el-owl/internal/invariants"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// Saturation is the common part of a Base and a Layer: the axioms, the subsumers of all contexts,
// and the methods that read them. A Layer can be put over either.
type Saturation struct {
	Index      *index.Index
	Store      *Store
	Statistics Statistics

	Base    *Base // itself, or the base of all layers below it
	Rounded bool  // the rules of rounds have added axioms
	Assumed int32 // classes whose subsumers depend on an assumption; see AssumeEach

	// differs holds the contexts that differ from the base's. gained maps a concept to the contexts
	// that have it as a new subsumer compared with some saturation below. Both are empty in a base.
	differs map[index.ConceptID]struct{}
	gained  map[index.ConceptID][]index.ConceptID

	// nonemptySet holds the contexts known to be nonempty, without those of the base's set unless
	// ownNonempty is set.
	nonemptySet index.Bitset
	ownNonempty bool

	// Fields of a finished saturation, computed on first use: the contexts whose nonemptiness
	// matters to a rule, the members of disjointness axioms, and by concept its contexts as a
	// bitset if there are many.
	findConditional sync.Once
	conditionals    []index.ConceptID
	findMembers     sync.Once
	members         [][]index.ConceptID
	makeSets        sync.Once
	havingSets      []atomic.Pointer[index.Bitset]
}

// Base is a saturation computed from scratch. It solves contexts in the order of their dependencies
// (completion by strongly connected components, as in tabled evaluation). A context that another
// one needs, as a subsumer or as the target of a link, is solved first. Contexts that need each
// other through links are open together and completed together.
//
// Each worker solves contexts on a private stack of open contexts and shares only finished ones.
// Two workers may solve the same context at the same time; the results are equal, and the first one
// is kept. No worker waits for another one to solve a context.
type Base struct {
	Saturation
	todo  atomic.Int64 // next in Index.Contexts
	large atomic.Bool  // some context has more than manySubsumers; see index.Collapse
	done  atomic.Int64 // finished contexts

	// Caches of the base and all layers over it, filled on first use.
	walkers      sync.Map // automata that only queries use, by role
	invert       sync.Once
	inverse      *inverse
	findNonempty sync.Once
	always       index.Bitset // nonempty contexts
	updaters     sync.Pool
	ConflictPool sync.Pool // of package propagate
}

// stepsPerCheck is the number of steps between two checks for cancellation.
const stepsPerCheck = 64

// contextsPerClaim is the number of neighboring contexts that a worker takes at a time.
const contextsPerClaim = 64

// run solves all contexts that are not finished.
func (b *Base) run(ctx context.Context, workers int, progress owl.Progress) error {
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for i := 1; i < workers; i++ {
		wg.Go(func() { errs[i] = newWorker(b).work(ctx, nil) })
	}
	errs[0] = newWorker(b).work(ctx, progress)
	wg.Wait()
	if b.large.Load() {
		return index.CollapseEqual(b.Index.NF, nil, nil)
	}
	return errors.Join(errs...)
}

// openContext is a context that is being solved.
type openContext struct {
	root index.ConceptID
	low  int32 // the lowest open context that this one, or one that it needs, is linked to

	// set holds the subsumers; their tag is pending, settled, or the round of inheritance. all
	// lists them; conjuncts lists those in the active blocks that are no longer pending.
	set       idSet
	all       []index.ConceptID
	conjuncts []index.ConceptID
	round     uint32

	queue       []index.ConceptID // subsumers to settle, from next on
	next        int
	linking     []index.ConceptID // settled subsumers with NF3 axioms, from nextLinking on
	nextLinking int
	nextFiller  int32 // next NF3 axiom of linking[nextLinking]

	backward []backwardLinks
	sent     int // all[:sent] were propagated through the backward links

	out     []outgoing // all links, if chains are composed; else empty
	outSet  map[Link]struct{}
	nextOut int

	unsatisfiable bool
	running       bool // on the stack of frames
	dirty         bool // on the stack of contexts that have work left
}

// Tags of subsumers. Larger tags are rounds of inheritance.
const (
	pending uint32 = iota
	settled
)

// backwardLinks holds the backward links of one role into an open context, and the concepts that
// they propagate.
type backwardLinks struct {
	roleID     int32
	from       []int32 // positions of open contexts
	propagates []index.ConceptID
}

// Link is a link of a context, C –r→ E.
type Link struct {
	RoleID int32
	Target index.ConceptID
}

// worker solves contexts one after the other. opened is the stack of open contexts in the order in
// which they were started (Tarjan's stack). frames is the call stack: each context on it is needed
// by the one below it.
type worker struct {
	base  *Base // nil for a layer
	x     *index.Index
	store *Store
	arena arena

	position []int32        // by id: position in opened + 1, or 0
	opened   []*openContext // the first count are in use, the others can be reused
	count    int32
	frames   []int32
	dirty    []int32 // positions of contexts that have work left

	found []index.ConceptID // scratch for targets
	steps int
}

func newWorker(b *Base) *worker {
	return &worker{
		base: b, x: b.Index, store: b.Store,
		position: make([]int32, b.Index.NumConcepts),
	}
}

// work takes contexts until none is left.
func (w *worker) work(ctx context.Context, progress owl.Progress) error {
	contexts := w.x.Contexts
	total := int64(len(contexts))
	for {
		begin := w.base.todo.Add(contextsPerClaim) - contextsPerClaim
		if begin >= total || w.base.large.Load() {
			return nil
		}
		for _, root := range contexts[begin:min(begin+contextsPerClaim, total)] {
			if w.store.Done(root) {
				continue
			}
			if err := w.solve(ctx, root); err != nil {
				return err
			}
		}
		progress.Report("saturating", w.base.done.Load(), total)
	}
}

// solve completes a context and everything it needs.
func (w *worker) solve(ctx context.Context, root index.ConceptID) error {
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
		if len(o.all) > manySubsumers && w.base != nil && w.x.Names == nil {
			w.base.large.Store(true)
			return errLarge
		}
		if w.advance(o, position) {
			continue // a context that o needs is on top now
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

// push opens a context and pushes it on the stack of frames.
func (w *worker) push(root index.ConceptID) {
	if int(w.count) == len(w.opened) {
		w.opened = append(w.opened, new(openContext))
	}
	position := w.count
	w.count++
	w.position[root] = position + 1
	w.frames = append(w.frames, position)
	w.opened[position].start(root, position)
	w.ruleInit(w.opened[position])
}

func (o *openContext) start(root index.ConceptID, position int32) {
	o.root, o.low, o.running = root, position, true
	o.round = settled
	o.set.reset()
	o.all, o.conjuncts = o.all[:0], o.conjuncts[:0]
	o.queue, o.next = o.queue[:0], 0
	o.linking, o.nextLinking, o.nextFiller = o.linking[:0], 0, 0
	o.backward, o.sent = o.backward[:0], 0
	o.out, o.nextOut = o.out[:0], 0
	clear(o.outSet)
	o.unsatisfiable, o.dirty = false, false
}

// advance does the remaining work of the context. It returns true if the context needs another one,
// which is then on top of the frames; the caller must then call advance again.
//
// Subsumers are settled before links are made, because links need not propagate what the context of
// a subsumer contains.
func (w *worker) advance(o *openContext, position int32) (needs bool) {
	for {
		switch {
		case o.unsatisfiable:
			w.ruleBottom(o)
			return false
		case o.next < len(o.queue):
			a := o.queue[o.next]
			if o.set.tag(a) != pending {
				o.next++
				continue
			}
			if w.x.IsContext(a) && a != o.root && w.position[a] == 0 {
				if !w.store.Done(a) {
					w.push(a)
					return true
				}
				o.next++
				if w.mayBeStale(o, a) {
					w.settle(o, a)
				} else {
					w.inherit(o, a)
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
			if w.ruleChain(o, position) {
				return true
			}
		case o.sent < len(o.all):
			w.ruleNF4Subsumer(o)
		default:
			return false
		}
		if w.steps++; w.steps >= stepsPerCheck {
			return true // the caller checks for cancellation and calls advance again
		}
	}
}

// mayBeStale reports whether the finished context d has the open context among its subsumers. In a
// layer both contexts may be incomplete, so neither may inherit from the other.
func (w *worker) mayBeStale(o *openContext, d index.ConceptID) bool {
	return w.base == nil && slices.Contains(w.store.Subsumers(d), o.root)
}

// complete finishes the strongly connected component that begins at the position.
func (w *worker) complete(position int32) {
	component := w.opened[position:w.count]
	for _, o := range component {
		w.position[o.root] = 0
		w.finish(o)
	}
	w.count = position
}

// finish stores the subsumers of a context, unless another worker has stored them.
func (w *worker) finish(o *openContext) {
	if w.store.Done(o.root) {
		return
	}
	var r Record
	if !o.unsatisfiable {
		r = w.record(o.all)
	}
	if w.base == nil {
		w.store.own(o.root)
	}
	if w.store.set(o.root, r, o.links()) && w.base != nil {
		w.base.done.Add(1)
	}
}

// record returns a record with a copy of the subsumers, block after block.
func (w *worker) record(all []index.ConceptID) Record {
	x := w.x
	var n [4]int32
	for _, a := range all {
		n[x.Block(a)]++
	}
	r := Record{
		list: w.arena.take(len(all)), All: int32(len(all)),
		ActiveOnly: n[0], active: n[0] + n[1], propagated: n[0] + n[1] + n[2],
	}
	next := [4]int32{0, r.ActiveOnly, r.active, r.propagated}
	for _, a := range all {
		b := x.Block(a)
		r.list[next[b]] = a
		next[b]++
	}
	return r
}

// markDirty marks an open context that has work left. A context on the stack of frames needs no
// mark, because its frame continues.
func (w *worker) markDirty(o *openContext, position int32) {
	if !o.running && !o.dirty {
		o.dirty = true
		w.dirty = append(w.dirty, position)
	}
}

// popDirty returns a context at or above a position that has work left. Only contexts that are
// linked to an open one are marked, so those at or above the start of a component are marked last.
func (w *worker) popDirty(lowest int32) (position int32, ok bool) {
	last := len(w.dirty) - 1
	if last < 0 || w.dirty[last] < lowest {
		return 0, false
	}
	position = w.dirty[last]
	w.dirty = w.dirty[:last]
	w.opened[position].dirty = false
	return position, true
}

// errLarge is returned if an attempt meets a context with more than manySubsumers subsumers.
var errLarge = errors.New("a context has very many subsumers")

// manySubsumers is the number of subsumers of a context above which equivalent names are searched.
// Real ontologies have a few hundred at most.
const manySubsumers = 2000

// Options configure a saturation. Workers is positive.
type Options struct {
	Workers  int
	Progress owl.Progress
	index.Options
}

// Statistics holds the counts and durations of a run. The counts depend on the ontology alone.
type Statistics struct {
	NormalForms int64 // axioms of the normal form
	Contexts    int64 // concepts whose subsumers were computed
	Derived     int64 // derived facts: pairs of a context and a subsumer

	Index, Saturate time.Duration
	Reduce          time.Duration // of package reasoner
}

// Run indexes the normal form and saturates it. The result is a base, or a layer over it if the
// rules of rounds add something. If many names are equivalent, Run starts again with one name for
// each group: see index.Collapse.
func Run(ctx context.Context, nf *el.Ontology, opts Options) (*Saturation, error) {
	var known *index.Collapse
	for {
		s, err := saturateOnce(ctx, nf, known, opts)
		var more *index.Collapse
		if !errors.As(err, &more) {
			return s, err
		}
		known = more
	}
}

// saturateOnce is one attempt of Run. Its error is an *index.Collapse if the next attempt must use
// it.
func saturateOnce(
	ctx context.Context, nf *el.Ontology, names *index.Collapse, opts Options,
) (*Saturation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	start := time.Now()
	opts.Progress.Report("indexing", 0, 1)
	x, err := index.New(ctx, nf, names, opts.Options)
	if err != nil {
		return nil, err
	}
	opts.Progress.Report("indexing", 1, 1)
	b := &Base{Saturation: Saturation{
		Index: x, Store: newStore(x),
		differs: make(map[index.ConceptID]struct{}),
		gained:  make(map[index.ConceptID][]index.ConceptID),
	}}
	b.Base = b
	b.Statistics.NormalForms = int64(nf.NumAxioms())
	b.Statistics.Contexts = int64(len(x.Contexts))
	b.Statistics.Index = time.Since(start)

	start = time.Now()
	if err := b.run(ctx, opts.Workers, opts.Progress); err != nil {
		return nil, err
	}
	if invariants.Enabled {
		b.CheckClosed(x.Contexts)
	}
	s, err := b.complete(ctx, opts.Workers)
	if err != nil {
		return nil, err
	}
	opts.Progress.Report("saturating", int64(len(x.Contexts)), int64(len(x.Contexts)))
	s.Statistics.Derived = s.countDerived()
	s.Statistics.Saturate = time.Since(start)
	return s, nil
}

// Consistent reports whether ⊤ and all individuals are satisfiable.
func (s *Saturation) Consistent() bool {
	if s.Store.Unsatisfiable(s.Index.Top) {
		return false
	}
	for _, a := range s.Index.Nominals {
		if s.Store.Unsatisfiable(a) {
			return false
		}
	}
	return true
}

func (s *Saturation) countDerived() int64 {
	n := int64(0)
	for _, c := range s.Index.Contexts {
		n += int64(max(s.Store.Record(c).All, 1)) // an unsatisfiable context has ⊥ only
	}
	return n
}
