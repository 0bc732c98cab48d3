package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"box2el-owl/db"
)

// What can be wrong with a request.
var (
	// ErrUnknown: there is no such job.
	ErrUnknown = errors.New("unknown job")
	// ErrFull: as many jobs wait as may wait.
	ErrFull = errors.New("too many jobs are waiting")
	// ErrClosed: the queue has been closed.
	ErrClosed = errors.New("the queue is closed")
)

// Store keeps jobs. Each method is one transaction, and what SaveJob has saved is safe when it returns. What it is asked for and has not is
// db.ErrUnknown.
type Store interface {
	SaveJob(ctx context.Context, j db.Job) error
	Job(ctx context.Context, id string) (db.Job, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	// SaveJobNotes keeps what a job has noted, and JobNotes returns it; nil where it was not kept, or is no longer.
	SaveJobNotes(ctx context.Context, job string, notes json.RawMessage) error
	JobNotes(ctx context.Context, job string) (json.RawMessage, error)
}

// Kind is one kind of work.
type Kind struct {
	Name string
	// AtOnce is how many jobs of this kind run beside each other. Default: 1.
	AtOnce int
	// Large says that the work takes memory that is worth giving back to the system at once when it has ended. Default: it is left to the collector.
	Large bool
	// Run does the work, and returns its result, which JSON can express. It ends soon after its context; the error is then that of the context, and
	// where context.Cause is ErrStopping the job is run again by the next Open.
	Run func(ctx context.Context, job db.Job, report Report) (result any, err error)
	// Ended is told of each job that is done, failed or cancelled, when it is in the store as that: it may tidy up behind Run. Default: nobody is told.
	Ended func(job db.Job)
}

// Report is what work tells of itself. Its methods return at once, and may be called from several goroutines.
type Report struct{ entry *entry }

// Progress says how far the work is. It is an owl.Progress.
func (r Report) Progress(stage string, done, total int64) { r.entry.progress(stage, done, total) }

// Note adds an event that every follower will see. JSON can express the data. Notes are kept with the job when it has ended; one that is run
// again notes them again.
func (r Report) Note(name string, data any) { r.entry.note(name, data) }

// Options say how a queue works.
type Options struct {
	Kinds []Kind
	// Waiting is how many jobs may wait at most. Default: 1,000.
	Waiting int
	// Log is told of failures. Default: nobody is.
	Log *slog.Logger
}

// Job is a job with how far it is: nil where that is not known.
type Job struct {
	db.Job
	Progress *Progress
}

// Ended reports whether nothing will become of the job any more.
func (j Job) Ended() bool { return ended(j.State) }

func ended(s db.JobState) bool {
	return s == db.JobDone || s == db.JobFailed || s == db.JobCancelled
}

// Progress is how far a stage of work is. Total is 0 where it is not known.
type Progress struct {
	Stage string `json:"stage"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
}

// Queue is a queue of jobs. It may be used by many goroutines.
type Queue struct {
	store   Store
	log     *slog.Logger
	epoch   string // begins the ids of events: those of another process are not ours
	most    int
	kinds   map[string]*lane
	running sync.WaitGroup

	accepting sync.Mutex // held while a job is accepted; taken before mu

	mu     sync.Mutex
	live   map[string]*entry // queued, running, and the last ones that ended
	past   []string          // those of them that ended, in that order
	closed bool
}

// lane is a kind with its jobs; guarded by Queue.mu.
type lane struct {
	Kind
	waiting []*entry // in the order in which they run
	running int
}

// entry is a job that is queued, running, or has ended not long ago.
type entry struct {
	stream
	cancel context.CancelCauseFunc // ends the work; nil before it runs; guarded by Queue.mu
	done   chan struct{}           // closed when the job has ended, or was put back by Close
}

// remembered is of how many jobs that ended the events are kept.
const remembered = 64

// Why the context of a job ends.
var (
	errCancelled = errors.New("cancelled")
	// ErrStopping is the cause where the queue is closed.
	ErrStopping = errors.New("the queue stops")
)

// Open opens the queue that a store holds, and has what it finds there done. What was running is queued again.
func Open(ctx context.Context, store Store, opts Options) (*Queue, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	q := &Queue{
		store: store, log: opts.Log, epoch: newID()[:8], most: cmp.Or(opts.Waiting, 1000),
		kinds: make(map[string]*lane), live: make(map[string]*entry),
	}
	for _, k := range opts.Kinds {
		k.AtOnce = max(k.AtOnce, 1)
		q.kinds[k.Name] = &lane{Kind: k}
	}
	left, err := q.leftBehind(ctx)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, job := range left {
		q.enqueue(job)
	}
	q.dispatch()
	return q, nil
}

// leftBehind are the jobs that have not ended, the earliest first, all queued by now.
func (q *Queue) leftBehind(ctx context.Context) ([]db.Job, error) {
	running, err := q.store.Jobs(ctx, db.JobFilter{State: db.JobRunning})
	if err != nil {
		return nil, err
	}
	queued, err := q.store.Jobs(ctx, db.JobFilter{State: db.JobQueued})
	if err != nil {
		return nil, err
	}
	for i := range running {
		running[i].State, running[i].Started = db.JobQueued, time.Time{}
		if err := q.store.SaveJob(ctx, running[i]); err != nil {
			return nil, err
		}
	}
	left := slices.Concat(running, queued)
	slices.SortFunc(left, func(a, b db.Job) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	known := left[:0]
	for _, job := range left {
		if q.kinds[job.Kind] != nil {
			known = append(known, job)
			continue
		}
		job.State, job.Finished, job.Error = db.JobFailed, time.Now(), fmt.Sprintf("this version of the program knows no jobs of kind %q", job.Kind)
		if err := q.store.SaveJob(ctx, job); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// Close stops what runs and waits for it: it will be queued when the store is opened again, as is what waits.
func (q *Queue) Close() {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	q.mu.Lock()
	q.closed = true
	for _, e := range q.live {
		if e.cancel != nil {
			e.cancel(ErrStopping)
		}
	}
	q.mu.Unlock()
	q.running.Wait()
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, k := range q.kinds {
		for _, e := range k.waiting {
			e.abandon()
		}
		k.waiting = nil
	}
}

// Submit accepts a job; payload is for Kind.Run. Where the very same one waits already, it is that one.
func (q *Queue) Submit(ctx context.Context, kind, ontology string, payload any) (*Job, error) {
	text, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("payload of a job: %w", err)
	}
	// One at a time, so that jobs run in the order in which they stand in the store.
	q.accepting.Lock()
	defer q.accepting.Unlock()
	if j, err := q.waiting(kind, ontology, text); j != nil || err != nil {
		return j, err
	}
	job := db.Job{ID: newID(), Kind: kind, Ontology: ontology, State: db.JobQueued, Payload: text, Created: time.Now().UTC().Truncate(time.Microsecond)}
	if err := q.store.SaveJob(ctx, job); err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.enqueue(job)
	j := e.current()
	q.dispatch()
	return &j, nil
}

// waiting returns the very same job if it waits already, and an error where no further one is accepted.
func (q *Queue) waiting(kind, ontology string, payload json.RawMessage) (*Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	k := q.kinds[kind]
	switch {
	case q.closed:
		return nil, ErrClosed
	case k == nil:
		return nil, fmt.Errorf("there are no jobs of kind %q", kind)
	}
	for _, e := range k.waiting {
		if j := e.current(); j.Ontology == ontology && string(j.Payload) == string(payload) {
			return &j, nil
		}
	}
	if len(k.waiting) >= q.most {
		return nil, ErrFull
	}
	return nil, nil
}

// newID returns 128 random bits in lower-case letters and digits.
func newID() string { return strings.ToLower(rand.Text()) }

// enqueue has a job that is saved wait for its turn. The caller holds the lock.
func (q *Queue) enqueue(job db.Job) *entry {
	e := &entry{done: make(chan struct{})}
	e.begin(q.epoch, job)
	q.live[job.ID] = e
	k := q.kinds[job.Kind]
	k.waiting = append(k.waiting, e)
	return e
}

// dispatch starts what may run. The caller holds the lock.
func (q *Queue) dispatch() {
	if q.closed {
		return
	}
	for _, k := range q.kinds {
		for k.running < k.AtOnce && len(k.waiting) > 0 {
			e := k.waiting[0]
			k.waiting = slices.Delete(k.waiting, 0, 1)
			k.running++
			ctx, cancel := context.WithCancelCause(context.Background())
			e.cancel = cancel
			q.running.Go(func() { q.run(ctx, k, e) })
		}
	}
}

// run does a job from its beginning to its end.
func (q *Queue) run(ctx context.Context, k *lane, e *entry) {
	job := e.current().Job
	job.State, job.Started = db.JobRunning, time.Now().UTC().Truncate(time.Microsecond)
	q.save(job)
	e.change(job)
	result, err := k.perform(ctx, job, Report{e})
	if err != nil {
		q.log.Warn("job ended early", "job", job.ID, "kind", job.Kind, "error", err)
	}
	job = outcome(job, result, err, context.Cause(ctx))
	if ended(job.State) {
		q.saveNotes(e)
	}
	q.save(job)
	q.finish(k, e, job)
	if !ended(job.State) {
		return
	}
	k.tidy(job) // from here on nobody waits
	if k.Large {
		debug.FreeOSMemory()
	}
}

// tidy tells whoever wants to know that a job has ended.
func (k *lane) tidy(job db.Job) {
	if k.Ended != nil {
		k.Ended(job)
	}
}

// finish makes a job's end known, and room for the next one.
func (q *Queue) finish(k *lane, e *entry, job db.Job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e.cancel(nil)
	e.cancel = nil
	k.running--
	if ended(job.State) {
		e.change(job)
		q.remember(job.ID)
	} else {
		e.abandon()
	}
	close(e.done)
	q.dispatch()
}

// perform calls Run. A panic is the failure of the one job.
func (k *lane) perform(ctx context.Context, job db.Job, report Report) (result json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
	}()
	got, err := k.Run(ctx, job, report)
	if err != nil || got == nil {
		return nil, err
	}
	return json.Marshal(got)
}

// panicError is the panic of a job.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// outcome is a job as its work has left it: result and error are what Run returned, cause why its context ended, if it did.
func outcome(job db.Job, result json.RawMessage, err, cause error) db.Job {
	job.Finished = time.Now().UTC().Truncate(time.Microsecond)
	var panicked *panicError
	switch {
	case err == nil:
		job.State, job.Result = db.JobDone, result
	case errors.As(err, &panicked):
		job.State, job.Error = db.JobFailed, "an error in the program, which the log tells more of"
	case cause == errCancelled:
		job.State = db.JobCancelled
	case cause == ErrStopping:
		job.State, job.Started, job.Finished = db.JobQueued, time.Time{}, time.Time{}
	default:
		job.State, job.Error = db.JobFailed, storable(err.Error())
	}
	return job
}

// storable makes a message one that a store takes: it may cite what a client has sent, whatever that is.
func storable(message string) string {
	const most, unknown = 10_000, "\uFFFD"
	message = strings.ReplaceAll(strings.ToValidUTF8(message, unknown), "\x00", unknown)
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + " …"
}

// save records how a job stands. Where that fails the store has its former state: at worst the job is done once more after a restart.
func (q *Queue) save(job db.Job) {
	if err := q.store.SaveJob(context.Background(), job); err != nil {
		q.log.Error("job not saved", "job", job.ID, "state", job.State, "error", err)
	}
}

// saveNotes records what a job has noted, before it is recorded that it has ended: what is done is complete.
func (q *Queue) saveNotes(e *entry) {
	job, notes := e.current().ID, e.notes()
	if notes == nil {
		return
	}
	if err := q.store.SaveJobNotes(context.Background(), job, notes); err != nil {
		q.log.Error("notes of a job not saved", "job", job, "error", err)
	}
}

// remember forgets the events of the job that ended longest ago, when another one ends. The caller holds the lock.
func (q *Queue) remember(id string) {
	q.past = append(q.past, id)
	if len(q.past) > remembered {
		delete(q.live, q.past[0])
		q.past = slices.Delete(q.past, 0, 1)
	}
}

// Cancel ends a job, and returns it when it has ended. One that has ended stays as it is.
func (q *Queue) Cancel(ctx context.Context, id string) (Job, error) {
	e, waited, err := q.stop(ctx, id)
	if err != nil {
		return Job{}, err
	}
	if waited != nil {
		waited.tidy(e.current().Job)
	}
	if e != nil {
		select {
		case <-e.done:
			return e.current(), nil
		case <-ctx.Done():
			return Job{}, ctx.Err()
		}
	}
	return q.Job(ctx, id)
}

// stop tells a job to end; e is nil where there is nothing to be told. One that has waited ends with it: then waited is where.
func (q *Queue) stop(ctx context.Context, id string) (e *entry, waited *lane, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e = q.live[id]
	if e == nil || ended(e.current().State) {
		return nil, nil, nil
	}
	if e.cancel != nil {
		e.cancel(errCancelled)
		return e, nil, nil
	}
	job := e.current().Job
	k := q.kinds[job.Kind]
	place := slices.Index(k.waiting, e)
	if place < 0 {
		return e, nil, nil // put back by Close
	}
	job.State, job.Finished = db.JobCancelled, time.Now().UTC().Truncate(time.Microsecond)
	if err := q.store.SaveJob(ctx, job); err != nil {
		return nil, nil, err
	}
	k.waiting = slices.Delete(k.waiting, place, place+1)
	e.change(job)
	q.remember(id)
	close(e.done)
	return e, k, nil
}

// CancelAll ends all jobs of an ontology, and returns when they have ended.
func (q *Queue) CancelAll(ctx context.Context, ontology string) error {
	q.mu.Lock()
	var ids []string
	for id, e := range q.live {
		if j := e.current(); j.Ontology == ontology && !j.Ended() {
			ids = append(ids, id)
		}
	}
	q.mu.Unlock()
	var errs []error
	for _, id := range ids {
		_, err := q.Cancel(ctx, id)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Job returns how a job stands.
func (q *Queue) Job(ctx context.Context, id string) (Job, error) {
	if e := q.entry(id); e != nil {
		return e.current(), nil
	}
	job, err := q.store.Job(ctx, id)
	if errors.Is(err, db.ErrUnknown) {
		err = fmt.Errorf("%w %q", ErrUnknown, id)
	}
	return Job{Job: job}, err
}

func (q *Queue) entry(id string) *entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.live[id]
}

// Jobs lists jobs, the latest first. Where there is no job JobFilter.Before it is ErrUnknown.
func (q *Queue) Jobs(ctx context.Context, f db.JobFilter) ([]Job, error) {
	saved, err := q.store.Jobs(ctx, f)
	if errors.Is(err, db.ErrUnknown) {
		err = fmt.Errorf("%w %q", ErrUnknown, f.Before)
	}
	list := make([]Job, len(saved))
	for i, job := range saved {
		list[i].Job = job
		if e := q.entry(job.ID); e != nil && job.State == db.JobRunning {
			list[i].Progress = e.current().Progress
		}
	}
	return list, err
}

// Count returns how many jobs are queued and running, by kind.
func (q *Queue) Count() (queued, running map[string]int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	queued, running = make(map[string]int), make(map[string]int)
	for name, k := range q.kinds {
		queued[name], running[name] = len(k.waiting), k.running
	}
	return queued, running
}
