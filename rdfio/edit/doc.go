// Package edit changes axioms of an ontology document and no other bytes.
//
// Apply edits documents in functional syntax, Turtle, RDF/XML and OBO. It finds the text of each
// removed axiom, renders each added one in the syntax of the document, and reads the result again:
// the result has exactly the axioms of the document without the removed ones and with the added
// ones, and the same header, or Apply returns an error and no document.
//
// # Placement
//
// An added axiom is written among the axioms of its subject: at its place in the order of the OWL
// API if these are in that order, otherwise behind the last of them. A subject without axioms gets
// a block of its own, at the place of its IRI if the other blocks are sorted. The layout of the
// neighbors is taken over: indentation, line ends, comments with the IRI of the subject. Comments
// stay where they are.
//
// The readers of Turtle, RDF/XML and OBO tell which triples and clauses say an axiom (Origins), so
// that axioms are found however they are written. A triple or clause that says several axioms goes
// with the last one. Blank nodes that others use are kept.
//
// # Limits
//
// The whole document is held in memory. Documents in UTF-16 are not edited, and no axioms with
// anonymous individuals that only differ in these.
package edit
