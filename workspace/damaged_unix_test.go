//go:build unix

package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestDamagedPipe: a pipe in the place of a document is damage, and nothing waits for its writer.
func TestDamagedPipe(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	replace(t, o, heart)
	path := filepath.Join(folder, "documents", o.document().File)
	end()
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	w, _ = openAt(t, folder)
	o = w.Ontologies()[0]
	loaded := make(chan error, 1)
	go func() { loaded <- o.Await(t.Context()) }()
	select {
	case err := <-loaded:
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("the error is %v", err)
		}
	case <-time.After(20 * time.Second):
		writer, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0) // ends the wait
		if err == nil {
			writer.Close()
		}
		t.Error("it waits for a writer of the pipe")
	}
	if s := replace(t, o, heart); s.Problem != "" {
		t.Errorf("mended: %+v", s)
	}
}
