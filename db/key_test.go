package db

import (
	"testing"

	"box2el-owl/owl"
)

// TestOntologyKey checks that documents without a name of their own have different keys.
func TestOntologyKey(t *testing.T) {
	document := owl.NewIRI("file:///data/x.obo")
	for _, c := range []struct {
		iri, document owl.IRI
		want          string
	}{
		{owl.NewIRI("http://example.org/x"), document, "http://example.org/x"},
		{owl.IRI{}, document, "file:///data/x.obo"},
		{owl.TemporaryIRI, document, "file:///data/x.obo"},
		{owl.TemporaryIRI, owl.IRI{}, ""},
		{owl.IRI{}, owl.IRI{}, ""},
	} {
		if got := OntologyKey(&owl.Ontology{IRI: c.iri}, c.document); got != c.want {
			t.Errorf("OntologyKey(%v, %v) = %q, want %q", c.iri, c.document, got, c.want)
		}
	}
}
