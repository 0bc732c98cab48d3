package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/jobs"
)

// waiting replaces the queue of the server by one with a job that runs until it is cancelled.
func (h *harness) waiting(t testing.TB, ontology string) jobs.Job {
	t.Helper()
	h.queue.Close()
	h.queue = jobs.New(jobs.Options{Kinds: []jobs.Kind{{
		Name: string(contract.JobKindReport),
		Run: func(ctx context.Context, _ jobs.Job, _ jobs.Report) (any,
			error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
	}}})
	job, err := h.queue.Submit(string(contract.JobKindReport), ontology, nil)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// TestEventsArrive: events are sent immediately, and the stream ends with the job or the server.
func TestEventsArrive(t *testing.T) {
	h := start(t, Options{})
	job := h.waiting(t, h.open("").ID)
	follow := func() *bufio.Scanner {
		got, err := h.client.Do(h.request("GET", "/jobs/"+job.ID+"/events", nil))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { got.Body.Close() })
		return bufio.NewScanner(got.Body)
	}
	state := func(lines *bufio.Scanner, want jobs.State) {
		t.Helper()
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			var j contract.Job
			if ok && json.Unmarshal([]byte(data), &j) == nil && j.State == contract.JobState(want) {
				return
			}
		}
		t.Errorf("the stream ended before %s: %v", want, lines.Err())
	}
	lines := follow()
	state(lines, jobs.Running)
	h.ask("DELETE", "/jobs/"+job.ID, nil, 200, nil)
	state(lines, jobs.Cancelled)
	for lines.Scan() {
	}
	if lines.Err() != nil {
		t.Errorf("the stream did not end well: %v", lines.Err())
	}
	if got := h.do(h.request("HEAD", "/jobs/"+job.ID+"/events", nil)); got.status != 200 ||
		got.header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("HEAD: %d", got.status)
	}
	h.refused(h.request("GET", "/jobs/nobody/events", nil), 404, "unknown-job")

	job = h.waiting(t, h.open("").ID)
	lines = follow()
	state(lines, jobs.Running)
	ended := make(chan error, 1)
	go func() { ended <- h.end() }()
	for lines.Scan() {
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestCancel: a cancelled classification or training ends soon, and the ontology is unchanged.
func TestCancel(t *testing.T) {
	h := start(t, Options{})
	o := h.classified(pizzeria(t))
	for path, body := range map[string]any{"/classify": nil,
		"/trainings": `{"steps":100000,"retrain":true,"dim":2000}`} {
		var job contract.Job
		h.ask("POST", "/ontologies/"+o.ID+path, body, 202, &job)
		time.Sleep(50 * time.Millisecond)
		start := time.Now()
		h.ask("DELETE", "/jobs/"+job.ID, nil, 200, &job)
		t.Logf("%s: it took %v to cancel", path, time.Since(start)) // benchmarks measure
		if path == "/trainings" && job.State != jobs.Cancelled {
			t.Errorf("%s: %s", path, job.State)
		}
	}
	var after contract.Ontology
	h.ask("GET", "/ontologies/"+o.ID, nil, 200, &after)
	if after.Reasoner.State != "ready" || after.Revision != o.Revision || after.Axioms != o.Axioms {
		t.Errorf("after it was cancelled: %+v", after)
	}
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/trainings", `{"steps":100000,"retrain":true,"dim":2000}`,
		202, &job)
	h.ask("DELETE", "/ontologies/"+o.ID, nil, 204, nil)
	h.ask("GET", "/jobs/"+job.ID, nil, 200, &job)
	if job.State != jobs.Cancelled {
		t.Errorf("the job of an ontology that is gone is %s", job.State)
	}
}

