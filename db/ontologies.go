package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"box2el-owl/owl"
)

// Ontology is one state of an ontology that has been seen.
type Ontology struct {
	ID         int64
	IRI        string // as OntologyKey returns it
	VersionIRI string
	Content    owl.Hash // owl.Ontology.Hash
	Path       string   // where it lay when it was seen last; "" where it came from no file
	FirstSeen  time.Time
	LastSeen   time.Time
}

// SeeOntology records that an ontology has been seen, and returns its row. Nothing is added where
// it was known in this state.
func (s *Store) SeeOntology(ctx context.Context, o Ontology) (Ontology, error) {
	if err := checkTexts(field{"ontology", o.IRI}, field{"version IRI", o.VersionIRI},
		field{"path", o.Path}); err != nil {
		return Ontology{}, err
	}
	if o.IRI == "" {
		return Ontology{}, fmt.Errorf("%w ontology: it has no IRI", ErrInvalid)
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		now := s.now().UnixMicro()
		var err error
		o, err = scanOntology(tx.QueryRowContext(ctx, `INSERT INTO ontologies
			(iri, version_iri, content_hash, path, first_seen, last_seen)
			VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (iri, content_hash) DO UPDATE
				SET path = excluded.path, last_seen = max(last_seen, excluded.last_seen)
			RETURNING `+ontologyColumns, o.IRI, o.VersionIRI, o.Content[:], o.Path, now, now))
		return err
	})
	return o, err
}

// Ontologies lists what has been seen, ordered by IRI, then by when it was seen first.
func (s *Store) Ontologies(ctx context.Context) ([]Ontology, error) {
	return list(ctx, s, "SELECT "+ontologyColumns+" FROM ontologies ORDER BY iri, first_seen, id",
		nil, scanOntology)
}

const ontologyColumns = "id, iri, version_iri, content_hash, path, first_seen, last_seen"

func scanOntology(row scanner) (o Ontology, err error) {
	var content []byte
	var first, last int64
	err = row.Scan(&o.ID, &o.IRI, &o.VersionIRI, &content, &o.Path, &first, &last)
	copy(o.Content[:], content)
	o.FirstSeen, o.LastSeen = time.UnixMicro(first).UTC(), time.UnixMicro(last).UTC()
	return o, err
}

// scanner is a row of a result.
type scanner interface{ Scan(...any) error }

// value returns the column of the only row of a query.
func value[T any](ctx context.Context, s *Store, query string, args ...any) (v T, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(&v)
	})
	return v, err
}

// list returns all rows of a query in a transaction of its own.
func list[T any](ctx context.Context, s *Store, query string, args []any,
	scan func(scanner) (T, error)) (all []T, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		all, err = rowsOf(ctx, tx, query, args, scan)
		return err
	})
	return all, err
}

// rowsOf returns all rows of a query.
func rowsOf[T any](ctx context.Context, tx *sql.Tx, query string, args []any,
	scan func(scanner) (T, error)) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
