// Package outfile writes files that are replaced as a whole or not at all: when writing fails, the disk is full or the
// machine stops halfway, the former file is there as it was.
package outfile

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Write writes a file: beside its place first, to disk, and then it is moved there. A link is followed. What is no
// regular file, such as a pipe or a device, is written directly.
func Write(path string, write func(io.Writer) error) error {
	return replace(path, write, true)
}

// WriteSoon is Write without waiting for the disk: the file outlives the process. When the machine stops before the system has got round to
// writing, it may be damaged, so it is for what has checksums and can be made again.
func WriteSoon(path string, write func(io.Writer) error) error {
	return replace(path, write, false)
}

func replace(path string, write func(io.Writer) error, lasting bool) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path // not there yet
	}
	info, err := os.Stat(target)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder", path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return writeDirectly(path, write)
	}
	mode := fs.FileMode(0o666) // the system takes away what its user does not want to be given
	if err == nil {
		mode = info.Mode().Perm()
	}
	f, err := createBeside(target, mode)
	if err != nil {
		return err
	}
	if err := finish(f, target, write, lasting); err != nil {
		f.Close()
		os.Remove(f.Name())
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// createBeside creates a hidden file in the same folder.
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

// PartOf returns which file of its folder a file was to become, by the names of both: one that is still there because the process was killed
// while it wrote.
func PartOf(name string) (file string, ok bool) {
	hidden, ok := strings.CutPrefix(name, ".")
	end := strings.LastIndexByte(hidden, '-')
	if !ok || end < 1 {
		return "", false
	}
	number, err := hex.DecodeString(hidden[end+1:])
	return hidden[:end], err == nil && len(number) == 4
}

func finish(f *os.File, target string, write func(io.Writer) error, lasting bool) error {
	if err := writeBuffered(f, write); err != nil {
		return err
	}
	if lasting {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil || !lasting {
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

// SyncDir makes the renaming of a file in a folder last. Where folders cannot be synchronized it may be lost, and
// the former file is there instead.
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
