package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"box2el-owl/owl"
)

// Run is one run of suggest.
type Run struct {
	ID       int64
	Ontology int64           // row: Ontology.ID
	Model    int64           // row: Model.ID; 0 where it used none, or the model is forgotten
	Options  json.RawMessage // a JSON document
	Started  time.Time       // filled in by StartRun
	Finished time.Time       // zero: it is running, or has ended without a result
}

// Shown is a suggestion as a run has shown it.
type Shown struct {
	Axiom       string // canonical functional-style syntax, see AxiomText
	Hash        owl.Hash
	Form        string // of suggest.Form
	Subject     string // IRI
	Score       float64
	Probability float64
	Rank        int // among the candidates of the subject, from 1
	Verdict     string
	Why         json.RawMessage // a JSON document
	ImpliedBy   string          // axiom of a suggestion above; "" where there is none
}

// StartRun records that a run begins, and returns its row.
func (s *Store) StartRun(ctx context.Context, r Run) (Run, error) {
	options, err := canonicalJSON(r.Options)
	if err != nil {
		return Run{}, fmt.Errorf("%w run: its options: %w", ErrInvalid, err)
	}
	var model any
	if r.Model != 0 {
		model = r.Model
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		if err := known(ctx, tx, "ontology", "SELECT 1 FROM ontologies WHERE id = ?", r.Ontology); err != nil {
			return err
		}
		if r.Model != 0 {
			if err := known(ctx, tx, "model", "SELECT 1 FROM models WHERE id = ?", r.Model); err != nil {
				return err
			}
		}
		r, err = scanRun(tx.QueryRowContext(ctx,
			"INSERT INTO runs (ontology_id, model_id, options, started) VALUES (?, ?, ?, ?) RETURNING "+runColumns,
			r.Ontology, model, string(options), s.now().UnixMicro()))
		return err
	})
	return r, err
}

// known is ErrUnknown where a row is not there.
func known(ctx context.Context, tx *sql.Tx, what, query string, id int64) error {
	var one int
	err := tx.QueryRowContext(ctx, query, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w %s %d", ErrUnknown, what, id)
	}
	return err
}

// FinishRun records what a run has shown, best first, and that it is done: all or nothing. A run is
// finished once.
func (s *Store) FinishRun(ctx context.Context, run int64, shown []Shown) error {
	for i := range shown {
		if err := shown[i].check(); err != nil {
			return fmt.Errorf("suggestion %d: %w", i+1, err)
		}
	}
	return s.update(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx,
			"UPDATE runs SET finished = ? WHERE id = ? AND finished IS NULL", s.now().UnixMicro(), run)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err,
				fmt.Errorf("%w run %d, or it is finished already", ErrUnknown, run))
		}
		insert, err := tx.PrepareContext(ctx, `INSERT INTO suggestions
			(run_id, position, axiom_hash, axiom, form, subject, score, probability, rank, verdict, why, implied_by)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
		if err != nil {
			return err
		}
		defer insert.Close()
		for i, x := range shown {
			why := string(x.Why)
			if why == "" {
				why = "null"
			}
			_, err := insert.ExecContext(ctx, run, i+1, x.Hash[:], x.Axiom, x.Form, x.Subject,
				x.Score, x.Probability, x.Rank, x.Verdict, why, x.ImpliedBy)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (x *Shown) check() error {
	if err := checkTexts(field{"form", x.Form}, field{"subject", x.Subject}, field{"verdict", x.Verdict}); err != nil {
		return err
	}
	for _, long := range []field{{"axiom", x.Axiom}, {"implying axiom", x.ImpliedBy},
		{"grounds", string(x.Why)}} {
		if err := checkText(long.name, long.text, MaxAxiom); err != nil {
			return err
		}
	}
	switch {
	case x.Axiom == "" || x.Hash == owl.Hash{}:
		return fmt.Errorf("%w: it has no axiom, or no hash", ErrInvalid)
	case math.IsNaN(x.Score) || math.IsNaN(x.Probability):
		return fmt.Errorf("%w: its score or its probability is no number", ErrInvalid)
	case len(x.Why) > 0 && !json.Valid(x.Why):
		return fmt.Errorf("%w: its grounds are no JSON document", ErrInvalid)
	}
	return nil
}

// Runs lists the runs on an ontology, in all its states, or for "" all runs: the latest first.
func (s *Store) Runs(ctx context.Context, ontology string) ([]Run, error) {
	return list(ctx, s, "SELECT "+runColumns+` FROM runs
		WHERE ?1 = '' OR ontology_id IN (SELECT id FROM ontologies WHERE iri = ?1) ORDER BY started DESC, id DESC`, []any{ontology}, scanRun)
}

// ShownIn returns what a run has shown, best first.
func (s *Store) ShownIn(ctx context.Context, run int64) ([]Shown, error) {
	return list(ctx, s, "SELECT "+shownColumns+
		" FROM suggestions x WHERE run_id = ? ORDER BY position", []any{run}, scanShown)
}

// LastShown returns what the latest finished run on an ontology, in whatever state, has shown of an
// axiom. ok is false where none has.
func (s *Store) LastShown(ctx context.Context, ontology string, axiom owl.Hash) (x Shown, ok bool,
	err error) {
	found, err := list(ctx, s, "SELECT "+shownColumns+` FROM suggestions x
		JOIN runs r ON r.id = x.run_id JOIN ontologies o ON o.id = r.ontology_id
		WHERE x.axiom_hash = ? AND o.iri = ? ORDER BY r.finished DESC, r.id DESC LIMIT 1`, []any{axiom[:], ontology}, scanShown)
	if err != nil || len(found) == 0 {
		return x, false, err
	}
	return found[0], true, nil
}

// KeepRuns forgets all runs on an ontology but the latest.
func (s *Store) KeepRuns(ctx context.Context, ontology string, latest int) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM runs WHERE id IN (
			SELECT r.id FROM runs r JOIN ontologies o ON o.id = r.ontology_id WHERE o.iri = ?
			ORDER BY r.started DESC, r.id DESC LIMIT -1 OFFSET ?)`, ontology, latest)
		return err
	})
}

const (
	runColumns   = "id, ontology_id, coalesce(model_id, 0), options, started, finished"
	shownColumns = "x.axiom_hash, x.axiom, x.form, x.subject, x.score, x.probability, x.rank, x.verdict, x.why, x.implied_by"
)

func scanRun(row scanner) (r Run, err error) {
	var options string
	var started int64
	var finished sql.NullInt64
	err = row.Scan(&r.ID, &r.Ontology, &r.Model, &options, &started, &finished)
	r.Options, r.Started, r.Finished = json.RawMessage(options), time.UnixMicro(started).UTC(),
		timeOf(finished)
	return r, err
}

func scanShown(row scanner) (x Shown, err error) {
	var hash []byte
	var why string
	err = row.Scan(&hash, &x.Axiom, &x.Form, &x.Subject, &x.Score, &x.Probability, &x.Rank,
		&x.Verdict, &why, &x.ImpliedBy)
	copy(x.Hash[:], hash)
	x.Why = json.RawMessage(why)
	return x, err
}

// timeOf is zero for NULL.
func timeOf(micros sql.NullInt64) time.Time {
	if !micros.Valid {
		return time.Time{}
	}
	return time.UnixMicro(micros.Int64).UTC()
}
