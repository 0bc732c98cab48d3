package owl

import (
	"cmp"
	"fmt"
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
	w := walker{name: s.add, seen: make(map[ClassExpression]struct{})} // shared parts once
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

// walker passes the names of axioms and expressions to functions, with repetitions. It is a
// SlotVisitor.
type walker struct {
	// name receives the entities.
	name func(EntityKind, IRI)
	// anonymous returns the replacement of an anonymous individual. May be nil.
	anonymous func(AnonymousIndividual) AnonymousIndividual
	// seen holds the compound expressions that were visited, unless it is nil.
	seen map[ClassExpression]struct{}
}

func (w *walker) axiom(a Axiom) {
	w.annotations(a.AxiomAnnotations())
	AxiomShapes[a.Kind()].Visit(a, w)
}

func (w *walker) annotations(list []Annotation) {
	for i := range list {
		w.Slot(&list[i].Property, nil)
		w.Slot(&list[i].Value, nil)
		w.annotations(list[i].Annotations)
	}
}

// The methods below visit slots. They implement SlotVisitor. Cardinalities, IRIs of annotation
// axioms and rules, being opaque, name no entity.

// Slot takes nil for owl:Thing and rdfs:Literal.
func (w *walker) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *ClassExpression:
		w.class(*x)
	case *ObjectPropertyExpression:
		switch e := (*x).(type) {
		case ObjectProperty:
			w.name(ObjectPropertyKind, e.IRI)
		case *ObjectInverseOf:
			w.name(ObjectPropertyKind, e.Property.IRI)
		}
	case *DataRange:
		switch d := (*x).(type) {
		case nil:
			w.name(DatatypeKind, RDFSLiteral.IRI)
		case Datatype:
			w.name(DatatypeKind, d.IRI)
		default:
			DataRangeShape(d).Visit(d, w)
		}
	case *Individual:
		switch i := (*x).(type) {
		case NamedIndividual:
			w.name(NamedIndividualKind, i.IRI)
		case AnonymousIndividual:
			if w.anonymous != nil {
				*x = w.anonymous(i)
			}
		}
	case *AnnotationSubject:
		if i, ok := (*x).(AnonymousIndividual); ok && w.anonymous != nil {
			*x = w.anonymous(i)
		}
	case *AnnotationValue:
		switch v := (*x).(type) {
		case AnonymousIndividual:
			if w.anonymous != nil {
				*x = w.anonymous(v)
			}
		case *Literal:
			w.Slot(&v, nil)
		}
	case **Literal:
		w.name(DatatypeKind, (*x).Datatype.IRI)
	case *FacetRestriction:
		w.Slot(&x.Value, nil)
	case *Entity:
		w.name((*x).EntityKind(), (*x).EntityIRI())
	case Entity: // a pointer to one
		w.name(x.EntityKind(), x.EntityIRI())
	case *int, *IRI: // name no entity
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

func (w *walker) class(c ClassExpression) {
	switch x := c.(type) {
	case nil:
		w.name(ClassKind, Thing.IRI)
	case Class:
		w.name(ClassKind, x.IRI)
	default:
		if w.seen != nil {
			n := len(w.seen)
			if w.seen[x] = struct{}{}; len(w.seen) == n {
				return
			}
		}
		ClassShape(x).Visit(x, w)
	}
}

func (w *walker) Filler(slot, _ any)        { w.Slot(slot, nil) }
func (w *walker) Atoms(string, *[]RuleAtom) {}

func (w *walker) List(list List, _ int, _ ListOrder) {
	for i := range list.Len() {
		w.Slot(list.Item(i))
	}
}

// RenameAnonymous replaces every anonymous individual of the ontology, in place, by the result of
// rename. It keeps individuals of two documents apart that use the same node id (Structural
// Specification, section 5.6.2). Axioms may share annotations and expressions, so rename may
// receive its own results and must return them unchanged.
func (o *Ontology) RenameAnonymous(rename func(AnonymousIndividual) AnonymousIndividual) {
	// Nested sharing of expressions has exponentially many paths.
	w := walker{
		name:      func(EntityKind, IRI) {},
		anonymous: rename,
		seen:      make(map[ClassExpression]struct{}),
	}
	w.annotations(o.Annotations)
	for _, a := range o.Axioms {
		w.axiom(a)
	}
}
