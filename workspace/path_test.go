package workspace

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// TestPath reads files of this machine: those in the folders that clients may name files in, and
// imports from there only, also where links or catalogs lead elsewhere. Both are kept unchanged.
func TestPath(t *testing.T) {
	home := t.TempDir()
	w, end := openAt(t, home)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"in/main.ofn":         "Ontology(<http://x/main> Import(<http://x/near.ofn>) Import(<http://x/secret>) Import(<http://x/linked.ofn>) Import(<http://x/pipe.ofn>) SubClassOf(<http://x/A> <http://x/B>))",
		"in/near.ofn":         "Ontology(<http://x/near.ofn> SubClassOf(<http://x/B> <http://x/C>))",
		"out/secret.ofn":      "Ontology(<http://x/secret> SubClassOf(<http://x/S> <http://x/T>))",
		"in/catalog-v001.xml": `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="http://x/secret" uri="../out/secret.ofn"/></catalog>`,
	} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700),
			os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../out/secret.ofn", filepath.Join(folder, "in/linked.ofn")); err != nil {
		t.Skip(err)
	}
	read := func(path string) (*Ontology, error) {
		return w.Create(t.Context(), New{Path: filepath.Join(folder, path)})
	}
	if _, err := read("in/main.ofn"); !errors.Is(err, ErrPath) {
		t.Errorf("without folders: %v", err)
	}
	w.opts.Roots = []string{filepath.Join(folder, "in")}
	for _, path := range []string{"out/secret.ofn", "in/linked.ofn", "in/../out/secret.ofn",
		"in/none.ofn", "in", "in/"} {
		if _, err := read(path); !errors.Is(err, ErrPath) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := exec.Command("mkfifo", filepath.Join(folder, "in/pipe.ofn")).Run(); err != nil {
		t.Logf("no pipe: %v", err)
	} else if _, err := read("in/pipe.ofn"); !errors.Is(err, ErrPath) {
		// no process ever writes to it
		t.Errorf("a pipe: %v", err)
	}
	o, err := read("in/main.ofn")
	if err != nil {
		t.Fatal(err)
	}
	s := o.Status()
	if s.Axioms != 2 || !slices.Equal(s.MissingImports, []string{"http://x/secret", "http://x/linked.ofn", "http://x/pipe.ofn"}) || s.IRI != owl.NewIRI("http://x/main") || s.Name != "main.ofn" {
		t.Errorf("%+v", s)
	}
	if got := w.Ontologies(); len(got) != 1 {
		t.Errorf("%d ontologies, want the one that could be read", len(got))
	}
	e, err := o.Edited(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if given, err := os.ReadFile(filepath.Join(folder, "in/main.ofn")); err != nil ||
		string(e.Given) != string(given) {
		t.Errorf("%v; kept as %s", err, e.Given)
	}
	end()
	w, _ = openAt(t, home)
	if o, err = w.Ontology(o.ID()); err != nil || o.Await(t.Context()) != nil {
		t.Fatal(err)
	}
	if again := o.Status(); again.Axioms != 2 ||
		!slices.Equal(again.MissingImports, s.MissingImports) {
		t.Errorf("after a restart: %+v", again)
	}
}

// TestImported: a document that is written as a whole does not have the axioms of its imports, and
// these cannot be removed, because no document would tell.
func TestImported(t *testing.T) {
	w, _ := openAt(t, t.TempDir())
	folder := t.TempDir()
	w.opts.Roots = []string{folder}
	for name, text := range map[string]string{
		"main.ofn": "Ontology(<http://x/main> Import(<http://x/near.ofn>) " +
			"SubClassOf(<http://x/A> <http://x/B>) SubClassOf(<http://x/A> <http://x/D>))",
		"near.ofn": "Ontology(<http://x/near.ofn> SubClassOf(<http://x/B> <http://x/C>))",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o, err := w.Create(t.Context(), New{Path: filepath.Join(folder, "main.ofn")})
	if err != nil {
		t.Fatal(err)
	}
	operate := func(op Operation, alsoEdit bool) error {
		_, err := o.Operate(t.Context(),
			Operations{List: []Operation{op}, AlsoEdit: &alsoEdit})
		return err
	}
	imported := parsed(t, "SubClassOf(<http://x/B> <http://x/C>)")
	for i, err := range []error{
		operate(Operation{Kind: db.Edit, Remove: []owl.Axiom{imported}}, false),
		operate(deciding(imported, db.Reject), true),
		operate(deciding(imported, db.Reject), false),
	} {
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "in an import") {
			t.Errorf("removal %d: %v", i, err)
		}
	}
	if err := operate(Operation{Kind: db.Edit,
		Remove: []owl.Axiom{parsed(t, "SubClassOf(<http://x/A> <http://x/D>)")},
		Add:    []owl.Axiom{parsed(t, "SubClassOf(<http://x/A> <http://x/E>)")}},
		false); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := o.View().WriteDocument(t.Context(), &text, "ntriples"); err != nil {
		t.Fatal(err)
	}
	for _, triple := range []struct {
		class  string
		wanted bool
	}{{"B", true}, {"C", false}, {"D", false}, {"E", true}} {
		got := strings.Contains(text.String(), "subClassOf> <http://x/"+triple.class+"> .")
		if got != triple.wanted {
			t.Errorf("%s: %t in\n%s", triple.class, got, &text)
		}
	}
	if n := o.Status().Axioms; n != 3 {
		t.Errorf("%d axioms, want 3", n)
	}
	// a class that is added is one of the document in suggestions
	if own := o.View().source().Document; len(own) != 2 {
		t.Errorf("own axioms %v, want A ⊑ B and A ⊑ E", own)
	}
}
