package jobs

import (
	"context"
	"slices"
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

// Progress reports the progress of the work. It is an owl.Progress.
func (r Report) Progress(stage string, done, total int64) {
	r.queue.mu.Lock()
	defer r.queue.mu.Unlock()
	e, now := r.entry, time.Now()
	if e.job.Ended() {
		return
	}
	same := e.job.Progress != nil && e.job.Progress.Stage == stage
	e.job.Progress = &Progress{done, stage, total}
	if same && now.Sub(e.told) < quiet {
		return
	}
	e.told = now
	e.log = slices.DeleteFunc(e.log, func(e Event) bool { return e.Name == ProgressEvent })
	e.add(Event{Name: ProgressEvent, Data: *e.job.Progress})
}

// Note adds an event that every follower will see. The data is encoded as JSON.
func (r Report) Note(name string, data any) {
	r.queue.mu.Lock()
	defer r.queue.mu.Unlock()
	if !r.entry.job.Ended() {
		r.entry.add(Event{Name: name, Data: data})
	}
}

// change changes the state of the job, and adds an event with it.
func (e *entry) change(job Job) {
	if job.Ended() {
		job.Payload, job.Progress = nil, nil
	}
	e.job = job
	job.Payload = nil // events outlive it
	e.add(Event{Name: StateEvent, Job: &job})
}

func (e *entry) add(event Event) {
	e.last++
	event.Number = e.last
	e.log = append(e.log, event)
	close(e.happened)
	e.happened = make(chan struct{})
}

// since returns the events of a job after a number, whether they are the last ones, and a channel
// that is closed at the next event. Of a job that has ended it always returns the last event.
func (q *Queue) since(e *entry, number int64) (events []Event, over bool, more <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	first, _ := slices.BinarySearchFunc(e.log, number+1,
		func(e Event, n int64) int { return int(e.Number - n) })
	if over = e.job.Ended(); over {
		first = min(first, len(e.log)-1)
	}
	return slices.Clone(e.log[first:]), over, e.happened
}

// Follow calls give with the events of a job after a number, and with later events as they happen,
// until the job has ended. The last event then is a StateEvent, and Follow returns nil. Errors are
// those of give and of the context, and ErrUnknown. If nothing happens for the time idle, it calls
// give with an Event without a name.
func (q *Queue) Follow(ctx context.Context, id string, after int64, idle time.Duration,
	give func(Event) error) error {
	q.mu.Lock()
	e, err := q.find(id)
	q.mu.Unlock()
	if err != nil {
		return err
	}
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		events, over, more := q.since(e, after)
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
