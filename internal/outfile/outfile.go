// Package outfile replaces files atomically: if writing fails, the disk is full or the machine
// stops, the previous file remains unchanged. Only the user can read new files, except those of
// WriteShared.
package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write writes a temporary file in the same directory, syncs it to disk and renames it to path. It
// follows symbolic links. Files that are not regular, such as pipes and devices, are written
// directly.
func Write(path string, write func(io.Writer) error) error {
	return replace(path, write, private)
}

// private is the mode of new files of the program's own state.
const private fs.FileMode = 0o600

// WriteShared is like Write for a file that the user asks for. Its mode is restricted by the umask.
func WriteShared(path string, write func(io.Writer) error) error {
	return replace(path, write, 0o666)
}

// replace writes a file. A new file gets the mode, restricted by the umask; a replaced file keeps
// its mode.
func replace(path string, write func(io.Writer) error, mode fs.FileMode) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path // it does not exist
	}
	info, err := os.Stat(target)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder", path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return writeDirectly(path, write)
	}
	if err == nil {
		mode = info.Mode().Perm()
	}
	f, err := createBeside(target, mode)
	if err != nil {
		return err
	}
	if err := finish(f, target, write); err != nil {
		f.Close()
		os.Remove(f.Name())
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// createBeside creates a hidden file in the same directory.
func createBeside(target string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(target)
	for {
		name := fmt.Sprintf("%s.%s-%08x", dir, base, rand.Uint32())
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func finish(f *os.File, target string, write func(io.Writer) error) error {
	if err := writeBuffered(f, write); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := Rename(f.Name(), target); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(target))
}

func writeBuffered(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

func writeDirectly(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = errors.Join(writeBuffered(f, write), f.Close())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
