// Package outfile replaces files atomically: if writing fails, the disk is full or the machine
// stops, the previous file remains unchanged. Only the user can read new files, except those of
// WriteShared.
package outfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

// Write writes a temporary file in the same directory, syncs it to disk and renames it to path. It
// follows symbolic links. Files that are not regular, such as pipes and devices, are written
// directly.
func Write(path string, write func(io.Writer) error) error {
	return named(path, new(Files).Write(path, 0o600, write))
}

// WriteShared is like Write for a file that the user asks for. Its mode is restricted by the umask.
func WriteShared(path string, write func(io.Writer) error) error {
	return named(path, new(Files).Write(path, 0o666, write))
}

func named(path string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Files writes files and knows those that are not complete, so that they can be removed if the
// process is interrupted. The zero value is ready for use.
type Files struct {
	mu      sync.Mutex
	partial map[string]bool // temporary files and directories that are not yet renamed
	closed  bool            // Remove was called: nothing is created or renamed any more
	hurried atomic.Bool
}

// Hurry makes further writes end sooner: files are not synced to disk.
func (f *Files) Hurry() { f.hurried.Store(true) }

// Write is like the function Write. A new file gets the mode, restricted by the umask; a replaced
// file keeps its mode.
func (f *Files) Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path // it does not exist
	}
	previous, err := os.Stat(target)
	switch {
	case err == nil && previous.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	case err == nil && !previous.Mode().IsRegular():
		file, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := Buffered(file, write); err != nil {
			file.Close()
			return err
		}
		return file.Close()
	}
	dir, base := filepath.Split(target)
	var file *os.File
	part, createErr := f.create(func() (string, error) {
		part := filepath.Join(dir, fmt.Sprintf(".%s.%08x.part", base, rand.Uint32()))
		var err error
		file, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		return part, err
	})
	if createErr != nil {
		return createErr
	}
	defer f.drop(part)
	steps := []func() error{func() error { return Buffered(file, write) }}
	if err == nil {
		steps = append(steps, func() error { return file.Chmod(previous.Mode().Perm()) })
	}
	if !f.hurried.Load() {
		steps = append(steps, file.Sync)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			file.Close()
			return err
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	if err := f.rename(part, target); err != nil || f.hurried.Load() {
		return err
	}
	return SyncDir(filepath.Dir(target))
}

// WriteDir fills a directory. A new or empty directory is filled in a temporary directory next to
// it and then renamed, so that an error leaves nothing. In a directory with contents, fill writes
// directly.
func (f *Files) WriteDir(path string, fill func(dir string) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	entries, err := os.ReadDir(path)
	switch {
	case len(entries) > 0:
		return fill(path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	parent := filepath.Dir(path)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	temporary, err := f.create(func() (string, error) {
		return os.MkdirTemp(parent, "."+filepath.Base(path)+".*.part")
	})
	if err != nil {
		return err
	}
	defer f.drop(temporary)
	filled := filepath.Join(temporary, filepath.Base(path))
	if err := os.Mkdir(filled, 0o755); err != nil {
		return err
	}
	if err := fill(filled); err != nil {
		return err
	}
	return f.rename(filled, path)
}

// Remove removes all temporary files and directories; none is created or renamed later. It tries
// ten times, because a canceled command may still be writing.
func (f *Files) Remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for name := range f.partial {
		for try := 0; os.RemoveAll(name) != nil && try < 10; try++ {
		}
	}
}

// create creates a temporary file or directory and keeps its name. It holds the lock, so that
// Remove misses none.
func (f *Files) create(open func() (name string, err error)) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return "", os.ErrClosed
	}
	name, err := open()
	if err != nil {
		return "", err
	}
	if f.partial == nil {
		f.partial = make(map[string]bool)
	}
	f.partial[name] = true
	return name, nil
}

// drop removes the temporary file or directory if it still exists.
func (f *Files) drop(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.partial[name] {
		os.RemoveAll(name)
		delete(f.partial, name)
	}
}

func (f *Files) rename(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return os.ErrClosed
	}
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		if err := os.Remove(to); err != nil { // empty, as WriteDir has checked
			return err
		}
	}
	if err := Rename(from, to); err != nil {
		return err
	}
	delete(f.partial, from)
	return nil
}

// Buffered calls write with a writer that passes large blocks to w.
func Buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 256<<10)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// WithContext returns a writer that fails once a context has ended, which ends the function that
// writes to it.
func WithContext(ctx context.Context, w io.Writer) io.Writer { return contextWriter{ctx, w} }

type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
