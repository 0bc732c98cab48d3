package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	knakk "github.com/knakk/rdf"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/turtle"
)

func TestW3CTurtle(t *testing.T) { runW3C(t, "rdf-turtle", turtle.Decode, 313) }

func TestCorpusTurtle(t *testing.T) { checkCorpus(t, "Turtle", turtle.Decode) }

// TestTurtleGolden compares the triples of small documents with golden N-Triples.
func TestTurtleGolden(t *testing.T) { checkTriplesGolden(t, "testdata/turtle/*.ttl") }

func checkTriplesGolden(t *testing.T, pattern string) {
	inputs, err := filepath.Glob(pattern)
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no file matches %s (%v)", pattern, err)
	}
	used := map[string]bool{}
	for _, path := range inputs {
		want := strings.TrimSuffix(path, filepath.Ext(path)) + ".triples"
		used[want] = true
		t.Run(filepath.Base(path), func(t *testing.T) {
			input, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			opts := ReadOptions{File: path, Base: "http://example.org/document"}
			if err := WriteTriples(context.Background(), bytes.NewReader(input), &got,
				opts); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, want, got.Bytes())
		})
	}
	golden.Orphans(t, filepath.Join(filepath.Dir(pattern), "*.triples"), used)
}

// decodeAll decodes a document and renders its statements, one with its line each.
func decodeAll(decode decodeFunc, r io.Reader, limits Limits) ([]string, error) {
	var got []string
	terms := rdf.NewTable()
	opts := doc.Options{Base: "http://example.org/", Limits: limits.WithDefaults(), Strict: true}
	err := decode(doc.NewWindow(context.Background(), r, "onto.ttl", limits), terms, opts,
		func(s rdf.Statement) error {
			got = append(got, fmt.Sprintf("%d %s %s %s", s.Line, termText(terms, s.S),
				termText(terms, s.P), termText(terms, s.O)))
			return nil
		})
	return got, err
}

const turtlePrologue = "@prefix : <http://example.org/> . "

func TestTurtleErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\n  obo:x a obo:Y .", `2:3: undefined prefix "obo:"`},
		{"@prefix a: <x/> . a:b c:d a:e .", `1:23: undefined prefix "c:"`},
		{"<a> <b> <c>", "1:12: the document ends too early: expected \",\", \";\" or \".\""},
		{"<a> <b>", "1:8: the document ends too early: expected an object"},
		{"<a>", "1:4: the document ends too early: expected a predicate"},
		{"<a> <b> [ <c> <d> .", `1:19: expected ",", ";" or "]", found "."`},
		{"<a> <b> ( <c> .", `1:15: expected an object, found "."`},
		{"<a> <b> <c> ] .", `1:13: expected ",", ";" or ".", found "]"`},
		{"<a> <b> <c> ; , .", `1:15: expected a predicate, found ","`},
		{"[] .", `1:4: expected a predicate, found "."`},
		{"[ ; ] .", `1:3: expected a predicate, found ";"`},
		{"[ <a> <b> ] ; <c> <d> .", `1:13: expected a predicate, found ";"`},
		{"() .", `1:4: expected a predicate, found "."`},
		{"<a> [] <c> .", `1:5: expected a predicate, found "[]"`},
		{"<a> _:b <c> .", `1:5: expected a predicate, found "_:b"`},
		{"<a> \"b\" <c> .", `1:5: expected a predicate, found "\"b\""`},
		{"<a> A <c> .", `1:5: unknown word "A": expected a prefix with ":", or an IRI in angle brackets`},
		{"<a> <b> True .", `1:9: unknown word "True": expected a prefix with ":", or an IRI in angle brackets`},
		{"\"a\" <b> <c> .", `1:1: expected a statement: a subject, "@prefix" or "@base", found "\"a\""`},
		{". <a> <b> <c> .", `1:1: expected a statement: a subject, "@prefix" or "@base", found "."`},
		{"@Prefix a: <b> .", `1:1: expected "@prefix" or "@base", found "@Prefix"`},
		{"@prefix a: <b>\n<a> <b> <c> .", `2:1: expected "." at the end of the directive, found "<a>"`},
		{"PREFIX a: <b> .", `1:15: expected a statement: a subject, "@prefix" or "@base", found "."`},
		{"@prefix a <b> .", `1:9: unknown word "a": expected a prefix with ":", or an IRI in angle brackets`},
		{"@prefix a. : <b> .", `1:9: unknown word "a.": expected a prefix with ":", or an IRI in angle brackets`},
		{"@prefix a: b .", `1:12: expected an IRI in angle brackets, found "b"`},
		{"@base a: .", `1:7: expected an IRI in angle brackets, found "a:"`},
		{"<a b> <c> <d> .", `1:3: the character ' ' is not allowed in an IRI`},
		{`<a\u0020b> <c> <d> .`, `1:3: the character ' ' is not allowed in an IRI, escaped or not`},
		{`<a\n> <c> <d> .`, `1:3: unknown escape "\\n"`},
		{"<a", `1:1: the document ends too early: an IRI without its closing '>'`},
		{"<a> <b> \"c", `1:9: the document ends too early: a string without its closing "`},
		{"<a> <b> '''c''", `1:9: the document ends too early: a string without its closing '''`},
		{"<a> <b> \"c\n\" .", `1:11: line break in a string: expected its closing quote first, or the escape \n`},
		{`<a> <b> "x\yz" .`, `1:11: unknown escape "\\y"`},
		{`<a> <b> "x\u12G4" .`, `1:11: escape "\\u12G" without its 4 hexadecimal digits`},
		{`<a> <b> "\uD83D\uDE00" .`, `1:10: escape \uD83D is no character`},
		{`<a> <b> "\U00110000" .`, `1:10: escape \U00110000 is no character`},
		{`<a> <b> "\UFFFFFFFF" .`, `1:10: escape \UFFFFFFFF is no character`},
		{`<a> <b> "c"@ .`, `1:13: expected a language tag, found " "`},
		{`<a> <b> "c"@en- .`, `1:16: expected a language tag, found " "`},
		{`<a> <b> "c"^<d> .`, `1:13: expected "^^" and a datatype, found "<d>"`},
		{`<a> <b> "c"^^"d" .`, `1:14: expected the IRI of a datatype, found "\"d\""`},
		{`<a> <b> "c"@en^^<d> .`, `1:15: expected ",", ";" or ".", found "^^<d>"`},
		{"<a> <b> 1.e .", `1:11: unknown word "e": expected a prefix with ":", or an IRI in angle brackets`},
		{"<a> <b> +x .", `1:10: expected an object, found "x"`},
		{"<a> <b> _x .", `1:10: expected ":" after "_", found "x"`},
		{"<a> <b> _:-x .", `1:11: expected a blank node label after "_:", found "-x"`},
		{turtlePrologue + ":a :b :c%4 .", `1:45: expected two hexadecimal digits behind "%", found " "`},
		{turtlePrologue + `:a :b :c\z .`, `1:44: expected one of _~.-!$&'()*+,;=/?#@% behind "\", found "z"`},
		{turtlePrologue + ":a :b :c~d .", `1:43: expected ",", ";" or ".", found "~d"`},
		{"<a> <b> \x00 .", `1:9: expected an object, found "\x00"`},
		{"\x00", `1:1: expected a statement: a subject, "@prefix" or "@base", found "\x00"`},
	} {
		_, err := decodeAll(turtle.Decode, strings.NewReader(c.in), Limits{})
		if want := "onto.ttl:" + c.want; err == nil || err.Error() != want {
			t.Errorf("Turtle %q:\n got %v\nwant %v", c.in, err, want)
		}
	}
}

