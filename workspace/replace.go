package workspace

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
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
	if opts.Client && o.document != nil {
		return Status{},
			fmt.Errorf("%w: the server keeps this ontology; make another one for the client",
				ErrInvalid)
	}
	reading := rdfio.ReadOptions{Base: opts.Base, Limits: o.w.opts.Limits}
	if reading.Base == "" {
		reading.Base = o.iri.String()
	}
	byClient := opts.Client || o.client.Load()
	g, err := o.w.readSent(ctx, sent, reading, !byClient)
	if err != nil {
		return Status{}, err
	}
	defer g.drop()
	h, err := g.merge(byClient)
	if err != nil {
		return Status{}, err
	}
	reading.Format = g.root.Report.Syntax
	if g.root.Name != "" {
		reading.File = filepath.Base(g.root.Name)
	}
	if err := o.replaceBy(ctx, g.root.Ontology, h, g.keepers[g.root], reading, opts); err != nil {
		return Status{}, err
	}
	return o.Status(), nil
}

// readPath reads a file of this machine, with its imports. Without imports the document is kept
// unchanged; otherwise the merged ontology is kept.
func (o *Ontology) readPath(ctx context.Context, path string, opts ReplaceOptions) error {
	path, err := o.w.permitted(path)
	if err != nil {
		return err
	}
	read, report, err := rdfio.ReadFile(ctx, path,
		rdfio.ReadOptions{Limits: o.w.opts.Limits, Permits: func(path string) bool {
			_, err := o.w.permitted(path)
			return err == nil
		}})
	if err != nil {
		return err
	}
	if o.name == "" {
		o.name = strings.TrimSuffix(filepath.Base(path), ".gz")
	}
	h := headerOf(read, report)
	reading := rdfio.ReadOptions{Format: report.Syntax, Base: rdfio.DocumentIRI(path)}
	if opts.Client {
		return o.replaceBy(ctx, read, h, nil, reading, opts)
	}
	k, err := o.w.newKeeper()
	if err != nil {
		return err
	}
	defer k.drop()
	if report.Own > 0 && report.Own < len(read.Axioms) {
		reading = rdfio.ReadOptions{Format: functionalFormat}
		err = writeOrdered(k, read, h)
	} else {
		reading.File = filepath.Base(path)
		err = k.copyFile(path)
	}
	if err != nil {
		return err
	}
	return o.replaceBy(ctx, read, h, k, reading, opts)
}

// replaceBy replaces the axioms by those of a document. k has its bytes; nil if the client keeps
// it. The caller may change the ontology.
func (o *Ontology) replaceBy(ctx context.Context, read *owl.Ontology, h *header, k *keeper,
	reading rdfio.ReadOptions, opts ReplaceOptions) error {
	set, err := newAxioms(ctx, read.Axioms)
	if err != nil {
		return err
	}
	former := o.View()
	next := &View{
		ontology: o, header: h, count: len(set.list), logical: set.logical,
		axioms:  set.list,
		changed: o.w.opts.Now().UTC().Truncate(time.Microsecond),
		lookups: new(lookups), known: new(known),
	}
	if former != nil {
		next.revision = former.revision + 1
		if o.document != nil && former.key() != next.key() && !opts.OtherIRI {
			return &OtherIRIError{former.key(), next.key()}
		}
	}
	if next, err = o.stayClassified(ctx, next, set); err != nil {
		return err
	}
	event := Event{Name: RevisionEvent}
	if k == nil {
		if err := o.keptByClient(ctx); err != nil {
			return err
		}
	} else {
		recorded, err := o.recordDocument(ctx, next, k, reading, opts)
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

// recordDocument keeps the document of a View, and records that it replaces the previous one. Its
// operation is the revision.
func (o *Ontology) recordDocument(ctx context.Context, v *View, k *keeper,
	reading rdfio.ReadOptions, opts ReplaceOptions) ([]db.Operation, error) {
	file, err := k.keep()
	if err != nil {
		return nil, err
	}
	d, err := o.newDocument(v, file, reading, k.size)
	if err != nil {
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
		if o.document != nil {
			replace.Previous = o.document.Number
		}
		record.Operations = []db.Operation{replace}
	}
	recorded, err := o.w.opts.Store.Record(ctx, record)
	if err != nil {
		return nil, err
	}
	o.document, o.settings = d, s
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
	if o.document != nil || o.client.Load() {
		return nil
	}
	k, err := o.w.newKeeper()
	if err != nil {
		return err
	}
	defer k.drop()
	empty := &owl.Ontology{IRI: cmp.Or(o.View().header.IRI, o.iri)}
	h := &header{IRI: empty.IRI}
	if err := writeOrdered(k, empty, h); err != nil {
		return err
	}
	return o.replaceBy(ctx, empty, h, k, rdfio.ReadOptions{Format: functionalFormat},
		ReplaceOptions{OtherIRI: true})
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

// functionalFormat is the syntax of documents that are merged from several.
const functionalFormat = "functional"

// writeOrdered writes functional syntax in the order of the axioms, which rdfio.Write would sort.
// Axioms that cannot be written are left out, also of the ontology, with a warning in the header.
func writeOrdered(w io.Writer, o *owl.Ontology, h *header) error {
	kept := o.Axioms[:0:0]
	for _, a := range o.Axioms {
		if name, bad := owl.Unwritable(a); bad {
			h.warnings = append(h.warnings,
				fmt.Sprintf("%v, and was left out: %s", ErrUnwritable, name))
			continue
		}
		kept = append(kept, a)
	}
	o.Axioms = kept
	h.warnings = cut(h.warnings)
	b := bufio.NewWriterSize(w, 1<<16)
	prefixes := o.Prefixes.Clone()
	for _, name := range prefixes.Names() {
		namespace, _ := prefixes.Namespace(name)
		class := owl.Class{IRI: owl.NewIRI(namespace)}
		if _, bad := owl.Unwritable(&owl.Declaration{Entity: class}); bad || namespace == "" {
			continue
		}
		fmt.Fprintf(b, "Prefix(%s:=%s)\n", name, iriText(class.IRI))
	}
	b.WriteString("Ontology(")
	for i, iri := range []owl.IRI{o.IRI, o.VersionIRI} {
		if !iri.IsZero() && (i == 0 || !o.IRI.IsZero()) {
			fmt.Fprintf(b, "%s ", iriText(iri))
		}
	}
	b.WriteString("\n")
	for _, iri := range o.Imports {
		fmt.Fprintf(b, "Import(%s)\n", iriText(iri))
	}
	for _, a := range o.Annotations {
		if _, bad := owl.UnwritableAnnotation(a); !bad {
			b.Write(append(owl.AppendAnnotation(nil, a, nil), '\n'))
		}
	}
	var line []byte
	for _, a := range o.Axioms {
		line = append(owl.AppendAxiom(line[:0], a, nil), '\n')
		b.Write(line)
	}
	b.WriteString(")\n")
	return b.Flush()
}

// iriText renders an IRI in full.
func iriText(iri owl.IRI) []byte { return owl.AppendIRI(nil, iri, nil) }
