package owl

import "errors"

// RuleAtom is an atom of a rule (SWRL: A Semantic Web Rule Language, W3C Member Submission, section
// 5).
type RuleAtom struct {
	Keyword string // such as ClassAtom
	// Predicate is a class expression, data range or object property; a Class with the name of a
	// data property or built-in; nil if the atom has none.
	Predicate any
	Arguments []RuleArgument
}

// RuleArgument is an argument of an atom: a variable, individual or literal.
type RuleArgument struct {
	Value    any // an Individual, also of a variable, or a *Literal
	Variable bool
}

// ParseRule returns the atoms of body and head of the text of a Rule. Errors are *SyntaxError.
func ParseRule(text string) (parts [2][]RuleAtom, err error) {
	p := NewFunctionalParser(nil)
	return parseFunctional(p, text, func() [2][]RuleAtom {
		p.keyword("DLSafeRule")
		parts := [2][]RuleAtom{p.atoms("Body"), p.atoms("Head")}
		p.close("DLSafeRule")
		return parts
	})
}

func (p *FunctionalParser) atoms(keyword string) (list []RuleAtom) {
	p.keyword(keyword)
	for !p.atClose() {
		list = append(list, p.atom())
	}
	p.close(keyword)
	return list
}

func (p *FunctionalParser) atom() (a RuleAtom) {
	at := p.pos
	a.Keyword = string(p.word())
	p.expect('(')
	switch a.Keyword {
	case "ClassAtom":
		a.Predicate = p.class()
	case "DataRangeAtom":
		var d DataRange
		p.DataRange(&d)
		a.Predicate = d
	case "ObjectPropertyAtom":
		var e ObjectPropertyExpression
		p.ObjectProperty(&e)
		a.Predicate = e
	case "DataPropertyAtom", "BuiltInAtom":
		a.Predicate = Class{p.iri()}
	case "SameIndividualAtom", "DifferentIndividualsAtom":
	default:
		p.fail(at, errors.New("an atom "+a.Keyword))
	}
	for !p.atClose() {
		argument := RuleArgument{Variable: p.atKeyword("Variable")}
		if argument.Variable {
			p.keyword("Variable")
		}
		if p.skip(); p.peek() == '"' && !argument.Variable {
			argument.Value = p.literal()
		} else {
			var i Individual
			p.Individual(&i)
			argument.Value = i
		}
		if argument.Variable {
			p.close("Variable")
		}
		a.Arguments = append(a.Arguments, argument)
	}
	p.close(a.Keyword)
	return a
}
