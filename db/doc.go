// Package db is the store: one SQLite file with what was decided about axioms, and the ontologies,
// documents, models and runs that belong to it.
//
// Decisions belong to an ontology, by its IRI, and to an axiom, by its canonical form
// (owl.AppendCanonical), so that they survive edits, new versions and reloads; OntologyKey says
// what stands for the IRI of an ontology that has none. They are operations, an audit: rows are
// added, never changed or deleted, and triggers hold every program to that. What counts at the
// moment for an axiom is the latest decision that is not undone. This depends on the set of
// operations alone, so that histories of several people can be imported into each other in any
// order, any number of times, with the same outcome.
//
// A decision is on the disk when Decide returns (WAL with synchronous=FULL; the SQLite
// documentation, "Write-Ahead Logging" and "Atomic Commit"). Any number of processes may use one
// store at the same time, on one machine: readers never wait, writers wait for each other for as
// long as Options.Wait says. Each method is one transaction. A Store may be used by many
// goroutines.
//
// The schema is made and changed by the migrations in migrations/, run by goose, each in a
// transaction of its own, after a copy of the former store has been written beside it. A store that
// a newer program has written is refused and left as it is.
package db
