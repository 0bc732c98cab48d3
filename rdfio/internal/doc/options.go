package doc

import "errors"

// Options are the input of a decoder besides the document, and its output besides the triples.
type Options struct {
	Base   string // absolute IRI of the document
	Limits Limits // with defaults filled in
	Sparse bool   // annotation assertions are left out, and counted in Report.Skipped
	// Prefix receives each prefix declaration, in document order; name has no colon.
	Prefix func(name, namespace string)
	// Warn receives oddities that are no errors; line and col count from 1.
	Warn func(line, col int, message string)
	// Strict makes errors of the faults that readers tolerate; otherwise Note receives them.
	Strict bool
	Note   func(kind NoteKind, line, col int, message string)
}

// Tolerate returns the fault if reading is strict. Otherwise it notes the fault and what the reader
// makes of it, and returns nil. Errors without a place in the document are never tolerated.
func (o *Options) Tolerate(kind NoteKind, fault error, made string) error {
	var at *ParseError
	if o.Strict || !errors.As(fault, &at) {
		return fault
	}
	if o.Note != nil {
		o.Note(kind, at.Line, at.Col, at.Err.Error()+"; "+made)
	}
	return nil
}
