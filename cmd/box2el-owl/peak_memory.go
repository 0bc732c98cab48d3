package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
)

// peakMemory returns the peak resident memory of the process in bytes: VmHWM of proc(5), as
// reported by wait4(2) at the end. It is 0 if the system does not report it.
func peakMemory() int64 {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		value, found := bytes.CutPrefix(lines.Bytes(), []byte("VmHWM:"))
		if !found {
			continue
		}
		kilobytes, err := strconv.ParseInt(
			string(bytes.TrimSpace(bytes.TrimSuffix(value, []byte("kB")))), 10, 64)
		if err != nil {
			return 0
		}
		return kilobytes * 1024
	}
	return 0
}
