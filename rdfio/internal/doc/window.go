package doc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// Window is a growing buffer of an input stream. The lexers read Buf[Pos:End] by index and call
// More at its end. Only the unconsumed tail is copied, and memory is bounded by the longest token.
type Window struct {
	Ctx  context.Context
	r    io.Reader
	File string // for errors

	Buf      []byte
	Pos, End int // Buf[Pos:End] has not been consumed
	EOF      bool
	Err      error // the error of r other than io.EOF
	Limit    int   // the maximum number of bytes that More keeps

	// The place of Buf[0] in the document: lines is the number of newlines before it, lineStart the
	// index in Buf at which its line begins, negative if that part was dropped.
	lines     int
	lineStart int

	// placed is the place that Place returned last, from which it continues: many errors in one
	// buffer take one pass.
	placed struct{ at, lines, lineStart int }
}

// WindowSize is the initial size of the buffer in bytes.
const WindowSize = 256 << 10

// NewWindow returns a Window of r. File is the name in errors.
func NewWindow(ctx context.Context, r io.Reader, file string, limits Limits) *Window {
	return &Window{Ctx: ctx, r: r, File: file, Buf: make([]byte, WindowSize),
		Limit: limits.WithDefaults().Token}
}

// More reads at least one more byte and drops Buf[:keep]. All indexes into Buf decrease by shift;
// More adjusts Pos and End. ok is false at the end of the input, after a read error, if the context
// is done, or if the bytes kept exceed Limit. Err is nil only at the end of the input.
func (w *Window) More(keep int) (shift int, ok bool) {
	if w.EOF || w.Err != nil {
		return 0, false
	}
	if err := w.Ctx.Err(); err != nil {
		w.Err = err
		return 0, false
	}
	if keep > 0 {
		w.lines += bytes.Count(w.Buf[:keep], []byte{'\n'})
		if i := bytes.LastIndexByte(w.Buf[:keep], '\n'); i >= 0 {
			w.lineStart = i + 1
		}
		w.lineStart -= keep
		copy(w.Buf, w.Buf[keep:w.End])
		w.Pos -= keep
		w.End -= keep
		shift = keep
		w.placed.at = 0
	}
	if w.End == len(w.Buf) {
		if w.End >= w.Limit {
			w.Err = w.ErrorAt(w.Pos,
				fmt.Errorf("%w: a single token of more than %d bytes", ErrTooLarge, w.Limit))
			return shift, false
		}
		grown := make([]byte, min(2*len(w.Buf), max(w.Limit, len(w.Buf)+1)))
		copy(grown, w.Buf[:w.End])
		w.Buf = grown
	}
	for range 100 {
		n, err := w.r.Read(w.Buf[w.End:])
		w.End += n
		if err != nil {
			w.EOF = true
			if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				w.Err = w.readError(err)
			}
		}
		if n > 0 {
			return shift, true
		}
		if w.EOF {
			return shift, false
		}
	}
	w.Err = w.readError(io.ErrNoProgress)
	return shift, false
}

// Whole reads the rest of the document into the window and returns it. A document of more than
// limit bytes is an error, which names the syntax.
func (w *Window) Whole(syntax string, limit int) ([]byte, error) {
	w.Limit = limit
	for {
		if _, ok := w.More(w.Pos); !ok {
			break
		}
	}
	if errors.Is(w.Err, ErrTooLarge) {
		return nil, w.ErrorAt(0, fmt.Errorf(
			"%w: a document in %s of more than %d bytes; Turtle has no such limit", ErrTooLarge,
			syntax, limit))
	}
	return w.Buf[w.Pos:w.End], w.Err
}

// Place returns the line and column, from 1, of Buf[i].
func (w *Window) Place(i int) (line, col int) {
	i = max(0, min(i, w.End))
	p := &w.placed
	if p.at == 0 || i < p.at {
		p.at, p.lines, p.lineStart = 0, w.lines, w.lineStart
	}
	stretch := w.Buf[p.at:i]
	p.lines += bytes.Count(stretch, []byte{'\n'})
	if j := bytes.LastIndexByte(stretch, '\n'); j >= 0 {
		p.lineStart = p.at + j + 1
	}
	p.at = i
	return p.lines + 1, i - p.lineStart + 1
}

// ErrorAt returns err with the place of Buf[i]. An error that already has a place keeps it.
func (w *Window) ErrorAt(i int, err error) error {
	var placed *ParseError
	if errors.As(err, &placed) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	line, col := w.Place(i)
	return &ParseError{File: w.File, Line: line, Col: col, Err: err}
}

// readError returns an error of the stream with the place at which reading stopped.
func (w *Window) readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: the compressed stream is cut off", ErrTruncated)
	}
	return w.ErrorAt(w.End, err)
}
