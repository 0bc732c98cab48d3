package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
)

// peakMemory returns the most memory, in bytes, that the process has had resident so far: VmHWM of
// proc(5), as wait4(2) reports it at the end. It is 0 where the system does not tell.
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
