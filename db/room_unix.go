//go:build linux || darwin

package db

import (
	"math"
	"path/filepath"
	"syscall"
)

// noRoom reports whether the disk of a file has less than 1 MB left or the size of the process's
// files is limited.
func noRoom(path string) bool {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err == nil &&
		disk.Bavail*uint64(disk.Bsize) < 1<<20 {
		return true
	}
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
	return err == nil && limit.Cur < math.MaxInt64
}
