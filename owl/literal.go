package owl

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

// NewLiteral returns a literal of the given datatype.
func NewLiteral(lexical string, datatype Datatype) *Literal {
	return &Literal{Lexical: lexical, Datatype: datatype}
}
