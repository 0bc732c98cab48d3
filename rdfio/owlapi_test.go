package rdfio

import (
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestWritersForOWLAPI writes outside ontologies in OWL/XML and Manchester syntax, and lets the OWL
// API read them: all axioms with their annotations, and the annotations of the ontology, are those
// of functional syntax. OBO has a test of its own, and docs/lab/open.md says what the OWL API makes
// of RDF.
func TestWritersForOWLAPI(t *testing.T) {
	api := outside.NewOWLAPI(t)
	syntaxes := []string{"owlxml", "manchester"}
	names := documentsForOWLAPI(t, api, []string{"corpus"},
		append([]string{"functional"}, syntaxes...))
	api.Read(t)
	for _, syntax := range syntaxes {
		compared := 0
		for _, name := range names {
			want, ok := api.Lines(t, name+".functional")
			if !ok {
				continue
			}
			got, ok := api.Lines(t, name+"."+syntax)
			if !ok {
				continue // not written; see the log
			}
			compared++
			want, got = comparable(want, syntax), comparable(got, syntax)
			if less, more := without(want, got), without(got, want); len(less)+len(more) > 0 {
				t.Errorf("%s as %s: %d less, %d more\n- %.600q\n+ %.600q", name, syntax, len(less),
					len(more), less[:min(len(less), 3)], more[:min(len(more), 3)])
			}
		}
		t.Logf("%s: %d documents compared", syntax, compared)
	}
}

// comparable returns the lines of axioms and of the annotations of an ontology, sorted, each once.
// The OWL API does not read general class axioms between expressions in Manchester syntax.
func comparable(lines []string, syntax string) []string {
	parser := owl.NewFunctionalParser(nil)
	var list []string
	for _, line := range lines {
		a, _, err := parser.Axiom([]byte(line))
		if err != nil || strings.Contains(line, "_:") {
			if strings.HasPrefix(line, "Annotation(") {
				list = append(list, line)
			}
			continue
		}
		if sub, ok := a.(*owl.SubClassOf); ok && syntax == "manchester" &&
			sub.Sub.ExpressionKind() != owl.NamedClassKind {
			continue
		}
		if a.Kind() != owl.DeclarationKind {
			list = append(list, string(owl.AppendCanonical(nil, a)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
