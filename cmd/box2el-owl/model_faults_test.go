package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestBadModel runs the commands with files of models and data sets that are damaged, truncated or
// of another format. Each must end with exit code 3 and one line that names the file, and write
// nothing.
func TestBadModel(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	model := in("good.safetensors")
	train := []string{
		"train", "../../examples/heart.owl", "--dim", "4", "--steps", "20", "-q", "-o",
	}
	if code, message := runForTest(append(train, model)...); code != exitDone {
		t.Fatal(message)
	}
	damage := map[string]func([]byte) []byte{
		"cut off":     func(b []byte) []byte { return b[:len(b)*2/3] },
		"one bit":     func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"longer":      func(b []byte) []byte { return append(b, "more"...) },
		"nothing":     func([]byte) []byte { return nil },
		"other magic": func(b []byte) []byte { b[2] ^= 32; return b },
	}
	for kind, use := range map[string]struct {
		good string
		with [][]string
	}{
		"model": {model, [][]string{{"evaluate", "BAD"}, {"export", "BAD", "--to", "word2vec"}}},
		"data": {model, [][]string{{"train", "BAD", "-o", in("out.safetensors")},
			{"export", "BAD", "--to", "layout", in("layout")}}},
	} {
		good, err := os.ReadFile(use.good)
		if err != nil {
			t.Fatal(err)
		}
		for name, how := range damage {
			bad := in("bad." + kind)
			if err := os.WriteFile(bad, how(append([]byte(nil), good...)), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, args := range use.with {
				args = append([]string(nil), args...)
				for i := range args {
					if args[i] == "BAD" {
						args[i] = bad
					}
				}
				t.Run(kind+"/"+name+"/"+args[0], func(t *testing.T) {
					code, message := runForTest(args...)
					checkFault(t, args[0], code, message, bad)
				})
			}
		}
	}
	for _, name := range []string{"out.safetensors", "layout"} {
		if _, err := os.Stat(in(name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestBadTraining has options and ontologies without a finite loss. The line must name the error,
// and nothing may be written.
func TestBadTraining(t *testing.T) {
	heart := "../../examples/heart.owl"
	cases := []struct {
		name string
		args []string
		code exitCode
		want string
	}{
		{"NotFinite", []string{heart, "--dim", "4", "--rate", "1e38", "--steps", "50"}, exitFailure, "smaller learning rate"},
		{"NaN", []string{heart, "--margin", "NaN"}, exitUsage, "finite"},
		{"ZeroRate", []string{heart, "--rate", "0"}, exitUsage, "learning rate"},
		{"NegativeSteps", []string{heart, "--steps", "-1"}, exitUsage, "steps"},
		{"HugeDim", []string{heart, "--dim", "1000000"}, exitUsage, "dimension"},
		{"HugeBatch", []string{heart, "--batch", "1000000000"}, exitUsage, "batch"},
		{"DiskFull", []string{heart, "--dim", "4", "--steps", "5", "-o", "/dev/full"}, exitFailure, "no space left"},
		{"NoFolder", []string{heart, "--dim", "4", "--steps", "5", "-o", "no/such/heart.safetensors"}, exitFailure, "no/such"},
		{"OutputIsFolder", []string{heart, "--dim", "4", "--steps", "5", "-o", "testdata"}, exitFailure, "directory"},
		{"DirectoryWithoutData", []string{"testdata"}, exitInput, "authors' layout"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"train"}, c.args...)
			output := filepath.Join(t.TempDir(), "a.safetensors")
			if !strings.Contains(strings.Join(args, " "), " -o ") {
				args = append(args, "-o", output)
			} else if _, err := os.Stat("/dev/full"); err != nil && c.name == "DiskFull" {
				t.Skip("no /dev/full")
			}
			code, message := runForTest(args...)
			lines := strings.Split(strings.TrimSpace(message), "\n")
			if code != c.code || !strings.Contains(message, c.want) || len(lines) > 2 {
				t.Errorf("exit code %d, want %d; %q, want %q", code, c.code, message, c.want)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(output), "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestInterruptTraining sends SIGINT to a training at random times. It must end at once with exit
// code 130 and leave no file.
func TestInterruptTraining(t *testing.T) {
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, seed))
	dir := t.TempDir()
	scratch := filepath.Join(dir, "scratch")
	if err := os.Mkdir(scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	input, output := filepath.Join(dir, "long.ofn"), filepath.Join(dir, "long.safetensors")
	writeLongOntology(t, input, rng, 1500)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var longest time.Duration
	for round := range rounds {
		cmd := exec.Command(self, "train", input, "-o", output, "--dim", "50", "--steps", "1000000",
			"--patience", "0")
		cmd.Env = append(os.Environ(), runMain+"=1", "TMPDIR="+scratch)
		said := new(strings.Builder)
		cmd.Stderr = said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(500+rng.IntN(1000)) * time.Millisecond)
		sent := time.Now()
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatalf("round %d (seed %d): a million steps were done already: %v", round, seed, err)
		}
		err := cmd.Wait()
		delay := time.Since(sent)
		longest = max(longest, delay)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != int(exitInterrupted) {
			t.Errorf("round %d (seed %d): %v, want exit code %d: %s", round, seed, err,
				exitInterrupted, said)
		}
		for _, pattern := range []string{
			filepath.Join(dir, ".*"), filepath.Join(scratch, "*"), output + "*",
		} {
			if left, _ := filepath.Glob(pattern); len(left) > 0 {
				t.Errorf("round %d (seed %d): left behind: %v", round, seed, left)
			}
		}
		if delay > 5*time.Second {
			t.Errorf("round %d (seed %d): ended only after %v", round, seed, delay)
		}
	}
	t.Logf("longest delay from signal to end %v", longest)
}
