package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"time"

	"box2el-owl/owl"
)

// Imported counts the decisions of an import.
type Imported struct {
	Added int
	Known int // recorded before, by the same keys
}

// maxImport is the maximum number of bytes that ReadJSONLines accepts, because decisions are in
// memory until all are checked.
const maxImport = 256 << 20

// LineError is a syntax error of a history, with its line, from 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Import records decisions of another store, all or none, with their keys, times and reverted keys.
// It ignores those that are recorded already, so importing twice changes nothing. It edits no
// document. Errors are ErrKeyReused if a key names another decision in this store, and ErrInvalid
// if a decision is incomplete.
func (s *Store) Import(ctx context.Context, decisions []Decision) (done Imported, err error) {
	for i := range decisions {
		if err := decisions[i].checkForeign(); err != nil {
			return Imported{}, err
		}
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		for _, d := range decisions {
			former, ok, err := first(rowsOf(ctx, tx,
				query{selectDecisions + "decisions WHERE key = ?", []any{d.Key}}, scanDecision))
			switch {
			case err != nil:
				return err
			case ok && !reflect.DeepEqual(lineOf(former), lineOf(d)):
				return fmt.Errorf("%w: %q, for %s %s", ErrKeyReused, d.Key, former.Action,
					former.Axiom)
			case ok:
				done.Known++
				continue
			}
			if err := importDecision(ctx, tx, d); err != nil {
				return err
			}
			done.Added++
		}
		return nil
	})
	if err != nil {
		return Imported{}, err
	}
	return done, nil
}

// importDecision inserts a decision as an operation of its own, under its key.
func importDecision(ctx context.Context, tx *sql.Tx, d Decision) error {
	o := d.operation()
	if o.Kind == Undo {
		err := orNone(tx.QueryRowContext(ctx, operationOfKey, d.Reverts), &o.Undoes)
		if err != nil {
			return err
		}
	}
	return insertOperation(ctx, tx, &o, "")
}

// latestTime bounds the time of a decision that is imported, so that later ones can be written in
// RFC 3339.
var latestTime = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)

// checkForeign checks an imported decision, and makes it canonical.
func (d *Decision) checkForeign() error {
	d.At = d.At.Truncate(time.Microsecond).UTC()
	switch {
	case d.Key == "":
		return fmt.Errorf("%w decision: it has no key", ErrInvalid)
	case (d.Action == Revert) != (d.Reverts != ""):
		return fmt.Errorf(
			"%w decision: a revert names the decision that it reverts, and nothing else does", ErrInvalid)
	case d.At.Before(time.UnixMicro(0)):
		return fmt.Errorf("%w decision: it has no time", ErrInvalid)
	case d.At.After(latestTime):
		return fmt.Errorf("%w decision: its time, %s, is after the year 9000", ErrInvalid,
			d.At.Format(time.RFC3339))
	}
	return d.normalize()
}

var errTooLong = errors.New(
	"the history is longer than 256 MiB; part it and import the parts one by one")

// say passes the axiom of each decision to a format, and returns the decisions that the format does
// not support.
func say(decisions []Decision, says func(owl.Axiom) bool) (left []Decision, err error) {
	for _, d := range decisions {
		axiom, err := ParseAxiom(d.Axiom)
		if err != nil {
			return left, fmt.Errorf("%s: %w", d.Axiom, err)
		}
		if !says(axiom) {
			left = append(left, d)
		}
	}
	return left, nil
}
