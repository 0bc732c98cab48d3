package rdfio

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
)

// oddTexts are parts of names and literals that end or change them in one syntax or another.
var oddTexts = []string{
	"", " ", "\x00", "\x01", "\t", "\n", "\r", "\x1b", "\x7f", "\u0085", "\u00a0", "\u200e", "\u2028", "\ufeff", "\ufffd", "\ufffe", "\U000e0001",
	"\xff", "\xed\xa0\x80", ">", "<", `"`, `\`, "'", "`", "{", "}", "|", "^", "@", "#", "##", "%", "%zz", "&", "&amp;", "]]>", "(", ")", ":", "_", "-", ".",
	">) SubClassOf(<urn:x> <urn:y>", `" SubClassOf(<urn:x> <urn:y>)`, "\n# comment", "integer", "_:b",
}

// oddOntologies puts a text into each place that can hold one.
func oddOntologies(text string) map[string]*owl.Ontology {
	iri := func(s string) owl.IRI { return owl.NewIRI("http://example.org/" + s) }
	a := owl.Class{IRI: iri("A")}
	declared := func(axioms ...owl.Axiom) *owl.Ontology {
		return &owl.Ontology{IRI: iri("o"), Prefixes: &owl.Prefixes{},
			Axioms: append([]owl.Axiom{&owl.Declaration{Entity: a}}, axioms...)}
	}
	label := func(l *owl.Literal) owl.Axiom {
		return &owl.AnnotationAssertion{Property: owl.RDFSLabel, Subject: a.IRI, Value: l}
	}
	odd := iri("x" + text + "y")
	all := map[string]*owl.Ontology{
		"class":    declared(&owl.Declaration{Entity: owl.Class{IRI: odd}}),
		"relative": declared(&owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI("x" + text + "y")}}),
		"datatype": declared(label(&owl.Literal{Lexical: "x", Datatype: owl.Datatype{IRI: odd}})),
		"language": declared(label(&owl.Literal{Lexical: "x", Datatype: owl.RDFLangString, Lang: "en" + text + "us"})),
		"literal":  declared(label(owl.NewString("x" + text + "y"))),
		"end":      declared(label(owl.NewString(text))),
		"number":   declared(label(&owl.Literal{Lexical: "1" + text, Datatype: owl.XSDInteger})),
		"node": declared(&owl.ClassAssertion{Class: a, Individual: owl.AnonymousIndividual{ID: owl.NewIRI("x" + text + "y")}},
			&owl.AnnotationAssertion{Property: owl.RDFSLabel, Subject: a.IRI,
				Value: owl.AnonymousIndividual{ID: owl.NewIRI("x" + text + "y")}}),
	}
	o := declared()
	o.IRI, o.VersionIRI = odd, iri("v")
	all["ontology"] = o
	o = declared()
	o.VersionIRI = odd
	all["version"] = o
	o = declared()
	o.IRI, o.VersionIRI = owl.IRI{}, odd
	all["version without ontology"] = o
	o = declared()
	o.Imports = []owl.IRI{iri("i"), odd}
	all["import"] = o
	o = declared()
	o.Annotations = []owl.Annotation{{Property: owl.RDFSLabel, Value: owl.NewString("x" + text)},
		{Property: owl.RDFSLabel, Value: odd}}
	all["header annotation"] = o
	o = declared()
	o.Prefixes.Set("p", "http://example.org/"+text)
	o.Prefixes.Set("q", text)
	all["namespace"] = o
	o = declared()
	o.Prefixes.Set("p"+text+"q", "http://example.org/")
	all["prefix"] = o
	return all
}

// TestWritersRefuseOrKeep: what is written is read again as the same header and axioms, or the
// writer says that it cannot be written.
func TestWritersRefuseOrKeep(t *testing.T) {
	for _, text := range oddTexts {
		for place, o := range oddOntologies(text) {
			for _, f := range formats {
				t.Run(fmt.Sprintf("%q/%s/%s", text, place, f.Name),
					func(t *testing.T) { checkConversion(t, f, o) })
			}
		}
	}
}

