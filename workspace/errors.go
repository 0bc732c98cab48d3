package workspace

import (
	"errors"
	"fmt"
)

// Errors of a request.
var (
	// ErrUnknown: there is no such class, operation, document, run or report.
	ErrUnknown = errors.New("unknown")
	// ErrUnknownOntology: there is no such ontology, or it is gone. What a client keeps is gone
	// after a restart.
	ErrUnknownOntology = fmt.Errorf("%w ontology", ErrUnknown)
	// ErrCopy: nothing can be decided or edited in an ontology that was opened to be read.
	ErrCopy = errors.New(
		"this is a copy to read and compare; decide and edit in the ontology itself")
	// ErrInvalid: the request has an invalid value.
	ErrInvalid = errors.New("invalid")
	// ErrPath: clients may not read the file, which is on the server's machine.
	ErrPath = errors.New("the file is in none of the folders that clients may read")
	// ErrNotClassified: the question needs an ontology that has been classified.
	ErrNotClassified = errors.New("the ontology has not been classified")
	// ErrNotReady: suggestions are still being found, or the question needs a model.
	ErrNotReady = errors.New("the ontology is not ready for suggestions")
	// ErrLoading: the ontology is being read again after a restart. See Ontology.Await.
	ErrLoading = errors.New("the ontology is being loaded")
	// ErrDamaged: the stored ontology cannot be read.
	ErrDamaged = errors.New("the stored ontology is damaged")
	// ErrTooLarge: a document is larger than the limit.
	ErrTooLarge = errors.New("the document is larger than the limit")
	// ErrUnwritable: an axiom has a part that functional syntax cannot express; see owl.Unwritable.
	ErrUnwritable = errors.New("the axiom cannot be written")
	// ErrStaleCursor: a list has changed since its previous page.
	ErrStaleCursor = errors.New("the list has changed since the previous page")
	// ErrClosed: the workspace has been closed.
	ErrClosed = errors.New("the workspace is closed")
)

// BaseError is returned if the base of an edit is not the current revision.
type BaseError struct{ Revision int64 }

func (e *BaseError) Error() string {
	return fmt.Sprintf(
		"the base revision is not the current one, %d; fetch the ontology and retry, or send all of it",
		e.Revision)
}
