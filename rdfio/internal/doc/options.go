package doc

import "errors"

// Options is what a decoder needs to know and to tell besides the triples themselves.
type Options struct {
	Base   string // absolute IRI of the document
	Limits Limits // with defaults filled in
	Sparse bool   // annotation assertions are left out, and counted in Report.Skipped
	// Prefix is told every prefix declaration, in document order; name has no colon.
	Prefix func(name, namespace string)
	// Warn is told of oddities that are no errors; line and col count from 1.
	Warn func(line, col int, message string)
	// Strict makes errors of the faults that readers tolerate; note is told them otherwise.
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