// TestRestart: ontologies, classifications and decisions survive a restart; jobs do not.
func TestRestart(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: store})
	o := h.classified(pizzeria(t))
	const axiom = "SubClassOf(<http://example.org/pizzeria#Messicana> <http://example.org/pizzeria#HotPizza>)"
	h.ask("POST", "/ontologies/"+o.ID+"/decisions",
		fmt.Sprintf(`{"decisions":[{"axiom":%q,"action":"reject"}]}`, axiom), 200, nil)
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/trainings", `{"steps":100000,"retrain":true,"dim":2000}`,
		202, &job)
	for job.State == jobs.Queued {
		h.ask("GET", "/jobs/"+job.ID, nil, 200, &job)
	}
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	h = start(t, Options{Store: store})
	var again contract.Ontology
	deadline := time.Now().Add(10 * time.Second)
	for again.Reasoner.State != "ready" && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
		h.ask("GET", "/ontologies/"+o.ID, nil, 200, &again)
	}
	if again.Revision != o.Revision || again.Axioms != o.Axioms || again.Reasoner.State != "ready" {
		t.Errorf("after a restart: %+v, want %+v", again, o)
	}
	var history contract.DecisionPage
	h.ask("GET", "/ontologies/"+o.ID+"/decisions", nil, 200, &history)
	if len(history.Items) != 1 || history.Items[0].Axiom != axiom {
		t.Errorf("history %+v", history)
	}
	h.refused(h.request("GET", "/jobs/"+job.ID, nil), 404, "unknown-job")
}

// TestManyClients: all responses conform to the contract while clients read, edit, decide and
// follow events concurrently.
func TestManyClients(t *testing.T) {
	h := start(t, Options{})
	o := h.classified(pizzeria(t))
	path := "/ontologies/" + o.ID
	const n = 15
	var group sync.WaitGroup
	for client := range 8 {
		group.Go(func() {
			for i := range n {
				switch client % 4 {
				case 0:
					h.ask("GET", path+"/classes?q=pizza", nil, 200, nil)
					h.ask("GET", path+"/taxonomy", nil, 200, nil)
				case 1:
					axiom := fmt.Sprintf("SubClassOf(<urn:c%d> <http://example.org/pizzeria#Pizza>)", client*n+i)
					for {
						var now contract.Ontology
						h.ask("GET", path, nil, 200, &now)
						got := h.do(h.request("PATCH", path,
							contract.Edit{BaseRevision: now.Revision, Add: &[]string{axiom}}))
						if got.status == 200 {
							break
						}
						if got.status != 409 {
							t.Errorf("%d %s", got.status, got.body)
							return
						}
					}
				case 2:
					h.ask("POST", path+"/decisions",
						fmt.Sprintf(
							`{"decisions":[{"axiom":"SubClassOf(<urn:a%d> <urn:b>)","action":"reject"}]}`, client*n+i), 200, nil)
					h.ask("GET", path+"/decisions", nil, 200, nil)
				case 3:
					var job contract.Job
					h.ask("POST", path+"/classify", nil, 202, &job)
					got := h.do(h.request("GET", "/jobs/"+job.ID+"/events", nil))
					if got.status != 200 {
						t.Errorf("%d %s", got.status, got.body)
					}
				}
			}
		})
	}
	group.Wait()
	var end contract.Ontology
	h.ask("GET", path, nil, 200, &end)
	if end.Axioms != o.Axioms+2*n {
		t.Errorf("%d axioms, want %d", end.Axioms, o.Axioms+2*n)
	}
}

// TestGoroutines: no goroutine is left after clients disconnect during requests, nor after the
// server ends.
func TestGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	h := start(t, Options{})
	job := h.waiting(t, h.open("").ID)
	for range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		got, err := http.DefaultClient.Do(h.request("GET", "/jobs/"+job.ID+"/events",
			nil).WithContext(ctx))
		if err == nil {
			io.Copy(io.Discard, got.Body)
			got.Body.Close()
		} else if !errors.Is(err, context.DeadlineExceeded) && !os.IsTimeout(err) {
			t.Error(err)
		}
		cancel()
	}
	if err := h.end(); err != nil {
		t.Error(err)
	}
	h.client.CloseIdleConnections()
	http.DefaultClient.CloseIdleConnections()
	for range 200 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, mB)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before,
		stacks[:runtime.Stack(stacks, true)])
}
