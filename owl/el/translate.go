package el

import (
	"math"
	"slices"

	"box2el-owl/owl"
)

// lower translates an expression on the left of an inclusion: to an equivalent one if EL++ has it,
// else to a smaller one, in the worst case ⊥, with an omission.
func (n *normalizer) lower(c owl.ClassExpression) ref { return n.translate(c, onLeft) }

// upper translates an expression on the right of an inclusion: to an equivalent one if EL++ has it,
// else to a larger one, in the worst case ⊤, with an omission.
func (n *normalizer) upper(c owl.ClassExpression) ref { return n.translate(c, onRight) }

// translate is lower or upper. It recurses into operands and fillers. Readers limit the nesting,
// and the tests cover a stack of that depth.
func (n *normalizer) translate(c owl.ClassExpression, side directions) ref {
	switch c := c.(type) {
	case owl.Class:
		return n.class(c)
	case *owl.ObjectIntersectionOf:
		base := len(n.stack)
		pushOperands(n, c, side, func(c *owl.ObjectIntersectionOf) []owl.ClassExpression {
			return c.Operands
		}, (*normalizer).translate)
		return n.fold(opAnd, base)
	case *owl.ObjectUnionOf:
		base := len(n.stack)
		pushOperands(n, c, side, func(c *owl.ObjectUnionOf) []owl.ClassExpression {
			return c.Operands
		}, (*normalizer).translate)
		return n.union(base, side, UnionOnTheRight)
	case *owl.ObjectComplementOf:
		return n.complement(c, side)
	case *owl.ObjectOneOf:
		base := len(n.stack)
		for _, a := range c.Individuals {
			n.stack = append(n.stack, n.nominal(a))
		}
		return n.union(base, side, EnumerationOnTheRight)
	case *owl.ObjectSomeValuesFrom:
		return n.existential(c.Property, c.Filler, side)
	case *owl.ObjectAllValuesFrom:
		if side == onRight {
			return n.upperAll(c)
		}
		if c.Filler == owl.Thing {
			n.mentionClass(c)
			return topRef
		}
		return n.skip(UniversalRestriction, side, c)
	case *owl.ObjectHasValue:
		value := n.nominal(c.Individual)
		r, inverse := n.property(c.Property)
		if inverse {
			return n.skip(InverseProperty, side)
		}
		return n.some(r, value)
	case *owl.ObjectHasSelf:
		return n.self(c.Property)
	case *owl.ObjectMinCardinality:
		return n.cardinality(c, c.N, unlimited, side, n.objectValues(c.Property, c.Filler))
	case *owl.ObjectMaxCardinality:
		return n.cardinality(c, 0, c.N, side, n.objectValues(c.Property, c.Filler))
	case *owl.ObjectExactCardinality:
		return n.cardinality(c, c.N, c.N, side, n.objectValues(c.Property, c.Filler))
	}
	return n.dataRestriction(c, side)
}

func (n *normalizer) dataRestriction(c owl.ClassExpression, side directions) ref {
	switch c := c.(type) {
	case *owl.DataSomeValuesFrom:
		if len(c.Properties) != 1 {
			return n.skip(DataRangeOfSeveralProperties, side, c)
		}
		return n.some(n.role(c.Properties[0]), n.dataRange(c.Range, side))
	case *owl.DataAllValuesFrom:
		if len(c.Properties) != 1 && side == onRight {
			return n.skip(DataRangeOfSeveralProperties, side, c)
		}
		n.mentionClass(c)
		if c.Range == owl.RDFSLiteral && len(c.Properties) == 1 {
			return topRef
		}
		if without, ok := c.Range.(*owl.DataComplementOf); ok && side == onRight {
			return n.not(n.some(n.role(c.Properties[0]), n.lowerRange(without.Operand)))
		}
		return n.skip(UniversalRestriction, side)
	case *owl.DataHasValue:
		return n.some(n.role(c.Property), n.value(c.Value))
	case *owl.DataMinCardinality:
		return n.cardinality(c, c.N, unlimited, side, n.dataValues(c.Property, c.Range))
	case *owl.DataMaxCardinality:
		return n.cardinality(c, 0, c.N, side, n.dataValues(c.Property, c.Range))
	case *owl.DataExactCardinality:
		return n.cardinality(c, c.N, c.N, side, n.dataValues(c.Property, c.Range))
	}
	return n.skip(MalformedAxiom, side)
}

// existential translates ∃p.filler; a nil filler is owl:Thing. On the left, ∃p⁻.⊤ is the range of
// p.
func (n *normalizer) existential(
	p owl.ObjectPropertyExpression, filler owl.ClassExpression, side directions,
) ref {
	r, inverse := n.property(p)
	if inverse && side == onRight {
		return n.skip(InverseProperty, side, filler)
	}
	f := topRef
	if filler != nil {
		f = n.translate(filler, side)
	}
	switch {
	case !inverse:
		return n.some(r, f)
	case f == topRef:
		return n.express(expression{op: opSomeInverse, role: r})
	case f == bottomRef:
		return bottomRef
	}
	return n.skip(InverseProperty, side)
}

