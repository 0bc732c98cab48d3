package rdfio

import "errors"

// decodeOptions is what a decoder needs to know and to tell besides the triples themselves.
type decodeOptions struct {
	base   string // absolute IRI of the document
	limits Limits // with defaults filled in
	sparse bool   // annotation assertions are left out, and counted in Report.Skipped
	// prefix is told every prefix declaration, in document order; name has no colon.
	prefix func(name, namespace string)
	// warn is told of oddities that are no errors; line and col count from 1.
	warn func(line, col int, message string)
	// strict makes errors of the faults that readers tolerate; note is told them otherwise.
	strict bool
	note   func(kind NoteKind, line, col int, message string)
}

// tolerate returns the fault if reading is strict. Otherwise it notes the fault and what the reader
// makes of it, and returns nil. Errors without a place in the document are never tolerated.
func (o *decodeOptions) tolerate(kind NoteKind, fault error, made string) error {
	var at *ParseError
	if o.strict || !errors.As(fault, &at) {
		return fault
	}
	if o.note != nil {
		o.note(kind, at.Line, at.Col, at.Err.Error()+"; "+made)
	}
	return nil
}
