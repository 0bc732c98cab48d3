package memory

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// limits returns the bounds that the system sets. What cannot be read is no bound.
func limits() []limit {
	var all []limit
	var data syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &data); err == nil && data.Cur < 1<<62 {
		all = append(all, dataLimit(int64(data.Cur), reserved()))
	}
	if meminfo, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kB int64
		if _, err := fmt.Sscanf(string(meminfo), "MemTotal: %d kB", &kB); err == nil {
			all = append(all, limit{kB << 10, "memory of the machine"})
		}
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return all
	}
	return append(all, groupLimits("/sys/fs/cgroup", groups)...)
}

// dataLimit returns what RLIMIT_DATA leaves, because it also counts reserved memory.
func dataLimit(bytes, reserved int64) limit {
	return limit{max(bytes-reserved, 1), fmt.Sprintf("limit of the process (RLIMIT_DATA, %s) "+
		"without the %s that the Go runtime reserves", inMB(bytes), inMB(reserved))}
}

// reserved returns the number of bytes that RLIMIT_DATA counts although they are not in use: some
// 100 MB of tables of the runtime.
func reserved() int64 {
	statm, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(statm))
	if err != nil || len(fields) < 6 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[5], 10, 64)
	if err != nil {
		return 0
	}
	return max(pages*int64(os.Getpagesize())-inUse(), 0)
}

// groupLimits returns the bounds of the control groups that /proc/self/cgroup lists, and of those
// around them. A container may see its own group as the root.
func groupLimits(root string, groups []byte) []limit {
	var all []limit
	lines := bufio.NewScanner(bytes.NewReader(groups))
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), ":", 3)
		if len(parts) < 3 {
			continue
		}
		dir, file := root, "memory.max" // version 2
		if parts[1] != "" {
			dir, file = filepath.Join(root, "memory"), "memory.limit_in_bytes"
			if parts[1] != "memory" {
				continue
			}
		}
		for group := filepath.Clean("/" + parts[2]); ; group = filepath.Dir(group) {
			text, err := os.ReadFile(filepath.Join(dir, group, file))
			n, parseErr := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			if err == nil && parseErr == nil && n < 1<<62 {
				all = append(all, limit{n, "limit of the control group"})
			}
			if group == "/" {
				break
			}
		}
	}
	return all
}
