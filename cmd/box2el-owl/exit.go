package main

import (
	"context"
	"errors"
	"fmt"

	"box2el-owl/api"
	"box2el-owl/rdfio"
)

// exitCode is the exit status of the process. Scripts depend on it.
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

// Errors that scripts recognize by the exit code. The result is written before one of them is
// returned.
var (
	errInconsistent  = errors.New("the ontology is inconsistent, so it entails everything")
	errUnsatisfiable = errors.New("unsatisfiable")
	errOutsideEL     = errors.New("the ontology is outside OWL 2 EL")
	errNotEntailed   = errors.New("nothing to explain") // exit code 1
)

// inconsistent returns errInconsistent with the command that explains it.
func inconsistent(path string) error {
	if path == "-" {
		path = "FILE"
	}
	return fmt.Errorf("%w; explain with: box2el-owl explain --inconsistent %s",
		errInconsistent, path)
}

// usageError is an error in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// inputError is an error in a document or in reading it.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// codeOf returns the exit code for an error.
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
