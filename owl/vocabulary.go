package owl

import (
	"strings"
	"sync"
)

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

// IsReserved reports whether an IRI is from the reserved vocabulary (Structural Specification,
// section 2.4).
func (i IRI) IsReserved() bool {
	s := i.String()
	if !strings.HasPrefix(s, "http://www.w3.org/") {
		return false
	}
	return strings.HasPrefix(s, OWLNamespace) || strings.HasPrefix(s, RDFNamespace) ||
		strings.HasPrefix(s, RDFSNamespace) || strings.HasPrefix(s, XSDNamespace)
}

var builtInKinds = sync.OnceValue(func() map[IRI]EntityKind {
	kinds := make(map[IRI]EntityKind, len(builtIn))
	for _, e := range builtIn {
		kinds[e.EntityIRI()] = e.EntityKind()
	}
	return kinds
})

// BuiltInKind returns the kind of a built-in entity, which needs no declaration (Structural
// Specification, section 5.8, table 5). It reports false for other IRIs.
func (i IRI) BuiltInKind() (EntityKind, bool) {
	kind, ok := builtInKinds()[i]
	return kind, ok
}
