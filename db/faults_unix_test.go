//go:build unix

package db

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadOnly: a file or directory that may not be written to is an error, and can be read.
func TestReadOnly(t *testing.T) {
	self := readableByAll(t)
	for name, c := range map[string]struct {
		file, folder os.FileMode
		log          bool // decisions that are in the write-ahead log only
	}{
		"file":        {0o444, 0o777, false},
		"folder":      {0o666, 0o555, false},
		"both":        {0o444, 0o555, false},
		"file, log":   {0o444, 0o777, true},
		"folder, log": {0o444, 0o555, true},
	} {
		t.Run(name, func(t *testing.T) {
			path, _ := decided(t, 10)
			if c.log {
				killAfterDeciding(t, path)
			} else {
				removeEmptyLog(t, path)
			}
			if err := os.Chmod(path, c.file); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Dir(path), c.folder); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Chmod(filepath.Dir(path), 0o700) })
			p := asNobody(t, self, path)
			out, err := p.CombinedOutput()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if err != nil || len(lines) != 2 {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.Contains(lines[0], "read-only") ||
				!strings.Contains(lines[0], "make the file and its folder writable") {
				t.Errorf("opening for writing: %s", lines[0])
			}
			if !strings.Contains(lines[1], "decisions; ") ||
				!strings.Contains(lines[1], "the store is read-only") {
				t.Errorf("opening for reading: %s", lines[1])
			}
			if !c.log && !strings.HasPrefix(lines[1], "10 ") {
				t.Errorf("opening for reading: %s", lines[1])
			}
		})
	}
}

// removeEmptyLog removes the empty -wal and the -shm that a read-only opening leaves in a folder
// it may write to. Their owner could write to the store by means of them, even in a read-only
// folder.
func removeEmptyLog(t *testing.T, path string) {
	t.Helper()
	if n := size(path + "-wal"); n > 0 {
		t.Fatalf("the write-ahead log has %d bytes", n)
	}
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// killAfterDeciding leaves a write-ahead log behind.
func killAfterDeciding(t *testing.T, path string) {
	t.Helper()
	start(t, "decide", path, "killed").kill(t, 0)
	if size(path+"-wal") == 0 {
		t.Fatal("there is no write-ahead log")
	}
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Chmod(path+beside, 0o444); err != nil {
			t.Fatal(err)
		}
	}
}

// readableByAll copies the test binary to where another user may run it.
func readableByAll(t *testing.T) string {
	t.Helper()
	self := self(t)
	if os.Geteuid() != 0 {
		return self
	}
	program := filepath.Join(t.TempDir(), "db.test")
	copyFile(t, self, program)
	for _, path := range []string{program, filepath.Dir(program),
		filepath.Dir(filepath.Dir(program))} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

// asNobody runs the child "open": as another user where this one is root, whom no permission keeps
// from anything.
func asNobody(t *testing.T, program, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program, path)
	cmd.Env = append(os.Environ(), child+"=open")
	if os.Geteuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
			Gid: nobody}}
		for dir := filepath.Dir(filepath.Dir(path)); dir != os.TempDir() &&
			dir != "/"; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	return cmd
}

// TestDiskFull runs TestFilesMayNotGrow in a process of its own, where no file may grow beyond some
// kilobytes.
func TestDiskFull(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run=^TestFilesMayNotGrow$", "-test.v")
	c.Env = append(os.Environ(), "BOX2EL_TEST_SMALL_FILES=1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFilesMayNotGrow") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFilesMayNotGrow: without space, deciding, backing up, migrating and creating return ErrFull;
// acknowledged decisions are there, and the store works when there is space again.
func TestFilesMayNotGrow(t *testing.T) {
	if os.Getenv("BOX2EL_TEST_SMALL_FILES") == "" {
		t.Skip("another test runs this one in a process of its own")
	}
	path, want := decided(t, 500)
	s := openAt(t, path, Options{})
	signal.Ignore(syscall.SIGXFSZ)
	var former syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &former); err != nil {
		t.Fatal(err)
	}
	limit := func(bytes uint64) {
		t.Helper()
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE,
			&syscall.Rlimit{Cur: bytes, Max: former.Max}); err != nil {
			t.Fatal(err)
		}
	}
	full := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "make room") {
			t.Errorf("%s: %v", what, err)
		}
	}

	limit(160 << 10)
	for i := 0; ; i++ {
		d, err := s.Decide(t.Context(),
			[]Decision{{Ontology: onto, Axiom: subclass(i, 1), Action: Accept}})
		if err != nil {
			full("deciding", err)
			break
		}
		want = append(want, d[0])
		if i == 100_000 {
			t.Fatal("the disk is never full")
		}
	}
	if diff := cmp.Diff(want, history(t, s, Filter{})); diff != "" {
		t.Errorf("when the disk was full: %s", diff)
	}
	dir := t.TempDir()
	limit(64 << 10)
	full("backing up", s.Backup(t.Context(), filepath.Join(dir, "backup.db")))
	limit(8 << 10)
	_, err := Open(t.Context(), filepath.Join(dir, "store.db"), Options{})
	full("creating", err)
	for _, e := range must(os.ReadDir(dir)) {
		if !strings.HasPrefix(e.Name(), "store.db") {
			t.Errorf("%s was left", e.Name())
		}
	}
	s.Close()

	limit(300 << 10) // enough for the copy, not for what the migrations add
	_, err = Open(t.Context(), path, Options{migrations: futureMigrations()})
	full("migrating", err)
	limit(former.Cur)
	if diff := cmp.Diff(want, openReadOnly(t, path, nil)); diff != "" {
		t.Errorf("after a migration that had no room: %s", diff)
	}

	s = openAt(t, path, Options{})
	decideOne(t, s, Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Defer})
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	openAt(t, filepath.Join(dir, "store.db"), Options{}) // the migration that was begun is finished
}