// unlimited is the largest number of a restriction without one.
const unlimited = math.MaxInt

// cardinality translates a restriction to low or more and to high or fewer values; some translates
// the existential of these values. EL++ can express one or more, and on the right none.
func (n *normalizer) cardinality(
	c owl.ClassExpression, low, high int, side directions, some func(directions) ref,
) ref {
	switch {
	case low <= 0 && high == unlimited:
		n.mentionClass(c)
		return topRef
	case side == onRight && high == 0:
		return n.not(some(onLeft))
	case low <= 0 || side == onLeft && (low > 1 || high != unlimited):
		return n.skip(CardinalityRestriction, side, c)
	case low > 1 || high != unlimited:
		n.omit(CardinalityRestriction)
	}
	return some(side)
}

// objectValues returns the translation of ∃p.filler.
func (n *normalizer) objectValues(
	p owl.ObjectPropertyExpression, filler owl.ClassExpression,
) func(directions) ref {
	return func(side directions) ref { return n.existential(p, filler, side) }
}

// dataValues returns the translation of ∃p.values.
func (n *normalizer) dataValues(p owl.DataProperty, values owl.DataRange) func(directions) ref {
	return func(side directions) ref { return n.some(n.role(p), n.dataRange(values, side)) }
}

func (n *normalizer) complement(c *owl.ObjectComplementOf, side directions) ref {
	switch inner := c.Operand.(type) {
	case *owl.ObjectComplementOf:
		return n.translate(inner.Operand, side)
	case owl.Class:
		switch inner {
		case owl.Thing:
			return bottomRef
		case owl.Nothing:
			return topRef
		}
	}
	if side == onLeft {
		return n.lowerNot(c.Operand)
	}
	return n.not(n.lower(c.Operand))
}

// lowerNot translates ¬c on the left. Only a right side with a complement of the same c derives an
// instance of its name: A ⊑ B ⊓ ¬C and B ⊓ ¬C ⊑ D entail A ⊑ D. The name denotes the complement of
// lower(c), which is ¬c only if that is exact.
func (n *normalizer) lowerNot(c owl.ClassExpression) ref {
	before := n.unused
	n.unused = nil
	operand := n.lower(c)
	inexact := n.unused
	n.unused = before
	for _, reason := range inexact {
		n.omit(reason)
	}
	n.omit(ComplementOnTheLeft)
	if len(inexact) > 0 {
		return bottomRef
	}
	not := n.not(operand)
	if not.kind() == Introduced {
		n.namesComplement(not)
	}
	return not
}

// upperAll translates the universal restrictions that EL++ can express: ∀p.⊤ is ⊤, ∀p.¬C is ¬∃p.C,
// ∀p.⊥ is ¬∃p.⊤, and A ⊑ ∀p⁻.C is ∃p.A ⊑ C.
func (n *normalizer) upperAll(c *owl.ObjectAllValuesFrom) ref {
	switch filler := c.Filler.(type) {
	case owl.Class:
		switch filler {
		case owl.Thing:
			n.mentionClass(c)
			return topRef
		case owl.Nothing:
			return n.not(n.existential(c.Property, nil, onLeft))
		}
	case *owl.ObjectComplementOf:
		if _, inverse := n.property(c.Property); !inverse {
			return n.not(n.existential(c.Property, filler.Operand, onLeft))
		}
	}
	r, inverse := n.property(c.Property)
	if !inverse {
		return n.skip(UniversalRestriction, onRight, c.Filler)
	}
	f := n.upper(c.Filler)
	if f == topRef {
		return topRef
	}
	return n.express(expression{op: opAllInverse, role: r, b: f})
}

// lowerRange is lower for a data range; a nil range is rdfs:Literal.
func (n *normalizer) lowerRange(d owl.DataRange) ref { return n.dataRange(d, onLeft) }

// upperRange is upper for a data range; a nil range is rdfs:Literal.
func (n *normalizer) upperRange(d owl.DataRange) ref { return n.dataRange(d, onRight) }

