package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/workspace"
)

// TestMain is the server that TestTrainingKilled kills, if this process is one.
func TestMain(m *testing.M) {
	if store := os.Getenv("BOX2EL_TEST_SERVER"); store != "" {
		fmt.Fprintln(os.Stderr, serveAlone(store))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// often is how often checkpoints are kept where tests interrupt trainings that take a second or two.
const often = 20 * time.Millisecond

func serveAlone(store string) error {
	ctx := context.Background()
	s, err := New(ctx, Options{Store: store, checkpointEvery: often})
	if err != nil {
		return err
	}
	return s.Serve(ctx, func() error { return nil })
}

// interrupted is a training of pizzeria that takes long enough to be interrupted.
const interrupted = `{"steps":800,"dim":60,"seed":3,"retrain":true}`

// oneFile returns the path of the one file among the models that has an ending; "" where there is none.
func oneFile(t *testing.T, store, ending string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(store), "models", "*"+ending))
	if err != nil || len(files) > 1 {
		t.Fatalf("*%s: %v, %v", ending, files, err)
	}
	if len(files) == 0 {
		return ""
	}
	return files[0]
}

func readOne(t *testing.T, store, ending string) []byte {
	t.Helper()
	text, err := os.ReadFile(oneFile(t, store, ending))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// begin begins a training, and returns when a checkpoint of it is there.
func (h *harness) begin(ontology, store string) (job contract.Job) {
	h.t.Helper()
	h.ask("POST", "/ontologies/"+ontology+"/trainings", interrupted, 202, &job)
	h.underWay(job.Id, store, 250)
	return job
}

// underWay waits for a step of a training, and for a checkpoint.
func (h *harness) underWay(job, store string, step int64) {
	h.t.Helper()
	t := h.t.(*testing.T)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var now contract.Job
		h.ask("GET", "/jobs/"+job, nil, 200, &now)
		if p := now.Progress; p != nil && p.Stage == "train" && p.Done > step && oneFile(t, store, ".checkpoint") != "" {
			return
		}
	}
	t.Fatal("no checkpoint is kept")
}

// losses are the points of a training that has ended, as its events tell them.
func (h *harness) losses(job string) (points []string) {
	h.t.Helper()
	got := h.do(h.request("GET", "/jobs/"+job+"/events", nil))
	lines := bufio.NewScanner(bytes.NewReader(got.body))
	event := ""
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && event == lossEvent {
			points = append(points, data)
		}
	}
	return points
}

// sameAsUndisturbed holds the model of a job that has ended, and its losses, to those of a training that nothing interrupts, after which nothing
// is left of either but the model.
func (h *harness) sameAsUndisturbed(job contract.Job, store string) {
	h.t.Helper()
	t := h.t.(*testing.T)
	model := readOne(t, store, ".model")
	points := h.losses(job.Id)
	var again contract.Job
	h.ask("POST", "/ontologies/"+*job.Ontology+"/trainings", interrupted, 202, &again)
	if again = h.awaitJob(again.Id); again.State != contract.JobStateDone {
		t.Fatalf("%+v", again)
	}
	if !bytes.Equal(readOne(t, store, ".model"), model) {
		t.Error("another model than of a training that nothing interrupted")
	}
	if want := h.losses(again.Id); len(want) < 5 || !slices.Equal(points, want) {
		t.Errorf("%d losses, others than the %d of a training that nothing interrupted", len(points), len(want))
	}
	for deadline := time.Now().Add(10 * time.Second); oneFile(t, store, ".checkpoint") != ""; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a checkpoint is left")
		}
	}
}

