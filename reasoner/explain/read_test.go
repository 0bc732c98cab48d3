package explain

import (
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

func readOWL(t *testing.T, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{Format: "ofn", NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func normalize(t testing.TB, o *owl.Ontology) *el.Ontology {
	t.Helper()
	nf, _, err := el.Normalize(t.Context(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return nf
}
