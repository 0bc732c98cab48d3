package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// work is a kind whose jobs do what the test says.
type work struct {
	mu      sync.Mutex
	running int
	most    int           // that ran at the same time
	order   []string      // payloads, as they began
	going   chan string   // receives each job that begins
	finish  chan struct{} // each one lets a job end
}

func newWork() *work {
	return &work{going: make(chan string, 1000), finish: make(chan struct{})}
}

func (w *work) run(ctx context.Context, job Job, report Report) (any, error) {
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

func newQueue(t *testing.T, kinds ...Kind) *Queue {
	t.Helper()
	q := New(Options{Kinds: kinds})
	t.Cleanup(q.Close)
	return q
}

func submit(t *testing.T, q *Queue, kind, ontology string, payload any) Job {
	t.Helper()
	job, err := q.Submit(kind, ontology, payload)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// awaitEnd follows a job to its end.
func awaitEnd(t *testing.T, q *Queue, id string) Job {
	t.Helper()
	var last Job
	err := q.Follow(t.Context(), id, 0, time.Minute, func(e Event) error {
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
		state       State
		message     string
		wantsResult bool
	}{
		{"good", Done, "", true},
		{"fail", Failed, "it went wrong", false},
		{"cite", Failed, "no \uFFFD \uFFFD " + strings.Repeat("ä", 4994) + " …", false},
		{"panic", Failed, "internal error; see the log", false},
	} {
		t.Run(test.payload, func(t *testing.T) {
			w := newWork()
			q := newQueue(t, Kind{Name: "work", Run: w.run})
			job := submit(t, q, "work", "o", test.payload)
			if job.State != Queued {
				t.Errorf("accepted as %s", job.State)
			}
			<-w.going
			w.finish <- struct{}{}
			got := awaitEnd(t, q, job.ID)
			if got.State != test.state || got.Error != test.message ||
				(got.Result != nil) != test.wantsResult || got.Started.IsZero() ||
				got.Finished.Before(got.Started) {
				t.Errorf("ended as %s, error %q, result %s, started %v, finished %v", got.State,
					got.Error, got.Result, got.Started, got.Finished)
			}
		})
	}
}

// TestOrder: AtOnce jobs of a kind run at a time, in the order of submission, and kinds do not wait
// for each other.
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
	<-two.going
	<-two.going // both run
	queued, _ := q.Jobs(Filter{State: Queued})
	running, _ := q.Jobs(Filter{State: Running})
	if got := []int{len(queued), len(running)}; !slices.Equal(got, []int{4, 3}) {
		t.Errorf("queued and running: %v, want 4 and 3", got)
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
	q := New(Options{Kinds: []Kind{{Name: "work", Run: w.run}}, Waiting: 2})
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
	if _, err := q.Submit("work", "q", 1); !errors.Is(err, ErrFull) {
		t.Errorf("third that waits: %v, want ErrFull", err)
	}
	if _, err := q.Submit("nothing", "q", 1); err == nil {
		t.Error("a kind that there is not was accepted")
	}
}

func TestCancel(t *testing.T) {
	w := newWork()
	q := newQueue(t, Kind{Name: "work", Run: w.run})
	running := submit(t, q, "work", "o", 1)
	<-w.going
	queued := submit(t, q, "work", "o", 2)
	// the last one has ended already
	for _, id := range []string{queued.ID, running.ID, running.ID} {
		job, err := q.Cancel(t.Context(), id)
		if err != nil || job.State != Cancelled || job.Finished.IsZero() {
			t.Errorf("cancelled: %s, %v", job.State, err)
		}
	}
	done := submit(t, q, "work", "o", 3)
	<-w.going
	w.finish <- struct{}{}
	awaitEnd(t, q, done.ID)
	if job, err := q.Cancel(t.Context(), done.ID); err != nil || job.State != Done {
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
	if job, err := q.Job(last.ID); err != nil || job.State != Cancelled {
		t.Errorf("of the ontology: %s, %v", job.State, err)
	}
}

// TestClose: running and waiting jobs are cancelled, and their followers get the event.
func TestClose(t *testing.T) {
	w := newWork()
	q := New(Options{Kinds: []Kind{{Name: "work", Run: w.run}}})
	first, second := submit(t, q, "work", "o", "first"), submit(t, q, "work", "o", "second")
	<-w.going
	followed := make(chan error, 1)
	go func() {
		followed <- q.Follow(context.Background(), second.ID, 0, time.Minute,
			func(Event) error { return nil })
	}()
	q.Close()
	if err := <-followed; err != nil {
		t.Errorf("follower of a queue that was closed: %v", err)
	}
	if _, err := q.Submit("work", "o", 1); !errors.Is(err, ErrClosed) {
		t.Errorf("submitted to a closed queue: %v", err)
	}
	for _, id := range []string{first.ID, second.ID} {
		if job, err := q.Job(id); err != nil || job.State != Cancelled {
			t.Errorf("ended as %s, %v", job.State, err)
		}
	}
}

// TestForgotten: the last jobs that ended are there, with their events, and those before are not.
func TestForgotten(t *testing.T) {
	q := newQueue(t, noting(3))
	var ids []string
	for range remembered + 10 {
		ids = append(ids, submit(t, q, "noting", "o", len(ids)).ID)
		awaitEnd(t, q, ids[len(ids)-1])
	}
	if _, err := q.Job(ids[9]); !errors.Is(err, ErrUnknown) {
		t.Errorf("a job of long ago: %v", err)
	}
	notes := 0
	err := q.Follow(t.Context(), ids[10], 0, time.Minute, func(e Event) error {
		if e.Name == "loss" {
			notes++
		}
		return nil
	})
	if err != nil || notes != 3 {
		t.Errorf("%d notes of the first one that is kept, %v", notes, err)
	}
	if list, err := q.Jobs(Filter{}); err != nil || len(list) != remembered {
		t.Errorf("%d jobs, %v", len(list), err)
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
	list := func(f Filter) (got []string) {
		jobs, err := q.Jobs(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			got = append(got, j.ID)
			if j.State == Running && j.Progress == nil {
				t.Errorf("%s runs, without progress", j.ID)
			}
		}
		return got
	}
	if got := list(Filter{}); !slices.Equal(got, ids) {
		t.Errorf("all: %v, want %v", got, ids)
	}
	page := list(Filter{Limit: 2})
	if next := list(Filter{Limit: 2, Before: page[1]}); !slices.Equal(append(page, next...),
		ids[:4]) {
		t.Errorf("pages: %v, %v, want %v", page, next, ids[:4])
	}
	if got := list(Filter{Ontology: "odd"}); !slices.Equal(got, []string{ids[1], ids[3]}) {
		t.Errorf("of one ontology: %v", got)
	}
	if got := list(Filter{State: Done}); got != nil {
		t.Errorf("done: %v", got)
	}
	if _, err := q.Jobs(Filter{Before: "nobody"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("behind an unknown one: %v", err)
	}
}

// noting is a kind of jobs with n notes, and progress between them, as fast as possible.
func noting(n int) Kind {
	return Kind{Name: "noting", Run: func(_ context.Context, _ Job, report Report) (any, error) {
		for i := range n {
			report.Note("loss", i)
			report.Progress("noting", int64(i), int64(n))
		}
		return nil, nil
	}}
}

// TestFollow: every follower, however slow and wherever it begins again, sees all states and notes,
// in order, each once, and the end at last.
func TestFollow(t *testing.T) {
	const n = 2000
	begin := make(chan struct{})
	kind := noting(n)
	run := kind.Run
	kind.Run = func(ctx context.Context, job Job, report Report) (any, error) {
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
			var states []State
			last := int64(0)
			broken := errors.New("broken off")
			for {
				err := q.Follow(t.Context(), job.ID, last, time.Minute, func(e Event) error {
					switch e.Name {
					case "loss":
						got = append(got, e.Data)
					case StateEvent:
						states = append(states, e.Job.State)
					}
					last = e.Number
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
			if want := []State{Queued, Running, Done}; !slices.Equal(states, want) {
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
	// A follower who has seen all events gets the end once more, and then no more.
	var events []Event
	if err := q.Follow(t.Context(), job.ID, 999999, time.Minute,
		func(e Event) error { events = append(events, e); return nil }); err != nil {
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
	err := q.Follow(t.Context(), job.ID, 0, time.Millisecond, func(e Event) error {
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
	if err := q.Follow(ctx, job.ID, 0, time.Minute, func(Event) error { return nil }); !errors.Is(
		err, context.Canceled) {
		t.Errorf("without a context: %v", err)
	}
	if err := q.Follow(t.Context(), "nobody", 0, time.Minute,
		func(Event) error { return nil }); !errors.Is(err, ErrUnknown) {
		t.Errorf("of nobody: %v", err)
	}
}

// TestGoroutines: none is left when a queue is closed in the middle of things.
func TestGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	w := newWork()
	q := newQueue(t, Kind{Name: "work", AtOnce: 3, Run: w.run})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			job, err := q.Submit("work", "o", i)
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
			q.Follow(t.Context(), job.ID, 0, time.Millisecond, func(Event) error { return nil })
		})
	}
	time.Sleep(5 * time.Millisecond)
	q.Close()
	group.Wait()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestEventsWithoutPayload: the events of a job, which are kept when it has ended, do not hold its
// request.
func TestEventsWithoutPayload(t *testing.T) {
	w := newWork()
	q := newQueue(t, Kind{Name: "work", Run: w.run})
	job := submit(t, q, "work", "o", "good")
	<-w.going
	w.finish <- struct{}{}
	err := q.Follow(t.Context(), job.ID, 0, time.Minute, func(e Event) error {
		if e.Job != nil && e.Job.Payload != nil {
			t.Errorf("%s: payload %s", e.Job.State, e.Job.Payload)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
