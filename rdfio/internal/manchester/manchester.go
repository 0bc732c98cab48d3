package manchester

import (
	"bytes"
	"errors"
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
)

// Read reads a document in Manchester syntax. As a frame may use a property that a later
// one declares, the whole text is in memory; Limits.Token bounds it.
//
// A section of a frame that cannot be read is noted in the report; what is no document at all is an
// error.
func Read(w *doc.Window, opts doc.Options, report *doc.Report) (*owl.Ontology, error) {
	text, err := w.Whole("Manchester syntax", w.Limit)
	if err != nil {
		return nil, err
	}
	place := func(err *owl.SyntaxError) (line, col int) { return w.Place(w.Pos + err.Offset) }
	document := owl.ManchesterDocument{
		Prefixes:                 &owl.Prefixes{},
		MaxDepth:                 opts.Limits.WithDefaults().Depth,
		SkipAnnotationAssertions: opts.Sparse,
		Refuse: func(err *owl.SyntaxError) {
			line, col := place(err)
			report.Note(doc.NoteRefusedAxiom, line, col, err.Err.Error())
		},
		Poll: w.Ctx.Err,
	}
	o, err := document.Parse(string(text))
	var syntax *owl.SyntaxError
	if errors.As(err, &syntax) {
		err = syntax.Err
		switch {
		case errors.Is(err, owl.ErrUnexpectedEnd):
			err = fmt.Errorf("%w: %w", doc.ErrTruncated, err)
		case errors.Is(err, owl.ErrExpansion):
			err = fmt.Errorf("%w: %w", doc.ErrTooLarge, err)
		}
		return nil, w.ErrorAt(w.Pos+syntax.Offset, err)
	}
	if err != nil {
		return nil, err
	}
	report.Skipped += document.Skipped
	if opts.Prefix != nil {
		for name, namespace := range o.Prefixes.All() {
			opts.Prefix(name, namespace)
		}
	}
	return o, nil
}

// Is recognises documents in Manchester syntax by the first frame, which may be behind
// comments.
func Is(head []byte) bool {
	rest := functional.SkipComments(head)
	for _, keyword := range []string{"Prefix:", "Ontology:", "Namespace:", "Class:",
		"ObjectProperty:", "DataProperty:", "AnnotationProperty:", "Datatype:", "Individual:"} {
		if after, ok := bytes.CutPrefix(rest, []byte(keyword)); ok {
			// "Prefix:x" would be a Turtle name.
			return len(after) > 0 && (after[0] == ' ' || after[0] == '\t' || after[0] == '\n' ||
				after[0] == '\r' || after[0] == '<')
		}
	}
	return false
}
