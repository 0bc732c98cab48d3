package doc

import (
	"errors"
	"strings"
)

// Faults that the OWL API, fastobo or pronto pass over, and so does a reader unless
// ReadOptions.Strict is set: the first one is an error then.
const (
	// NoteLineLeftOut counts lines that could not be read.
	NoteLineLeftOut NoteKind = "line left out"
	// NoteStanzaLeftOut counts OBO stanzas without an id, or with a broken header.
	NoteStanzaLeftOut NoteKind = "stanza left out"
	// NoteEncoding counts lines with bytes that are not UTF-8, or not the declared US-ASCII.
	NoteEncoding NoteKind = "character encoding"
	// NoteUnquotedValue counts values of OBO's property_value without quotation marks.
	NoteUnquotedValue NoteKind = "value without quotation marks"
	// NoteModifier counts trailing modifiers of OBO that are not NAME="VALUE".
	NoteModifier NoteKind = "broken trailing modifier"
	// NoteSynonymScope counts synonym scopes that are not EXACT, BROAD, NARROW or RELATED.
	NoteSynonymScope NoteKind = "unknown synonym scope"
	// NoteWords counts values of OBO clauses with words, or a comment without a blank, behind them.
	NoteWords NoteKind = "words behind a value"
	// NoteBlanksInID counts OBO subsets with blanks in their ids.
	NoteBlanksInID NoteKind = "blanks in an id"
	// NoteTwice counts clauses of OBO that may be there once only.
	NoteTwice NoteKind = "clause there twice"

	// NoteUndeclaredPrefix counts prefixes of Turtle that are well known, but not declared.
	NoteUndeclaredPrefix NoteKind = "undeclared prefix"
	// NoteInvalidIRI counts IRIs with characters that the syntax does not allow, and relative IRIs
	// in N-Triples.
	NoteInvalidIRI NoteKind = "invalid IRI"
	// NoteLineBreak counts strings of Turtle between single quotation marks with a line break.
	NoteLineBreak NoteKind = "line break in a string"
	// NoteComma counts commas of Turtle without an object behind them.
	NoteComma NoteKind = "comma without an object"
	// NoteFullStop counts full stops of Turtle before a "]".
	NoteFullStop NoteKind = "full stop before a bracket"
	// NoteEscape counts escapes of Turtle and N-Triples that are none.
	NoteEscape NoteKind = "invalid escape"

	// NoteInvalidName counts values of rdf:ID and rdf:nodeID that are not XML names.
	NoteInvalidName NoteKind = "invalid rdf:ID or rdf:nodeID"
	// NoteRepeatedID counts values of rdf:ID that occurred before.
	NoteRepeatedID NoteKind = "repeated rdf:ID"
	// NoteLanguageTag counts language tags that are none.
	NoteLanguageTag NoteKind = "invalid language tag"
	// NoteElementInLiteral counts literals with a datatype that contain elements.
	NoteElementInLiteral NoteKind = "element in a typed literal"
	// NoteNoNamespace counts elements and attributes without a namespace.
	NoteNoNamespace NoteKind = "name without a namespace"
	// NoteStray counts texts between elements of RDF/XML, and attributes next to rdf:parseType.
	NoteStray NoteKind = "text or attribute out of place"
	// NoteOpenList counts lists that do not end in rdf:nil.
	NoteOpenList NoteKind = "list without rdf:nil"
)

// Other findings.
const (
	// NoteTemporaryName is there if an OBO document has no ontology clause.
	NoteTemporaryName NoteKind = "ontology without a name"
	// NoteImported counts documents that were read into the ontology. The annotations of their
	// headers are left out: they describe those documents.
	NoteImported NoteKind = "imported"
	// NoteMissingImport counts imports that were not found, and where they were looked for.
	NoteMissingImport NoteKind = "missing import"
	// NoteCatalog counts catalog files that cannot be read and were not used.
	NoteCatalog NoteKind = "catalog"
)

// tolerated are the kinds of faults above.
var tolerated = map[NoteKind]bool{
	NoteLineLeftOut: true, NoteStanzaLeftOut: true, NoteEncoding: true, NoteUnquotedValue: true,
	NoteModifier: true, NoteSynonymScope: true, NoteWords: true, NoteBlanksInID: true,
	NoteTwice: true, NoteUndeclaredPrefix: true, NoteInvalidIRI: true, NoteEscape: true,
	NoteComma: true, NoteFullStop: true, NoteLineBreak: true,
	NoteInvalidName: true, NoteRepeatedID: true, NoteLanguageTag: true, NoteElementInLiteral: true,
	NoteNoNamespace: true, NoteStray: true, NoteOpenList: true,
}

// IsError reports whether findings of the kind are errors if ReadOptions.Strict is set.
func (k NoteKind) IsError() bool { return tolerated[k] }

// Fault returns an error for the first fault that is noted, though reading was strict; nil if there
// is none. The mapping from RDF notes faults, because it sees them behind the last triple.
func (r *Report) Fault(file string) error {
	for _, n := range r.Notes {
		if n.Kind.IsError() {
			at := n.Examples[0]
			fault, _, _ := strings.Cut(at.Message, "; ")
			return &ParseError{File: file, Line: at.Line, Col: max(at.Col, 1),
				Err: errors.New(fault)}
		}
	}
	return nil
}
