package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"box2el-owl/owl"
)

// Run is a suggestion run on an ontology.
type Run struct {
	At     time.Time `json:"at"`               // set by SaveRun
	Client string    `json:"client,omitempty"` // the program
	// Document is the number of the document that a server read; 0 if there is none.
	Document int64  `json:"document,omitempty"`
	Found    int    `json:"found"`           // number of suggestions; set by the store
	Model    string `json:"model,omitempty"` // name of the model; "" if none was used
	// Ontology is the IRI that OntologyKey returns.
	Ontology string `json:"-"`
	// Operation is the id of the last operation on the ontology before the run, or "" if there was
	// none. SaveRun sets it.
	Operation string          `json:"operation,omitempty"`
	Options   json.RawMessage `json:"options"`
	// Revision is that of the ontology of a server; 0 for a file of the command.
	Revision int64 `json:"revision,omitempty"`
	// ID numbers the runs of a store. SaveRun sets it.
	ID int64 `json:"run"`
	// Searched is a JSON document that says what was searched, if the run has no suggestions.
	Searched json.RawMessage `json:"-"`
	// Stale reports that the model was trained on another state of the ontology.
	Stale bool `json:"stale"`
}

// Shown is a suggestion of a run.
type Shown struct {
	Run  int64 // set by the store
	Rank int   // in the run, from 1; set by the store

	Axiom       string     // functional-style syntax with full IRIs
	Axioms      []owl.Hash // hashes of the axiom, or of those of its group; written only
	Subject     string     // IRI
	Form        string
	Tier        string
	Score       float64
	Probability float64
	Verdict     string
	Evidence    json.RawMessage // a JSON document
	More        json.RawMessage // the other fields of the suggestion: a JSON document
}

// keptRuns is the number of runs of an ontology that the store keeps.
const keptRuns = 10

// SaveRun records a run with its suggestions, best first, in one transaction, and forgets all but
// the last ten runs on the ontology.
func (s *Store) SaveRun(ctx context.Context, r Run, shown []Shown) (Run, error) {
	if r.Ontology == "" {
		return Run{}, fmt.Errorf("%w run: it belongs to no ontology", ErrInvalid)
	}
	if err := checkTexts(field{"ontology", r.Ontology}, field{"model", r.Model}); err != nil {
		return Run{}, err
	}
	for i := range shown {
		if err := shown[i].check(); err != nil {
			return Run{}, fmt.Errorf("suggestion %d: %w", i+1, err)
		}
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, lastIDOf, r.Ontology).Scan(&r.Operation)
		if err != nil {
			return err
		}
		at := s.now().UnixMicro()
		err = tx.QueryRowContext(ctx, `INSERT INTO runs
			(ontology, document, operation, revision, model, stale, options, client, searched, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, r.Ontology, r.Document,
			r.Operation, r.Revision, r.Model, r.Stale, jsonText(r.Options), r.Client,
			jsonText(r.Searched), at).Scan(&r.ID)
		if err != nil {
			return err
		}
		r.At, r.Found = time.UnixMicro(at).UTC(), len(shown)
		if err := insertShown(ctx, tx, r.ID, shown); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM runs WHERE ontology = ?1 AND id NOT IN (
			SELECT id FROM runs WHERE ontology = ?1 ORDER BY id DESC LIMIT ?2)`,
			r.Ontology, keptRuns)
		return err
	})
	return r, err
}

