package edit

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

var all = flag.Bool("all", false, "TestHistory: all releases, not one of each ontology")

// TestHistory edits old releases as their curators did: five axioms that a later release adds, and
// up to five that it removes, in each syntax. The lines that differ are those of the axioms.
// Undoing the edit gives the same bytes.
func TestHistory(t *testing.T) {
	counts := make(map[string]*[3]int)
	eachRelease(t, 8<<20, func(older string, document []byte, table string) {
		pair := strings.TrimSuffix(table, ".added.tsv")
		o, report, err := rdfio.Read(t.Context(), bytes.NewReader(document),
			rdfio.ReadOptions{Base: "http://example.org/document"})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats() {
			text := document
			if format != report.Syntax {
				var b bytes.Buffer
				if err := rdfio.Write(&b, o, format); err != nil {
					t.Logf("%s as %s: %v", older, format, err)
					continue
				}
				text = b.Bytes()
			}
			if counts[format] == nil {
				counts[format] = new([3]int)
			}
			c := counts[format]
			current := parsed(t, text, format)
			add := axiomsOfRows(rows(t, table), current, false)
			remove := axiomsOfRows(rows(t, pair+".removed.tsv"), current, true)
			if len(add)+len(remove) == 0 {
				continue
			}
			c[0]++
			opts := rdfio.ReadOptions{Format: format, Base: "http://example.org/document"}
			edited, err := Apply(t.Context(), text, opts, remove, add)
			if err != nil {
				t.Errorf("%s, %s: %v", older, format, err)
				continue
			}
			less, more := lineDifference(text, edited)
			if format == "functional" && len(less)+len(more) != len(add)+len(remove) {
				t.Errorf("%s: %d axioms, but %q and %q", older, len(add)+len(remove), less, more)
			}
			c[1] += len(less) + len(more)
			c[2] += lines(t, format, current, add) + lines(t, format, current, remove)
			more, err = checkUndo(t, text, opts, add)
			if err != nil {
				t.Errorf("%s, %s: %v", older, format, err)
			}
			if format == "functional" && len(more) != len(add) {
				t.Errorf("%s: %d lines for %d axioms: %q", older, len(more), len(add), more)
			}
		}
	})
	for format, c := range counts {
		t.Logf("%s: %d edits, %d lines changed, %d by the size of the axioms", format, c[0], c[1],
			c[2])
	}
}

// checkUndo adds axioms and removes them again, which must give the same bytes. It returns the
// lines of the axioms.
func checkUndo(t *testing.T, text []byte, opts rdfio.ReadOptions, add []owl.Axiom) ([]string,
	error) {
	t.Helper()
	edited, err := Apply(t.Context(), text, opts, nil, add)
	if err != nil {
		return nil, err
	}
	back, err := Apply(t.Context(), edited, opts, add, nil)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(back, text) {
		less, more := lineDifference(text, back)
		return nil, fmt.Errorf("not undone: -%q +%q", less, more)
	}
	_, more := lineDifference(text, edited)
	return more, nil
}

// rows returns the cells of a table after its header.
func rows(t *testing.T, path string) (list [][]string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		list = append(list, strings.Split(strings.TrimRight(line, "\n"), "\t"))
	}
	return list[1:]
}

// axiomsOfRows returns the first five axioms of a table that the ontology has or does not have.
func axiomsOfRows(rows [][]string, o *owl.Ontology, asserted bool) (list []owl.Axiom) {
	has := make(map[string]owl.Axiom)
	for _, a := range o.Axioms {
		has[string(owl.AppendCanonicalBare(nil, a))] = a
	}
	for _, r := range rows {
		var super owl.ClassExpression = owl.Class{IRI: owl.NewIRI(r[3])}
		if r[0] == "some" {
			super = &owl.ObjectSomeValuesFrom{
				Property: owl.ObjectProperty{IRI: owl.NewIRI(r[2])}, Filler: super}
		}
		var a owl.Axiom = &owl.SubClassOf{Sub: owl.Class{IRI: owl.NewIRI(r[1])}, Super: super}
		known := has[string(owl.AppendCanonicalBare(nil, a))]
		if asserted == (known != nil) && len(list) < 5 &&
			!slices.ContainsFunc(list, func(b owl.Axiom) bool { return owl.Compare(a, b) == 0 }) {
			if asserted {
				a = known
			}
			list = append(list, a)
		}
	}
	return list
}

// lineDifference returns the lines that only one of two texts has.
func lineDifference(a, b []byte) (less, more []string) {
	count := make(map[string]int)
	for line := range bytes.Lines(b) {
		count[string(line)]++
	}
	for line := range bytes.Lines(a) {
		if count[string(line)]--; count[string(line)] < 0 {
			less = append(less, string(line))
		}
	}
	for line, n := range count {
		for range max(n, 0) {
			more = append(more, line)
		}
	}
	return less, more
}

// lines returns how many lines axioms have, by the writer of the syntax.
func lines(t *testing.T, format string, o *owl.Ontology, axioms []owl.Axiom) int {
	t.Helper()
	if format == "functional" || format == "obo" {
		return len(axioms)
	}
	n := 0
	for _, a := range axioms {
		n++
		if a, ok := a.(*owl.SubClassOf); ok {
			if _, named := a.Super.(owl.Class); !named {
				n += 5
			}
		}
		if len(a.AxiomAnnotations()) > 0 {
			n += 6
		}
	}
	return n
}
