//go:build linux

package embed

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull runs TestFilesMayNotGrow in a process with a limit of the file size.
func TestDiskFull(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run=^TestFilesMayNotGrow$", "-test.v")
	c.Env = append(os.Environ(), "BOX2EL_TEST_SMALL_FILES=1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFilesMayNotGrow") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFilesMayNotGrow: saving on a full disk is an error, and leaves the existing file and no
// other.
func TestFilesMayNotGrow(t *testing.T) {
	if os.Getenv("BOX2EL_TEST_SMALL_FILES") == "" {
		t.Skip("another test runs this one in a process of its own")
	}
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	opts.Hyper.Steps = 120
	m, err := Train(t.Context(), d, opts)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	former := filepath.Join(dir, "former")
	if err := os.WriteFile(former, []byte("former"), 0o600); err != nil {
		t.Fatal(err)
	}

	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 8 << 10, Max: 8 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	check := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("%s: %v", what, err)
		}
		text, readErr := os.ReadFile(former)
		entries, listErr := os.ReadDir(dir)
		if readErr != nil || string(text) != "former" || listErr != nil || len(entries) != 1 {
			t.Errorf("%s leaves %q and %v: %v, %v", what, text, entries, readErr, listErr)
		}
	}
	check("saving", m.Save(former))
	check("saving elsewhere", m.Save(filepath.Join(dir, "new")))

	if err := m.Save("/dev/full"); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full device: %v", err)
	}
}
