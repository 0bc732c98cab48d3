// Package db is the store: one SQLite file with the decisions about axioms, and the ontologies,
// documents, models and suggestion runs.
//
// Decisions belong to an ontology, by its IRI, and to an axiom, by its canonical form
// (owl.AppendCanonical), so that they survive edits, new versions and reloads; OntologyKey returns
// the key of an ontology without an IRI. They are operations: rows are added, never changed or
// deleted, which triggers enforce. The current decision on an axiom is the latest that is not
// undone. It depends only on the set of operations, so imports of other people's histories commute
// and can be repeated.
//
// A decision is on the disk when Decide returns (WAL with synchronous=FULL; the SQLite
// documentation, "Write-Ahead Logging" and "Atomic Commit"). Any number of processes may use one
// store at the same time, on one machine: readers never wait, writers wait for each other for as
// long as Options.Wait says. Each method is one transaction. A Store may be used by many
// goroutines.
//
// The schema is made and changed by the migrations in migrations/, run by goose, each in its own
// transaction, after a backup of the store was written next to it. A store of a newer program is
// refused and not changed.
package db
