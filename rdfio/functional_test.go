package rdfio

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
)

// functionalFrom reads a document in functional syntax.
func functionalFrom(r io.Reader) (*owl.Ontology, error) {
	limits := Limits{}.WithDefaults()
	return functional.Read(doc.NewWindow(context.Background(), r, "test.ofn", limits),
		doc.Options{Limits: limits}, &Report{})
}

func functionalText(t *testing.T, text string) *owl.Ontology {
	t.Helper()
	o, err := functionalFrom(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return o
}

func writtenFunctional(t *testing.T, o *owl.Ontology) string {
	t.Helper()
	var b strings.Builder
	if err := functional.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// outsideFile opens an outside file, unpacked.
func outsideFile(t testing.TB, path string) io.Reader {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if !strings.HasSuffix(path, ".gz") {
		return f
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestFunctionalRoundTrip compares what is written with a golden file, reads it back, and reads it
// in the smallest pieces.
func TestFunctionalRoundTrip(t *testing.T) {
	used := map[string]bool{}
	for _, path := range glob(t, "testdata/functional/*.ofn") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			o := functionalText(t, string(source))
			written := writtenFunctional(t, o)
			goldenPath := strings.TrimSuffix(path, ".ofn") + ".written"
			used[goldenPath] = true
			golden.Check(t, goldenPath, []byte(written))

			again := functionalText(t, written)
			if again.Hash() != o.Hash() {
				t.Error("what was written says something else")
			}
			if rewritten := writtenFunctional(t, again); rewritten != written {
				t.Errorf("written again:\n%s", rewritten)
			}
			pieces, err := functionalFrom(iotest.OneByteReader(bytes.NewReader(source)))
			if err != nil {
				t.Fatal(err)
			}
			if pieces.Hash() != o.Hash() {
				t.Error("read byte by byte it says something else")
			}
		})
	}
	golden.Orphans(t, "testdata/functional/*.written", used)
}

func glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	return files
}

func TestFunctionalHasEveryKind(t *testing.T) {
	source, err := os.ReadFile("testdata/functional/all.ofn")
	if err != nil {
		t.Fatal(err)
	}
	counts := functionalText(t, string(source)).AxiomsByType()
	for kind := range owl.RuleKind + 1 {
		if counts[kind] == 0 {
			t.Errorf("testdata/functional/all.ofn has no %v", kind)
		}
	}
}

// The counts of real ontologies by the OWL API (../shared/data/README.md), which drops axioms that
// say the same as another: obo-medium.ofn holds one twice, its annotations in another order.
var functionalCounts = map[string]struct{ axioms, logical int }{
	"obo-medium.ofn.gz": {342_161, 102_447},
}

func TestFunctionalRealOntologies(t *testing.T) {
	files := append(outside.Glob(t, "ontologies", "*.ofn.gz"),
		outside.Glob(t, "releases", "*.ofn.gz")...)
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			if info, err := os.Stat(path); testing.Short() && err == nil && info.Size() > 1<<20 {
				t.Skip("large; -short")
			}
			o, err := functionalFrom(outsideFile(t, path))
			if err != nil {
				t.Fatal(err)
			}
			o.Dedup()
			logical := 0
			for _, a := range o.Axioms {
				if a.Kind().IsLogical() {
					logical++
				}
			}
			if want, ok := functionalCounts[name]; ok &&
				(len(o.Axioms) != want.axioms || logical != want.logical) {
				t.Errorf("%d axioms, %d of them logical; the OWL API counts %+v", len(o.Axioms),
					logical, want)
			}
			again := functionalText(t, writtenFunctional(t, o))
			if len(again.Axioms) != len(o.Axioms) || again.Hash() != o.Hash() {
				t.Errorf("read back, %d axioms say something else than the %d written",
					len(again.Axioms), len(o.Axioms))
			}
		})
	}
}

// TestFunctionalCases reads every functional-syntax text of the OWL API and of the W3C's test cases
// and writes it back.
func TestFunctionalCases(t *testing.T) {
	read := 0
	try := func(name, text string) {
		if text == "" {
			return
		}
		read++
		o, err := functionalFrom(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
			return
		}
		if !functional.Is([]byte(text)) {
			t.Errorf("%s: not recognised as functional syntax", name)
		}
		if again := functionalText(t, writtenFunctional(t, o)); again.Hash() != o.Hash() {
			t.Errorf("%s: read back, it says something else", name)
		}
	}
	for _, path := range outside.Glob(t, "el-oracle", "*.jsonl*") {
		eachLine(t, path, func(line []byte) {
			var c struct{ Name, OFN string }
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			try(c.Name, c.OFN)
		})
	}
	eachLine(t, outside.Data(t, "w3c", "owl2-profile.jsonl"), func(line []byte) {
		var c struct{ ID, FsOntology string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		try(c.ID, c.FsOntology)
	})
	for _, path := range outside.Glob(t, "w3c", "owl2-el", "*.json") {
		var c map[string]any
		b, err := io.ReadAll(outsideFile(t, path))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatal(err)
		}
		for key, text := range c {
			if text, ok := text.(string); ok && strings.HasPrefix(key, "fs") {
				try(filepath.Base(path)+" "+key, text)
			}
		}
	}
	t.Logf("%d texts", read)
}

