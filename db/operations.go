package db

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"box2el-owl/owl"
)

// The kinds of operations that decide nothing.
const (
	Edit    Action = "edit"    // axioms are added and removed
	Undo    Action = "undo"    // an operation, or a part of it, is reverted
	Replace Action = "replace" // another document takes the place of the present one
)

// Operation is one action of a person: accept, reject or defer axioms, edit, undo, replace a
// document.
type Operation struct {
	// Number orders operations by the time at which this store recorded them. Record sets it.
	Number int64
	// ID names the operation. Record makes a ULID if it is empty.
	ID string
	// Ontology is the IRI that OntologyKey returns.
	Ontology string
	Kind     Action
	// Document is the number of the document that the edits change; 0 if there is none.
	Document int64
	// Previous is the number of the document that a Replace replaces; 0 if there was none.
	Previous int64
	// At is when it was done, in microseconds. Record sets it: now, but later than all operations
	// in the store.
	At                   time.Time
	Who, Client, Comment string
	// CheckedBy is the reasoner that found no contradiction; "" if none checked the axioms.
	CheckedBy string
	// Run is the suggestion run that showed the axioms; 0 if none did.
	Run int64
	// PartOf is the id of the operation that begins the change that this one is part of; "" if it
	// is a change of its own. The parts of a change are undone together. Record sets it if
	// JoinsPrevious is set: the change is that of the operation before it in the list.
	PartOf        string
	JoinsPrevious bool
	// Undoes is the id of the operation that an Undo reverts.
	Undoes string
	// Undone reports that all of it is undone. The store sets it when it reads the operation.
	Undone bool
	// Axioms are those that are decided, added or removed, each once.
	Axioms []OperationAxiom
}

// EditKind is the edit of a document by an operation on an axiom.
type EditKind string

// The kinds of edits; "" does not change the document.
const (
	Added   EditKind = "added"
	Removed EditKind = "removed"
)

// OperationAxiom is one axiom of an operation.
type OperationAxiom struct {
	// Key names the row. Record sets it: the id of the operation, with a number if it has several
	// axioms.
	Key string
	// Axiom is in functional-style syntax with full IRIs; canonical if it is decided.
	Axiom   string
	Hash    owl.Hash
	Decided bool
	Edit    EditKind
	// Edited is the axiom that is added or removed, if it has annotations that a decided Axiom does
	// not have; else "".
	Edited string
	// Reverts is the key of the row that an Undo reverts.
	Reverts string
	// Probability, Verdict and Rank, in the run of the operation, are what the curator was shown;
	// nil, "" and 0 if nothing was shown.
	Probability *float64
	Verdict     string
	Rank        int
	// Then is the kind of the latest operation on the axiom once this one, an undo that has not
	// been recorded yet, is recorded; "" if there is none.
	Then Action
	// Undone reports that a later operation reverts the row. The store sets it when it reads the
	// operation.
	Undone bool
}

// Record holds the operations and rows that Store.Record writes in one transaction.
type Record struct {
	// After makes Record fail with ErrChanged if the store has an operation on the ontology with a
	// larger number. -1 disables the check.
	After int64
	// Key and Request identify a request, which is recorded once: see Store.RecordedOnce. Default:
	// "", no request.
	Key     string
	Request owl.Hash
	// Operations are recorded in this order.
	Operations []Operation
	// Open is the new row of the open ontology. Default: nil, the row is not changed.
	Open *OpenOntology
	// Document is a new document of the open ontology. Open, and operations with Document 0, get
	// its number. Default: nil.
	Document *Document
}

