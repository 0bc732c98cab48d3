package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"box2el-owl/owl"
)

// Action is what was decided about an axiom.
type Action string

// The actions.
const (
	Accept Action = "accept" // the axiom belongs into the ontology
	Reject Action = "reject" // it does not, and is not to be suggested again
	Defer  Action = "defer"  // to be looked at later
	// the decision that counts at the moment counts no longer; the one before does
	Revert Action = "revert"
)

// Actions lists them.
func Actions() []Action { return []Action{Accept, Reject, Defer, Revert} }

// Decision is an axiom that an operation decides, or whose decision it undoes: a line of the
// history.
type Decision struct {
	// Key names the decision: deciding again by the same key changes nothing, and returns what was
	// recorded. If it is empty, Decide makes a ULID.
	Key string
	// Ontology is the IRI that OntologyKey returns.
	Ontology string
	// Axiom is in functional-style syntax with IRIs in full; Decide makes it canonical. Hash is
	// that of its canonical form, filled in by Decide, and checked where it is given.
	Axiom  string
	Hash   owl.Hash
	Action Action
	// Reverts is the key of the decision that a Revert takes back. Decide fills it in: the one that
	// counts.
	Reverts string

	// At is when it was decided, in microseconds. Decide fills it in: now, but later than all
	// operations in the store.
	At                   time.Time
	Who, Comment, Client string

	// Probability and Verdict are what was shown to who decided; nil and "" where nothing was.
	Probability *float64
	Verdict     string

	// Asserted says that the document at hand asserts the axiom, and AlsoEdit that a rejected or
	// deferred axiom is to be removed from the ontology that a server keeps. Decide alone looks at
	// them.
	Asserted, AlsoEdit bool
}

// Replaced returns the decision that goes with an accepted one about an axiom that it replaces: the
// same, but that the axiom, without its annotations, is rejected, and removed where it is asserted.
func Replaced(accepted Decision, a owl.Axiom) Decision {
	d := accepted
	d.Axiom, d.Action = string(owl.AppendCanonicalBare(nil, a)), Reject
	d.Hash, d.Key, d.Probability, d.Verdict = owl.Hash{}, "", nil, ""
	d.Asserted, d.AlsoEdit = true, true
	return d
}

