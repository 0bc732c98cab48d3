package rdfio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
	"box2el-owl/rdfio/internal/obo"
)

func oboFrom(r io.Reader, report *Report) (*owl.Ontology, error) {
	limits := Limits{}.WithDefaults()
	opts := doc.Options{Base: "http://example.org/test.obo", Limits: limits, Note: report.Note}
	return obo.Read(doc.NewWindow(context.Background(), r, "test.obo", limits), opts, report)
}

func strictOBO(text string) (*owl.Ontology, error) {
	limits := Limits{}.WithDefaults()
	w := doc.NewWindow(context.Background(), strings.NewReader(text), "test.obo", limits)
	return obo.Read(w, doc.Options{Limits: limits, Strict: true}, &Report{})
}

func TestOBO(t *testing.T) {
	used := map[string]bool{}
	for _, path := range glob(t, "testdata/obo/*.obo") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			report := &Report{}
			o, err := oboFrom(strings.NewReader(string(source)), report)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := functional.Write(&b, o); err != nil {
				t.Fatal(err)
			}
			for _, n := range report.Notes {
				for _, e := range n.Examples {
					fmt.Fprintf(&b, "# %d:%d: %s: %s\n", e.Line, e.Col, n.Kind, e.Message)
				}
			}
			written := strings.TrimSuffix(path, ".obo") + ".written"
			used[written] = true
			golden.Check(t, written, []byte(b.String()))

			crlf := strings.ReplaceAll(string(source), "\n", "\r\n")
			again, err := oboFrom(iotest.OneByteReader(strings.NewReader(crlf)), &Report{})
			if err != nil {
				t.Fatal(err)
			}
			if again.Hash() != o.Hash() {
				t.Error("byte by byte and with carriage returns it says something else")
			}
		})
	}
	golden.Orphans(t, "testdata/obo/*.written", used)
}

