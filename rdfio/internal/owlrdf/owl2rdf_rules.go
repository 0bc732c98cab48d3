package owlrdf

import (
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
	parsed, err := owl.ParseRule(text)
	if err != nil {
		return nil, nil, NotWritableRule(doc.Brief(err.Error()))
	}
	var parts [2][]Atom
	for i, atoms := range parsed {
		for _, a := range atoms {
			shape := &atomShapes[slices.IndexFunc(atomShapes,
				func(s atomShape) bool { return s.keyword == a.Keyword })]
			if shape.arguments >= 0 && len(a.Arguments) != shape.arguments {
				return nil, nil, NotWritableRule(
					fmt.Sprintf("%s with %d arguments", a.Keyword, len(a.Arguments)))
			}
			parts[i] = append(parts[i], Atom{a, shape})
		}
	}
	return parts[0], parts[1], nil
}

// NotWritableRule returns the error for a rule that only functional syntax keeps.
func NotWritableRule(what string) error {
	return fmt.Errorf("%w: a rule that cannot be taken apart (%s); functional syntax keeps it",
		doc.ErrNotWritable, what)
}
