package owl

import (
	"cmp"
	"slices"
)

// Signature returns every entity that occurs in the ontology, declared or not, sorted by kind and
// then by the bytes of the IRI. It counts like the OWL API: annotation properties and the datatypes
// of literals belong to the signature, including those in annotations of axioms and of the
// ontology. An unqualified cardinality contains owl:Thing or rdfs:Literal. IRIs that are subjects
// and values of annotations name no entity. Imports are not followed, and rules, being opaque, add
// nothing.
func (o *Ontology) Signature() []Entity {
	s := newSignature()
	w := walker{name: s.add}
	w.annotations(o.Annotations)
	for _, a := range o.Axioms {
		w.axiom(a)
	}

	n := 0
	for _, names := range s {
		n += len(names)
	}
	entities := make([]Entity, 0, n)
	for kind, names := range s {
		start := len(entities)
		for name := range names {
			entities = append(entities, NewEntity(EntityKind(kind), name))
		}
		slices.SortFunc(entities[start:], func(a, b Entity) int {
			return a.EntityIRI().Compare(b.EntityIRI())
		})
	}
	return entities
}

// AxiomSignature returns the entities of one axiom, in the same order.
func AxiomSignature(a Axiom) []Entity {
	var entities []Entity
	w := walker{name: func(kind EntityKind, name IRI) {
		entities = append(entities, NewEntity(kind, name))
	}}
	w.axiom(a)
	slices.SortFunc(entities, func(a, b Entity) int {
		return cmp.Or(cmp.Compare(a.EntityKind(), b.EntityKind()),
			a.EntityIRI().Compare(b.EntityIRI()))
	})
	return slices.Compact(entities)
}

// EachName calls f with the kind and the IRI of every entity of an axiom without its annotations,
// in the order of its shape and with repetitions.
func EachName(a Axiom, f func(EntityKind, IRI)) {
	AxiomShapes[a.Kind()].Visit(a, &walker{name: f})
}

// signature holds the names of each kind.
type signature [NamedIndividualKind + 1]map[IRI]struct{}

func newSignature() *signature {
	s := new(signature)
	for i := range s {
		s[i] = make(map[IRI]struct{})
	}
	return s
}

func (s *signature) add(kind EntityKind, name IRI) { s[kind][name] = struct{}{} }
