package box2elowl_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"box2el-owl/owl"
)

// TestKindsHaveMeaning: each file that gives axioms a meaning, and has no table to loop over, names
// every kind of axiom, but for those that it treats as others or leaves out on purpose.
func TestKindsHaveMeaning(t *testing.T) {
	annotations := []string{"AnnotationAssertion", "SubAnnotationPropertyOf",
		"AnnotationPropertyDomain", "AnnotationPropertyRange"}
	for file, without := range map[string][]string{
		"rdfio/internal/owlrdf/owl2rdf.go": nil,
		"owl/el/normalize.go":              annotations,
		"owl/locality/local.go": append(annotations, "Declaration", "ReflexiveObjectProperty",
			"Rule", "ClassAssertion", "ObjectPropertyAssertion", "DataPropertyAssertion",
			"SameIndividual", "DifferentIndividuals"),
		"reasoner/goal/goal.go": append(annotations, "Declaration", "DatatypeDefinition", "Rule"),
		"reasoner/tableau/clause.go": append(annotations, "Declaration", "DatatypeDefinition",
			"Rule", "DisjointDataProperties", "HasKey", "NegativeDataPropertyAssertion",
			"ReflexiveObjectProperty"),
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, shape := range owl.AxiomShapes {
			// a case, or a row of a table
			named := regexp.MustCompile(`\*owl\.` + shape.Name + `\b|owl\.` + shape.Name + `Kind:`).
				Match(text)
			if left := slices.Contains(without, shape.Name); named == left {
				t.Errorf("%s: %s is named: %v, left out on purpose: %v", file, shape.Name, named,
					left)
			}
		}
	}
}
