package main

import (
	"context"
	"errors"
	"fmt"

	"box2el-owl/api"
	"box2el-owl/rdfio"
)

// exitCode is the status that the process ends with; scripts rely on it.
type exitCode int

const (
	exitDone          exitCode = 0
	exitFailure       exitCode = 1
	exitUsage         exitCode = 2
	exitInput         exitCode = 3 // the input cannot be read
	exitInconsistent  exitCode = 4
	exitUnsatisfiable exitCode = 5 // with --fail-on-unsat
	exitOutsideEL     exitCode = 6 // profile --fail
	exitInterrupted   exitCode = 130
)

// The results that a script wants to see in the exit code. The data has been written when one of
// these is returned.
var (
	errInconsistent  = errors.New("the ontology is inconsistent: everything follows from it")
	errUnsatisfiable = errors.New("the ontology has unsatisfiable classes")
	errOutsideEL     = errors.New("the ontology is outside OWL 2 EL")
	errNotEntailed   = errors.New(
		"it does not follow, so there is nothing to explain") // exit code 1
)

// inconsistent is errInconsistent with the command that shows the reason.
func inconsistent(path string) error {
	if path == "-" {
		path = "FILE"
	}
	return fmt.Errorf("%w; see why: box2el-owl explain --inconsistent %s", errInconsistent, path)
}

// usageError is a fault of the command line itself.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// inputError is a fault of a document or of the way to it.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// codeOf is the one table from errors to exit codes.
func codeOf(err error) exitCode {
	var usage usageError
	var input inputError
	var parse *rdfio.ParseError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage), errors.Is(err, api.ErrOpenToAll):
		return exitUsage
	case errors.Is(err, errInconsistent):
		return exitInconsistent
	case errors.Is(err, errUnsatisfiable):
		return exitUnsatisfiable
	case errors.Is(err, errOutsideEL):
		return exitOutsideEL
	case errors.As(err, &input), errors.As(err, &parse):
		return exitInput
	}
	return exitFailure
}
