package tableau

import (
	"encoding/binary"
	"math"
	"slices"

	"box2el-owl/owl"
)

// concept is the number of a class expression or data range in negation normal form. The complement
// of c is c^1. Even numbers are ⊤, atoms, intersections, existential and at-least restrictions.
type concept int32

const (
	top    concept = 0
	bottom concept = 1
)

// role is the number of a property, doubled; the inverse of r is r^1.
type role int32

const noRole role = -1

type kind uint8

const (
	constant kind = iota // ⊤ or ⊥
	// a named class, a nominal, a datatype, or an expression that is not analyzed
	atom
	negatedAtom
	and
	or
	some
	all
	atLeast
	atMost // n is that of the restriction
	self
	notSelf
)

type expression struct {
	kind    kind
	nominal bool // an atom with at most one instance
	role    role
	n       int
	filler  concept
	args    []concept
	groups  []int32 // the disjoint groups of an atom
	watched bool    // a clause or an at-most restriction depends on it as the filler of a neighbor
}

// atomKey identifies an atom: an owl.Entity, an owl.Individual, a literal's text, an expression's
// text.
type atomKey struct {
	kind byte
	iri  owl.IRI
	text string
}

type roleKey struct {
	iri  owl.IRI
	data bool
}

// composedKey identifies an expression that is no atom: an intersection by the numbers of its
// parts.
type composedKey struct {
	kind   kind
	role   role
	n      int
	filler concept
	parts  string
}

// numbering numbers keys. The keys since the last mark can be forgotten.
type numbering[K comparable, N concept | role] struct {
	of    map[K]N
	added []K // since the last mark
}

// number returns the number of a key, which add adds if it is new.
func (n *numbering[K, N]) number(key K, add func() N) N {
	number, ok := n.of[key]
	if !ok {
		if n.of == nil {
			n.of = make(map[K]N)
		}
		number = add()
		n.of[key] = number
		n.added = append(n.added, key)
	}
	return number
}

func (n *numbering[K, N]) mark() { n.added = nil }

func (n *numbering[K, N]) forget() {
	for _, key := range n.added {
		delete(n.of, key)
	}
	n.added = nil
}

// table numbers expressions and properties. What was added after a mark can be removed.
type table struct {
	expressions []expression
	isData      []bool // by role / 2

	atoms    numbering[atomKey, concept]
	composed numbering[composedKey, concept]
	names    numbering[concept, concept] // the atom that an expression on a left side implies
	roles    numbering[roleKey, role]
}

func newTable() *table {
	return &table{expressions: []expression{top: {kind: constant}, bottom: {kind: constant}}}
}

// mark begins what forget removes.
func (t *table) mark() {
	t.atoms.mark()
	t.composed.mark()
	t.names.mark()
	t.roles.mark()
}

// forget removes the expressions from number n on, and the properties since the last mark.
func (t *table) forget(n int) {
	t.expressions = t.expressions[:n]
	t.isData = t.isData[:len(t.isData)-len(t.roles.added)]
	t.atoms.forget()
	t.composed.forget()
	t.names.forget()
	t.roles.forget()
}

func (t *table) at(c concept) *expression { return &t.expressions[c] }

func (t *table) add(positive, negative expression) concept {
	t.expressions = append(t.expressions, positive, negative)
	return concept(len(t.expressions) - 2)
}

func (t *table) newAtom(nominal bool) concept {
	return t.add(expression{kind: atom, nominal: nominal}, expression{kind: negatedAtom})
}

func (t *table) atomOf(k atomKey, nominal bool) concept {
	return t.atoms.number(k, func() concept { return t.newAtom(nominal) })
}

func (t *table) newRole(isData bool) role {
	t.isData = append(t.isData, isData)
	return role(2 * (len(t.isData) - 1))
}

func (t *table) roleOf(k roleKey) role {
	return t.roles.number(k, func() role { return t.newRole(k.data) })
}

func (t *table) property(p owl.ObjectPropertyExpression) role {
	switch p := p.(type) {
	case owl.ObjectProperty:
		return t.roleOf(roleKey{iri: p.IRI})
	case *owl.ObjectInverseOf:
		return t.roleOf(roleKey{iri: p.Property.IRI}) ^ 1
	}
	return noRole
}

