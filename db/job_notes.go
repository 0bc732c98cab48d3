package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// maxJobNotes is how many bytes there are of the notes of all jobs together.
const maxJobNotes = 10 << 20

// SaveJobNotes records what a job has noted: a JSON document, in place of what was recorded of the job before. Of other jobs, what was saved
// longest ago is forgotten where it comes to more than 10 MB.
func (s *Store) SaveJobNotes(ctx context.Context, job string, notes json.RawMessage) error {
	if len(notes) > maxJobNotes || !json.Valid(notes) {
		return fmt.Errorf("%w notes of a job: they are no JSON document, or have %d bytes, of %d at most", ErrInvalid, len(notes), maxJobNotes)
	}
	return s.update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM job_notes WHERE job = ?", job); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO job_notes (job, notes) VALUES (?, ?)", job, string(notes)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM job_notes WHERE number IN (SELECT number FROM
			(SELECT number, sum(octet_length(notes)) OVER (ORDER BY number DESC) AS size FROM job_notes) WHERE size > ?)`, maxJobNotes)
		return err
	})
}

// JobNotes returns what a job has noted; nil where nothing is recorded, or it was forgotten.
func (s *Store) JobNotes(ctx context.Context, job string) (notes json.RawMessage, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		var text string
		err := tx.QueryRowContext(ctx, "SELECT notes FROM job_notes WHERE job = ?", job).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		notes = json.RawMessage(text)
		return err
	})
	return notes, err
}
