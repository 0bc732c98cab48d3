package jobs

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Event is one thing that has happened to a job.
type Event struct {
	ID   string // unique, also among processes
	Name string // StateEvent, ProgressEvent, or what Report.Note was given

	Job  *Job // of a StateEvent: the job, without its payload
	Data any  // of a ProgressEvent a Progress, else what Report.Note was given
}

// The names of events that the queue itself makes.
const (
	StateEvent    = "job"
	ProgressEvent = "progress"
)

const (
	// quiet is the minimum time between two progress events of a stage.
	quiet = 250 * time.Millisecond
	// notes is the maximum number of events of Report.Note that are kept of a job; beyond it, every
	// second one is dropped.
	notes = 4_000
)

// stream is a job with its events. Events have numbers, from 1; dropped events leave gaps.
type stream struct {
	mu       sync.Mutex
	epoch    string
	job      Job
	now      *Progress
	told     time.Time     // time of the last progress event
	last     int64         // number of the last event
	log      []numbered    // of progress, only the latest
	noted    int           // notes in the log
	happened chan struct{} // closed and replaced at each event
}

type numbered struct {
	number int64
	Event
}

func (s *stream) begin(epoch string, job Job) {
	s.epoch, s.happened = epoch, make(chan struct{})
	s.change(job)
}

func (s *stream) current() Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view()
}

// view returns the job with its progress. The caller holds the lock.
func (s *stream) view() Job {
	j := s.job
	if j.Progress = nil; j.State == Running {
		j.Progress = s.now
	}
	return j
}

// change adds an event with the state of the job.
func (s *stream) change(job Job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job = job; job.Ended() {
		s.job.Payload = nil
	}
	j := s.view()
	j.Payload = nil // events outlive it
	s.add(Event{Name: StateEvent, Job: &j})
}

func (s *stream) progress(stage string, done, total int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	same := s.now != nil && s.now.Stage == stage
	s.now = &Progress{stage, done, total}
	if same && now.Sub(s.told) < quiet || s.job.Ended() {
		return
	}
	s.told = now
	s.log = slices.DeleteFunc(s.log, func(e numbered) bool { return e.Name == ProgressEvent })
	s.add(Event{Name: ProgressEvent, Data: *s.now})
}

func (s *stream) note(name string, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job.Ended() {
		return
	}
	if s.noted == notes {
		s.thin()
	}
	s.add(Event{Name: name, Data: data})
	s.noted++
}

// thin drops every second note.
func (s *stream) thin() {
	s.noted = 0
	seen := 0
	s.log = slices.DeleteFunc(s.log, func(e numbered) bool {
		if e.Name == StateEvent || e.Name == ProgressEvent {
			return false
		}
		seen++
		if seen%2 == 0 {
			return true
		}
		s.noted++
		return false
	})
}

func (s *stream) add(e Event) {
	s.last++
	e.ID = s.id(s.last)
	s.log = append(s.log, numbered{s.last, e})
	close(s.happened)
	s.happened = make(chan struct{})
}

func (s *stream) id(number int64) string { return s.epoch + "-" + strconv.FormatInt(number, 10) }

// number returns the number of the event with an id; 0 if the id is not of this stream.
func (s *stream) number(id string) int64 {
	text, ours := strings.CutPrefix(id, s.epoch+"-")
	number, err := strconv.ParseInt(text, 10, 64)
	if !ours || err != nil || number < 0 {
		return 0
	}
	return number
}

// since returns the events after a number, whether they are the last ones, and a channel that is
// closed at the next event. Of a job that has ended it always returns the last event.
func (s *stream) since(number int64) (events []numbered, over bool, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, _ := slices.BinarySearchFunc(s.log, number+1,
		func(e numbered, n int64) int { return int(e.number - n) })
	if over = s.job.Ended(); over {
		first = min(first, len(s.log)-1)
	}
	return slices.Clone(s.log[first:]), over, s.happened
}

// Follow calls give with the events of a job after the event with the id after, or all for "", and
// with later events as they happen, until the job has ended. The last event then is a StateEvent,
// and Follow returns nil. Errors are those of give and of the context, and ErrUnknown. If nothing
// happens for the time idle, it calls give with an Event without a name.
func (q *Queue) Follow(ctx context.Context, id, after string, idle time.Duration,
	give func(Event) error) error {
	e, err := q.entry(id)
	if err != nil {
		return err
	}
	timer := time.NewTimer(idle)
	defer timer.Stop()
	seen := e.number(after)
	for {
		events, over, more := e.since(seen)
		for _, event := range events {
			if err := give(event.Event); err != nil {
				return err
			}
			seen = event.number
		}
		if over {
			return nil
		}
		timer.Reset(idle)
		select {
		case <-more:
		case <-timer.C:
			if err := give(Event{}); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
