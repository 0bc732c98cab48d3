package el_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// owlAPINames holds the OWL API's names of violations of the profile's grammar. The OWL API does
// not distinguish data ranges from datatypes.
var owlAPINames = map[el.ProfileReason]string{
	el.AxiomOutsideEL:               "UseOfIllegalAxiom",
	el.ClassExpressionOutsideEL:     "UseOfIllegalClassExpression",
	el.DataRangeOutsideEL:           "UseOfIllegalDataRange",
	el.DatatypeOutsideEL:            "UseOfIllegalDataRange",
	el.SeveralIndividuals:           "UseOfObjectOneOfWithMultipleIndividuals",
	el.SeveralLiterals:              "UseOfDataOneOfWithMultipleLiterals",
	el.InverseOutsideEL:             "UseOfObjectPropertyInverse",
	el.AnonymousIndividualOutsideEL: "UseOfAnonymousIndividual",
}

// profileDifferences lists the kinds of violations, by file, that only one side finds.
var profileDifferences = map[string]string{
	"fibo-people.rdf UseOfIllegalDataRange":                    "the datatype of another ontology: undefined (Structural Specification, 11.2), but not one that the profile forbids",
	"owlapi-reserved-annotations.ttl UseOfAnonymousIndividual": "an owl:Axiom about a triple that the file does not have: kept as an annotation of its node, which the OWL API drops",
}

// TestCorpusProfiles compares the kinds of constructs outside EL in each file of the corpus with
// those that the OWL API finds.
func TestCorpusProfiles(t *testing.T) {
	for _, path := range outside.Glob(t, "corpus", "*.json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var golden struct {
			Name, Base string
			OWLAPI     struct {
				Violations map[string]int `json:"el_profile_violations"`
			}
		}
		if err := json.Unmarshal(text, &golden); err != nil {
			t.Fatal(err)
		}
		if golden.OWLAPI.Violations == nil {
			continue // the OWL API does not read the file
		}
		o, report, err := rdfio.ReadFile(context.Background(),
			strings.TrimSuffix(path, ".json")+".gz",
			rdfio.ReadOptions{NoImports: true, Base: golden.Base})
		if err != nil {
			t.Error(err)
			continue
		}
		ours := make(map[string]bool)
		for _, g := range checkProfile(t, o, report).ByReason() {
			if name, ok := owlAPINames[g.Reason]; ok {
				ours[name] = true
			}
		}
		for _, name := range owlAPINames {
			theirs := golden.OWLAPI.Violations[name] > 0
			_, named := profileDifferences[golden.Name+" "+name]
			if (theirs != ours[name]) != named {
				t.Errorf("%s: %s: OWL API %v, we %v, difference named: %v", golden.Name, name,
					theirs, ours[name], named)
			}
		}
	}
}
