package db

import "errors"

// Errors of a store. The errors that wrap these name the file and the remedy.
var (
	// ErrNewerStore: a later version of the program has written the store. It is not changed.
	ErrNewerStore = errors.New("the store was written by a newer version of this program")
	// ErrOlderStore: the store would have to be migrated, but was opened for reading only.
	ErrOlderStore = errors.New("the store was written by an older version of this program")
	// ErrNotStore: the file is a database of another program. It is not changed.
	ErrNotStore = errors.New("the file is a database, but no store of box2el-owl")
	// ErrDamaged: the file is not a database, or its content is inconsistent.
	ErrDamaged = errors.New("the store is damaged")
	// ErrReadOnly: the file or its folder may not be written to, or the store was opened for
	// reading only.
	ErrReadOnly = errors.New("the store is read-only")
	// ErrLocked: another process has kept the store to itself for longer than Options.Wait.
	ErrLocked = errors.New("the store is in use by another process")
	// ErrFull: there is no room left. What was acknowledged before is there.
	ErrFull = errors.New("disk full: cannot write the store")
)

// Errors of a request.
var (
	// ErrInvalid: the store does not accept the row.
	ErrInvalid = errors.New("invalid")
	// ErrKeyReused: the key names another decision.
	ErrKeyReused = errors.New("the key names another decision")
	// ErrNothingToRevert: no decision on the axiom is current.
	ErrNothingToRevert = errors.New("no decision to revert")
	// ErrAsserted: an axiom that is asserted in the ontology that a server keeps cannot be rejected
	// without being removed.
	ErrAsserted = errors.New("the axiom is asserted, and was not to be removed")
	// ErrChanged: another program has recorded an operation meanwhile.
	ErrChanged = errors.New("another operation was recorded meanwhile")
	// ErrUnknown: there is no such operation, model or run.
	ErrUnknown = errors.New("unknown")
)

// SameOntologyError is returned if a server keeps the ontology already.
type SameOntologyError struct {
	ID string // of the open ontology
}

func (e *SameOntologyError) Error() string {
	return "the server keeps an ontology with this IRI; replace its document, or open a copy"
}
