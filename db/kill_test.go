package db

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestKilled kills processes at random moments of deciding, migrating and recording models:
// acknowledged rows are there, once, and the store is sound. That they survive a failure of the
// machine is promised by SQLite (synchronous=FULL), and not tested here.
func TestKilled(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = min(n, 20)
	}
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Run("deciding", func(t *testing.T) {
		killDeciding(t, rng, n/4, self(t), self(t)) // two at a time
	})
	t.Run("migrating", func(t *testing.T) { killMigrating(t, rng, n/4) })
	t.Run("creating", func(t *testing.T) { killCreating(t, rng, n/8) })
	if t.Failed() {
		t.Logf("seed %d", seed)
	}
}

// kill lets a process run for a while after its first line, kills it, and returns the lines that it
// has printed whole.
func (p *process) kill(t *testing.T, delay time.Duration) []string {
	t.Helper()
	var lines []string
	if p.lines.Scan() {
		lines = append(lines, p.lines.Text())
	}
	time.AfterFunc(delay, func() { p.Process.Kill() })
	for p.lines.Scan() {
		lines = append(lines, p.lines.Text())
	}
	if err := p.Wait(); err == nil {
		t.Log("a process ended before it was killed")
	} else if len(lines) == 0 {
		t.Errorf("a process has not begun: %v", err)
	}
	return lines
}

// killDeciding kills one of two processes that decide in one store; the other continues for a
// moment. The programs are test binaries.
func killDeciding(t *testing.T, rng *rand.Rand, n int, programs ...string) {
	path := filepath.Join(t.TempDir(), "store.db")
	var acknowledged []string
	for i := range n {
		one := startProgram(t, programs[i%2], "decide", path, fmt.Sprintf("r%d-a", i))
		two := startProgram(t, programs[1-i%2], "decide", path, fmt.Sprintf("r%d-b", i))
		acknowledged = append(acknowledged,
			one.kill(t, time.Duration(rng.IntN(30_000))*time.Microsecond)...)
		acknowledged = append(acknowledged,
			two.kill(t, time.Duration(rng.IntN(10_000))*time.Microsecond)...)
		if i%10 == 9 || i == n-1 {
			checkAcknowledged(t, path, acknowledged)
		} else {
			s := openAt(t, path, Options{})
			if err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Close()
		}
	}
	t.Logf("%d processes killed, %d decisions acknowledged", 2*n, len(acknowledged))
	if len(acknowledged) < 2*n {
		t.Errorf("only %d decisions were acknowledged: nothing was put to the test",
			len(acknowledged))
	}
}

func checkAcknowledged(t *testing.T, path string, keys []string) {
	t.Helper()
	s := openAt(t, path, Options{})
	defer s.Close()
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	found := make(map[string]int)
	for _, d := range history(t, s, Filter{}) {
		found[d.Key]++
		var i int
		if _, err := fmt.Sscanf(d.Key[strings.LastIndexByte(d.Key, '-')+1:], "%d",
			&i); err != nil ||
			d.Axiom != subclass(i, 0) || d.Action != Actions()[i%3] {
			t.Errorf("%s has become %s %s", d.Key, d.Action, d.Axiom)
		}
	}
	for _, key := range keys {
		if found[key] != 1 {
			t.Errorf("%s was acknowledged, and is there %d times", key, found[key])
		}
	}
	for key, n := range found {
		if n != 1 {
			t.Errorf("%s is there %d times", key, n)
		}
	}
}

// killMigrating kills while a store of version 6, with some decisions, is migrated: to operations
// and on.
func killMigrating(t *testing.T, rng *rand.Rand, n int) {
	const former, decisions = 6, 1050
	template := filepath.Join(t.TempDir(), "store.db")
	atVersion(t, template, former, decisions*20/21) // every twentieth is reverted
	before, latest := openReadOnly(t, template, migrations()[:former]), int64(len(migrations()))
	at := make(map[int64]int) // how many were killed at each version
	for range n {
		path := filepath.Join(t.TempDir(), "store.db")
		copyFile(t, template, path)
		start(t, "migrate", path).kill(t, time.Duration(rng.IntN(120_000))*time.Microsecond)
		bak := fmt.Sprintf("%s.v%d.bak", path, former)
		if _, err := os.Stat(bak); err == nil {
			if diff := cmp.Diff(before, openReadOnly(t, bak, migrations()[:former])); diff != "" {
				t.Errorf("the copy: %s", diff)
			}
		}
		found, err := inspect(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		at[found.version]++
		s := openAt(t, path, Options{migrations: futureMigrations()})
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(before, history(t, s, Filter{})); diff != "" ||
			s.version != latest+2 {
			t.Errorf("version %d: %s", s.version, diff)
		}
		for version := latest + 1; version <= latest+2; version++ {
			var rows int
			if err := s.read.QueryRow(fmt.Sprintf("SELECT count(*) FROM copies%d",
				version)).Scan(&rows); err != nil || rows != 3*decisions {
				t.Errorf("migration %d has written %d rows, %v", version, rows, err)
			}
		}
		s.Close()
	}
	t.Logf("killed at versions: %v", at)
}

// killCreating kills while a store is made.
func killCreating(t *testing.T, rng *rand.Rand, n int) {
	for range n {
		path := filepath.Join(t.TempDir(), "store.db")
		start(t, "migrate", path).kill(t, time.Duration(rng.IntN(25_000))*time.Microsecond)
		s := openAt(t, path, Options{migrations: futureMigrations()})
		decideOne(t, s, Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept})
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		s.Close()
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	src, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	dst, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(dst, src); err != nil {
		t.Fatal(err)
	}
	if err := dst.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestTwoProcesses: two processes decide on one store at the same time, one decision a transaction:
// all are recorded, none twice.
func TestTwoProcesses(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	decideTogether(t, n, self(t), self(t))
}

// decideTogether lets two test binaries make n decisions each at the same time, and returns the
// store.
func decideTogether(t *testing.T, n int, programs ...string) (path string) {
	path = filepath.Join(t.TempDir(), "store.db")
	begun := time.Now()
	running := []*process{
		startProgram(t, programs[0], "decide", path, "a", fmt.Sprint(n)),
		startProgram(t, programs[1], "decide", path, "b", fmt.Sprint(n))}
	lines := make([][]string, len(running))
	done := make(chan error, len(running))
	for i, p := range running {
		go func() {
			for p.lines.Scan() {
				lines[i] = append(lines[i], p.lines.Text())
			}
			done <- p.Wait()
		}()
	}
	for range running {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if len(lines[0]) != n || len(lines[1]) != n {
		t.Errorf("%d and %d decisions were acknowledged", len(lines[0]), len(lines[1]))
	}
	spent := time.Since(begun)
	checkAcknowledged(t, path, append(lines[0], lines[1]...))
	s := openAt(t, path, Options{})
	if got := len(history(t, s, Filter{})); got != 2*n {
		t.Errorf("%d decisions are recorded", got)
	}
	t.Logf("%d decisions in %v: %.0f a second", 2*n, spent.Round(time.Millisecond),
		float64(2*n)/spent.Seconds())
	return path
}
