package main

import (
	"errors"
	"fmt"
	"strings"

	"box2el-owl/owl"
)

// expressionError is a fault of an expression or axiom on the command line, with the place where it
// is.
type expressionError struct {
	text string
	err  *owl.SyntaxError
}

func (e *expressionError) Error() string {
	return fmt.Sprintf("column %d: %v", e.column()+1, e.err.Err)
}

func (e *expressionError) Unwrap() error { return e.err }

// column counts the characters before the fault.
func (e *expressionError) column() int {
	return len([]rune(e.text[:min(e.err.Offset, len(e.text))]))
}

// pointer shows the text with a caret under the fault; of a long text what is around it.
func (e *expressionError) pointer() string {
	const before, after = 60, 30
	text := []rune(oneLineLabel(e.text))
	from, at := 0, e.column()
	start, end := "", ""
	if at > before {
		from, start = at-before, "…"
	}
	to := len(text)
	if to > at+after {
		to, end = at+after, "…"
	}
	return fmt.Sprintf("  %s%s%s\n  %s^", start, string(text[from:to]), end,
		strings.Repeat(" ", len([]rune(start))+at-from))
}

// parseClassExpression reads a class expression from the command line; its faults are usage errors.
func parseClassExpression(names *owl.Names, text string) (owl.ClassExpression, error) {
	c, err := owl.Parser{Names: names}.ClassExpression(text)
	return c, asExpressionError(text, err)
}

// parseAxiom reads an axiom from the command line.
func parseAxiom(names *owl.Names, text string) (owl.Axiom, error) {
	a, err := owl.Parser{Names: names}.Axiom(text)
	return a, asExpressionError(text, err)
}

// asExpressionError turns a fault of text into a usage error that shows its place.
func asExpressionError(text string, err error) error {
	var syntax *owl.SyntaxError
	if errors.As(err, &syntax) {
		return usageError{&expressionError{text, syntax}}
	}
	return err
}