// Record writes operations, with the rows of the open ontology and its document, in one
// transaction. They are on the disk when it returns. Errors are ErrChanged, ErrKeyReused and
// ErrInvalid.
func (s *Store) Record(ctx context.Context, r Record) ([]Operation, error) {
	recorded := make([]Operation, len(r.Operations))
	for _, o := range r.Operations {
		if (o.Kind == Undo) != (o.Undoes != "") {
			return nil, fmt.Errorf("%w operation: an undo names the operation that it undoes, "+
				"and no other kind does", ErrInvalid)
		}
		if err := o.check(); err != nil {
			return nil, err
		}
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		if r.After >= 0 && len(r.Operations) > 0 {
			var last int64
			err := tx.QueryRowContext(ctx, lastOperationOf, r.Operations[0].Ontology).Scan(&last)
			if err != nil {
				return err
			}
			if last > r.After {
				return ErrChanged
			}
		}
		if r.Key != "" {
			former, err := recordedOnce(ctx, tx, r.Key, r.Request)
			if err != nil {
				return err
			}
			if former != nil {
				return fmt.Errorf("%w: it was recorded meanwhile", ErrChanged)
			}
		}
		if r.Document != nil {
			if err := insertDocument(ctx, tx, r.Document); err != nil {
				return err
			}
			r.Open.Current = r.Document.Number
		}
		for i, o := range r.Operations {
			o.Axioms = append([]OperationAxiom(nil), o.Axioms...)
			if o.Document == 0 && r.Document != nil {
				o.Document = r.Document.Number
			}
			if o.JoinsPrevious && i > 0 {
				o.PartOf, o.JoinsPrevious = cmp.Or(recorded[i-1].PartOf, recorded[i-1].ID), false
			}
			if err := s.record(ctx, tx, &o, requestText(r.Key, r.Request)); err != nil {
				return err
			}
			recorded[i] = o
		}
		if r.Open != nil {
			return saveOpenOntology(ctx, tx, *r.Open)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return recorded, nil
}

// lastOperationOf selects the number of the last operation on an ontology.
const lastOperationOf = "SELECT coalesce(max(number), 0) FROM operations WHERE ontology = ?"

// lastIDOf selects the id of the last operation on an ontology; the empty text if there is none.
const lastIDOf = `SELECT coalesce((SELECT id FROM operations WHERE ontology = ?
	ORDER BY number DESC LIMIT 1), '')`

// LastOperation returns the number of the last operation on an ontology by any process; 0 if there
// is none.
func (s *Store) LastOperation(ctx context.Context, ontology string) (int64, error) {
	return value[int64](ctx, s, lastOperationOf, ontology)
}

// requestText returns the text of a request in the column of its operations; "" without a key.
func requestText(key string, request owl.Hash) string {
	if key == "" {
		return ""
	}
	return requestPrefix(key) + request.String()
}

func requestPrefix(key string) string { return fmt.Sprintf("%x-", sha256.Sum256([]byte(key))) }

// recordedOnce returns the operations of a request; nil if it has not been recorded. The error is
// ErrKeyReused if another request was recorded by the key.
func recordedOnce(ctx context.Context, tx *sql.Tx, key string, request owl.Hash) ([]Operation,
	error) {
	prefix := requestPrefix(key)
	list, err := operations(ctx, tx, query{"request >= ? AND request < ? ORDER BY number",
		[]any{prefix, prefix + "~"}})
	if err != nil || list == nil {
		return nil, err
	}
	var same int
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM operations WHERE request = ?",
		requestText(key, request)).Scan(&same)
	if err == nil && same != len(list) {
		err = fmt.Errorf("%w: another request was sent by it", ErrKeyReused)
	}
	return list, err
}

// RecordedOnce returns the operations that a request with a key has recorded; nil if there are
// none. The error is ErrKeyReused if another request was recorded by the key.
func (s *Store) RecordedOnce(ctx context.Context, key string, request owl.Hash) ([]Operation,
	error) {
	return read(ctx, s, func(tx *sql.Tx) ([]Operation, error) {
		return recordedOnce(ctx, tx, key, request)
	})
}

// record writes one operation that has been checked. It sets id, time and keys.
func (s *Store) record(ctx context.Context, tx *sql.Tx, o *Operation, request string) error {
	at, err := s.nextTime(ctx, tx)
	if err != nil {
		return err
	}
	o.At = at
	if o.ID == "" {
		o.ID = newULID(at)
	}
	for i := range o.Axioms {
		o.Axioms[i].Key = o.ID
		if len(o.Axioms) > 1 {
			o.Axioms[i].Key = rowKey(o.ID, i)
		}
	}
	return insertOperation(ctx, tx, o, request)
}

// rowKey returns the key of a row of an operation with several axioms.
func rowKey(id string, i int) string { return fmt.Sprintf("%s-%06d", id, i) }

// nextTime returns the time of a new operation: now, or one microsecond after the latest operation
// in the store if that is later. So a clock that was set back, or an imported operation dated in
// the future, never outranks what is decided now.
func (s *Store) nextTime(ctx context.Context, tx *sql.Tx) (time.Time, error) {
	var last sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT max(at) FROM operations").Scan(&last); err != nil {
		return time.Time{}, err
	}
	at := s.now().UnixMicro()
	if last.Valid && at <= last.Int64 {
		at = last.Int64 + 1
	}
	return time.UnixMicro(at).UTC(), nil
}

