package outfile

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// patience is the time that Rename waits for programs that have a file open, such as virus
// scanners.
const patience = 2 * time.Second

// Rename renames a file, replaces an existing one and returns when the change is on the disk.
func Rename(from, to string) error {
	source, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	target, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	const flags = windows.MOVEFILE_REPLACE_EXISTING | windows.MOVEFILE_WRITE_THROUGH
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := windows.MoveFileEx(source, target, flags)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, windows.ERROR_SHARING_VIOLATION) &&
			!errors.Is(err, windows.ERROR_ACCESS_DENIED):
		case time.Now().Before(end):
			continue
		default:
			if info, statErr := os.Stat(to); statErr == nil && info.Mode().IsRegular() {
				err = fmt.Errorf("another program has it open: %w", err)
			}
		}
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
}

// SyncDir does nothing: Windows refuses to sync directories, and Rename is durable without it.
func SyncDir(string) error { return nil }
