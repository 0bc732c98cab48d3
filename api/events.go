package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/embed"
	"box2el-owl/jobs"
)

// streamPath is that of streams of events, as Echo has it.
const streamPath = basePath + "/jobs/:job/events"

// heartbeat is how often a stream on which nothing happens says that it is still there.
const heartbeat = 15 * time.Second

// lossEvent is the name of events that are points of a loss curve.
const lossEvent = "loss"

// eventStream is the answer of FollowJob.
type eventStream struct {
	server *Server
	ctx    context.Context
	job    string
	after  string // the id of the last event that the client has
}

// FollowJob streams what happens to a job.
func (s *Server) FollowJob(ctx context.Context, r contract.FollowJobRequestObject) (contract.FollowJobResponseObject, error) {
	if _, err := s.queue.Job(ctx, r.Job); err != nil {
		return nil, err
	}
	return eventStream{s, ctx, r.Job, valueOf(r.Params.LastEventID)}, nil
}

// VisitFollowJobResponse writes server-sent events (HTML Standard, section 9.2) until the job has ended, the client is gone, or the server stops.
func (e eventStream) VisitFollowJobResponse(w http.ResponseWriter) error {
	e.server.metrics.streams.Inc()
	defer e.server.metrics.streams.Dec()
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	if isHead(e.ctx) {
		return nil
	}
	connection := http.NewResponseController(w)
	if err := connection.Flush(); err != nil {
		return err
	}
	ctx, end := context.WithCancel(e.ctx)
	defer end()
	defer context.AfterFunc(e.server.stopping, end)()
	var text bytes.Buffer
	err := e.server.queue.Follow(ctx, e.job, e.after, heartbeat, func(event jobs.Event) error {
		text.Reset()
		if err := writeEvent(&text, event); err != nil {
			return err
		}
		if _, err := w.Write(text.Bytes()); err != nil {
			return errGone
		}
		return connection.Flush()
	})
	if errors.Is(err, errGone) || ctx.Err() != nil {
		return nil // there is nobody to tell
	}
	return err
}

// errGone: the client does not take events any more.
var errGone = errors.New("the client is gone")

// writeEvent writes an event; one without a name is a comment, for the connection's sake.
func writeEvent(to *bytes.Buffer, event jobs.Event) error {
	if event.Name == "" {
		to.WriteString(":\n\n")
		return nil
	}
	var data any = event.Data
	if event.Job != nil {
		data = jobOf(*event.Job)
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	fmt.Fprintf(to, "id: %s\nevent: %s\ndata: %s\n\n", event.ID, event.Name, text)
	return nil
}

// lossPoint is a point of a training. Its validation is the number by which parameters are chosen: larger is better.
func lossPoint(p *embed.Point) contract.LossPoint {
	point := contract.LossPoint{Step: p.Step, Loss: make(map[string]float32)}
	for name, loss := range p.Losses {
		point.Loss[name] = float32(loss)
	}
	if p.Validation != 0 {
		point.Validation = &map[string]float32{"mrr": float32(p.Validation)}
	}
	return point
}
