package turtle

import (
	"fmt"
	"maps"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Scanner reads the terms of a document in memory one by one, for an editor, which wants to know
// where they are. It leaves the grammar to its caller: the document was read before. After an error
// it reads nothing more.
type Scanner struct {
	Err  error
	d    *turtleDecoder
	term rdf.ID
}

// NewScanner returns a Scanner of the document from an offset on, which is read leniently.
func NewScanner(document []byte, at int, terms *rdf.Table, opts doc.Options) (*Scanner, error) {
	s := &Scanner{}
	w := textWindow(document)
	w.Pos = at
	opts.Limits = opts.Limits.WithDefaults()
	var err error
	s.d, err = newTurtleDecoder(w, terms, opts, func(t rdf.Statement) error {
		s.term = t.O
		return nil
	})
	if err != nil {
		return nil, err
	}
	maps.Copy(s.d.prefixes, WellKnownPrefixes)
	return s, nil
}

// At returns the offset of the next byte.
func (s *Scanner) At() int { return s.d.w.Pos }

// check takes up an error of the decoder.
func (s *Scanner) check() {
	if s.Err == nil {
		s.Err = s.d.err
	}
}

// Next skips white space and comments and returns the next byte, or 0 at the end and after an
// error.
func (s *Scanner) Next() byte {
	if s.Err != nil {
		return 0
	}
	c := s.d.next()
	s.check()
	return c
}

// Expect skips the byte c.
func (s *Scanner) Expect(c byte) {
	if s.Next() == c {
		s.d.w.Pos++
	} else {
		s.d.unexpected(0, fmt.Sprintf("%q", c))
		s.check()
	}
}

// Directive reads a directive, and reports whether there is one.
func (s *Scanner) Directive() bool {
	is := s.d.directive(s.Next())
	s.check()
	return is
}

// Predicate reads a predicate.
func (s *Scanner) Predicate() rdf.ID {
	if s.Next(); s.Err == nil {
		s.d.verb(atVerb)
		s.check()
	}
	return s.d.p
}

// Term reads an IRI, a labeled blank node or a literal.
func (s *Scanner) Term() rdf.ID {
	c, d, end := s.Next(), s.d, 0
	if c == '"' || c == '\'' {
		q := d.quoted()
		end = d.w.Pos + q.end
	}
	if s.check(); s.Err == nil {
		d.object()
		s.check()
	}
	// The decoder skips what is behind a string to find a tag or datatype.
	if end > 0 && turtleClass[d.w.Buf[d.w.Pos-1]]&classSpace != 0 {
		d.w.Pos = end
	}
	return s.term
}