func (t *table) dataProperty(p owl.DataProperty) role { return t.roleOf(roleKey{p.IRI, true}) }

func (t *table) and(args []concept) concept {
	var flat []concept
	for _, a := range args {
		switch {
		case a == top:
		case a == bottom:
			return bottom
		case t.at(a).kind == and:
			flat = append(flat, t.at(a).args...)
		default:
			flat = append(flat, a)
		}
	}
	slices.Sort(flat)
	flat = slices.Compact(flat)
	for _, a := range flat {
		if _, both := slices.BinarySearch(flat, a^1); both {
			return bottom
		}
	}
	switch len(flat) {
	case 0:
		return top
	case 1:
		return flat[0]
	}
	var parts []byte
	for _, a := range flat {
		parts = binary.LittleEndian.AppendUint32(parts, uint32(a))
	}
	return t.composed.number(composedKey{kind: and, parts: string(parts)}, func() concept {
		negated := make([]concept, len(flat))
		for i, a := range flat {
			negated[i] = a ^ 1
		}
		return t.add(expression{kind: and, args: flat}, expression{kind: or, args: negated})
	})
}

func (t *table) or(args []concept) concept {
	negated := make([]concept, len(args))
	for i, a := range args {
		negated[i] = a ^ 1
	}
	return t.and(negated) ^ 1
}

// atLeast returns ≥ n r.f.
func (t *table) atLeast(n int, r role, f concept) concept {
	switch {
	case n <= 0:
		return top
	case f == bottom:
		return bottom
	}
	return t.composed.number(composedKey{kind: atLeast, role: r, n: n, filler: f}, func() concept {
		if n == 1 {
			return t.add(expression{kind: some, role: r, n: 1, filler: f},
				expression{kind: all, role: r, filler: f ^ 1})
		}
		t.at(f).watched = true
		return t.add(expression{kind: atLeast, role: r, n: n, filler: f}, expression{
			kind: atMost, role: r, n: n - 1, filler: f,
		})
	})
}

func (t *table) atMost(n int, r role, f concept) concept {
	if n == math.MaxInt {
		return top
	}
	return t.atLeast(n+1, r, f) ^ 1
}

func (t *table) selfOf(r role) concept {
	r &^= 1 // a property and its inverse agree on it
	return t.composed.number(composedKey{kind: self, role: r}, func() concept {
		return t.add(expression{kind: self, role: r}, expression{kind: notSelf, role: r})
	})
}

// The kinds of atoms.
const (
	classAtom byte = iota
	individualAtom
	anonymousAtom
	literalAtom
	datatypeAtom
	opaqueAtom
)

func (t *table) individual(i owl.Individual) concept {
	switch i := i.(type) {
	case owl.NamedIndividual:
		return t.atomOf(atomKey{kind: individualAtom, iri: i.IRI}, true)
	case owl.AnonymousIndividual:
		return t.atomOf(atomKey{kind: anonymousAtom, iri: i.ID}, true)
	}
	return t.newAtom(true)
}

func (t *table) literal(l *owl.Literal) concept {
	return t.atomOf(atomKey{literalAtom, l.Datatype.IRI, l.Lang + "@" + l.Lexical}, true)
}

// opaque returns an atom for an expression that is not analyzed.
func (t *table) opaque(c owl.ClassExpression) concept {
	text := owl.AppendAxiom(nil, &owl.SubClassOf{Sub: c, Super: owl.Thing}, nil)
	return t.atomOf(atomKey{kind: opaqueAtom, text: string(text)}, false)
}

func (t *table) classes(list []owl.ClassExpression) []concept {
	args := make([]concept, len(list))
	for i, c := range list {
		args[i] = t.class(c)
	}
	return args
}

// filler returns ⊤ for a nil expression, which is how an unqualified restriction has it.
func (t *table) filler(c owl.ClassExpression) concept {
	if c == nil {
		return top
	}
	return t.class(c)
}