func insertShown(ctx context.Context, tx *sql.Tx, run int64, shown []Shown) error {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO suggestions
		(run, rank, axiom, subject, form, tier, score, probability, verdict, evidence, more)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	insertAxiom, err := tx.PrepareContext(ctx,
		"INSERT OR IGNORE INTO suggestion_axioms (axiom_hash, run, rank) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer insertAxiom.Close()
	for i, x := range shown {
		_, err := insert.ExecContext(ctx, run, i+1, x.Axiom, x.Subject, x.Form, x.Tier, x.Score,
			x.Probability, x.Verdict, jsonText(x.Evidence), jsonText(x.More))
		if err != nil {
			return err
		}
		for _, h := range x.Axioms {
			if _, err := insertAxiom.ExecContext(ctx, h[:], run, i+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *Shown) check() error {
	err := checkTexts(field{"subject", x.Subject}, field{"form", x.Form}, field{"tier", x.Tier},
		field{"verdict", x.Verdict})
	if err != nil {
		return err
	}
	for _, long := range []field{{"axiom", x.Axiom}, {"evidence", string(x.Evidence)},
		{"other fields", string(x.More)}} {
		if err := checkText(long.name, long.text, MaxAxiom); err != nil {
			return err
		}
	}
	if x.Axiom == "" || len(x.Axioms) == 0 {
		return fmt.Errorf("%w: it has no axiom, or no hash", ErrInvalid)
	}
	return nil
}

const selectRuns = `SELECT id, ontology, document, operation, revision, model, stale, options,
	client, searched, at, (SELECT count(*) FROM suggestions AS x WHERE x.run = runs.id)
	FROM runs WHERE `

// Runs lists the runs on an ontology, or for "" all runs, the latest first.
func (s *Store) Runs(ctx context.Context, ontology string) ([]Run, error) {
	return list(ctx, s, query{selectRuns + "?1 = '' OR ontology = ?1 ORDER BY id DESC",
		[]any{ontology}}, scanRun)
}

// RunByID returns a run on an ontology. The error is ErrUnknown.
func (s *Store) RunByID(ctx context.Context, ontology string, id int64) (Run, error) {
	r, ok, err := first(list(ctx, s, query{selectRuns + "id = ? AND ontology = ?",
		[]any{id, ontology}}, scanRun))
	if err == nil && !ok {
		err = fmt.Errorf("%w run %d", ErrUnknown, id)
	}
	return r, err
}

func scanRun(row scanner) (r Run, err error) {
	var options, searched string
	var at int64
	err = row.Scan(&r.ID, &r.Ontology, &r.Document, &r.Operation, &r.Revision, &r.Model, &r.Stale,
		&options, &r.Client, &searched, &at, &r.Found)
	r.Options, r.Searched = json.RawMessage(options), json.RawMessage(searched)
	r.At = time.UnixMicro(at).UTC()
	return r, err
}

// ShownOrder is an order of the suggestions of a run.
type ShownOrder string

// The orders; "" is by rank.
const (
	ByScore   ShownOrder = "score"   // the highest first
	BySubject ShownOrder = "subject" // by IRI
)

// ShownFilter selects suggestions of a run. The zero value selects all by rank.
type ShownFilter struct {
	Tier, Verdict, Subject string
	Order                  ShownOrder
	// Offset and Limit select a page. The default of Limit is 0, no limit.
	Offset, Limit int
}

// ShownIn returns suggestions of a run, and the number of those that the filter selects.
func (s *Store) ShownIn(ctx context.Context, run int64, f ShownFilter) (shown []Shown, total int,
	err error) {
	order := map[ShownOrder]string{
		"": "rank", ByScore: "score DESC, rank", BySubject: "subject, rank",
	}[f.Order]
	if order == "" {
		return nil, 0, fmt.Errorf("%w order %q", ErrInvalid, f.Order)
	}
	where := query{"run = ?", []any{run}}
	given(&where, "tier = ?", f.Tier)
	given(&where, "verdict = ?", f.Verdict)
	given(&where, "subject = ?", f.Subject)
	err = s.view(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM suggestions WHERE "+where.text,
			where.args...).Scan(&total)
		if err != nil {
			return err
		}
		page := query{selectShown + where.text, append([]any(nil), where.args...)}
		page.page(order, f.Limit)
		page.add(" OFFSET ?", f.Offset)
		shown, err = rowsOf(ctx, tx, page, scanShown)
		return err
	})
	return shown, total, err
}

// LastShown returns the suggestion of an axiom in the latest run on an ontology that has it, or in
// one run if run is not 0. ok is false if no run has the axiom.
func (s *Store) LastShown(ctx context.Context, ontology string, axiom owl.Hash,
	run int64) (x Shown, ok bool, err error) {
	return first(list(ctx, s, query{selectShown + `(run, rank) = (
		SELECT a.run, a.rank FROM suggestion_axioms AS a JOIN runs AS r ON r.id = a.run
			WHERE a.axiom_hash = ? AND r.ontology = ? AND ?3 IN (0, r.id)
			ORDER BY a.run DESC, a.rank LIMIT 1)`, []any{axiom[:], ontology, run}}, scanShown))
}

const selectShown = `SELECT run, rank, axiom, subject, form, tier, score, probability, verdict,
	evidence, more FROM suggestions WHERE `

func scanShown(row scanner) (x Shown, err error) {
	var evidence, more string
	err = row.Scan(&x.Run, &x.Rank, &x.Axiom, &x.Subject, &x.Form, &x.Tier, &x.Score,
		&x.Probability, &x.Verdict, &evidence, &more)
	x.Evidence, x.More = json.RawMessage(evidence), json.RawMessage(more)
	return x, err
}

// ForgetRuns removes the runs on ontologies whose key begins with a prefix and that are not open.
func (s *Store) ForgetRuns(ctx context.Context, prefix string) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM runs WHERE substr(ontology, 1, ?) = ?
			AND ontology NOT IN (SELECT key FROM open_ontologies)`, len(prefix), prefix)
		return err
	})
}
