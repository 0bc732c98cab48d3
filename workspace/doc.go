// Package workspace keeps the ontologies that clients have open: their axioms, with a revision
// number for each state; the reasoner; suggestions; and decisions. It does not depend on HTTP.
// Answers have the JSON of the API as their own, with fields in the order of their JSON names.
//
// # Views
//
// A request takes a View of an Ontology. A View is one state of the ontology and never changes, so
// an answer is about one state, and readers do not wait for writers. An edit makes the next View
// from the last one: they share the list of axioms, the base of the reasoner and, if no name has
// changed, the index of names. Parts that take linear time (names, index of the search, session of
// suggestions) are made on demand, or in the background after an edit; until then suggestions are
// those of the previous state, and marked as such. After many edits the layers of the reasoner are
// folded into a new base in the background, which changes no answer.
//
// # Storage
//
// An ontology that the server keeps is a document, byte for byte as it was given, and the
// operations on it in the store: accepts, rejects, edits and undos. Replace writes the document and
// then its row; Operate writes an operation with its decisions and edits in one transaction. Both
// are on the disk when they return, and after a kill at any moment the ontology is in the state
// before or in the state after. Opening reads the document, applies the operations and classifies.
// The status reports a damaged document; Replace mends it. An ontology that a client keeps is in
// memory only.
package workspace
