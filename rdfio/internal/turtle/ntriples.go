package turtle

import (
	"bytes"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// DecodeNTriples reads RDF 1.1 N-Triples.
func DecodeNTriples(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) error {
	d := ntriplesDecoder{newTurtleLexer(w, terms, opts, emit)}
	d.ntriples = true
	if opts.Base != "" && !opts.Strict {
		var err error
		if d.base, err = rdf.ParseBase(opts.Base); err != nil {
			return err
		}
	}
	for {
		c, err := d.next()
		if err != nil {
			return err
		}
		if c == 0 && d.atEnd() {
			return nil
		}
		if err := d.triple(c); err != nil {
			return err
		}
	}
}

// IsNTriples reports whether every whole line of head is N-Triples, by lenient reading, and one at
// least is a triple. This also holds for some Turtle documents.
func IsNTriples(head []byte) bool {
	if n := bytes.LastIndexByte(head, '\n'); n >= 0 {
		head = head[:n]
	}
	triples := 0
	w := textWindow(head)
	err := DecodeNTriples(w, rdf.NewTable(), doc.Options{Base: "sniff:/"},
		func(rdf.Statement) error {
			triples++
			return nil
		})
	return err == nil && triples > 0
}

// ntriplesDecoder reads N-Triples (RDF 1.1 N-Triples, section 7).
type ntriplesDecoder struct{ turtleLexer }

// triple reads the triple at w.Pos and the end of its line. C is the first byte.
func (d *ntriplesDecoder) triple(c byte) error {
	s, err := d.node(c, "a subject: <IRI> or _:label")
	if err != nil {
		return err
	}
	if c, err = d.nextOnLine(); err != nil {
		return err
	}
	if c != '<' {
		return d.unexpected(0, "a predicate: <IRI>")
	}
	p, err := d.iri()
	if err != nil {
		return err
	}
	if c, err = d.nextOnLine(); err != nil {
		return err
	}
	o, err := d.object(c)
	if err != nil {
		return err
	}
	if c, err = d.nextOnLine(); err != nil {
		return err
	}
	if c != '.' {
		return d.unexpected(0, `"." at the end of the triple`)
	}
	d.w.Pos++
	if err := d.emit(rdf.Statement{S: s, P: p, O: o, Line: d.line}); err != nil {
		return err
	}
	if c, err = d.nextOnLine(); err != nil {
		return err
	}
	if c != '\n' && c != '\r' && c != '#' && !(c == 0 && d.atEnd()) {
		return d.unexpected(0, "the end of the line")
	}
	return nil
}

func (d *ntriplesDecoder) object(c byte) (rdf.ID, error) {
	if c == '"' {
		return d.literal(d.datatype)
	}
	return d.node(c, `an object: <IRI>, _:label or "literal"`)
}

// node reads the IRI or blank node at w.Pos. C is the first byte.
func (d *ntriplesDecoder) node(c byte, expected string) (rdf.ID, error) {
	switch c {
	case '<':
		return d.iri()
	case '_':
		return d.labelled()
	}
	return rdf.None, d.unexpected(0, expected)
}

// datatype reads the IRI after "^^".
func (d *ntriplesDecoder) datatype() (rdf.ID, error) {
	c, err := d.nextOnLine()
	if err != nil {
		return rdf.None, err
	}
	if c != '<' {
		return rdf.None, d.unexpected(0, "the datatype: <IRI>")
	}
	return d.iri()
}

// nextOnLine skips spaces and tabs and returns the byte at w.Pos, 0 at the end of the document.
func (l *turtleLexer) nextOnLine() (byte, error) {
	for {
		for _, c := range l.rest() {
			if c != ' ' && c != '\t' {
				return c, nil
			}
			l.w.Pos++
		}
		if !l.fill() {
			return 0, l.w.Err
		}
	}
}
