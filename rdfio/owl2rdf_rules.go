package rdfio

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Rules are kept as text (see owl.Rule). To write them as RDF they are taken apart: into the atoms of
// body and head, and these into their arguments (SWRL: A Semantic Web Rule Language, W3C Member
// Submission, section 5). Expressions within are left to the parser of the functional syntax.

// ruleAtom is one atom: its keyword and the text of its arguments.
type ruleAtom struct {
	keyword   string
	arguments []string
}

// atomShape says how an atom is written.
type atomShape struct {
	keyword   string
	class     owl.IRI
	predicate owl.IRI // of the first argument; zero where the atom has none
	// wrap is a class expression that has the first argument at %s, by which it is parsed.
	wrap      string
	arguments int // behind the predicate; -1 for a list of any length
}

var atomShapes = []atomShape{
	{"ClassAtom", swrlTerm("ClassAtom"), swrlClassPredicateIRI, "%s", 1},
	{"DataRangeAtom", swrlTerm("DataRangeAtom"), swrlDataRangeIRI, "DataSomeValuesFrom(<urn:p> %s)", 1},
	{"ObjectPropertyAtom", swrlTerm("IndividualPropertyAtom"), swrlPropertyPredicateIRI, "ObjectHasSelf(%s)", 2},
	{"DataPropertyAtom", swrlTerm("DatavaluedPropertyAtom"), swrlPropertyPredicateIRI, "%s", 2},
	{"BuiltInAtom", swrlTerm("BuiltinAtom"), swrlBuiltinIRI, "%s", -1},
	{"SameIndividualAtom", swrlTerm("SameIndividualAtom"), owl.IRI{}, "", 2},
	{"DifferentIndividualsAtom", swrlTerm("DifferentIndividualsAtom"), owl.IRI{}, "", 2},
}

// rule returns the triples of the node that stands for a rule.
func (t *translation) rule(rule *owl.Rule) []rdfProperty {
	body, head, err := takeRuleApart(rule.Text)
	if err != nil {
		t.fail(err)
		return nil
	}
	return t.tree(swrlImpIRI, swrlBodyIRI, t.atoms(body), swrlHeadIRI, t.atoms(head)).tree.props
}

// ruleVariables returns the variables of a rule, each once.
func (t *translation) ruleVariables(rule *owl.Rule) []any {
	body, head, err := takeRuleApart(rule.Text)
	if err != nil {
		t.fail(err)
		return nil
	}
	var variables []any
	for _, atom := range append(body, head...) {
		for _, argument := range atom.arguments {
			name, ok := strings.CutPrefix(argument, "Variable(")
			if !ok {
				continue
			}
			if v := t.ruleName(strings.TrimSuffix(name, ")")); v != nil && !slices.Contains(variables, v) {
				variables = append(variables, v)
			}
		}
	}
	return variables
}

func (t *translation) atoms(atoms []ruleAtom) sequence {
	nodes := make(sequence, len(atoms))
	for i, a := range atoms {
		nodes[i] = t.atom(a)
	}
	return nodes
}

func (t *translation) atom(a ruleAtom) rdfNode {
	shape, err := shapeOfAtom(a)
	if err != nil {
		t.fail(err)
		return rdfNode{}
	}
	properties := []any{}
	arguments := a.arguments
	if !shape.predicate.IsZero() {
		properties = append(properties, shape.predicate, t.rulePredicate(shape, arguments[0]))
		arguments = arguments[1:]
	}
	values := make(sequence, len(arguments))
	for i, argument := range arguments {
		values[i] = t.ruleArgument(argument)
		if shape.arguments >= 0 {
			properties = append(properties, swrlArgumentIRIs[i], values[i])
		}
	}
	if shape.arguments < 0 {
		properties = append(properties, swrlArgumentsIRI, values)
	}
	if t.err != nil {
		return rdfNode{}
	}
	return t.tree(shape.class, properties...)
}

// shapeOfAtom returns the shape of an atom that has the arguments of its kind.
func shapeOfAtom(a ruleAtom) (*atomShape, error) {
	at := slices.IndexFunc(atomShapes, func(s atomShape) bool { return s.keyword == a.keyword })
	if at < 0 {
		return nil, notWritableRule("an atom " + a.keyword)
	}
	shape, n := &atomShapes[at], len(a.arguments)
	if !shape.predicate.IsZero() {
		n--
	}
	if n < 0 || shape.arguments >= 0 && n != shape.arguments {
		return nil, notWritableRule(
			fmt.Sprintf("%s with %d arguments", a.keyword, len(a.arguments)))
	}
	return shape, nil
}

// rulePredicate parses the class expression, data range, property or name that an atom is about.
func (t *translation) rulePredicate(shape *atomShape, text string) any {
	c := t.ruleExpression(fmt.Sprintf(shape.wrap, text))
	switch c := c.(type) {
	case *owl.DataSomeValuesFrom:
		if shape.predicate == swrlDataRangeIRI {
			return c.Range
		}
	case *owl.ObjectHasSelf:
		if shape.wrap != "%s" {
			return c.Property
		}
	}
	return c
}

// ruleArgument parses a variable, individual or literal.
func (t *translation) ruleArgument(text string) any {
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
func (t *translation) ruleName(text string) any {
	c, ok := t.ruleExpression("ObjectOneOf(" + text + ")").(*owl.ObjectOneOf)
	if !ok || len(c.Individuals) != 1 {
		return nil
	}
	return c.Individuals[0]
}

func (t *translation) ruleExpression(text string) owl.ClassExpression {
	c, err := owl.ParseClassExpression(text, nil)
	if err != nil {
		t.fail(notWritableRule(err.Error()))
	}
	return c
}

// takeRuleApart finds the atoms of DLSafeRule(Body(…) Head(…)).
func takeRuleApart(text string) (body, head []ruleAtom, err error) {
	whole, rest, ok := cutCall(text)
	if !ok || rest != "" || whole.keyword != "DLSafeRule" || len(whole.arguments) != 2 {
		return nil, nil, notWritableRule("no rule of body and head")
	}
	if body, err = atomsOf(whole.arguments[0], "Body"); err != nil {
		return nil, nil, err
	}
	head, err = atomsOf(whole.arguments[1], "Head")
	return body, head, err
}

func atomsOf(text, keyword string) ([]ruleAtom, error) {
	part, rest, ok := cutCall(text)
	if !ok || rest != "" || part.keyword != keyword {
		return nil, notWritableRule("no " + keyword)
	}
	atoms := make([]ruleAtom, len(part.arguments))
	for i, a := range part.arguments {
		if atoms[i], rest, ok = cutCall(a); !ok || rest != "" {
			return nil, notWritableRule("an atom " + doc.Brief(a))
		}
	}
	return atoms, nil
}

// cutCall cuts keyword(argument …) off the beginning of text.
func cutCall(text string) (call ruleAtom, rest string, ok bool) {
	open := strings.IndexByte(text, '(')
	if open < 0 || strings.ContainsAny(text[:open], `<>" )`) {
		return ruleAtom{}, "", false
	}
	call.keyword = text[:open]
	depth, start := 1, open+1
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '<':
			end := strings.IndexByte(text[i:], '>')
			if end < 0 {
				return ruleAtom{}, "", false
			}
			i += end
		case '"':
			if i = closingQuote(text, i); i == len(text) {
				return ruleAtom{}, "", false
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
	return ruleAtom{}, "", false
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

func notWritableRule(what string) error {
	return fmt.Errorf("%w: a rule that cannot be taken apart (%s); functional syntax keeps it", doc.ErrNotWritable, what)
}
