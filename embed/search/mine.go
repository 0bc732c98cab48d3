package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
)

// MineOptions say among which pairs to look, and for how many.
type MineOptions struct {
	// K is the number of pairs to be found.
	K int

	// Subjects and Targets mark ids that may stand in column 0 and in the open one.
	//
	// Default: the candidates of the space. Targets are never others.
	Subjects, Targets []bool

	// Exclude says which pairs are not to be found, asserted and entailed ones for example. It is
	// asked of pairs that are among the nearest so far, by several goroutines, and has to give the
	// same answer whenever it is asked.
	//
	// Default: nil, and none are.
	Exclude func(subject, target int32) bool

	// Workers is the number of goroutines. It does not change the result.
	//
	// Default: one for each processor.
	Workers int

	// Progress is told "mine" with the pairs looked at, by one goroutine at a time.
	//
	// Default: nil.
	Progress owl.Progress
}

// Mining finds the K pairs of subject and target that are nearest of all, ties by the smaller
// subject, then by the smaller target. It goes from subject to subject, in the order of the space,
// and may stop and go on after any: State is what it has then. It is not safe for concurrent use.
//
// Cost: a coarse bound for each pair, some 3 ns for 200 dimensions and each distance that is
// summed; half as many where the distance of a pair is that of the pair reversed. Memory: 24·K
// bytes for each worker.
type Mining struct {
	MineOptions
	index     *Index
	axiom     []int32 // all but the subject's place and the open one
	subjects  []int32
	least     []int32 // of the subjects from each on
	symmetric bool    // subjects are the candidates, and distances are the same both ways
	next      int     // subjects from the first on that are done
	best      []Pair
}

// Mine prepares the search for pairs. The axiom holds what stands in the columns that are neither
// column 0, the subject's, nor open: the role of C ⊑ ∃r.D.
func (x *Index) Mine(axiom []int32, opts MineOptions) (*Mining, error) {
	n := x.scorer.Candidates()
	for _, marks := range [][]bool{opts.Subjects, opts.Targets} {
		if marks != nil && len(marks) != n {
			return nil, fmt.Errorf("mine: %d marks for %d candidates", len(marks), n)
		}
	}
	if opts.K < 0 || x.scorer.Open() == 0 || len(axiom) != len(x.scorer.Form().Columns()) {
		return nil, fmt.Errorf("mine %v: %d pairs, axiom %v with column %d open", x.scorer.Form(),
			opts.K, axiom, x.scorer.Open())
	}
	m := &Mining{MineOptions: opts, index: x, axiom: slices.Clone(axiom), subjects: x.space.ids}
	if opts.Subjects != nil {
		m.subjects = NewSpace(opts.Subjects, nil).ids
	}
	m.least = slices.Clone(m.subjects)
	for i := len(m.least) - 2; i >= 0; i-- {
		m.least[i] = min(m.least[i], m.least[i+1])
	}
	m.symmetric = m.isSymmetric()
	return m, nil
}

// isSymmetric reports whether the distance is that of subject and target as points.
func (m *Mining) isSymmetric() bool {
	if len(m.index.parts) != 1 || !slices.Equal(m.subjects, m.index.space.ids) {
		return false
	}
	p := m.index.parts[0]
	query, vector, axiom := make([]float32, p.codes.dim), make([]float32, p.codes.dim),
		slices.Clone(m.axiom)
	for _, id := range m.subjects {
		axiom[0] = id
		p.Query(axiom, query)
		p.Points.Vector(int(id), vector)
		if !slices.Equal(query, vector) {
			return false
		}
	}
	return true
}

// Done reports whether all subjects are.
func (m *Mining) Done() bool { return m.next == len(m.subjects) }

// Pairs are the nearest of those looked at so far, nearest first.
func (m *Mining) Pairs() []Pair { return m.best }

