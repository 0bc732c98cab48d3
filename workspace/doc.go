// Package workspace keeps the ontologies that clients have open: their axioms, in step with the
// clients' by revisions; what a reasoner says of them; what is suggested; what has been decided. It
// knows nothing of HTTP.
//
// # The life of a question
//
// Whoever asks takes a View of an Ontology and asks that: a View is one state of the ontology and
// never changes, so that an answer is about one state, and nobody who reads waits for somebody who
// writes. An edit makes the next View out of the last one: the axioms share their list, the
// reasoner its base, and what is looked up by name is taken over where no name has changed. What
// takes linear time (the names, the index for search, the session of suggestions) is made when it
// is first asked for, or in the background after the edit; until then suggestions come from the
// state before, and say so. After many edits the reasoner's layers are folded into a new base in the
// background, which changes no answer.
//
// # What is kept
//
// An ontology that the server keeps is a document, byte for byte as it was given, and the
// operations on it in the store: what was accepted, rejected, edited and undone. A Replace writes
// the document and then its row; Operate writes an operation with its decisions and edits in one
// transaction. Both are on the disk when they return, and after a kill at any moment the ontology
// is either as before or as after. Opening reads the document, applies the operations and
// classifies. Of a damaged document the ontology says so, in its status; to send it again mends it.
// An ontology that a client keeps is in memory only.
package workspace