// TestTurtleTokens holds what the grammar says where one token ends and the next begins.
func TestTurtleTokens(t *testing.T) {
	const s, ns = "<http://example.org/s> <http://example.org/p> ", "http://example.org/"
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"<s> <p> true.x:y .", []string{s + `<http://x/y>`}},
		{"<s> <p> true:y .", []string{s + `<http://true/y>`}},
		{"<s> <p> true.\n<s> <p> false.", []string{s + `"true"^^<` + xsdBooleanIRI + `>`, s + `"false"^^<` + xsdBooleanIRI + `>`}},
		{"a:s a<o>.", []string{"<http://a/s> <" + rdfTypeText + "> <" + ns + "o>"}},
		{"a:s a a:a .", []string{"<http://a/s> <" + rdfTypeText + "> <http://a/a>"}},
		{"a:s a:a a: .", []string{"<http://a/s> <http://a/a> <http://a/>"}},
		{"<s> <p> a:-5 .", nil}, // an empty local name, and a number in the place of "."
		{"<s> a:-5 .", []string{"<" + ns + `s> <http://a/> "-5"^^<` + xsdIntegerIRI + ">"}},
		{"<s> a:.5 .", []string{"<" + ns + `s> <http://a/> ".5"^^<` + xsdDecimalIRI + ">"}},
		{"<s> <p> 5.<s> <p> 5.5.", []string{s + `"5"^^<` + xsdIntegerIRI + ">", s + `"5.5"^^<` + xsdDecimalIRI + ">"}},
		{"<s> <p> 1.E0.", []string{s + `"1.E0"^^<` + xsdDoubleIRI + ">"}},
		{"<s> <p> _:a..", nil},
		{"prefix:s a:p a:o . base:s a:p a:o .", []string{"<http://prefix/s> <http://a/p> <http://a/o>", "<http://base/s> <http://a/p> <http://a/o>"}},
		{"base<http://b/>\n<s> a:p a:o .", []string{"<http://b/s> <http://a/p> <http://a/o>"}},
		{"PrEfIx :<x/>:s :p :o .", []string{"<" + ns + "x/s> <" + ns + "x/p> <" + ns + "x/o>"}},
		{"PrEfIx:<x/> :s :p :o .", nil}, // a name
		{`<s> <p> "a"@en.`, []string{s + `"a"@en`}},
		{`<s> <p> "a\\" .`, []string{s + `"a\\"^^<` + owl.XSDNamespace + "string" + ">"}},
		{`<s> <p> """a""\"""" .`, []string{s + `"a\"\"\""^^<` + owl.XSDNamespace + "string" + ">"}},
		{`<s> <p> a:x\.. <s> <p> a:y .`, []string{s + "<http://a/x.>", s + "<http://a/y>"}},
		{`<s> <p> a:` + strings.Repeat("long", 10) + `.`, []string{s + "<http://a/" + strings.Repeat("long", 10) + ">"}},
	} {
		prologue := "prefix a:<http://a/> prefix true:<http://true/> prefix true.x:<http://x/> prefix prefix:<http://prefix/> prefix base:<http://base/> "
		got, err := decodeAll(turtle.Decode, strings.NewReader(prologue+c.in), Limits{})
		if c.want == nil {
			if err == nil {
				t.Errorf("Turtle %q is accepted: %q", c.in, got)
			}
			continue
		}
		for i := range got {
			got[i] = got[i][strings.IndexByte(got[i], ' ')+1:]
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Turtle %q:\n got %q, %v\nwant %q", c.in, got, err, c.want)
		}
	}
}

const (
	rdfTypeText   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	xsdBooleanIRI = "http://www.w3.org/2001/XMLSchema#boolean"
	xsdIntegerIRI = "http://www.w3.org/2001/XMLSchema#integer"
	xsdDecimalIRI = "http://www.w3.org/2001/XMLSchema#decimal"
	xsdDoubleIRI  = "http://www.w3.org/2001/XMLSchema#double"
)