// Run looks at the next subjects, all that are left if the number is not positive, and rounded up
// to a multiple of some. Where the context ends it, what is done stays done, and another Run goes
// on from there.
func (m *Mining) Run(ctx context.Context, subjects int) error {
	if m.K == 0 {
		m.next = len(m.subjects)
		return ctx.Err()
	}
	end := len(m.subjects)
	if subjects > 0 {
		end = min(end, m.next+(subjects+blockSubjects-1)/blockSubjects*blockSubjects)
	}
	r := &miningRun{Mining: m, end: end, done: m.pairsBefore(m.next)}
	r.unclaimed.Store(int64(m.next))
	if n := len(m.best); n == m.K {
		r.lower(m.best[n-1])
	}
	workers := m.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, (end-m.next+blockSubjects-1)/blockSubjects)
	miners := make([]*miner, workers)
	var wg sync.WaitGroup
	for i := range miners {
		miners[i] = newMiner(r)
		wg.Go(func() { miners[i].work(ctx) })
	}
	wg.Wait() // no worker outlives this function

	m.next = end
	for _, w := range miners {
		for _, a := range w.found.list {
			if far := r.far.Load(); far == nil || a.compare(*far) <= 0 { // fewer to be sorted
				m.best = append(m.best, a)
			}
		}
		m.next = min(m.next, w.unfinished)
	}
	m.next = min(m.next, int(r.unclaimed.Load()))
	slices.SortFunc(m.best, Pair.compare)
	m.best = slices.Compact(m.best) // blocks that were not finished have been begun twice
	m.best = m.best[:min(m.K, len(m.best))]
	if m.next < end {
		return ctx.Err()
	}
	return nil
}

// blockSubjects is how many subjects are compared with a tile of candidates while it is at hand.
const blockSubjects = 64

// pairsBefore is how many pairs are looked at for the subjects before the given one.
func (m *Mining) pairsBefore(subject int) int64 {
	all := int64(m.index.space.Len())
	if !m.symmetric {
		return int64(subject) * all
	}
	blocks := int64(subject / blockSubjects) // of which each leaves out all subjects before it
	pairs := blocks * blockSubjects * (all - (blocks-1)*blockSubjects/2)
	return pairs + int64(subject%blockSubjects)*(all-blocks*blockSubjects)
}

// miningRun is what the workers of one Run share.
type miningRun struct {
	*Mining
	end       int
	unclaimed atomic.Int64 // the first subject that no worker has taken

	// far is a pair that K others are not farther than: those that are need not be looked at. It
	// only gets nearer.
	far   atomic.Pointer[Pair]
	mutex sync.Mutex // to be held for writing far, and for done
	done  int64      // pairs
}

// lower takes note of a pair that K are not farther than.
func (r *miningRun) lower(a Pair) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if far := r.far.Load(); far == nil || a.compare(*far) < 0 {
		r.far.Store(&a)
	}
}

// progress counts pairs.
func (r *miningRun) progress(pairs int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.done += pairs
	if r.Progress != nil {
		r.Progress("mine", r.done, r.pairsBefore(len(r.subjects)))
	}
}

// miner is one worker. Its slices are reused from block to block.
type miner struct {
	*miningRun
	found      pairs
	unfinished int // the first subject of the block that it was stopped in, or the end

	axioms     [][]int32
	queries    []*queries
	bounded    bool // whether the block's queries could be rounded
	tile, more []float32
	near       [blockSubjects][]bound // candidates that wait for being looked at closely
	slots      []int32
	finely     finely
	between    []interval
	ids        []int32
	distances  []float32
}

// bound is a candidate with its coarse bound.
type bound struct {
	slot  int32
	lower float32
}

func newMiner(r *miningRun) *miner {
	w := &miner{
		miningRun: r, found: pairs{k: r.K}, unfinished: r.end,
		queries: r.index.newQueries(blockSubjects),
		tile:    make([]float32, blockSubjects*tileLanes),
		more:    make([]float32, blockSubjects*tileLanes),
		between: make([]interval, piece), distances: make([]float32, piece),
	}
	for range blockSubjects {
		w.axioms = append(w.axioms, slices.Clone(r.axiom))
	}
	return w
}

