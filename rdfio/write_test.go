package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/turtle"
)

// writers are the syntaxes that the tests of this file write, all of those that are made of
// triples.
func writers() []Format {
	return slices.DeleteFunc(slices.Clone(formats),
		func(f Format) bool { return f.decode == nil })
}

func written(t testing.TB, write writeFunc, o *owl.Ontology) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func randomOntology(seed uint64, size int) *owl.Ontology {
	return owlgen.Ontology(rand.New(rand.NewPCG(seed, 0)), size)
}

func TestWriteDependsOnTheSetOfAxiomsAlone(t *testing.T) {
	for _, f := range writers() {
		t.Run(f.Name, func(t *testing.T) {
			o := randomOntology(1, 300)
			want := written(t, f.write, o)

			rng := rand.New(rand.NewPCG(2, 2))
			shuffled := *o
			shuffled.Axioms = append(slices.Clone(o.Axioms), o.Axioms[:20]...) // said twice
			rng.Shuffle(len(shuffled.Axioms), func(i, j int) {
				shuffled.Axioms[i], shuffled.Axioms[j] = shuffled.Axioms[j], shuffled.Axioms[i]
			})
			for i, a := range shuffled.Axioms {
				if a, ok := a.(*owl.EquivalentClasses); ok {
					reversed := slices.Clone(a.Classes)
					slices.Reverse(reversed)
					shuffled.Axioms[i] = &owl.EquivalentClasses{Annotated: a.Annotated,
						Classes: reversed}
				}
			}
			slices.Reverse(shuffled.Imports)
			slices.Reverse(shuffled.Annotations)
			if diff := cmp.Diff(want, written(t, f.write, &shuffled)); diff != "" {
				t.Errorf("the same axioms in another order (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWriteKeepsDiffsSmall adds axioms to an ontology: no line may change or move, only new ones
// may appear.
func TestWriteKeepsDiffsSmall(t *testing.T) {
	for _, f := range writers() {
		if f.Name == "jsonld" {
			continue // commas between the members of JSON arrays and objects
		}
		t.Run(f.Name, func(t *testing.T) {
			o := randomOntology(3, 200)
			rng := rand.New(rand.NewPCG(4, 4))
			before := strings.Split(written(t, f.write, o), "\n")
			for range 50 {
				kind := owl.SubClassOfKind +
					owl.AxiomKind(rng.IntN(int(owl.RuleKind-owl.SubClassOfKind)))
				more := *o
				more.Axioms = append(slices.Clone(o.Axioms), owlgen.Axiom(rng, kind))
				after := strings.Split(written(t, f.write, &more), "\n")
				if line := missingLine(before, after); line != "" {
					t.Errorf("adding %s changes the line\n%s",
						owl.AppendAxiom(nil, more.Axioms[len(more.Axioms)-1], nil), line)
				}
			}
		})
	}
}

// missingLine returns the first line of before that is not in after, in the same order.
func missingLine(before, after []string) string {
	for _, line := range before {
		at := slices.Index(after, line)
		if at < 0 {
			return line
		}
		after = after[at+1:]
	}
	return ""
}

// failingWriter takes n bytes and then fails.
type failingWriter struct{ n int }

var errDiskFull = errors.New("disk full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		n := w.n
		w.n = 0
		return n, errDiskFull
	}
	w.n -= len(p)
	return len(p), nil
}

func TestWriteReportsAFailingWriter(t *testing.T) {
	o := randomOntology(5, 1500) // several buffers long
	for _, f := range writers() {
		t.Run(f.Name, func(t *testing.T) {
			size := len(written(t, f.write, o))
			if size < 2*doc.OutputSize {
				t.Fatalf("%d bytes fit one buffer", size)
			}
			for _, at := range []int{0, 1, doc.OutputSize - 1, doc.OutputSize, doc.OutputSize + 1,
				size / 2, size - 1} {
				if err := f.write(&failingWriter{at}, o); !errors.Is(err, errDiskFull) {
					t.Errorf("writer that fails after %d of %d bytes: got error %v", at, size, err)
				}
			}
			if err := f.write(&failingWriter{size}, o); err != nil {
				t.Errorf("writer that takes all %d bytes: %v", size, err)
			}
		})
	}
	small := &owl.Ontology{IRI: owl.NewIRI("http://example.org/o"), Axioms: o.Axioms[:3]}
	for _, f := range writers() {
		for at := range len(written(t, f.write, small)) {
			if err := f.write(&failingWriter{at}, small); !errors.Is(err, errDiskFull) {
				t.Fatalf("%s: writer that fails after %d bytes: got error %v", f.Name, at, err)
			}
		}
	}
}

func TestNotWritable(t *testing.T) {
	class := func(iri string) owl.Axiom {
		return &owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI(iri)}}
	}
	comment := func(l *owl.Literal) owl.Axiom {
		return &owl.AnnotationAssertion{Property: owl.RDFSComment, Subject: owl.NewIRI("http://example.org/A"), Value: l}
	}
	property := func(iri string) owl.Axiom {
		return &owl.AnnotationAssertion{Property: owl.AnnotationProperty{IRI: owl.NewIRI(iri)}, Subject: owl.NewIRI("http://example.org/A"), Value: owl.NewString("x")}
	}
	const all = "jsonld ntriples rdfxml turtle"
	for _, tt := range []struct {
		name   string
		axiom  owl.Axiom
		refuse string // the syntaxes that cannot carry it
	}{
		{"space in an IRI", class("http://example.org/a b"), "jsonld ntriples turtle"},
		{"quotation mark in an IRI", class(`http://example.org/"`), "jsonld ntriples turtle"},
		{"backslash in an IRI", class(`http://example.org/\u0041`), "jsonld ntriples turtle"},
		{"relative IRI", class("A"), all},
		{"relative IRI with a colon", class("./a:b"), all},
		{"IRI in Latin-1", class("http://example.org/\xe9"), all},
		{"control character in an IRI", class("http://example.org/\x01"), "jsonld ntriples rdfxml turtle"},
		{"control character", comment(owl.NewString("\x01")), "rdfxml"},
		{"NUL", comment(owl.NewString("a\x00")), "rdfxml"},
		{"no character", comment(owl.NewString("\uffff")), "rdfxml"},
		{"literal in Latin-1", comment(owl.NewString("caf\xe9")), all},
		{"language tag with an underscore", comment(owl.NewLangString("x", "en_US")), "jsonld ntriples turtle"},
		{"language tag that would break out", comment(owl.NewLangString("x", `en" .`)), all},
		{"property without a name in XML", property("http://example.org/123"), "rdfxml"},
		{"property that ends in a slash", property("http://example.org/"), "rdfxml"},
		{"rdf:li as a property", property(owl.RDFNamespace + "li"), "rdfxml"},
		{"equivalence of nothing", &owl.EquivalentClasses{}, all},
		{"axiom with a hole", &owl.SubClassOf{Sub: owl.Thing}, all},
		{"rule of unknown form", &owl.Rule{Body: []owl.RuleAtom{{Keyword: "?"}}}, all},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := &owl.Ontology{IRI: owl.NewIRI("http://example.org/o"), Axioms: []owl.Axiom{class("http://example.org/first"), tt.axiom}}
			var refused []string
			for _, f := range writers() {
				var b bytes.Buffer
				err := f.write(&b, o)
				if err == nil {
					continue
				}
				refused = append(refused, f.Name)
				if !errors.Is(err, ErrNotWritable) {
					t.Errorf("%s: error %v is no ErrNotWritable", f.Name, err)
				}
			}
			slices.Sort(refused)
			if got := strings.Join(refused, " "); got != tt.refuse {
				t.Errorf("refused by %q, want %q", got, tt.refuse)
			}
		})
	}
}

func TestWriteDeepExpressions(t *testing.T) {
	nested := func(depth int) *owl.Ontology {
		var c owl.ClassExpression = owl.Class{IRI: owl.NewIRI("http://example.org/A")}
		for i := range depth {
			if i%2 == 0 {
				c = &owl.ObjectSomeValuesFrom{Property: owl.TopObjectProperty, Filler: c}
			} else {
				c = &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, owl.Thing}}
			}
		}
		return &owl.Ontology{Axioms: []owl.Axiom{&owl.SubClassOf{Sub: owl.Thing, Super: c}}}
	}
	for _, f := range writers() {
		t.Run(f.Name, func(t *testing.T) {
			var b bytes.Buffer
			if err := f.write(&b, nested(60_000)); err != nil {
				t.Errorf("60,000 deep: %v", err)
			}
			if limit := 60_000 * 1200; b.Len() > limit {
				t.Errorf("60,000 deep takes %d bytes, more than %d", b.Len(), limit)
			}
			if err := f.write(&b, nested(1_000_000)); !errors.Is(err, ErrTooLarge) {
				t.Errorf("1,000,000 deep: got error %v, want ErrTooLarge", err)
			}
		})
	}
}

