package rdfio

import (
	"slices"

	"box2el-owl/owl"
)

// throughOBO removes what OBO adds from got, and declarations of built-in entities from want. See
// writeOBO.
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
		return ok && isReserved(d.Entity.EntityIRI()) && len(d.Annotations) == 0
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
			return a.Property == oboID || a.Property == oioProperty("is_metadata_tag") || !mentioned[iri]
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
