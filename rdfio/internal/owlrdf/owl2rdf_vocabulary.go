package owlrdf

import "box2el-owl/owl"

// The reserved vocabulary that the mapping to RDF writes.
var (
	RDFType  = rdfTerm("type")
	RDFFirst = rdfTerm("first")
	RDFRest  = rdfTerm("rest")
	RDFNil   = rdfTerm("nil")

	rdfsSubClassOfIRI    = rdfsTerm("subClassOf")
	rdfsSubPropertyOfIRI = rdfsTerm("subPropertyOf")
	rdfsDomainIRI        = rdfsTerm("domain")
	rdfsRangeIRI         = rdfsTerm("range")
	rdfsDatatypeIRI      = rdfsTerm("Datatype")

	owlOntologyIRI = owlTerm("Ontology")
	owlVersionIRI  = owlTerm("versionIRI")
	owlImportsIRI  = owlTerm("imports")

	owlClassIRI       = owlTerm("Class")
	owlRestrictionIRI = owlTerm("Restriction")

	owlIntersectionOfIRI          = owlTerm("intersectionOf")
	owlUnionOfIRI                 = owlTerm("unionOf")
	owlComplementOfIRI            = owlTerm("complementOf")
	owlDatatypeComplementOfIRI    = owlTerm("datatypeComplementOf")
	owlOneOfIRI                   = owlTerm("oneOf")
	owlOnDatatypeIRI              = owlTerm("onDatatype")
	owlWithRestrictionsIRI        = owlTerm("withRestrictions")
	owlInverseOfIRI               = owlTerm("inverseOf")
	owlOnPropertyIRI              = owlTerm("onProperty")
	owlOnPropertiesIRI            = owlTerm("onProperties")
	owlSomeValuesFromIRI          = owlTerm("someValuesFrom")
	owlAllValuesFromIRI           = owlTerm("allValuesFrom")
	owlHasValueIRI                = owlTerm("hasValue")
	owlHasSelfIRI                 = owlTerm("hasSelf")
	owlMinCardinalityIRI          = owlTerm("minCardinality")
	owlMaxCardinalityIRI          = owlTerm("maxCardinality")
	owlCardinalityIRI             = owlTerm("cardinality")
	owlMinQualifiedCardinalityIRI = owlTerm("minQualifiedCardinality")
	owlMaxQualifiedCardinalityIRI = owlTerm("maxQualifiedCardinality")
	owlQualifiedCardinalityIRI    = owlTerm("qualifiedCardinality")
	owlOnClassIRI                 = owlTerm("onClass")
	owlOnDataRangeIRI             = owlTerm("onDataRange")

	owlEquivalentClassIRI    = owlTerm("equivalentClass")
	owlDisjointWithIRI       = owlTerm("disjointWith")
	owlDisjointUnionOfIRI    = owlTerm("disjointUnionOf")
	owlAllDisjointClassesIRI = owlTerm("AllDisjointClasses")
	owlMembersIRI            = owlTerm("members")

	owlPropertyChainAxiomIRI        = owlTerm("propertyChainAxiom")
	owlEquivalentPropertyIRI        = owlTerm("equivalentProperty")
	owlPropertyDisjointWithIRI      = owlTerm("propertyDisjointWith")
	owlAllDisjointPropertiesIRI     = owlTerm("AllDisjointProperties")
	owlFunctionalPropertyIRI        = owlTerm("FunctionalProperty")
	owlInverseFunctionalPropertyIRI = owlTerm("InverseFunctionalProperty")
	owlReflexivePropertyIRI         = owlTerm("ReflexiveProperty")
	owlIrreflexivePropertyIRI       = owlTerm("IrreflexiveProperty")
	owlSymmetricPropertyIRI         = owlTerm("SymmetricProperty")
	owlAsymmetricPropertyIRI        = owlTerm("AsymmetricProperty")
	owlTransitivePropertyIRI        = owlTerm("TransitiveProperty")
	owlHasKeyIRI                    = owlTerm("hasKey")

	owlSameAsIRI                    = owlTerm("sameAs")
	owlDifferentFromIRI             = owlTerm("differentFrom")
	owlAllDifferentIRI              = owlTerm("AllDifferent")
	owlNegativePropertyAssertionIRI = owlTerm("NegativePropertyAssertion")
	owlSourceIndividualIRI          = owlTerm("sourceIndividual")
	owlAssertionPropertyIRI         = owlTerm("assertionProperty")
	owlTargetIndividualIRI          = owlTerm("targetIndividual")
	owlTargetValueIRI               = owlTerm("targetValue")

	owlAxiomIRI             = owlTerm("Axiom")
	owlAnnotationIRI        = owlTerm("Annotation")
	owlAnnotatedSourceIRI   = owlTerm("annotatedSource")
	owlAnnotatedPropertyIRI = owlTerm("annotatedProperty")
	owlAnnotatedTargetIRI   = owlTerm("annotatedTarget")

	swrlImpIRI               = swrlTerm("Imp")
	swrlVariableIRI          = swrlTerm("Variable")
	swrlBodyIRI              = swrlTerm("body")
	swrlHeadIRI              = swrlTerm("head")
	swrlClassPredicateIRI    = swrlTerm("classPredicate")
	swrlDataRangeIRI         = swrlTerm("dataRange")
	swrlPropertyPredicateIRI = swrlTerm("propertyPredicate")
	swrlBuiltinIRI           = swrlTerm("builtin")
	swrlArgumentsIRI         = swrlTerm("arguments")
	swrlArgumentIRIs         = [...]owl.IRI{swrlTerm("argument1"), swrlTerm("argument2")}

	xsdNonNegativeInteger = owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + "nonNegativeInteger")}
	XSDDecimal            = owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + "decimal")}
)

// entityTypes are the classes that declare an entity of a kind.
var entityTypes = [...]owl.IRI{
	owl.ClassKind:              owlClassIRI,
	owl.DatatypeKind:           rdfsDatatypeIRI,
	owl.ObjectPropertyKind:     owlTerm("ObjectProperty"),
	owl.DataPropertyKind:       owlTerm("DatatypeProperty"),
	owl.AnnotationPropertyKind: owlTerm("AnnotationProperty"),
	owl.NamedIndividualKind:    owlTerm("NamedIndividual"),
}

func owlTerm(name string) owl.IRI  { return owl.NewIRI(owl.OWLNamespace + name) }
func swrlTerm(name string) owl.IRI { return owl.NewIRI(swrlNamespace + name) }
func rdfTerm(name string) owl.IRI  { return owl.NewIRI(owl.RDFNamespace + name) }
func rdfsTerm(name string) owl.IRI { return owl.NewIRI(owl.RDFSNamespace + name) }
