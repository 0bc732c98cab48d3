package rdfio

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/rdf"
)

func oioProperty(name string) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: owl.NewIRI(rdf.OIONamespace + name)}
}

// throughOBO removes what OBO adds from got, and declarations of built-in entities from want. See
// obo.Write.
func throughOBO(want, got *owl.Ontology) (*owl.Ontology, *owl.Ontology) {
	have := map[owl.Hash]bool{}
	mentioned := map[owl.IRI]bool{}
	for _, a := range want.Axioms {
		have[owl.HashAxiom(a)] = true
		if a, ok := a.(*owl.AnnotationAssertion); ok {
			if iri, ok := a.Subject.(owl.IRI); ok {
				mentioned[iri] = true
			}
		}
	}
	for _, e := range want.Signature() {
		mentioned[e.EntityIRI()] = true
	}
	builtIn := func(a owl.Axiom) bool {
		d, ok := a.(*owl.Declaration)
		return ok && d.Entity.EntityIRI().IsReserved() && len(d.Annotations) == 0
	}
	added := func(a owl.Axiom) bool {
		if have[owl.HashAxiom(a)] {
			return builtIn(a)
		}
		switch a := a.(type) {
		case *owl.Declaration:
			return true
		case *owl.AnnotationAssertion:
			iri, _ := a.Subject.(owl.IRI)
			return a.Property == oioProperty("id") ||
				a.Property == oioProperty("is_metadata_tag") || !mentioned[iri]
		}
		return false
	}
	kept, read := *want, *got
	kept.Axioms = slices.DeleteFunc(slices.Clone(want.Axioms), builtIn)
	read.Axioms = slices.DeleteFunc(slices.Clone(got.Axioms), added)
	if kept.IRI.IsZero() && read.IRI == owl.TemporaryIRI {
		read.IRI = kept.IRI
	}
	version := oioProperty("hasOBOFormatVersion")
	isVersion := func(a owl.Annotation) bool { return a.Property == version }
	if !slices.ContainsFunc(kept.Annotations, isVersion) {
		read.Annotations = slices.DeleteFunc(slices.Clone(got.Annotations), isVersion)
	}
	return &kept, &read
}

// TestOBOWriter writes what a document with every clause of OBO says.
func TestOBOWriter(t *testing.T) {
	source, err := os.ReadFile("testdata/obo/all.obo")
	if err != nil {
		t.Fatal(err)
	}
	o, _, err := Read(t.Context(), bytes.NewReader(source), ReadOptions{File: "all.obo"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Write(&text, o, "obo"); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/obo/all.rewritten", text.Bytes())
	again, _, err := Read(t.Context(), &text, ReadOptions{File: "rewritten", Format: "obo"})
	if err != nil {
		t.Fatal(err)
	}
	want, got := throughOBO(o, again)
	if diff := ontologyDiff(want, got, false); diff != "" {
		t.Error(diff)
	}
}

// TestOBONamespaceOfWords writes a namespace of several words as property_value, because the OWL
// API refuses the whole document otherwise.
func TestOBONamespaceOfWords(t *testing.T) {
	o, _, err := Read(t.Context(), strings.NewReader(`Ontology(Declaration(Class(<http://x.org/A>))
AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasOBONamespace>
	<http://x.org/A> "several words"))`), ReadOptions{Format: "functional"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Write(&text, o, "obo"); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); strings.Contains(got, "\nnamespace:") ||
		!strings.Contains(got, `"several words"`) {
		t.Error(got)
	}
}
