package api

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"box2el-owl/db"
)

// TestNoRoom: errors of a full disk, from any package, are 507 without a path of the server.
func TestNoRoom(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, db.ErrFull} {
		err := fmt.Errorf("keeping the edit: %w",
			&os.PathError{Op: "write", Path: "/home/user/store", Err: cause})
		p, _ := responseOf(err)
		if p.Status != http.StatusInsufficientStorage || p.Type != problemPrefix+"no-room" ||
			strings.Contains(*p.Detail, "/home") {
			t.Errorf("%v: answered with %d %s %q", err, p.Status, p.Type, *p.Detail)
		}
	}
	p, _ := responseOf(&os.PathError{Op: "write", Path: "x", Err: syscall.EIO})
	if p.Status != http.StatusInternalServerError {
		t.Errorf("EIO: answered with %d", p.Status)
	}
}

// TestNewerStore: a server whose store an updated program has migrated tells what to do.
func TestNewerStore(t *testing.T) {
	p, _ := responseOf(fmt.Errorf("/home/user/store.db: %w; update", db.ErrNewerStore))
	if p.Type != problemPrefix+"newer-store" || strings.Contains(*p.Detail, "/home") {
		t.Errorf("answered with %d %s %q", p.Status, p.Type, *p.Detail)
	}
}
