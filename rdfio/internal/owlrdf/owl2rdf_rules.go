package owlrdf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Atom is an atom of a rule with its form.
type Atom struct {
	owl.RuleAtom
	*atomShape
}

// atomShape is the form of a kind of atoms.
type atomShape struct {
	keyword   string
	class     word
	predicate word // of the first argument; noWord if it is none
	arguments int  // after the predicate; -1 for a list of any length
}

var atomShapes = []atomShape{
	{"ClassAtom", swrlClassAtomType, swrlClassPredicate, 1},
	{"DataRangeAtom", swrlDataRangeAtomType, swrlDataRange, 1},
	{"ObjectPropertyAtom", swrlIndividualPropertyAtomType, swrlPropertyPredicate, 2},
	{"DataPropertyAtom", swrlDatavaluedPropertyAtomType, swrlPropertyPredicate, 2},
	{"BuiltInAtom", swrlBuiltinAtomType, swrlBuiltin, -1},
	{"SameIndividualAtom", swrlSameIndividualAtomType, noWord, 2},
	{"DifferentIndividualsAtom", swrlDifferentIndividualsAtomType, noWord, 2},
}

// rule returns the triples of the node of a rule.
func (t *Translation) rule(rule *owl.Rule) []Property {
	body, head, err := ParseRule(rule.Text)
	if err != nil {
		t.Fail(err)
		return nil
	}
	return t.tree(swrlImpType, swrlBody, t.atoms(body), swrlHead, t.atoms(head)).Tree.Props
}

// ruleVariables returns the variables of a rule, each once.
func (t *Translation) ruleVariables(rule *owl.Rule) []any {
	body, head, err := ParseRule(rule.Text)
	if err != nil {
		t.Fail(err)
		return nil
	}
	var variables []any
	for _, atom := range append(body, head...) {
		for _, argument := range atom.Arguments {
			if argument.Variable && !slices.Contains(variables, argument.Value) {
				variables = append(variables, argument.Value)
			}
		}
	}
	return variables
}

func (t *Translation) atoms(atoms []Atom) sequence {
	nodes := make(sequence, len(atoms))
	for i, a := range atoms {
		nodes[i] = t.atom(a)
	}
	return nodes
}

func (t *Translation) atom(a Atom) Node {
	properties := []any{}
	if a.predicate != noWord {
		properties = append(properties, a.predicate, a.Predicate)
	}
	values := make(sequence, len(a.Arguments))
	for i, argument := range a.Arguments {
		values[i] = t.Node(argument.Value)
		if a.arguments >= 0 {
			properties = append(properties, swrlArgument1+word(i), values[i])
		}
	}
	if a.arguments < 0 {
		properties = append(properties, swrlArguments, values)
	}
	return t.tree(a.class, properties...)
}

// ParseRule returns the atoms of DLSafeRule(Body(…) Head(…)).
func ParseRule(text string) (body, head []Atom, err error) {
	_, parts, err := parseRule(text)
	if err != nil {
		return nil, nil, NotWritableRule(doc.Brief(err.Error()))
	}
	return parts[0], parts[1], nil
}

func parseRule(text string) (parsed [2][]owl.RuleAtom, parts [2][]Atom, err error) {
	parsed, err = owl.ParseRule(text)
	for i, atoms := range parsed {
		for _, a := range atoms {
			shape := &atomShapes[slices.IndexFunc(atomShapes,
				func(s atomShape) bool { return s.keyword == a.Keyword })]
			if err == nil && shape.arguments >= 0 && len(a.Arguments) != shape.arguments {
				err = fmt.Errorf("%s with %d arguments", a.Keyword, len(a.Arguments))
			}
			parts[i] = append(parts[i], Atom{a, shape})
		}
	}
	return parsed, parts, err
}

// RuleText returns the text of the rule with the atoms of body and head, DLSafeRule(Body(atom …)
// Head(atom …)). A rule that is not read from this text again is an error.
func RuleText(parts [2][]owl.RuleAtom) (string, error) {
	text := appendRule(nil, parts)
	again, _, err := parseRule(string(text))
	if err == nil && (bytes.IndexByte(text, 0) >= 0 || !bytes.Equal(appendRule(nil, again), text)) {
		err = errors.New("a part that functional syntax does not have")
	}
	if err != nil {
		return "", fmt.Errorf("not the text of a rule: %w", err)
	}
	return string(text), nil
}

func appendRule(dst []byte, parts [2][]owl.RuleAtom) []byte {
	for i, keyword := range [...]string{"DLSafeRule(Body(", ") Head("} {
		dst = append(dst, keyword...)
		for k, a := range parts[i] {
			if k > 0 {
				dst = append(dst, ' ')
			}
			dst = append(append(dst, a.Keyword...), '(')
			list := a.Arguments
			if a.Predicate != nil {
				list = slices.Concat([]owl.RuleArgument{{Value: a.Predicate}}, list)
			}
			for n, part := range list {
				if n > 0 {
					dst = append(dst, ' ')
				}
				if part.Variable {
					dst = append(appendRulePart(append(dst, "Variable("...), part.Value), ')')
				} else {
					dst = appendRulePart(dst, part.Value)
				}
			}
			dst = append(dst, ')')
		}
	}
	return append(dst, "))"...)
}

// appendRulePart appends a name, individual, literal or expression.
func appendRulePart(dst []byte, part any) []byte {
	switch x := part.(type) {
	case owl.Entity:
		return owl.AppendIRI(dst, x.EntityIRI(), nil)
	case *owl.Literal:
		return owl.AppendLiteral(dst, x, nil)
	case owl.Individual:
		return owl.AppendIndividual(dst, x, nil)
	case owl.ObjectPropertyExpression:
		return owl.AppendObjectPropertyExpression(dst, x, nil)
	case owl.ClassExpression:
		return owl.AppendClassExpression(dst, x, nil)
	case owl.DataRange:
		return owl.AppendDataRange(dst, x, nil)
	}
	return dst
}

// NotWritableRule returns the error for a rule that only functional syntax keeps.
func NotWritableRule(what string) error {
	return fmt.Errorf("%w: a rule that cannot be taken apart (%s); functional syntax keeps it",
		doc.ErrNotWritable, what)
}
