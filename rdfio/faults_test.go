package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
)

// The tests of this file loop over all formats: what a sample or a generated document of each meets
// when the world around it fails.

// readBytes reads a document that is in the format of a sample.
func readBytes(t testing.TB, text []byte, format Format) (*owl.Ontology, *Report, error) {
	t.Helper()
	return Read(t.Context(), bytes.NewReader(text),
		ReadOptions{File: "x" + format.Ext[0], Format: format.Name})
}

// canonical renders the axioms for comparison.
func canonical(o *owl.Ontology) string {
	var lines []string
	for _, a := range o.Axioms {
		lines = append(lines, string(owl.AppendCanonical(nil, a)))
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// TestSamplesAgree: the samples of all syntaxes but OBO, whose names are its own, are one ontology.
func TestSamplesAgree(t *testing.T) {
	want := ""
	for _, s := range samples(t) {
		o, report, err := readBytes(t, s.text, s.format)
		if err != nil {
			t.Errorf("%s: %v", s.file, err)
			continue
		}
		if report.Syntax != s.format.Name {
			t.Errorf("%s: report says %s", s.file, report.Syntax)
		}
		switch got := canonical(o); {
		case s.format.Name == "obo":
		case want == "":
			want = got
		case got != want:
			t.Errorf("%s holds\n%s\nwant, as in the first sample,\n%s", s.file, got, want)
		}
	}
}

// TestAnyReads reads documents in pieces of any size: the ontology is the same.
func TestAnyReads(t *testing.T) {
	for _, s := range samples(t) {
		whole, _, err := readBytes(t, s.text, s.format)
		if err != nil {
			t.Errorf("%s: %v", s.file, err)
			continue
		}
		for name, r := range map[string]io.Reader{
			"one byte at a time":     iotest.OneByteReader(bytes.NewReader(s.text)),
			"half of what is wanted": iotest.HalfReader(bytes.NewReader(s.text)),
			"data with the end":      iotest.DataErrReader(bytes.NewReader(s.text)),
			"packed":                 bytes.NewReader(pack(t, s.text)),
			"byte order mark":        io.MultiReader(strings.NewReader(byteOrderMark), bytes.NewReader(s.text)),
			"CR LF":                  bytes.NewReader(bytes.ReplaceAll(s.text, []byte("\n"), []byte("\r\n"))),
		} {
			o, _, err := Read(t.Context(), r, ReadOptions{File: s.file})
			if err != nil {
				t.Errorf("%s, %s: %v", s.file, name, err)
			} else if canonical(o) != canonical(whole) {
				t.Errorf("%s, %s: other axioms", s.file, name)
			}
		}
	}
}

// TestTruncated cuts every sample at every byte. What is left of a document that has an end of its
// own is refused, with the place; Turtle and N-Triples may end behind any statement, OBO behind any
// line, and a section of a Manchester frame that is cut off is refused alone.
func TestTruncated(t *testing.T) {
	for _, s := range samples(t) {
		end := len(bytes.TrimRight(s.text, "\n\t "))
		for n := range end {
			_, _, err := readBytes(t, s.text[:n], s.format)
			if err == nil {
				if !mayEnd(s.format.Name, s.text[:n]) {
					t.Errorf("%s cut at byte %d, behind %q: no error", s.file, n, tail(s.text[:n]))
				}
				continue
			}
			var at *ParseError
			if !errors.As(err, &at) || at.Line < 1 || at.Col < 1 {
				t.Errorf("%s cut at byte %d: error %q has no place", s.file, n, err)
			}
			told := errors.Is(err, ErrTruncated) || errors.Is(err, ErrNotOntology)
			// A line of OBO and a word of Manchester syntax that are cut off are just wrong ones.
			if !told && s.format.Name != "obo" && s.format.Name != "manchester" {
				t.Errorf("%s cut at byte %d, behind %q: error %q, want ErrTruncated", s.file,
					n, tail(s.text[:n]), err)
			}
		}
	}
}

// mayEnd reports whether a prefix of a sample is a document.
func mayEnd(format string, text []byte) bool {
	rest := functional.SkipComments(text)
	text = bytes.TrimRight(text, " \t\n")
	switch format {
	case "turtle":
		directive := bytes.LastIndex(text, []byte("PREFIX"))
		return len(rest) == 0 || bytes.HasSuffix(text, []byte(".")) || directive >= 0 &&
			bytes.Count(text[directive:], []byte("\n")) == 0 && bytes.HasSuffix(text, []byte(">"))
	case "ntriples":
		return len(rest) == 0 || bytes.HasSuffix(text, []byte("."))
	case "obo", "manchester":
		return true
	}
	return false
}

func tail(b []byte) []byte { return b[max(0, len(b)-20):] }

var errDisk = errors.New("the disk is on fire")

// failingReader fails once its data is read.
type failingReader struct {
	data []byte
	err  error
}

func (f *failingReader) Read(p []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, f.err
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}

// TestReadError lets the stream fail at every byte: the result is that error, and no
// ontology or syntax error, even at the last byte.
func TestReadError(t *testing.T) {
	for _, s := range samples(t) {
		for n := 0; n <= len(s.text); n++ {
			_, _, err := Read(t.Context(), &failingReader{s.text[:n], errDisk},
				ReadOptions{Format: s.format.Name})
			if !errors.Is(err, errDisk) || errors.Is(err, ErrTruncated) {
				t.Fatalf("%s, failing at byte %d: error %v, want %v", s.file, n, err, errDisk)
			}
			if at := new(ParseError); !errors.As(err, &at) {
				t.Fatalf("%s, failing at byte %d: error %v does not name the document", s.file,
					n, err)
			}
		}
		packed := pack(t, s.text)
		for n := 0; n < len(packed); n += 7 {
			_, _, err := Read(t.Context(), &failingReader{packed[:n], errDisk},
				ReadOptions{Format: s.format.Name})
			if !errors.Is(err, errDisk) {
				t.Fatalf("%s, packed, failing at byte %d: error %v, want %v", s.file, n, err,
					errDisk)
			}
		}
	}
}

// TestTruncatedGzip cuts the packed samples at every byte.
func TestTruncatedGzip(t *testing.T) {
	for _, s := range samples(t) {
		packed := pack(t, s.text)
		for n := 3; n < len(packed); n++ {
			_, _, err := Read(t.Context(), bytes.NewReader(packed[:n]),
				ReadOptions{File: s.file, Format: s.format.Name})
			if !errors.Is(err, ErrTruncated) {
				t.Fatalf("%s, packed, cut at byte %d: error %v, want ErrTruncated", s.file, n, err)
			}
		}
	}
}

// stalledReader never gets on, and never says why.
type stalledReader struct{ data []byte }

func (s *stalledReader) Read(p []byte) (int, error) {
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n, nil
}

func TestStalledStream(t *testing.T) {
	for _, s := range samples(t) {
		for _, n := range []int{0, 1, len(s.text) / 2, len(s.text)} {
			_, _, err := Read(t.Context(), &stalledReader{s.text[:n]},
				ReadOptions{Format: s.format.Name})
			if !errors.Is(err, io.ErrNoProgress) {
				t.Errorf("%s, stalled behind byte %d: error %v, want io.ErrNoProgress", s.file,
					n, err)
			}
		}
	}
}

// TestInvalidUTF8 puts a byte that is no UTF-8 into the literal of each sample.
func TestInvalidUTF8(t *testing.T) {
	for _, s := range samples(t) {
		at := bytes.Index(s.text, []byte(" & Katze"))
		if at < 0 {
			at = bytes.Index(s.text, []byte(" &amp; Katze"))
		}
		if at < 0 {
			t.Fatalf("%s has no cats", s.file)
		}
		for _, bad := range []string{"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80",
			"\xf5\x80\x80\x80"} {
			text := slices.Concat(s.text[:at], []byte(bad), s.text[at:])
			_, _, err := Read(t.Context(), bytes.NewReader(text),
				ReadOptions{Format: s.format.Name, Strict: true})
			line := 1 + bytes.Count(s.text[:at], []byte("\n"))
			var place *ParseError
			if !errors.As(err, &place) || place.Line != line {
				t.Errorf("%s with %q in line %d: error %v", s.file, bad, line, err)
			} else if !strings.Contains(err.Error(), "UTF-8") {
				t.Errorf("%s with %q: error %v does not say UTF-8", s.file, bad, err)
			}
		}
	}
}

// TestTokenLimit: what is longer than the cap is refused with its place, and what is as long as
// half of it passes.
func TestTokenLimit(t *testing.T) {
	const limit = 1 << 20
	for _, s := range samples(t) {
		for _, size := range []int{limit / 2, 2 * limit} {
			text := bytes.Replace(s.text, []byte("Katze"),
				bytes.Repeat([]byte("Katze "), size/6), 1)
			opts := ReadOptions{Format: s.format.Name, Limits: Limits{Token: limit}}
			_, _, err := Read(t.Context(), bytes.NewReader(text), opts)
			if size < limit && err != nil {
				t.Errorf("%s with a literal of %d bytes: %v", s.file, size, err)
			}
			if size > limit {
				var place *ParseError
				if !errors.Is(err, ErrTooLarge) || !errors.As(err, &place) || place.Line < 1 {
					t.Errorf(
						"%s with a literal of %d bytes: error %v, want ErrTooLarge with a place", s.file, size, err)
				}
			}
		}
	}
}

// TestDeepNesting nests every construct of every syntax a million times.
func TestDeepNesting(t *testing.T) {
	const deep = 1_000_000
	nested := func(before, open, middle, close, after string) []byte {
		return slices.Concat([]byte(before), bytes.Repeat([]byte(open), deep), []byte(middle),
			bytes.Repeat([]byte(close), deep), []byte(after))
	}
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">`
	tests := []struct {
		name, format string
		text         []byte
	}{
		{"elements", "rdfxml", nested(rdf, "<x:C><x:p>", "", "</x:p></x:C>", "</rdf:RDF>")},
		{"elements, not closed", "rdfxml", nested(rdf, "<x:C><x:p>", "", "", "")},
		{"parseType Resource", "rdfxml", nested(rdf+"<x:C>", `<x:p rdf:parseType="Resource">`, "", "</x:p>", "</x:C></rdf:RDF>")},
		{"parseType Literal", "rdfxml", nested(rdf+`<x:C><x:p rdf:parseType="Literal">`, `<b>`, "", "</b>", "</x:p></x:C></rdf:RDF>")},
		{"blank nodes", "turtle", nested("<a> <b> ", "[ <b> ", "<c>", "]", ".")},
		{"blank nodes, not closed", "turtle", nested("<a> <b> ", "[ <b> ", "", "", "")},
		{"collections", "turtle", nested("<a> <b> ", "(", "", ")", ".")},
		{"class expressions", "functional", nested("Ontology(SubClassOf(<a> ", "ObjectSomeValuesFrom(<p> ", "<b>", ")", "))")},
		{"class expressions, not closed", "functional", nested("Ontology(SubClassOf(<a> ", "ObjectSomeValuesFrom(<p> ", "", "", "")},
		{"data ranges", "functional", nested("Ontology(DataPropertyRange(<a> ", "DataComplementOf(", "<b>", ")", "))")},
		{"annotations", "functional", nested("Ontology(Declaration(", "Annotation(", `<p> "x"`, ")", "Class(<a>)))")},
		{"arrays", "jsonld", nested(`{"http://x.org/p":`, "[", "1", "]", "}")},
		{"objects", "jsonld", nested("", `{"http://x.org/p":`, "1", "}", "")},
		{"objects, not closed", "jsonld", nested("", `{"http://x.org/p":`, "1", "", "")},
	}
	have := make(map[string]bool)
	for _, s := range samples(t) {
		have[s.format.Name] = true
	}
	for _, test := range tests {
		if !have[test.format] {
			continue
		}
		t.Run(test.format+" "+test.name, func(t *testing.T) {
			_, _, err := Read(t.Context(), bytes.NewReader(test.text),
				ReadOptions{Format: test.format})
			var place *ParseError
			if !errors.Is(err, ErrTooLarge) || !errors.As(err, &place) || place.Line < 1 {
				t.Errorf("error %v, want ErrTooLarge with a place", err)
			}
		})
	}
}

// TestDeepGraph nests through names instead of brackets, which no decoder sees: a long chain of
// class expressions and a long list.
func TestDeepGraph(t *testing.T) {
	const deep = 200_000 // the default limit of depth is half of it
	var chain bytes.Buffer
	chain.WriteString("@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n")
	chain.WriteString("<p> a owl:ObjectProperty . <A> a owl:Class ; rdfs:subClassOf _:x0 .\n")
	for i := range deep {
		fmt.Fprintf(&chain,
			"_:x%d a owl:Restriction ; owl:onProperty <p> ; owl:someValuesFrom _:x%d .\n", i, i+1)
	}
	fmt.Fprintf(&chain, "_:x%d a owl:Class .\n", deep)
	var list bytes.Buffer
	list.WriteString("@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	list.WriteString("<A> a owl:Class ; owl:unionOf (")
	for i := range deep {
		fmt.Fprintf(&list, "<C%d>\n", i)
	}
	list.WriteString(") .\n")
	for name, doc := range map[string][]byte{"chain": chain.Bytes(), "list": list.Bytes()} {
		o, report, err := Read(t.Context(), bytes.NewReader(doc), ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "chain" && len(report.Notes) == 0 {
			t.Errorf("%s: %d axioms and nothing in the report", name, len(o.Axioms))
		}
	}
}

// synthetic returns a document of about size bytes in the format.
func synthetic(t testing.TB, format Format, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	switch format.Name {
	case "obo":
		b.WriteString("format-version: 1.4\nontology: x\n")
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, "\n[Term]\nid: X:%07d\nname: class %d\nis_a: X:%07d\n", i+1, i, i/2)
		}
		return b.Bytes()
	}
	name := func(i int) owl.Class { return owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://x.org/C%07d", i))} }
	property := owl.ObjectProperty{IRI: owl.NewIRI("http://x.org/p")}
	o := &owl.Ontology{IRI: owl.NewIRI("http://x.org/o"), Axioms: []owl.Axiom{&owl.Declaration{Entity: property}}}
	for i := range size / 300 {
		o.Axioms = append(o.Axioms, &owl.Declaration{Entity: name(i)},
			&owl.SubClassOf{Sub: name(i), Super: name(i / 2)},
			&owl.SubClassOf{Sub: name(i),
				Super: &owl.ObjectSomeValuesFrom{Property: property, Filler: name(i / 3)}})
	}
	if err := Write(&b, o, format.Name); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cancellingReader cancels when a number of bytes has been read.
type cancellingReader struct {
	r      io.Reader
	left   int
	cancel func()
}

func (c *cancellingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= n; c.left < 0 {
		c.cancel()
	}
	return n, err
}

// pollContext is cancelled at a given look at it, and measures the longest time between two.
type pollContext struct {
	context.Context
	polls, end int
	last       time.Time
	longest    time.Duration
}

func (p *pollContext) Err() error {
	now := time.Now()
	if !p.last.IsZero() {
		p.longest = max(p.longest, now.Sub(p.last))
	}
	p.last = now
	if p.polls++; p.polls > p.end {
		return context.Canceled
	}
	return nil
}

// TestCancel cancels reads of a large document at many checks of the context, also those of the
// mapping, and after numbers of bytes. The result is the error of the context, and no more is read.
// The time, 50 ms by the specification, is logged; only a reader that ignores the context fails.
func TestCancel(t *testing.T) {
	const forgotten = 5 * time.Second
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range samples(t) {
		size := 3 << 20
		if s.format.Name == "jsonld" {
			size = 1 << 18
		}
		if testing.Short() {
			size /= 4
		}
		text := synthetic(t, s.format, size)
		before := runtime.NumGoroutine()
		whole := &pollContext{Context: t.Context(), end: 1 << 30}
		if _, _, err := Read(whole, bytes.NewReader(text),
			ReadOptions{Format: s.format.Name}); err != nil {
			t.Errorf("%s: %v", s.format.Name, err)
			continue
		}
		t.Logf("%s: %d bytes, %d looks at the context, %v between two at most", s.format.Name,
			len(text), whole.polls, whole.longest.Round(time.Millisecond))
		if whole.longest > forgotten {
			t.Errorf("%s: the context was not looked at for %v", s.format.Name, whole.longest)
		}
		if whole.polls < 4 {
			t.Errorf("%s: %d looks at the context", s.format.Name, whole.polls)
		}
		for _, end := range []int{0, 1, 2, whole.polls / 2, whole.polls - 2, rng.IntN(whole.polls),
			rng.IntN(whole.polls)} {
			ctx := &pollContext{Context: t.Context(), end: end}
			if _, _, err := Read(ctx, bytes.NewReader(text),
				ReadOptions{Format: s.format.Name}); err != context.Canceled {
				t.Errorf("%s, cancelled at look %d of %d: error %v, want context.Canceled",
					s.format.Name, end, whole.polls, err)
			}
		}
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			r := &cancellingReader{r: bytes.NewReader(text), left: rng.IntN(len(text)),
				cancel: cancel}
			_, _, err := Read(ctx, r, ReadOptions{Format: s.format.Name})
			cancel()
			if err != context.Canceled {
				t.Errorf("%s, cancelled by the stream: error %v, want context.Canceled",
					s.format.Name, err)
			}
			if r.left < -2*doc.WindowSize {
				t.Errorf("%s: %d bytes read behind the cancellation", s.format.Name, -r.left)
			}
		}
		if after := goroutinesSettle(before); after > before {
			t.Errorf("%s: %d goroutines after, %d before", s.format.Name, after, before)
		}
	}
}

// TestCancelled: a context that has ended already.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range samples(t) {
		if _, _, err := Read(ctx, bytes.NewReader(s.text), ReadOptions{}); err != context.Canceled {
			t.Errorf("Read(%s): %v", s.file, err)
		}
		if _, _, err := ReadFile(ctx, s.file, ReadOptions{}); err != context.Canceled {
			t.Errorf("ReadFile(%s): %v", s.file, err)
		}
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		path     string
		sentinel error
		says     string
	}{
		{filepath.Join(dir, "none.ttl"), fs.ErrNotExist, "none.ttl: no such file or directory"},
		{dir, ErrNotOntology, "directory"},
	}
	secret := filepath.Join(dir, "secret.ttl")
	if err := os.WriteFile(secret, []byte("x"), 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(secret); err != nil {
		tests = append(tests, struct {
			path     string
			sentinel error
			says     string
		}{secret, fs.ErrPermission, "permission denied"})
	} else {
		f.Close() // root may read everything
	}
	for _, test := range tests {
		_, _, err := ReadFile(t.Context(), test.path, ReadOptions{})
		var at *ParseError
		if !errors.Is(err, test.sentinel) || !errors.As(err, &at) || at.File != test.path ||
			!strings.Contains(err.Error(), test.says) {
			t.Errorf("ReadFile(%s): %v, want an error that says %q", test.path, err, test.says)
		}
	}
}

// TestNoSurprisesAfterAnError reads on behind an error: nothing loops, everything ends.
func TestNoSurprisesAfterAnError(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range samples(t) {
		for range 300 {
			text := mutate(rng, s.text)
			done := make(chan struct{})
			go func() {
				defer close(done)
				o, _, err := Read(t.Context(), bytes.NewReader(text),
					ReadOptions{Format: s.format.Name, File: "x"})
				if err == nil && o == nil {
					t.Errorf("%s: neither ontology nor error for %q", s.file, text)
				}
				var at *ParseError
				if err != nil && !errors.As(err, &at) {
					t.Errorf("%s: error %v names no document, for %q", s.file, err, text)
				}
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s: still reading %q", s.file, text)
			}
		}
	}
}

// mutate changes a few places of a document: bytes, cuts, repetitions, swaps.
func mutate(rng *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + rng.IntN(4) {
		if len(text) < 2 {
			break
		}
		i := rng.IntN(len(text))
		j := i + rng.IntN(min(len(text)-i, 40))
		switch rng.IntN(5) {
		case 0:
			text[i] = byte(rng.IntN(256))
		case 1:
			text = slices.Delete(text, i, j)
		case 2:
			text = slices.Insert(text, i, bytes.Clone(text[i:j])...)
		case 3:
			const marks = "<>\"'()[]{}.,;:#@^&\\/_= \n\x00"
			text[i] = marks[rng.IntN(len(marks))]
		case 4:
			k := rng.IntN(len(text))
			text[i], text[k] = text[k], text[i]
		}
	}
	return text
}

// TestLongNamespaces: many short names in a namespace of a megabyte are refused before they take
// the memory that they have in full, with their place. A namespace of usual length is no fault.
func TestLongNamespaces(t *testing.T) {
	const names = 1000
	open := `<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/" `
	tests := []struct{ name, format, before, after, each, end string }{
		{"prefix", "turtle", "@prefix p: <", "> .", "\np:x%d a p:T .", ""},
		{"base", "turtle", "@base <", "> .", "\n<x%d> a <T> .", ""},
		{"prefix", "functional", "Prefix(p:=<", ">)Ontology(<http://e/>",
			"\nDeclaration(Class(p:x%d))", ")"},
		{"prefix", "manchester", "Prefix: p: <", ">\nOntology: <http://e/>", "\nClass: p:x%d", ""},
		{"prefix", "owlxml", open + `><Prefix name="p" IRI="`, `"/>`,
			"\n" + `<Declaration><Class abbreviatedIRI="p:x%d"/></Declaration>`, "</Ontology>"},
		{"base", "owlxml", open + `xml:base="`, `">`,
			"\n" + `<Declaration><Class IRI="#x%d"/></Declaration>`, "</Ontology>"},
		{"prefix", "obo", "ontology: o\nidspace: P ", "\n", "\n[Term]\nid: P:%d\n", ""},
		{"ontology", "obo", "ontology: ", "\n", "\n[Term]\nid: x%d\n", ""},
	}
	for _, test := range tests {
		read := func(length int) error {
			text := test.before + "http://" + strings.Repeat("x", length) + "/" + test.after +
				numbered(test.each, names) + test.end
			_, _, err := Read(t.Context(), strings.NewReader(text),
				ReadOptions{File: "x", Format: test.format})
			return err
		}
		if err := read(80); err != nil {
			t.Errorf("%s, short %s: %v", test.format, test.name, err)
		}
		var placed *ParseError
		err := read(1 << 20)
		if !errors.Is(err, ErrTooLarge) || !errors.As(err, &placed) || placed.Line < 30 {
			t.Errorf("%s, long %s: %v, want an error in a later line", test.format, test.name, err)
		}
	}
}