func eachLine(t *testing.T, path string, do func(line []byte)) {
	t.Helper()
	lines := bufio.NewScanner(outsideFile(t, path))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		do(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestFunctionalRandomRoundTrip(t *testing.T) {
	for seed := range uint64(60) {
		o := owlgen.Ontology(rand.New(rand.NewPCG(seed, 1)), 100)
		written := writtenFunctional(t, o)
		again, err := functionalFrom(strings.NewReader(written))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, written)
		}
		if again.Hash() == o.Hash() {
			continue
		}
		o.Dedup()
		o.Sort()
		for i := range min(len(o.Axioms), len(again.Axioms)) {
			if owl.Compare(o.Axioms[i], again.Axioms[i]) != 0 {
				t.Fatalf("seed %d: read back\n%s\nas\n%s", seed,
					owl.AppendAxiom(nil, o.Axioms[i], nil),
					owl.AppendAxiom(nil, again.Axioms[i], nil))
			}
		}
		t.Fatalf("seed %d: the header or the number of axioms differs", seed)
	}
}

func TestFunctionalFaults(t *testing.T) {
	const head = "Prefix(:=<http://x/>)\nOntology(<http://x/o>\n"
	for _, test := range []struct {
		name, text string
		want       string // the whole error
		is         error
	}{
		{"unknown axiom", head + "SubclassesOf(:A :B))", `test.ofn:3:1: expected an axiom (did you mean SubClassOf?), found "SubclassesOf"`, nil},
		{"far from all", head + "Frobnicate(:A :B))", `test.ofn:3:1: expected an axiom, found "Frobnicate"`, nil},
		{"unknown expression", head + "SubClassOf(:A ObjectSomeValueFrom(:r :B)))", `test.ofn:3:15: expected a class expression (did you mean ObjectSomeValuesFrom?), found "ObjectSomeValueFrom"`, nil},
		{"unknown entity", head + "Declaration(Klass(:A)))", `test.ofn:3:13: expected the kind of an entity (did you mean Class?), found "Klass"`, nil},
		{"unknown data range", head + "DataPropertyRange(:d DataOnOf(\"a\")))", `test.ofn:3:22: expected a data range (did you mean DataOneOf?), found "DataOnOf"`, nil},
		{"undefined prefix", head + "SubClassOf(:A\n  obo:B))", `test.ofn:4:3: undefined prefix "obo:"`, owl.ErrUndefinedPrefix},
		{"too few arguments", head + "SubClassOf(:A))", `test.ofn:3:14: expected a class expression, found ")"`, nil},
		{"too many arguments", head + "SubClassOf(:A :B :C))", `test.ofn:3:18: expected ")" to end SubClassOf, found ":C"`, nil},
		{"no operands", head + "SubClassOf(:A ObjectUnionOf()))", `test.ofn:3:29: ObjectUnionOf without operands`, nil},
		{"range missing", head + "SubClassOf(:A DataSomeValuesFrom(:d)))", `test.ofn:3:36: expected a data property and a data range in DataSomeValuesFrom, found ")"`, nil},
		{"literal for a class", head + "SubClassOf(:A \"B\"))", `test.ofn:3:15: expected a class expression, found "\"B\""`, nil},
		{"anonymous class", head + "SubClassOf(:A _:B))", `test.ofn:3:15: anonymous individual "_:B" where an IRI is expected`, nil},
		{"no number", head + "SubClassOf(:A ObjectMinCardinality(x :r)))", `test.ofn:3:36: expected a number, found "x"`, nil},
		{"negative number", head + "SubClassOf(:A ObjectMinCardinality(-1 :r)))", `test.ofn:3:36: expected a number, found "-1"`, nil},
		{"huge number", head + "SubClassOf(:A ObjectMinCardinality(99999999999 :r)))", `test.ofn:3:36: cardinality beyond 2147483647`, nil},
		{"unterminated IRI", head + "SubClassOf(<http://x/A\n:B))", `test.ofn:3:12: unterminated IRI: no ">" before the end of the line`, nil},
		{"IRI over lines", head + "SubClassOf(<http://x/A\n<http://x/B>))", `test.ofn:3:23: character '\n' in an IRI (is a ">" missing?)`, nil},
		{"empty IRI", head + "SubClassOf(<> :B))", `test.ofn:3:12: empty IRI`, nil},
		{"unterminated literal", head + "AnnotationAssertion(:p :A \"no end))", `test.ofn:3:36: the document ends too early: expected the closing quotation mark`, ErrTruncated},
		{"language missing", head + "AnnotationAssertion(:p :A \"a\"@ ))", `test.ofn:3:31: expected a language tag, found " "`, nil},
		{"one caret", head + "AnnotationAssertion(:p :A \"a\"^:x))", `test.ofn:3:31: expected "^^", found ":x"`, nil},
		{"not closed", head + "SubClassOf(:A :B)\n", `test.ofn:4:1: the document ends too early: expected an axiom or the ")" that ends Ontology`, ErrTruncated},
		{"something behind", head + ") # good\n)", `test.ofn:4:1: expected the end of the document behind the closing parenthesis of Ontology, found ")"`, nil},
		{"no ontology", "Prefix(:=<http://x/>)\nSubClassOf(:A :B)", `test.ofn:2:1: expected Ontology, found "SubClassOf"`, nil},
		{"nothing", "# nothing\n", `test.ofn:2:1: the document ends too early: expected the end of a word`, ErrTruncated},
		{"prefix without colon", "Prefix(x=<http://x/>)", `test.ofn:1:8: expected a prefix name such as "obo:", found "x"`, nil},
		{"inverse of an expression", head + "SymmetricObjectProperty(ObjectInverseOf(:r :s)))", `test.ofn:3:44: expected ")" to end ObjectInverseOf, found ":s"`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := functionalFrom(strings.NewReader(test.text))
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v\n want %s", err, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v is not %v", err, test.is)
			}
			var placed *ParseError
			if !errors.As(err, &placed) {
				t.Errorf("error %v has no place", err)
			}
		})
	}
}