// TestOBOAgainstOWL compares the Cell Ontology's own OBO export of a subset with the OWL file that
// it was made from: what OBO can carry must be in both.
func TestOBOAgainstOWL(t *testing.T) {
	owlFile := outside.Data(t, "ontologies", "cl-blood-immune.owl.gz")
	source, _, err := Read(context.Background(), outsideFile(t, owlFile),
		ReadOptions{NoImports: true})
	if err != nil {
		if errors.Is(err, ErrUnsupportedSyntax) {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	o, err := oboFrom(outsideFile(t, outside.Data(t, "ontologies", "cl-blood-immune.obo.gz")),
		&Report{})
	if err != nil {
		t.Fatal(err)
	}
	if o.IRI != source.IRI || o.VersionIRI != source.VersionIRI {
		t.Errorf("names %v %v, want %v %v", o.IRI, o.VersionIRI, source.IRI, source.VersionIRI)
	}

	// The export writes relations such as uberon/core#channel_for by their short names alone, from
	// which a reader can only make names in the ontology's own space.
	full := map[string]string{}
	for _, e := range source.Signature() {
		if e.EntityKind() == owl.ObjectPropertyKind &&
			strings.Contains(e.EntityIRI().String(), "#") {
			full["<"+strings.TrimSuffix(o.IRI.String(),
				".owl")+"#"+e.EntityIRI().Fragment()+">"] = "<" + e.EntityIRI().String() + ">"
		}
	}
	statements := func(o *owl.Ontology, want func(owl.Axiom) bool) map[string]bool {
		set := map[string]bool{}
		for _, a := range o.Axioms {
			if !a.Kind().IsLogical() || !want(a) {
				continue
			}
			s := string(owl.AppendCanonical(nil, withoutAnnotations(t, a)))
			for short, long := range full {
				s = strings.ReplaceAll(s, short, long)
			}
			// Names inside may now be out of order: read them again.
			renamed, err := owl.ParseAxiom(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			set[string(owl.AppendCanonical(nil, renamed))] = true
		}
		return set
	}
	all := func(owl.Axiom) bool { return true }
	inOWL, inOBO := statements(source, all), statements(o, all)
	for s := range inOBO {
		// has_participant is RO_0000057 in the OWL file; nothing in the OBO file says so. The
		// other: IRIs such as CL_4030046 are used as relations without being declared there.
		if !inOWL[s] && !strings.Contains(s, "#has_participant>") {
			t.Errorf("in the OBO file only: %s", s)
		}
	}
	for s := range statements(source, carriedByOBO) {
		if !inOBO[s] && !strings.Contains(s, "RO_0000057>") {
			t.Errorf("in the OWL file only: %s", s)
		}
	}
	t.Logf("%d logical statements in OBO, %d in OWL", len(inOBO), len(inOWL))
}

// withoutAnnotations returns the axiom without its annotations.
func withoutAnnotations(t *testing.T, a owl.Axiom) owl.Axiom {
	t.Helper()
	text := string(owl.AppendAxiom(nil, a, nil))
	for _, annotation := range a.AxiomAnnotations() {
		text = strings.Replace(text, string(owl.AppendAnnotation(nil, annotation, nil)), "", 1)
	}
	bare, err := owl.ParseAxiom(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return bare
}

// carriedByOBO reports whether OBO has a clause for a logical axiom.
func carriedByOBO(a owl.Axiom) bool {
	named := func(c owl.ClassExpression) bool { _, ok := c.(owl.Class); return ok }
	simple := func(c owl.ClassExpression) bool {
		some, ok := c.(*owl.ObjectSomeValuesFrom)
		if all, isAll := c.(*owl.ObjectAllValuesFrom); isAll {
			return named(all.Filler)
		}
		return named(c) || ok && named(some.Filler)
	}
	switch a := a.(type) {
	case *owl.SubClassOf:
		return named(a.Sub) && simple(a.Super)
	case *owl.DisjointClasses:
		return named(a.Classes[0]) && named(a.Classes[1])
	case *owl.EquivalentClasses:
		and, ok := a.Classes[1].(*owl.ObjectIntersectionOf)
		if !named(a.Classes[0]) || !ok {
			return false
		}
		for _, c := range and.Operands {
			if !simple(c) {
				return false
			}
		}
		return true
	}
	return false // properties: the export leaves many of their axioms out
}

func TestOBOFaults(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		is               error
	}{
		{"no colon", "format-version: 1.2\nhello\n", `test.obo:2:1: expected a tag and a colon, found "hello"`, nil},
		{"no id", "[Term]\nname: x\n", `test.obo:1:1: [Term] without an id`, nil},
		{"cut off", "[Term]\n", `test.obo:2:1: the document ends too early: expected an id in the last stanza`, ErrTruncated},
		{"empty id", "[Term]\nid: ! x\n", `test.obo:2:5: expected an id`, nil},
		{"two ids", "[Term]\nid: A:1\nid: A:2\n", `test.obo:3:5: a second id in a stanza, which began with "A:1"`, nil},
		{"two names", "[Term]\nid: A:1\nname: x\nname: y\n", `test.obo:4:7: name: a second name of A:1, after that of line 3`, nil},
		{"two definitions", "[Term]\nid: A:1\ndef: \"x\" []\ndef: \"y\" []\n", `test.obo:4:6: def: a second def of A:1, after that of line 3`, nil},
		{"bracket", "[Term\nid: A:1\n", `test.obo:1:1: expected "]" to end a stanza header, found "[Term"`, nil},
		{"definition without quotes", "[Term]\nid: A:1\ndef: x []\n", `test.obo:3:6: def: expected a quoted string, found "x []"`, nil},
		{"unterminated", "[Term]\nid: A:1\ndef: \"x []\n", `test.obo:3:6: def: unterminated quoted string`, nil},
		{"xref list", "[Term]\nid: A:1\ndef: \"x\" [A:1, B:2\n", `test.obo:3:6: def: expected "]" to end a list of cross references`, nil},
		{"scope", "[Term]\nid: A:1\nsynonym: \"x\" EXAKT []\n", `test.obo:3:10: synonym: expected EXACT, BROAD, NARROW or RELATED, found "EXAKT"`, nil},
		{"relation without target", "[Term]\nid: A:1\nrelationship: part_of\n", `test.obo:3:15: relationship: expected a relation and an id`, nil},
		{"relation of an instance without target", "[Instance]\nid: i\nrelationship: r {x=\"y\"}\n", `test.obo:3:15: relationship: expected a relation and an id`, nil},
		{"superclass without id", "[Term]\nid: A:1\nis_a: {source=\"x\"}\n", `test.obo:3:7: is_a: expected an id`, nil},
		{"two targets", "[Term]\nid: A:1\nis_a: A:2 A:3\n", `test.obo:3:7: is_a: expected the end of the line, found "A:3"`, nil},
		{"cardinality", "[Term]\nid: A:1\nrelationship: r A:2 {cardinality=\"x\"}\n", `test.obo:3:15: relationship: cardinality: expected a number, found "x"`, nil},
		{"modifiers", "[Term]\nid: A:1\nis_a: A:2 {source}\n", `test.obo:3:7: is_a: expected "=" behind the trailing modifier "source"`, nil},
		{"boolean", "[Typedef]\nid: r\nis_transitive: yes\n", `test.obo:3:16: is_transitive: expected true or false, found "yes"`, nil},
		{"short chain", "[Typedef]\nid: r\nholds_over_chain: r\n", `test.obo:3:19: holds_over_chain: expected two relations or more`, nil},
		{"embedded axioms", "owl-axioms: Ontology(SubClassOf(x))\n", `test.obo:1:13: owl-axioms: expected a class expression, found "x"`, nil},
		{"nothing", "! only a comment\n", `test.obo:2:1: not an ontology document: neither a header nor a stanza`, ErrNotOntology},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := strictOBO(test.text)
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v\n want %s", err, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v is not %v", err, test.is)
			}
		})
	}
}

