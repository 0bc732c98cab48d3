package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"box2el-owl/owl"
)

// Action is a decision on an axiom.
type Action string

// The actions.
const (
	Accept Action = "accept" // the axiom belongs into the ontology
	Reject Action = "reject" // it does not, and is not suggested again
	Defer  Action = "defer"  // decide later
	// the current decision is undone; the one before it is current again
	Revert Action = "revert"
)

// Actions lists them.
func Actions() []Action { return []Action{Accept, Reject, Defer, Revert} }

// Decision is an axiom that an operation decides, or whose decision it undoes: a line of the
// history.
type Decision struct {
	// Key names the decision. If it is empty, Decide makes a ULID.
	Key string
	// Ontology is the IRI that OntologyKey returns.
	Ontology string
	// Axiom is in functional-style syntax with full IRIs; Decide makes it canonical. Hash is the
	// hash of the canonical form. Decide sets it, and checks it if it is given.
	Axiom  string
	Hash   owl.Hash
	Action Action
	// Reverts is the key of the decision that a Revert undoes. Decide sets it to the current one.
	Reverts string

	// At is the time of the decision, in microseconds. Decide sets it: now, but later than all
	// operations in the store.
	At                   time.Time
	Who, Comment, Client string

	// Probability and Verdict are those that the curator was shown; nil and "" if nothing was.
	Probability *float64
	Verdict     string

	// Asserted reports that the document of the caller asserts the axiom. AlsoEdit removes a
	// rejected or deferred axiom from the ontology that a server keeps. Only Decide uses the two
	// fields.
	Asserted, AlsoEdit bool

	// Run and Rank name the suggestion that was shown; 0 if nothing was. They are recorded, and not
	// read again.
	Run  int64
	Rank int

	// PartOfPrevious reports that the decision is part of the change of the one before it.
	PartOfPrevious bool
}

// Replaced returns the second decision of a change: it rejects the axiom that an accepted one
// replaces, without its annotations, and removes it if it is asserted.
func Replaced(accepted Decision, a owl.Axiom) Decision {
	d, bare := accepted, owl.AppendCanonicalBare(nil, a)
	d.Axiom, d.Hash, d.Action = string(bare), sha256.Sum256(bare), Reject
	d.Key, d.Probability, d.Verdict, d.Run, d.Rank = "", nil, "", 0, 0
	d.Asserted, d.AlsoEdit, d.PartOfPrevious = true, true, true
	return d
}

