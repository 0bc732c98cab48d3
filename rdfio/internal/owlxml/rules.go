package owlxml

import (
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Atoms reads body or head of a rule.
func (d *owlxmlReader) Atoms(part string, list *[]owl.RuleAtom) {
	if !d.atElement(part) {
		d.expected(part)
		return
	}
	d.enter()
	for d.child() {
		*list = append(*list, d.atom())
	}
	d.leave()
}

// atom reads one atom. A built-in is an attribute, other predicates are the first element.
func (d *owlxmlReader) atom() owl.RuleAtom {
	a := owl.RuleAtom{Keyword: string(d.local)}
	shape, known := owl.RuleAtoms[a.Keyword]
	if !known {
		d.expected("an atom of a rule")
		return a
	}
	isBuiltIn := a.Keyword == "BuiltInAtom"
	if isBuiltIn {
		a.Predicate = d.nameAttribute()
	}
	d.enter()
	if !isBuiltIn && shape.Predicate != nil {
		a.Predicate = shape.Predicate(d)
	}
	for n := shape.Arguments; n > 0 || n < 0 && d.child(); n-- {
		a.Arguments = append(a.Arguments, d.argument())
	}
	d.leave()
	return a
}

func (d *owlxmlReader) argument() any {
	switch {
	case d.atElement("Variable"):
		return owl.Variable{Name: owl.NamedIndividual{IRI: d.name()}}
	case d.atElement("Literal"):
		return d.literal()
	}
	var i owl.Individual
	d.Slot(&i, nil)
	return i
}

func (x *owlxmlWriter) atoms(part string, atoms []owl.RuleAtom) {
	x.open(part)
	for _, a := range atoms {
		x.open(a.Keyword)
		if iri, isBuiltIn := a.Predicate.(owl.IRI); isBuiltIn {
			x.attributeIRI(iri)
		} else {
			x.part(a.Predicate)
		}
		x.parts(a.Arguments)
		x.close(a.Keyword)
	}
	x.close(part)
}

func (x *owlxmlWriter) variable(v owl.Variable) {
	named, ok := v.Name.(owl.NamedIndividual)
	if !ok {
		x.Fail(fmt.Errorf("%w: OWL/XML cannot express a variable without an IRI",
			doc.ErrNotWritable))
	}
	x.name("Variable", named.IRI)
}
