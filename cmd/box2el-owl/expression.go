package main

import (
	"errors"
	"fmt"
	"strings"

	"box2el-owl/owl"
)

// expressionError is a syntax error in an expression or axiom on the command line.
type expressionError struct {
	text string
	err  *owl.SyntaxError
}

func (e *expressionError) Error() string {
	return fmt.Sprintf("column %d: %v", e.column()+1, e.err.Err)
}

func (e *expressionError) Unwrap() error { return e.err }

// column returns the number of characters before the error.
func (e *expressionError) column() int {
	return len([]rune(e.text[:min(e.err.Offset, len(e.text))]))
}

// pointer returns the text with a caret under the error. A long text is cut around it.
func (e *expressionError) pointer() (line, caret string) {
	const before, after = 60, 30
	text := []rune(printable(e.text))
	from, at := 0, len([]rune(printable(e.text[:min(e.err.Offset, len(e.text))])))
	start, end := "", ""
	if at > before {
		from, start = at-before, "…"
	}
	to := len(text)
	if to > at+after {
		to, end = at+after, "…"
	}
	return "  " + start + string(text[from:to]) + end,
		"  " + strings.Repeat(" ", len([]rune(start))+at-from) + "^"
}

// parseClassExpression parses a class expression from the command line. Its errors are usage
// errors.
func parseClassExpression(names *owl.Names, text string) (owl.ClassExpression, error) {
	c, err := owl.Parser{Names: names}.ClassExpression(text)
	return c, asExpressionError(text, err)
}

// parseAxiom parses an axiom from the command line.
func parseAxiom(names *owl.Names, text string) (owl.Axiom, error) {
	a, err := owl.Parser{Names: names}.Axiom(text)
	return a, asExpressionError(text, err)
}

// entitiesNamed returns the entities of a kind that names on the command line refer to.
func entitiesNamed(names *owl.Names, kind owl.EntityKind, list ...string) (entities []owl.IRI,
	err error) {
	for _, name := range list {
		entity, err := names.Entity(name, kind)
		if err != nil {
			return nil, usageError{err}
		}
		entities = append(entities, entity.EntityIRI())
	}
	return entities, nil
}

// asExpressionError converts a syntax error to a usage error that shows its position.
func asExpressionError(text string, err error) error {
	var syntax *owl.SyntaxError
	if errors.As(err, &syntax) {
		return usageError{&expressionError{text, syntax}}
	}
	return err
}
