package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt sends SIGINT, SIGTERM and SIGHUP to a long classification at random times, while it
// reads, reasons and writes. The process must end at once with exit code 130 and leave no partial
// or temporary file. The delay from signal to end is logged; the test only requires it to be much
// shorter than the remaining work.
func TestInterrupt(t *testing.T) {
	rounds := 16
	if testing.Short() {
		rounds = 3
	}
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, seed))
	dir := t.TempDir()
	input := filepath.Join(dir, "long.ofn")
	writeLongOntology(t, input, rng, 60_000)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(dir, "out.tsv")
	if err := os.WriteFile(output, []byte("precious\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var longest time.Duration
	interrupted := 0
	signals := slices.DeleteFunc([]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP},
		signal.Ignored) // by nohup, or in the background of a shell
	for round := range rounds {
		cmd := exec.Command(self, "classify", input, "-o", output)
		cmd.Env = append(os.Environ(), runMain+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+rng.IntN(1500)) * time.Millisecond)
		sent := time.Now()
		if err := cmd.Process.Signal(signals[round%len(signals)]); err != nil {
			continue // it had already finished
		}
		err := cmd.Wait()
		delay := time.Since(sent)
		var exit *exec.ExitError
		switch {
		case err == nil:
			// The signal was too late: the result must be complete.
			if err := os.WriteFile(output, []byte("precious\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		case errors.As(err, &exit) && exit.ExitCode() == int(exitInterrupted):
			interrupted++
			longest = max(longest, delay)
			if got, err := os.ReadFile(output); err != nil || string(got) != "precious\n" {
				t.Errorf("round %d (seed %d): an interrupted run touched its output: %v", round,
					seed, err)
			}
		case errors.As(err, &exit) && exit.ExitCode() == -1:
			// Before Go installs its handler, the signal ends the process.
		default:
			t.Errorf("round %d (seed %d): %v, want exit code %d", round, seed, err, exitInterrupted)
		}
		left, err := filepath.Glob(filepath.Join(dir, ".*"))
		if err != nil {
			t.Fatal(err)
		}
		if len(left) > 0 {
			t.Errorf("round %d (seed %d): left behind: %v", round, seed, left)
		}
		if delay > 5*time.Second {
			t.Errorf("round %d (seed %d): ended only after %v", round, seed, delay)
		}
	}
	t.Logf("%d of %d runs interrupted, longest delay from signal to end %v", interrupted, rounds,
		longest)
	if interrupted == 0 {
		t.Error("no run was interrupted: the ontology is too small for this machine")
	}
}

// writeLongOntology writes a random EL ontology whose classification takes seconds.
func writeLongOntology(t *testing.T, path string, rng *rand.Rand, classes int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("Prefix(:=<http://example.org/long#>)\nOntology(<http://example.org/long>\nTransitiveObjectProperty(:r0)\n")
	for c := 1; c < classes; c++ {
		fmt.Fprintf(&b, "SubClassOf(:C%d :C%d)\n", c, rng.IntN(c))
		fmt.Fprintf(&b, "SubClassOf(:C%d ObjectSomeValuesFrom(:r%d :C%d))\n", c, rng.IntN(6),
			rng.IntN(classes))
		if c%3 == 0 {
			fmt.Fprintf(&b,
				"EquivalentClasses(:D%d ObjectIntersectionOf(:C%d ObjectSomeValuesFrom(:r%d :C%d)))\n", c, rng.IntN(classes), rng.IntN(6), rng.IntN(classes))
		}
	}
	b.WriteString(")\n")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestInterruptedDemo checks that demo ends with the error of an interrupted training.
func TestInterruptedDemo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := runDemo(ctx, &streams{err: io.Discard}, demoOptions{seed: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
