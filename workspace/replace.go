package workspace

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// ReplaceOptions are the options of Replace.
type ReplaceOptions struct {
	// Base is the document's IRI, for relative ones in it. Default: the IRI that the ontology was
	// made with.
	Base string
	// Client reports that the client keeps the ontology. Default: false, the server does.
	Client bool
	// Copy opens the document to be read, besides the ontology with its IRI. Default: false.
	Copy bool
	// OtherIRI allows a document with another IRI than the present one. Default: false.
	OtherIRI bool
}

// OtherIRIError is returned if a document has another IRI than the one that it would replace.
type OtherIRIError struct{ Has, New string }

func (e *OtherIRIError) Error() string {
	return fmt.Sprintf(
		"the document is another ontology, <%s>, than the present one, <%s>; confirm the replacement", e.New, e.Has)
}

// Replace reads a document and replaces the axioms by those of the document. When it returns nil,
// the document is on the disk as it was given, with its imports, unless the client keeps the
// ontology; on an error nothing has changed. Errors are ErrTooLarge, those of rdfio with a
// *rdfio.ParseError and a *rdfio.SeveralRootsError among them, *db.SameOntologyError,
// *OtherIRIError, and that of a context that has ended.
//
// A classified ontology remains classified if at most maxDifference axioms differ.
func (o *Ontology) Replace(ctx context.Context, sent Sent, opts ReplaceOptions) (Status, error) {
	if o.Await(ctx); ctx.Err() != nil { // a damaged one is mended by this
		return Status{}, ctx.Err()
	}
	if err := o.lock(ctx); err != nil {
		return Status{}, err
	}
	defer o.unlock()
	if opts.Client && o.document() != nil {
		return Status{},
			fmt.Errorf("%w: the server keeps this ontology; make another one for the client",
				ErrInvalid)
	}
	base := cmp.Or(opts.Base, o.iri.String())
	g, err := o.w.readSent(ctx, sent, base, !opts.Client && !o.client.Load())
	if err != nil {
		return Status{}, err
	}
	defer g.drop()
	h, err := g.merge()
	if err != nil {
		return Status{}, err
	}
	var d *db.Document
	if r := g.received[g.root]; r != nil {
		if d, err = r.keep(); err != nil {
			return Status{}, err
		}
		d.Format, d.Base = g.root.Report.Syntax, base
		if g.root.Name != "" {
			d.Name = filepath.Base(g.root.Name)
		}
	}
	if err := o.replaceBy(ctx, g.root.Ontology, h, d, opts); err != nil {
		return Status{}, err
	}
	return o.Status(), nil
}

// readPath reads a file of this machine, with its imports, and keeps the files unchanged.
func (o *Ontology) readPath(ctx context.Context, path string, opts ReplaceOptions) error {
	path, err := o.w.permitted(path)
	if err != nil {
		return err
	}
	permits := func(path string) bool {
		_, err := o.w.permitted(path)
		return err == nil
	}
	read, report, err := rdfio.ReadFile(ctx, path, rdfio.ReadOptions{Permits: permits})
	if err != nil {
		return err
	}
	if o.name == "" {
		o.name = strings.TrimSuffix(filepath.Base(path), ".gz")
	}
	h := headerOf(read, report)
	if opts.Client {
		return o.replaceBy(ctx, read, h, nil, opts)
	}
	d, err := o.w.keepFile(path)
	if err != nil {
		return err
	}
	d.Name, d.Format, d.Base = filepath.Base(path), report.Syntax, rdfio.DocumentIRI(path)
	for _, i := range report.Imports {
		imported, err := o.w.keepFile(i.File)
		if err != nil {
			return err
		}
		h.kept.Imports = append(h.kept.Imports, keptImport{IRI: i.IRI, File: imported.File,
			Name: filepath.Base(i.File), Format: i.Syntax})
	}
	return o.replaceBy(ctx, read, h, d, opts)
}