// TestTrainingStopped: a training that the end of the server interrupts goes on in the next one, to the same model; what was kept is not gone on
// from where it is no good.
func TestTrainingStopped(t *testing.T) {
	const goesOn, anew = "training goes on", "training begins anew"
	for _, c := range []struct {
		name    string
		between func(t *testing.T, store, ontology string)
		says    string // in the log
	}{
		{"stopped", func(*testing.T, string, string) {}, goesOn},
		{"other data", edited, anew},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "store.db")
			h := start(t, Options{Store: store, checkpointEvery: often})
			job := h.begin(h.classified(pizzeria(t)).Id, store)
			must(t, h.end())
			c.between(t, store, *job.Ontology)

			h = start(t, Options{Store: store, checkpointEvery: often})
			if job = h.awaitJob(job.Id); job.State != contract.JobStateDone {
				t.Fatalf("%+v", job)
			}
			for _, message := range []string{goesOn, anew} {
				// With other data it goes on at first, to find that out.
				if said := strings.Contains(h.log.String(), message); said != (message == c.says) && !(message == goesOn && c.says == anew) {
					t.Errorf("the log says %q: %t\n%s", message, said, h.log)
				}
			}
			h.sameAsUndisturbed(job, store)
			points := h.losses(job.Id)
			must(t, h.end())
			h = start(t, Options{Store: store})
			if again := h.losses(job.Id); !slices.Equal(again, points) {
				t.Errorf("%d losses after a restart, others than the %d before", len(again), len(points))
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// edited adds an axiom to an ontology while no server runs.
func edited(t *testing.T, store, ontology string) {
	t.Helper()
	s, err := db.Open(t.Context(), store, db.Options{})
	must(t, err)
	defer s.Close()
	w, err := workspace.Open(t.Context(), workspace.Options{Store: s, Documents: filepath.Join(filepath.Dir(store), "documents"), Folder: filepath.Join(filepath.Dir(store), "ontologies")})
	must(t, err)
	defer w.Close()
	o, err := w.Ontology(ontology)
	must(t, err)
	must(t, o.Await(t.Context()))
	axioms, err := parseAxioms("add", []string{"SubClassOf(<urn:new> <http://example.org/pizzeria#Pizza>)"})
	must(t, err)
	_, err = o.Edit(t.Context(), workspace.Edit{Base: o.View().Hashes().Content, Add: axioms})
	must(t, err)
}

// TestCheckpointsRemoved: a training that is cancelled leaves no checkpoint, and what a killed server has left is removed at the next start; what may
// be another server's stays.
func TestCheckpointsRemoved(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: store, checkpointEvery: often})
	job := h.begin(h.classified(pizzeria(t)).Id, store)
	h.ask("DELETE", "/jobs/"+job.Id, nil, 200, &job)
	if job.State != contract.JobStateCancelled {
		t.Errorf("%s", job.State)
	}
	must(t, h.end())
	if file := oneFile(t, store, ".checkpoint"); file != "" {
		t.Errorf("a training that was cancelled has left %s", file)
	}
	models := filepath.Join(filepath.Dir(store), "models")
	must(t, os.MkdirAll(models, 0o700))
	for _, name := range []string{job.Id + ".checkpoint", "." + job.Id + ".checkpoint-0123abcd", "other.checkpoint"} {
		must(t, os.WriteFile(filepath.Join(models, name), nil, 0o600))
	}
	start(t, Options{Store: store})
	entries, err := os.ReadDir(models)
	must(t, err)
	if len(entries) != 1 || entries[0].Name() != "other.checkpoint" {
		t.Errorf("left are %v", entries)
	}
}

// TestTrainingKilled kills a server (SIGKILL) in the middle of a training, twice: the third one has the model of a training that nothing
// interrupted.
func TestTrainingKilled(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store.db")
	h, kill := startAlone(t, store)
	job := h.begin(h.classified(pizzeria(t)).Id, store)
	kill()
	h, kill = startAlone(t, store)
	h.underWay(job.Id, store, 500)
	kill()
	h, kill = startAlone(t, store)
	defer kill()
	if job = h.awaitJob(job.Id); job.State != contract.JobStateDone {
		t.Fatalf("%+v", job)
	}
	h.sameAsUndisturbed(job, store)
}

// startAlone starts a server that is a process of its own.
func startAlone(t *testing.T, store string) (h *harness, kill func()) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	var log bytes.Buffer
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "BOX2EL_TEST_SERVER="+store)
	cmd.Stderr = &log
	must(t, cmd.Start())
	kill = func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	t.Cleanup(kill)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		var shake Handshake
		text, err := os.ReadFile(filepath.Join(filepath.Dir(store), "server.json"))
		if err == nil && json.Unmarshal(text, &shake) == nil && shake.PID == cmd.Process.Pid {
			h = &harness{t: t, url: shake.URL, token: shake.Token, folder: filepath.Dir(store)}
			h.connect()
			return h, kill
		}
	}
	t.Fatalf("the server does not start: %s", log.String())
	return nil, nil
}
