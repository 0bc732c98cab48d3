package el_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"box2el-owl/internal/sections"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

const stateMagic = "a normal"

func store(t testing.TB, nf *el.Ontology, report *el.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	w := sections.NewWriter(&b, stateMagic)
	if err := nf.Store(w); err != nil {
		t.Fatal(err)
	}
	report.Store(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func load(t testing.TB, file []byte, axioms int) (*el.Ontology, *el.Report) {
	t.Helper()
	r := sections.NewReader(bytes.NewReader(file), stateMagic)
	nf, report := el.Load(r, axioms), el.LoadReport(r, axioms)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return nf, report
}

// TestStore stores and loads the normal forms of testdata/normalize. They must be equal, and
// additional axioms must get the same normal form over both.
func TestStore(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "normalize", "*.ofn"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			in, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			o, _, err := rdfio.Read(t.Context(), in, rdfio.ReadOptions{File: file})
			if err != nil {
				t.Fatal(err)
			}
			nf, report := normalize(t, o)
			file := store(t, nf, report)
			loaded, loadedReport := load(t, file, len(o.Axioms))
			if want, got := dump(nf, o.Prefixes)+dumpReport(report),
				dump(loaded, o.Prefixes)+dumpReport(loadedReport); want != got {
				t.Errorf("want\n%s\ngot\n%s", want, got)
			}
			if !bytes.Equal(file, store(t, loaded, loadedReport)) {
				t.Error("stored again, it is another file")
			}
			for c := range el.Concept(nf.NumConcepts()) {
				if nf.Kind(c) != loaded.Kind(c) {
					t.Errorf("concept %d is of kind %d and not %d", c, loaded.Kind(c), nf.Kind(c))
				}
			}
			more, _, err := el.Extend(t.Context(), nf, o.Axioms)
			if err != nil {
				t.Fatal(err)
			}
			moreLoaded, _, err := el.Extend(t.Context(), loaded, o.Axioms)
			if err != nil {
				t.Fatal(err)
			}
			if want, got := dump(more, o.Prefixes), dump(moreLoaded, o.Prefixes); want != got ||
				more.NumConcepts() != moreLoaded.NumConcepts() {
				t.Errorf("extended: want\n%s\ngot\n%s", want, got)
			}
		})
	}
}

// TestStoreRefuses checks the errors for normal forms that cannot be stored.
func TestStoreRefuses(t *testing.T) {
	nf, _ := normalize(t, &owl.Ontology{})
	class := owl.Class{IRI: owl.NewIRI("http://x/A")}
	extended, _, err := el.Extend(t.Context(), nf, []owl.Axiom{&owl.Declaration{Entity: class}})
	if err != nil {
		t.Fatal(err)
	}
	w := sections.NewWriter(io.Discard, stateMagic)
	if err := extended.Store(w); !errors.Is(err, el.ErrExtension) {
		t.Errorf("an extension: %v", err)
	}
	opaque := []owl.ClassExpression{
		&owl.ObjectUnionOf{Operands: []owl.ClassExpression{class, owl.Class{IRI: owl.NewIRI("http://x/a>b")}}},
		&owl.ObjectUnionOf{Operands: []owl.ClassExpression{class, owl.Nothing}},
		&owl.ObjectComplementOf{Operand: class},
	}
	nf, _ = normalize(t,
		&owl.Ontology{Axioms: []owl.Axiom{&owl.EquivalentClasses{Classes: opaque}}})
	if err := nf.Store(w); !errors.Is(err, el.ErrUnwritable) {
		t.Errorf("a name that ends early: %v", err)
	}
}