// work takes block after block until none is left.
func (w *miner) work(ctx context.Context) {
	for {
		first := int(w.unclaimed.Add(blockSubjects)) - blockSubjects
		if first >= w.end {
			return
		}
		last := min(first+blockSubjects, w.end)
		if err := w.block(ctx, first, last); err != nil {
			w.unfinished = first
			return
		}
		w.progress(w.pairsBefore(last) - w.pairsBefore(first))
	}
}

// block looks at all pairs of some subjects.
func (w *miner) block(ctx context.Context, first, last int) error {
	axioms := w.axioms[:last-first]
	for i := range axioms {
		axioms[i][0] = w.subjects[first+i]
	}
	from := 0
	if w.symmetric {
		from = first / kernel.BlockLanes
	}
	for i := range w.near { // what a block that was not finished has left
		w.near[i] = w.near[i][:0]
	}
	w.bounded = len(w.index.parts) > 0 && w.index.put(w.queries, axioms)
	all := (w.index.space.Len() + kernel.BlockLanes - 1) / kernel.BlockLanes
	for ; from < all; from += tileBlocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.settled(first) {
			break
		}
		blocks := min(tileBlocks, all-from)
		if !w.bounded {
			w.takeAll(first, last, from, blocks)
		} else {
			w.index.bounds(w.tile, w.more, w.queries, len(axioms), from, blocks)
			w.take(first, last, from, blocks)
		}
		if err := w.measureEach(ctx, len(axioms), piece/4); err != nil {
			return err
		}
	}
	return w.measureEach(ctx, len(axioms), 1)
}

// settled reports whether pairs of points that are not apart at all and have smaller subjects are
// enough. It is what ends the search among vectors that are all the same.
func (w *miner) settled(first int) bool {
	far := w.far.Load()
	return len(w.index.parts) > 0 && far != nil && far.Distance == 0 && w.least[first] > far.Subject
}

// take lets candidates of a tile wait if their coarse bounds are low enough.
func (w *miner) take(first, last, from, blocks int) {
	var marks [tileLanes / kernel.Lanes]uint8
	for i := range last - first {
		row := w.tile[i*tileLanes:][:blocks*kernel.BlockLanes]
		w.index.space.ops.AtMost(marks[:len(row)/kernel.Lanes], row, w.coarseLimit(i))
		clear(marks[len(row)/kernel.Lanes:])
		eachMark(&marks, func(at int) { w.await(first, i, from*kernel.BlockLanes+at, row[at]) })
	}
}

// takeAll lets all candidates of a tile wait.
func (w *miner) takeAll(first, last, from, blocks int) {
	for i := range last - first {
		for at := range blocks * kernel.BlockLanes {
			w.await(first, i, from*kernel.BlockLanes+at, -math.MaxFloat32)
		}
	}
}

// await lets a candidate wait. Where pairs are found both ways, it is left to the one that comes
// first.
func (w *miner) await(first, i, slot int, lower float32) {
	if slot < w.index.space.Len() && (!w.symmetric || slot >= first+i) {
		w.near[i] = append(w.near[i], bound{int32(slot), lower})
	}
}

// limit is what lower bounds are at most, if the pair may be among the nearest.
func (w *miner) limit() float64 {
	far := w.far.Load()
	if far == nil {
		return math.MaxFloat32
	}
	return w.index.atMost(float64(far.Distance))
}

// coarseLimit is what coarse bounds of the block's subject i are at most, if the pair may be among
// the nearest.
func (w *miner) coarseLimit(i int) float32 {
	return up(min(w.limit()+slackOf(w.queries, i), math.MaxFloat32))
}

