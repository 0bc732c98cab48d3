package rdfio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	knakk "github.com/knakk/rdf"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio/internal/turtle"
)

func TestW3CNTriples(t *testing.T) { runW3C(t, "rdf-n-triples", turtle.DecodeNTriples, 70) }

func TestNTriplesGolden(t *testing.T) { checkTriplesGolden(t, "testdata/ntriples/*.nt") }

func TestNTriplesAgainstKnakk(t *testing.T) {
	compareWithKnakk(t, "rdf-n-triples", turtle.DecodeNTriples, knakk.NTriples, 40)
}

func TestNTriplesErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"<a> <b:b> <c:c> .", "1:1: the IRI <a> is relative, which N-Triples does not allow"},
		{"<a:a> <//b/b> <c:c> .", "1:7: the IRI <//b/b> is relative, which N-Triples does not allow"},
		{"<a:a> <b:b> <> .", "1:13: the IRI <> is relative, which N-Triples does not allow"},
		{"<a:a> <b:b> \"c\"^^<d> .", "1:18: the IRI <d> is relative, which N-Triples does not allow"},
		{"<a:a> <b:b> <c:c>", `1:18: the document ends too early: expected "." at the end of the triple`},
		{"<a:a> <b:b>\n<c:c> .", `1:12: expected an object: <IRI>, _:label or "literal", found "\n"`},
		{"<a:a> <b:b> \"c\"\n@en .", `1:16: expected "." at the end of the triple, found "\n"`},
		{"<a:a> <b:b> <c:c> . <a:a> <b:b> <c:c> .", `1:21: expected the end of the line, found "<a:a>"`},
		{"<a:a> <b:b> <c:c> , <d:d> .", `1:19: expected "." at the end of the triple, found ","`},
		{"<a:a> <b:b> <c:c> ..", `1:20: expected the end of the line, found "."`},
		{"<a:a> _:b <c:c> .", `1:7: expected a predicate: <IRI>, found "_:b"`},
		{"<a:a> a <c:c> .", `1:7: expected a predicate: <IRI>, found "a"`},
		{"\"a\" <b:b> <c:c> .", `1:1: expected a subject: <IRI> or _:label, found "\"a\""`},
		{"@prefix a: <b:> .", `1:1: expected a subject: <IRI> or _:label, found "@prefix"`},
		{"<a:a> <b:b> a:c .", `1:13: expected an object: <IRI>, _:label or "literal", found "a:c"`},
		{"<a:a> <b:b> 1 .", `1:13: expected an object: <IRI>, _:label or "literal", found "1"`},
		{"<a:a> <b:b> 'c' .", `1:13: expected an object: <IRI>, _:label or "literal", found "'c'"`},
		{`<a:a> <b:b> """c""" .`, `1:15: expected "." at the end of the triple, found "\"c\"\"\""`},
		{`<a:a> <b:b> "c"^^a:b .`, `1:18: expected the datatype: <IRI>, found "a:b"`},
		{"<a:a> <b:b> \"c\nd\" .", `1:15: line break in a string: expected its closing quote first, or the escape \n`},
		{"<a:a> <b:b> \"c", "1:13: the document ends too early: a string without its closing \""},
	} {
		_, err := decodeAll(turtle.DecodeNTriples, strings.NewReader(c.in), Limits{})
		if want := "onto.ttl:" + c.want; err == nil || err.Error() != want {
			t.Errorf("N-Triples %q:\n got %v\nwant %v", c.in, err, want)
		}
	}
}

// TestNTriplesLineEnds: lines end with a line feed, a carriage return or both.
func TestNTriplesLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n", "\n\n\r", " # comment\r"} {
		in := strings.Repeat("<a:a> <b:b> <c:c> ."+end, 3)
		got, err := decodeAll(turtle.DecodeNTriples, strings.NewReader(in), Limits{})
		if err != nil || len(got) != 3 {
			t.Errorf("line end %q: %q, %v", end, got, err)
		}
	}
}

func TestNTriplesLimits(t *testing.T) {
	for _, head := range []string{"<a:", "_:", `<a:a> <b:b> "`, `<a:a> <b:b> "c"@a`, "#"} {
		in := io.MultiReader(strings.NewReader(head), strings.NewReader(strings.Repeat("x", 3<<20)))
		if _, err := decodeAll(turtle.DecodeNTriples, in, Limits{Token: 1 << 20}); !errors.Is(err,
			ErrTooLarge) {
			t.Errorf("endless %s: %v, want ErrTooLarge", head, err)
		}
	}
}

