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
		c := d.next()
		if c == 0 && d.atEnd() {
			return d.err
		}
		if d.triple(c); d.err != nil {
			return d.err
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
func (d *ntriplesDecoder) triple(c byte) {
	s := d.node(c, "a subject: <IRI> or _:label")
	if d.nextOnLine() != '<' {
		d.unexpected(0, "a predicate: <IRI>")
		return
	}
	p := d.iri()
	o := d.object(d.nextOnLine())
	if d.nextOnLine() != '.' {
		d.unexpected(0, `"." at the end of the triple`)
		return
	}
	d.w.Pos++
	d.fail(d.emit(rdf.Statement{S: s, P: p, O: o, Line: d.line}))
	if c = d.nextOnLine(); c != '\n' && c != '\r' && c != '#' && !(c == 0 && d.atEnd()) {
		d.unexpected(0, "the end of the line")
	}
}

func (d *ntriplesDecoder) object(c byte) rdf.ID {
	if c == '"' {
		return d.literal(d.datatype)
	}
	return d.node(c, `an object: <IRI>, _:label or "literal"`)
}

// node reads the IRI or blank node at w.Pos. C is the first byte.
func (d *ntriplesDecoder) node(c byte, expected string) rdf.ID {
	switch c {
	case '<':
		return d.iri()
	case '_':
		return d.labelled()
	}
	d.unexpected(0, expected)
	return rdf.None
}

// datatype reads the IRI after "^^".
func (d *ntriplesDecoder) datatype() rdf.ID {
	if d.nextOnLine() != '<' {
		d.unexpected(0, "the datatype: <IRI>")
		return rdf.None
	}
	return d.iri()
}

// nextOnLine skips spaces and tabs and returns the byte at w.Pos, 0 at the end of the document and
// after an error.
func (l *turtleLexer) nextOnLine() byte {
	for l.err == nil {
		for _, c := range l.rest() {
			if c != ' ' && c != '\t' {
				return c
			}
			l.w.Pos++
		}
		if !l.fill() {
			break
		}
	}
	return 0
}