// Decide records decisions in the order given, all or none, and returns them as they are recorded.
// They are on the disk when it returns. Each is an operation; if a server keeps the ontology, it is
// an edit of it too: see Decision.AlsoEdit.
//
// Decisions by keys that are recorded already are not recorded again; it is ErrKeyReused where such
// a key stands for another ontology, axiom or action. A Revert where no decision counts is
// ErrNothingToRevert. Nothing else can be wrong but ErrInvalid: an axiom that cannot be read, a
// field that is too long or not UTF-8, an action that does not exist.
func (s *Store) Decide(ctx context.Context, decisions []Decision) ([]Decision, error) {
	prepared := make([]Decision, len(decisions))
	for i, d := range decisions {
		d.Reverts, d.At = "", time.Time{}
		if err := d.normalize(); err != nil {
			return nil, err
		}
		prepared[i] = d
	}
	recorded := make([]Decision, len(prepared))
	err := s.update(ctx, func(tx *sql.Tx) error {
		for i, d := range prepared {
			var err error
			if recorded[i], err = s.decide(ctx, tx, d, d.Key != ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return recorded, nil
}

// decide records one decision that has been normalized, as an operation of its own.
func (s *Store) decide(ctx context.Context, tx *sql.Tx, d Decision, explicit bool) (Decision,
	error) {
	if explicit {
		former, ok, err := decisionByKey(ctx, tx, d.Key)
		if err != nil {
			return d, err
		}
		if ok {
			if former.Ontology != d.Ontology || former.Hash != d.Hash || former.Action != d.Action {
				return d, fmt.Errorf("%w: %q, for %s %s", ErrKeyReused, d.Key, former.Action,
					former.Axiom)
			}
			return former, nil
		}
	}
	o, err := d.operation(), error(nil)
	if d.Action == Revert {
		if o, err = s.reverting(ctx, tx, d); err != nil {
			return d, err
		}
	} else {
		o.Document, o.Axioms[0].Edit, err = editOfDecision(ctx, tx, d)
		if err != nil {
			return d, err
		}
	}
	if err := s.record(ctx, tx, &o, ""); err != nil {
		return d, err
	}
	d.Key, d.At, d.Reverts = o.Axioms[0].Key, o.At, o.Axioms[0].Reverts
	return d, nil
}

// reverting returns the operation that takes back the current decision on an axiom.
func (s *Store) reverting(ctx context.Context, tx *sql.Tx, d Decision) (Operation, error) {
	current, ok, err := currentOf(ctx, tx, d.Ontology, d.Hash)
	if err != nil {
		return Operation{}, err
	}
	if !ok {
		return Operation{}, fmt.Errorf("%w: %s", ErrNothingToRevert, d.Axiom)
	}
	var id string
	err = tx.QueryRowContext(ctx, operationOfKey, current.Key).Scan(&id)
	if err != nil {
		return Operation{}, err
	}
	of, err := operationByID(ctx, tx, d.Ontology, id)
	if err != nil {
		return Operation{}, err
	}
	undo, err := undoing(ctx, tx, of, []owl.Hash{d.Hash})
	if err != nil {
		return undo, err
	}
	if undo.Document, err = keptDocument(ctx, tx, d.Ontology); err != nil {
		return undo, err
	}
	undo.ID, undo.Who, undo.Client, undo.Comment = d.Key, d.Who, d.Client, d.Comment
	undo.Axioms[0].Probability, undo.Axioms[0].Verdict = d.Probability, d.Verdict
	return undo, nil
}

// operation returns a decision as an operation on one axiom.
func (d *Decision) operation() Operation {
	o := Operation{
		ID: d.Key, Ontology: d.Ontology, Kind: d.Action, At: d.At, Who: d.Who, Client: d.Client,
		Comment: d.Comment,
		Axioms: []OperationAxiom{{Key: d.Key, Axiom: d.Axiom, Hash: d.Hash, Decided: true,
			Reverts: d.Reverts, Probability: d.Probability, Verdict: d.Verdict}},
	}
	if d.Action == Revert {
		o.Kind, o.Undoes = Undo, d.Reverts
	}
	return o
}

// normalize makes the axiom canonical, and checks all that can be checked of a decision alone.
func (d *Decision) normalize() error {
	switch d.Action {
	case Accept, Reject, Defer, Revert:
	default:
		return fmt.Errorf("%w decision: the action %q is not accept, reject, defer or revert",
			ErrInvalid, d.Action)
	}
	if d.Ontology == "" {
		return fmt.Errorf("%w decision: it belongs to no ontology", ErrInvalid)
	}
	err := checkTexts(field{"key", d.Key}, field{"ontology", d.Ontology},
		field{"reverts", d.Reverts}, field{"who", d.Who},
		field{"comment", d.Comment}, field{"client", d.Client}, field{"verdict", d.Verdict})
	if err != nil {
		return err
	}
	if p := d.Probability; p != nil && !(*p >= 0 && *p <= 1) { // not NaN either
		return fmt.Errorf("%w decision: the probability %v is not between 0 and 1", ErrInvalid, *p)
	}
	return d.normalizeAxiom()
}

func (d *Decision) normalizeAxiom() error {
	if err := checkText("axiom", d.Axiom, MaxAxiom); err != nil {
		return err
	}
	axiom, err := ParseAxiom(d.Axiom)
	if err != nil {
		return fmt.Errorf("%w decision: the axiom cannot be read: %w", ErrInvalid, err)
	}
	canonical := owl.AppendCanonical(nil, axiom)
	hash := owl.HashAxiom(axiom)
	if d.Hash != (owl.Hash{}) && d.Hash != hash {
		return fmt.Errorf("%w decision: %s is not the hash of its axiom, which is %s", ErrInvalid,
			d.Hash, hash)
	}
	d.Axiom, d.Hash = string(canonical), hash
	return nil
}

// ParseAxiom reads an axiom as it stands in a Decision.
func ParseAxiom(text string) (owl.Axiom, error) {
	return owl.Parser{AllowNew: true, MaxDepth: 1000}.Axiom(text)
}

// AxiomText writes an axiom as it stands in a Decision.
func AxiomText(a owl.Axiom) string { return owl.Canonical(a) }

// OntologyKey returns what decisions and models know an ontology by: its IRI. If it has none, or
// owl.TemporaryIRI, the key is the IRI of the document that it was read from (file:///…), which then
// should not move. It is "" if there is neither.
func OntologyKey(o *owl.Ontology, document owl.IRI) string {
	if !o.IRI.IsZero() && o.IRI != owl.TemporaryIRI {
		return o.IRI.String()
	}
	if document.IsZero() {
		return ""
	}
	return document.String()
}

// Filter says which decisions are wanted; the zero value wants all.
type Filter struct {
	Ontology string
	Axiom    owl.Hash // of one axiom
	Action   Action
	Who      string
	Since    time.Time // at or after
	Until    time.Time // before

	// Newest wants the latest first. Default: the earliest.
	Newest bool
	// After is the key of the last decision of the former page.
	After string
	// Limit is the most that are wanted; 0 wants all.
	Limit int
}

const decisionColumns = "key, ontology, axiom_hash, axiom, action, at, coalesce(reverts, ''), who, comment, client, probability, verdict"

// History returns the audit, ordered by time, then by key. The state is that of one moment, and is
// held on to until the iteration ends. An error ends it.
func (s *Store) History(ctx context.Context, f Filter) iter.Seq2[Decision, error] {
	query, args := f.query()
	return s.decisions(ctx, query, args)
}

// query returns the statement for a filter.
func (f Filter) query() (query string, args []any) {
	where := []string{"TRUE"}
	want := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if f.Ontology != "" {
		want("ontology = ?", f.Ontology)
	}
	if f.Axiom != (owl.Hash{}) {
		want("axiom_hash = ?", f.Axiom[:])
	}
	if f.Action != "" {
		want("action = ?", string(f.Action))
	}
	if f.Who != "" {
		want("who = ?", f.Who)
	}
	if !f.Since.IsZero() {
		want("at >= ?", f.Since.UnixMicro())
	}
	if !f.Until.IsZero() {
		want("at < ?", f.Until.UnixMicro())
	}
	order, beyond := "at, key", ">"
	if f.Newest {
		order, beyond = "at DESC, key DESC", "<"
	}
	if f.After != "" {
		want("(at, key) "+beyond+" (SELECT at, key FROM decisions WHERE key = ?)", f.After)
	}
	limit := f.Limit
	if limit <= 0 {
		limit = math.MaxInt32
	}
	return "SELECT " + decisionColumns + " FROM decisions WHERE " + strings.Join(where, " AND ") +
			" ORDER BY " + order + " LIMIT ?",
		append(args, limit)
}

// Matches reports whether a decision is one of those wanted; pages are not looked at.
func (f Filter) Matches(d Decision) bool {
	return (f.Ontology == "" || f.Ontology == d.Ontology) &&
		(f.Axiom == owl.Hash{} || f.Axiom == d.Hash) &&
		(f.Action == "" || f.Action == d.Action) && (f.Who == "" || f.Who == d.Who) &&
		(f.Since.IsZero() || !d.At.Before(f.Since)) && (f.Until.IsZero() || d.At.Before(f.Until))
}

// Current returns the decisions that count at the moment, ordered by time, then by key: for each
// axiom of an ontology, or for "" of all, the latest that has not been reverted.
func (s *Store) Current(ctx context.Context, ontology string) iter.Seq2[Decision, error] {
	if ontology == "" {
		return s.decisions(ctx, "SELECT "+decisionColumns+" FROM current ORDER BY at, key", nil)
	}
	return s.decisions(ctx, "SELECT "+decisionColumns+
		" FROM current WHERE ontology = ? ORDER BY at, key", []any{ontology})
}

// CurrentOf returns the decision that counts at the moment for one axiom; false where none does.
func (s *Store) CurrentOf(ctx context.Context, ontology string, axiom owl.Hash) (d Decision,
	ok bool, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		d, ok, err = currentOf(ctx, tx, ontology, axiom)
		return err
	})
	return d, ok, err
}

// DecidedSince returns the axioms of an ontology that the audit has lines of behind a place, and
// its last place: 0 is before the first. Whoever asks again from there learns what has been decided
// meanwhile, by other processes too. When there is nothing it costs one look at the end of the
// table.
func (s *Store) DecidedSince(ctx context.Context, ontology string, after int64) (axioms []owl.Hash,
	last int64, err error) {
	const lastDecision = "SELECT coalesce(max(number), 0) FROM operation_axioms"
	err = explain(s.path, patiently(ctx, s.wait, func() error {
		return s.read.QueryRowContext(ctx, lastDecision).Scan(&last)
	}))
	if err != nil || last <= after {
		return nil, last, err
	}
	err = s.view(ctx, func(tx *sql.Tx) error {
		axioms = nil
		if err := tx.QueryRowContext(ctx, lastDecision).Scan(&last); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx,
			"SELECT DISTINCT axiom_hash FROM operation_axioms WHERE number > ? AND ontology = ? ORDER BY axiom_hash", after, ontology)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var hash []byte
			if err := rows.Scan(&hash); err != nil {
				return err
			}
			var h owl.Hash
			copy(h[:], hash)
			axioms = append(axioms, h)
		}
		return rows.Err()
	})
	return axioms, last, err
}

