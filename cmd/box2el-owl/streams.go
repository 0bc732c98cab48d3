package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"golang.org/x/term"

	"box2el-owl/internal/outfile"
)

// streams holds the inputs and outputs of a command. Tests pass their own.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// outTerminal is set if out is a terminal. Text written to a terminal is made printable.
	outTerminal bool
	// outWidth and outHeight are the size of that terminal; 0 if it is unknown.
	outWidth, outHeight int
	// errTerminal is set if err is a terminal, so that progress bars may be drawn. errWidth is its
	// width, 0 if it is unknown.
	errTerminal bool
	errWidth    int
	// bars are the progress bars on err, nil if there are none. Messages are written above them.
	bars atomic.Pointer[mpb.Progress]

	helpError              error // of --help with an unknown command
	verbose                bool  // --verbose
	outColored, errColored bool  // see setColor

	// warnings holds what reading an ontology found, for JSON output; nil if none was read.
	warnings []warningJSON

	mu      sync.Mutex
	partial map[string]bool // temporary files and directories not yet renamed; guarded by mu
	closed  bool            // removePartialFiles has run: no rename any more; guarded by mu

	// grace is the additional time in nanoseconds that an interrupted command has to finish.
	grace atomic.Int64
	// hurried is set when the command is interrupted. Files are then not synced.
	hurried atomic.Bool
}

func processStreams() *streams {
	s := &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		s.outTerminal = true
		if width, height, err := term.GetSize(fd); err == nil {
			s.outWidth, s.outHeight = width, height
		}
	}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		s.errTerminal = true
		if width, _, err := term.GetSize(fd); err == nil {
			s.errWidth = width
		}
	}
	return s
}

// write renders to standard output or to a file. A file is written to a temporary file next to it
// and renamed when complete, so that readers never see a partial result and an error leaves the old
// file.
func (s *streams) write(path string, render func(io.Writer) error) error {
	return s.writeMode(path, 0o666, render)
}

// writePrivate is like write for a file in stateHome, which only its user can read.
func (s *streams) writePrivate(path string, render func(io.Writer) error) error {
	return s.writeMode(path, 0o600, render)
}

// writeMode is like write. A new file gets the mode, restricted by the umask; a replaced file keeps
// its mode.
func (s *streams) writeMode(path string, mode fs.FileMode, render func(io.Writer) error) error {
	if path == "" || path == "-" {
		out := s.out
		if s.outTerminal {
			out = &printableWriter{w: out}
		}
		if err := buffered(out, render); err != nil {
			return writingError("standard output", err)
		}
		return nil
	}
	former, err := os.Stat(path)
	if err == nil && !former.Mode().IsRegular() {
		return s.writeInPlace(path, render)
	}
	exists := err == nil
	part := filepath.Join(filepath.Dir(path),
		fmt.Sprintf(".%s.%08x.part", filepath.Base(path), rand.Uint32()))
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("writing %s: %s: no such directory", path, filepath.Dir(path))
	}
	if err != nil {
		return writingError(path, err)
	}
	s.keepPartial(file.Name())
	defer s.dropPartial(file.Name())
	err = buffered(file, render)
	if err == nil && exists {
		err = file.Chmod(former.Mode().Perm())
	}
	if err == nil && !s.hurried.Load() {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = s.rename(file.Name(), path)
	}
	return writingError(path, err)
}

// writingError returns err with the file that was written, or nil. It drops the name that an error
// of the system has, because that is the name of the temporary file.
func writingError(path string, err error) error {
	if err == nil {
		return nil
	}
	if place, ok := err.(*fs.PathError); ok {
		err = place.Err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}

// writeDir fills a directory. A new or empty directory is filled in a temporary directory next
// to it and then renamed, so that an error leaves nothing. In a directory with contents, fill
// writes directly.
func (s *streams) writeDir(path string, fill func(dir string) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	entries, err := os.ReadDir(path)
	if len(entries) > 0 {
		return fill(path)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = s.writeNewDir(path, fill)
	}
	return writingError(path, err)
}

func (s *streams) writeNewDir(path string, fill func(dir string) error) error {
	parent := filepath.Dir(path)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(parent, "."+filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	s.keepPartial(temporary)
	defer s.dropPartial(temporary)
	filled := filepath.Join(temporary, filepath.Base(path))
	if err := os.Mkdir(filled, 0o755); err != nil {
		return err
	}
	if err := fill(filled); err != nil {
		return err
	}
	return s.rename(filled, path)
}

// writeInPlace writes to devices and pipes, which cannot be replaced by a file.
func (s *streams) writeInPlace(path string, render func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		err = buffered(file, render)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}
	return writingError(path, err)
}

// buffered renders to a writer in large blocks.
func buffered(w io.Writer, render func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 256<<10)
	if err := render(b); err != nil {
		return err
	}
	return b.Flush()
}

func (s *streams) keepPartial(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.partial == nil {
		s.partial = make(map[string]bool)
	}
	s.partial[name] = true
}

// dropPartial removes the temporary file or directory if it still exists.
func (s *streams) dropPartial(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.partial[name] {
		os.RemoveAll(name)
		delete(s.partial, name)
	}
}

func (s *streams) rename(from, to string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return os.ErrClosed
	}
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		if err := os.Remove(to); err != nil { // empty, as writeDir has checked
			return err
		}
	}
	if err := outfile.Rename(from, to); err != nil {
		return err
	}
	delete(s.partial, from)
	return nil
}

// removePartialFiles removes all temporary files and directories and prevents later renames. It
// tries ten times, because a canceled command may still be writing.
func (s *streams) removePartialFiles() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for name := range s.partial {
		for try := 0; os.RemoveAll(name) != nil && try < 10; try++ {
		}
	}
}

// say prints one line for people, wrapped on a terminal.
func (s *streams) say(format string, args ...any) {
	line := wrapped(printable(fmt.Sprintf(format, args...))+"\n", s.errWidth)
	if s.errColored {
		line = colored(line)
	}
	if bars := s.bars.Load(); bars != nil {
		if _, err := io.WriteString(bars, line); err == nil {
			return
		}
	}
	io.WriteString(s.err, line)
}

// writeText writes text for people. On a terminal, long lines are wrapped and words are colored.
func (s *streams) writeText(path, text string) error {
	if path != "" && path != "-" {
		return s.write(path, func(w io.Writer) error {
			_, err := io.WriteString(&printableWriter{w: w}, text)
			return err
		})
	}
	text = string(appendPrintable(nil, []byte(text), false))
	if s.outTerminal {
		text = wrapped(text, s.outWidth)
	}
	if s.outColored {
		text = colored(text)
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		return writingError("standard output", err)
	}
	return nil
}

// writeResult writes text for people or, with --json, a document with the warnings of the ontology
// that was read.
func (s *streams) writeResult(out outputOptions, document any, text func() string) error {
	if out.format != "json" {
		return s.writeText(out.path, text())
	}
	return s.write(out.path, func(w io.Writer) error { return s.writeDocument(w, document) })
}

// writeLines writes text for people or, with --json, a line for each value.
func writeLines[T any](s *streams, out outputOptions, values []T, text func() string) error {
	if out.format != "json" {
		return s.writeText(out.path, text())
	}
	return s.write(out.path, func(w io.Writer) error { return encodeLines(w, values) })
}

// encodeLines writes JSON Lines.
func encodeLines[T any](w io.Writer, values []T) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, value := range values {
		if err := enc.Encode(value); err != nil {
			return err
		}
	}
	return nil
}
