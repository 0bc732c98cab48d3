package rdfio

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// catalogName is the file that Protégé writes next to an ontology.
const catalogName = "catalog-v001.xml"

// Limits of catalogs: the size of a file, and the number of files that a catalog names as next.
const (
	catalogSize  = 10 << 20
	catalogChain = 64
)

// catalog maps the IRIs of imports to the places of their documents, by the part of OASIS XML
// Catalogs 1.1 about URI references (sections 4.2 and 6.4) that Protégé has: group, uri,
// rewriteURI, nextCatalog, xml:base. Entries are in document order, targets are absolute.
type catalog struct {
	exact    map[string]string
	prefixes []rewrite // rewriteURI
	next     []string  // files
}

type rewrite struct{ from, to string }

// readCatalog reads one catalog file. A missing file gives a nil catalog.
func readCatalog(path string) (*catalog, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	c, err := parseCatalog(io.LimitReader(f, catalogSize+1), DocumentIRI(path))
	if err != nil {
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, &ParseError{File: path, Line: syntax.Line, Col: 1,
				Err: errors.New(syntax.Msg)}
		}
		return nil, fileError(path, err)
	}
	return c, nil
}

// parseCatalog reads a catalog with the IRI base. Elements with other names are passed over
// (section 4.3). Names are compared without their namespace, because some tools leave it out.
func parseCatalog(r io.Reader, base string) (*catalog, error) {
	c := &catalog{exact: make(map[string]string)}
	d := xml.NewDecoder(r)
	d.Strict = false // references to undeclared entities are kept
	bases, elements := []string{base}, false
	for {
		token, err := d.Token()
		if d.InputOffset() > catalogSize {
			return nil, fmt.Errorf("%w: a catalog of more than %d bytes", ErrTooLarge, catalogSize)
		}
		if err == io.EOF && len(bases) == 1 {
			if !elements {
				return nil, errors.New("not an XML catalog")
			}
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements = true
			attributes := catalogAttributes(token)
			here := bases[len(bases)-1]
			if b, ok := attributes["base"]; ok {
				here = locate(here, b)
			}
			bases = append(bases, here)
			c.entry(token.Name.Local, attributes, here)
		case xml.EndElement:
			bases = bases[:max(1, len(bases)-1)]
		}
	}
}

// catalogAttributes returns the attributes by local name.
func catalogAttributes(e xml.StartElement) map[string]string {
	m := make(map[string]string, len(e.Attr))
	for _, a := range e.Attr {
		m[a.Name.Local] = strings.TrimSpace(a.Value)
	}
	return m
}

func (c *catalog) entry(element string, attributes map[string]string, base string) {
	switch element {
	case "uri":
		name, target := attributes["name"], attributes["uri"]
		if _, taken := c.exact[name]; !taken && name != "" && target != "" {
			c.exact[name] = locate(base, target)
		}
	case "rewriteURI":
		if from, to := attributes["uriStartString"], attributes["rewritePrefix"]; from != "" &&
			to != "" {
			c.prefixes = append(c.prefixes, rewrite{from, locate(base, to)})
		}
	case "nextCatalog":
		if target, ok := filePath(locate(base, attributes["catalog"])); ok &&
			attributes["catalog"] != "" && len(c.next) < catalogChain {
			c.next = append(c.next, target)
		}
	}
}

// resolve returns the place of the document of an IRI (section 7.2.2): an exact entry, else the
// longest rewriting. The result is an absolute IRI.
func (c *catalog) resolve(iri string) (target string, ok bool) {
	if target, ok = c.exact[iri]; ok {
		return target, true
	}
	longest := -1
	for _, p := range c.prefixes {
		if rest, is := strings.CutPrefix(iri, p.from); is && len(p.from) > longest {
			longest, target = len(p.from), p.to+rest
		}
	}
	return target, longest >= 0
}

// locate resolves a reference of a catalog against its base. Tools also write paths with spaces,
// backslashes or a drive letter.
func locate(base, reference string) string {
	if len(reference) > 2 && reference[1] == ':' && (reference[2] == '\\' || reference[2] == '/') {
		return "file:///" + strings.ReplaceAll(reference, `\`, "/")
	}
	if !strings.Contains(reference, "://") {
		reference = strings.ReplaceAll(reference, `\`, "/")
	}
	b, err := url.Parse(base)
	if err != nil {
		return reference
	}
	r, err := url.Parse(reference)
	if err != nil {
		r = &url.URL{Path: reference} // such as a single percent sign: a path
	}
	return b.ResolveReference(r).String()
}

// filePath returns the path that a file: IRI names.
func filePath(iri string) (path string, ok bool) {
	u, err := url.Parse(iri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	path = u.Path
	if path == "" {
		path = u.Opaque // file:relative, which some tools write
	}
	if path == "" || strings.ContainsRune(path, 0) {
		return "", false
	}
	if len(path) > 2 && path[0] == '/' && path[2] == ':' && filepath.Separator == '\\' {
		path = path[1:]
	}
	return filepath.FromSlash(path), true
}
