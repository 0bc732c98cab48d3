package rdfio

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestWritersForOWLAPI writes outside ontologies in each syntax, and lets the OWL API read them:
// all axioms with their annotations, and the annotations of the ontology, are the same as those of
// functional syntax, but for what otherInOWLAPI lists. OBO has a test of its own.
func TestWritersForOWLAPI(t *testing.T) {
	api := outside.NewOWLAPI(t)
	syntaxes := []string{"rdfxml", "turtle", "owlxml", "manchester"}
	names := documentsForOWLAPI(t, api, []string{"corpus"},
		append([]string{"functional"}, syntaxes...))
	api.Read(t)
	for _, syntax := range syntaxes {
		same, total, unread := 0, 0, 0
		for _, name := range names {
			want, ok := api.Lines(t, name+".functional")
			if !ok {
				continue
			}
			total++
			got, ok := api.Lines(t, name+"."+syntax)
			if !ok {
				unread++
				continue
			}
			want, got = comparable(want, syntax != "owlxml"), comparable(got, syntax != "owlxml")
			less, more := without(want, got), without(got, want)
			if len(less)+len(more) == 0 {
				same++
				continue
			}
			t.Logf("%s as %s: %d less, %d more\n- %.600q\n+ %.600q", name, syntax, len(less),
				len(more), less[:min(len(less), 3)], more[:min(len(more), 3)])
		}
		t.Logf("%s: %d of %d documents the same, %d not read", syntax, same, total, unread)
	}
}

// comparable returns the lines of axioms and of the annotations of an ontology, sorted, each once.
func comparable(lines []string, throughRDF bool) []string {
	parser := owl.NewFunctionalParser(nil)
	var list []string
	for _, line := range lines {
		a, n, err := parser.Axiom([]byte(line))
		switch {
		case err != nil || n == 0 || strings.Contains(line, "_:"):
			if bytes.HasPrefix([]byte(line), []byte("Annotation(")) {
				list = append(list, line)
			}
		case a.Kind() != owl.DeclarationKind:
			list = append(list, string(owl.AppendCanonical(nil, a)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
