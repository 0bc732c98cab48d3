package owlxml

import (
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/owlrdf"
)

// Rule reads body and head of a SWRL rule into the text of owl.Rule.
func (d *owlxmlReader) Rule(text *string) {
	dst := []byte("DLSafeRule(")
	for i, part := range [...]string{"Body", "Head"} {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if !d.atElement(part) {
			d.expected(part)
			return
		}
		d.enter()
		dst = append(append(dst, part...), '(')
		for n := 0; d.child(); n++ {
			if n > 0 {
				dst = append(dst, ' ')
			}
			dst = d.atom(dst)
		}
		d.leave()
		dst = append(dst, ')')
	}
	*text = string(append(dst, ')'))
}

// atom reads one atom of a rule and appends it.
func (d *owlxmlReader) atom(dst []byte) []byte {
	keyword := string(d.local)
	dst = append(append(dst, keyword...), '(')
	arguments := 2 // -1 for any number
	switch keyword {
	case "ClassAtom":
		var c owl.ClassExpression
		d.enter()
		d.Class(&c)
		dst = d.rulePart(dst, c)
		arguments = 1
	case "DataRangeAtom":
		var r owl.DataRange
		d.enter()
		d.DataRange(&r)
		dst = d.rulePart(dst, r)
		arguments = 1
	case "ObjectPropertyAtom":
		var p owl.ObjectPropertyExpression
		d.enter()
		d.ObjectProperty(&p)
		dst = d.rulePart(dst, p)
	case "DataPropertyAtom":
		var p owl.DataProperty
		d.enter()
		d.DataProperty(&p)
		dst = d.rulePart(dst, p.IRI)
	case "SameIndividualAtom", "DifferentIndividualsAtom":
		d.enter()
	case "BuiltInAtom":
		if value := d.attribute("IRI"); value != nil {
			dst = d.rulePart(dst, d.resolve(value))
		} else {
			dst = d.rulePart(dst, d.expand(d.attribute("abbreviatedIRI")))
		}
		d.enter()
		arguments = -1
	default:
		d.expected("an atom of a rule")
		return dst
	}
	for i := 0; i < arguments || arguments < 0 && d.child(); i++ {
		if dst[len(dst)-1] != '(' {
			dst = append(dst, ' ')
		}
		dst = d.argument(dst)
	}
	d.leave()
	return append(dst, ')')
}

// argument reads a variable, individual or literal and appends it.
func (d *owlxmlReader) argument(dst []byte) []byte {
	switch {
	case d.atElement("Variable"):
		return append(d.rulePart(append(dst, "Variable("...), d.name()), ')')
	case d.atElement("Literal"):
		var l *owl.Literal
		d.Literal(&l)
		return d.rulePart(dst, l)
	}
	var i owl.Individual
	d.Individual(&i)
	return d.rulePart(dst, i)
}

// rulePart appends a part of an atom, unless reading it failed.
func (d *owlxmlReader) rulePart(dst []byte, part any) []byte {
	if d.failed() {
		return dst
	}
	dst, err := owlrdf.AppendRulePart(dst, part)
	if err != nil {
		d.fail(err)
	}
	return dst
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
