package workspace

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/db"
	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/edit"
)

// documentReport describes the content of a document in its row, so that an ontology can be listed
// before it is read.
type documentReport struct {
	Axioms        int `json:"axioms"`
	LogicalAxioms int `json:"logicalAxioms"`
	// axioms of the document itself, without imports; they come first
	Own            int      `json:"own,omitempty"`
	Warnings       []string `json:"warnings,omitempty"`
	MissingImports []string `json:"missingImports,omitempty"`
	Unlabeled      int      `json:"unlabeled,omitempty"`
	// Imports are the imports that were sent with the document.
	Imports []keptImport `json:"imports,omitempty"`
}

func reportOf(d *db.Document) (r documentReport) {
	if d != nil {
		json.Unmarshal(d.Report, &r) // written by newDocument
	}
	return r
}

// describe fills in the row of a kept document that a View shows.
func (o *Ontology) describe(d *db.Document, v *View) (err error) {
	r := v.header.kept
	r.Axioms, r.LogicalAxioms = v.count, v.logical
	d.Report, err = json.Marshal(r)
	d.Open, d.Name, d.At = o.id, cmp.Or(d.Name, o.name), v.changed
	d.IRI, d.VersionIRI = v.header.IRI.String(), v.header.VersionIRI.String()
	return err
}

// keepFile keeps a file of this machine as a document.
func (w *Workspace) keepFile(path string) (*db.Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return w.keep(file)
}

// drain reads to the end.
func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// keep keeps bytes as a document.
func (w *Workspace) keep(body io.Reader) (*db.Document, error) {
	r, err := w.receive(body, drain)
	if err != nil {
		return nil, err
	}
	defer r.drop()
	return r.keep()
}

// received is a document whose bytes are on the disk under a temporary name.
type received struct {
	path     string
	document db.Document
}

// receive writes the bytes of a document to a temporary file while they are read. If read returns
// an error, there is no file.
func (w *Workspace) receive(body io.Reader, read func(io.Reader) error) (_ *received, err error) {
	if err := os.MkdirAll(w.opts.Documents, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(w.opts.Documents, ".document-*") // 0600
	if err != nil {
		return nil, err
	}
	r := &received{path: file.Name()}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			r.drop()
		}
	}()
	sum, in := sha256.New(), bufio.NewReader(body)
	magic, _ := in.Peek(len(gzipMagic))
	packed := string(magic) == gzipMagic
	if err := read(io.TeeReader(in, io.MultiWriter(sum, file))); err != nil {
		return nil, err
	}
	r.document.File = hex.EncodeToString(sum.Sum(nil))
	if packed {
		r.document.File += ".gz"
	}
	if r.document.Size, err = file.Seek(0, io.SeekCurrent); err != nil {
		return nil, err
	}
	return r, file.Sync()
}

// keep gives the file its name, its SHA-256, and returns its row.
func (r *received) keep() (*db.Document, error) {
	folder := filepath.Dir(r.path)
	if err := outfile.Rename(r.path, filepath.Join(folder, r.document.File)); err != nil {
		return nil, err
	}
	return &r.document, outfile.SyncDir(folder)
}

// drop removes the file if it is not kept.
func (r *received) drop() { os.Remove(r.path) }

const gzipMagic = "\x1f\x8b"

// readKept reads the document of a row with its stored imports. The error is ErrDamaged if a file
// is not the one that was kept; its text has no path.
func (w *Workspace) readKept(ctx context.Context, d *db.Document) (*owl.Ontology, *header, error) {
	root, report, err := w.readKeptFile(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	h := headerOf(root, report)
	h.kept = reportOf(d)
	m := rdfio.Importer{Known: make(map[owl.IRI]*rdfio.Given)}
	for _, i := range h.kept.Imports {
		o, r, err := w.readKeptFile(ctx, &db.Document{File: i.File, Format: i.Format, Base: i.IRI})
		if err != nil {
			return nil, nil, err
		}
		m.Known[owl.NewIRI(i.IRI)] = &rdfio.Given{Name: i.Name, Ontology: o, Report: r}
	}
	if len(h.kept.Imports) > 0 {
		m.Merge(&rdfio.Given{Name: d.Name, Ontology: root, Report: report})
	}
	return root, h, nil
}

// readKeptFile reads the file of a row.
func (w *Workspace) readKeptFile(ctx context.Context, d *db.Document) (*owl.Ontology,
	*rdfio.Report, error) {
	file, err := w.openKept(d)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	plain, err := inflated(file)
	if err != nil {
		return nil, nil, damaged("its document cannot be unpacked")
	}
	ontology, report, err := rdfio.Read(ctx, plain,
		rdfio.ReadOptions{File: "document", Base: d.Base, Format: d.Format})
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, nil, damaged(err.Error())
	}
	return ontology, report, nil
}