func TestFunctionalTolerance(t *testing.T) {
	const text = `Prefix(:=<http://x/>)
Ontology(
EquivalentClasses(:A)
SubClassOf(:A <http://x/a b>)
SubClassOf(:A <relative>)
AnnotationAssertion(rdfs:comment :A "C:\dir")
SymmetricObjectProperty(ObjectInverseOf(ObjectInverseOf(:r)))
AnnotationAssertion(rdfs:comment :A "one@"^^rdf:PlainLiteral)
AnnotationAssertion(rdfs:comment :A "two@en"^^rdf:PlainLiteral)
)`
	var warnings []string
	opts := doc.Options{Warn: func(line, col int, message string) {
		warnings = append(warnings, fmt.Sprintf("%d:%d: %s", line, col, message))
	}}
	o, err := functional.Read(doc.NewWindow(context.Background(), strings.NewReader(text),
		"test.ofn", Limits{}), opts, &Report{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`3:19: EquivalentClasses with 1 operand instead of 2 or more`,
		`4:26: character ' ' is not allowed in an IRI`,
		`5:16: relative IRI <relative>`,
		`6:40: backslash before 'd' in a literal`,
	}
	if got := strings.Join(warnings, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("warnings:\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	for i, want := range []string{
		4: `SymmetricObjectProperty(<http://x/r>)`,
		5: `AnnotationAssertion(rdfs:comment <http://x/A> "one")`,
		6: `AnnotationAssertion(rdfs:comment <http://x/A> "two"@en)`,
	} {
		if got := string(owl.AppendAxiom(nil, o.Axioms[i], owl.StandardPrefixes())); want != "" &&
			got != want {
			t.Errorf("axiom %d is %s, want %s", i, got, want)
		}
	}
}

// TestFunctionalManyWarnings counts the places of warnings across many windows.
func TestFunctionalManyWarnings(t *testing.T) {
	var b strings.Builder
	b.WriteString("Prefix(:=<http://x/>) Ontology(\n")
	const n = 100_000
	for range n {
		b.WriteString(" EquivalentClasses(:A)\n")
	}
	b.WriteString(")")
	next := 2
	opts := doc.Options{Warn: func(line, col int, message string) {
		if line != next || col != 20 {
			t.Fatalf("warning %d at %d:%d", next-1, line, col)
		}
		next++
	}}
	if _, err := functional.Read(doc.NewWindow(context.Background(),
		strings.NewReader(b.String()), "test.ofn", Limits{}), opts, &Report{}); err != nil {
		t.Fatal(err)
	}
	if next != n+2 {
		t.Errorf("%d warnings, want %d", next-2, n)
	}
}

// TestFunctionalTruncated cuts the sample at every byte: the error is ErrTruncated with a place.
func TestFunctionalTruncated(t *testing.T) {
	source, err := os.ReadFile("testdata/functional/all.ofn")
	if err != nil {
		t.Fatal(err)
	}
	end := bytes.LastIndexByte(source, ')')
	for cut := range end {
		_, err := functionalFrom(bytes.NewReader(source[:cut]))
		var placed *ParseError
		if !errors.Is(err, ErrTruncated) || !errors.As(err, &placed) || placed.Line == 0 {
			t.Errorf("cut at byte %d: %v", cut, err)
		}
	}
}

func TestFunctionalDeep(t *testing.T) {
	for _, test := range []struct{ name, before, open, middle, close string }{
		{"complements", "SubClassOf(:A ", "ObjectComplementOf(", ":A", ")"},
		{"restrictions", "SubClassOf(:A ", "ObjectSomeValuesFrom(:r ", ":A", ")"},
		{"ranges", "DataPropertyRange(:d ", "DataComplementOf(", ":D", ")"},
		{"annotations", "SubClassOf(", "Annotation(", "", ":p :A)"},
		{"inverses", "ReflexiveObjectProperty(", "ObjectInverseOf(", ":r", ")"},
	} {
		t.Run(test.name, func(t *testing.T) {
			nested := func(depth int) string {
				return "Prefix(:=<http://x/>)Ontology(" + test.before + strings.Repeat(test.open, depth) + test.middle + strings.Repeat(test.close, depth)
			}
			if _, err := functionalFrom(strings.NewReader(nested(1_000_000))); !errors.Is(err,
				ErrTooLarge) && test.name != "inverses" {
				t.Errorf("1,000,000 deep: %v, want %v", err, ErrTooLarge)
			}
			if _, err := functionalFrom(strings.NewReader(nested(90_000))); !errors.Is(err,
				ErrTruncated) {
				t.Errorf("90,000 deep, not closed: %v, want %v", err, ErrTruncated)
			}
		})
	}
}

func TestFunctionalReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	text := "Prefix(:=<http://x/>)Ontology(SubClassOf(:A :B)"
	for cut := range len(text) {
		_, err := functionalFrom(io.MultiReader(strings.NewReader(text[:cut]),
			iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("broken at byte %d: %v", cut, err)
		}
	}
}

func TestFunctionalUnwritable(t *testing.T) {
	p := owl.AnnotationProperty{IRI: owl.NewIRI("http://x/p")}
	for _, name := range []string{"http://x/a>b", "http://x/a\nb", "http://x/\xff"} {
		o := &owl.Ontology{Axioms: []owl.Axiom{&owl.AnnotationAssertion{Property: p,
			Subject: owl.NewIRI(name), Value: owl.NewString("x")}}}
		if err := functional.Write(io.Discard, o); !errors.Is(err, ErrNotWritable) {
			t.Errorf("name %q: %v, want %v", name, err, ErrNotWritable)
		}
	}
}

func TestIsFunctional(t *testing.T) {
	for text, want := range map[string]bool{
		"Prefix(:=<x>)":                       true,
		"# a comment\n\n  Ontology (<http://": true,
		"PREFIX : <http://x/>":                false,
		"prefix(":                             false,
		"Ontology: <http://x/>":               false,
		"# only a comment":                    false,
		"":                                    false,
		"OntologyX(":                          false,
	} {
		if got := functional.Is([]byte(text)); got != want {
			t.Errorf("isFunctional(%q) = %v", text, got)
		}
	}
}

// FuzzFunctional checks that nothing panics, and that what was read is written so that it reads
// the same.
func FuzzFunctional(f *testing.F) {
	source, err := os.ReadFile("testdata/functional/all.ofn")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		if !strings.HasPrefix(line, "Prefix") && !strings.HasPrefix(line, "Ontology") {
			f.Add("Prefix(:=<http://x/>)Ontology(" + line + ")")
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := functionalFrom(strings.NewReader(text))
		if err != nil {
			var placed *ParseError
			if !errors.As(err, &placed) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		var b strings.Builder
		if err := functional.Write(&b, o); err != nil {
			t.Fatal(err)
		}
		again, err := functionalFrom(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%v in what was written:\n%s", err, b.String())
		}
		if again.Hash() != o.Hash() {
			t.Fatalf("says something else when written:\n%s", b.String())
		}
	})
}

func BenchmarkReadFunctional(b *testing.B) {
	for _, path := range outside.Glob(b, "ontologies", "*.ofn.gz") {
		b.Run(filepath.Base(path), func(b *testing.B) {
			text, err := io.ReadAll(outsideFile(b, path))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			axioms := 0
			for b.Loop() {
				o, err := functionalFrom(bytes.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				axioms = len(o.Axioms)
			}
			b.ReportMetric(float64(axioms)*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
		})
	}
}

func BenchmarkWriteFunctional(b *testing.B) {
	for _, path := range outside.Glob(b, "ontologies", "*.ofn.gz") {
		b.Run(filepath.Base(path), func(b *testing.B) {
			o, err := functionalFrom(outsideFile(b, path))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := functional.Write(io.Discard, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(o.Axioms))*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
		})
	}
}
