package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"box2el-owl/db"
)

// Event is one thing that has happened to a job.
type Event struct {
	ID   string // unique for the job; later events have other ones after a restart
	Name string // StateEvent, ProgressEvent, or what Report.Note was given

	Job  *Job // of a StateEvent: how the job stands
	Data any  // of a ProgressEvent a Progress, else what Report.Note was given, or its JSON where that was kept
}

// The names of events that the queue itself makes.
const (
	StateEvent    = "job"
	ProgressEvent = "progress"
)

const (
	// quiet is how long no further progress of a stage is told.
	quiet = 250 * time.Millisecond
	// notes is how many events of Report.Note are kept of a job; of more, every other one is forgotten.
	notes = 4_000
)

// stream is a job with what has happened to it. Events have numbers, from 1; lost ones leave gaps.
type stream struct {
	mu       sync.Mutex
	epoch    string
	job      db.Job
	now      *Progress
	told     time.Time // when progress was told last
	last     int64     // number of the last event
	log      []numbered
	latest   numbered      // the latest progress; number 0: none yet
	noted    int           // notes in the log
	over     bool          // nothing will happen any more
	happened chan struct{} // closed, and made anew, when something has happened
}

type numbered struct {
	number int64
	Event
}

func (s *stream) begin(epoch string, job db.Job) {
	s.epoch, s.happened = epoch, make(chan struct{})
	s.change(job)
}

func (s *stream) current() Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view()
}

// view is the job with its progress. The caller holds the lock.
func (s *stream) view() Job {
	j := Job{Job: s.job}
	if s.job.State == db.JobRunning {
		j.Progress = s.now
	}
	return j
}

// change is told how the job stands now.
func (s *stream) change(job db.Job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.job, s.over = job, ended(job.State)
	if s.over {
		s.job.Payload = nil
	}
	j := s.view()
	s.add(Event{Name: StateEvent, Job: &j})
	s.wake()
}

// abandon ends the stream of a job that has not ended.
func (s *stream) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.wake()
}

func (s *stream) progress(stage string, done, total int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	same := s.now != nil && s.now.Stage == stage
	s.now = &Progress{stage, done, total}
	if same && now.Sub(s.told) < quiet || s.over {
		return
	}
	s.told = now
	s.last++
	s.latest = numbered{s.last, Event{ID: s.id(s.last), Name: ProgressEvent, Data: *s.now}}
	s.wake()
}

func (s *stream) note(name string, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	if s.noted == notes {
		s.thin()
	}
	s.add(Event{Name: name, Data: data})
	s.noted++
	s.wake()
}

// thin forgets every other note.
func (s *stream) thin() {
	s.noted = 0
	seen := 0
	s.log = slices.DeleteFunc(s.log, func(e numbered) bool {
		if e.Name == StateEvent {
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
}

// kept is a note as the store has it.
type kept struct {
	Name string          `json:"name"`
	Data json.RawMessage `json:"data"`
}

// notes are what was noted, for the store; nil where nothing was.
func (s *stream) notes() json.RawMessage {
	s.mu.Lock()
	log := slices.Clone(s.log)
	s.mu.Unlock()
	var list []kept
	for _, e := range log {
		if e.Name == StateEvent {
			continue
		}
		if data, err := json.Marshal(e.Data); err == nil {
			list = append(list, kept{e.Name, data})
		}
	}
	if list == nil {
		return nil
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil // never: it is made of JSON
	}
	return text
}

// recall makes the stream of a job that ended before those that are remembered: its notes, as far as they were kept, and its end.
func (q *Queue) recall(ctx context.Context, id string) (*stream, error) {
	job, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	text, err := q.store.JobNotes(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []kept
	if text != nil {
		if err := json.Unmarshal(text, &list); err != nil {
			return nil, fmt.Errorf("notes of job %s: %w", id, err)
		}
	}
	s := &stream{epoch: "past", happened: make(chan struct{})}
	for _, note := range list {
		s.add(Event{Name: note.Name, Data: note.Data})
	}
	s.change(job.Job)
	s.abandon() // also where it was accepted a moment ago: who follows it asks again
	return s, nil
}

func (s *stream) wake() {
	close(s.happened)
	s.happened = make(chan struct{})
}

func (s *stream) id(number int64) string { return s.epoch + "-" + strconv.FormatInt(number, 10) }

// number is that of an event's id; 0 where it is not of this stream.
func (s *stream) number(id string) int64 {
	text, ours := strings.CutPrefix(id, s.epoch+"-")
	number, err := strconv.ParseInt(text, 10, 64)
	if !ours || err != nil || number < 0 {
		return 0
	}
	return number
}

// since returns the events behind a number, whether they are the last ones, and what tells of further ones.
func (s *stream) since(number int64) (events []numbered, over bool, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, _ := slices.BinarySearchFunc(s.log, number+1, func(e numbered, n int64) int { return int(e.number - n) })
	events = slices.Clone(s.log[first:])
	if s.latest.number > number {
		place, _ := slices.BinarySearchFunc(events, s.latest.number, func(e numbered, n int64) int { return int(e.number - n) })
		events = slices.Insert(events, place, s.latest)
	}
	return events, s.over, s.happened
}

// Follow gives the events of a job behind the one with the id after, "" for all, and further ones as they happen, until the job has ended; the last event
// then is a StateEvent. It returns nil then, and when the queue is closed; else the error of give or of the context, or ErrUnknown. Whenever nothing
// has happened for a while it gives an Event without a name.
func (q *Queue) Follow(ctx context.Context, id, after string, idle time.Duration, give func(Event) error) error {
	var e *stream
	if live := q.entry(id); live != nil {
		e = &live.stream
	} else {
		var err error
		if e, err = q.recall(ctx, id); err != nil {
			return err
		}
	}
	timer := time.NewTimer(idle)
	defer timer.Stop()
	seen := e.number(after)
	for {
		events, over, more := e.since(seen)
		if over && len(events) == 0 {
			events = e.lastWord()
		}
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

// lastWord is the last event of a job that has ended, for who has seen all; nothing of one that was abandoned.
func (s *stream) lastWord() []numbered {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !ended(s.job.State) {
		return nil
	}
	return s.log[len(s.log)-1:]
}
