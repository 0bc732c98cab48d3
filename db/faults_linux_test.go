package db

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSmallDisk fills a disk of 800 kB, where it may mount one.
func TestSmallDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=800k"); err != nil {
		t.Skipf("a small disk cannot be mounted; run as root (%v)", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(disk, "store.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var want []Decision
	for i := 0; ; i++ {
		d, err := s.Decide(t.Context(),
			[]Decision{{Ontology: onto, Axiom: subclass(i, 1), Action: Accept}})
		if errors.Is(err, ErrFull) {
			break
		}
		if err != nil || i == 10_000 {
			t.Fatalf("decision %d: %v", i, err)
		}
		want = append(want, d[0])
	}
	if diff := cmp.Diff(want, history(t, s, Filter{})); diff != "" ||
		len(want) == 0 {
		t.Errorf("of %d decisions: %s", len(want), diff)
	}
	if err := s.Backup(t.Context(), filepath.Join(disk, "copy.db")); !errors.Is(err, ErrFull) {
		t.Errorf("backing up: %v", err)
	}
	s.Close()
	if diff := cmp.Diff(want, openReadOnly(t, path, nil)); diff != "" {
		t.Errorf("opened again: %s", diff)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY,
		""); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("opening on a read-only disk: %v", err)
	}
	if diff := cmp.Diff(want, openReadOnly(t, path, nil)); diff != "" {
		t.Errorf("on a read-only disk: %s", diff)
	}
}
