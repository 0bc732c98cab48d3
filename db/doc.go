// Package db is the place of the SQLite store: ontologies, models, runs, suggestions, decisions and
// jobs, with embedded migrations.
//
// It holds nothing yet. It may import owl and the types of suggest.
package db
