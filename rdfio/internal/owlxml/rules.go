package owlxml

import (
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
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
	switch keyword {
	case "ClassAtom":
		var c owl.ClassExpression
		d.enter()
		if d.Class(&c); d.holds(&owl.SubClassOf{Sub: c, Super: c}) {
			dst = owl.AppendClassExpression(dst, c, nil)
		}
		dst = d.arguments(append(dst, ' '), 1)
	case "DataRangeAtom":
		var r owl.DataRange
		d.enter()
		if d.DataRange(&r); d.holds(&owl.DatatypeDefinition{Datatype: owl.RDFSLiteral, Range: r}) {
			dst = owl.AppendDataRange(dst, r, nil)
		}
		dst = d.arguments(append(dst, ' '), 1)
	case "ObjectPropertyAtom":
		var p owl.ObjectPropertyExpression
		d.enter()
		if d.ObjectProperty(&p); d.holds(&owl.FunctionalObjectProperty{Property: p}) {
			dst = owl.AppendObjectPropertyExpression(dst, p, nil)
		}
		dst = d.arguments(append(dst, ' '), 2)
	case "DataPropertyAtom":
		d.enter()
		dst = d.ruleIRI(dst, d.entity("DataProperty"))
		dst = d.arguments(append(dst, ' '), 2)
	case "SameIndividualAtom", "DifferentIndividualsAtom":
		d.enter()
		dst = d.arguments(dst, 2)
	case "BuiltInAtom":
		value := d.attribute("IRI")
		if value != nil {
			dst = d.ruleIRI(dst, d.resolve(value))
		} else {
			dst = d.ruleIRI(dst, d.expand(d.attribute("abbreviatedIRI")))
		}
		d.enter()
		for d.child() {
			dst = d.argument(append(dst, ' '))
		}
	default:
		d.expected("an atom of a rule")
		return dst
	}
	d.leave()
	return append(dst, ')')
}

func (d *owlxmlReader) arguments(dst []byte, n int) []byte {
	for i := range n {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = d.argument(dst)
	}
	return dst
}

// argument reads a variable, individual or literal and appends it.
func (d *owlxmlReader) argument(dst []byte) []byte {
	switch {
	case d.atElement("Variable"):
		dst = d.ruleIRI(append(dst, "Variable("...), d.name())
		return append(dst, ')')
	case d.atElement("Literal"):
		var l *owl.Literal
		d.Literal(&l)
		if d.holds(&owl.DataPropertyAssertion{Property: owl.TopDataProperty, Source: ruleSubject,
			Target: l}) {
			dst = owl.AppendLiteral(dst, l, nil)
		}
	default:
		var i owl.Individual
		d.Individual(&i)
		if d.holds(&owl.ClassAssertion{Class: owl.Thing, Individual: i}) {
			dst = owl.AppendIndividual(dst, i, nil)
		}
	}
	return dst
}

// ruleSubject is an individual that any rule can hold.
var ruleSubject = owl.NamedIndividual{IRI: owl.Thing.IRI}

func (d *owlxmlReader) ruleIRI(dst []byte, iri owl.IRI) []byte {
	if d.ok() {
		if err := owlrdf.RuleCanHoldName(iri); err != nil {
			d.fail(err)
		}
	}
	return owl.AppendIRI(dst, iri, nil)
}

// holds reports whether the part that the axiom was made of was read, and can be written in the
// text of a rule.
func (d *owlxmlReader) holds(a owl.Axiom) bool {
	if d.failed() {
		return false
	}
	if err := owlrdf.RuleCanHold(a); err != nil {
		d.fail(err)
		return false
	}
	return true
}

// Rule writes the atoms of body and head.
func (x *owlxmlWriter) Rule(text *string) {
	body, head, err := owlrdf.RuleParts(*text)
	if err != nil {
		x.Fail(err)
		return
	}
	x.atoms("Body", body)
	x.atoms("Head", head)
}

func (x *owlxmlWriter) atoms(part string, atoms []owlrdf.RuleAtom) {
	x.open(part)
	for _, a := range atoms {
		x.atom(a)
	}
	x.close(part)
}

func (x *owlxmlWriter) atom(a owlrdf.RuleAtom) {
	shape, err := owlrdf.ShapeOfAtom(a)
	if err != nil {
		x.Fail(err)
		return
	}
	t := &owlrdf.Translation{}
	arguments := a.Arguments
	var predicate any
	if shape.Predicate != 0 {
		predicate = t.RulePredicate(shape, arguments[0])
		arguments = arguments[1:]
	}
	x.open(a.Keyword)
	switch p := predicate.(type) {
	case owl.DataRange:
		x.dataRange(p)
	case owl.ObjectPropertyExpression:
		x.property(p)
	case owl.Class:
		switch a.Keyword {
		case "BuiltInAtom":
			x.attributeIRI(p.IRI)
		case "DataPropertyAtom":
			x.name("DataProperty", p.IRI)
		default:
			x.class(p)
		}
	case owl.ClassExpression:
		x.class(p)
	}
	for _, argument := range arguments {
		switch value := t.RuleArgument(argument).(type) {
		case *owl.Literal:
			x.literal(value)
		case owl.NamedIndividual:
			if owlrdf.IsVariable(argument) {
				x.name("Variable", value.IRI)
			} else {
				x.name("NamedIndividual", value.IRI)
			}
		case owl.AnonymousIndividual:
			if owlrdf.IsVariable(argument) {
				x.Fail(owlrdf.NotWritableRule("a variable without an IRI"))
			}
			x.anonymous(value)
		default:
			x.Fail(owlrdf.NotWritableRule("the argument " + doc.Brief(argument)))
		}
	}
	x.close(a.Keyword)
	if t.Err != nil {
		x.Fail(t.Err)
	}
}