// replaceBy replaces the axioms by those of a document that is kept; nil if the client keeps it.
// The caller may change the ontology.
func (o *Ontology) replaceBy(ctx context.Context, read *owl.Ontology, h *header, d *db.Document,
	opts ReplaceOptions) error {
	set, err := newAxioms(ctx, read.Axioms, h.kept.Own)
	if err != nil {
		return err
	}
	former := o.View()
	next := (&View{ontology: o, header: h,
		changed: o.w.opts.Now().UTC().Truncate(time.Microsecond)}).hold(set)
	if former != nil {
		next.revision = former.revision + 1
		if former.document != nil && former.key() != next.key() && !opts.OtherIRI {
			return &OtherIRIError{former.key(), next.key()}
		}
	}
	if next, err = o.stayClassified(ctx, next, set); err != nil {
		return err
	}
	event := Event{Name: RevisionEvent}
	if d == nil {
		if err := o.keptByClient(ctx); err != nil {
			return err
		}
	} else {
		recorded, err := o.recordDocument(ctx, next, d, opts)
		if err != nil {
			return err
		}
		if len(recorded) > 0 {
			event = operationEvent(&recorded[0])
		}
	}
	o.axioms = set
	o.become(next)
	o.tell(event)
	o.lookUpSoon()
	return nil
}

// keptByClient removes the ontology from the store, because the client keeps it.
func (o *Ontology) keptByClient(ctx context.Context) error {
	if o.client.Load() {
		return nil
	}
	if err := o.w.opts.Store.ForgetOpenOntology(ctx, o.id); err != nil {
		return err
	}
	o.client.Store(true)
	return nil
}

// recordDocument records the document of a View, and that it replaces the previous one. Its
// operation is the revision.
func (o *Ontology) recordDocument(ctx context.Context, v *View, d *db.Document,
	opts ReplaceOptions) ([]db.Operation, error) {
	if err := o.describe(d, v); err != nil {
		return nil, err
	}
	s := o.settings
	s.Damaged, s.Classified = false, v.reasoner != nil
	row, err := o.row(s)
	if err != nil {
		return nil, err
	}
	row.Key, row.Copy = v.key(), opts.Copy || o.copy.Load()
	record := db.Record{After: -1, Open: &row, Document: d}
	if !row.Copy {
		replace := db.Operation{Ontology: row.Key, Kind: db.Replace}
		if former := o.document(); former != nil {
			replace.Previous = former.Number
		}
		record.Operations = []db.Operation{replace}
	}
	recorded, err := o.w.opts.Store.Record(ctx, record)
	if err != nil {
		return nil, err
	}
	v.document, o.settings = d, s
	o.copy.Store(row.Copy)
	for _, op := range recorded {
		v.revision = op.Number
		o.seen.Store(op.Number)
	}
	return recorded, nil
}

// ensureDocument makes an empty document for an ontology that the server keeps, if it has none, so
// that edits have a document to change.
func (o *Ontology) ensureDocument(ctx context.Context) error {
	if o.document() != nil || o.client.Load() {
		return nil
	}
	empty := &owl.Ontology{IRI: cmp.Or(o.View().header.IRI, o.iri)}
	text := []byte("Ontology(")
	if !empty.IRI.IsZero() {
		text = owl.AppendIRI(text, empty.IRI, nil)
	}
	d, err := o.w.keep(bytes.NewReader(append(text, ")\n"...)))
	if err != nil {
		return err
	}
	d.Format = "functional"
	return o.replaceBy(ctx, empty, &header{IRI: empty.IRI}, d, ReplaceOptions{OtherIRI: true})
}

// maxDifference is the maximum number of different axioms for which the reasoner takes a new
// document as an edit.
const maxDifference = 1000

// stayClassified gives the View of a new document the edited reasoner of the old one, if there is
// one and at most maxDifference axioms differ.
func (o *Ontology) stayClassified(ctx context.Context, next *View, set *axioms) (*View, error) {
	former := o.View()
	if former == nil || former.reasoner == nil || o.axioms == nil {
		return next, nil
	}
	var add, remove []owl.Axiom
	for h, a := range set.of {
		if !o.axioms.has(h) {
			add = append(add, a)
		}
	}
	for h, a := range o.axioms.of {
		if !set.has(h) {
			remove = append(remove, a)
		}
	}
	if len(add)+len(remove) > maxDifference {
		return next, nil
	}
	owl.SortAxioms(add)
	owl.SortAxioms(remove)
	r, err := former.reasoner.Apply(ctx, add, remove)
	if err != nil {
		return next, err
	}
	next = next.classified(r, next.builtIn)
	if next.key() == former.key() {
		next.prepared = former.prepared
	}
	return next, nil
}
