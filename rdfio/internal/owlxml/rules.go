package owlxml

import (
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/owlrdf"
)

// Rule reads body and head of a SWRL rule into the text of owl.Rule.
func (d *owlxmlReader) Rule(text *string) {
	var parts [2][]owl.RuleAtom
	for i, part := range [...]string{"Body", "Head"} {
		if !d.atElement(part) {
			d.expected(part)
			return
		}
		d.enter()
		for d.child() {
			parts[i] = append(parts[i], d.atom())
		}
		d.leave()
	}
	if d.failed() {
		return
	}
	var err error
	if *text, err = owlrdf.RuleText(parts); err != nil {
		d.fail(err)
	}
}

// atom reads one atom of a rule, the predicate as its first argument.
func (d *owlxmlReader) atom() owl.RuleAtom {
	a := owl.RuleAtom{Keyword: string(d.local)}
	if a.Keyword == "BuiltInAtom" {
		a.Predicate = owl.Class{IRI: d.nameAttribute()}
	}
	d.enter()
	for d.child() {
		argument := owl.RuleArgument{Variable: d.atElement("Variable")}
		if part := owlxmlParts[string(d.local)]; argument.Variable {
			argument.Value = owl.NamedIndividual{IRI: d.name()}
		} else if part.read != nil {
			argument.Value = part.read(d)
		} else {
			d.expected("a part of an atom")
		}
		a.Arguments = append(a.Arguments, argument)
	}
	d.leave()
	return a
}

// rule writes the atoms of body and head.
func (x *owlxmlWriter) rule(text string) {
	body, head, err := owlrdf.ParseRule(text)
	if err != nil {
		x.Fail(err)
		return
	}
	x.atoms("Body", body)
	x.atoms("Head", head)
}

func (x *owlxmlWriter) atoms(part string, atoms []owlrdf.Atom) {
	x.open(part)
	for _, a := range atoms {
		x.atom(a)
	}
	x.close(part)
}

func (x *owlxmlWriter) atom(a owlrdf.Atom) {
	x.open(a.Keyword)
	switch p, _ := a.Predicate.(owl.Class); a.Keyword {
	case "BuiltInAtom":
		x.attributeIRI(p.IRI)
	case "DataPropertyAtom":
		x.name("DataProperty", p.IRI)
	default:
		x.part(a.Predicate)
	}
	for _, argument := range a.Arguments {
		switch value, named := argument.Value.(owl.NamedIndividual); {
		case !argument.Variable:
			x.part(argument.Value)
		case named:
			x.name("Variable", value.IRI)
		default:
			x.Fail(owlrdf.NotWritableRule("a variable without an IRI"))
		}
	}
	x.close(a.Keyword)
}