// insertOperation writes an operation unchanged, and sets its number.
func insertOperation(ctx context.Context, tx *sql.Tx, o *Operation, request string) error {
	var undoes any
	if o.Kind == Undo {
		undoes = o.Undoes
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO operations
		(id, ontology, kind, document, previous, at, who, client, comment, checked_by, run, part_of,
			undoes, request)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.ID, o.Ontology, string(o.Kind), o.Document, o.Previous, o.At.UnixMicro(), o.Who, o.Client,
		o.Comment, o.CheckedBy, o.Run, o.PartOf, undoes, request)
	if err != nil {
		return err
	}
	o.Number, err = result.LastInsertId()
	for i := 0; err == nil && i < len(o.Axioms); i++ {
		a := &o.Axioms[i]
		var reverts any
		if o.Kind == Undo {
			reverts = a.Reverts
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO operation_axioms
			(operation, key, ontology, at, axiom_hash, axiom, decided, edit, edited, reverts,
				probability, verdict, rank)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, o.Number, a.Key, o.Ontology,
			o.At.UnixMicro(), a.Hash[:], a.Axiom, a.Decided, string(a.Edit), a.Edited, reverts,
			a.Probability, a.Verdict, a.Rank)
	}
	return err
}

// check returns ErrInvalid for an operation that the store does not accept.
func (o *Operation) check() error {
	switch o.Kind {
	case Accept, Reject, Defer, Edit, Undo, Replace:
	default:
		return fmt.Errorf("%w operation: its kind is %q", ErrInvalid, o.Kind)
	}
	if o.Ontology == "" {
		return fmt.Errorf("%w operation: it belongs to no ontology", ErrInvalid)
	}
	for _, a := range o.Axioms {
		if p := a.Probability; p != nil && !(*p >= 0 && *p <= 1) { // not NaN either
			return fmt.Errorf("%w operation: the probability %v is not between 0 and 1",
				ErrInvalid, *p)
		}
		if err := checkTexts(field{"verdict", a.Verdict}, field{"reverts", a.Reverts}); err != nil {
			return err
		}
		if a.Decided {
			if err := checkText("axiom", a.Axiom, MaxAxiom); err != nil {
				return err
			}
		}
	}
	return checkTexts(field{"key", o.ID}, field{"ontology", o.Ontology}, field{"who", o.Who},
		field{"comment", o.Comment}, field{"client", o.Client},
		field{"undoes", o.Undoes}, field{"checkedBy", o.CheckedBy})
}

// OperationFilter selects operations. The zero value selects all.
type OperationFilter struct {
	Ontology string
	// After selects those with a larger number, Before those with a smaller one. Default: 0, all.
	After, Before int64
	// Document selects those that change this document. Default: 0, any.
	Document int64
	// Newest returns the latest first; the default is the earliest first.
	Newest bool
	// Limit is the maximum number. Default: 0, all.
	Limit int
}

// Operations returns operations with their axioms, by number.
func (s *Store) Operations(ctx context.Context, f OperationFilter) ([]Operation, error) {
	q := query{"number > ?", []any{f.After}}
	given(&q, "ontology = ?", f.Ontology)
	given(&q, "number < ?", f.Before)
	given(&q, "document = ?", f.Document)
	order := "number"
	if f.Newest {
		order = "number DESC"
	}
	q.page(order, f.Limit)
	return read(ctx, s, func(tx *sql.Tx) ([]Operation, error) { return operations(ctx, tx, q) })
}

// OperationByID returns an operation on an ontology. The error is ErrUnknown.
func (s *Store) OperationByID(ctx context.Context, ontology, id string) (Operation, error) {
	return read(ctx, s, func(tx *sql.Tx) (Operation, error) {
		return operationByID(ctx, tx, ontology, id)
	})
}

func operationByID(ctx context.Context, tx *sql.Tx, ontology, id string) (Operation, error) {
	o, ok, err := first(operations(ctx, tx, query{"ontology = ? AND id = ?", []any{ontology, id}}))
	if err == nil && !ok {
		err = fmt.Errorf("%w operation %q", ErrUnknown, id)
	}
	return o, err
}

