package owlrdf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Rules are text (see owl.Rule). This file splits them into the atoms of body and head, and these
// into their arguments (SWRL: A Semantic Web Rule Language, W3C Member Submission, section 5). The
// parser of functional syntax reads their expressions.

// Atom is an atom of a rule.
type Atom struct {
	*atomShape

	// Predicate is a class expression, data range or object property; an owl.Class with the name of
	// a data property or built-in; nil if the atom has none.
	Predicate any
	Arguments []RuleArgument
}

// RuleArgument is an argument of an atom: a variable, individual or literal.
type RuleArgument struct {
	Value    any // an owl.Individual, also of a variable, or an *owl.Literal
	Variable bool
}

// atomShape is the form of a kind of atoms.
type atomShape struct {
	Keyword   string
	class     word
	predicate word // of the first argument; noWord if it is none
	// wrap is a class expression with %s for the first argument, to parse it.
	wrap      string
	arguments int // after the predicate; -1 for a list of any length
}

var atomShapes = []atomShape{
	{"ClassAtom", swrlClassAtomType, swrlClassPredicate, "%s", 1},
	{"DataRangeAtom", swrlDataRangeAtomType, swrlDataRange, "DataSomeValuesFrom(<urn:p> %s)", 1},
	{"ObjectPropertyAtom", swrlIndividualPropertyAtomType, swrlPropertyPredicate, "ObjectHasSelf(%s)", 2},
	{"DataPropertyAtom", swrlDatavaluedPropertyAtomType, swrlPropertyPredicate, "%s", 2},
	{"BuiltInAtom", swrlBuiltinAtomType, swrlBuiltin, "%s", -1},
	{"SameIndividualAtom", swrlSameIndividualAtomType, noWord, "", 2},
	{"DifferentIndividualsAtom", swrlDifferentIndividualsAtomType, noWord, "", 2},
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
	whole, rest, ok := cutCall(text)
	if !ok || rest != "" || whole.keyword != "DLSafeRule" || len(whole.arguments) != 2 {
		return nil, nil, NotWritableRule("no rule of body and head")
	}
	if body, err = parseAtoms(whole.arguments[0], "Body"); err != nil {
		return nil, nil, err
	}
	head, err = parseAtoms(whole.arguments[1], "Head")
	return body, head, err
}

func parseAtoms(text, keyword string) ([]Atom, error) {
	part, rest, ok := cutCall(text)
	if !ok || rest != "" || part.keyword != keyword {
		return nil, NotWritableRule("no " + keyword)
	}
	atoms := make([]Atom, len(part.arguments))
	for i, a := range part.arguments {
		call, rest, ok := cutCall(a)
		if !ok || rest != "" {
			return nil, NotWritableRule("an atom " + doc.Brief(a))
		}
		var err error
		if atoms[i], err = parseAtom(call); err != nil {
			return nil, err
		}
	}
	return atoms, nil
}

func parseAtom(call ruleCall) (a Atom, err error) {
	at := slices.IndexFunc(atomShapes, func(s atomShape) bool { return s.Keyword == call.keyword })
	if at < 0 {
		return a, NotWritableRule("an atom " + call.keyword)
	}
	a.atomShape = &atomShapes[at]
	arguments := call.arguments
	if a.predicate != noWord && len(arguments) > 0 {
		if a.Predicate, err = a.parsePredicate(arguments[0]); err != nil {
			return a, err
		}
		arguments = arguments[1:]
	}
	if a.predicate != noWord && a.Predicate == nil ||
		a.arguments >= 0 && len(arguments) != a.arguments {
		return a, NotWritableRule(
			fmt.Sprintf("%s with %d arguments", a.Keyword, len(call.arguments)))
	}
	a.Arguments = make([]RuleArgument, len(arguments))
	for i, text := range arguments {
		if a.Arguments[i], err = parseArgument(text); err != nil {
			return a, err
		}
	}
	return a, nil
}

// parsePredicate parses the class expression, data range, property or name of an atom.
func (s *atomShape) parsePredicate(text string) (any, error) {
	c, err := ruleExpression(fmt.Sprintf(s.wrap, text))
	switch c := c.(type) {
	case *owl.DataSomeValuesFrom:
		if s.predicate == swrlDataRange {
			return c.Range, err
		}
	case *owl.ObjectHasSelf:
		if s.wrap != "%s" {
			return c.Property, err
		}
	}
	return c, err
}

func parseArgument(text string) (RuleArgument, error) {
	name, isVariable := strings.CutPrefix(text, "Variable(")
	form := "ObjectOneOf(%s)"
	switch {
	case isVariable:
		text = strings.TrimSuffix(name, ")")
	case strings.HasPrefix(text, `"`):
		form = "DataHasValue(<urn:p> %s)"
	}
	c, err := ruleExpression(fmt.Sprintf(form, text))
	switch c := c.(type) {
	case *owl.ObjectOneOf:
		if len(c.Individuals) == 1 {
			return RuleArgument{c.Individuals[0], isVariable}, err
		}
	case *owl.DataHasValue:
		return RuleArgument{c.Value, false}, err
	}
	return RuleArgument{}, cmp.Or(err, NotWritableRule("the argument "+doc.Brief(text)))
}

func ruleExpression(text string) (owl.ClassExpression, error) {
	c, err := owl.ParseClassExpression(text, nil)
	if err != nil {
		return nil, NotWritableRule(err.Error())
	}
	return c, nil
}

// ruleCall is keyword(argument …) in the text of a rule.
type ruleCall struct {
	keyword   string
	arguments []string
}

// cutCall splits keyword(argument …) from the beginning of text.
func cutCall(text string) (call ruleCall, rest string, ok bool) {
	open := strings.IndexByte(text, '(')
	if open < 0 || strings.ContainsAny(text[:open], `<>" )`) {
		return ruleCall{}, "", false
	}
	call.keyword = text[:open]
	depth, start := 1, open+1
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '<':
			end := strings.IndexByte(text[i:], '>')
			if end < 0 {
				return ruleCall{}, "", false
			}
			i += end
		case '"':
			if i = closingQuote(text, i); i == len(text) {
				return ruleCall{}, "", false
			}
		case '(':
			depth++
		case ' ', ')':
			if text[i] == ')' {
				depth--
			}
			if depth > 1 || depth == 1 && text[i] == ')' {
				continue
			}
			if start < i {
				call.arguments = append(call.arguments, text[start:i])
			}
			start = i + 1
			if depth == 0 {
				return call, text[start:], true
			}
		}
	}
	return ruleCall{}, "", false
}

// closingQuote returns the index of the quotation mark that ends the string at text[i], or
// len(text).
func closingQuote(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i, len(text))
}

// NotWritableRule returns the error for a rule that only functional syntax keeps.
func NotWritableRule(what string) error {
	return fmt.Errorf("%w: a rule that cannot be taken apart (%s); functional syntax keeps it",
		doc.ErrNotWritable, what)
}
