package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	quiet       bool // --quiet: neither notes nor progress
	progress    progress
	// bars are the progress bars on err, nil if there are none. Messages are written above them.
	bars atomic.Pointer[mpb.Progress]

	// checkMemory returns the reason if memory ran out; nil if the command does not watch it.
	checkMemory            func(error) error
	helpError              error // of --help with an unknown command
	verbose                bool  // --verbose
	outColored, errColored bool  // see setColor

	// warnings holds what reading an ontology found, for JSON output; nil if none was read.
	warnings []warningJSON

	files outfile.Files // output files

	// grace is the additional time in nanoseconds that an interrupted command has to finish.
	grace atomic.Int64
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

// write renders to standard output or to a file. A file is replaced when it is complete, so that
// readers never see a partial result and an error leaves the old file.
func (s *streams) write(path string, render func(io.Writer) error) error {
	return s.writeMode(path, 0o666, render)
}

// writePrivate is like write for a file in stateHome, which only its user can read.
func (s *streams) writePrivate(path string, render func(io.Writer) error) error {
	return s.writeMode(path, 0o600, render)
}

// writeMode is like write. A new file gets the mode, restricted by the umask.
func (s *streams) writeMode(path string, mode fs.FileMode, render func(io.Writer) error) error {
	s.endProgress()
	if path == "" || path == "-" {
		out := s.out
		if s.outTerminal {
			out = &printableWriter{w: out}
		}
		return writingError("standard output", outfile.Buffered(out, render))
	}
	if err := checkPlace(path); err != nil {
		return err
	}
	return writingError(path, s.files.Write(path, mode, render))
}

// checkPlace returns an error if a file has no directory or is one. Commands call it before they
// begin, because some take hours.
func checkPlace(path string) error {
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("writing %s: %s: no such directory", path, dir)
	case err == nil && !info.IsDir():
		return fmt.Errorf("writing %s: %s is not a directory", path, dir)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: is a directory", path)
	}
	return nil
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

// writeDir fills a directory: see outfile.Files.WriteDir.
func (s *streams) writeDir(path string, fill func(dir string) error) error {
	return writingError(path, s.files.WriteDir(path, fill))
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

// note is like say, unless --quiet is given.
func (s *streams) note(format string, args ...any) {
	if !s.quiet {
		s.say(format, args...)
	}
}

// writeText writes text for people. On a terminal, long lines are wrapped and words are colored.
func (s *streams) writeText(path, text string) error {
	if path != "" && path != "-" {
		return s.write(path, func(w io.Writer) error {
			_, err := io.WriteString(&printableWriter{w: w}, text)
			return err
		})
	}
	s.endProgress()
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
