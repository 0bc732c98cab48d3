package workspace

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strings"
	"time"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// ReplaceOptions say how a document is read.
type ReplaceOptions struct {
	// MediaType is what the sender calls the syntax. Default: it is recognized, and so it is where no syntax has that name.
	MediaType string
	// Base is the document's IRI, for relative ones in it. Default: the IRI that the ontology was made with.
	Base string
	// Progress is told of the reading. Default: nobody.
	Progress owl.Progress
}

// Replace reads a document, and puts its axioms in the place of those that were there. Imports are not followed. Where it returns nil it is on the disk; else
// nothing has changed. Errors are ErrTooLarge, those of rdfio with a *rdfio.ParseError among them, and that of a context that has ended.
//
// A classified ontology stays so where the new axioms differ little from the old ones.
func (o *Ontology) Replace(ctx context.Context, r io.Reader, opts ReplaceOptions) (Status, error) {
	if o.Await(ctx); ctx.Err() != nil { // a damaged one is mended by this
		return Status{}, ctx.Err()
	}
	if err := o.lock(ctx); err != nil {
		return Status{}, err
	}
	defer o.unlock()
	reading := rdfio.ReadOptions{File: "document", Base: opts.Base, Limits: o.w.opts.Limits, Progress: opts.Progress}
	if reading.Base == "" {
		reading.Base = o.iri.String()
	}
	if media, _, err := mime.ParseMediaType(opts.MediaType); err == nil {
		if f, known := rdfio.FormatByName(media); known && strings.Contains(media, "/") {
			reading.Format = f.Name
		}
	}
	generation := o.newGeneration()
	read, report, err := o.keepWhileReading(ctx, r, o.documentFile(generation), reading)
	if err != nil {
		return Status{}, err
	}
	d := document{Generation: generation, Format: report.Syntax, Base: reading.Base}
	if err := o.replaceBy(ctx, read, headerOf(read, report), d); err != nil {
		os.Remove(o.documentFile(generation))
		return Status{}, err
	}
	return o.Status(), nil
}

// readPath reads a file of this machine, with its imports, and writes the document anew: what it is made of may lie in several files.
func (o *Ontology) readPath(ctx context.Context, path string) error {
	path, err := o.w.permitted(path)
	if err != nil {
		return err
	}
	read, report, err := rdfio.ReadFile(ctx, path, rdfio.ReadOptions{Limits: o.w.opts.Limits, Permits: func(path string) bool {
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
	generation := o.newGeneration()
	if err := o.writeDocument(read, h, generation); err != nil {
		return err
	}
	return o.replaceBy(ctx, read, h, document{Generation: generation, Format: functionalFormat})
}

// keepWhileReading reads a document and writes its bytes to a file at the same time, which is on the disk when it returns nil.
func (o *Ontology) keepWhileReading(ctx context.Context, r io.Reader, file string, opts rdfio.ReadOptions) (read *owl.Ontology, report *rdfio.Report, err error) {
	if err := os.MkdirAll(o.folder(), 0o700); err != nil {
		return nil, nil, err
	}
	err = outfile.Write(file, func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil {
			return err
		}
		plain, err := inflated(r)
		if err != nil {
			return err
		}
		limited := &limitedReader{r: io.TeeReader(plain, packed), left: o.w.opts.DocumentBytes}
		if read, report, err = rdfio.Read(ctx, limited, opts); err != nil {
			if limited.left < 0 {
				return fmt.Errorf("%w of %d bytes", ErrTooLarge, o.w.opts.DocumentBytes)
			}
			return err
		}
		return packed.Close()
	})
	return read, report, err
}

// inflated unpacks what is gzip, so that limits count what comes out of it.
func inflated(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if begin, _ := in.Peek(2); string(begin) != "\x1f\x8b" {
		return in, nil
	}
	return gzip.NewReader(in)
}

// limitedReader fails behind its limit, where io.LimitedReader would end.
type limitedReader struct {
	r    io.Reader
	left int64
}

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, ErrTooLarge
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, ErrTooLarge
	}
	return n, err
}

// replaceBy takes over the axioms of a document whose file has been written.
func (o *Ontology) replaceBy(ctx context.Context, read *owl.Ontology, h *header, d document) error {
	set, err := newAxioms(ctx, read.Axioms)
	if err != nil {
		return err
	}
	next := &View{
		ontology: o, header: h, hashes: set.hashes, count: set.list.len(), logical: set.logical, axioms: set.list,
		changed: o.w.opts.Now().UTC().Truncate(time.Microsecond),
	}
	next.lookup, next.known = newLookup(next), new(known)
	if next, err = o.stayClassified(ctx, next, set); err != nil {
		return err
	}
	d.about(next)
	d.Training = o.document.Training
	former, journal := o.document, o.journal
	if err := o.save(ctx, d); err != nil {
		return err
	}
	o.document, o.axioms, o.journal = d, set, newJournal(o, d.Generation)
	o.become(next)
	o.lookUpSoon()
	o.prepareSoon()
	journal.close()
	o.removeFiles(former.Generation)
	return nil
}

