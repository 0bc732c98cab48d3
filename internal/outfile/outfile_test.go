package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/outfile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, s := range []string{"first", "second", ""} {
		if err := outfile.Write(path, text(s)); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, path); got != s {
			t.Errorf("the file has %q, want %q", got, s)
		}
	}
	onlyFile(t, dir, "file")
}

// TestFailure checks that a failed write leaves the previous file and no other.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := outfile.Write(path, text("former")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := outfile.Write(path, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("x", 1<<20))
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	if got := mustRead(t, path); got != "former" {
		t.Errorf("the file has %.20q", got)
	}
	onlyFile(t, dir, "file")
}

func onlyFile(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestKeepsMode checks that the file mode is kept and that a link is followed.
func TestKeepsMode(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if err := outfile.Write(link, text("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != 0o600 || mustRead(t, path) != "new" {
		t.Errorf("the file has mode %v and %q, %v", info.Mode(), mustRead(t, path), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is now %v, %v", info, err)
	}
}

// TestDevice writes to a device and checks that it is not replaced.
func TestDevice(t *testing.T) {
	for _, device := range []string{"/dev/null", "/dev/full"} {
		before, err := os.Stat(device)
		if err != nil {
			t.Skip(err)
		}
		err = outfile.Write(device, text("x"))
		if full := device == "/dev/full"; full != (err != nil) {
			t.Errorf("%s: %v", device, err)
		}
		if after, err := os.Stat(device); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s is now %v, %v", device, after, err)
		}
	}
	if err := outfile.Write(t.TempDir(), text("x")); err == nil {
		t.Error("a folder is written over")
	}
}

// TestModeOfNewFile checks that only files that the user asks for get the mode of the umask.
func TestModeOfNewFile(t *testing.T) {
	dir := t.TempDir()
	text := func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }
	usual := filepath.Join(dir, "usual")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(usual)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		write func(string, func(io.Writer) error) error
		want  os.FileMode
	}{"private": {outfile.Write, 0o600}, "shared": {outfile.WriteShared, info.Mode()}} {
		path := filepath.Join(dir, name)
		if err := c.write(path, text); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != c.want {
			t.Errorf("%s: mode %v, %v; want %v", name, info.Mode(), err, c.want)
		}
	}
}

// TestRemoved: once the files of an interrupted command are removed, it creates no further ones,
// which would stay if the process ended meanwhile.
func TestRemoved(t *testing.T) {
	dir := t.TempDir()
	var files outfile.Files
	files.Remove()
	err := files.Write(filepath.Join(dir, "file"), 0o600, func(io.Writer) error {
		t.Error("a file is written after Remove")
		return nil
	})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("Write after Remove: %v", err)
	}
	err = files.WriteDir(filepath.Join(dir, "dir"), func(string) error {
		t.Error("a directory is filled after Remove")
		return nil
	})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("WriteDir after Remove: %v", err)
	}
}
