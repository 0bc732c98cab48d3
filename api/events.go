package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/embed"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// The paths of event streams in Echo's syntax.
const (
	jobStreamPath      = basePath + "/jobs/:job/events"
	ontologyStreamPath = basePath + "/ontologies/:id/events"
)

func isStream(c echo.Context) bool {
	return c.Path() == jobStreamPath || c.Path() == ontologyStreamPath
}

// heartbeat is the interval of comments on a stream without events.
const heartbeat = 15 * time.Second

// lossEvent is the name of events with points of a loss curve.
const lossEvent = "loss"

// FollowJob streams the events of a job until the job ends, the client disconnects, or the server
// stops.
func (s *Server) FollowJob(
	ctx context.Context, r contract.FollowJobRequestObject,
) (contract.FollowJobResponseObject, error) {
	if _, err := s.queue.Job(r.Job); err != nil {
		return nil, err
	}
	after, _ := strconv.ParseInt(deref(r.Params.LastEventID), 10, 64) // 0, before all, if invalid
	return s.stream(ctx, func(ctx context.Context, send sendEvent) error {
		return s.queue.Follow(ctx, r.Job, after, heartbeat, func(event jobs.Event) error {
			id := strconv.FormatInt(event.Number, 10)
			if event.Job != nil {
				return send(id, event.Name, event.Job)
			}
			return send(id, event.Name, event.Data)
		})
	}), nil
}

// FollowOntology streams the events of an ontology until it is deleted, the client disconnects, or
// the server stops. It begins with the status, and with earlier events if the client names the last
// event that it has received from this process.
func (s *Server) FollowOntology(
	ctx context.Context, r contract.FollowOntologyRequestObject,
) (contract.FollowOntologyResponseObject, error) {
	o := ontologyFrom(ctx)
	after := o.LastEvent()
	if text, ours := strings.CutPrefix(deref(r.Params.LastEventID), s.epoch+"-"); ours {
		if number, err := strconv.ParseInt(text, 10, 64); err == nil && number < after {
			after = number
		}
	}
	id := func(number int64) string { return fmt.Sprintf("%s-%d", s.epoch, number) }
	return s.stream(ctx, func(ctx context.Context, send sendEvent) error {
		status := o.Status()
		first := contract.OntologyEvent{Ontology: &status}
		if err := send(id(after), workspace.StatusEvent, first); err != nil {
			return err
		}
		return o.Follow(ctx, after, heartbeat, func(event workspace.Event) error {
			data := contract.OntologyEvent{Ontology: event.Status}
			if event.Operation != nil {
				op := presenterNow(ctx).operation(*event.Operation)
				data.Operation = &op
			}
			return send(id(event.Number), event.Name, data)
		})
	}), nil
}

// sendEvent sends an event to a client. An event without a name is a comment, which keeps the
// connection open.
type sendEvent func(id, name string, data any) error

// stream returns a response that calls follow, which sends server-sent events (HTML Standard,
// section 9.2). It ends when follow returns, the client disconnects, or the server stops.
func (s *Server) stream(
	ctx context.Context, follow func(context.Context, sendEvent) error,
) response {
	return func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		if isHead(ctx) {
			return nil
		}
		connection := http.NewResponseController(w)
		if err := connection.Flush(); err != nil {
			return err
		}
		ctx, end := context.WithCancel(ctx)
		defer end()
		defer context.AfterFunc(s.stopping, end)()
		err := follow(ctx, func(id, name string, data any) error {
			if err := writeEvent(w, id, name, data); err != nil {
				return err
			}
			return connection.Flush()
		})
		if errors.Is(err, errGone) || ctx.Err() != nil {
			return nil // nothing more can be sent
		}
		return err
	}
}

// writeEvent writes an event, or a comment if it has no name.
func writeEvent(w io.Writer, id, name string, data any) error {
	text := []byte(":\n\n")
	if name != "" {
		var body bytes.Buffer
		if err := contract.NewEncoder(&body).Encode(data); err != nil { // ends with a line feed
			return err
		}
		text = fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n", id, name, body.Bytes())
	}
	if _, err := w.Write(text); err != nil {
		return errGone
	}
	return nil
}

// errGone is returned if the client has disconnected.
var errGone = errors.New("client disconnected")

// lossPoint converts a point of a training to the contract. The value of a validation is the MRR,
// by which the parameters are selected.
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
