package doc

import (
	"errors"
	"fmt"
)

// ParseError is the place in a document where reading stopped, and the reason. It prints as
// "file:line:col: message"; Line and Col count from 1, Col in bytes; both are 0 where the fault has
// no place in the text (a truncated gzip stream, a missing file).
type ParseError struct {
	File      string
	Line, Col int
	Err       error
}

func (e *ParseError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Col, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }

// Conditions that a caller may want to tell apart; each is wrapped in a *ParseError.
var (
	// ErrTooLarge: a literal, token, nesting or expansion passes the cap of Options.
	ErrTooLarge = errors.New("larger than the limit")
	// ErrTruncated: the document or its compressed stream ends in the middle.
	ErrTruncated = errors.New("the document ends too early")
	// ErrNotOntology: the input is something else altogether (an HTML page, nothing at all …).
	ErrNotOntology = errors.New("not an ontology document")
	// ErrUnsupportedSyntax: the syntax is recognised, but not read or not written here.
	ErrUnsupportedSyntax = errors.New("unsupported syntax")
	// ErrNotWritable: the ontology holds something that the syntax asked for cannot carry. The
	// message names it; another syntax may do.
	ErrNotWritable = errors.New("cannot be written in this syntax")
)