// TestOBOStanzaTwice reads a term in two stanzas, which is allowed, and warns.
func TestOBOStanzaTwice(t *testing.T) {
	report := &Report{}
	o, err := oboFrom(strings.NewReader("[Term]\nid: A:1\nname: x\n\n[Typedef]\nid: A:1\n\n"+
		"[Term]\nid: A:1\nis_a: A:2\n"), report)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(o.Axioms, func(a owl.Axiom) bool {
		_, isSubclass := a.(*owl.SubClassOf)
		return isSubclass
	}) {
		t.Error("the second stanza is not read")
	}
	want := "a second stanza of A:1, which began in line 1; both are read"
	at := slices.IndexFunc(report.Notes, func(n Note) bool { return n.Kind == doc.NoteSyntax })
	if at < 0 || report.Notes[at].Count != 1 || report.Notes[at].Examples[0].Line != 8 ||
		report.Notes[at].Examples[0].Message != want {
		t.Errorf("notes %+v", report.Notes)
	}
}

func TestOBOReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	text := "ontology: x\n[Term]\nid: A:1\nname: x\n"
	for cut := range len(text) {
		_, err := oboFrom(io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(broken)),
			&Report{})
		if !errors.Is(err, broken) {
			t.Errorf("broken at byte %d: %v", cut, err)
		}
	}
}

func TestOBOLongLine(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	_, err := obo.Read(doc.NewWindow(context.Background(), strings.NewReader("name: "+long+"\n"),
		"test.obo", Limits{Token: 1 << 19}), doc.Options{}, &Report{})
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("a line over the limit: %v, want %v", err, ErrTooLarge)
	}
	if _, err := oboFrom(strings.NewReader("[Term]\nid: A:1\nname: "+long), &Report{}); err != nil {
		t.Error(err)
	}
}

func TestIsOBO(t *testing.T) {
	for text, want := range map[string]bool{
		"format-version: 1.2\n":           true,
		"! a comment\n\n[Term]\nid: A:1":  true,
		"ontology: go":                    true,
		"Prefix(:=<http://x/>)":           false,
		"@prefix ontology: <http://x/> .": false,
		"<http://x/a> <http://x/b> <c> .": false,
		"":                                false,
	} {
		if got := obo.Is([]byte(text)); got != want {
			t.Errorf("isOBO(%q) = %v", text, got)
		}
	}
}

// FuzzOBO checks that nothing panics, and that what was read can be written, or is refused as not
// writable, such as a text with NUL.
func FuzzOBO(f *testing.F) {
	source, err := os.ReadFile("testdata/obo/all.obo")
	if err != nil {
		f.Fatal(err)
	}
	for stanza := range strings.SplitSeq(string(source), "\n\n") {
		f.Add(stanza)
	}
	for _, path := range glob(f, "testdata/lenient/*.obo") {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := oboFrom(strings.NewReader(text), &Report{})
		if err != nil {
			var placed *ParseError
			if !errors.As(err, &placed) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if err := functional.Write(io.Discard, o); err != nil && !errors.Is(err, ErrNotWritable) {
			t.Fatal(err)
		}
	})
}