// measureEach measures for those subjects for which at least as many candidates wait.
func (w *miner) measureEach(ctx context.Context, subjects, least int) error {
	for i := range subjects {
		if len(w.near[i]) < least {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		w.measure(i)
	}
	return nil
}

// measure takes the distances of the candidates that wait, if they still have to.
func (w *miner) measure(i int) {
	waiting := w.near[i]
	w.near[i] = waiting[:0]
	for len(waiting) > 0 {
		coarse := w.coarseLimit(i)
		w.slots = w.slots[:0]
		n := 0
		for ; n < len(waiting) && len(w.slots) < piece; n++ {
			if waiting[n].lower <= coarse {
				w.slots = append(w.slots, waiting[n].slot)
			}
		}
		waiting = waiting[n:]
		w.ids = w.ids[:0]
		if w.bounded {
			w.narrow(i)
		}
		for _, slot := range w.slots {
			w.ids = append(w.ids, w.index.space.ids[slot])
		}
		ranking.Measured(w.index.scorer, w.axioms[i], w.ids, w.distances[:len(w.ids)])
		for j, id := range w.ids {
			w.offer(Pair{w.axioms[i][0], id, w.distances[j]})
		}
	}
}

// narrow leaves those slots whose fine bounds are low enough.
func (w *miner) narrow(i int) {
	between := w.between[:len(w.slots)]
	clear(between)
	w.index.closely(between, w.queries, i, w.slots, &w.finely)
	limit, left := w.limit(), w.slots[:0]
	for at, slot := range w.slots {
		if between[at].lower <= limit {
			left = append(left, slot)
		}
	}
	w.slots = left
}

// offer adds a pair that has been measured and, where distances are the same both ways, the
// reversed one.
func (w *miner) offer(a Pair) {
	if !isFinite(a.Distance) {
		return
	}
	w.add(a)
	if w.symmetric && a.Subject != a.Target {
		w.add(Pair{a.Target, a.Subject, a.Distance})
	}
}

func (w *miner) add(a Pair) {
	if far := w.far.Load(); far != nil && a.compare(*far) > 0 {
		return
	}
	if w.Targets != nil && !w.Targets[a.Target] ||
		w.Exclude != nil && w.Exclude(a.Subject, a.Target) {
		return
	}
	if w.found.add(a) {
		if far, ok := w.found.sift(); ok {
			w.lower(far)
		}
	}
}

// ErrOtherMining is returned when a state belongs to a search for other pairs.
var ErrOtherMining = errors.New("the state belongs to a search for other pairs")

// MiningState is how far a search for pairs has come. It belongs to one model, one space, and the
// same axiom and options.
type MiningState struct {
	K          int     `json:"k"`
	Axiom      []int32 `json:"axiom"`
	Candidates int     `json:"candidates"`
	Subjects   int     `json:"subjects"`
	Next       int     `json:"next"`
	Pairs      []Pair  `json:"pairs"`
}

// State is what another Mining of the same model can Resume from.
func (m *Mining) State() MiningState {
	return MiningState{
		K: m.K, Axiom: slices.Clone(m.axiom), Candidates: m.index.space.Len(),
		Subjects: len(m.subjects),
		Next:     m.next, Pairs: slices.Clone(m.best),
	}
}

// Resume goes on from a state.
func (m *Mining) Resume(s MiningState) error {
	if s.K != m.K || !slices.Equal(s.Axiom, m.axiom) || s.Candidates != m.index.space.Len() ||
		s.Subjects != len(m.subjects) {
		return fmt.Errorf("resuming: %w", ErrOtherMining)
	}
	if s.Next < 0 || s.Next > s.Subjects || s.Next%blockSubjects != 0 && s.Next != s.Subjects ||
		len(s.Pairs) > s.K ||
		!slices.IsSortedFunc(s.Pairs, Pair.compare) {
		return fmt.Errorf("resuming: %w: it is damaged", ErrOtherMining)
	}
	for _, p := range s.Pairs {
		if n := int32(m.index.scorer.Candidates()); p.Subject < 0 || p.Subject >= n ||
			p.Target < 0 || p.Target >= n {
			return fmt.Errorf("resuming: %w: it is damaged", ErrOtherMining)
		}
	}
	m.next, m.best = s.Next, slices.Clone(s.Pairs)
	return nil
}