// Decide records decisions in the order given, all or none, and returns the recorded decisions.
// They are on the disk when it returns. Successive decisions that differ only in the axiom are one
// operation; if a server keeps the ontology, it is an edit of it too: see Decision.AlsoEdit.
//
// Errors are ErrNothingToRevert if no decision is current, and ErrInvalid for an axiom that cannot
// be parsed, a field that is too long or not UTF-8, or an unknown action.
func (s *Store) Decide(ctx context.Context, decisions []Decision) ([]Decision, error) {
	list := slices.Clone(decisions)
	for i := range list {
		list[i].Reverts, list[i].At = "", time.Time{}
		if err := list[i].normalize(); err != nil {
			return nil, err
		}
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		change := "" // id of the operation that the last change begins with
		for rest := list; len(rest) > 0; {
			n := sameOperation(rest)
			if !rest[0].PartOfPrevious {
				change = ""
			}
			id, err := s.decide(ctx, tx, rest[:n], change)
			if err != nil {
				return err
			}
			change, rest = cmp.Or(change, id), rest[n:]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// sameOperation returns how many of the first decisions are one operation.
func sameOperation(list []Decision) int {
	first, seen := list[0], map[owl.Hash]bool{}
	for n, d := range list {
		if n > 0 && (d.Action == Revert || d.Action != first.Action || d.Key+first.Key != "" ||
			d.Ontology != first.Ontology || d.PartOfPrevious || d.Who != first.Who ||
			d.Client != first.Client || d.Comment != first.Comment || d.Run != first.Run ||
			seen[d.Hash]) {
			return n
		}
		seen[d.Hash] = true
	}
	return len(list)
}

// decide records normalized decisions as one operation, and returns its id. change is the operation
// that it is part of; "" if it is a change of its own.
func (s *Store) decide(ctx context.Context, tx *sql.Tx, list []Decision, change string) (string,
	error) {
	d := list[0]
	o, err := d.operation(), error(nil)
	if d.Action == Revert {
		if o, err = revertOf(ctx, tx, d); err != nil {
			return "", err
		}
	} else {
		o.Axioms = nil
		for _, d := range list {
			a := d.operation().Axioms[0]
			if o.Document, a.Edit, a.Edited, err = editOfDecision(ctx, tx, d); err != nil {
				return "", err
			}
			o.Axioms = append(o.Axioms, a)
		}
	}
	o.PartOf = change
	if err := s.record(ctx, tx, &o, ""); err != nil {
		return "", err
	}
	for i := range list {
		a := o.Axioms[i]
		list[i].Key, list[i].At, list[i].Reverts = a.Key, o.At, a.Reverts
	}
	return o.ID, nil
}

// Reverting returns the operation that undoes the current decision on an axiom, its row first. A
// change with several operations is undone as a whole. Errors are ErrNothingToRevert and
// *TouchedError.
func (s *Store) Reverting(ctx context.Context, ontology string, axiom owl.Hash) (Operation, error) {
	return read(ctx, s, func(tx *sql.Tx) (Operation, error) {
		return reverting(ctx, tx, ontology, axiom)
	})
}

func reverting(ctx context.Context, tx *sql.Tx, ontology string, axiom owl.Hash) (Operation,
	error) {
	current, ok, err := currentOf(ctx, tx, ontology, axiom)
	if err != nil {
		return Operation{}, err
	}
	if !ok {
		return Operation{}, fmt.Errorf("%w: no decision on the axiom is current",
			ErrNothingToRevert)
	}
	var id string
	if err := tx.QueryRowContext(ctx, operationOfKey, current.Key).Scan(&id); err != nil {
		return Operation{}, err
	}
	of, err := operationByID(ctx, tx, ontology, id)
	if err != nil {
		return Operation{}, err
	}
	axioms := []owl.Hash{axiom}
	if change, err := isChange(ctx, tx, of); err != nil {
		return Operation{}, err
	} else if change {
		axioms = nil
	}
	undo, err := undoing(ctx, tx, of, axioms)
	if err != nil {
		return undo, err
	}
	first := slices.IndexFunc(undo.Axioms, func(a OperationAxiom) bool { return a.Hash == axiom })
	undo.Axioms[0], undo.Axioms[first] = undo.Axioms[first], undo.Axioms[0]
	return undo, nil
}

// revertOf returns the operation of a Revert.
func revertOf(ctx context.Context, tx *sql.Tx, d Decision) (Operation, error) {
	undo, err := reverting(ctx, tx, d.Ontology, d.Hash)
	if err != nil {
		return undo, err
	}
	asserted := func(h owl.Hash) bool { return h == d.Hash && d.Asserted }
	if err := agree(ctx, tx, &undo, asserted); err != nil {
		return undo, err
	}
	undo.ID, undo.Who, undo.Client, undo.Comment = d.Key, d.Who, d.Client, d.Comment
	undo.Axioms[0].Probability, undo.Axioms[0].Verdict = d.Probability, d.Verdict
	return undo, nil
}

// agree adds edits to an undo by another program than the server, if the undone operation edited
// the current document of the server. Afterwards an axiom that is accepted again is asserted, and
// one that is rejected again is not. asserted reports whether the document as it was sent has an
// axiom.
func agree(ctx context.Context, tx *sql.Tx, undo *Operation,
	asserted func(owl.Hash) bool) (err error) {
	document := undo.Document
	if undo.Document, err = keptDocument(ctx, tx, undo.Ontology); err != nil ||
		undo.Document != document {
		return err
	}
	for i := range undo.Axioms {
		a := &undo.Axioms[i]
		if !a.Decided || a.Then != Accept && a.Then != Reject {
			continue
		}
		again := Decision{Ontology: undo.Ontology, Hash: a.Hash, Action: a.Then,
			Asserted: asserted(a.Hash), AlsoEdit: true}
		edited := a.Edited
		if _, a.Edit, a.Edited, err = editOfDecision(ctx, tx, again); err != nil {
			return err
		}
		if a.Edit == Added {
			a.Edited = edited
		}
	}
	return nil
}

// Undo records the undo of an operation for another program than the server. The fields of by are
// who, client and comment; asserted reports whether the document as it was sent has an axiom.
// Errors are those of Undoing, and ErrInvalid for the replacement of a document, which the server
// undoes.
func (s *Store) Undo(ctx context.Context, ontology, id string, by Operation,
	asserted func(owl.Hash) bool) (undo Operation, err error) {
	err = s.update(ctx, func(tx *sql.Tx) error {
		o, err := operationByID(ctx, tx, ontology, id)
		if err != nil {
			return err
		}
		if o.replaces() {
			return fmt.Errorf("%w: operation %s replaces a document; undo it in the server",
				ErrInvalid, id)
		}
		if undo, err = undoing(ctx, tx, o, nil); err != nil {
			return err
		}
		if err := agree(ctx, tx, &undo, asserted); err != nil {
			return err
		}
		undo.Who, undo.Client, undo.Comment = by.Who, by.Client, by.Comment
		if err := undo.check(); err != nil {
			return err
		}
		return s.record(ctx, tx, &undo, "")
	})
	return undo, err
}

// operation returns a decision as an operation on one axiom.
func (d *Decision) operation() Operation {
	o := Operation{
		ID: d.Key, Ontology: d.Ontology, Kind: d.Action, At: d.At, Who: d.Who, Client: d.Client,
		Comment: d.Comment, Run: d.Run,
		Axioms: []OperationAxiom{{Key: d.Key, Axiom: d.Axiom, Hash: d.Hash, Decided: true,
			Reverts: d.Reverts, Probability: d.Probability, Verdict: d.Verdict, Rank: d.Rank}},
	}
	if d.Action == Revert {
		o.Kind, o.Undoes = Undo, d.Reverts
	}
	return o
}

// normalize makes the axiom canonical, and checks the fields of a decision.
func (d *Decision) normalize() error {
	if !slices.Contains(Actions(), d.Action) {
		return fmt.Errorf("%w decision: the action %q is not accept, reject, defer or revert",
			ErrInvalid, d.Action)
	}
	o := d.operation()
	if err := o.check(); err != nil {
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

// ParseAxiom parses the axiom of a Decision.
func ParseAxiom(text string) (owl.Axiom, error) {
	return owl.Parser{AllowNew: true, MaxDepth: 1000}.Axiom(text)
}

// OntologyKey returns the key of an ontology for decisions and models: its IRI. If it has none, or
// owl.TemporaryIRI, the key is the IRI of its document (file:///…), which then should not move. The
// key is "" if both are missing.
func OntologyKey(o *owl.Ontology, document owl.IRI) string {
	if !o.IRI.IsZero() && o.IRI != owl.TemporaryIRI {
		return o.IRI.String()
	}
	if document.IsZero() {
		return ""
	}
	return document.String()
}

// Filter selects decisions. The zero value selects all.
type Filter struct {
	Ontology string
	Axiom    owl.Hash // of one axiom
	Action   Action
	Who      string
	Since    time.Time // at or after
	Until    time.Time // before
	// Current selects the current decisions: for each axiom the latest that is not undone.
	Current bool

	// Newest returns the latest first. Default: the earliest first.
	Newest bool
	// After is the key of the last decision of the previous page.
	After string
	// Limit is the maximum number. Default: 0, no limit.
	Limit int
}

// selectDecisions selects from the views decisions and current.
const selectDecisions = `SELECT key, ontology, axiom_hash, axiom, action, at,
	coalesce(reverts, ''), who, comment, client, probability, verdict FROM `

// History returns the decisions, ordered by time, then by key.
func (s *Store) History(ctx context.Context, f Filter) ([]Decision, error) {
	return list(ctx, s, f.query(), scanDecision)
}

// query returns the query for a filter.
func (f Filter) query() query {
	view, order, beyond := "decisions", "at, key", ">"
	if f.Current {
		view = "current"
	}
	if f.Newest {
		order, beyond = "at DESC, key DESC", "<"
	}
	q := query{text: selectDecisions + view + " WHERE TRUE"}
	given(&q, "ontology = ?", f.Ontology)
	if f.Axiom != (owl.Hash{}) {
		q.add(" AND axiom_hash = ?", f.Axiom[:])
	}
	given(&q, "action = ?", string(f.Action))
	given(&q, "(who = ?)", f.Who)
	if !f.Since.IsZero() {
		q.add(" AND at >= ?", f.Since.UnixMicro())
	}
	if !f.Until.IsZero() {
		q.add(" AND at < ?", f.Until.UnixMicro())
	}
	given(&q, "(at, key) "+beyond+" (SELECT at, key FROM decisions WHERE key = ?)", f.After)
	q.page(order, f.Limit)
	return q
}

// Current returns the current decisions on an ontology, or for "" on all: see Filter.Current.
func (s *Store) Current(ctx context.Context, ontology string) ([]Decision, error) {
	return s.History(ctx, Filter{Ontology: ontology, Current: true})
}

// CurrentOf returns the current decision on an axiom; false if there is none.
func (s *Store) CurrentOf(ctx context.Context, ontology string, axiom owl.Hash) (d Decision,
	ok bool, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		d, ok, err = currentOf(ctx, tx, ontology, axiom)
		return err
	})
	return d, ok, err
}

// DecidedSince returns the current decisions on the axioms of an ontology with rows after a number,
// and the number of the last row; 0 is before the first row. A decision that was withdrawn has only
// its Hash. The next call from there returns what was decided meanwhile, by other processes too.
// Without new rows the cost is one lookup at the end of the table.
func (s *Store) DecidedSince(ctx context.Context, ontology string, after int64) (decided []Decision,
	last int64, err error) {
	const lastDecision = "SELECT coalesce(max(number), 0) FROM operation_axioms"
	last, err = value[int64](ctx, s, lastDecision)
	if err != nil || last <= after {
		return nil, last, err
	}
	err = s.view(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, lastDecision).Scan(&last); err != nil {
			return err
		}
		const touched = `SELECT DISTINCT axiom_hash FROM operation_axioms
			WHERE number > ? AND ontology = ?`
		args := []any{after, ontology}
		axioms, err := rowsOf(ctx, tx, query{touched + ` AND EXISTS (SELECT 1 FROM decisions AS d
			WHERE d.ontology = operation_axioms.ontology
			AND d.axiom_hash = operation_axioms.axiom_hash)`, args}, scanHash)
		if err != nil {
			return err
		}
		decided, err = rowsOf(ctx, tx, query{selectDecisions + "current WHERE axiom_hash IN (" +
			touched + ") AND ontology = ?", append(args, ontology)}, scanDecision)
		if err != nil {
			return err
		}
		current := make(map[owl.Hash]bool, len(decided))
		for _, d := range decided {
			current[d.Hash] = true
		}
		for _, h := range axioms {
			if !current[h] {
				decided = append(decided, Decision{Hash: h})
			}
		}
		return nil
	})
	return decided, last, err
}

func scanHash(row scanner) (h owl.Hash, err error) {
	var hash []byte
	err = row.Scan(&hash)
	copy(h[:], hash)
	return h, err
}

func currentOf(ctx context.Context, tx *sql.Tx, ontology string, axiom owl.Hash) (Decision, bool,
	error) {
	return first(rowsOf(ctx, tx, query{selectDecisions +
		"current WHERE ontology = ? AND axiom_hash = ?", []any{ontology, axiom[:]}}, scanDecision))
}

func scanDecision(row scanner) (d Decision, err error) {
	var hash []byte
	var at int64
	err = row.Scan(&d.Key, &d.Ontology, &hash, &d.Axiom, &d.Action, &at, &d.Reverts, &d.Who,
		&d.Comment, &d.Client, &d.Probability, &d.Verdict)
	copy(d.Hash[:], hash)
	d.At = time.UnixMicro(at).UTC()
	return d, err
}
