package suggest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// Own tells the classes that are the user's to edit from those that belong to somebody else and are merely used: those of which the
// axioms of the document itself, imports not counted, say something (a logical axiom with the class as its subject, or a label), and
// whose IRIs lie in the document's own namespace. The result is by the numbers of the terminology.
//
// The namespace is the one that the ontology's IRI names (…/obo/cl.owl: …/obo/CL_), where some class of which the document says something
// lies in it; else the one in which most of these lie, of several the first in the order of bytes.
func Own(t *Terminology, ontology owl.IRI, document []owl.Axiom) []bool {
	spoken := make([]bool, len(t.Classes))
	mark := func(iri owl.IRI) {
		if c, ok := t.Class(iri); ok && !t.Deprecated[c] {
			spoken[c] = true
		}
	}
	for _, a := range document {
		switch a := a.(type) {
		case *owl.SubClassOf:
			markNamed(mark, a.Sub)
		case *owl.EquivalentClasses:
			markNamed(mark, a.Classes...)
		case *owl.DisjointUnion:
			mark(a.Class.IRI)
		case *owl.AnnotationAssertion:
			if subject, ok := a.Subject.(owl.IRI); ok && a.Property == owl.RDFSLabel {
				mark(subject)
			}
		}
	}
	namespace := ownNamespace(t, ontology, spoken)
	for c := range spoken {
		spoken[c] = spoken[c] && inNamespace(t.Classes[c], namespace)
	}
	return spoken
}

func markNamed(mark func(owl.IRI), list ...owl.ClassExpression) {
	for _, c := range list {
		if named, ok := c.(owl.Class); ok {
			mark(named.IRI)
		}
	}
}

func ownNamespace(t *Terminology, ontology owl.IRI, spoken []bool) string {
	classes := make(map[string]int)
	for c, is := range spoken {
		if is {
			classes[Namespace(t.Classes[c])]++
		}
	}
	named := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(ontology.String(), "#/"), ".owl"), ".obo"))
	best := ""
	for _, namespace := range slices.Sorted(maps.Keys(classes)) {
		if strings.ToLower(strings.TrimRight(namespace, "#/_")) == named {
			return namespace
		}
		if best == "" || cmp.Compare(classes[namespace], classes[best]) > 0 {
			best = namespace
		}
	}
	return best
}

// Namespace is the part of an IRI that those of one vocabulary share: of an OBO IRI (…/obo/CL_0000540) all up to the underscore before the
// number, else all up to the last '#', '/' or ':'.
func Namespace(iri owl.IRI) string { return nameSpace(iri.String()) }

// inNamespace reports whether an IRI begins so; a prefix of OBO ids, such as CL, stands for the namespace of these.
func inNamespace(iri owl.IRI, namespace string) bool {
	if !strings.ContainsAny(namespace, "#/:") {
		namespace = "http://purl.obolibrary.org/obo/" + namespace + "_"
	}
	return strings.HasPrefix(iri.String(), namespace)
}
