//go:build !windows

package outfile

import (
	"errors"
	"io/fs"
	"os"
)

// Rename renames a file and replaces an existing one. SyncDir makes it durable.
func Rename(from, to string) error { return os.Rename(from, to) }

// SyncDir syncs a directory, so that renames in it are durable. It does nothing where directories
// cannot be synced.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) &&
		!errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
