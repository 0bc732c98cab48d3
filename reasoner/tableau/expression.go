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

// composedKey identifies an expression that is no atom: an intersection by the numbers of its
// parts.
type composedKey struct {
	kind   kind
	role   role
	n      int
	filler concept
	parts  string
}

// opaqueKey identifies an expression that is not analyzed by its text, and nameKey the atom that an
// expression on a left side implies.
type (
	opaqueKey string
	nameKey   concept
)

// table numbers expressions and properties. What was added after a mark can be removed.
type table struct {
	expressions []expression
	isData      []bool // by role / 2

	// numbers has the concepts of owl.Class, owl.Datatype, individuals and owl.Literal, the roles
	// of properties, and the concepts of the keys above.
	numbers map[any]int32
	marked  struct{ expressions, roles int }
	added   []any // the keys since the mark
}

func newTable() *table {
	return &table{
		expressions: []expression{top: {kind: constant}, bottom: {kind: constant}},
		numbers:     make(map[any]int32),
	}
}

// number returns the number of a key, which add adds if it is new.
func number[N ~int32](t *table, key any, add func() N) N {
	n, ok := t.numbers[key]
	if !ok {
		n = int32(add())
		t.numbers[key] = n
		t.added = append(t.added, key)
	}
	return N(n)
}

// mark begins what forget removes.
func (t *table) mark() {
	t.marked.expressions, t.marked.roles, t.added = len(t.expressions), len(t.isData), nil
}

// forget removes the expressions and properties since the last mark.
func (t *table) forget() {
	t.expressions, t.isData = t.expressions[:t.marked.expressions], t.isData[:t.marked.roles]
	for _, key := range t.added {
		delete(t.numbers, key)
	}
	t.added = nil
}

func (t *table) at(c concept) *expression { return &t.expressions[c] }

func (t *table) add(positive, negative expression) concept {
	t.expressions = append(t.expressions, positive, negative)
	return concept(len(t.expressions) - 2)
}

func (t *table) atom(key any, nominal bool) concept {
	return number(t, key, func() concept {
		return t.add(expression{kind: atom, nominal: nominal}, expression{kind: negatedAtom})
	})
}

func (t *table) newRole(isData bool) role {
	t.isData = append(t.isData, isData)
	return role(2 * (len(t.isData) - 1))
}

// role numbers an object property, its inverse, or a data property.
func (t *table) role(p any) role {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return t.role(inverse.Property) ^ 1
	}
	_, isData := p.(owl.DataProperty)
	return number(t, p, func() role { return t.newRole(isData) })
}

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
	return number(t, composedKey{kind: and, parts: string(parts)}, func() concept {
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
	return number(t, composedKey{kind: atLeast, role: r, n: n, filler: f}, func() concept {
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
	return number(t, composedKey{kind: self, role: r}, func() concept {
		return t.add(expression{kind: self, role: r}, expression{kind: notSelf, role: r})
	})
}

// opaque returns an atom for an expression that is not analyzed.
func (t *table) opaque(c owl.ClassExpression) concept {
	text := owl.AppendAxiom(nil, &owl.SubClassOf{Sub: c, Super: owl.Thing}, nil)
	return t.atom(opaqueKey(text), false)
}

// has returns ∃p.⊤.
func (t *table) has(p any) concept { return t.atLeast(1, t.role(p), top) }

// some returns ∃p.f.
func (t *table) some(p, f any) concept { return t.atLeast(1, t.role(p), t.concept(f)) }

// exactly returns = n p.f.
func (t *table) exactly(n int, p, f any) concept {
	r, filler := t.role(p), t.concept(f)
	return t.and([]concept{t.atLeast(n, r, filler), t.atMost(n, r, filler)})
}

func concepts[T any](t *table, list []T) []concept {
	args := make([]concept, len(list))
	for i, x := range list {
		args[i] = t.concept(x)
	}
	return args
}

// concept numbers a class expression, a data range, an individual or a literal. The filler of an
// unqualified restriction is nil, which is ⊤.
func (t *table) concept(x any) concept {
	switch x := x.(type) {
	case nil:
		return top
	case owl.Class:
		switch x {
		case owl.Thing:
			return top
		case owl.Nothing:
			return bottom
		}
		return t.atom(x, false)
	case owl.Datatype:
		if x == owl.RDFSLiteral {
			return top
		}
		return t.atom(x, false)
	case *owl.Literal:
		return t.atom(*x, true)

	case *owl.ObjectIntersectionOf:
		return t.and(concepts(t, x.Operands))
	case *owl.DataIntersectionOf:
		return t.and(concepts(t, x.Operands))
	case *owl.ObjectUnionOf:
		return t.or(concepts(t, x.Operands))
	case *owl.DataUnionOf:
		return t.or(concepts(t, x.Operands))
	case *owl.ObjectOneOf:
		return t.or(concepts(t, x.Individuals))
	case *owl.DataOneOf:
		return t.or(concepts(t, x.Literals))
	case *owl.ObjectComplementOf:
		return t.concept(x.Operand) ^ 1
	case *owl.DataComplementOf:
		return t.concept(x.Operand) ^ 1

	case owl.ClassExpression:
		return t.restriction(x)
	case owl.DataRange:
		return t.opaque(&owl.DataSomeValuesFrom{Range: x})
	}
	return t.atom(x, true) // an individual
}

func (t *table) restriction(c owl.ClassExpression) concept {
	switch x := c.(type) {
	case *owl.ObjectSomeValuesFrom:
		return t.some(x.Property, x.Filler)
	case *owl.ObjectAllValuesFrom:
		return t.atLeast(1, t.role(x.Property), t.concept(x.Filler)^1) ^ 1
	case *owl.ObjectHasValue:
		return t.some(x.Property, x.Individual)
	case *owl.DataHasValue:
		return t.some(x.Property, x.Value)
	case *owl.ObjectHasSelf:
		return t.selfOf(t.role(x.Property))
	case *owl.ObjectMinCardinality:
		return t.atLeast(x.N, t.role(x.Property), t.concept(x.Filler))
	case *owl.DataMinCardinality:
		return t.atLeast(x.N, t.role(x.Property), t.concept(x.Range))
	case *owl.ObjectMaxCardinality:
		return t.atMost(x.N, t.role(x.Property), t.concept(x.Filler))
	case *owl.DataMaxCardinality:
		return t.atMost(x.N, t.role(x.Property), t.concept(x.Range))
	case *owl.ObjectExactCardinality:
		return t.exactly(x.N, x.Property, x.Filler)
	case *owl.DataExactCardinality:
		return t.exactly(x.N, x.Property, x.Range)
	case *owl.DataSomeValuesFrom:
		if len(x.Properties) == 1 {
			return t.some(x.Properties[0], x.Range)
		}
	case *owl.DataAllValuesFrom:
		if len(x.Properties) == 1 {
			return t.atLeast(1, t.role(x.Properties[0]), t.concept(x.Range)^1) ^ 1
		}
	}
	return t.opaque(c)
}
