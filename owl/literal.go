package owl

// Literal is a typed or language-tagged value (Structural Specification, section 5.7).
type Literal struct {
	// Lexical is the lexical form, exactly as it was written.
	Lexical string
	// Datatype is the datatype; xsd:string where none was written, rdf:langString (RDF 1.1's
	// name for what the specification writes as rdf:PlainLiteral) where there is a language tag.
	Datatype Datatype
	// Lang is the language tag as written, without "@"; empty where there is none. Tags are
	// compared without regard to case.
	Lang string
}

// NewString returns an xsd:string literal.
func NewString(s string) *Literal { return &Literal{Lexical: s, Datatype: XSDString} }

// NewLangString returns a literal with a language tag.
func NewLangString(s, lang string) *Literal {
	return &Literal{Lexical: s, Datatype: RDFLangString, Lang: lang}
}

// NewLiteral returns a literal of the given datatype.
func NewLiteral(lexical string, datatype Datatype) *Literal {
	return &Literal{Lexical: lexical, Datatype: datatype}
}
