package owl

import "strings"

// Annotation is a property and a value that describe an ontology, an axiom or another annotation
// (Structural Specification, section 10.1).
type Annotation struct {
	Property    AnnotationProperty
	Value       AnnotationValue
	Annotations []Annotation // of this annotation itself
}

// AnnotationValue is an IRI, an AnonymousIndividual or a *Literal.
type AnnotationValue interface{ annotationValue() }

// AnnotationSubject is an IRI or an AnonymousIndividual.
type AnnotationSubject interface{ annotationSubject() }

func (IRI) annotationValue()                 {}
func (AnonymousIndividual) annotationValue() {}
func (*Literal) annotationValue()            {}

func (IRI) annotationSubject()                 {}
func (AnonymousIndividual) annotationSubject() {}

// Literal is a typed or language-tagged value (Structural Specification, section 5.7).
type Literal struct {
	// Lexical is the lexical form, unchanged.
	Lexical string
	// Datatype is the datatype. The default is xsd:string; literals with a language tag have
	// rdf:langString, the RDF 1.1 name for the specification's rdf:PlainLiteral.
	Datatype Datatype
	// Lang is the language tag as written, without "@", or empty. Tags are compared without regard
	// to case.
	Lang string
}

// NewString returns an xsd:string literal.
func NewString(s string) *Literal { return &Literal{Lexical: s, Datatype: XSDString} }

// NewLangString returns a literal with a language tag.
func NewLangString(s, lang string) *Literal {
	return &Literal{Lexical: s, Datatype: RDFLangString, Lang: lang}
}

// NewPlainLiteral returns the literal that a lexical form of rdf:PlainLiteral means: text@tag is
// the text with a language tag, text@ the text (rdf:PlainLiteral, section 2). A form that does not
// end in a tag is the text, because the OWL API 3.1 wrote it so.
func NewPlainLiteral(form string) *Literal {
	at := strings.LastIndexByte(form, '@')
	switch {
	case at < 0:
	case at == len(form)-1:
		return NewString(form[:at])
	case isTag(form[at+1:]):
		return NewLangString(form[:at], form[at+1:])
	}
	return NewString(form)
}

// isTag reports whether s has the characters of a language tag.
func isTag(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != ""
}

// NewLiteral returns a literal of the given datatype.
func NewLiteral(lexical string, datatype Datatype) *Literal {
	return &Literal{Lexical: lexical, Datatype: datatype}
}