// about fills in how the ontology stands.
func (d *document) about(v *View) {
	d.Content, d.Logical = v.hashes.Content.String(), v.hashes.Logical.String()
	d.Axioms, d.LogicalAxioms = v.count, v.logical
	d.IRI, d.VersionIRI = v.header.IRI.String(), v.header.VersionIRI.String()
	d.Warnings, d.MissingImports = v.header.warnings, v.header.missing
	d.Own, d.Changed, d.Classified = v.header.own, v.changed, v.reasoner != nil
}

// maxDifference is how many axioms may differ for a document that is sent anew to be taken as an edit by the reasoner.
const maxDifference = 1000

// stayClassified gives a View of a new document the reasoner of the old one, edited, where there is one and little has changed.
func (o *Ontology) stayClassified(ctx context.Context, next *View, set *axioms) (*View, error) {
	former := o.View()
	if former == nil || former.reasoner == nil || o.axioms == nil {
		return next, nil
	}
	var add, remove []owl.Axiom
	for h, place := range set.places {
		if !o.axioms.has(h) {
			add = append(add, set.list.all[place])
		}
		if len(add) > maxDifference {
			return next, nil
		}
	}
	for h, place := range o.axioms.places {
		if !set.has(h) {
			remove = append(remove, o.axioms.list.all[place])
		}
		if len(add)+len(remove) > maxDifference {
			return next, nil
		}
	}
	owl.SortAxioms(add)
	owl.SortAxioms(remove)
	r, err := former.reasoner.Apply(ctx, add, remove)
	if err != nil {
		return next, err
	}
	next = next.classified(r)
	if next.key() == former.key() {
		next.prepared = former.prepared
	}
	return next, nil
}

func (o *Ontology) documentFile(generation int) string {
	return filepath.Join(o.folder(), fmt.Sprintf("document-%d.gz", generation))
}

// newGeneration numbers a document that is going to be written. The caller may change the ontology.
func (o *Ontology) newGeneration() int {
	o.generation++
	return o.generation
}

func newJournal(o *Ontology, generation int) journal {
	return journal{path: filepath.Join(o.folder(), fmt.Sprintf("journal-%d", generation))}
}

// removeFiles removes those of a generation that is past. It does no harm if it fails.
func (o *Ontology) removeFiles(generation int) {
	if generation > 0 {
		os.Remove(o.documentFile(generation))
		os.Remove(newJournal(o, generation).path)
	}
}

// functionalFormat is the syntax that documents are written in.
const functionalFormat = "functional"

// writeDocument writes the axioms of an ontology that are in order. Those that cannot be written are left out of it, with a warning in the header.
func (o *Ontology) writeDocument(ontology *owl.Ontology, h *header, generation int) error {
	kept := ontology.Axioms[:0:0]
	for _, a := range ontology.Axioms {
		if name, bad := owl.Unwritable(a); bad {
			h.warnings = append(h.warnings, fmt.Sprintf("%v, and was left out: %s", ErrUnwritable, name))
			continue
		}
		kept = append(kept, a)
	}
	ontology.Axioms = kept
	h.warnings = cut(h.warnings)
	if err := os.MkdirAll(o.folder(), 0o700); err != nil {
		return err
	}
	return outfile.Write(o.documentFile(generation), func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil {
			return err
		}
		return errors.Join(writeOrdered(packed, ontology), packed.Close())
	})
}

// writeOrdered writes functional syntax with the axioms in the order in which they are, which rdfio.Write would sort.
func writeOrdered(w io.Writer, o *owl.Ontology) error {
	var text []byte
	flush := func() error {
		_, err := w.Write(text)
		text = text[:0]
		return err
	}
	prefixes := o.Prefixes.Clone()
	for _, name := range prefixes.Names() {
		namespace, _ := prefixes.Namespace(name)
		if _, bad := owl.Unwritable(&owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI(namespace)}}); bad || namespace == "" {
			continue
		}
		text = append(owl.AppendIRI(append(append(append(text, "Prefix("...), name...), ":="...), owl.NewIRI(namespace), nil), ")\n"...)
	}
	text = append(text, "Ontology("...)
	for i, iri := range []owl.IRI{o.IRI, o.VersionIRI} {
		if !iri.IsZero() && (i == 0 || !o.IRI.IsZero()) {
			text = append(owl.AppendIRI(text, iri, nil), ' ')
		}
	}
	text = append(text, '\n')
	for _, iri := range o.Imports {
		text = append(owl.AppendIRI(append(text, "Import("...), iri, nil), ")\n"...)
	}
	for _, a := range o.Annotations {
		if _, bad := owl.UnwritableAnnotation(a); !bad {
			text = append(owl.AppendAnnotation(text, a, nil), '\n')
		}
	}
	for _, a := range o.Axioms {
		text = append(owl.AppendAxiom(text, a, nil), '\n')
		if len(text) > 1<<16 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	text = append(text, ")\n"...)
	return flush()
}
