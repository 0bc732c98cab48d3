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

// TestBadModel runs the commands with files of models, data sets and checkpoints that are damaged,
// truncated or of another format. Each must end with exit code 3 and one line that names the file,
// and write nothing.
func TestBadModel(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	model, data, checkpoint := in("good.model"), in("good.model.data"), in("good.checkpoint")
	train := []string{"train", "../../examples/heart.owl", "--dim", "4", "--steps", "20",
		"-q", "-o"}
	if code, message := runForTest(append(train, model, "--checkpoint", checkpoint,
		"--checkpoint-every", "10")...); code != exitDone {
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
		"model":      {model, [][]string{{"evaluate", "BAD", "--data", data}, {"export", "BAD", "--to", "word2vec"}}},
		"data":       {data, [][]string{{"evaluate", model, "--data", "BAD"}, {"train", "BAD", "-o", in("bad.model")}, {"export", "BAD", "--to", "layout", in("layout")}}},
		"checkpoint": {checkpoint, [][]string{append(train, in("bad.model"), "--checkpoint", "BAD", "--resume")}},
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
	for _, name := range []string{"bad.model", "bad.model.data", "layout"} {
		if _, err := os.Stat(in(name)); err == nil &&
			name != "bad.model" { // that one is a damaged model of ours
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
		{"NoFolder", []string{heart, "--dim", "4", "--steps", "5", "-o", "no/such/heart.model"}, exitFailure, "no/such"},
		{"OutputIsFolder", []string{heart, "--dim", "4", "--steps", "5", "-o", "testdata"}, exitFailure, "folder"},
		{"DirectoryWithoutData", []string{"testdata"}, exitInput, "authors' layout"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"train"}, c.args...)
			output := filepath.Join(t.TempDir(), "a.model")
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
// code 130 and leave no temporary file; an existing checkpoint can be resumed.
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
	input, output, checkpoint := filepath.Join(dir, "long.ofn"), filepath.Join(dir,
		"long.model"), filepath.Join(dir, "checkpoint")
	writeLongOntology(t, input, rng, 1500)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	train := func() *exec.Cmd {
		cmd := exec.Command(self, "train", input, "-o", output, "--dim", "50", "--steps", "1000000",
			"--patience", "0",
			"--checkpoint", checkpoint, "--checkpoint-every", "20", "--resume")
		cmd.Env = append(os.Environ(), runMain+"=1", "TMPDIR="+scratch)
		cmd.Stderr = new(strings.Builder)
		return cmd
	}
	var longest time.Duration
	resumed := 0
	for round := range rounds {
		cmd := train()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if round == 0 { // so that later runs resume from it on a slow machine
			await(t, checkpoint)
		}
		time.Sleep(time.Duration(300+rng.IntN(700)) * time.Millisecond)
		sent := time.Now()
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatalf("round %d (seed %d): a million steps were done already: %v", round, seed, err)
		}
		err := cmd.Wait()
		delay := time.Since(sent)
		longest = max(longest, delay)
		said := cmd.Stderr.(*strings.Builder).String()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != int(exitInterrupted) {
			t.Errorf("round %d (seed %d): %v, want exit code %d: %s", round, seed, err,
				exitInterrupted, said)
		}
		if strings.Contains(said, "going on after step") {
			resumed++
		}
		for _, pattern := range []string{filepath.Join(dir, ".*"), filepath.Join(scratch, "*"),
			output + "*"} {
			if left, _ := filepath.Glob(pattern); len(left) > 0 {
				t.Errorf("round %d (seed %d): left behind: %v", round, seed, left)
			}
		}
		if delay > 5*time.Second {
			t.Errorf("round %d (seed %d): ended only after %v", round, seed, delay)
		}
	}
	t.Logf("%d of %d runs went on from a checkpoint, longest delay from signal to end %v", resumed,
		rounds, longest)
	if resumed == 0 {
		t.Error("no run went on from a checkpoint")
	}
}

// await waits until a file exists.
func await(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(
		5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
	}
	t.Fatalf("there is no %s after a minute", path)
}
