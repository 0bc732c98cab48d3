//go:build unix

package api

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

var errLockHeld = errors.New("the file is locked by another process")

// lockExclusively locks a file until it is closed.
func lockExclusively(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errLockHeld
	}
	return err
}

// processLives reports whether a process with this id exists, of any user.
func processLives(pid int) bool {
	err := unix.Kill(pid, 0)
	return pid > 0 && (err == nil || errors.Is(err, unix.EPERM))
}
