package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// OpenOntology is an ontology that a server keeps.
type OpenOntology struct {
	ID, Name string
	IRI      string // given at its creation; "" if there is none
	// Key is the ontology of its operations: see OntologyKey. It is "" as long as the ontology has
	// no document. No two have the same, copies aside.
	Key string
	// Copy reports that it was opened to read, besides the ontology with the same key.
	Copy    bool
	Current int64 // number of its document; 0 if it has none
	Created time.Time
	State   json.RawMessage // settings of the server: a JSON document
}

// Document is a file as it was given for an open ontology.
type Document struct {
	At         time.Time       `json:"at"`
	Base       string          `json:"-"`        // see rdfio.ReadOptions
	Current    bool            `json:"current"`  // set by the server
	File       string          `json:"-"`        // name in the directory of documents
	Number     int64           `json:"document"` // set by Record
	Format     string          `json:"format"`   // see rdfio.ReadOptions
	IRI        string          `json:"iri,omitempty"`
	Name       string          `json:"name"`
	Open       string          `json:"-"` // id of the open ontology
	Report     json.RawMessage `json:"-"` // summary of the content: a JSON document
	Size       int64           `json:"size"`
	VersionIRI string          `json:"versionIRI,omitempty"`
}

// keptDocuments is the number of documents of an open ontology that the store keeps: the current
// one and five previous ones.
const keptDocuments = 6

// SaveOpenOntology inserts or updates an ontology. It is on the disk when it returns. The error is
// *SameOntologyError if another one has its key.
func (s *Store) SaveOpenOntology(ctx context.Context, o OpenOntology) error {
	return s.update(ctx, func(tx *sql.Tx) error { return saveOpenOntology(ctx, tx, o) })
}

func saveOpenOntology(ctx context.Context, tx *sql.Tx, o OpenOntology) error {
	if err := checkTexts(field{"id", o.ID}, field{"name", o.Name}, field{"ontology", o.IRI},
		field{"key", o.Key}); err != nil {
		return err
	}
	if o.ID == "" {
		return fmt.Errorf("%w ontology: it has no id", ErrInvalid)
	}
	var other string
	err := orNone(tx.QueryRowContext(ctx,
		"SELECT id FROM open_ontologies WHERE key = ? AND key <> '' AND copy = 0 AND id <> ? AND NOT ?",
		o.Key, o.ID, o.Copy), &other)
	switch {
	case err != nil:
		return err
	case other != "":
		return &SameOntologyError{other}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO open_ontologies
		(id, name, iri, created, document, key, copy, current) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE
			SET name = excluded.name, document = excluded.document, key = excluded.key,
			copy = excluded.copy,
			current = excluded.current`,
		o.ID, o.Name, o.IRI, o.Created.UnixMicro(), jsonText(o.State), o.Key, o.Copy, o.Current)
	return err
}

// OpenOntologies lists them, ordered by when they were made, then by id.
func (s *Store) OpenOntologies(ctx context.Context) ([]OpenOntology, error) {
	return list(ctx, s,
		query{text: `SELECT id, name, iri, created, document, key, copy, current
			FROM open_ontologies ORDER BY created, id`},
		func(row scanner) (o OpenOntology, err error) {
			var created int64
			var state string
			err = row.Scan(&o.ID, &o.Name, &o.IRI, &created, &state, &o.Key, &o.Copy, &o.Current)
			o.Created, o.State = time.UnixMicro(created).UTC(), json.RawMessage(state)
			return o, err
		})
}

// ForgetOpenOntology removes an ontology and the rows of its documents; it is no error if there is
// none.
func (s *Store) ForgetOpenOntology(ctx context.Context, id string) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM documents WHERE open = ?", id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM open_ontologies WHERE id = ?", id)
		return err
	})
}

// insertDocument adds a document, sets its number, and forgets all but the current one and the last
// keptDocuments of the ontology.
func insertDocument(ctx context.Context, tx *sql.Tx, d *Document) error {
	err := checkTexts(field{"name", d.Name}, field{"file", d.File}, field{"format", d.Format},
		field{"base", d.Base}, field{"ontology", d.IRI},
		field{"version IRI", d.VersionIRI})
	if err != nil {
		return err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO documents
		(open, file, name, format, base, iri, version_iri, size, report, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
		d.Open, d.File, d.Name, d.Format, d.Base, d.IRI, d.VersionIRI, d.Size, jsonText(d.Report),
		d.At.UnixMicro()).Scan(&d.Number)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM documents WHERE open = ?1
		AND number NOT IN (SELECT current FROM open_ontologies WHERE id = ?1) AND number NOT IN (
			SELECT number FROM documents WHERE open = ?1 ORDER BY number DESC LIMIT ?2)`,
		d.Open, keptDocuments)
	return err
}

