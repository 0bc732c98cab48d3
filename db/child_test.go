package db

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

var kills = flag.Int("kills", 200, "processes that TestKilled kills")

// children are the functions that a test may start in another process: the test binary with child
// in its environment. A child prints a line, in one write, for each acknowledged operation.
var children = map[string]func(ctx context.Context, path string, args []string) error{
	"decide":  childDecide,
	"migrate": childMigrate,
	"open":    childOpen,
}

const child = "BOX2EL_TEST_CHILD"

func TestMain(m *testing.M) {
	name := os.Getenv(child)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := children[name](context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// process is a running child. Its lines arrive as it prints them.
type process struct {
	*exec.Cmd
	lines *bufio.Scanner
}

func start(t *testing.T, name, path string, args ...string) *process {
	t.Helper()
	return startProgram(t, self(t), name, path, args...)
}

// self returns the path of the running test binary.
func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func startProgram(t *testing.T, program, name, path string, args ...string) *process {
	t.Helper()
	cmd := exec.Command(program, append([]string{path}, args...)...)
	cmd.Env = append(os.Environ(), child+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &process{cmd, bufio.NewScanner(out)}
}

// childDecide decides one axiom after the other: from NAME-0 on as far as NAME-N, or for ever.
func childDecide(ctx context.Context, path string, args []string) error {
	name := args[0]
	n := -1
	if len(args) > 1 {
		n, _ = strconv.Atoi(args[1])
	}
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for i := 0; i != n; i++ {
		key := fmt.Sprintf("%s-%d", name, i)
		if _, err := s.Decide(ctx, []Decision{{Key: key, Ontology: onto, Axiom: subclass(i, 0),
			Action: Actions()[i%3], Who: name}}); err != nil {
			return err
		}
		fmt.Println(key)
	}
	return nil
}

// childMigrate opens a store with two migrations more than there are.
func childMigrate(ctx context.Context, path string, _ []string) error {
	fmt.Println("started")
	s, err := Open(ctx, path, Options{migrations: futureMigrations()})
	if err != nil {
		return err
	}
	fmt.Println("migrated")
	return s.Close()
}

// childOpen prints the result of opening, for reading and writing and for reading only.
func childOpen(ctx context.Context, path string, _ []string) error {
	for _, readOnly := range []bool{false, true} {
		s, err := Open(ctx, path, Options{ReadOnly: readOnly})
		if err != nil {
			fmt.Println(err)
			continue
		}
		list, err := s.History(ctx, Filter{})
		if err != nil {
			return err
		}
		_, err = s.Decide(ctx, []Decision{{Ontology: onto, Axiom: subclass(1, 2), Action: Accept}})
		fmt.Println(len(list), "decisions;", err)
		if err := s.Close(); err != nil {
			return err
		}
	}
	return nil
}