// dataRange is lowerRange or upperRange.
func (n *normalizer) dataRange(d owl.DataRange, side directions) ref {
	switch d := d.(type) {
	case nil:
		return topRef
	case owl.Datatype:
		return n.datatype(d)
	case *owl.DataIntersectionOf:
		base := len(n.stack)
		pushOperands(n, d, side, func(d *owl.DataIntersectionOf) []owl.DataRange {
			return d.Operands
		}, (*normalizer).dataRange)
		return n.fold(opAnd, base)
	case *owl.DataUnionOf:
		base := len(n.stack)
		pushOperands(n, d, side, func(d *owl.DataUnionOf) []owl.DataRange {
			return d.Operands
		}, (*normalizer).dataRange)
		return n.union(base, side, UnionOnTheRight)
	case *owl.DataComplementOf:
		inner, isDouble := d.Operand.(*owl.DataComplementOf)
		switch {
		case isDouble:
			return n.dataRange(inner.Operand, side)
		case side == onRight:
			return n.not(n.lowerRange(d.Operand))
		case d.Operand == owl.RDFSLiteral:
			return bottomRef
		}
		return n.skip(ComplementOnTheLeft, side)
	case *owl.DataOneOf:
		base := len(n.stack)
		for _, l := range d.Literals {
			n.stack = append(n.stack, n.value(l))
		}
		return n.union(base, side, EnumerationOnTheRight)
	case *owl.DatatypeRestriction:
		switch {
		case len(d.Facets) == 0:
		case side == onLeft:
			return n.skip(FacetsOnTheLeft, side)
		default:
			n.omit(FacetsOnTheRight)
		}
		return n.datatype(d.Datatype)
	}
	return n.skip(MalformedAxiom, side)
}

// pushOperands pushes the translated operands of an intersection or union, and of those of its kind
// directly in it.
func pushOperands[E, T any](
	n *normalizer, of E, side directions, operands func(E) []T,
	translate func(*normalizer, T, directions) ref,
) {
	for _, operand := range operands(of) {
		if inner, ok := any(operand).(E); ok {
			pushOperands(n, inner, side, operands, translate)
		} else {
			n.stack = append(n.stack, translate(n, operand, side))
		}
	}
}

// fold pops the operands above base and returns their intersection or union: sorted, without
// duplicates, with ⊤ and ⊥ simplified.
func (n *normalizer) fold(op op, base int) ref {
	neutral, absorbing := topRef, bottomRef
	if op == opOr {
		neutral, absorbing = bottomRef, topRef
	}
	operands := n.popSorted(base)
	if len(operands) > 0 && operands[0] == neutral { // ⊤ and ⊥ sort first
		operands = operands[1:]
	}
	if slices.Contains(operands[:min(2, len(operands))], absorbing) {
		return absorbing
	}
	if len(operands) == 0 {
		return neutral
	}
	folded := operands[0]
	for _, operand := range operands[1:] {
		folded = n.express(expression{op: op, a: folded, b: operand})
	}
	return folded
}

// union pops the operands of a union above base. EL++ cannot express it on the right, unless all
// operands except one are ⊥ or equal, or one is ⊤; reason says so.
func (n *normalizer) union(base int, side directions, reason Reason) ref {
	if side == onLeft {
		return n.fold(opOr, base)
	}
	operands := n.popSorted(base)
	if len(operands) == 0 {
		return bottomRef
	}
	if operands[0] == topRef {
		return topRef
	}
	if operands[0] == bottomRef && len(operands) > 1 {
		operands = operands[1:]
	}
	if len(operands) > 1 {
		return n.skip(reason, side)
	}
	return operands[0]
}

func (n *normalizer) popSorted(base int) []ref {
	operands := n.stack[base:]
	n.stack = n.stack[:base]
	slices.Sort(operands)
	return slices.Compact(operands)
}

// namesComplement records that a left side names a complement. It adds no axiom, but the inclusions
// in the complement must be kept (see dropComplements).
func (n *normalizer) namesComplement(not ref) {
	switch defined := n.out.definitions(not); {
	case defined&onLeft != 0:
		return
	case defined&dropped != 0:
		n.missesBase = true
	}
	n.out.setDefined(not, onLeft)
}

func (n *normalizer) some(r Role, filler ref) ref {
	if filler == bottomRef {
		return bottomRef
	}
	return n.express(expression{op: opSome, role: r, b: filler})
}

func (n *normalizer) self(p owl.ObjectPropertyExpression) ref {
	r, _ := n.property(p) // ∃r⁻.Self is ∃r.Self
	return n.express(expression{op: opSelf, role: r})
}

func (n *normalizer) not(operand ref) ref {
	switch operand {
	case topRef:
		return bottomRef
	case bottomRef:
		return topRef
	}
	return n.express(expression{op: opNot, b: operand})
}

// skip records an omission, adds the names of the omitted expressions to the vocabulary, and
// returns ⊥ on the left, ⊤ on the right.
func (n *normalizer) skip(reason Reason, side directions, leftOut ...owl.ClassExpression) ref {
	n.omit(reason)
	for _, c := range leftOut {
		n.mentionClass(c)
	}
	if side == onLeft {
		return bottomRef
	}
	return topRef
}