func damaged(what string) error {
	return fmt.Errorf("%w: %s; send the ontology again", ErrDamaged, what)
}

// openKept opens the document of a row. The error is ErrDamaged if the file is not the one that was
// kept; it names no path.
func (w *Workspace) openKept(d *db.Document) (*os.File, error) {
	path := filepath.Join(w.opts.Documents, d.File)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // a pipe may block
		return nil, damaged("its document cannot be opened")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, damaged("its document cannot be opened")
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil ||
		hex.EncodeToString(sum.Sum(nil)) != strings.TrimSuffix(d.File, ".gz") {
		file.Close()
		return nil, damaged("its document is not the one that was sent")
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		file.Close()
		return nil, damaged("its document cannot be read")
	}
	return file, nil
}

// Documents lists the documents of an ontology that the server keeps, the latest first: the current
// one, and up to five previous ones. The list is empty if a client keeps the ontology.
func (o *Ontology) Documents(ctx context.Context) ([]db.Document, error) {
	current := o.View().Document().Number
	list, err := o.w.opts.Store.Documents(ctx, o.id)
	slices.Reverse(list)
	for i := range list {
		list[i].Current = list[i].Number == current
	}
	return list, err
}

// OpenDocument opens a document of the ontology: the bytes that were sent. The caller closes it.
// Errors are ErrUnknown and ErrDamaged.
func (o *Ontology) OpenDocument(ctx context.Context, number int64) (*db.Document, *os.File,
	error) {
	d, err := o.documentNumber(ctx, number)
	if err != nil {
		return nil, nil, err
	}
	file, err := o.w.openKept(d)
	return d, file, err
}

// removeStrayDocuments removes the files without a row: a process ended before it wrote the row, or
// the row was deleted.
func (w *Workspace) removeStrayDocuments(ctx context.Context) error {
	rows, err := w.opts.Store.Documents(ctx, "")
	if err != nil {
		return err
	}
	kept := make(map[string]bool)
	for _, d := range rows {
		kept[d.File] = true
		for _, i := range reportOf(&d).Imports {
			kept[i.File] = true
		}
	}
	files, err := os.ReadDir(w.opts.Documents)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		if !kept[file.Name()] {
			os.Remove(filepath.Join(w.opts.Documents, file.Name()))
		}
	}
	return err
}

// inflated unpacks gzip, so that limits count unpacked bytes. A damaged header is a ParseError.
func inflated(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if begin, _ := in.Peek(2); string(begin) != gzipMagic {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		err = &rdfio.ParseError{Err: errors.New("damaged gzip stream: its header is damaged")}
	}
	return z, err
}

// limitedReader fails beyond its limit, where io.LimitedReader would end.
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
	v := o.View()
	d := v.document
	switch {
	case v.err != nil:
		return nil, v.err
	case d == nil:
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
		Format: d.Format}, remove, add)
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

// editsOf returns the change of a document by all operations on it.
func (o *Ontology) editsOf(ctx context.Context, d *db.Document) (remove, add []owl.Axiom,
	err error) {
	operations, err := o.operationsOn(ctx, d.Number)
	if len(operations) == 0 || err != nil {
		return nil, nil, err
	}
	ontology, h, err := o.w.readKept(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	set, err := newAxioms(ctx, ontology.Axioms, h.kept.Own)
	if err != nil {
		return nil, nil, err
	}
	c, err := set.changeBy(operations)
	return c.remove, c.add, err
}
