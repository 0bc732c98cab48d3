package db

import "errors"

// What can be wrong with a store. The errors that wrap these name the file and say what to do.
var (
	// ErrNoCgo: the program was built without cgo, and so without SQLite.
	ErrNoCgo = errors.New(
		"this program was built without cgo, which the store needs; build it with CGO_ENABLED=1 and a C compiler, or take a released binary")
	// ErrNewerStore: a later version of the program has written the store. It is left as it is.
	ErrNewerStore = errors.New("the store was written by a newer version of this program")
	// ErrOlderStore: the store would have to be migrated, but was opened for reading only.
	ErrOlderStore = errors.New("the store was written by an older version of this program")
	// ErrNotStore: the file is a database of something else. It is left as it is.
	ErrNotStore = errors.New("the file is a database, but no store of box2el-owl")
	// ErrDamaged: the file is no database, or its content contradicts itself.
	ErrDamaged = errors.New("the store is damaged")
	// ErrReadOnly: the file or its folder may not be written to, or the store was opened for
	// reading only.
	ErrReadOnly = errors.New("the store is read-only")
	// ErrLocked: another process has kept the store to itself for longer than Options.Wait.
	ErrLocked = errors.New("the store is in use by another process")
	// ErrFull: there is no room left. What was acknowledged before is there.
	ErrFull = errors.New("no room is left for the store")
)

// What can be wrong with a request.
var (
	// ErrInvalid: a decision, model or other row that no store can hold.
	ErrInvalid = errors.New("invalid")
	// ErrKeyReused: a key that stands for another decision already.
	ErrKeyReused = errors.New("the key stands for another decision")
	// ErrNothingToRevert: no decision about the axiom counts at the moment.
	ErrNothingToRevert = errors.New("there is no decision to revert")
	// ErrAsserted: an axiom that is asserted in the ontology that a server keeps cannot be rejected
	// without being removed.
	ErrAsserted = errors.New("the axiom is asserted, and was not to be removed")
	// ErrChanged: somebody else has recorded an operation meanwhile.
	ErrChanged = errors.New("another operation was recorded meanwhile")
	// ErrUnknown: there is no such operation, model or run.
	ErrUnknown = errors.New("unknown")
)

// SameOntologyError says that a server keeps an ontology already.
type SameOntologyError struct {
	ID string // of the open ontology
}

func (e *SameOntologyError) Error() string {
	return "the server keeps an ontology with this IRI already; replace its document, or open a copy"
}
