package rdfio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
)

// TestLenient reads documents with a fault or a few. The golden files hold the axioms, the
// findings, and the error that the fault is for strict reading; where the OWL API reads a document
// or what is left of it, the axioms are its axioms, but for those that docs/formats.md explains.
func TestLenient(t *testing.T) {
	used := map[string]bool{}
	for _, path := range lenientFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			opts := ReadOptions{File: filepath.Base(path), Base: "http://example.org/document"}
			o, report, err := Read(t.Context(), bytes.NewReader(source), opts)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := functional.Write(&b, o); err != nil {
				t.Fatal(err)
			}
			faults := false
			for _, n := range report.Notes {
				faults = faults || n.Kind.IsError()
				for _, e := range n.Examples {
					fmt.Fprintf(&b, "# %d:%d: %s: %s\n", e.Line, e.Col, n.Kind, e.Message)
				}
			}
			opts.Strict = true
			strict, _, err := Read(t.Context(), bytes.NewReader(source), opts)
			switch {
			case err != nil:
				fmt.Fprintf(&b, "# strict: %v\n", err)
			case canonical(strict) != canonical(o):
				t.Error("strict reading gives other axioms")
			}
			if faults != (err != nil) {
				t.Errorf("faults %v, but the error of strict reading is %v", faults, err)
			}
			used[path+".written"] = true
			golden.Check(t, path+".written", []byte(b.String()))
		})
	}
	golden.Orphans(t, "testdata/lenient/*.written", used)
}

// lenientFiles returns the documents of testdata/lenient.
func lenientFiles(t testing.TB) []string {
	var files []string
	for _, path := range glob(t, "testdata/lenient/*") {
		if !strings.HasSuffix(path, ".written") {
			files = append(files, path)
		}
	}
	return files
}

// ownReading are the documents of the outside data that are read otherwise than by the OWL API, on
// purpose.
var ownReading = map[string]string{
	"made-header-tags.obo": "the OWL API does not apply idspace",
	"made-ids-odd.obo":     "the OWL API puts %3F for letters beyond ASCII",
	"hermit-reasoner__src_test_resources_org_semanticweb_HermiT_reasoner_res_wine.xml": "the OWL API " +
		"leaves out axioms that say that a name is equal to itself",
}

// TestLenientOutside reads documents of others that the OWL API reads, and that were refused or
// read otherwise before: the logical axioms of the OWL API are there, and each faulty line is
// noted.
func TestLenientOutside(t *testing.T) {
	for _, path := range outside.Glob(t, "reads", "*.json") {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			var want struct {
				Base, Cause, Expect, Golden string
				Warnings                    struct {
					Count int
					Lines []int
				}
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			document := strings.TrimSuffix(path, ".json")
			opts := ReadOptions{Base: want.Base, NoImports: true}
			o, report, err := ReadFile(t.Context(), document+".gz", opts)
			switch {
			case errors.Is(err, ErrUnsupportedSyntax):
				t.Skip(err)
			case err != nil && want.Expect == "either":
				return
			case err != nil:
				t.Fatal(err)
			}
			count, noted := 0, map[int]bool{}
			for _, n := range report.Notes {
				count += n.Count
				for _, e := range n.Examples {
					noted[e.Line] = true
				}
			}
			for _, line := range want.Warnings.Lines[:min(len(want.Warnings.Lines),
				doc.MaxExamples)] {
				if !noted[line] {
					t.Errorf("nothing is noted for line %d", line)
				}
			}
			if count < want.Warnings.Count {
				t.Errorf("%d findings, want %d or more", count, want.Warnings.Count)
			}
			if (want.Cause == "owlxml" || want.Cause == "manchester") && want.Golden == "equal" {
				compareWithAnnotations(t, document, want.Cause, o, report)
			}
			if want.Golden == "none" {
				return
			}
			if reason := ownReading[name]; reason != "" {
				t.Skip(reason)
			}
			golden := goldenAxioms(t, document+".axioms.gz")
			got := logicalAxioms(t, o)
			for a := range golden {
				if !got[a] {
					t.Errorf("missing: %s", a)
				}
			}
			for a := range got {
				if want.Golden == "equal" && !golden[a] {
					t.Errorf("too many: %s", a)
				}
			}
		})
	}
}

// goldenAxioms reads a file with an axiom in functional syntax in each line.
func goldenAxioms(t *testing.T, path string) map[string]bool {
	t.Helper()
	var b strings.Builder
	b.WriteString("Ontology(\n")
	for line := range strings.Lines(string(unpack(t, path))) {
		if !strings.HasPrefix(line, "Ontology(") && !strings.HasPrefix(line, "Import(") {
			b.WriteString(line)
		}
	}
	b.WriteString(")")
	o, _, err := Read(t.Context(), strings.NewReader(b.String()), ReadOptions{Format: "functional"})
	if err != nil {
		t.Fatal(err)
	}
	return logicalAxioms(t, o)
}

var blankLabel = regexp.MustCompile(`_:\w+`)

// logicalAxioms returns the logical axioms in canonical form, without annotations and the labels of
// blank nodes.
func logicalAxioms(t *testing.T, o *owl.Ontology) map[string]bool {
	set := map[string]bool{}
	for _, a := range o.Axioms {
		if a.Kind().IsLogical() {
			text := string(owl.AppendCanonical(nil, withoutAnnotations(t, a)))
			set[blankLabel.ReplaceAllString(text, "_:")] = true
		}
	}
	return set
}

// compareWithAnnotations holds a document in OWL/XML or Manchester syntax to its golden axioms with
// their annotations.
func compareWithAnnotations(t *testing.T, document, syntax string, o *owl.Ontology,
	report *Report) {
	t.Helper()
	if report.Syntax != syntax {
		t.Errorf("read as %s", report.Syntax)
	}
	for _, n := range report.Notes {
		if n.Kind == doc.NoteRefusedAxiom {
			t.Errorf("refused %v", n.Examples)
		}
	}
	want, got := annotatedGolden(t, document+".axioms.gz"), comparableAxioms(o)
	if missing := without(want, got); len(missing) > 0 {
		t.Errorf("%d missing, first %s", len(missing), missing[0])
	}
	if extra := without(got, want); len(extra) > 0 {
		t.Errorf("%d too many, first %s", len(extra), extra[0])
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

// TestLanguageTagWithUnderscore reads tags that functional syntax cannot write.
func TestLanguageTagWithUnderscore(t *testing.T) {
	const label = "http://www.w3.org/2000/01/rdf-schema#label"
	for format, document := range map[string]string{
		"turtle":     "<http://e/A> <" + label + "> 'colour'@en_GB, 'x'@fr .",
		"ntriples":   "<http://e/A> <" + label + "> \"colour\"@en_GB .\n",
		"functional": "Ontology(AnnotationAssertion(<" + label + "> <http://e/A> \"colour\"@en_GB))",
	} {
		o, report, err := Read(t.Context(), strings.NewReader(document),
			ReadOptions{Format: format})
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		literal := o.Axioms[0].(*owl.AnnotationAssertion).Value.(*owl.Literal)
		if literal.Lang != "en_GB" || literal.Lexical != "colour" || len(report.Notes) == 0 {
			t.Errorf("%s: %v, notes %v", format, literal, report.Notes)
		}
		if _, _, err := Read(t.Context(), strings.NewReader(document),
			ReadOptions{Format: format, Strict: true}); err == nil {
			t.Errorf("%s: strict reading takes the tag", format)
		}
	}
}
