package explain

import (
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

func readOWL(t *testing.T, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text),
		rdfio.ReadOptions{Format: "ofn", NoImports: true})
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

// explainerOf returns an Explainer of an ontology.
func explainerOf(t testing.TB, o *owl.Ontology, opts Options) *Explainer {
	t.Helper()
	r, err := reasoner.New(t.Context(), o, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return Of(r, opts)
}
