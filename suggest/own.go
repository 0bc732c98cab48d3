package suggest

import (
	"strings"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// Own marks, by the numbers of the terminology, the classes that the document itself defines: a
// logical axiom of the document, without imports, has the class as its subject, or labels it, and
// the IRI of the class is in one of the document's own ID spaces.
//
// The own ID space is the namespace that the ontology's IRI names (…/obo/cl.owl: …/obo/CL_), if a
// class that the document defines is in it. Else the own ID spaces are those with at least 3 % of
// the defined classes.
func Own(t *Terminology, ontology owl.IRI, document []owl.Axiom) []bool {
	defined := make([]bool, len(t.Classes))
	mark := func(iri owl.IRI) {
		if c, ok := t.Class(iri); ok && !t.Deprecated[c] {
			defined[c] = true
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
	own := ownSpaces(t, ontology, defined)
	for c := range defined {
		defined[c] = defined[c] && own(t.Classes[c])
	}
	return defined
}

func markNamed(mark func(owl.IRI), list ...owl.ClassExpression) {
	for _, c := range list {
		if named, ok := c.(owl.Class); ok {
			mark(named.IRI)
		}
	}
}

// ownShare is the least share of the defined classes in an own ID space.
const ownShare = .03

// ownSpaces returns a function that reports whether an IRI is in one of the own spaces.
func ownSpaces(t *Terminology, ontology owl.IRI, defined []bool) func(owl.IRI) bool {
	name := strings.TrimRight(ontology.String(), "#/")
	name = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".owl"), ".obo"))
	classes, all := make(map[string]int), 0
	for c, is := range defined {
		if !is {
			continue
		}
		own := namespaceOf(t.Classes[c].String())
		if strings.ToLower(strings.TrimRight(own, "#/_")) == name {
			return func(iri owl.IRI) bool { return namespaceOf(iri.String()) == own }
		}
		classes[asserted.Space(t.Classes[c])]++
		all++
	}
	return func(iri owl.IRI) bool {
		return float64(classes[asserted.Space(iri)]) >= ownShare*float64(all)
	}
}

// namespaceOf returns the namespace of an IRI: http://purl.obolibrary.org/obo/CL_ for
// …/obo/CL_0000540, and the IRI up to its last '#', '/' or ':' for others.
func namespaceOf(iri string) string {
	if short := strings.TrimRight(iri, "0123456789"); len(short) < len(iri) &&
		strings.HasSuffix(short, "_") {
		return short
	}
	return iri[:strings.LastIndexAny(iri, "#/:")+1]
}

// inNamespace reports whether an IRI begins with a namespace, or with that of an OBO prefix such as
// CL.
func inNamespace(iri owl.IRI, namespace string) bool {
	if !strings.ContainsAny(namespace, "#/:") {
		namespace = "http://purl.obolibrary.org/obo/" + namespace + "_"
	}
	return strings.HasPrefix(iri.String(), namespace)
}
