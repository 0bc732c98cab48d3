package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
)

// Part is a file that a client sends: an ontology document, one of its imports, or a catalog.
type Part struct {
	// Name is the file name, with directories if they are known; "" if it is not.
	Name string
	// Main reports that the file is the ontology. Default: false, the file that no other one
	// imports is.
	Main bool
	// MediaType is the media type of the syntax. Default: "", and the syntax is detected, as for an
	// unknown media type.
	MediaType string
	// Import is the IRI by which others import the document. Default: it is looked for.
	Import owl.IRI
	Body   io.Reader
}

// Sent returns the next file that a client sends, or io.EOF. The Body of a Part is read before the
// next call.
type Sent func() (Part, error)

// OneDocument is a single document.
func OneDocument(r io.Reader, mediaType string) Sent {
	done := false
	return func() (Part, error) {
		if done {
			return Part{}, io.EOF
		}
		done = true
		return Part{Body: r, Main: true, MediaType: mediaType}, nil
	}
}

// maxParts bounds the number of files that are sent together.
const maxParts = 1000

// given reads documents that are sent together.
type given struct {
	w        *Workspace
	base     string // see rdfio.ReadOptions
	left     int64  // unpacked bytes that may come
	importer rdfio.Importer
	root     *rdfio.Given
	received map[*rdfio.Given]*received // nil if the files are not kept
}

// drop removes the files of documents that were not kept.
func (g *given) drop() {
	for _, r := range g.received {
		r.drop()
	}
}

// readSent reads all files. If keep is set, they are on the disk until the caller drops the result.
func (w *Workspace) readSent(ctx context.Context, sent Sent, base string, keep bool) (*given,
	error) {
	g := &given{w: w, base: base, left: w.opts.DocumentBytes,
		importer: rdfio.Importer{Known: make(map[owl.IRI]*rdfio.Given)}}
	if keep {
		g.received = make(map[*rdfio.Given]*received)
	}
	err := g.readParts(ctx, sent)
	if err != nil {
		g.drop()
	}
	return g, err
}

func (g *given) readParts(ctx context.Context, sent Sent) error {
	for n := 0; ; n++ {
		part, err := sent()
		switch {
		case err == io.EOF:
			return g.findRoot()
		case err == nil && n == maxParts:
			err = fmt.Errorf("%w: more than %d files", ErrTooLarge, maxParts)
		case err == nil:
			err = g.readPart(ctx, part)
		}
		if err != nil {
			return err
		}
	}
}

// findRoot finds the document that no other one imports, unless the client has named one.
func (g *given) findRoot() error {
	if g.root != nil {
		return nil
	}
	roots := g.importer.Roots()
	switch {
	case len(roots) == 1:
		g.root = roots[0]
		return nil
	case len(g.importer.Documents) == 0:
		return fmt.Errorf("%w: no document was sent", ErrInvalid)
	case len(roots) == 0: // they import one another
		roots = g.importer.Documents
	}
	return &rdfio.SeveralRootsError{Files: rdfio.Names(roots)}
}

// readPart reads one file.
func (g *given) readPart(ctx context.Context, part Part) error {
	if rdfio.IsCatalog(part.Name) && !part.Main {
		c, err := rdfio.ReadCatalog(part.Body, part.Name)
		if err == nil {
			g.importer.Catalogs = append(g.importer.Catalogs, c)
		}
		return err
	}
	reading := rdfio.ReadOptions{Base: g.base, File: cmp.Or(part.Name, "document")}
	if media, _, err := mime.ParseMediaType(part.MediaType); err == nil {
		if f, known := rdfio.FormatByName(media); known && strings.Contains(media, "/") {
			reading.Format = f.Name
		}
	}
	d := &rdfio.Given{Name: part.Name}
	read := func(body io.Reader) (err error) {
		d.Ontology, d.Report, err = g.read(ctx, body, reading)
		if parse, ok := errors.AsType[*rdfio.ParseError](err); ok && part.Name != "" {
			parse.Err = fmt.Errorf("%s: %w", part.Name, parse.Err)
		}
		return err
	}
	var err error
	if g.received == nil {
		err = read(part.Body)
	} else {
		var r *received
		if r, err = g.w.receive(part.Body, read); err == nil {
			g.received[d] = r
		}
	}
	if err != nil {
		return err
	}
	g.importer.Documents = append(g.importer.Documents, d)
	if !part.Import.IsZero() {
		g.importer.Known[part.Import] = d
	}
	if part.Main {
		g.root = d
	}
	return nil
}

// read reads a document to its end, packed or not.
func (g *given) read(ctx context.Context, body io.Reader, reading rdfio.ReadOptions) (*owl.Ontology,
	*rdfio.Report, error) {
	plain, err := inflated(body)
	if err != nil {
		return nil, nil, err
	}
	limited := &limitedReader{r: plain, left: g.left}
	read, report, err := rdfio.Read(ctx, limited, reading)
	if err == nil {
		err = drain(limited) // bytes after the ontology belong to the document
	}
	if err == nil {
		// and bytes after the packed part
		err = drain(&limitedReader{r: body, left: g.w.opts.DocumentBytes})
	}
	if g.left = limited.left; g.left < 0 {
		err = fmt.Errorf("%w of %d bytes", ErrTooLarge, g.w.opts.DocumentBytes)
	}
	return read, report, err
}

// keptImport is an import that is stored with a document.
type keptImport struct {
	IRI    string `json:"iri"`
	File   string `json:"file"` // in the directory of documents
	Name   string `json:"name"`
	Format string `json:"format"`
}

// merge adds the imports to the root, keeps their files, and returns the header. The imports of a
// client's single document are merged already.
func (g *given) merge() (*header, error) {
	if g.received == nil && len(g.importer.Documents) == 1 {
		return headerOf(g.root.Ontology, g.root.Report), nil
	}
	imports := g.importer.Merge(g.root)
	h := headerOf(g.root.Ontology, g.root.Report)
	for _, i := range imports {
		r := g.received[i.Document]
		if r == nil {
			continue
		}
		d, err := r.keep()
		if err != nil {
			return nil, err
		}
		h.kept.Imports = append(h.kept.Imports, keptImport{IRI: i.IRI.String(), File: d.File,
			Name: i.Document.Name, Format: i.Document.Report.Syntax})
	}
	return h, nil
}

// unlabeled counts the classes and object properties that axioms use without a label in the
// ontology, or built in.
func unlabeled(o *owl.Ontology) int {
	labels, n := o.Labels(), 0
	for _, e := range o.Signature() {
		switch e.(type) {
		case owl.Class, owl.ObjectProperty:
		default:
			continue
		}
		iri := e.EntityIRI()
		_, builtIn := relations.Label(iri)
		if labels[iri] == "" && !builtIn && !strings.HasPrefix(iri.String(), owl.OWLNamespace) {
			n++
		}
	}
	return n
}
