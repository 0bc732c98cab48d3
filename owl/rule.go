package owl

// RuleAtom is an atom of a rule (SWRL: A Semantic Web Rule Language, W3C Member Submission, section
// 5).
type RuleAtom struct {
	Keyword string // one of RuleAtoms
	// Predicate is a ClassExpression, DataRange, ObjectPropertyExpression or DataProperty, or the
	// IRI of a built-in; nil if the atom has none.
	Predicate any
	// Arguments are individuals, *Literals and Variables.
	Arguments []any
}

// Variable is a variable of a rule.
type Variable struct{ Name Individual }

// RuleAtomShape describes the atoms of a keyword.
type RuleAtomShape struct {
	// Arguments is their number behind the predicate, -1 for any number.
	Arguments int
	// Predicate lets v fill the slot of a predicate and returns it; nil for atoms without one.
	Predicate func(v SlotVisitor) any
}

// RuleAtoms holds the shapes of atoms by their keywords in functional syntax and OWL/XML.
var RuleAtoms = map[string]RuleAtomShape{
	"ClassAtom":                {1, predicate[ClassExpression]},
	"DataRangeAtom":            {1, predicate[DataRange]},
	"ObjectPropertyAtom":       {2, predicate[ObjectPropertyExpression]},
	"DataPropertyAtom":         {2, predicate[DataProperty]},
	"BuiltInAtom":              {-1, predicate[IRI]},
	"SameIndividualAtom":       {2, nil},
	"DifferentIndividualsAtom": {2, nil},
}

func predicate[T any](v SlotVisitor) any {
	var x T
	v.Slot(&x, nil)
	return x
}

// Atoms takes the atoms of body or head, whose entities are IRIs.
func (p *FunctionalParser) Atoms(part string, list *[]RuleAtom) {
	people := p.people
	p.people = nil
	p.keyword(part)
	for !p.atClose() {
		*list = append(*list, p.atom())
	}
	p.close(part)
	p.people = people
}

func (p *FunctionalParser) atom() RuleAtom {
	at := p.pos
	a := RuleAtom{Keyword: string(p.word())}
	shape, known := RuleAtoms[a.Keyword]
	if !known {
		p.expected(at, "an atom of a rule")
		return a
	}
	p.expect('(')
	if shape.Predicate != nil {
		a.Predicate = shape.Predicate(p)
	}
	for n := shape.Arguments; n > 0 || n < 0 && !p.atClose(); n-- {
		a.Arguments = append(a.Arguments, p.argument())
	}
	p.close(a.Keyword)
	return a
}

func (p *FunctionalParser) argument() any {
	switch {
	case p.atKeyword("Variable"):
		p.keyword("Variable")
		i := p.individual()
		p.close("Variable")
		return Variable{i}
	case p.peek() == '"':
		return p.literal()
	}
	return p.individual()
}

// Atoms writes the atoms of body or head with full IRIs and unsorted, also in canonical form.
func (r *renderer) Atoms(part string, list *[]RuleAtom) {
	outer := *r
	r.prefixes, r.canonical, r.sorted = nil, false, false
	r.next()
	r.open(part)
	for _, a := range *list {
		r.next()
		r.open(a.Keyword)
		r.Slot(nil, a.Predicate)
		for _, x := range a.Arguments {
			r.Slot(nil, x)
		}
		r.close()
	}
	r.close()
	r.prefixes, r.canonical, r.sorted = outer.prefixes, outer.canonical, outer.sorted
}
