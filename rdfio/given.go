package rdfio

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// Given is one of several documents that were sent together.
type Given struct {
	// Name is the file name, with directories separated by slashes if they are known.
	Name     string
	Ontology *owl.Ontology
	Report   *Report
}

// GivenCatalog is a catalog that was sent with documents.
type GivenCatalog struct{ *catalog }

// givenBase is the IRI against which names of given files are resolved.
const givenBase = "file:///given/"

// IsCatalog reports whether a file with this name is a catalog.
func IsCatalog(name string) bool {
	return path.Base(name) == catalogName
}

// ReadCatalog reads a catalog that was sent with documents.
func ReadCatalog(r io.Reader, name string) (*GivenCatalog, error) {
	c, err := parseCatalog(io.LimitReader(r, catalogSize+1), locate(givenBase, name))
	if err != nil {
		return nil, &ParseError{File: name, Err: err}
	}
	return &GivenCatalog{c}, nil
}

// Importer finds which documents that were sent together import which.
type Importer struct {
	Documents []*Given
	Catalogs  []*GivenCatalog
	// Known maps imports to their documents. Other imports are searched among Documents.
	Known map[owl.IRI]*Given
}

// GivenImport is an import with its document.
type GivenImport struct {
	IRI      owl.IRI
	Document *Given
}

// find returns the document of an import: by its ontology IRI, by the catalogs, or by its file
// name. It is nil if none was sent.
func (m *Importer) find(iri owl.IRI) *Given {
	if d := m.Known[iri]; d != nil {
		return d
	}
	for _, d := range m.Documents {
		if d.Ontology.IRI == iri || d.Ontology.VersionIRI == iri {
			return d
		}
	}
	for _, c := range m.Catalogs {
		target, ok := c.resolve(iri.String())
		if !ok {
			continue
		}
		if d := m.named(strings.TrimPrefix(target, givenBase)); d != nil {
			return d
		}
		if d := m.named(path.Base(target)); d != nil {
			return d
		}
	}
	return m.named(lastSegment(iri.String()))
}

// named returns the document with a file name. If there is none, it compares the last part of the
// names, then also ignores extensions.
func (m *Importer) named(name string) *Given {
	if name == "" {
		return nil
	}
	for _, same := range []func(file string) bool{
		func(file string) bool { return file == name },
		func(file string) bool { return path.Base(file) == name },
		func(file string) bool { return bareName(file) == bareName(name) },
	} {
		i := slices.IndexFunc(m.Documents, func(d *Given) bool {
			return same(strings.TrimSuffix(d.Name, ".gz"))
		})
		if i >= 0 {
			return m.Documents[i]
		}
	}
	return nil
}

// bareName returns the last part of a file name without the extension of a known syntax.
func bareName(file string) string {
	name := path.Base(file)
	for _, ext := range knownExtensions() {
		if bare, ok := strings.CutSuffix(name, ext); ok {
			return bare
		}
	}
	return name
}

// Roots returns the documents that no other document imports. If some of them import one of the
// documents, it returns only these.
func (m *Importer) Roots() []*Given {
	imported, importing := make(map[*Given]bool), make(map[*Given]bool)
	for _, d := range m.Documents {
		for _, iri := range d.Ontology.Imports {
			if i := m.find(iri); i != nil && i != d {
				imported[i], importing[d] = true, true
			}
		}
	}
	var roots, large []*Given
	for _, d := range m.Documents {
		if imported[d] {
			continue
		}
		roots = append(roots, d)
		if importing[d] {
			large = append(large, d)
		}
	}
	if len(large) > 0 {
		return large
	}
	return roots
}

// Merge adds to the root the axioms of the documents that it imports, nearest first, as ReadFile
// does, and returns these documents. The report of the root has the imports that were not sent.
func (m *Importer) Merge(root *Given) (imports []GivenImport) {
	c := &closure{resolver: newResolver("", root.Report, nil), root: root.Ontology,
		report: root.Report, seen: make(map[string]bool)}
	root.Report.MissingImports = nil
	merged := map[*Given]bool{root: true}
	c.loaded("", root.Ontology)
	for len(c.waiting) > 0 {
		next := c.waiting[0]
		c.waiting = c.waiting[1:]
		if c.seen[next.iri] {
			continue
		}
		c.seen[next.iri] = true
		d := m.find(owl.NewIRI(next.iri))
		switch {
		case d == nil:
			c.missing(next, "not among the files that were sent")
		case !merged[d]:
			merged[d] = true
			imports = append(imports, GivenImport{owl.NewIRI(next.iri), d})
			c.merge(next, d.Name, d.Ontology, d.Report)
			c.loaded("", d.Ontology)
		}
	}
	return imports
}

// Names returns the file names of documents.
func Names(documents []*Given) []string {
	names := make([]string, len(documents))
	for i, d := range documents {
		names[i] = d.Name
	}
	return names
}

// SeveralRootsError is returned if several documents could be the ontology.
type SeveralRootsError struct{ Files []string }

func (e *SeveralRootsError) Error() string {
	return fmt.Sprintf("none of these files imports the others: %s; name the ontology",
		strings.Join(e.Files, ", "))
}
