package workspace

import (
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

// given holds documents that were sent together.
type given struct {
	importer rdfio.Importer
	root     *rdfio.Given
	keepers  map[*rdfio.Given]*keeper // with the bytes of the documents, if they are kept
}

// drop removes the temporary files of documents that were not kept.
func (g *given) drop() {
	for _, k := range g.keepers {
		k.drop()
	}
}

// readSent reads all files. The caller drops the result.
func (w *Workspace) readSent(ctx context.Context, sent Sent, reading rdfio.ReadOptions,
	keep bool) (*given, error) {
	g := &given{importer: rdfio.Importer{Known: make(map[owl.IRI]*rdfio.Given)},
		keepers: make(map[*rdfio.Given]*keeper)}
	left := w.opts.DocumentBytes
	for n := 0; ; n++ {
		part, err := sent()
		if err == io.EOF {
			break
		}
		if err == nil && n == maxParts {
			err = fmt.Errorf("%w: more than %d files", ErrTooLarge, maxParts)
		}
		if err == nil {
			left, err = w.readPart(ctx, g, part, reading, keep, left)
		}
		if err != nil {
			g.drop()
			return nil, err
		}
	}
	if g.root == nil {
		roots := g.importer.Roots()
		switch {
		case len(roots) == 1:
			g.root = roots[0]
		case len(roots) == 0 && len(g.importer.Documents) == 0:
			return nil, fmt.Errorf("%w: no document was sent", ErrInvalid)
		default:
			g.drop()
			if len(roots) == 0 { // they import one another
				roots = g.importer.Documents
			}
			return nil, &rdfio.SeveralRootsError{Files: rdfio.Names(roots)}
		}
	}
	return g, nil
}

// readPart reads one file within a number of unpacked bytes, and returns what is left of it.
func (w *Workspace) readPart(ctx context.Context, g *given, part Part, reading rdfio.ReadOptions,
	keep bool, left int64) (int64, error) {
	if rdfio.IsCatalog(part.Name) && !part.Main {
		c, err := rdfio.ReadCatalog(part.Body, part.Name)
		if err == nil {
			g.importer.Catalogs = append(g.importer.Catalogs, c)
		}
		return left, err
	}
	if reading.File = part.Name; reading.File == "" {
		reading.File = "document"
	}
	if media, _, err := mime.ParseMediaType(part.MediaType); err == nil {
		if f, known := rdfio.FormatByName(media); known && strings.Contains(media, "/") {
			reading.Format = f.Name
		}
	}
	d, body := &rdfio.Given{Name: part.Name}, part.Body
	if keep {
		k, err := w.newKeeper()
		if err != nil {
			return left, err
		}
		g.keepers[d] = k
		body = io.TeeReader(body, k)
	}
	var err error
	d.Ontology, d.Report, left, err = w.readGiven(ctx, body, reading, left)
	var parse *rdfio.ParseError
	if errors.As(err, &parse) && part.Name != "" {
		parse.Err = fmt.Errorf("%s: %w", part.Name, parse.Err)
	}
	if err != nil {
		return left, err
	}
	g.importer.Documents = append(g.importer.Documents, d)
	if !part.Import.IsZero() {
		g.importer.Known[part.Import] = d
	}
	if part.Main {
		g.root = d
	}
	return left, nil
}

// readGiven reads a document to its end, packed or not, within a number of unpacked bytes.
func (w *Workspace) readGiven(ctx context.Context, given io.Reader, reading rdfio.ReadOptions,
	left int64) (*owl.Ontology, *rdfio.Report, int64, error) {
	plain, err := inflated(given)
	if err != nil {
		return nil, nil, left, err
	}
	limited := &limitedReader{r: plain, left: left}
	read, report, err := rdfio.Read(ctx, limited, reading)
	if err == nil {
		_, err = io.Copy(io.Discard, limited) // bytes after the ontology belong to the document
	}
	if err == nil {
		// and bytes after the packed part
		_, err = io.Copy(io.Discard, &limitedReader{r: given, left: w.opts.DocumentBytes})
	}
	if limited.left < 0 {
		err = fmt.Errorf("%w of %d bytes", ErrTooLarge, w.opts.DocumentBytes)
	}
	return read, report, limited.left, err
}

// keptImport is an import that is stored with a document.
type keptImport struct {
	IRI    string `json:"iri"`
	File   string `json:"file"` // in the directory of documents
	Name   string `json:"name"`
	Format string `json:"format"`
}

// merge adds the imports to the root, keeps their files, and returns the header. The documents of a
// client have their imports merged already.
func (g *given) merge(byClient bool) (*header, error) {
	if byClient && len(g.importer.Documents) == 1 {
		return headerOf(g.root.Ontology, g.root.Report), nil
	}
	imports := g.importer.Merge(g.root)
	h := headerOf(g.root.Ontology, g.root.Report)
	for _, i := range imports {
		k := g.keepers[i.Document]
		if k == nil {
			continue
		}
		d, err := k.keep()
		if err != nil {
			return nil, err
		}
		h.imports = append(h.imports, keptImport{IRI: i.IRI.String(), File: d.File,
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
