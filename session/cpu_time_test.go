//go:build unix

package session

import (
	"syscall"
	"time"
)

// cpuTime is what the process has used so far, of all its threads: on a machine that does other
// things besides, a better measure of work than the clock.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
