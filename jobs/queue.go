package jobs

import (
	"bytes"
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

	"box2el-owl/internal/memory"
)

// Errors of a request.
var (
	// ErrUnknown: there is no such job.
	ErrUnknown = errors.New("unknown job")
	// ErrFull: the maximum number of jobs is waiting.
	ErrFull = errors.New("too many jobs are waiting")
	// ErrClosed: the queue has been closed.
	ErrClosed = errors.New("the queue is closed")
)

// State is the state of a job.
type State string

// The states.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Kind is one kind of work.
type Kind struct {
	Name string
	// AtOnce is the number of jobs of this kind that run at a time. Default: 1.
	AtOnce int
	// Large returns the memory of the work to the system as soon as it has ended. Default: false,
	// the garbage collector does so later.
	Large bool
	// Run does the work and returns its result, which is encoded as JSON. It ends soon after its
	// context; the error is then that of the context.
	Run func(ctx context.Context, job Job, report Report) (result any, err error)
}

// Report has the callbacks of a job. Its methods do not block, and may be called from several
// goroutines.
type Report struct {
	queue *Queue
	entry *entry
}

// Options are the options of New.
type Options struct {
	Kinds []Kind
	// Waiting is the maximum number of waiting jobs. Default: 1,000.
	Waiting int
	// Log receives failures. Default: they are not logged.
	Log *slog.Logger
}

// Job is a piece of work for a client. Started and Finished are zero until then.
type Job struct {
	Created  time.Time       `json:"created"`
	Error    string          `json:"error,omitempty"`
	Finished time.Time       `json:"finished,omitzero"`
	ID       string          `json:"id"`
	Kind     string          `json:"kind"`
	Ontology string          `json:"ontology,omitempty"` // "" if it belongs to none
	Payload  json.RawMessage `json:"-"`                  // the request; nil when the job has ended
	Progress *Progress       `json:"progress,omitempty"` // nil if it is not known
	Result   json.RawMessage `json:"result,omitempty"`   // nil until it is done
	Started  time.Time       `json:"started,omitzero"`
	State    State           `json:"state"`
}

// Ended reports whether the job is done, failed or cancelled.
func (j Job) Ended() bool { return j.State != Queued && j.State != Running }

// Progress is the progress of a stage of work. Total is 0 if it is not known.
type Progress struct {
	Done  int64  `json:"done"`
	Stage string `json:"stage"`
	Total int64  `json:"total"`
}

// Queue is a queue of jobs. It may be used by many goroutines.
type Queue struct {
	log     *slog.Logger
	most    int
	kinds   map[string]Kind
	running sync.WaitGroup

	mu     sync.Mutex     // guards the fields below and all entries
	jobs   []*entry       // queued, running, and the last ones that ended, as they were accepted
	busy   map[string]int // running jobs by kind
	closed bool
}

// entry is a job with its events. It is queued, running, or one of the last that ended.
type entry struct {
	job    Job
	cancel context.CancelFunc // ends the work of a running job
	done   chan struct{}      // closed when the job has ended

	told     time.Time     // time of the last progress event
	last     int64         // number of the last event
	log      []Event       // of progress, only the latest
	happened chan struct{} // closed and replaced at each event
}

// remembered is the number of ended jobs that are kept, with their events.
const remembered = 200

// New returns an empty queue.
func New(opts Options) *Queue {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	q := &Queue{log: opts.Log, most: cmp.Or(opts.Waiting, 1000),
		kinds: make(map[string]Kind), busy: make(map[string]int)}
	for _, k := range opts.Kinds {
		k.AtOnce = max(k.AtOnce, 1)
		q.kinds[k.Name] = k
	}
	return q
}

// Close cancels all jobs and returns when they have ended.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	for _, e := range slices.Clone(q.jobs) {
		q.stop(e)
	}
	q.mu.Unlock()
	q.running.Wait()
}

// Submit accepts a job with a payload for Kind.Run. If a job with the same kind, ontology and
// payload is waiting, it returns that job.
func (q *Queue) Submit(kind, ontology string, payload any) (Job, error) {
	text, err := json.Marshal(payload)
	if err != nil {
		return Job{}, fmt.Errorf("payload of a job: %w", err)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return Job{}, ErrClosed
	}
	if _, known := q.kinds[kind]; !known {
		return Job{}, fmt.Errorf("there are no jobs of kind %q", kind)
	}
	waiting := 0
	for _, e := range q.jobs {
		j := e.job
		if j.Kind != kind || j.State != Queued {
			continue
		}
		if waiting++; j.Ontology == ontology && string(j.Payload) == string(text) {
			return j, nil
		}
	}
	if waiting >= q.most {
		return Job{}, ErrFull
	}
	e := &entry{done: make(chan struct{}), happened: make(chan struct{})}
	j := Job{ID: strings.ToLower(rand.Text()), Kind: kind, Ontology: ontology, State: Queued,
		Payload: text, Created: now()}
	e.change(j)
	q.jobs = append(q.jobs, e)
	q.dispatch()
	return j, nil
}

