package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"box2el-owl/api"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

var kills = flag.Int("kills", 6, "how often TestServeKilled kills the server")

// TestServeKilled kills a server (SIGKILL) at random times while clients edit, decide and submit
// jobs concurrently. After a restart it must have everything that was acknowledged: each decision
// once, and the ontology as of the last acknowledged edit or the edit in progress.
func TestServeKilled(t *testing.T) {
	home := t.TempDir()
	client := &serveClient{t: t, ctx: t.Context(), home: home}
	server := client.start()
	onto := client.must("POST", "/ontologies", map[string]any{"name": "killed", "iri": "http://example.org/killed"})["id"].(string)
	path := "/ontologies/" + onto

	rng := rand.New(rand.NewPCG(3, 3))
	var decided []string // acknowledged axioms
	jobs := 0
	revision := client.must("GET", path, nil)["revision"]
	number := 0
	edited := make(map[string]bool) // acknowledged axioms
	for round := range *kills {
		var end context.CancelFunc
		client.ctx, end = context.WithCancel(t.Context())
		var clients sync.WaitGroup
		clients.Go(func() { // an editor
			for {
				number++
				answer, err := client.call("PATCH", path,
					map[string]any{"baseRevision": revision, "add": []string{client.axiom(number)}})
				if err != nil {
					return
				}
				revision = answer["revision"]
				edited[client.axiom(number)] = true
			}
		})
		clients.Go(func() { // a curator
			for i := 0; ; i++ {
				axiom := fmt.Sprintf("SubClassOf(<http://example.org/r%d> <http://example.org/d%d>)", round, i)
				if _, err := client.call("POST", path+"/decisions",
					map[string]any{"decisions": []any{map[string]any{"axiom": axiom,
						"action": "reject"}}}); err != nil {
					return
				}
				decided = append(decided, axiom)
			}
		})
		clients.Go(func() { // a script
			for {
				if _, err := client.call("POST", path+"/classify", nil); err != nil {
					return
				}
				jobs++
				time.Sleep(20 * time.Millisecond)
			}
		})
		time.Sleep(time.Duration(rng.IntN(400)) * time.Millisecond)
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		server.Wait()
		end() // because Wine keeps connections of killed processes open
		clients.Wait()
		client.ctx = t.Context()

		server = client.start()
		if now := client.must("GET", path, nil)["revision"]; now != revision {
			// The edit in progress was written, but its response was lost.
			revision = client.must("PATCH", path, map[string]any{"baseRevision": now,
				"remove": []string{client.axiom(number)}})["revision"]
		}
		document, err := client.send("GET", path+"/document", nil)
		if err != nil {
			t.Fatal(err)
		}
		served, _, err := rdfio.Read(t.Context(), bytes.NewReader(document), rdfio.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, axiom := range served.Axioms {
			if !edited[owl.Canonical(axiom)] {
				t.Fatalf("round %d: %s was not acknowledged", round, owl.Canonical(axiom))
			}
		}
		if len(served.Axioms) != len(edited) {
			t.Fatalf("round %d: %d axioms, %d were acknowledged", round, len(served.Axioms),
				len(edited))
		}
	}
	found := make(map[string]int)
	for cursor := ""; ; {
		page := client.must("GET", path+"/decisions?limit=1000"+cursor, nil)
		for _, item := range page["items"].([]any) {
			found[item.(map[string]any)["axiom"].(string)]++
		}
		next, more := page["next"].(string)
		if !more {
			break
		}
		cursor = "&cursor=" + next
	}
	for _, axiom := range decided {
		if found[axiom] != 1 {
			t.Errorf("%s was decided about, and acknowledged; recorded %d times", axiom,
				found[axiom])
		}
	}
	t.Logf("%d kills; acknowledged: %d edits, %d decisions, %d jobs", *kills, number, len(decided),
		jobs)
	if len(decided) < *kills || jobs < *kills || number < *kills {
		t.Error("there was no load")
	}
	server.Process.Kill()
	server.Wait()
}

// serveClient calls a server that runs as a separate process.
type serveClient struct {
	t         *testing.T
	ctx       context.Context // of requests
	home      string
	stderr    *os.File // of the server; nil for a buffer
	handshake api.Handshake
}

func (c *serveClient) axiom(number int) string {
	return fmt.Sprintf("SubClassOf(<http://example.org/c%d> <http://example.org/c%d>)", number, number/2)
}

// start starts the server and waits until it prints its address.
func (c *serveClient) start() *exec.Cmd {
	c.t.Helper()
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	var log bytes.Buffer
	cmd := exec.Command(self, "serve", "--port", "0", "--verbose")
	cmd.Env = append(os.Environ(), runMain+"=1", "BOX2EL_HOME="+c.home)
	cmd.Stderr = &log
	if c.stderr != nil {
		cmd.Stderr = c.stderr
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(
		5 * time.Millisecond) {
		text, err := os.ReadFile(filepath.Join(c.home, "server.json"))
		if err == nil && json.Unmarshal(text, &c.handshake) == nil &&
			c.handshake.PID == cmd.Process.Pid {
			return cmd
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	c.t.Fatalf("the server does not start: %s", log.String())
	return nil
}

// call sends a request and returns its answer, a JSON object.
func (c *serveClient) call(method, path string, body any) (value map[string]any, err error) {
	text, err := c.send(method, path, body)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	return value, err
}

func (c *serveClient) send(method, path string, body any) ([]byte, error) {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(c.ctx, method, c.handshake.URL+"/api/v1"+
		path, sent)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.handshake.Token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %s %s", method, path, answer.Status, text)
	}
	return text, nil
}

func (c *serveClient) must(method, path string, body any) map[string]any {
	c.t.Helper()
	value, err := c.call(method, path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return value
}

// TestServeEnds ends a server by signals, each after the reader of its messages has ended. The
// server must answer until then, and remove the file with its token. A signal that the test
// ignores from its start, as SIGHUP under nohup, is ignored by the server as well.
func TestServeEnds(t *testing.T) {
	for _, by := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP,
		syscall.SIGQUIT} {
		if signal.Ignored(by) {
			t.Logf("%v is ignored", by)
			continue
		}
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		client := &serveClient{t: t, ctx: t.Context(), home: t.TempDir(), stderr: writer}
		server := client.start()
		writer.Close()
		reader.Close()
		client.must("GET", "/ontologies", nil) // writes a line of the log
		client.must("GET", "/ontologies", nil)
		if err := server.Process.Signal(by); err != nil {
			t.Skip(err) // on Windows
		}
		if err := server.Wait(); err != nil {
			t.Errorf("%v: %v", by, err)
		}
		if _, err := os.Stat(filepath.Join(client.home, "server.json")); err == nil {
			t.Errorf("%v: the token is left behind", by)
		}
	}
}