// operations returns the operations that fulfill a condition, with their axioms; nil if there are
// none.
func operations(ctx context.Context, tx *sql.Tx, where query) ([]Operation, error) {
	where.text = `SELECT number, id, ontology, kind, document, previous, at, who, client, comment,
		checked_by, run, part_of, coalesce(undoes, '') FROM operations WHERE ` + where.text
	list, err := rowsOf(ctx, tx, where, scanOperation)
	if err != nil {
		return nil, err
	}
	for i := range list {
		o := &list[i]
		if o.Axioms, err = operationAxioms(ctx, tx, o.Number); err != nil {
			return nil, err
		}
		o.Undone = len(o.Axioms) > 0 &&
			!slices.ContainsFunc(o.Axioms, func(a OperationAxiom) bool { return !a.Undone })
		if o.replaces() {
			if o.Undone, err = replaceUndone(ctx, tx, o.ID); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// scanOperation reads an operation without its axioms.
func scanOperation(row scanner) (o Operation, err error) {
	var at int64
	err = row.Scan(&o.Number, &o.ID, &o.Ontology, &o.Kind, &o.Document, &o.Previous, &at,
		&o.Who, &o.Client, &o.Comment, &o.CheckedBy, &o.Run, &o.PartOf, &o.Undoes)
	o.At = time.UnixMicro(at).UTC()
	return o, err
}

// rowUndone reports whether a row "a" is undone. A row that reverts the row of an undo is undone if
// the first row of the three is.
const rowUndone = `(EXISTS (SELECT 1 FROM undone AS u WHERE u.key = a.key)
	OR EXISTS (SELECT 1 FROM operation_axioms AS m JOIN undone AS u ON u.key = m.reverts
		WHERE m.key = a.reverts))`

func operationAxioms(ctx context.Context, tx *sql.Tx, operation int64) ([]OperationAxiom, error) {
	return rowsOf(ctx, tx, query{`SELECT key, axiom_hash, axiom, decided, edit, edited,
		coalesce(reverts, ''), probability, verdict, rank, ` + rowUndone + `
		FROM operation_axioms AS a WHERE operation = ? ORDER BY number`, []any{operation}},
		func(row scanner) (a OperationAxiom, err error) {
			var hash []byte
			err = row.Scan(&a.Key, &hash, &a.Axiom, &a.Decided, &a.Edit, &a.Edited, &a.Reverts,
				&a.Probability, &a.Verdict, &a.Rank, &a.Undone)
			copy(a.Hash[:], hash)
			return a, err
		})
}

// replaces reports whether an operation changes the current document: it replaces it, or undoes
// that.
func (o *Operation) replaces() bool { return o.Kind == Replace || o.Kind == Undo && o.Previous > 0 }

// replaceUndone reports whether an operation that replaces a document is undone: an undo of it is
// not undone itself.
func replaceUndone(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	undos, err := rowsOf(ctx, tx, query{"SELECT id FROM operations WHERE undoes = ?", []any{id}},
		func(row scanner) (undo string, err error) {
			err = row.Scan(&undo)
			return undo, err
		})
	if err != nil {
		return false, err
	}
	for _, undo := range undos {
		if undone, err := replaceUndone(ctx, tx, undo); err != nil || !undone {
			return !undone, err
		}
	}
	return false, nil
}

// TouchedError is returned if an operation cannot be undone because a later one touched the same
// axiom.
type TouchedError struct {
	Later string // id of the later operation
	Axiom string // "" if it is about the document
}

func (e *TouchedError) Error() string {
	if e.Axiom == "" {
		return fmt.Sprintf("the operation cannot be undone: operation %s came later", e.Later)
	}
	return fmt.Sprintf("the operation cannot be undone: operation %s later touched %s", e.Later,
		e.Axiom)
}

// Undoing returns the operation that undoes another one, with the other parts of its change, or the
// part of it that is about some axioms. Without axioms it undoes all of it. Rows that are undone
// already are left out. To undo an undo brings the first operation back. Errors are ErrUnknown,
// ErrNothingToRevert and *TouchedError.
func (s *Store) Undoing(ctx context.Context, ontology, id string,
	axioms []owl.Hash) (Operation, error) {
	return read(ctx, s, func(tx *sql.Tx) (Operation, error) {
		o, err := operationByID(ctx, tx, ontology, id)
		if err != nil {
			return o, err
		}
		return undoing(ctx, tx, o, axioms)
	})
}

// undoing is Undoing of an operation that was read in the same transaction.
func undoing(ctx context.Context, tx *sql.Tx, o Operation, axioms []owl.Hash) (Operation, error) {
	undo := Operation{Ontology: o.Ontology, Kind: Undo, Undoes: o.ID, Document: o.Document}
	if o.replaces() {
		return undo, replaceUndoable(ctx, tx, o)
	}
	rows := o.Axioms
	begin := cmp.Or(o.PartOf, o.ID)
	others, err := operations(ctx, tx, query{
		"ontology = ? AND (id = ? OR part_of = ?) AND id <> ? ORDER BY number",
		[]any{o.Ontology, begin, begin, o.ID}})
	if err != nil {
		return undo, err
	}
	for _, part := range others {
		rows = append(rows, part.Axioms...)
	}
	wanted := make(map[owl.Hash]bool, len(axioms))
	for _, h := range axioms {
		wanted[h] = true
	}
	for _, a := range rows {
		if len(axioms) > 0 && !wanted[a.Hash] {
			continue
		}
		delete(wanted, a.Hash)
		if a.Undone {
			continue
		}
		inverse, err := inverseOf(ctx, tx, o, a)
		if err != nil {
			return undo, err
		}
		undo.Axioms = append(undo.Axioms, inverse)
	}
	if len(wanted) > 0 {
		return undo, fmt.Errorf("%w: the operation is not about one of the axioms", ErrInvalid)
	}
	if len(undo.Axioms) == 0 {
		return undo, fmt.Errorf("%w: operation %s is undone already", ErrNothingToRevert, o.ID)
	}
	return undo, nil
}

// isChange reports whether an operation is a part of a change with several operations.
func isChange(ctx context.Context, tx *sql.Tx, o Operation) (parts bool, err error) {
	if o.PartOf != "" {
		return true, nil
	}
	err = tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM operations WHERE part_of = ?)",
		o.ID).Scan(&parts)
	return parts, err
}

// origin is the first row of a chain of rows that revert each other.
type origin struct {
	key     string
	at      int64
	kind    Action // of its operation
	reverts string // key of the row that it reverts; "" but for imported rows
}

// originOf returns the row with a key. It is zero if the store does not have the row.
func originOf(ctx context.Context, tx *sql.Tx, key string) (o origin, err error) {
	err = orNone(tx.QueryRowContext(ctx, `SELECT a.key, a.at, o.kind, coalesce(a.reverts, '')
		FROM operation_axioms AS a JOIN operations AS o ON o.number = a.operation
		WHERE a.key = ?`, key), &o.key, &o.at, &o.kind, &o.reverts)
	return o, err
}

// inverseOf returns the row that reverts a row of an operation. A row of an undo is reverted by a
// row that names it; a row of an undo of an undo by a row that names the first one again. A row
// that an undo removed in addition reverts none, and is like a row of an edit.
func inverseOf(ctx context.Context, tx *sql.Tx, o Operation, a OperationAxiom) (OperationAxiom,
	error) {
	inverse := OperationAxiom{Axiom: a.Axiom, Hash: a.Hash, Decided: a.Decided, Edited: a.Edited,
		Reverts: a.Key}
	first, err := originOf(ctx, tx, a.Key)
	revives := false // whether the first row counts again
	if err == nil && o.Kind == Undo && a.Reverts != "" {
		revives = true
		first, err = originOf(ctx, tx, a.Reverts)
		if err == nil && first.reverts != "" {
			revives, inverse.Reverts = false, first.reverts
			first, err = originOf(ctx, tx, first.reverts)
		}
	}
	if err != nil {
		return inverse, err
	}
	if first.key == "" {
		return inverse, fmt.Errorf("%w: operation %s undoes one that is not in this store",
			ErrInvalid, o.ID)
	}
	later, _, err := latestOn(ctx, tx, o.Ontology, a.Hash, "(l.at, l.key) > (?, ?)", first.at,
		first.key)
	if err != nil {
		return inverse, err
	}
	if later != "" {
		return inverse, &TouchedError{Later: later, Axiom: a.Axiom}
	}
	switch a.Edit {
	case Added:
		inverse.Edit = Removed
	case Removed:
		inverse.Edit = Added
	}
	if inverse.Then = first.kind; !revives {
		_, inverse.Then, err = latestOn(ctx, tx, o.Ontology, a.Hash, "l.key <> ?", first.key)
		if err != nil {
			return inverse, err
		}
	}
	if inverse.Then == Accept && inverse.Edit == Removed ||
		inverse.Then == Reject && inverse.Edit == Added {
		inverse.Edit = "" // the decision agrees with the document
	}
	return inverse, nil
}

// latestOn returns the id and the kind of the latest operation on an axiom whose row is not undone
// and fulfills a condition; "" if there is none.
func latestOn(ctx context.Context, tx *sql.Tx, ontology string, axiom owl.Hash, condition string,
	args ...any) (id string, kind Action, err error) {
	err = orNone(tx.QueryRowContext(ctx, `SELECT o.id, o.kind
		FROM operation_axioms AS l JOIN operations AS o ON o.number = l.operation
		WHERE l.ontology = ? AND l.axiom_hash = ? AND o.kind <> 'undo'
			AND NOT EXISTS (SELECT 1 FROM undone AS u WHERE u.key = l.key) AND `+condition+`
		ORDER BY l.at DESC, l.key DESC LIMIT 1`, append([]any{ontology, axiom[:]}, args...)...),
		&id, &kind)
	return id, kind, err
}

// replaceUndoable fails if the previous document cannot be restored: another replacement, or an
// edit of the document that the operation made current, came later and is not undone.
func replaceUndoable(ctx context.Context, tx *sql.Tx, o Operation) error {
	if o.Undone {
		return fmt.Errorf("%w: operation %s is undone already", ErrNothingToRevert, o.ID)
	}
	if o.Previous == 0 {
		return fmt.Errorf("%w: there was no document before", ErrInvalid)
	}
	current, err := keptDocument(ctx, tx, o.Ontology)
	if err != nil {
		return err
	}
	var later string
	err = orNone(tx.QueryRowContext(ctx, `SELECT later.id FROM operations AS later
		WHERE later.ontology = ?1 AND later.number > ?2 AND (
			?3 <> ?4 AND (later.kind = 'replace' OR later.previous > 0)
			OR later.document = ?3 AND later.kind <> 'undo' AND EXISTS (
				SELECT 1 FROM operation_axioms AS a WHERE a.operation = later.number
				AND a.edit <> '' AND NOT EXISTS (SELECT 1 FROM undone AS u WHERE u.key = a.key)))
		ORDER BY later.number DESC LIMIT 1`, o.Ontology, o.Number, o.Document, current), &later)
	if err == nil && later != "" {
		err = &TouchedError{Later: later}
	}
	return err
}

// newULID returns a ULID (github.com/ulid/spec): 48 bits of time in milliseconds and 80 random
// bits, in Crockford's base 32.
func newULID(at time.Time) string {
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var id [26]byte
	ms := uint64(at.UnixMilli())
	for i := 9; i >= 0; i-- {
		id[i] = digits[ms&31]
		ms >>= 5
	}
	rand.Read(id[10:]) // never fails
	for i := 10; i < len(id); i++ {
		id[i] = digits[id[i]&31]
	}
	return string(id[:])
}

// Decisions returns the lines of the history that an operation makes: one for each axiom that it
// decides, or undoes a decision on.
func (o *Operation) Decisions() []Decision {
	var list []Decision
	for _, a := range o.Axioms {
		if !a.Decided {
			continue
		}
		d := Decision{
			Key: a.Key, Ontology: o.Ontology, Axiom: a.Axiom, Hash: a.Hash, Action: o.Kind,
			Reverts: a.Reverts, At: o.At,
			Who: o.Who, Comment: o.Comment, Client: o.Client, Probability: a.Probability,
			Verdict: a.Verdict,
		}
		if o.Kind == Undo {
			d.Action = Revert
		}
		list = append(list, d)
	}
	return list
}

// LastChange returns the number of the last operation on an ontology that changed its axioms; 0 if
// there is none.
func (s *Store) LastChange(ctx context.Context, ontology string) (int64, error) {
	return value[int64](ctx, s, `SELECT coalesce(max(o.number), 0) FROM operations AS o
		WHERE o.ontology = ? AND (o.kind = 'replace' OR o.previous > 0
			OR o.document > 0 AND EXISTS (SELECT 1 FROM operation_axioms AS a
				WHERE a.operation = o.number AND a.edit <> ''))`, ontology)
}

// OperationOfKey returns the id of the operation that has the row with a key. The error is
// ErrUnknown.
func (s *Store) OperationOfKey(ctx context.Context, key string) (string, error) {
	id, err := value[string](ctx, s, operationOfKey, key)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w decision %q", ErrUnknown, key)
	}
	return id, err
}

const operationOfKey = `SELECT o.id FROM operations AS o
	JOIN operation_axioms AS a ON a.operation = o.number WHERE a.key = ?`
