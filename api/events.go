package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// The paths of streams of events, as Echo has them.
const (
	jobStreamPath      = basePath + "/jobs/:job/events"
	ontologyStreamPath = basePath + "/ontologies/:id/events"
)

func isStream(c echo.Context) bool {
	return c.Path() == jobStreamPath || c.Path() == ontologyStreamPath
}

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
func (s *Server) FollowJob(ctx context.Context,
	r contract.FollowJobRequestObject) (contract.FollowJobResponseObject, error) {
	if _, err := s.queue.Job(r.Job); err != nil {
		return nil, err
	}
	return eventStream{s, ctx, r.Job, deref(r.Params.LastEventID)}, nil
}

// VisitFollowJobResponse writes events until the job has ended, the client is gone, or the server
// stops.
func (e eventStream) VisitFollowJobResponse(w http.ResponseWriter) error {
	return e.server.stream(e.ctx, w,
		func(ctx context.Context, send func(id, name string, data any) error) error {
			return e.server.queue.Follow(ctx, e.job, e.after, heartbeat,
				func(event jobs.Event) error {
					if event.Job != nil {
						return send(event.ID, event.Name, jobOf(*event.Job))
					}
					return send(event.ID, event.Name, event.Data)
				})
		})
}

// ontologyStream is the answer of FollowOntology.
type ontologyStream struct {
	server   *Server
	ctx      context.Context
	ontology *workspace.Ontology
	after    string // the id of the last event that the client has
}

// FollowOntology streams what happens to an ontology.
func (s *Server) FollowOntology(ctx context.Context,
	r contract.FollowOntologyRequestObject) (contract.FollowOntologyResponseObject, error) {
	o, err := s.workspace.Ontology(r.Id)
	if err != nil {
		return nil, err
	}
	return ontologyStream{s, ctx, o, deref(r.Params.LastEventID)}, nil
}

// VisitFollowOntologyResponse writes events until the ontology or the client is gone, or the server
// stops.
func (e ontologyStream) VisitFollowOntologyResponse(w http.ResponseWriter) error {
	s := e.server
	after := e.ontology.LastEvent()
	if text, ours := strings.CutPrefix(e.after, s.epoch+"-"); ours {
		if number, err := strconv.ParseInt(text, 10, 64); err == nil && number < after {
			after = number
		}
	}
	id := func(number int64) string { return fmt.Sprintf("%s-%d", s.epoch, number) }
	return s.stream(e.ctx, w, func(ctx context.Context,
		send func(id, name string, data any) error) error {
		status := ontologyOf(e.ontology.Status())
		if err := send(id(after), workspace.StatusEvent, contract.OntologyEvent{Ontology: &status}); err != nil {
			return err
		}
		return e.ontology.Follow(ctx, after, heartbeat, func(event workspace.Event) error {
			var data contract.OntologyEvent
			if event.Status != nil {
				status := ontologyOf(*event.Status)
				data.Ontology = &status
			}
			if event.Operation != nil {
				op := presenterOf(e.ontology.View()).operation(*event.Operation)
				data.Operation = &op
			}
			return send(id(event.Number), event.Name, data)
		})
	})
}

// stream writes server-sent events (HTML Standard, section 9.2) that follow sends, until it
// returns, the client is gone, or the server stops. An event without a name is a comment, for the
// connection's sake.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter,
	follow func(context.Context, func(id, name string, data any) error) error) error {
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
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
		text := []byte(":\n\n")
		if name != "" {
			body, err := json.Marshal(data)
			if err != nil {
				return err
			}
			text = fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n\n", id, name, body)
		}
		if _, err := w.Write(text); err != nil {
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

// lossPoint is a point of a training. Its validation is the number by which parameters are chosen:
// larger is better.
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
