package reasoner_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// TestRules classifies the small ontologies of testdata/classify, one for each rule.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/classify/*.ofn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	used := make(map[string]bool)
	for _, file := range files {
		goldenFile := strings.TrimSuffix(file, ".ofn") + ".tsv"
		used[goldenFile] = true
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			nf := normalize(t, readOWL(t, string(text)))
			golden.Check(t, goldenFile, []byte(tsv(t, classify(t, nf, 1))))
		})
	}
	golden.Orphans(t, "testdata/classify/*.tsv", used)
}

var readLarge struct {
	sync.Once
	nf *el.Ontology
}

// large returns a real ontology, read once.
func large(t *testing.T) *el.Ontology {
	t.Helper()
	outside.Data(t, "ontologies", "obo-medium.ofn.gz") // skips each test that needs it
	readLarge.Do(func() { readLarge.nf = readObo(t) })
	return readLarge.nf
}

func readObo(t *testing.T) *el.Ontology {
	t.Helper()
	o, _, err := rdfio.ReadFile(context.Background(),
		outside.Data(t, "ontologies", "obo-medium.ofn.gz"), rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return normalize(t, o)
}

func TestWorkersGiveTheSameBytes(t *testing.T) {
	nf := large(t)
	first := classify(t, nf, 1)
	want, facts := tsv(t, first), first.Statistics().Derived
	for _, workers := range []int{2, 8} {
		again := classify(t, nf, workers)
		if tsv(t, again) != want {
			t.Errorf("%d workers: other taxonomy than with 1", workers)
		}
		if n := again.Statistics().Derived; n != facts {
			t.Errorf("%d workers: %d facts, with 1 worker %d", workers, n, facts)
		}
	}
}

// TestCancel cancels at random moments. The call must return at once with the error of the context
// and leave no goroutine; the next call must give the same result as before.
func TestCancel(t *testing.T) {
	nf := large(t)
	want := tsv(t, classify(t, nf, 2))
	before := runtime.NumGoroutine()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		ctx, cancel := context.WithCancel(context.Background())
		var cancelled time.Time
		timer := time.AfterFunc(time.Duration(rng.IntN(150))*time.Millisecond, func() {
			cancelled = time.Now()
			cancel()
		})
		_, err := reasoner.Classify(ctx, nf, reasoner.Options{Workers: 2})
		if timer.Stop() {
			cancel()
			continue // it finished before it was cancelled
		}
		<-ctx.Done()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled: %v", err)
		}
		t.Logf("ended %v after being cancelled", time.Since(cancelled).Round(time.Millisecond))
	}
	if tsv(t, classify(t, nf, 2)) != want {
		t.Error("another taxonomy after cancelled runs")
	}
	if left := goroutinesLeft(before); left > 0 {
		t.Errorf("%d goroutines are left", left)
	}
}

// goroutinesLeft returns the increase of the number of goroutines. It retries for a second, because
// a finished goroutine is still counted for a short time.
func goroutinesLeft(before int) int {
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return runtime.NumGoroutine() - before
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	nf := normalize(t, readOWL(t, document([]string{"SubClassOf(:A :B)"})))
	if _, err := reasoner.Classify(ctx, nf, reasoner.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Classify = %v, want %v", err, context.Canceled)
	}
}
