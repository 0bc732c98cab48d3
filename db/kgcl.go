package db

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"box2el-owl/owl"
)

// WriteKGCL writes a command in the Knowledge Graph Change Language for each axiom that the
// language expresses without ambiguity, and returns the decisions on other axioms. It expresses
// edges between named classes:
//
//	C ⊑ D       create edge C rdfs:subClassOf D
//	C ⊑ ∃r.D    create edge C r D
//
// (rules create_edge, _entity and CURIE of kgcl.lark in INCATools/kgcl). IRIs are written as
// CURIEs: those of the OBO Foundry, and those that the ontology has a prefix for; it may be nil.
// The grammar has full IRIs as well, but the package kgcl-schema 0.7.0 loses those of namespaces
// that it does not know. So axioms with such IRIs are among those returned.
//
// Before the edges it creates the classes in created that the ontology has a label for, with their
// definitions and exact synonyms (rules create, add_definition and create_synonym).
func WriteKGCL(w io.Writer, decisions []Decision, ontology *owl.Ontology, created ...owl.IRI) (
	left []Decision, err error) {
	prefixes := kgclPrefixes(ontology)
	b := bufio.NewWriter(w)
	if len(created) > 0 {
		writeClasses(b, ontology, created, prefixes)
	}
	left, err = say(decisions, func(axiom owl.Axiom) bool {
		edge, ok := edgeOf(axiom, prefixes)
		if ok {
			fmt.Fprintf(b, "create edge %s\n", edge)
		}
		return ok
	})
	if err != nil {
		return left, err
	}
	return left, b.Flush()
}

// The annotations of a new class that KGCL has.
var (
	definitionIRI = owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000115")
	synonymIRI    = owl.NewIRI("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym")
)

// writeClasses writes commands that create classes with their texts. The grammar has no quotation
// mark within a text.
func writeClasses(b *bufio.Writer, o *owl.Ontology, created []owl.IRI, prefixes *owl.Prefixes) {
	texts := make(map[owl.IRI]map[owl.IRI][]string, len(created))
	for _, iri := range created {
		texts[iri] = make(map[owl.IRI][]string)
	}
	for _, axiom := range o.Axioms {
		a, ok := axiom.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		subject, _ := a.Subject.(owl.IRI)
		literal, ok := a.Value.(*owl.Literal)
		if of := texts[subject]; ok && of != nil && !strings.ContainsAny(literal.Lexical, "'\n") {
			of[a.Property.IRI] = append(of[a.Property.IRI], literal.Lexical)
		}
	}
	for _, iri := range created {
		name, ok := nodeName(owl.Class{IRI: iri}, prefixes)
		labels := texts[iri][owl.RDFSLabel.IRI]
		if !ok || len(labels) == 0 {
			continue
		}
		fmt.Fprintf(b, "create node %s '%s'\n", name, labels[0])
		for _, text := range texts[iri][definitionIRI] {
			fmt.Fprintf(b, "add definition '%s' to %s\n", text, name)
		}
		for _, text := range texts[iri][synonymIRI] {
			fmt.Fprintf(b, "create exact synonym '%s' for %s\n", text, name)
		}
	}
}

// kgclPrefixes returns the prefixes of an ontology that the grammar supports: one or more letters,
// digits and underscores.
func kgclPrefixes(o *owl.Ontology) *owl.Prefixes {
	prefixes := &owl.Prefixes{}
	if o == nil {
		return prefixes
	}
	for _, name := range o.Prefixes.Names() {
		if namespace, _ := o.Prefixes.Namespace(name); name != "" &&
			strings.Trim(name, letters+"0123456789_") == "" {
			prefixes.Set(name, namespace)
		}
	}
	return prefixes
}

// edgeOf returns the subject, predicate and object of an axiom as text; false if it is no edge.
func edgeOf(axiom owl.Axiom, prefixes *owl.Prefixes) (edge string, ok bool) {
	a, ok := axiom.(*owl.SubClassOf)
	if !ok || len(a.Annotations) > 0 {
		return "", false
	}
	predicate, okProperty, super := "rdfs:subClassOf", true, a.Super
	if some, ok := super.(*owl.ObjectSomeValuesFrom); ok {
		predicate, okProperty = nodeName(some.Property, prefixes)
		super = some.Filler
	}
	subject, okSub := nodeName(a.Sub, prefixes)
	object, okSuper := nodeName(super, prefixes)
	return subject + " " + predicate + " " + object, okSub && okSuper && okProperty
}

// nodeName writes an entity as a CURIE; false if x is not an entity or has no CURIE.
func nodeName(x any, prefixes *owl.Prefixes) (string, bool) {
	e, ok := x.(owl.Entity)
	if !ok {
		return "", false
	}
	iri := e.EntityIRI().String()
	if curie, ok := oboCURIE(iri); ok {
		return curie, true
	}
	name, local, ok := prefixes.Abbreviate(iri)
	return name + ":" + local, ok && local != ""
}

// oboCURIE abbreviates an IRI of the OBO Foundry (OBO Foundry Identifier Policy): GO:0005634 for
// …/obo/GO_0005634.
func oboCURIE(iri string) (string, bool) {
	local, ok := strings.CutPrefix(iri, "http://purl.obolibrary.org/obo/")
	if !ok {
		return "", false
	}
	prefix, id, ok := strings.Cut(local, "_")
	if !ok || prefix == "" || id == "" || strings.Trim(prefix, letters) != "" ||
		strings.Trim(id, letters+"0123456789") != "" {
		return "", false
	}
	return prefix + ":" + id, true
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
