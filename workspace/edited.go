package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/edit"
)

// EditedDocument is the document of an ontology with its edits.
type EditedDocument struct {
	Name   string // of the file that was sent
	Format string // the name of its syntax in rdfio
	// Given is the document as it was sent, Text with its edits; both unpacked.
	Given, Text []byte
	// Whole is the reason why Text was written as a whole; "" if only the lines of edited axioms
	// differ from those of Given.
	Whole string
}

// Edited returns the document that the server keeps with the edits of the ontology: their lines
// only, unless the document cannot be changed so; then it is written as a whole. The error is
// ErrUnknown if the server keeps no document, because a client does.
func (o *Ontology) Edited(ctx context.Context) (*EditedDocument, error) {
	d, v, err := o.currentDocument(ctx)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, fmt.Errorf("%w document: a client keeps it", ErrUnknown)
	}
	file, err := o.w.openKept(d)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	plain, err := inflated(file)
	if err != nil {
		return nil, damaged("its document cannot be unpacked")
	}
	e := &EditedDocument{Name: cmp.Or(strings.TrimSuffix(d.Name, ".gz"), "document"),
		Format: d.Format}
	if e.Given, err = io.ReadAll(plain); err != nil {
		return nil, damaged("its document cannot be unpacked")
	}
	remove, add, err := o.editsOf(ctx, d)
	if err != nil {
		return nil, err
	}
	if len(remove) == 0 && len(add) == 0 {
		e.Text = e.Given
		return e, nil
	}
	e.Text, err = edit.Apply(ctx, e.Given, rdfio.ReadOptions{File: "document", Base: d.Base,
		Format: d.Format, Limits: o.w.opts.Limits}, remove, add)
	var fault *edit.Error
	if !errors.As(err, &fault) {
		return e, err
	}
	e.Whole = fault.Error()
	var text strings.Builder
	if err := v.WriteDocument(ctx, &text, d.Format); err != nil {
		return nil, err
	}
	e.Text = []byte(text.String())
	return e, nil
}

// Format returns the name of the syntax of the document that the server keeps; "" if it keeps none.
func (o *Ontology) Format(ctx context.Context) (string, error) {
	d, _, err := o.currentDocument(ctx)
	if d == nil || err != nil {
		return "", err
	}
	return d.Format, nil
}

// currentDocument returns the row of the document that the server keeps, or nil, and its View.
func (o *Ontology) currentDocument(ctx context.Context) (*db.Document, *View, error) {
	if err := o.lock(ctx); err != nil {
		return nil, nil, err
	}
	defer o.unlock()
	return o.document, o.View(), o.View().err
}

// editsOf returns the change of a document by all operations on it.
func (o *Ontology) editsOf(ctx context.Context, d *db.Document) (remove, add []owl.Axiom,
	err error) {
	operations, err := o.w.opts.Store.Operations(ctx, db.OperationFilter{Document: d.Number})
	if len(operations) == 0 || err != nil {
		return nil, nil, err
	}
	ontology, _, err := o.w.readKept(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	set, err := newAxioms(ctx, ontology.Axioms)
	if err != nil {
		return nil, nil, err
	}
	c, err := set.changeBy(ctx, operations)
	return c.remove, c.add, err
}
