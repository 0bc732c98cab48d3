package owl

// The namespaces of the reserved vocabulary (Structural Specification, section 2.4, table 2).
const (
	OWLNamespace  = "http://www.w3.org/2002/07/owl#"
	RDFNamespace  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	RDFSNamespace = "http://www.w3.org/2000/01/rdf-schema#"
	XSDNamespace  = "http://www.w3.org/2001/XMLSchema#"
)

// The built-in entities of OWL 2.
var (
	Thing   = Class{NewIRI(OWLNamespace + "Thing")}
	Nothing = Class{NewIRI(OWLNamespace + "Nothing")}

	TopObjectProperty    = ObjectProperty{NewIRI(OWLNamespace + "topObjectProperty")}
	BottomObjectProperty = ObjectProperty{NewIRI(OWLNamespace + "bottomObjectProperty")}
	TopDataProperty      = DataProperty{NewIRI(OWLNamespace + "topDataProperty")}
	BottomDataProperty   = DataProperty{NewIRI(OWLNamespace + "bottomDataProperty")}

	RDFSLiteral     = Datatype{NewIRI(RDFSNamespace + "Literal")}
	RDFLangString   = Datatype{NewIRI(RDFNamespace + "langString")}
	RDFPlainLiteral = Datatype{NewIRI(RDFNamespace + "PlainLiteral")}
	RDFXMLLiteral   = Datatype{NewIRI(RDFNamespace + "XMLLiteral")}
	XSDString       = Datatype{NewIRI(XSDNamespace + "string")}
	XSDBoolean      = Datatype{NewIRI(XSDNamespace + "boolean")}
	XSDInteger      = Datatype{NewIRI(XSDNamespace + "integer")}

	RDFSLabel         = AnnotationProperty{NewIRI(RDFSNamespace + "label")}
	RDFSComment       = AnnotationProperty{NewIRI(RDFSNamespace + "comment")}
	RDFSSeeAlso       = AnnotationProperty{NewIRI(RDFSNamespace + "seeAlso")}
	RDFSIsDefinedBy   = AnnotationProperty{NewIRI(RDFSNamespace + "isDefinedBy")}
	OWLDeprecated     = AnnotationProperty{NewIRI(OWLNamespace + "deprecated")}
	OWLVersionInfo    = AnnotationProperty{NewIRI(OWLNamespace + "versionInfo")}
	OWLPriorVersion   = AnnotationProperty{NewIRI(OWLNamespace + "priorVersion")}
	OWLBackwardCompat = AnnotationProperty{NewIRI(OWLNamespace + "backwardCompatibleWith")}
	OWLIncompatible   = AnnotationProperty{NewIRI(OWLNamespace + "incompatibleWith")}
)
