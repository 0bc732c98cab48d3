package rdfio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// folder writes files under a new directory; names may hold slashes.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ofn is a functional-syntax document with some imports and one axiom about the class that is
// called as its IRI.
func ofn(iri string, imports ...string) string {
	var b strings.Builder
	b.WriteString("Ontology(<" + iri + ">\n")
	for _, i := range imports {
		b.WriteString("Import(<" + i + ">)\n")
	}
	return b.String() + "Declaration(Class(<" + iri + ">))\n)\n"
}

func catalogFile(entries string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
` + entries + "\n</catalog>\n"
}

// declared lists the classes that are declared, in order.
func declared(o *owl.Ontology) []string {
	var names []string
	for _, a := range o.Axioms {
		if d, ok := a.(*owl.Declaration); ok {
			names = append(names, d.Entity.EntityIRI().String())
		}
	}
	return names
}

func TestImports(t *testing.T) {
	const a, b, c = "http://x.org/a", "http://x.org/b", "http://x.org/c"
	tests := []struct {
		name    string
		files   map[string]string
		want    []string // declared classes: root first, then imports, nearest first
		missing []string
	}{
		{"file beside the document, without extension",
			map[string]string{"a.ofn": ofn(a, b), "b": ofn(b)}, []string{a, b}, nil},
		{"file beside the document, with an extension",
			map[string]string{"a.ofn": ofn(a, b), "b.ofn": ofn(b)}, []string{a, b}, nil},
		{"the extension is the import's own",
			map[string]string{"a.ofn": ofn(a, "http://x.org/b.owl"), "b.owl": ofn(b)}, []string{a, b}, nil},
		{"query, fragment and final slash are no part of the name",
			map[string]string{"a.ofn": ofn(a, "http://x.org/b/?v=1#x"), "b.ofn": ofn(b)}, []string{a, b}, nil},
		{"escaped name",
			map[string]string{"a.ofn": ofn(a, "http://x.org/my%20b"), "my b.ofn": ofn(b)}, []string{a, b}, nil},
		{"nearest first",
			map[string]string{"a.ofn": ofn(a, b, "http://x.org/d"), "b.ofn": ofn(b, c), "c.ofn": ofn(c), "d.ofn": ofn("http://x.org/d")},
			[]string{a, b, "http://x.org/d", c}, nil},
		{"circle",
			map[string]string{"a.ofn": ofn(a, b), "b.ofn": ofn(b, c), "c.ofn": ofn(c, a, b)},
			[]string{a, b, c}, nil},
		{"itself",
			map[string]string{"a.ofn": ofn(a, a)}, []string{a}, nil},
		{"twice",
			map[string]string{"a.ofn": ofn(a, b, c, b), "b.ofn": ofn(b, c), "c.ofn": ofn(c)},
			[]string{a, b, c}, nil},
		{"missing",
			map[string]string{"a.ofn": ofn(a, b, c), "b.ofn": ofn(b)}, []string{a, b}, []string{c}},
		{"a namesake that is the importing document itself",
			map[string]string{"a.ofn": ofn(a, "http://elsewhere.org/a.ofn")}, []string{a}, []string{"http://elsewhere.org/a.ofn"}},
		{"catalog",
			map[string]string{"a.ofn": ofn(a, b), "sub/x.ofn": ofn(b),
				catalogName: catalogFile(`<group id="Folder Repository" prefer="public" xml:base=""><uri id="1" name="http://x.org/b" uri="sub/x.ofn"/></group>`)},
			[]string{a, b}, nil},
		{"catalog goes before a file beside the document",
			map[string]string{"a.ofn": ofn(a, b), "b.ofn": ofn(c), "x.ofn": ofn(b),
				catalogName: catalogFile(`<uri name="http://x.org/b" uri="x.ofn"/>`)},
			[]string{a, b}, nil},
		{"catalog names a file that is not there",
			map[string]string{"a.ofn": ofn(a, b), "b.ofn": ofn(b),
				catalogName: catalogFile(`<uri name="http://x.org/b" uri="nowhere.ofn"/>`)},
			[]string{a, b}, nil},
		{"catalog of the importing document's folder",
			map[string]string{"a.ofn": ofn(a, b), "sub/b.ofn": ofn(b, c), "sub/deep/c1.ofn": ofn(c),
				catalogName:          catalogFile(`<uri name="http://x.org/b" uri="sub/b.ofn"/>`),
				"sub/" + catalogName: catalogFile(`<uri name="http://x.org/c" uri="deep/c1.ofn"/>`)},
			[]string{a, b, c}, nil},
		{"catalog with a folder above",
			map[string]string{"edit/a.ofn": ofn(a, b), "imports/b 1.ofn": ofn(b),
				"edit/" + catalogName: catalogFile(`<uri name="http://x.org/b" uri="../imports/b 1.ofn"/>`)},
			[]string{a, b}, nil},
		{"rewriteURI, the longest",
			map[string]string{"a.ofn": ofn(a, b), "y/b": ofn(b),
				catalogName: catalogFile(`<rewriteURI uriStartString="http://x" rewritePrefix="x/"/><rewriteURI uriStartString="http://x.org/" rewritePrefix="y/"/>`)},
			[]string{a, b}, nil},
		{"nextCatalog, in a circle",
			map[string]string{"a.ofn": ofn(a, b), "sub/y.ofn": ofn(b),
				catalogName:    catalogFile(`<nextCatalog catalog="sub/more.xml"/>`),
				"sub/more.xml": catalogFile(`<nextCatalog catalog="../` + catalogName + `"/><uri name="http://x.org/b" uri="y.ofn"/>`)},
			[]string{a, b}, nil},
		{"xml:base",
			map[string]string{"a.ofn": ofn(a, b), "sub/y.ofn": ofn(b),
				catalogName: catalogFile(`<group xml:base="sub/"><uri name="http://x.org/b" uri="y.ofn"/></group>`)},
			[]string{a, b}, nil},
		{"broken catalog",
			map[string]string{"a.ofn": ofn(a, b), "b.ofn": ofn(b), catalogName: "<catalog><uri"},
			[]string{a, b}, nil},
		{"dots for a name",
			map[string]string{"a.ofn": ofn(a, "http://x.org/.."), "b.ofn": ofn(b)}, []string{a}, []string{"http://x.org/.."}},
		{"escaped slashes lead nowhere",
			map[string]string{"in/a.ofn": ofn(a, "http://x.org/..%2Fb.ofn"), "b.ofn": ofn(b)}, []string{a}, []string{"http://x.org/..%2Fb.ofn"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files)
			path := filepath.Join(dir, "a.ofn")
			for _, sub := range []string{"edit", "in"} {
				if p := filepath.Join(dir, sub, "a.ofn"); isFile(p) {
					path = p
				}
			}
			o, report, err := ReadFile(t.Context(), path, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := declared(o); !slices.Equal(got, test.want) {
				t.Errorf("classes %q, want %q", got, test.want)
			}
			if !slices.Equal(report.MissingImports, test.missing) {
				t.Errorf("missing imports %q, want %q", report.MissingImports, test.missing)
			}
			if o.IRI.String() != a {
				t.Errorf("header of <%v>, want that of <%s>", o.IRI, a)
			}

			o, _, err = ReadFile(t.Context(), path, ReadOptions{NoImports: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := declared(o); !slices.Equal(got, []string{a}) {
				t.Errorf("NoImports: classes %q, want %q", got, a)
			}

			_, _, err = ReadFile(t.Context(), path, ReadOptions{StrictImports: true})
			if (err != nil) != (len(test.missing) > 0) {
				t.Fatalf("StrictImports: %v", err)
			}
			if err != nil && (!errors.Is(err, ErrMissingImport) ||
				!strings.Contains(err.Error(), test.missing[0])) {
				t.Errorf("StrictImports: %v, want an error that names %s", err, test.missing[0])
			}
		})
	}
}

func TestImportFileIRI(t *testing.T) {
	dir := folder(t, map[string]string{"deep/b x.ofn": ofn("http://x.org/b")})
	target := DocumentIRI(filepath.Join(dir, "deep", "b x.ofn"))
	path := filepath.Join(dir, "a.ofn")
	if err := os.WriteFile(path, []byte(ofn("http://x.org/a", target)), 0o644); err != nil {
		t.Fatal(err)
	}
	o, report, err := ReadFile(t.Context(), path, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := declared(o); len(got) != 2 {
		t.Errorf("classes %q, missing %q; want the import %s", got, report.MissingImports, target)
	}
}

func TestImportsNotes(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.ofn":     ofn("http://x.org/a", "http://x.org/b", "http://x.org/c"),
		"b.ofn":     ofn("http://x.org/b"),
		catalogName: "<catalog",
	})
	_, report, err := ReadFile(t.Context(), filepath.Join(dir, "a.ofn"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[NoteKind]string{
		doc.NoteImported:      filepath.Join(dir, "b.ofn"),
		doc.NoteMissingImport: filepath.Join(dir, "a.ofn"),
		doc.NoteCatalog:       filepath.Join(dir, catalogName),
	}
	for kind, file := range want {
		at := slices.IndexFunc(report.Notes, func(n Note) bool { return n.Kind == kind })
		if at < 0 {
			t.Errorf("no note of kind %q in %v", kind, report.Notes)
			continue
		}
		if n := report.Notes[at]; n.Count != 1 || n.Examples[0].File != file {
			t.Errorf("note %q: %+v, want one about %s", kind, n, file)
		}
	}
}

// TestMissingImportsNote compares where a missing import was looked for.
func TestMissingImportsNote(t *testing.T) {
	for catalog, want := range map[string]string{
		catalogFile(``): "not in a catalog and not in the directory of the document",
		catalogFile(`<uri name="http://x.org/b" uri="no/b.ofn"/>`): "b.ofn, where no file is found",
		"version https://git-lfs.github.com/spec/v1":               "not an XML catalog",
	} {
		dir := folder(t, map[string]string{"a.ofn": ofn("http://x.org/a", "http://x.org/b"),
			catalogName: catalog})
		_, report, err := ReadFile(t.Context(), filepath.Join(dir, "a.ofn"), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(report.Notes); !strings.Contains(got, want) {
			t.Errorf("catalog %s: notes %s, want %q", catalog, got, want)
		}
	}
}

// TestImportFaults: an import that is there but cannot be read is an error that names both
// documents, unlike one that is not there.
func TestImportFaults(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.ofn": ofn("http://x.org/a", "http://x.org/b"),
		"b.ofn": "Ontology(<http://x.org/b>\nDeclaration(Klass(<http://x.org/b>))\n)",
	})
	_, _, err := ReadFile(t.Context(), filepath.Join(dir, "a.ofn"), ReadOptions{})
	var at *ParseError
	if !errors.As(err, &at) || at.File != filepath.Join(dir, "b.ofn") || at.Line != 2 {
		t.Fatalf("error %v, want one at b.ofn:2", err)
	}
	for _, part := range []string{"a.ofn", "<http://x.org/b>", "b.ofn:2:"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not name %s", err, part)
		}
	}
}

func TestImportsKeepAnonymousIndividualsApart(t *testing.T) {
	const doc = `Ontology(<http://x.org/%> IMPORT
ClassAssertion(<http://x.org/C> _:x)
ClassAssertion(<http://x.org/C> _:d1-x)
)`
	dir := folder(t, map[string]string{
		"a.ofn": strings.NewReplacer("%", "a", "IMPORT", "Import(<http://x.org/b>) Import(<http://x.org/c>)").Replace(doc),
		"b.ofn": strings.NewReplacer("%", "b", "IMPORT", "").Replace(doc),
		"c.ofn": strings.NewReplacer("%", "c", "IMPORT", "").Replace(doc),
	})
	o, _, err := ReadFile(t.Context(), filepath.Join(dir, "a.ofn"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[owl.Individual]bool)
	for _, a := range o.Axioms {
		ids[a.(*owl.ClassAssertion).Individual] = true
	}
	if len(o.Axioms) != 6 || len(ids) != 6 {
		t.Errorf("%d axioms about %d individuals %v, want 6 about 6", len(o.Axioms), len(ids), ids)
	}
	if !ids[owl.AnonymousIndividual{ID: owl.NewIRI("x")}] ||
		!ids[owl.AnonymousIndividual{ID: owl.NewIRI("d1-x")}] {
		t.Errorf("the ids of the root document changed: %v", ids)
	}
}

func TestImportsCancelled(t *testing.T) {
	dir := folder(t, map[string]string{"a.ofn": ofn("http://x.org/a", "http://x.org/b"), "b.ofn": ofn("http://x.org/b")})
	ctx, cancel := context.WithCancel(t.Context())
	// The root is read, then its import begins.
	reads := 0
	opts := ReadOptions{Progress: func(stage string, done, total int64) {
		if stage == "reading" && total > 0 && done == total {
			if reads++; reads > 2 {
				cancel()
			}
		}
	}}
	_, _, err := ReadFile(ctx, filepath.Join(dir, "a.ofn"), opts)
	if err != context.Canceled {
		t.Errorf("error %v after %d reads, want context.Canceled", err, reads)
	}
}

func TestCatalogSize(t *testing.T) {
	big := catalogFile("<!-- " + strings.Repeat("x", catalogSize) + " -->")
	dir := folder(t, map[string]string{catalogName: big})
	if _, err := readCatalog(filepath.Join(dir, catalogName)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
}

func TestLocate(t *testing.T) {
	tests := []struct{ base, reference, want string }{
		{"file:///dir/catalog-v001.xml", "x.owl", "/dir/x.owl"},
		{"file:///dir/catalog-v001.xml", "../x.owl", "/x.owl"},
		{"file:///dir/catalog-v001.xml", "a b.owl", "/dir/a b.owl"},
		{"file:///dir/catalog-v001.xml", "a%20b.owl", "/dir/a b.owl"},
		{"file:///dir/catalog-v001.xml", "100%.owl", "/dir/100%.owl"},
		{"file:///dir/catalog-v001.xml", `sub\x.owl`, "/dir/sub/x.owl"},
		{"file:///dir/catalog-v001.xml", "file:/other/x.owl", "/other/x.owl"},
		{"file:///dir/catalog-v001.xml", "file:///other/x.owl", "/other/x.owl"},
		{"file:///dir/catalog-v001.xml", "/abs/x.owl", "/abs/x.owl"},
		{"file:///dir/catalog-v001.xml", `C:\onto\x.owl`, "/C:/onto/x.owl"},
		{"file:///dir/catalog-v001.xml", "http://x.org/x.owl", ""},
		{"file:///dir/catalog-v001.xml", "file://server/share/x.owl", ""},
	}
	for _, test := range tests {
		got, ok := filePath(locate(test.base, test.reference))
		if filepath.ToSlash(got) != test.want || ok != (test.want != "") {
			t.Errorf("locate(%q, %q) names the path %q, want %q", test.base, test.reference,
				got, test.want)
		}
	}
}
