package owl

import (
	"slices"
)

// Signature returns every entity that occurs in the ontology, declared or not, sorted by kind and
// then by the bytes of the IRI. It counts like the OWL API: annotation properties and the datatypes
// of literals belong to the signature, including those in annotations of axioms and of the
// ontology. An unqualified cardinality contains owl:Thing or rdfs:Literal. IRIs that are subjects
// and values of annotations name no entity. Imports are not followed, and rules, being opaque, add
// nothing.
func (o *Ontology) Signature() []Entity {
	var s signature
	for i := range s {
		s[i] = make(map[IRI]struct{})
	}
	s.annotations(o.Annotations)
	for _, a := range o.Axioms {
		s.axiom(a)
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
	return (&Ontology{Axioms: []Axiom{a}}).Signature()
}

// signature collects the names of each kind.
type signature [NamedIndividualKind + 1]map[IRI]struct{}

func (s *signature) add(kind EntityKind, name IRI) { s[kind][name] = struct{}{} }

func (s *signature) annotations(list []Annotation) {
	for _, a := range list {
		s.add(AnnotationPropertyKind, a.Property.IRI)
		s.annotationValue(a.Value)
		s.annotations(a.Annotations)
	}
}

func (s *signature) annotationValue(v AnnotationValue) {
	if l, ok := v.(*Literal); ok {
		s.literal(l)
	}
}

func (s *signature) literal(l *Literal) { s.add(DatatypeKind, l.Datatype.IRI) }

func (s *signature) individuals(list ...Individual) {
	for _, i := range list {
		if named, ok := i.(NamedIndividual); ok {
			s.add(NamedIndividualKind, named.IRI)
		}
	}
}

func (s *signature) objectProperties(list ...ObjectPropertyExpression) {
	for _, e := range list {
		switch e := e.(type) {
		case ObjectProperty:
			s.add(ObjectPropertyKind, e.IRI)
		case *ObjectInverseOf:
			s.add(ObjectPropertyKind, e.Property.IRI)
		}
	}
}

func (s *signature) dataProperties(list ...DataProperty) {
	for _, p := range list {
		s.add(DataPropertyKind, p.IRI)
	}
}

func (s *signature) annotationProperties(list ...AnnotationProperty) {
	for _, p := range list {
		s.add(AnnotationPropertyKind, p.IRI)
	}
}

// dataRanges treats a nil range as rdfs:Literal.
func (s *signature) dataRanges(list ...DataRange) {
	for _, d := range list {
		switch d := d.(type) {
		case nil:
			s.add(DatatypeKind, RDFSLiteral.IRI)
		case Datatype:
			s.add(DatatypeKind, d.IRI)
		case *DataIntersectionOf:
			s.dataRanges(d.Operands...)
		case *DataUnionOf:
			s.dataRanges(d.Operands...)
		case *DataComplementOf:
			s.dataRanges(d.Operand)
		case *DataOneOf:
			for _, l := range d.Literals {
				s.literal(l)
			}
		case *DatatypeRestriction:
			s.add(DatatypeKind, d.Datatype.IRI)
			for _, f := range d.Facets {
				s.literal(f.Value)
			}
		}
	}
}

// classExpressions treats a nil expression as owl:Thing.
func (s *signature) classExpressions(list ...ClassExpression) {
	for _, c := range list {
		s.classExpression(c)
	}
}

func (s *signature) classExpression(c ClassExpression) {
	switch c := c.(type) {
	case nil:
		s.add(ClassKind, Thing.IRI)
	case Class:
		s.add(ClassKind, c.IRI)
	case *ObjectIntersectionOf:
		s.classExpressions(c.Operands...)
	case *ObjectUnionOf:
		s.classExpressions(c.Operands...)
	case *ObjectComplementOf:
		s.classExpression(c.Operand)
	case *ObjectOneOf:
		s.individuals(c.Individuals...)
	case *ObjectSomeValuesFrom:
		s.objectProperties(c.Property)
		s.classExpression(c.Filler)
	case *ObjectAllValuesFrom:
		s.objectProperties(c.Property)
		s.classExpression(c.Filler)
	case *ObjectHasValue:
		s.objectProperties(c.Property)
		s.individuals(c.Individual)
	case *ObjectHasSelf:
		s.objectProperties(c.Property)
	case *ObjectMinCardinality:
		s.objectProperties(c.Property)
		s.classExpression(c.Filler)
	case *ObjectMaxCardinality:
		s.objectProperties(c.Property)
		s.classExpression(c.Filler)
	case *ObjectExactCardinality:
		s.objectProperties(c.Property)
		s.classExpression(c.Filler)
	case *DataSomeValuesFrom:
		s.dataProperties(c.Properties...)
		s.dataRanges(c.Range)
	case *DataAllValuesFrom:
		s.dataProperties(c.Properties...)
		s.dataRanges(c.Range)
	case *DataHasValue:
		s.dataProperties(c.Property)
		s.literal(c.Value)
	case *DataMinCardinality:
		s.dataProperties(c.Property)
		s.dataRanges(c.Range)
	case *DataMaxCardinality:
		s.dataProperties(c.Property)
		s.dataRanges(c.Range)
	case *DataExactCardinality:
		s.dataProperties(c.Property)
		s.dataRanges(c.Range)
	}
}

func (s *signature) axiom(a Axiom) {
	s.annotations(a.AxiomAnnotations())
	switch a := a.(type) {
	case *Declaration:
		s.add(a.Entity.EntityKind(), a.Entity.EntityIRI())
	case *SubClassOf:
		s.classExpressions(a.Sub, a.Super)
	case *EquivalentClasses:
		s.classExpressions(a.Classes...)
	case *DisjointClasses:
		s.classExpressions(a.Classes...)
	case *DisjointUnion:
		s.classExpression(a.Class)
		s.classExpressions(a.Classes...)
	case *SubObjectPropertyOf:
		s.objectProperties(a.Sub, a.Super)
	case *SubPropertyChainOf:
		s.objectProperties(a.Chain...)
		s.objectProperties(a.Super)
	case *EquivalentObjectProperties:
		s.objectProperties(a.Properties...)
	case *DisjointObjectProperties:
		s.objectProperties(a.Properties...)
	case *InverseObjectProperties:
		s.objectProperties(a.First, a.Second)
	case *ObjectPropertyDomain:
		s.objectProperties(a.Property)
		s.classExpression(a.Domain)
	case *ObjectPropertyRange:
		s.objectProperties(a.Property)
		s.classExpression(a.Range)
	case *FunctionalObjectProperty:
		s.objectProperties(a.Property)
	case *InverseFunctionalObjectProperty:
		s.objectProperties(a.Property)
	case *ReflexiveObjectProperty:
		s.objectProperties(a.Property)
	case *IrreflexiveObjectProperty:
		s.objectProperties(a.Property)
	case *SymmetricObjectProperty:
		s.objectProperties(a.Property)
	case *AsymmetricObjectProperty:
		s.objectProperties(a.Property)
	case *TransitiveObjectProperty:
		s.objectProperties(a.Property)
	case *SubDataPropertyOf:
		s.dataProperties(a.Sub, a.Super)
	case *EquivalentDataProperties:
		s.dataProperties(a.Properties...)
	case *DisjointDataProperties:
		s.dataProperties(a.Properties...)
	case *DataPropertyDomain:
		s.dataProperties(a.Property)
		s.classExpression(a.Domain)
	case *DataPropertyRange:
		s.dataProperties(a.Property)
		s.dataRanges(a.Range)
	case *FunctionalDataProperty:
		s.dataProperties(a.Property)
	case *DatatypeDefinition:
		s.dataRanges(a.Datatype, a.Range)
	case *HasKey:
		s.classExpression(a.Class)
		s.objectProperties(a.ObjectProperties...)
		s.dataProperties(a.DataProperties...)
	case *SameIndividual:
		s.individuals(a.Individuals...)
	case *DifferentIndividuals:
		s.individuals(a.Individuals...)
	case *ClassAssertion:
		s.classExpression(a.Class)
		s.individuals(a.Individual)
	case *ObjectPropertyAssertion:
		s.objectProperties(a.Property)
		s.individuals(a.Source, a.Target)
	case *NegativeObjectPropertyAssertion:
		s.objectProperties(a.Property)
		s.individuals(a.Source, a.Target)
	case *DataPropertyAssertion:
		s.dataProperties(a.Property)
		s.individuals(a.Source)
		s.literal(a.Target)
	case *NegativeDataPropertyAssertion:
		s.dataProperties(a.Property)
		s.individuals(a.Source)
		s.literal(a.Target)
	case *AnnotationAssertion:
		s.annotationProperties(a.Property)
		s.annotationValue(a.Value)
	case *SubAnnotationPropertyOf:
		s.annotationProperties(a.Sub, a.Super)
	case *AnnotationPropertyDomain:
		s.annotationProperties(a.Property)
	case *AnnotationPropertyRange:
		s.annotationProperties(a.Property)
	}
}
