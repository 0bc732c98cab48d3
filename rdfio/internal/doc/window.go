package doc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// Window is a growing view of an input stream: the lexers work on buf[pos:end] by index and call
// more when they run out. Nothing is copied but the unread tail, and memory stays at the size of
// the longest token.
type Window struct {
	Ctx  context.Context
	r    io.Reader
	File string // for errors

	Buf      []byte
	Pos, End int // buf[pos:end] has not been consumed
	EOF      bool
	Err      error // the error of r other than io.EOF
	Limit    int   // the longest stretch that may be kept at once

	// The place of buf[0] in the document: lines counts the newlines before it, lineStart is the
	// (possibly negative) index in buf at which its line begins.
	lines     int
	lineStart int

	// placed remembers how far place has counted, so that many findings in one window cost one
	// pass.
	placed struct{ at, lines, lineStart int }
}

const WindowSize = 256 << 10

func NewWindow(ctx context.Context, r io.Reader, file string, limits Limits) *Window {
	return &Window{Ctx: ctx, r: r, File: file, Buf: make([]byte, WindowSize),
		Limit: limits.WithDefaults().Token}
}

// More makes at least one more byte available behind end, keeping buf[keep:end]. All indexes into
// buf move down by the returned shift (pos and end are adjusted here). ok is false at the end of
// the input, after a read error, on cancellation, or when the kept stretch would pass the limit:
// then w.err tells, and is nil at the true end only.
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

// Place returns the line and column, from 1, of buf[i].
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

// ErrorAt returns err with the place of buf[i]. An error that already has a place keeps it.
func (w *Window) ErrorAt(i int, err error) error {
	var placed *ParseError
	if errors.As(err, &placed) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	line, col := w.Place(i)
	return &ParseError{File: w.File, Line: line, Col: col, Err: err}
}

// readError places an error of the stream behind what has been read.
func (w *Window) readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: the compressed stream is cut off", ErrTruncated)
	}
	return w.ErrorAt(w.End, err)
}