// class numbers a class expression.
func (t *table) class(c owl.ClassExpression) concept {
	switch c := c.(type) {
	case owl.Class:
		switch c {
		case owl.Thing:
			return top
		case owl.Nothing:
			return bottom
		}
		return t.atomOf(atomKey{kind: classAtom, iri: c.IRI}, false)
	case *owl.ObjectIntersectionOf:
		return t.and(t.classes(c.Operands))
	case *owl.ObjectUnionOf:
		return t.or(t.classes(c.Operands))
	case *owl.ObjectComplementOf:
		return t.class(c.Operand) ^ 1
	case *owl.ObjectOneOf:
		args := make([]concept, len(c.Individuals))
		for i, a := range c.Individuals {
			args[i] = t.individual(a)
		}
		return t.or(args)
	case *owl.ObjectSomeValuesFrom:
		return t.atLeast(1, t.property(c.Property), t.filler(c.Filler))
	case *owl.ObjectAllValuesFrom:
		return t.atLeast(1, t.property(c.Property), t.filler(c.Filler)^1) ^ 1
	case *owl.ObjectHasValue:
		return t.atLeast(1, t.property(c.Property), t.individual(c.Individual))
	case *owl.ObjectHasSelf:
		return t.selfOf(t.property(c.Property))
	case *owl.ObjectMinCardinality:
		return t.atLeast(c.N, t.property(c.Property), t.filler(c.Filler))
	case *owl.ObjectMaxCardinality:
		return t.atMost(c.N, t.property(c.Property), t.filler(c.Filler))
	case *owl.ObjectExactCardinality:
		r, f := t.property(c.Property), t.filler(c.Filler)
		return t.and([]concept{t.atLeast(c.N, r, f), t.atMost(c.N, r, f)})
	}
	return t.dataRestriction(c)
}

func (t *table) dataRestriction(c owl.ClassExpression) concept {
	switch c := c.(type) {
	case *owl.DataSomeValuesFrom:
		if len(c.Properties) == 1 {
			return t.atLeast(1, t.dataProperty(c.Properties[0]), t.dataRange(c.Range))
		}
	case *owl.DataAllValuesFrom:
		if len(c.Properties) == 1 {
			return t.atLeast(1, t.dataProperty(c.Properties[0]), t.dataRange(c.Range)^1) ^ 1
		}
	case *owl.DataHasValue:
		return t.atLeast(1, t.dataProperty(c.Property), t.literal(c.Value))
	case *owl.DataMinCardinality:
		return t.atLeast(c.N, t.dataProperty(c.Property), t.dataRange(c.Range))
	case *owl.DataMaxCardinality:
		return t.atMost(c.N, t.dataProperty(c.Property), t.dataRange(c.Range))
	case *owl.DataExactCardinality:
		r, f := t.dataProperty(c.Property), t.dataRange(c.Range)
		return t.and([]concept{t.atLeast(c.N, r, f), t.atMost(c.N, r, f)})
	}
	return t.opaque(c)
}

// dataRange numbers a data range; nil is rdfs:Literal.
func (t *table) dataRange(d owl.DataRange) concept {
	switch d := d.(type) {
	case nil:
		return top
	case owl.Datatype:
		if d == owl.RDFSLiteral {
			return top
		}
		return t.atomOf(atomKey{kind: datatypeAtom, iri: d.IRI}, false)
	case *owl.DataIntersectionOf:
		return t.and(t.dataRanges(d.Operands))
	case *owl.DataUnionOf:
		return t.or(t.dataRanges(d.Operands))
	case *owl.DataComplementOf:
		return t.dataRange(d.Operand) ^ 1
	case *owl.DataOneOf:
		args := make([]concept, len(d.Literals))
		for i, l := range d.Literals {
			args[i] = t.literal(l)
		}
		return t.or(args)
	}
	return t.opaque(&owl.DataSomeValuesFrom{Range: d})
}

func (t *table) dataRanges(list []owl.DataRange) []concept {
	args := make([]concept, len(list))
	for i, d := range list {
		args[i] = t.dataRange(d)
	}
	return args
}