// Documents lists the documents of an open ontology, or for "" all, the earliest first.
func (s *Store) Documents(ctx context.Context, open string) ([]Document, error) {
	return list(ctx, s, query{`SELECT number, open, file, name, format, base, iri, version_iri,
		size, report, at FROM documents
		WHERE ?1 = '' OR open = ?1 ORDER BY number`, []any{open}},
		func(row scanner) (d Document, err error) {
			var at int64
			var report string
			err = row.Scan(&d.Number, &d.Open, &d.File, &d.Name, &d.Format, &d.Base, &d.IRI,
				&d.VersionIRI, &d.Size, &report, &at)
			d.At, d.Report = time.UnixMicro(at).UTC(), json.RawMessage(report)
			return d, err
		})
}

// keptDocument returns the number of the document of an ontology that a server keeps; 0 if it keeps
// none.
func keptDocument(ctx context.Context, tx *sql.Tx, ontology string) (document int64, err error) {
	err = orNone(tx.QueryRowContext(ctx,
		"SELECT current FROM open_ontologies WHERE key = ? AND copy = 0", ontology), &document)
	return document, err
}

// editOfDecision returns what a decision that another program than the server makes does to the
// ontology that the server keeps: an accept adds the axiom, a reject of an asserted axiom removes
// it if that was asked for. edited is the axiom with the annotations that it was added with; "" if
// there are none. document is 0 if the server keeps none. The error is ErrAsserted.
func editOfDecision(ctx context.Context, tx *sql.Tx, d Decision) (document int64, edit EditKind,
	edited string, err error) {
	document, err = keptDocument(ctx, tx, d.Ontology)
	if err != nil || document == 0 {
		return 0, "", "", err
	}
	type row struct {
		edit   EditKind
		form   string // with annotations; "" without
		reject bool   // removes all forms
	}
	rows, err := rowsOf(ctx, tx, query{`SELECT a.edit, a.edited, a.decided AND o.kind <> 'undo'
		FROM operation_axioms AS a JOIN operations AS o ON o.number = a.operation
		WHERE a.ontology = ? AND a.axiom_hash = ? AND a.edit <> '' AND o.document = ?
		ORDER BY a.number`, []any{d.Ontology, d.Hash[:], document}},
		func(s scanner) (r row, err error) {
			err = s.Scan(&r.edit, &r.form, &r.reject)
			return r, err
		})
	if err != nil {
		return 0, "", "", err
	}
	bare, form := d.Asserted, "" // the document has the axiom without annotations, and with these
	for _, r := range rows {
		switch added := r.edit == Added; {
		case !added && r.reject:
			bare, form = false, ""
		case r.form == "":
			bare = added
		case added:
			form = r.form
		case r.form == form:
			form = ""
		}
	}
	asserted := bare || form != ""
	if !bare {
		edited = form
	}
	switch {
	case d.Action == Accept && !asserted:
		return document, Added, "", nil
	case d.Action == Reject && asserted && !d.AlsoEdit:
		return 0, "", "", fmt.Errorf("%w: %s", ErrAsserted, d.Axiom)
	case (d.Action == Reject || d.Action == Defer) && asserted && d.AlsoEdit:
		return document, Removed, edited, nil
	}
	return document, "", "", nil
}
