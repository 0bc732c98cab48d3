package functional

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Read reads a document in functional-style syntax (OWL 2 Structural Specification,
// section 3.7). It parses on the window, piece by piece, so that never more than the longest axiom
// is in memory; where a piece runs over the end of the window, it is parsed again with more text.
func Read(w *doc.Window, opts doc.Options, report *doc.Report) (*owl.Ontology, error) {
	d := functionalDocument{Window: w, opts: opts, report: report,
		// A document may use these four without declaring them (section 2.4, table 2).
		parser: owl.NewFunctionalParser(owl.StandardPrefixes())}
	d.parser.MaxDepth = opts.Limits.WithDefaults().Depth
	d.parser.SkipAnnotationAssertions = opts.Sparse
	d.parser.Warn = func(offset int, message string) {
		line, col := w.Place(w.Pos + offset)
		switch {
		case opts.Note != nil && message == owl.UnderscoreInLanguageTag: // a fault
			opts.Note(doc.NoteLanguageTag, line, col, message+"; kept")
		case opts.Warn != nil:
			opts.Warn(line, col, message)
		}
	}
	return d.read()
}

type functionalDocument struct {
	*doc.Window
	opts   doc.Options
	report *doc.Report
	parser *owl.FunctionalParser
}

func (d *functionalDocument) read() (*owl.Ontology, error) {
	o := &owl.Ontology{Prefixes: &owl.Prefixes{}}
	var part owl.FunctionalPart
	var axioms doc.Gathered[owl.Axiom]
	parse := func(src []byte) (n int, err error) {
		var a owl.Axiom
		part, a, n, err = d.parser.Part(src, o)
		switch {
		case err != nil || part != owl.AxiomPart:
		case a == nil:
			d.report.Skipped++
		default:
			axioms.Add(a)
		}
		return n, err
	}
	for part != owl.EndPart {
		if _, err := d.next(); err != nil {
			return nil, err
		}
		if err := d.piece(parse); err != nil {
			return nil, err
		}
	}
	o.Axioms = axioms.All()
	for name, namespace := range o.Prefixes.All() {
		if d.opts.Prefix != nil {
			d.opts.Prefix(name, namespace)
		}
	}
	c, err := d.next()
	if err == nil && c != 0 {
		err = d.ErrorAt(d.Pos, fmt.Errorf("expected the end of the document behind the closing "+
			"parenthesis of Ontology, found %q", string(c)))
	}
	return o, err
}

// piece parses one construct at the window's position and moves behind it. Where the window ends
// inside, it is filled to twice the length before the next attempt, so that a long construct is
// parsed over few times.
func (d *functionalDocument) piece(parse func(src []byte) (n int, err error)) error {
	for {
		n, err := parse(d.Buf[d.Pos:d.End])
		if err == nil {
			d.Pos += n
			return nil
		}
		if !errors.Is(err, owl.ErrUnexpectedEnd) {
			return d.fault(err)
		}
		grown, readErr := d.fill(2*(d.End-d.Pos) + 1)
		if readErr != nil {
			return readErr
		}
		if !grown {
			return d.fault(err)
		}
	}
}

// fill tries to have n bytes in the window and reports whether there are more than before.
func (d *functionalDocument) fill(n int) (grown bool, err error) {
	for d.End-d.Pos < n {
		if _, ok := d.More(d.Pos); !ok {
			return grown, d.Err
		}
		grown = true
	}
	return grown, nil
}

// fault turns an error of the parser into one with a place.
func (d *functionalDocument) fault(err error) error {
	var syntax *owl.SyntaxError
	if !errors.As(err, &syntax) {
		return d.ErrorAt(d.Pos, err)
	}
	err = syntax.Err
	switch {
	case errors.Is(err, owl.ErrUnexpectedEnd):
		err = fmt.Errorf("%w%s", doc.ErrTruncated,
			strings.TrimPrefix(err.Error(), owl.ErrUnexpectedEnd.Error()))
	case errors.Is(err, owl.ErrTooDeep), errors.Is(err, owl.ErrExpansion):
		err = fmt.Errorf("%w: %w", doc.ErrTooLarge, err)
	}
	return d.ErrorAt(d.Pos+syntax.Offset, err)
}

// next moves over white space and comments to the next byte; 0 at the end of the document.
func (d *functionalDocument) next() (byte, error) {
	comment := false
	for {
		for ; d.Pos < d.End; d.Pos++ {
			switch c := d.Buf[d.Pos]; {
			case comment:
				comment = c != '\n' && c != '\r'
			case c == '#':
				comment = true
			case c != ' ' && c != '\t' && c != '\r' && c != '\n':
				return c, nil
			}
		}
		if _, ok := d.More(d.Pos); !ok {
			return 0, d.Err
		}
	}
}

// Is looks for Prefix( or Ontology( behind white space and comments.
func Is(head []byte) bool {
	head = SkipComments(head)
	for _, word := range []string{"Prefix", "Ontology"} {
		if rest, ok := bytes.CutPrefix(head, []byte(word)); ok {
			return bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte{'('})
		}
	}
	return false
}

