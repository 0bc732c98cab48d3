package jobs

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Event is one thing that has happened to a job.
type Event struct {
	Number int64  // from 1; later events of a job have larger ones
	Name   string // StateEvent, ProgressEvent, or what Report.Note was given

	Job  *Job // of a StateEvent: the job, without its payload
	Data any  // of a ProgressEvent a Progress, else what Report.Note was given
}

// The names of events that the queue itself makes.
const (
	StateEvent    = "job"
	ProgressEvent = "progress"
)

// quiet is the minimum time between two progress events of a stage.
const quiet = 250 * time.Millisecond

// stream is a job with its events.
type stream struct {
	mu       sync.Mutex
	job      Job
	now      *Progress
	told     time.Time     // time of the last progress event
	last     int64         // number of the last event
	log      []Event       // of progress, only the latest
	happened chan struct{} // closed and replaced at each event
}

func (s *stream) begin(job Job) {
	s.happened = make(chan struct{})
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

// Progress reports the progress of the work. It is an owl.Progress.
func (r Report) Progress(stage string, done, total int64) {
	s := &r.entry.stream
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	same := s.now != nil && s.now.Stage == stage
	s.now = &Progress{stage, done, total}
	if same && now.Sub(s.told) < quiet || s.job.Ended() {
		return
	}
	s.told = now
	s.log = slices.DeleteFunc(s.log, func(e Event) bool { return e.Name == ProgressEvent })
	s.add(Event{Name: ProgressEvent, Data: *s.now})
}

// Note adds an event that every follower will see. The data is encoded as JSON.
func (r Report) Note(name string, data any) {
	s := &r.entry.stream
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.job.Ended() {
		s.add(Event{Name: name, Data: data})
	}
}

func (s *stream) add(e Event) {
	s.last++
	e.Number = s.last
	s.log = append(s.log, e)
	close(s.happened)
	s.happened = make(chan struct{})
}

// since returns the events after a number, whether they are the last ones, and a channel that is
// closed at the next event. Of a job that has ended it always returns the last event.
func (s *stream) since(number int64) (events []Event, over bool, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, _ := slices.BinarySearchFunc(s.log, number+1,
		func(e Event, n int64) int { return int(e.Number - n) })
	if over = s.job.Ended(); over {
		first = min(first, len(s.log)-1)
	}
	return slices.Clone(s.log[first:]), over, s.happened
}

// Follow calls give with the events of a job after a number, and with later events as they happen,
// until the job has ended. The last event then is a StateEvent, and Follow returns nil. Errors are
// those of give and of the context, and ErrUnknown. If nothing happens for the time idle, it calls
// give with an Event without a name.
func (q *Queue) Follow(ctx context.Context, id string, after int64, idle time.Duration,
	give func(Event) error) error {
	e, err := q.entry(id)
	if err != nil {
		return err
	}
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		events, over, more := e.since(after)
		for _, event := range events {
			if err := give(event); err != nil {
				return err
			}
			after = event.Number
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
