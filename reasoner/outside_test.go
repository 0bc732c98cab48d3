package reasoner_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// readOWL reads an ontology in any syntax from a string.
func readOWL(t testing.TB, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(context.Background(), strings.NewReader(text),
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return o
}

func normalize(t testing.TB, o *owl.Ontology) *el.Ontology {
	t.Helper()
	nf, _, err := el.Normalize(context.Background(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return nf
}

func classify(t testing.TB, nf *el.Ontology, workers int) *reasoner.Taxonomy {
	t.Helper()
	taxonomy, err := reasoner.Classify(context.Background(), nf, reasoner.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return taxonomy
}

func tsv(t testing.TB, taxonomy *reasoner.Taxonomy) string {
	t.Helper()
	var b bytes.Buffer
	if err := reasoner.WriteTSV(&b, taxonomy); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unpack returns the content of a file, gzip or not.
