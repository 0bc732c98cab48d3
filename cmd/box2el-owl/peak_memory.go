package main

import (
	"fmt"
	"os"
	"strings"
)

// peakMemory returns the peak resident memory of the process in bytes: VmHWM of proc(5), as
// reported by wait4(2) at the end. It is 0 if the system does not report it.
func peakMemory() (bytes int64) {
	status, _ := os.ReadFile("/proc/self/status")
	_, value, _ := strings.Cut(string(status), "\nVmHWM:")
	fmt.Sscan(value, &bytes) // in kB
	return bytes << 10
}