// SkipComments drops white space and lines that begin with #.
func SkipComments(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t\r\n")
		if len(b) == 0 || b[0] != '#' {
			return b
		}
		end := bytes.IndexAny(b, "\r\n")
		if end < 0 {
			return nil
		}
		b = b[end:]
	}
}

// Write writes prefixes, header, imports, annotations and axioms, one on a line and each group
// sorted, without repetition: the same ontology in any order gives the same bytes.
func Write(w io.Writer, o *owl.Ontology) error {
	if err := Header(o); err != nil {
		return err
	}
	prefixes := Prefixes(o.Prefixes)
	out := bufio.NewWriterSize(w, 64<<10)
	for name, namespace := range prefixes.All() {
		fmt.Fprintf(out, "Prefix(%s:=<%s>)\n", name, namespace)
	}
	out.WriteString("\nOntology(")
	if !o.IRI.IsZero() {
		out.Write(owl.AppendIRI(nil, o.IRI, nil))
		if !o.VersionIRI.IsZero() {
			out.WriteByte(' ')
			out.Write(owl.AppendIRI(nil, o.VersionIRI, nil))
		}
	}
	out.WriteByte('\n')

	sorted := o.SortedHeader()
	var line []byte
	for _, iri := range sorted.Imports {
		line = owl.AppendIRI(append(line[:0], "Import("...), iri, nil)
		out.Write(append(line, ")\n"...))
	}
	for _, a := range sorted.Annotations {
		if part, bad := owl.UnwritableAnnotation(a); bad {
			return unwritable(part)
		}
		out.Write(append(owl.AppendSortedAnnotation(line[:0], a, prefixes), '\n'))
	}
	out.WriteByte('\n')
	for _, a := range owl.SortedSet(o.Axioms) {
		if part, bad := owl.Unwritable(a); bad {
			return unwritable(part)
		}
		line = append(owl.AppendSortedAxiom(line[:0], a, prefixes), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	out.WriteString(")\n")
	return out.Flush()
}

// Header returns an error if a name in the header has no form in functional syntax.
func Header(o *owl.Ontology) error {
	if o.IRI.IsZero() && !o.VersionIRI.IsZero() {
		return unwritable(fmt.Sprintf("the version IRI %q of an ontology that has no IRI",
			o.VersionIRI))
	}
	header := o.Imports
	if !o.IRI.IsZero() {
		header = append(header[:len(header):len(header)], o.IRI)
	}
	if !o.VersionIRI.IsZero() {
		header = append(header[:len(header):len(header)], o.VersionIRI)
	}
	for _, iri := range header {
		if part, bad := owl.UnwritableIRI(iri); bad {
			return unwritable(part)
		}
	}
	return nil
}

// Prefixes returns the prefixes that can be declared in functional syntax, and those of
// the standard.
func Prefixes(p *owl.Prefixes) *owl.Prefixes {
	declared := owl.StandardPrefixes()
	for name, namespace := range p.All() {
		_, bad := owl.UnwritableIRI(owl.NewIRI(namespace))
		if owl.IsPrefixName(name) && !bad {
			declared.Set(name, namespace)
		}
	}
	return declared
}

func unwritable(part string) error {
	return fmt.Errorf("%w: functional syntax cannot express %s", doc.ErrNotWritable, part)
}
