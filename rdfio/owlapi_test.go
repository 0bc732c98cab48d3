package rdfio

import (
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestWritersForOWLAPI writes outside ontologies in several syntaxes, and lets the OWL API read
// them: all axioms with their annotations, and the annotations of the ontology, are those of
// functional syntax. In RDF the axioms are compared without what the OWL API confuses. OBO has a
// test of its own.
func TestWritersForOWLAPI(t *testing.T) {
	api := outside.NewOWLAPI(t)
	syntaxes := []string{"owlxml", "manchester", "rdfxml", "turtle"}
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
			if syntax == "rdfxml" || syntax == "turtle" {
				declared := strings.Join(got, "\n")
				for _, e := range undoubtedProperties(want) {
					d := owl.Functional(&owl.Declaration{Entity: e})
					if !strings.Contains(declared, d) {
						t.Errorf("%s as %s: no %s", name, syntax, d)
					}
				}
				confused := confusedInRDF(append(slices.Clone(want), got...))
				want, got = comparableInRDF(want, confused), comparableInRDF(got, confused)
			} else {
				want, got = comparable(want, syntax), comparable(got, syntax)
			}
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

// propertyKinds returns the kinds of the properties and datatypes of axioms, and the imports.
func propertyKinds(lines []string) (map[owl.IRI]map[owl.EntityKind]bool, []owl.IRI) {
	parser := owl.NewFunctionalParser(nil)
	kinds := make(map[owl.IRI]map[owl.EntityKind]bool)
	var imports []owl.IRI
	for _, line := range lines {
		if iri, ok := strings.CutPrefix(line, "Import(<"); ok {
			imports = append(imports, owl.NewIRI(strings.TrimSuffix(iri, ">)")))
			continue
		}
		a, _, err := parser.Axiom([]byte(line))
		if err != nil {
			continue
		}
		owl.EachName(a, func(kind owl.EntityKind, iri owl.IRI) {
			if kind == owl.NamedIndividualKind || kind == owl.ClassKind {
				return
			}
			if kinds[iri] == nil {
				kinds[iri] = make(map[owl.EntityKind]bool)
			}
			kinds[iri][kind] = true
		})
	}
	return kinds, imports
}

// undoubtedProperties returns the object and data properties that are of one kind only.
func undoubtedProperties(lines []string) []owl.Entity {
	kinds, _ := propertyKinds(lines)
	var list []owl.Entity
	for iri, of := range kinds {
		for _, kind := range []owl.EntityKind{owl.ObjectPropertyKind, owl.DataPropertyKind} {
			if len(of) == 1 && of[kind] && !iri.IsReserved() {
				list = append(list, owl.NewEntity(kind, iri))
			}
		}
	}
	return list
}

// confusedInRDF returns the IRIs whose axioms the OWL API reads otherwise in RDF: properties that
// have several kinds there, words of RDF that are not OWL's, and imported ontologies.
func confusedInRDF(lines []string) map[owl.IRI]bool {
	kinds, imports := propertyKinds(lines)
	confused := make(map[owl.IRI]bool)
	for _, iri := range imports {
		confused[iri] = true
	}
	for iri, of := range kinds {
		_, builtIn := iri.BuiltInKind()
		confused[iri] = len(of) > 1 || iri.IsReserved() && !builtIn
	}
	return confused
}

// comparableInRDF returns the axioms of lines without declarations, axioms on confused IRIs and
// names that the OWL API invents, sorted, each once. They have no annotations, because the OWL API
// merges those of an axiom that is there twice.
func comparableInRDF(lines []string, confused map[owl.IRI]bool) []string {
	parser := owl.NewFunctionalParser(nil)
	var list []string
	for _, line := range lines {
		a, _, err := parser.Axiom([]byte(line))
		if err != nil || a.Kind() == owl.DeclarationKind || strings.Contains(line, "_:") ||
			strings.Contains(line, "<http://org.semanticweb.owlapi/error#") {
			continue
		}
		if assertion, ok := a.(*owl.AnnotationAssertion); ok {
			if iri, ok := assertion.Subject.(owl.IRI); ok && confused[iri] {
				continue
			}
		}
		skip := false
		owl.EachName(a, func(_ owl.EntityKind, iri owl.IRI) { skip = skip || confused[iri] })
		if !skip {
			list = append(list, string(owl.AppendCanonicalBare(nil, a)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
