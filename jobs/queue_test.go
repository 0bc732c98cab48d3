package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/db"
)

// work is a kind whose jobs do what the test says.
type work struct {
	mu      sync.Mutex
	running int
	most    int           // that ran at the same time
	order   []string      // payloads, as they began
	going   chan string   // told of each job that begins
	finish  chan struct{} // each one lets a job end
}

func newWork() *work {
	return &work{going: make(chan string, 1000), finish: make(chan struct{})}
}

func (w *work) run(ctx context.Context, job db.Job, report Report) (any, error) {
	w.mu.Lock()
	w.running++
	w.most = max(w.most, w.running)
	w.order = append(w.order, string(job.Payload))
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.running--
		w.mu.Unlock()
	}()
	report.Progress("working", 1, 2)
	w.going <- job.ID
	select {
	case <-w.finish:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch string(job.Payload) {
	case `"fail"`:
		return nil, errors.New("it went wrong")
	case `"cite"`:
		return nil, errors.New("no \x00 \xff " + strings.Repeat("ä", 6000))
	case `"panic"`:
		panic("it went very wrong")
	}
	return map[string]any{"did": string(job.Payload)}, nil
}

func openStore(t *testing.T, path string) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func openQueue(t *testing.T, store Store, kinds ...Kind) *Queue {
	t.Helper()
	q, err := Open(t.Context(), store, Options{Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func newQueue(t *testing.T, kinds ...Kind) *Queue {
	t.Helper()
	return openQueue(t, openStore(t, filepath.Join(t.TempDir(), "store.db")), kinds...)
}

func submit(t *testing.T, q *Queue, kind, ontology string, payload any) *Job {
	t.Helper()
	job, err := q.Submit(t.Context(), kind, ontology, payload)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// awaitEnd follows a job to its end.
func awaitEnd(t *testing.T, q *Queue, id string) Job {
	t.Helper()
	var last Job
	err := q.Follow(t.Context(), id, "", time.Minute, func(e Event) error {
		if e.Job != nil {
			last = *e.Job
		}
		return nil
	})
	if err != nil || !last.Ended() {
		t.Fatalf("following %s: %v, it is %s", id, err, last.State)
	}
	return last
}

func TestOutcomes(t *testing.T) {
	for _, test := range []struct {
		payload     string
		state       db.JobState
		message     string
		wantsResult bool
	}{
		{"good", db.JobDone, "", true},
		{"fail", db.JobFailed, "it went wrong", false},
		{"cite", db.JobFailed, "no \uFFFD \uFFFD " + strings.Repeat("ä", 4994) + " …", false},
		{"panic", db.JobFailed, "an error in the program, which the log tells more of", false},
	} {
		t.Run(test.payload, func(t *testing.T) {
			w := newWork()
			q := newQueue(t, Kind{Name: "work", Run: w.run})
			job := submit(t, q, "work", "o", test.payload)
			if job.State != db.JobQueued {
				t.Errorf("accepted as %s", job.State)
			}
			<-w.going
			w.finish <- struct{}{}
			got := awaitEnd(t, q, job.ID)
			if got.State != test.state || got.Error != test.message || (got.Result != nil) != test.wantsResult || got.Started.IsZero() || got.Finished.Before(got.Started) {
				t.Errorf("ended as %s, error %q, result %s, started %v, finished %v", got.State, got.Error, got.Result, got.Started, got.Finished)
			}
			saved, err := q.store.Job(t.Context(), job.ID)
			if err != nil || saved.State != test.state || saved.Error != test.message {
				t.Errorf("saved as %s, error %q, %v", saved.State, saved.Error, err)
			}
		})
	}
}

// TestOrder: of a kind so many run as may, in the order in which they came, and kinds do not wait for each other.
func TestOrder(t *testing.T) {
	two, one := newWork(), newWork()
	q := newQueue(t, Kind{Name: "two", AtOnce: 2, Run: two.run}, Kind{Name: "one", Run: one.run})
	var want []string
	var ids []string
	for i := range 6 {
		ids = append(ids, submit(t, q, "two", "o", i).ID)
		want = append(want, fmt.Sprint(i))
	}
	other := submit(t, q, "one", "o", "beside")
	<-one.going
	if queued, running := q.Count(); queued["two"] != 4 || running["two"] != 2 || running["one"] != 1 {
		t.Errorf("queued %v, running %v", queued, running)
	}
	close(two.finish)
	close(one.finish)
	for _, id := range append(ids, other.ID) {
		awaitEnd(t, q, id)
	}
	if two.most != 2 || one.most != 1 {
		t.Errorf("at once ran %d and %d, want 2 and 1", two.most, one.most)
	}
	slices.Sort(two.order[:2]) // these two began together
	if !slices.Equal(two.order[:2], want[:2]) || len(two.order) != 6 {
		t.Errorf("order %v, want %v", two.order, want)
	}
}

func TestSubmit(t *testing.T) {
	w := newWork()
	q, err := Open(t.Context(), openStore(t, filepath.Join(t.TempDir(), "store.db")), Options{Kinds: []Kind{{Name: "work", Run: w.run}}, Waiting: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	first := submit(t, q, "work", "o", 1)
	<-w.going
	second := submit(t, q, "work", "o", 1)
	if second.ID == first.ID {
		t.Error("the one that runs already is taken for the new one")
	}
	if again := submit(t, q, "work", "o", 1); again.ID != second.ID {
		t.Error("the very same job waits twice")
	}
	if other := submit(t, q, "work", "p", 1); other.ID == second.ID {
		t.Error("that of another ontology is taken for the same")
	}
	if _, err := q.Submit(t.Context(), "work", "q", 1); !errors.Is(err, ErrFull) {
		t.Errorf("third that waits: %v, want ErrFull", err)
	}
	if _, err := q.Submit(t.Context(), "nothing", "q", 1); err == nil {
		t.Error("a kind that there is not was accepted")
	}
}

func TestCancel(t *testing.T) {
	w := newWork()
	q := newQueue(t, Kind{Name: "work", Run: w.run})
	running := submit(t, q, "work", "o", 1)
	<-w.going
	queued := submit(t, q, "work", "o", 2)
	for _, id := range []string{queued.ID, running.ID, running.ID} { // the last one has ended already
		start := time.Now()
		job, err := q.Cancel(t.Context(), id)
		if err != nil || job.State != db.JobCancelled || job.Finished.IsZero() {
			t.Errorf("cancelled: %s, %v", job.State, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	}
	done := submit(t, q, "work", "o", 3)
	<-w.going
	w.finish <- struct{}{}
	awaitEnd(t, q, done.ID)
	if job, err := q.Cancel(t.Context(), done.ID); err != nil || job.State != db.JobDone {
		t.Errorf("what is done was cancelled: %s, %v", job.State, err)
	}
	if _, err := q.Cancel(t.Context(), "nobody"); !errors.Is(err, ErrUnknown) {
		t.Errorf("unknown: %v", err)
	}
	if len(w.order) != 2 {
		t.Errorf("ran %v: what was cancelled while it waited should not", w.order)
	}
	last := submit(t, q, "work", "p", 4)
	<-w.going
	if err := q.CancelAll(t.Context(), "p"); err != nil {
		t.Error(err)
	}
	if job, err := q.Job(t.Context(), last.ID); err != nil || job.State != db.JobCancelled {
		t.Errorf("of the ontology: %s, %v", job.State, err)
	}
}

// TestRestart: what ran is queued again and runs anew, before what came later.
func TestRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	store := openStore(t, path)
	before := newWork()
	q := openQueue(t, store, Kind{Name: "work", Run: before.run})
	first, second := submit(t, q, "work", "o", "first"), submit(t, q, "work", "o", "second")
	<-before.going
	followed := make(chan error, 1)
	go func() {
		followed <- q.Follow(context.Background(), second.ID, "", time.Minute, func(Event) error { return nil })
	}()
	q.Close()
	if err := <-followed; err != nil {
		t.Errorf("follower of a queue that was closed: %v", err)
	}
	if _, err := q.Submit(t.Context(), "work", "o", 1); !errors.Is(err, ErrClosed) {
		t.Errorf("submitted to a closed queue: %v", err)
	}
	for _, id := range []string{first.ID, second.ID} {
		if job, err := store.Job(t.Context(), id); err != nil || job.State != db.JobQueued || !job.Started.IsZero() {
			t.Errorf("put back as %s, started %v, %v", job.State, job.Started, err)
		}
	}
	// A process that was killed leaves it running, and perhaps jobs of a kind that there is no more.
	killed, err := store.Job(t.Context(), first.ID)
	if err != nil {
		t.Fatal(err)
	}
	killed.State, killed.Started = db.JobRunning, time.Now()
	for _, job := range []db.Job{killed, {ID: "old", Kind: "forgotten", State: db.JobQueued}} {
		if err := store.SaveJob(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	after := newWork()
	q = openQueue(t, store, Kind{Name: "work", Run: after.run})
	close(after.finish)
	for _, id := range []string{first.ID, second.ID} {
		if job := awaitEnd(t, q, id); job.State != db.JobDone {
			t.Errorf("%s ended as %s", id, job.State)
		}
	}
	if want := []string{`"first"`, `"second"`}; !slices.Equal(after.order, want) {
		t.Errorf("ran %v, want %v", after.order, want)
	}
	if job, err := q.Job(t.Context(), "old"); err != nil || job.State != db.JobFailed || !strings.Contains(job.Error, "forgotten") {
		t.Errorf("of an unknown kind: %s, %q, %v", job.State, job.Error, err)
	}
}

func TestJobs(t *testing.T) {
	w := newWork()
	q := newQueue(t, Kind{Name: "work", AtOnce: 10, Run: w.run})
	var ids []string
	for i := range 5 {
		ids = append(ids, submit(t, q, "work", []string{"even", "odd"}[i%2], i).ID)
		<-w.going
	}
	slices.Reverse(ids)
	list := func(f db.JobFilter) (got []string) {
		jobs, err := q.Jobs(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			got = append(got, j.ID)
			if j.State == db.JobRunning && j.Progress == nil {
				t.Errorf("%s runs, without progress", j.ID)
			}
		}
		return got
	}
	if got := list(db.JobFilter{}); !slices.Equal(got, ids) {
		t.Errorf("all: %v, want %v", got, ids)
	}
	page := list(db.JobFilter{Limit: 2})
	if next := list(db.JobFilter{Limit: 2, Before: page[1]}); !slices.Equal(append(page, next...), ids[:4]) {
		t.Errorf("pages: %v, %v, want %v", page, next, ids[:4])
	}
	if got := list(db.JobFilter{Ontology: "odd"}); !slices.Equal(got, []string{ids[1], ids[3]}) {
		t.Errorf("of one ontology: %v", got)
	}
	if got := list(db.JobFilter{State: db.JobDone}); got != nil {
		t.Errorf("done: %v", got)
	}
	if _, err := q.Jobs(t.Context(), db.JobFilter{Before: "nobody"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("behind an unknown one: %v", err)
	}
}

// noting is a kind whose jobs make so many notes, and progress between them, as fast as they can.
func noting(n int) Kind {
	return Kind{Name: "noting", Run: func(_ context.Context, _ db.Job, report Report) (any, error) {
		for i := range n {
			report.Note("loss", i)
			report.Progress("noting", int64(i), int64(n))
		}
		return nil, nil
	}}
}

// TestFollow: every follower, however slow and wherever it begins again, sees all states and notes, in order, each once, and the end at last.
func TestFollow(t *testing.T) {
	const n = 2000
	begin := make(chan struct{})
	kind := noting(n)
	run := kind.Run
	kind.Run = func(ctx context.Context, job db.Job, report Report) (any, error) {
		<-begin
		return run(ctx, job, report)
	}
	q := newQueue(t, kind)
	job := submit(t, q, "noting", "o", nil)
	var group sync.WaitGroup
	for follower := range 20 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(follower)))
			var got []any
			var states []db.JobState
			last := ""
			broken := errors.New("broken off")
			for {
				err := q.Follow(t.Context(), job.ID, last, time.Minute, func(e Event) error {
					switch e.Name {
					case "loss":
						got = append(got, e.Data)
					case StateEvent:
						states = append(states, e.Job.State)
					}
					last = e.ID
					if follower > 0 && random.IntN(100) == 0 {
						time.Sleep(time.Millisecond)
					}
					if follower > 1 && random.IntN(300) == 0 && !(e.Job != nil && e.Job.Ended()) {
						return broken
					}
					return nil
				})
				if err == nil {
					break
				}
				if !errors.Is(err, broken) {
					t.Errorf("follower %d: %v", follower, err)
					return
				}
			}
			if want := []db.JobState{db.JobQueued, db.JobRunning, db.JobDone}; !slices.Equal(states, want) {
				t.Errorf("follower %d saw the states %v, want %v", follower, states, want)
			}
			if len(got) != n {
				t.Errorf("follower %d saw %d notes, want %d", follower, len(got), n)
				return
			}
			for i, note := range got {
				if note != i {
					t.Errorf("follower %d saw note %v at %d", follower, note, i)
					return
				}
			}
		})
	}
	close(begin)
	group.Wait()
	// One who has seen all is told the end once more, and then no more.
	var events []Event
	if err := q.Follow(t.Context(), job.ID, q.epoch+"-999999", time.Minute, func(e Event) error { events = append(events, e); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(events) != 1 || events[0].Job == nil || !events[0].Job.Ended() {
		t.Errorf("at the end: %v", events)
	}
}

func TestFollowIdle(t *testing.T) {
	w := newWork()
	q := newQueue(t, Kind{Name: "work", Run: w.run})
	job := submit(t, q, "work", "o", 1)
	<-w.going
	gone := errors.New("gone")
	beats := 0
	err := q.Follow(t.Context(), job.ID, "", time.Millisecond, func(e Event) error {
		if e.Name == "" {
			beats++
		}
		if beats == 3 {
			return gone
		}
		return nil
	})
	if err != gone {
		t.Errorf("ended by %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.Follow(ctx, job.ID, "", time.Minute, func(Event) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("without a context: %v", err)
	}
	if err := q.Follow(t.Context(), "nobody", "", time.Minute, func(Event) error { return nil }); !errors.Is(err, ErrUnknown) {
		t.Errorf("of nobody: %v", err)
	}
}

// TestNotesKept: what was noted, and how the job ended, is told again after a restart and when many other jobs have ended since; of a job that
// is run again, only what it notes then.
func TestNotesKept(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "store.db"))
	going := make(chan struct{}, 10)
	kind := Kind{Name: "noting", AtOnce: 10, Run: func(ctx context.Context, job db.Job, report Report) (any, error) {
		for i := range 5 {
			report.Note("loss", map[string]any{"step": i})
		}
		switch string(job.Payload) {
		case `"fail"`:
			return nil, errors.New("it went wrong")
		case `"wait"`:
			going <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}}
	q := openQueue(t, store, kind)
	done, failed, cancelled, stopped := submit(t, q, "noting", "o", 1), submit(t, q, "noting", "o", "fail"), submit(t, q, "noting", "o", "wait"), submit(t, q, "noting", "p", "wait")
	<-going
	<-going
	if _, err := q.Cancel(t.Context(), cancelled.ID); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, q, done.ID)
	awaitEnd(t, q, failed.ID)
	told := func(q *Queue, id, after string) (notes []string, end db.JobState, ids []string) {
		t.Helper()
		err := q.Follow(t.Context(), id, after, time.Minute, func(e Event) error {
			ids = append(ids, e.ID)
			switch e.Name {
			case "loss":
				text, err := json.Marshal(e.Data)
				notes = append(notes, string(text))
				return err
			case StateEvent:
				end = e.Job.State
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return notes, end, ids
	}
	want := []string{`{"step":0}`, `{"step":1}`, `{"step":2}`, `{"step":3}`, `{"step":4}`}
	ends := map[string]db.JobState{done.ID: db.JobDone, failed.ID: db.JobFailed, cancelled.ID: db.JobCancelled}
	asBefore := func(q *Queue) {
		t.Helper()
		for id, state := range ends {
			if notes, end, _ := told(q, id, ""); !slices.Equal(notes, want) || end != state {
				t.Errorf("job that is %s: %v, %s", state, notes, end)
			}
		}
	}
	asBefore(q)
	q.Close()

	kind.Run = noting(1).Run
	q = openQueue(t, store, kind)
	asBefore(q)
	if job := awaitEnd(t, q, stopped.ID); job.State != db.JobDone {
		t.Errorf("what was stopped is %s", job.State)
	}
	if notes, _, _ := told(q, stopped.ID, ""); !slices.Equal(notes, []string{"0"}) {
		t.Errorf("what was run again has noted %v", notes)
	}
	_, _, ids := told(q, done.ID, "")
	if notes, end, _ := told(q, done.ID, ids[2]); !slices.Equal(notes, want[3:]) || end != db.JobDone {
		t.Errorf("behind the third note: %v, %s", notes, end)
	}
	if notes, end, rest := told(q, done.ID, ids[len(ids)-1]); len(notes) > 0 || end != db.JobDone || len(rest) != 1 {
		t.Errorf("behind the end: %v, %s, %v", notes, end, rest)
	}
	for i := range remembered {
		awaitEnd(t, q, submit(t, q, "noting", "o", i).ID)
	}
	if notes, _, _ := told(q, stopped.ID, ""); !slices.Equal(notes, []string{"0"}) {
		t.Errorf("%d jobs later: %v", remembered, notes)
	}
}

// TestEnded: whoever tidies up is told of every end, whether the job ran or waited, when the store has it; and of nothing that will be run again.
func TestEnded(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "store.db"))
	w := newWork()
	var mu sync.Mutex
	ends := make(map[string]db.JobState)
	q := openQueue(t, store, Kind{Name: "work", Run: w.run, Ended: func(job db.Job) {
		saved, err := store.Job(t.Context(), job.ID)
		if err != nil || saved.State != job.State {
			t.Errorf("told of %s, while the store has %s, %v", job.State, saved.State, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if ends[job.ID] != "" {
			t.Errorf("told twice of %s", job.ID)
		}
		ends[job.ID] = job.State
	}})
	want := make(map[string]db.JobState)
	for i, state := range []db.JobState{db.JobDone, db.JobFailed, db.JobCancelled, db.JobCancelled, ""} {
		payload := any(i)
		if state == db.JobFailed {
			payload = "fail"
		}
		if job := submit(t, q, "work", "o", payload); state != "" {
			want[job.ID] = state
		}
		switch i {
		case 0, 1:
			w.finish <- struct{}{}
		case 3: // 2 runs
			jobs, err := q.Jobs(t.Context(), db.JobFilter{Limit: 2})
			if err != nil {
				t.Fatal(err)
			}
			for _, job := range jobs {
				if _, err := q.Cancel(t.Context(), job.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	q.Close()
	if !maps.Equal(ends, want) {
		t.Errorf("told of %v, want %v", ends, want)
	}
}

// TestMemory: notes are bounded, and of jobs that ended long ago none are in memory.
func TestMemory(t *testing.T) {
	q := newQueue(t, noting(notes*3/2))
	first := submit(t, q, "noting", "o", 0)
	awaitEnd(t, q, first.ID)
	kept, _, _ := q.entry(first.ID).since(0)
	if len(kept) > notes+4 || len(kept) < notes/2 {
		t.Errorf("%d events are kept", len(kept))
	}
	for i := range remembered + 5 {
		awaitEnd(t, q, submit(t, q, "noting", "o", i+1).ID)
	}
	if job := awaitEnd(t, q, first.ID); job.State != db.JobDone {
		t.Errorf("a job of long ago: %s", job.State)
	}
	q.Close()
	if len(q.live) > remembered {
		t.Errorf("%d jobs are remembered", len(q.live))
	}
}

// TestGoroutines: none is left when a queue is closed in the middle of things.
func TestGoroutines(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "store.db"))
	before := runtime.NumGoroutine()
	w := newWork()
	q := openQueue(t, store, Kind{Name: "work", AtOnce: 3, Run: w.run})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			job, err := q.Submit(t.Context(), "work", "o", i)
			if errors.Is(err, ErrClosed) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			if i%2 == 0 {
				q.Cancel(t.Context(), job.ID)
			}
			q.Follow(t.Context(), job.ID, "", time.Millisecond, func(Event) error { return nil })
		})
	}
	time.Sleep(5 * time.Millisecond)
	q.Close()
	group.Wait()
	for range 100 {
		if runtime.NumGoroutine() <= before+2 { // the store has some of its own
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
