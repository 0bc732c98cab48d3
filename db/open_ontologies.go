package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// OpenOntology is an ontology that a client of a server keeps open, under an id of its own: there may be several on one IRI.
type OpenOntology struct {
	ID, Name string
	IRI      string // that it was made with; ""
	Created  time.Time
	Document json.RawMessage // a JSON document: what the server wants to know again of its axioms, which lie in a file
}

// SaveOpenOntology records an ontology, or how it stands now. It is on the disk when it returns.
func (s *Store) SaveOpenOntology(ctx context.Context, o OpenOntology) error {
	if err := checkTexts(field{"id", o.ID}, field{"name", o.Name}, field{"ontology", o.IRI}); err != nil {
		return err
	}
	if o.ID == "" {
		return fmt.Errorf("%w ontology: it has no id", ErrInvalid)
	}
	document, err := canonicalJSON(o.Document)
	if err != nil {
		return fmt.Errorf("%w ontology: its document: %w", ErrInvalid, err)
	}
	return s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO open_ontologies (id, name, iri, created, document) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, document = excluded.document`,
			o.ID, o.Name, o.IRI, o.Created.UnixMicro(), string(document))
		return err
	})
}

// OpenOntologies lists them, ordered by when they were made, then by id.
func (s *Store) OpenOntologies(ctx context.Context) ([]OpenOntology, error) {
	return list(ctx, s, "SELECT id, name, iri, created, document FROM open_ontologies ORDER BY created, id", nil,
		func(row scanner) (o OpenOntology, err error) {
			var created int64
			var document string
			err = row.Scan(&o.ID, &o.Name, &o.IRI, &created, &document)
			o.Created, o.Document = time.UnixMicro(created).UTC(), json.RawMessage(document)
			return o, err
		})
}

// ForgetOpenOntology removes an ontology; it is no error where there is none.
func (s *Store) ForgetOpenOntology(ctx context.Context, id string) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM open_ontologies WHERE id = ?", id)
		return err
	})
}