func currentOf(ctx context.Context, tx querier, ontology string, axiom owl.Hash) (Decision,
	bool, error) {
	return oneDecision(tx.QueryRowContext(ctx, "SELECT "+decisionColumns+
		" FROM current WHERE ontology = ? AND axiom_hash = ?", ontology, axiom[:]))
}

func decisionByKey(ctx context.Context, tx querier, key string) (Decision, bool, error) {
	return oneDecision(tx.QueryRowContext(ctx,
		"SELECT "+decisionColumns+" FROM decisions WHERE key = ?", key))
}

func oneDecision(row *sql.Row) (Decision, bool, error) {
	d, err := scanDecision(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Decision{}, false, nil
	}
	return d, err == nil, err
}

// decisions iterates over the rows of a query in a transaction of its own.
func (s *Store) decisions(ctx context.Context, query string, args []any) iter.Seq2[Decision,
	error] {
	return func(yield func(Decision, error) bool) {
		started := false
		err := s.view(ctx, func(tx *sql.Tx) error {
			rows, err := tx.QueryContext(ctx, query, args...)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				d, err := scanDecision(rows)
				if err != nil {
					return err
				}
				started = true
				if !yield(d, nil) {
					return errStopped
				}
			}
			return unrepeatable(rows.Err(), started)
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(Decision{}, err)
		}
	}
}

// errStopped: who iterates has seen enough.
var errStopped = errors.New("stopped")

// unrepeatable keeps an iteration that has begun from being begun again.
func unrepeatable(err error, started bool) error {
	if started && conditionOf(err) == ErrLocked {
		return fmt.Errorf("%w: %v", ErrLocked, err)
	}
	return err
}

func scanDecision(row scanner) (Decision, error) {
	var d Decision
	var hash []byte
	var at int64
	var probability sql.NullFloat64
	err := row.Scan(&d.Key, &d.Ontology, &hash, &d.Axiom, &d.Action, &at, &d.Reverts, &d.Who,
		&d.Comment, &d.Client, &probability, &d.Verdict)
	if err != nil {
		return Decision{}, err
	}
	copy(d.Hash[:], hash)
	d.At = time.UnixMicro(at).UTC()
	if probability.Valid {
		d.Probability = &probability.Float64
	}
	return d, nil
}
