package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// window is a growing view of an input stream: the lexers work on buf[pos:end] by index and call
// more when they run out. Nothing is copied but the unread tail, and memory stays at the size of
// the longest token.
type window struct {
	ctx  context.Context
	r    io.Reader
	file string // for errors

	buf      []byte
	pos, end int // buf[pos:end] has not been consumed
	eof      bool
	err      error // what r returned other than io.EOF
	limit    int   // the longest stretch that may be kept at once

	// The place of buf[0] in the document: lines counts the newlines before it, lineStart is the
	// (possibly negative) index in buf at which its line begins.
	lines     int
	lineStart int

	// placed remembers how far place has counted, so that many findings in one window cost one pass.
	placed struct{ at, lines, lineStart int }
}

const windowSize = 256 << 10

func newWindow(ctx context.Context, r io.Reader, file string, limits Limits) *window {
	return &window{ctx: ctx, r: r, file: file, buf: make([]byte, windowSize), limit: limits.withDefaults().Token}
}

// more makes at least one more byte available behind end, keeping buf[keep:end]. All indexes into
// buf move down by the returned shift (pos and end are adjusted here). ok is false at the end of
// the input, after a read error, on cancellation, or when the kept stretch would pass the limit:
// then w.err tells, and is nil at the true end only.
func (w *window) more(keep int) (shift int, ok bool) {
	if w.eof || w.err != nil {
		return 0, false
	}
	if err := w.ctx.Err(); err != nil {
		w.err = err
		return 0, false
	}
	if keep > 0 {
		w.lines += bytes.Count(w.buf[:keep], []byte{'\n'})
		if i := bytes.LastIndexByte(w.buf[:keep], '\n'); i >= 0 {
			w.lineStart = i + 1
		}
		w.lineStart -= keep
		copy(w.buf, w.buf[keep:w.end])
		w.pos -= keep
		w.end -= keep
		shift = keep
		w.placed.at = 0
	}
	if w.end == len(w.buf) {
		if w.end >= w.limit {
			w.err = w.errorAt(w.pos, fmt.Errorf("%w: a single token of more than %d bytes", ErrTooLarge, w.limit))
			return shift, false
		}
		grown := make([]byte, min(2*len(w.buf), max(w.limit, len(w.buf)+1)))
		copy(grown, w.buf[:w.end])
		w.buf = grown
	}
	for range 100 {
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if err != nil {
			w.eof = true
			if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				w.err = w.readError(err)
			}
		}
		if n > 0 {
			return shift, true
		}
		if w.eof {
			return shift, false
		}
	}
	w.err = w.readError(io.ErrNoProgress)
	return shift, false
}

// place returns the line and column, from 1, of buf[i].
func (w *window) place(i int) (line, col int) {
	i = max(0, min(i, w.end))
	p := &w.placed
	if p.at == 0 || i < p.at {
		p.at, p.lines, p.lineStart = 0, w.lines, w.lineStart
	}
	stretch := w.buf[p.at:i]
	p.lines += bytes.Count(stretch, []byte{'\n'})
	if j := bytes.LastIndexByte(stretch, '\n'); j >= 0 {
		p.lineStart = p.at + j + 1
	}
	p.at = i
	return p.lines + 1, i - p.lineStart + 1
}

// errorAt returns err with the place of buf[i]. An error that already has a place keeps it.
func (w *window) errorAt(i int, err error) error {
	var placed *ParseError
	if errors.As(err, &placed) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	line, col := w.place(i)
	return &ParseError{File: w.file, Line: line, Col: col, Err: err}
}

// readError places an error of the stream behind what has been read.
func (w *window) readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: the compressed stream is cut off", ErrTruncated)
	}
	return w.errorAt(w.end, err)
}
