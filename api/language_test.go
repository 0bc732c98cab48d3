package api

import (
	"strings"
	"testing"
)

// TestDiffLanguage compares in the language of the request.
func TestDiffLanguage(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	label := func(text string) string {
		return `AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <http://x/Bone> ` +
			text + `)`
	}
	c.operate(200, map[string]any{"operation": "edit",
		"add": []string{label(`"bone"@en`), label(`"Knochen"@de`)}})
	c.decide("accept", sub("Bone", "Organ"))
	for language, want := range map[string]string{"": "bone SubClassOf", "de": "Knochen SubClassOf",
		"fr, de;q=0.5": "Knochen SubClassOf"} {
		got := c.do(with(c.request("POST", c.at+"/diff", nil), "Accept-Language", language))
		if got.status != 200 || !strings.Contains(string(got.body), want) {
			t.Errorf("%q: %d %s, want %q", language, got.status, got.body, want)
		}
	}
}
