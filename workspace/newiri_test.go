package workspace

import (
	"fmt"
	"strings"
	"testing"
)

// TestNewIRI wants the next number of the ontology's own ID space, and no IRI outside the OBO
// namespace.
func TestNewIRI(t *testing.T) {
	const obo = "http://purl.obolibrary.org/obo/"
	for _, test := range []struct{ ontology, classes, want string }{
		{obo + "cl.owl", "CL_0000084 CL_0000009 GO_0000001 GO_0000002 GO_0000003", obo + "CL_0000085"},
		{obo + "envo-places.owl", "ENVO_00000012 ENVO_01000007 RO_0000001", obo + "ENVO_01000008"},
		{obo + "x.owl", "A_0000001 B_0000001", ""},
		{obo + "x.owl", "X_9999999", ""},
		{"http://x/organs", "", ""},
	} {
		var axioms strings.Builder
		for _, c := range strings.Fields(test.classes) {
			fmt.Fprintf(&axioms, "Declaration(Class(<%s%s>))\n", obo, c)
		}
		w, _ := openAt(t, t.TempDir())
		o, err := w.Create(t.Context(), New{})
		if err != nil {
			t.Fatal(err)
		}
		replace(t, o, fmt.Sprintf("Ontology(<%s>\n%s)", test.ontology, axioms.String()))
		if got, ok := o.View().NewIRI(); got != test.want && ok || ok != (test.want != "") {
			t.Errorf("%s with %s: %q, want %q", test.ontology, test.classes, got, test.want)
		}
	}
}
