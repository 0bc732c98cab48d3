package rdfio

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// readsInfo is the part of a JSON file of the outside data "reads" that the test needs.
type readsInfo struct{ Cause, Base, Golden string }

// TestReadsOWLXMLAndManchester reads the outside documents in OWL/XML and Manchester syntax, and
// compares the axioms with golden ones. How the comparison treats declarations, blank nodes, floats
// and language tags is decided with that data; here axioms that have none of these are compared.
func TestReadsOWLXMLAndManchester(t *testing.T) {
	for _, file := range outside.Glob(t, "reads", "*.json") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var info readsInfo
		if err := json.Unmarshal(data, &info); err != nil {
			t.Fatal(err)
		}
		if info.Cause != "owlxml" && info.Cause != "manchester" || info.Golden != "equal" {
			continue
		}
		stem := strings.TrimSuffix(file, ".json")
		o, report, err := ReadFile(context.Background(), stem+".gz",
			ReadOptions{NoImports: true, Base: info.Base})
		if err != nil {
			t.Error(err)
			continue
		}
		if report.Syntax != info.Cause {
			t.Errorf("%s: read as %s", stem, report.Syntax)
		}
		for _, n := range report.Notes {
			if n.Kind == doc.NoteRefusedAxiom {
				t.Errorf("%s: refused %v", stem, n.Examples)
			}
		}
		want := annotatedGolden(t, stem+".axioms.gz")
		got := comparableAxioms(o)
		if missing := without(want, got); len(missing) > 0 {
			t.Errorf("%s: %d missing, first %s", stem, len(missing), missing[0])
		}
		if extra := without(got, want); len(extra) > 0 {
			t.Errorf("%s: %d too many, first %s", stem, len(extra), extra[0])
		}
	}
}

// annotatedGolden reads axioms, one a line.
func annotatedGolden(t *testing.T, file string) []string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := newGzipReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	parser := owl.NewFunctionalParser(nil)
	o := &owl.Ontology{}
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "Ontology(") || strings.HasPrefix(line, "Import(") ||
			strings.HasPrefix(line, "Annotation(") || strings.HasPrefix(line, "Prefix(") {
			continue
		}
		a, _, err := parser.Axiom([]byte(line))
		if err != nil {
			t.Fatalf("%s: %s: %v", file, line, err)
		}
		o.Axioms = append(o.Axioms, a)
	}
	return comparableAxioms(o)
}

// lineBreaks writes the breaks within literals as the golden axioms have them.
var lineBreaks = strings.NewReplacer("\n", `\\n`, "\r", `\\r`, "\t", `\\t`)

// comparableAxioms returns the canonical forms of axioms without declarations, rules, blank nodes
// and numbers, sorted, each once.
func comparableAxioms(o *owl.Ontology) []string {
	var list []string
	for _, a := range o.Axioms {
		text := owl.Canonical(a)
		if a.Kind() == owl.DeclarationKind || a.Kind() == owl.RuleKind ||
			strings.Contains(text, "_:") || strings.Contains(text, "XMLSchema#float>") ||
			strings.Contains(text, "XMLSchema#double>") {
			continue
		}
		list = append(list, lineBreaks.Replace(text))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
