package owlrdf

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Rules are text (see owl.Rule). This file splits them into the atoms of body and head, and these
// into their arguments (SWRL: A Semantic Web Rule Language, W3C Member Submission, section 5). The
// parser of functional syntax reads their expressions.

// RuleAtom is one atom: its keyword and the text of its arguments.
type RuleAtom struct {
	Keyword   string
	Arguments []string
}

// atomShape is the form of a kind of atoms.
type atomShape struct {
	keyword   string
	class     word
	Predicate word // of the first argument; noWord if it is none
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
	body, head, err := RuleParts(rule.Text)
	if err != nil {
		t.Fail(err)
		return nil
	}
	return t.tree(swrlImpType, swrlBody, t.atoms(body), swrlHead, t.atoms(head)).Tree.Props
}

// ruleVariables returns the variables of a rule, each once.
func (t *Translation) ruleVariables(rule *owl.Rule) []any {
	body, head, err := RuleParts(rule.Text)
	if err != nil {
		t.Fail(err)
		return nil
	}
	var variables []any
	for _, atom := range append(body, head...) {
		for _, argument := range atom.Arguments {
			name, ok := strings.CutPrefix(argument, "Variable(")
			if !ok {
				continue
			}
			if v := t.ruleName(strings.TrimSuffix(name, ")")); v != nil &&
				!slices.Contains(variables, v) {
				variables = append(variables, v)
			}
		}
	}
	return variables
}

func (t *Translation) atoms(atoms []RuleAtom) sequence {
	nodes := make(sequence, len(atoms))
	for i, a := range atoms {
		nodes[i] = t.atom(a)
	}
	return nodes
}

func (t *Translation) atom(a RuleAtom) Node {
	shape, err := ShapeOfAtom(a)
	if err != nil {
		t.Fail(err)
		return Node{}
	}
	properties := []any{}
	arguments := a.Arguments
	if shape.Predicate != noWord {
		properties = append(properties, shape.Predicate, t.RulePredicate(shape, arguments[0]))
		arguments = arguments[1:]
	}
	values := make(sequence, len(arguments))
	for i, argument := range arguments {
		values[i] = t.RuleArgument(argument)
		if shape.arguments >= 0 {
			properties = append(properties, swrlArgument1+word(i), values[i])
		}
	}
	if shape.arguments < 0 {
		properties = append(properties, swrlArguments, values)
	}
	if t.Err != nil {
		return Node{}
	}
	return t.tree(shape.class, properties...)
}

// ShapeOfAtom returns the shape of an atom that has the arguments of its kind.
func ShapeOfAtom(a RuleAtom) (*atomShape, error) {
	at := slices.IndexFunc(atomShapes, func(s atomShape) bool { return s.keyword == a.Keyword })
	if at < 0 {
		return nil, NotWritableRule("an atom " + a.Keyword)
	}
	shape, n := &atomShapes[at], len(a.Arguments)
	if shape.Predicate != noWord {
		n--
	}
	if n < 0 || shape.arguments >= 0 && n != shape.arguments {
		return nil, NotWritableRule(
			fmt.Sprintf("%s with %d arguments", a.Keyword, len(a.Arguments)))
	}
	return shape, nil
}

// RulePredicate parses the class expression, data range, property or name of an atom.
func (t *Translation) RulePredicate(shape *atomShape, text string) any {
	c := t.ruleExpression(fmt.Sprintf(shape.wrap, text))
	switch c := c.(type) {
	case *owl.DataSomeValuesFrom:
		if shape.Predicate == swrlDataRange {
			return c.Range
		}
	case *owl.ObjectHasSelf:
		if shape.wrap != "%s" {
			return c.Property
		}
	}
	return c
}

// RuleArgument parses a variable, individual or literal.
func (t *Translation) RuleArgument(text string) any {
	if name, ok := strings.CutPrefix(text, "Variable("); ok {
		return t.ruleName(strings.TrimSuffix(name, ")"))
	}
	if !strings.HasPrefix(text, `"`) {
		return t.ruleName(text)
	}
	if c, ok := t.ruleExpression("DataHasValue(<urn:p> " + text + ")").(*owl.DataHasValue); ok {
		return c.Value
	}
	return nil
}

// ruleName parses an IRI or node id.
func (t *Translation) ruleName(text string) any {
	c, ok := t.ruleExpression("ObjectOneOf(" + text + ")").(*owl.ObjectOneOf)
	if !ok || len(c.Individuals) != 1 {
		return nil
	}
	return c.Individuals[0]
}

func (t *Translation) ruleExpression(text string) owl.ClassExpression {
	c, err := owl.ParseClassExpression(text, nil)
	if err != nil {
		t.Fail(NotWritableRule(err.Error()))
	}
	return c
}

// RuleParts returns the atoms of DLSafeRule(Body(…) Head(…)).
func RuleParts(text string) (body, head []RuleAtom, err error) {
	whole, rest, ok := cutCall(text)
	if !ok || rest != "" || whole.Keyword != "DLSafeRule" || len(whole.Arguments) != 2 {
		return nil, nil, NotWritableRule("no rule of body and head")
	}
	if body, err = atomsOf(whole.Arguments[0], "Body"); err != nil {
		return nil, nil, err
	}
	head, err = atomsOf(whole.Arguments[1], "Head")
	return body, head, err
}

func atomsOf(text, keyword string) ([]RuleAtom, error) {
	part, rest, ok := cutCall(text)
	if !ok || rest != "" || part.Keyword != keyword {
		return nil, NotWritableRule("no " + keyword)
	}
	atoms := make([]RuleAtom, len(part.Arguments))
	for i, a := range part.Arguments {
		if atoms[i], rest, ok = cutCall(a); !ok || rest != "" {
			return nil, NotWritableRule("an atom " + doc.Brief(a))
		}
	}
	return atoms, nil
}

// cutCall splits keyword(argument …) from the beginning of text.
func cutCall(text string) (call RuleAtom, rest string, ok bool) {
	open := strings.IndexByte(text, '(')
	if open < 0 || strings.ContainsAny(text[:open], `<>" )`) {
		return RuleAtom{}, "", false
	}
	call.Keyword = text[:open]
	depth, start := 1, open+1
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '<':
			end := strings.IndexByte(text[i:], '>')
			if end < 0 {
				return RuleAtom{}, "", false
			}
			i += end
		case '"':
			if i = closingQuote(text, i); i == len(text) {
				return RuleAtom{}, "", false
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
				call.Arguments = append(call.Arguments, text[start:i])
			}
			start = i + 1
			if depth == 0 {
				return call, text[start:], true
			}
		}
	}
	return RuleAtom{}, "", false
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

func NotWritableRule(what string) error {
	return fmt.Errorf("%w: a rule that cannot be taken apart (%s); functional syntax keeps it",
		doc.ErrNotWritable, what)
}