func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// dispatch starts the jobs that may run. The caller holds the lock.
func (q *Queue) dispatch() {
	if q.closed {
		return
	}
	for _, e := range q.jobs {
		k, job := q.kinds[e.job.Kind], e.job
		if job.State != Queued || q.busy[k.Name] == k.AtOnce {
			continue
		}
		q.busy[k.Name]++
		ctx, cancel := context.WithCancel(context.Background())
		job.State, job.Started, e.cancel = Running, now(), cancel
		e.change(job)
		q.running.Go(func() { q.run(ctx, k, e, job) })
	}
}

// run does the work of a job, publishes its end and starts the next one.
func (q *Queue) run(ctx context.Context, k Kind, e *entry, job Job) {
	result, err := k.perform(ctx, job, Report{q, e})
	if err != nil {
		q.log.Warn("job ended early", "job", job.ID, "kind", job.Kind, "error", err)
	}
	switch {
	case err == nil:
		job.State, job.Result = Done, result
	case errors.Is(err, errPanic):
		job.State, job.Error = Failed, errPanic.Error()
	case ctx.Err() != nil:
		job.State = Cancelled
	default:
		job.State, job.Error = Failed, shortened(err.Error())
	}
	q.mu.Lock()
	q.end(e, job)
	q.busy[k.Name]--
	q.dispatch()
	q.mu.Unlock()
	e.cancel()
	if k.Large {
		debug.FreeOSMemory()
	}
}

// end publishes the end of a job, and drops the jobs that ended longest ago. The caller holds the
// lock.
func (q *Queue) end(e *entry, job Job) {
	job.Finished = now()
	e.change(job)
	close(e.done)
	ended := 0
	for i, e := range slices.Backward(q.jobs) {
		if !e.job.Ended() {
			continue
		}
		if ended++; ended > remembered {
			q.jobs = slices.Delete(q.jobs, i, i+1)
		}
	}
}

// perform calls Run. A panic fails only this job.
func (k Kind) perform(ctx context.Context, job Job, report Report) (result json.RawMessage,
	err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	ctx, check := memory.Watch(ctx)
	got, err := k.Run(ctx, job, report)
	if err = check(err); err != nil || got == nil {
		return nil, err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // as in all answers
	err = e.Encode(got)
	return text.Bytes(), err
}

// errPanic is the error of a job that panicked.
var errPanic = errors.New("internal error; see the log")

// shortened makes a message valid and short, because it may cite the request of a client.
func shortened(message string) string {
	const most, unknown = 10_000, "\uFFFD"
	message = strings.ReplaceAll(strings.ToValidUTF8(message, unknown), "\x00", unknown)
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + " …"
}

// Cancel ends a job, and returns it when it has ended. A job that has ended is not changed.
func (q *Queue) Cancel(ctx context.Context, id string) (Job, error) {
	q.mu.Lock()
	e, err := q.find(id)
	if err == nil {
		q.stop(e)
	}
	q.mu.Unlock()
	if err != nil {
		return Job{}, err
	}
	select {
	case <-e.done:
		return e.job, nil // it does not change any more
	case <-ctx.Done():
		return Job{}, ctx.Err()
	}
}

// stop cancels a job that has not ended. A waiting job has ended when stop returns. The caller
// holds the lock.
func (q *Queue) stop(e *entry) {
	switch job := e.job; job.State {
	case Running:
		e.cancel()
	case Queued:
		job.State = Cancelled
		q.end(e, job)
	}
}

// CancelAll ends all jobs of an ontology, and returns when they have ended.
func (q *Queue) CancelAll(ctx context.Context, ontology string) error {
	jobs, err := q.Jobs(Filter{Ontology: ontology})
	errs := []error{err}
	for _, j := range jobs {
		if !j.Ended() {
			_, err := q.Cancel(ctx, j.ID)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Job returns a job by its id. The error is ErrUnknown.
func (q *Queue) Job(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e, err := q.find(id)
	if err != nil {
		return Job{}, err
	}
	return e.job, nil
}

// find finds a job by its id. The caller holds the lock.
func (q *Queue) find(id string) (*entry, error) {
	for _, e := range q.jobs {
		if e.job.ID == id {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, id)
}

// Filter selects jobs. The zero value selects all.
type Filter struct {
	State    State
	Ontology string
	Before   string // id of a job: only those accepted before it
	Limit    int    // default: all
}

// Jobs lists jobs, the latest first; the list is not nil. The error is ErrUnknown if there is no
// job Filter.Before.
func (q *Queue) Jobs(f Filter) ([]Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if f.Before != "" {
		if _, err := q.find(f.Before); err != nil {
			return nil, err
		}
	}
	list := []Job{}
	listed := f.Before == ""
	for _, e := range slices.Backward(q.jobs) {
		if listed && (f.State == "" || f.State == e.job.State) &&
			(f.Ontology == "" || f.Ontology == e.job.Ontology) &&
			(f.Limit == 0 || len(list) < f.Limit) {
			list = append(list, e.job)
		}
		listed = listed || e.job.ID == f.Before
	}
	return list, nil
}
