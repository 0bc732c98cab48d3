package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// JobState is how far a job is.
type JobState string

// The states.
const (
	JobQueued    JobState = "queued"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Job is work that a server does for a client.
type Job struct {
	ID       string
	Kind     string
	Ontology string // "" where it belongs to none
	State    JobState
	Stage    string
	Progress float64 // from 0 to 1
	Error    string
	Payload  json.RawMessage // what to do: a JSON document
	Result   json.RawMessage // a JSON document
	Created  time.Time       // filled in by SaveJob when it is saved first
	Started  time.Time       // zero: not yet
	Finished time.Time       // zero: not yet
}

// SaveJob records a job, or how it stands now.
func (s *Store) SaveJob(ctx context.Context, j Job) error {
	err := checkTexts(field{"id of a job", j.ID}, field{"kind of job", j.Kind}, field{"ontology", j.Ontology}, field{"stage", j.Stage}, field{"error", j.Error})
	if err != nil {
		return err
	}
	switch j.State {
	case JobQueued, JobRunning, JobDone, JobFailed, JobCancelled:
	default:
		return fmt.Errorf("%w job: there is no state %q", ErrInvalid, j.State)
	}
	if j.ID == "" || !(j.Progress >= 0 && j.Progress <= 1) {
		return fmt.Errorf("%w job: it has no id, or its progress %v is not between 0 and 1", ErrInvalid, j.Progress)
	}
	if j.Payload, err = canonicalJSON(j.Payload); err != nil {
		return fmt.Errorf("%w job: its payload: %w", ErrInvalid, err)
	}
	if j.Result, err = canonicalJSON(j.Result); err != nil {
		return fmt.Errorf("%w job: its result: %w", ErrInvalid, err)
	}
	if j.Created.IsZero() {
		j.Created = s.now()
	}
	return s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO jobs (id, kind, ontology, state, stage, progress, error, payload, result, created, started, finished)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET state = excluded.state, stage = excluded.stage, progress = excluded.progress, error = excluded.error,
			result = excluded.result, started = excluded.started, finished = excluded.finished`,
			j.ID, j.Kind, j.Ontology, string(j.State), j.Stage, j.Progress, j.Error, string(j.Payload), string(j.Result),
			j.Created.UnixMicro(), microsOf(j.Started), microsOf(j.Finished))
		return err
	})
}

// Job returns a job by its id.
func (s *Store) Job(ctx context.Context, id string) (j Job, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		j, err = scanJob(tx.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE id = ?", id))
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%w job %q", ErrUnknown, id)
		}
		return err
	})
	return j, err
}

// JobFilter says which jobs are wanted; the zero value wants all.
type JobFilter struct {
	State    JobState
	Ontology string
	// Before is the id of the last job of the former page.
	Before string
	// Limit is the most that are wanted; 0 wants all.
	Limit int
}

// Jobs lists jobs, the latest first. Where there is no job JobFilter.Before it is ErrUnknown.
func (s *Store) Jobs(ctx context.Context, f JobFilter) ([]Job, error) {
	last := Job{Created: time.UnixMicro(math.MaxInt64)}
	if f.Before != "" {
		var err error
		if last, err = s.Job(ctx, f.Before); err != nil {
			return nil, err
		}
	}
	limit := f.Limit
	if limit == 0 {
		limit = -1
	}
	return list(ctx, s, "SELECT "+jobColumns+` FROM jobs WHERE (?1 = '' OR state = ?1) AND (?2 = '' OR ontology = ?2) AND (created, id) < (?3, ?4)
		ORDER BY created DESC, id DESC LIMIT ?5`, []any{string(f.State), f.Ontology, last.Created.UnixMicro(), last.ID, limit}, scanJob)
}

const jobColumns = "id, kind, ontology, state, stage, progress, error, payload, result, created, started, finished"

func scanJob(row scanner) (j Job, err error) {
	var payload, result string
	var created int64
	var started, finished sql.NullInt64
	err = row.Scan(&j.ID, &j.Kind, &j.Ontology, &j.State, &j.Stage, &j.Progress, &j.Error, &payload, &result, &created, &started, &finished)
	j.Payload, j.Result = json.RawMessage(payload), json.RawMessage(result)
	j.Created, j.Started, j.Finished = time.UnixMicro(created).UTC(), timeOf(started), timeOf(finished)
	return j, err
}

// microsOf is NULL for the zero time.
func microsOf(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}
