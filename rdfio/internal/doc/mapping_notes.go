package doc

// The findings of the mapping from RDF. All but the first three are tolerated: the axioms are
// there, but the document is not OWL 2 DL.
const (
	// NoteRefusedAxiom: a triple that should be an axiom, but names or lists something that is not
	// allowed there, is cyclic, or nests too deep.
	NoteRefusedAxiom NoteKind = "refused axiom"
	// NoteUnusedTriple: a triple that means nothing in OWL, or belongs to an expression that no
	// axiom uses.
	NoteUnusedTriple NoteKind = "unused triple"
	// NoteRule: a SWRL rule, kept as text.
	NoteRule NoteKind = "SWRL rule"

	// The undeclared entities, each counted once: their kind follows from their use.
	NoteUndeclaredClass              NoteKind = "undeclared class"
	NoteUndeclaredDatatype           NoteKind = "undeclared datatype"
	NoteUndeclaredObjectProperty     NoteKind = "undeclared object property"
	NoteUndeclaredDataProperty       NoteKind = "undeclared data property"
	NoteUndeclaredAnnotationProperty NoteKind = "undeclared annotation property"

	// NoteSharedNode: a blank node that is part of several axioms.
	NoteSharedNode NoteKind = "shared blank node"
	// NoteBareReification: an owl:Axiom about a triple that the document does not hold.
	NoteBareReification NoteKind = "annotated axiom without its triple"
	// NoteKeptAsAnnotation: a triple with a property that is not declared for such a value, or
	// with rdf:subject and its like outside an axiom; it is an annotation.
	NoteKeptAsAnnotation NoteKind = "kept as an annotation"
	// NoteOldVocabulary: terms of RDF Schema, OWL 1 or drafts where OWL 2 has its own.
	NoteOldVocabulary NoteKind = "vocabulary of RDF Schema or OWL 1"
	// NoteOWL1Vocabulary: OWL 1 terms that the mapping to OWL 2 has a rule for, such as
	// owl:DeprecatedClass; the document is OWL 2 DL all the same.
	NoteOWL1Vocabulary NoteKind = "vocabulary of OWL 1"
	// NoteHeader: there is no ontology header, or more than one.
	NoteHeader NoteKind = "ontology header"
)