// TestNTriplesRandomly compares our decoders with knakk/rdf on random N-Triples.
func TestNTriplesRandomly(t *testing.T) {
	for seed := range uint64(200) {
		document := randomNTriples(seed, 40)
		want, err := knakkGraph(bytes.NewReader(document), knakk.NTriples, "")
		if err != nil {
			t.Fatalf("seed %d: knakk/rdf refuses\n%s%v", seed, document, err)
		}
		for name, decode := range map[string]decodeFunc{"N-Triples": turtle.DecodeNTriples,
			"Turtle": turtle.Decode} {
			got, err := decodeToGraph(decode, bytes.NewReader(document), "http://example.org/")
			if err != nil {
				t.Fatalf("seed %d, as %s: %v\n%s", seed, name, err, document)
			}
			// The few random blank nodes all differ by their labels.
			if diff := cmp.Diff(triplesWithoutBlanks(want), triplesWithoutBlanks(got)); diff != "" {
				t.Fatalf("seed %d, as %s (-knakk +ours):\n%s", seed, name, diff)
			}
		}
	}
}

// triplesWithoutBlanks sorts the triples, blank nodes aside.
func triplesWithoutBlanks(g graph) []string {
	var lines []string
	for triple := range g {
		for i, term := range triple {
			if strings.HasPrefix(term, "_:") {
				triple[i] = "_"
			}
		}
		lines = append(lines, strings.Join(triple[:], " "))
	}
	slices.Sort(lines)
	return lines
}

// randomNTriples writes n triples over few names, with every kind of escape.
func randomNTriples(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	characters := []string{"a", "b", "Z", "0", " ", "é", "色", "😀", "-", "_", ".", "/", "#",
		"'", `\t`, `\n`, `\r`, `\"`, `\\`, `\u00e9`, `\U0001F600`, `\u0041`}
	text := func(allowed []string, most int) string {
		var b strings.Builder
		for range r.IntN(most) {
			b.WriteString(allowed[r.IntN(len(allowed))])
		}
		return b.String()
	}
	iri := func() string {
		return "<http://example.org/" + text([]string{"a", "b", "é", "#", "?", "%20", "色"}, 4) + ">"
	}
	blank := func() string { return "_:b" + text([]string{"a", "0", "_"}, 3) }
	var b bytes.Buffer
	for range n {
		subject := iri()
		if r.IntN(3) == 0 {
			subject = blank()
		}
		object := iri()
		switch r.IntN(5) {
		case 0:
			object = blank()
		case 1:
			object = `"` + text(characters, 40) + `"`
		case 2:
			object = `"` + text(characters, 12) + `"@` + []string{"en", "de-CH", "zh"}[r.IntN(3)]
		case 3:
			object = `"` + text(characters, 12) + `"^^` + iri()
		}
		fmt.Fprintf(&b, "%s %s %s .\n", subject, iri(), object)
		if r.IntN(10) == 0 {
			b.WriteString("# a comment\n\n")
		}
	}
	return b.Bytes()
}

func TestIsNTriples(t *testing.T) {
	for _, c := range []struct {
		head string
		want bool
	}{
		{"<a:a> <b:b> <c:c> .", true},
		{"# comment\n\n_:a <b:b> \"c\"@en . # comment\n<a:a> <b:", true}, // cut off
		{"<a:a> <b:b> <c:c> .\n@prefix a: <b:> .\n", false},
		{"<a:a> <b:b> <c:c> , <d:d> .", false},
		{"<a> <b> <c> .", true},
		{"# comment\n", false},
		{"", false},
		{"<html><head>", false},
	} {
		if got := turtle.IsNTriples([]byte(c.head)); got != c.want {
			t.Errorf("isNTriples(%q) = %v, want %v", c.head, got, c.want)
		}
	}
}

func FuzzNTriples(f *testing.F) {
	f.Add([]byte("<a:a> <b:b> <c:c> .\n_:a <b:b> \"x\\u00e9\\n\"@en-GB . # comment\n"))
	f.Add([]byte("_:a<b:b>\"1\"^^<c:c>.\r_:a.b <b:b> _:é .\n"))
	f.Add([]byte("<a:\\u00e9> <b:b> \"\\uD800\" ."))
	f.Fuzz(func(t *testing.T, input []byte) { checkFuzzed(t, turtle.DecodeNTriples, input) })
}

func BenchmarkNTriples(b *testing.B) {
	b.Run("synthetic-8MB", func(b *testing.B) {
		benchmarkDecode(b, turtle.DecodeNTriples, inNTriples(b, randomTurtle(1, 6<<20)))
	})
	b.Run("obo-medium.ttl", func(b *testing.B) {
		benchmarkDecode(b, turtle.DecodeNTriples,
			inNTriples(b, unpack(b, outside.Data(b, "ontologies", "obo-medium.ttl.gz"))))
	})
}

func inNTriples(b *testing.B, turtle []byte) []byte {
	b.Helper()
	var out bytes.Buffer
	if err := WriteTriples(b.Context(), bytes.NewReader(turtle), &out,
		ReadOptions{File: "onto.ttl"}); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}
