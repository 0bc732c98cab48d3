package workspace

import (
	"context"
	"slices"
	"sync"
	"time"

	"box2el-owl/db"
)

// Event is a change of an ontology.
type Event struct {
	Number int64 // from 1; later events have larger ones
	Name   string
	// Operation is that of an OperationEvent. It is not to be written to.
	Operation *db.Operation
	// Status is the status after the event; nil for a GoneEvent.
	Status *Status
}

// The names of events.
const (
	// OperationEvent: an operation was recorded.
	OperationEvent = "operation"
	// RevisionEvent: the axioms have changed without an operation, as a client keeps them.
	RevisionEvent = "revision"
	// StatusEvent: the ontology has been classified, or its suggestions are ready.
	StatusEvent = "status"
	// GoneEvent: the ontology was deleted.
	GoneEvent = "gone"
)

// keptEvents is the number of events of an ontology that are kept for clients that reconnect, and
// keptText the total size of the axioms in them. The last event is kept even if it is larger.
const (
	keptEvents = 256
	keptText   = 32 << 20
)

// events are the last events of an ontology.
type events struct {
	mu       sync.Mutex
	last     int64
	log      []Event
	text     int           // total size of the axioms in log
	happened chan struct{} // closed and replaced at each event; nil at first
}

func (e *events) add(event Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	event.Number = e.last
	e.log = append(e.log, event)
	e.text += event.text()
	old := 0
	for n := len(e.log); n-old > keptEvents || e.text > keptText && n-old > 1; old++ {
		e.text -= e.log[old].text()
	}
	e.log = slices.Delete(e.log, 0, old)
	if e.happened != nil {
		close(e.happened)
	}
	e.happened = make(chan struct{})
}

// text returns the size of the axioms in an event.
func (e Event) text() (n int) {
	if e.Operation != nil {
		for i := range e.Operation.Axioms {
			n += len(e.Operation.Axioms[i].Axiom) + len(e.Operation.Axioms[i].Edited)
		}
	}
	return n
}

// since returns the events after a number, and a channel that is closed at the next event.
func (e *events) since(number int64) ([]Event, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.happened == nil {
		e.happened = make(chan struct{})
	}
	at := len(e.log)
	for at > 0 && e.log[at-1].Number > number {
		at--
	}
	return slices.Clone(e.log[at:]), e.happened
}

// operationEvent returns the event of an operation.
func operationEvent(op *db.Operation) Event { return Event{Name: OperationEvent, Operation: op} }

// tell adds an event, with the status of the ontology.
func (o *Ontology) tell(event Event) {
	if event.Name != GoneEvent {
		s := o.Status()
		event.Status = &s
	}
	o.events.add(event)
}

// LastEvent returns the number of the last event.
func (o *Ontology) LastEvent() int64 {
	o.events.mu.Lock()
	defer o.events.mu.Unlock()
	return o.events.last
}

// lookEvery is the interval at which a follower looks for operations of other programs.
const lookEvery = time.Second

// Follow calls give with the events after a number, and with later events as they happen, until the
// ontology is deleted; the last event then is a GoneEvent. It returns the error of give or of the
// context. If nothing happens for the time idle, it calls give with an Event without a name.
func (o *Ontology) Follow(ctx context.Context, after int64, idle time.Duration,
	give func(Event) error) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	quiet := time.Now()
	for {
		list, more := o.events.since(after)
		for _, event := range list {
			if err := give(event); err != nil || event.Name == GoneEvent {
				return err
			}
			after, quiet = event.Number, time.Now()
		}
		select {
		case <-more:
		case <-look.C:
			o.Refresh(ctx) // an error is that of the next request
			if time.Since(quiet) >= idle {
				quiet = time.Now()
				if err := give(Event{}); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