func TestWriteSharedExpressions(t *testing.T) {
	var c owl.ClassExpression = owl.Thing
	for range 60 { // a tree of 2⁶⁰ leaves
		c = &owl.ObjectUnionOf{Operands: []owl.ClassExpression{c,
			&owl.ObjectComplementOf{Operand: c}}}
	}
	o := &owl.Ontology{Axioms: []owl.Axiom{&owl.SubClassOf{Sub: owl.Thing, Super: c}}}
	if err := turtle.Write(&bytes.Buffer{}, o); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got error %v, want ErrTooLarge", err)
	}
}

// TestBlankNodeLabels writes anonymous individuals whose names are labels of blank nodes, are none,
// or look like labels that the writer makes. They stay different, and are written as before when
// they are read again.
func TestBlankNodeLabels(t *testing.T) {
	o := &owl.Ontology{}
	ids := []string{"a", "genid12", "9", "x.y", "ends.", "x0123456789abcdef", "x0123456789abcdef_3",
		"é", "a b", "", "_"}
	for _, id := range ids {
		o.Axioms = append(o.Axioms, &owl.ClassAssertion{Class: owl.Thing,
			Individual: owl.AnonymousIndividual{ID: owl.NewIRI(id)}})
	}
	for _, f := range writers() {
		text := written(t, f.write, o)
		again, _, err := Read(context.Background(), strings.NewReader(text),
			ReadOptions{Format: f.Name})
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if len(again.Axioms) != len(ids) {
			t.Errorf("%s: %d individuals became %d", f.Name, len(ids), len(again.Axioms))
		}
		if second := written(t, f.write, again); second != text {
			t.Errorf("%s: read and written again:\n%s\nfirst:\n%s", f.Name, second, text)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	o := randomOntology(6, 20_000)
	for _, f := range writers() {
		b.Run(fmt.Sprintf("%s/axioms=%d", f.Name, len(o.Axioms)), func(b *testing.B) {
			size := len(written(b, f.write, o))
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if err := f.write(&failingWriter{size}, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(o.Axioms)*b.N)/b.Elapsed().Seconds(), "axioms/s")
		})
	}
}

// TestWriteGolden compares the output for testdata/write/*.ofn with the files next to them.
func TestWriteGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/write/*.ofn")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	used := make(map[string]bool)
	for _, source := range sources {
		o, _, err := ReadFile(context.Background(), source, ReadOptions{NoImports: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range writers() {
			path := strings.TrimSuffix(source, ".ofn") + f.Ext[0]
			used[path] = true
			t.Run(filepath.Base(path), func(t *testing.T) {
				golden.Check(t, path, []byte(written(t, f.write, o)))
				if diff := ontologyDiff(o, roundTrip(t, f, o), true); diff != "" {
					t.Error(diff)
				}
			})
		}
		used[source] = true
	}
	golden.Orphans(t, "testdata/write/*", used)
}