func TestTurtleLines(t *testing.T) {
	const in = "<s>\r\n<p> # comment\n\"\"\"a\n\nb\"\"\" ,\n\n\"c\"" +
		"\n\n.\n[\n<p>\n(\n<a>\n<b>\n)\n] .\n<s> <p> \"d\"\n# x\n@en ."
	got, err := decodeAll(turtle.Decode, strings.NewReader(in), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range got {
		lines = append(lines, s[:strings.IndexByte(s, ' ')])
	}
	// The list: its cell and first item, the link to the next cell and its item, and the end.
	want := []string{"5", "7", "13", "13", "14", "14", "15", "19"}
	if !slices.Equal(lines, want) {
		t.Errorf("statements end on lines %v, want %v:\n%s", lines, want, strings.Join(got, "\n"))
	}
}

func TestTurtlePrefixesAndWarnings(t *testing.T) {
	var told []string
	opts := doc.Options{
		Base:   "http://example.org/",
		Limits: Limits{}.WithDefaults(),
		Prefix: func(name, namespace string) { told = append(told, name+"="+namespace) },
		Warn: func(line, col int,
			message string) {
			told = append(told, fmt.Sprintf("%d:%d: %s", line, col, message))
		},
	}
	const in = "@prefix : <#> .\nPREFIX a: <http://a/> prefix a: <b/>\n<s> <http://x/%zz> <http://x/%zz>, <http://x#a#b>,\n\"\"\"\na\n b\"\"\" , <http://x/%> ."
	err := turtle.Decode(doc.NewWindow(context.Background(),
		iotest.OneByteReader(strings.NewReader(in)), "", Limits{}), rdf.NewTable(),
		opts, func(rdf.Statement) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"=http://example.org/#", "a=http://a/", "a=http://example.org/b/",
		"3:5: IRI with a percent sign that starts no escape: <http://x/%zz>",
		"3:36: IRI with two number signs: <http://x#a#b>",
		"6:9: IRI with a percent sign that starts no escape: <http://x/%>"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

// TestTurtleEmitError checks that a decoder stops at the first error of its caller.
func TestTurtleEmitError(t *testing.T) {
	stop := errors.New("stop")
	for _, decode := range []decodeFunc{turtle.Decode, turtle.DecodeNTriples} {
		calls := 0
		w := doc.NewWindow(context.Background(),
			strings.NewReader(strings.Repeat("<a:a> <a:b> <a:c> .\n", 3)), "", Limits{})
		err := decode(w, rdf.NewTable(), doc.Options{Limits: Limits{}.WithDefaults(), Strict: true},
			func(rdf.Statement) error {
				calls++
				return stop
			})
		if err != stop || calls != 1 {
			t.Errorf("error %v after %d calls, want %v after 1", err, calls, stop)
		}
	}
}

// TestTurtleChunks reads the golden documents byte by byte: tokens that lie across the edge of the
// window read the same.
func TestTurtleChunks(t *testing.T) {
	for path, decode := range rdfSamples(t) {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := decodeAll(decode, bytes.NewReader(input), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]io.Reader{
			"byte by byte":       iotest.OneByteReader(bytes.NewReader(input)),
			"halves":             iotest.HalfReader(bytes.NewReader(input)),
			"data with the end":  iotest.DataErrReader(bytes.NewReader(input)),
			"behind much space":  io.MultiReader(strings.NewReader(strings.Repeat(" ", doc.WindowSize-100)), bytes.NewReader(input)),
			"across the window ": io.MultiReader(strings.NewReader(strings.Repeat(" ", doc.WindowSize-len(input)/2)), bytes.NewReader(input)),
		} {
			got, err := decodeAll(decode, r, Limits{})
			if err != nil {
				t.Errorf("%s, %s: %v", path, name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s:\n%s", path, name, diff)
			}
		}
	}
}

// rdfSamples are the golden documents with their decoders.
func rdfSamples(t testing.TB) map[string]decodeFunc {
	files := map[string]decodeFunc{}
	for pattern, decode := range map[string]decodeFunc{"testdata/turtle/*.ttl": turtle.Decode,
		"testdata/ntriples/*.nt": turtle.DecodeNTriples} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no file matches %s (%v)", pattern, err)
		}
		for _, path := range paths {
			files[path] = decode
		}
	}
	return files
}

// TestTurtleTruncated cuts the golden documents at every byte: what is left is either whole, or
// refused as truncated. What is emitted is the beginning of the whole, but for a last token that
// reads as a shorter one.
func TestTurtleTruncated(t *testing.T) {
	// A number or a character that is cut can stop being the beginning of a token.
	notSeen := regexp.MustCompile(`[0-9.][eE][+-]?$|[ ,+-]\.$`)
	for path, decode := range rdfSamples(t) {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := decodeAll(decode, bytes.NewReader(input), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for cut := range input {
			got, err := decodeAll(decode, bytes.NewReader(input[:cut]), Limits{})
			if err == nil && !endsStatement(input[:cut]) {
				t.Errorf("%s is accepted when cut at byte %d: …%q", path,
					cut, input[max(0, cut-40):cut])
			}
			if err != nil && !errors.Is(err, ErrTruncated) && !notSeen.Match(input[:cut]) &&
				!strings.Contains(err.Error(), "invalid UTF-8") {
				t.Errorf("%s cut at byte %d, …%q: %v", path, cut, input[max(0, cut-40):cut], err)
			}
			// a cut name or number ends as another, perhaps in a list
			for i := range max(0, len(got)-2) {
				if withoutBlanks(got[i]) != withoutBlanks(whole[i]) {
					t.Fatalf("%s cut at byte %d emits %s instead of %s", path, cut, got[i],
						whole[i])
				}
			}
		}
	}
}

// endsStatement reports whether text ends behind a statement, a SPARQL directive or a comment.
func endsStatement(text []byte) bool {
	text = bytes.TrimSpace(text)
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	if i := bytes.LastIndex(line, []byte("#")); i == 0 ||
		i > 0 && bytes.HasSuffix(bytes.TrimSpace(line[:i]), []byte(".")) {
		return true
	}
	return len(text) == 0 || bytes.HasSuffix(text, []byte(".")) ||
		bytes.HasSuffix(text, []byte(">"))
}

func TestTurtleReadError(t *testing.T) {
	broken := errors.New("the disk is gone")
	for path, decode := range rdfSamples(t) {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for cut := range input {
			_, err := decodeAll(decode,
				io.MultiReader(bytes.NewReader(input[:cut]), iotest.ErrReader(broken)), Limits{})
			var place *ParseError
			if !errors.Is(err, broken) || !errors.As(err, &place) {
				t.Fatalf("%s: error of the disk at byte %d comes back as %v", path, cut, err)
			}
		}
	}
}

func TestTurtleLimits(t *testing.T) {
	nested := func(head, s string) io.Reader {
		return strings.NewReader(turtlePrologue + head + strings.Repeat(s, 1_000_000))
	}
	endless := func(head, more string) io.Reader {
		return io.MultiReader(strings.NewReader(turtlePrologue+head),
			strings.NewReader(strings.Repeat(more, 3<<20/len(more))))
	}
	for name, c := range map[string]struct {
		in     io.Reader
		limits Limits
	}{
		"lists":                {nested("", "( "), Limits{}},
		"lists as objects":     {nested(":a :b ", "( "), Limits{}},
		"property lists":       {nested("", "[ :p "), Limits{}},
		"both":                 {nested("", "[ :p ( "), Limits{}},
		"string":               {endless(`:a :b "`, "x"), Limits{Token: 1 << 20}},
		"long string":          {endless(`:a :b """`, "x\n"), Limits{Token: 1 << 20}},
		"escaped string":       {endless(`:a :b "`, `\n`), Limits{Token: 1 << 20}},
		"IRI":                  {endless(`:a :b <`, "x"), Limits{Token: 1 << 20}},
		"name":                 {endless(`:a :b :`, "x"), Limits{Token: 1 << 20}},
		"escaped name":         {endless(`:a :b :`, "%41"), Limits{Token: 1 << 20}},
		"name of full stops":   {endless(`:a :b :a`, "."), Limits{Token: 1 << 20}},
		"name beyond ASCII":    {endless(`:a :b :`, "é"), Limits{Token: 1 << 20}},
		"prefix":               {endless(`:a :b `, "x"), Limits{Token: 1 << 20}},
		"blank node label":     {endless(`:a :b _:`, "x"), Limits{Token: 1 << 20}},
		"number":               {endless(`:a :b `, "1"), Limits{Token: 1 << 20}},
		"language tag":         {endless(`:a :b "x"@`, "x"), Limits{Token: 1 << 20}},
		"comment":              {endless("#", "x"), Limits{Token: 1 << 20}},
		"word after the \"@\"": {endless("@", "x"), Limits{Token: 1 << 20}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decodeAll(turtle.Decode, c.in, c.limits)
			var place *ParseError
			if !errors.Is(err, ErrTooLarge) || !errors.As(err, &place) || place.Line == 0 {
				t.Errorf("error %v, want one with a place that is ErrTooLarge", err)
			}
		})
	}
	if got, err := decodeAll(turtle.Decode, strings.NewReader(`<a> <b> "x"@`+strings.Repeat("x",
		300)+` .`), Limits{}); err != nil || len(got) != 1 {
		t.Errorf("language tag of 300 bytes: %q, %v", got, err)
	}
	deep := "<a> <b> " + strings.Repeat("( ", 1000) + strings.Repeat(") ", 1000) + "."
	if _, err := decodeAll(turtle.Decode, strings.NewReader(deep),
		Limits{Depth: 1000}); err != nil {
		t.Errorf("1000 lists, as deep as is allowed: %v", err)
	}
	if _, err := decodeAll(turtle.Decode, strings.NewReader(deep), Limits{Depth: 999}); !errors.Is(
		err, ErrTooLarge) {
		t.Errorf("1000 lists, one more than is allowed: %v", err)
	}
}

func TestTurtleCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	line := strings.Repeat("<a:a> <a:b> <a:c> .\n", doc.WindowSize/10)
	n := 0
	w := doc.NewWindow(ctx, strings.NewReader(line), "", Limits{})
	err := turtle.Decode(w, rdf.NewTable(),
		doc.Options{Limits: Limits{}.WithDefaults(), Strict: true}, func(rdf.Statement) error {
			n++
			cancel()
			return nil
		})
	if !errors.Is(err, context.Canceled) || n > doc.WindowSize/10 {
		t.Errorf("error %v after %d statements, want %v after a window of them",
			err, n, context.Canceled)
	}
}

// TestTurtleAgainstKnakk compares our decoder with knakk/rdf on the documents of the W3C that it
// reads, its known faults aside.
func TestTurtleAgainstKnakk(t *testing.T) {
	compareWithKnakk(t, "rdf-turtle", turtle.Decode, knakk.Turtle, 180)
}

func compareWithKnakk(t *testing.T, suite string, decode decodeFunc, format knakk.Format,
	atLeast int) {
	compared := 0
	for _, test := range w3cTests(t, suite) {
		if strings.HasSuffix(test.kind, "NegativeSyntax") {
			continue
		}
		input, err := os.ReadFile(test.action)
		if err != nil {
			t.Fatal(err)
		}
		// knakk/rdf joins base and reference
		home := test.base[:strings.LastIndexByte(test.base, '/')+1]
		theirs, err := knakkGraph(bytes.NewReader(input), format, home)
		if err != nil {
			continue // it does not read the whole language
		}
		compared++
		ours, err := decodeToGraph(decode, bytes.NewReader(input), home)
		if err != nil {
			t.Errorf("%s: %v", test.action, err)
			continue
		}
		if reason := knakkFaults[test.name]; reason != "" {
			if isomorphic(ours, theirs) {
				t.Errorf("%s: knakk/rdf no longer differs (%s)", test.name, reason)
			}
			continue
		}
		t.Run(test.name, func(t *testing.T) { checkIsomorphic(t, ours, theirs) })
	}
	if compared < atLeast {
		t.Errorf("compared %d documents, want at least %d", compared, atLeast)
	}
}

// knakkFaults are documents that knakk/rdf reads wrongly, against the W3C's own answer.
var knakkFaults = map[string]string{
	"IRI-resolution-01": "joins base and reference",
	"IRI-resolution-02": "joins base and reference",
	"IRI-resolution-07": "joins base and reference",
	"IRI-resolution-08": "joins base and reference",
}

func TestIsTurtle(t *testing.T) {
	for _, c := range []struct {
		head string
		want bool
	}{
		{"@prefix : <http://example.org/> .", true},
		{"# licence\n\n@base <http://example.org/> .\n<a> <b", true},
		{"prefix a: <http://a/>\na:b a:c", true},
		{"@prefix a: <http://a/> .\na:b a:c !", true}, // Turtle with a mistake
		{"<http://a/s> <http://a/p> <http://a/o> .", true},
		{"<http://a/s> a <http://a/o>, <http://a/", true},
		{"[] a <http://a/o> .", true},
		{"", false},
		{"# nothing but comments\n", false},
		{"<http://a/s>", false},
		{"<!DOCTYPE html><html>", false},
		{"<html><head><title>a</title></head>", false},
		{"<?xml version=\"1.0\"?>\n<rdf:RDF>", false},
		{"<rdf:RDF xmlns:rdf=\"x\">", false},
		{"Prefix(:=<http://example.org/>)\nOntology(", false},
		{"Prefix: : <http://example.org/>\nOntology: <x>", false},
		{"format-version: 1.2\nontology: x\n", false},
		{"{\"@context\": {}}", false},
		{"version https://git-lfs.github.com/spec/v1\noid sha256:1", false},
	} {
		if got := turtle.Is([]byte(c.head)); got != c.want {
			t.Errorf("isTurtle(%q) = %v, want %v", c.head, got, c.want)
		}
	}
}

func FuzzTurtle(f *testing.F) {
	f.Add([]byte("@prefix : <http://example.org/> . :a a :b, [ :c ( 1 2.5 true ) ] ."))
	f.Add(
		[]byte("PREFIX p: <x/>\nBASE <y/>\np:a.b p:%41\\~ \"x\\u00e9\"@en, '''long\n''' ^^ p:t ."))
	f.Add([]byte("[ <p> _:b ] . () <p> -1e5 . # comment\n_:b.c <p> [] ."))
	f.Add([]byte("<a> <b> \"\\uD800\" ."))
	f.Fuzz(func(t *testing.T, input []byte) { checkFuzzed(t, turtle.Decode, input) })
}

// checkFuzzed holds for every input: errors have a place, memory stays within bounds, reading in
// small pieces changes nothing, and what is written reads back as the same graph.
func checkFuzzed(t *testing.T, decode decodeFunc, input []byte) {
	limits := Limits{Token: 1 << 16, Depth: 100}
	whole, err := decodeAll(decode, bytes.NewReader(input), limits)
	pieces, piecesErr := decodeAll(decode, iotest.OneByteReader(bytes.NewReader(input)), limits)
	if !slices.Equal(whole, pieces) || fmt.Sprint(err) != fmt.Sprint(piecesErr) {
		t.Fatalf("%q reads as\n%q, %v\nbut byte by byte as\n%q, %v", input, whole, err, pieces,
			piecesErr)
	}
	if err != nil {
		var place *ParseError
		if !errors.As(err, &place) || place.Line == 0 || place.Col == 0 {
			t.Fatalf("%q: error without a place: %v", input, err)
		}
		return
	}
	if len(input) > 1<<12 {
		return
	}
	terms := rdf.NewTable()
	var out bytes.Buffer
	writer := triplesWriter{Output: doc.Output{W: &out}, terms: terms}
	opts := doc.Options{Base: "http://example.org/", Limits: limits.WithDefaults(), Strict: true}
	if err := decode(doc.NewWindow(context.Background(), bytes.NewReader(input), "", limits),
		terms, opts, writer.triple); err != nil {
		t.Fatal(err)
	}
	if err := writer.Finish(); err != nil {
		t.Fatal(err)
	}
	again, err := decodeAll(turtle.DecodeNTriples, bytes.NewReader(out.Bytes()), Limits{})
	if err != nil {
		t.Fatalf("%q is written as\n%s\nwhich does not read: %v", input, &out, err)
	}
	if len(again) != len(whole) {
		t.Fatalf("%q is written as\n%s\nwhich has %d triples, not %d", input, &out, len(again),
			len(whole))
	}
	for i := range again {
		if a, b := withoutBlanks(again[i]), withoutBlanks(whole[i]); a != b {
			t.Fatalf("%q reads back %s as %s", input, b, a)
		}
	}
}

var blankAndLine = regexp.MustCompile(`^\d+ |_:\d+`)

func withoutBlanks(statement string) string { return blankAndLine.ReplaceAllString(statement, "_") }

// randomTurtle writes a document such as ontology editors do, of about size bytes.
func randomTurtle(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	var b bytes.Buffer
	b.WriteString("@prefix : <http://example.org/onto#> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" +
		"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix obo: <http://purl.obolibrary.org/obo/> .\n\n")
	class := func() string { return fmt.Sprintf("obo:CL_%07d", r.IntN(size/400+1)) }
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "### class %d\nobo:CL_%07d a owl:Class ;\n", i, i)
		fmt.Fprintf(&b,
			"    rdfs:subClassOf %s ,\n        [ a owl:Restriction ;\n          owl:onProperty :part_of ;\n          owl:someValuesFrom %s\n        ] ;\n", class(), class())
		fmt.Fprintf(&b, "    <http://purl.obolibrary.org/obo/IAO_0000115> \"A cell number %d that %s.\"@en ;\n", r.IntN(1<<20), strings.Repeat("secretes things ", 1+r.IntN(8)))
		fmt.Fprintf(&b, "    rdfs:label \"cell %d\" .\n\n", i)
	}
	return b.Bytes()
}

func BenchmarkTurtle(b *testing.B) {
	b.Run("synthetic-8MB",
		func(b *testing.B) { benchmarkDecode(b, turtle.Decode, randomTurtle(1, 8<<20)) })
	b.Run("obo-medium.ttl", func(b *testing.B) {
		benchmarkDecode(b, turtle.Decode,
			unpack(b, outside.Data(b, "ontologies", "obo-medium.ttl.gz")))
	})
}

func benchmarkDecode(b *testing.B, decode decodeFunc, document []byte) {
	b.SetBytes(int64(len(document)))
	b.ReportAllocs()
	triples := 0
	for b.Loop() {
		triples = 0
		w := doc.NewWindow(context.Background(), bytes.NewReader(document), "", Limits{})
		opts := doc.Options{Base: "http://example.org/", Limits: Limits{}.WithDefaults(), Strict: true}
		err := decode(w, rdf.NewTable(), opts, func(rdf.Statement) error {
			triples++
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(triples)*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
