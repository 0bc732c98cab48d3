package owlrdf

import "box2el-owl/owl"

// wordNames holds the words as IRIs, which the mapping to RDF writes.
var wordNames = func() (names [numWords]owl.IRI) {
	for w, row := range vocabulary {
		names[w] = owl.NewIRI(row.iri)
	}
	return names
}()

// iri returns the word as an IRI; noWord is zero.
func (w word) iri() owl.IRI { return wordNames[w] }

// Names and a datatype that writers of a syntax abbreviate.
var (
	RDFType    = rdfType.iri()
	RDFFirst   = first.iri()
	RDFRest    = rest.iri()
	RDFNil     = nilList.iri()
	XSDDecimal = owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + "decimal")}
)

var xsdNonNegativeInteger = owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + "nonNegativeInteger")}

// entityTypes are the classes that declare an entity of a kind.
var entityTypes = [...]word{
	owl.ClassKind:              classType,
	owl.DatatypeKind:           datatypeType,
	owl.ObjectPropertyKind:     objectPropertyType,
	owl.DataPropertyKind:       dataPropertyType,
	owl.AnnotationPropertyKind: annotationPropertyType,
	owl.NamedIndividualKind:    namedIndividualType,
}

// declaredKinds holds the kinds of entities by the classes that declare them, also those of OWL 1.
var declaredKinds = map[word]owl.EntityKind{
	classType: owl.ClassKind, rdfsClassType: owl.ClassKind,
	datatypeType: owl.DatatypeKind, dataRangeType: owl.DatatypeKind,
	objectPropertyType: owl.ObjectPropertyKind, dataPropertyType: owl.DataPropertyKind,
	annotationPropertyType: owl.AnnotationPropertyKind,
	ontologyPropertyType:   owl.AnnotationPropertyKind,
	namedIndividualType:    owl.NamedIndividualKind,
}