// checkConversion reports whether o could be written, and fails if it is read again as another one.
func checkConversion(t *testing.T, f Format, o *owl.Ontology) bool {
	t.Helper()
	var text bytes.Buffer
	err := f.write(&text, o)
	if errors.Is(err, ErrNotWritable) || errors.Is(err, ErrTooLarge) {
		return false
	}
	if err != nil {
		t.Fatalf("%s: write: %v", f.Name, err)
	}
	again, report, err := Read(t.Context(), bytes.NewReader(text.Bytes()),
		ReadOptions{File: "again",
			Base: "http://x.org/base", Format: f.Name})
	if err != nil {
		t.Fatalf("%s: what was written cannot be read: %v\n%.2000s", f.Name, err, text.Bytes())
	}
	for _, note := range report.Notes {
		if note.Kind.IsError() {
			t.Fatalf("%s: what was written has faults: %v\n%.2000s", f.Name, note, text.Bytes())
		}
	}
	want, got := slices.Clone(o.Imports), slices.Clone(again.Imports)
	slices.SortFunc(want, owl.IRI.Compare)
	slices.SortFunc(got, owl.IRI.Compare)
	if !slices.Equal(slices.Compact(want), slices.Compact(got)) {
		t.Fatalf("%s: imports %q became %q\n%.2000s", f.Name, o.Imports, again.Imports,
			text.Bytes())
	}
	if f.decode != nil && undeclared(o) == undeclared(again) && hasNodes(o) {
		return true // a writer of RDF may give blank nodes other labels
	}
	if diff := diffThrough(f, o, again); diff != "" {
		t.Fatalf("%s: %.3000s\n%.2000s", f.Name, diff, text.Bytes())
	}
	return true
}

// TestManyPrefixes writes more prefixes than a JSON-LD document may declare.
func TestManyPrefixes(t *testing.T) {
	o := &owl.Ontology{IRI: owl.NewIRI("http://e/o"), Prefixes: &owl.Prefixes{}}
	for i := range 20_000 {
		namespace := fmt.Sprintf("http://e/p%d#", i)
		o.Prefixes.Set(fmt.Sprint("p", i), namespace)
		o.Axioms = append(o.Axioms,
			&owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI(namespace + "A")}})
	}
	for _, f := range formats {
		if !checkConversion(t, f, o) {
			t.Errorf("%s cannot be written", f.Name)
		}
	}
}

// TestPrefixesNamedLikeSchemes: JSON-LD would expand the scheme of a namespace by such a prefix.
func TestPrefixesNamedLikeSchemes(t *testing.T) {
	o := &owl.Ontology{IRI: owl.NewIRI("http://e/o"), Prefixes: &owl.Prefixes{}}
	for name, namespace := range map[string]string{"tag": "tag:", "u": "urn:", "urn": "urn:i:"} {
		o.Prefixes.Set(name, namespace)
	}
	o.Axioms = []owl.Axiom{&owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI("http://e/A")}}}
	for _, f := range formats {
		if !checkConversion(t, f, o) {
			t.Errorf("%s cannot be written", f.Name)
		}
	}
}

// undeclared counts what an ontology says without declarations, which RDF adds.
func undeclared(o *owl.Ontology) int {
	return len(slices.DeleteFunc(statements(o, true),
		func(s string) bool { return strings.HasPrefix(s, "Declaration(") }))
}

func hasNodes(o *owl.Ontology) bool {
	return strings.Contains(canonical(o), "_:")
}

func TestRuleWithOddName(t *testing.T) {
	const document = `@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix swrl: <http://www.w3.org/2003/11/swrl#> . @prefix : <http://e/#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . :A a owl:Class . :x a swrl:Variable .
[] a swrl:Imp ; swrl:head () ; swrl:body
 ( [ a swrl:ClassAtom ; swrl:classPredicate :A ; swrl:argument1 %s ] ) .`
	for argument, want := range map[string]int{":x": 1, `"a"@en`: 1, `"a\u0000"`: 0} {
		o, _, err := Read(t.Context(), bytes.NewReader(fmt.Appendf(nil, document, argument)),
			ReadOptions{File: "rule"})
		if err != nil {
			t.Fatal(err)
		}
		rules := 0
		for _, a := range o.Axioms {
			if a.Kind() == owl.RuleKind {
				rules++
			}
		}
		if rules != want {
			t.Errorf("argument %s: %d rules, want %d", argument, rules, want)
		}
	}
}

// FuzzConvert converts what is read from any syntax to every other one and back.
func FuzzConvert(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.text)
	}
	for _, path := range lenientFiles(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			return
		}
		o, _, err := Read(t.Context(), bytes.NewReader(data), ReadOptions{File: "fuzz", Base: "http://x.org/base"})
		if err != nil {
			return
		}
		for _, format := range formats {
			if format.write != nil {
				checkConversion(t, format, o)
			}
		}
	})
}
