package el

import (
	"slices"

	"box2el-owl/owl"
)

// lower translates an expression on the left of an inclusion: to an equivalent one if EL++ has it,
// else to a smaller one, in the worst case ⊥, with an omission.
//
// It recurses into operands and fillers. Readers limit the nesting, and the tests cover a stack of
// that depth.
func (n *normalizer) lower(c owl.ClassExpression) ref {
	switch c := c.(type) {
	case owl.Class:
		return n.class(c)
	case *owl.ObjectIntersectionOf:
		base := len(n.stack)
		n.pushIntersection(c, n.lower)
		return n.fold(opAnd, base)
	case *owl.ObjectUnionOf:
		base := len(n.stack)
		n.pushUnion(c, n.lower)
		return n.fold(opOr, base)
	case *owl.ObjectComplementOf:
		switch inner := c.Operand.(type) {
		case *owl.ObjectComplementOf:
			return n.lower(inner.Operand)
		case owl.Class:
			switch inner {
			case owl.Thing:
				return bottomRef
			case owl.Nothing:
				return topRef
			}
		}
		return n.lowerNot(c.Operand)
	case *owl.ObjectOneOf:
		base := len(n.stack)
		n.pushNominals(c)
		return n.fold(opOr, base)
	case *owl.ObjectSomeValuesFrom:
		return n.lowerSome(c.Property, c.Filler)
	case *owl.ObjectAllValuesFrom:
		n.mentionProperties(c.Property)
		if c.Filler == owl.Thing {
			return topRef
		}
		return n.skip(UniversalRestriction, bottomRef, c.Filler)
	case *owl.ObjectHasValue:
		value := n.nominal(c.Individual)
		r, inverse := n.property(c.Property)
		if inverse {
			return n.skip(InverseProperty, bottomRef)
		}
		return n.some(r, value)
	case *owl.ObjectHasSelf:
		return n.self(c.Property)
	case *owl.ObjectMinCardinality:
		switch {
		case c.N <= 0:
			n.mentionProperties(c.Property)
			n.mentionAll([]owl.ClassExpression{c.Filler})
			return topRef
		case c.N == 1:
			return n.lowerSome(c.Property, c.Filler)
		}
		n.mentionProperties(c.Property)
		return n.skip(CardinalityRestriction, bottomRef, c.Filler)
	case *owl.ObjectMaxCardinality:
		n.mentionProperties(c.Property)
		return n.skip(CardinalityRestriction, bottomRef, c.Filler)
	case *owl.ObjectExactCardinality:
		n.mentionProperties(c.Property)
		return n.skip(CardinalityRestriction, bottomRef, c.Filler)

	case *owl.DataSomeValuesFrom:
		if len(c.Properties) != 1 {
			return n.skip(DataRangeOfSeveralProperties, bottomRef)
		}
		return n.some(n.role(c.Properties[0]), n.lowerRange(c.Range))
	case *owl.DataAllValuesFrom:
		for _, p := range c.Properties {
			n.role(p)
		}
		if c.Range == owl.RDFSLiteral && len(c.Properties) == 1 {
			return topRef
		}
		return n.skip(UniversalRestriction, bottomRef)
	case *owl.DataHasValue:
		return n.some(n.role(c.Property), n.value(c.Value))
	case *owl.DataMinCardinality:
		r := n.role(c.Property)
		switch {
		case c.N <= 0:
			return topRef
		case c.N == 1:
			return n.some(r, n.lowerRange(c.Range))
		}
		return n.skip(CardinalityRestriction, bottomRef)
	case *owl.DataMaxCardinality:
		n.role(c.Property)
		return n.skip(CardinalityRestriction, bottomRef)
	case *owl.DataExactCardinality:
		n.role(c.Property)
		return n.skip(CardinalityRestriction, bottomRef)
	}
	return n.skip(MalformedAxiom, bottomRef)
}

// lowerSome translates ∃p.filler on the left; a nil filler is owl:Thing. ∃p⁻.⊤ is the range of p.
func (n *normalizer) lowerSome(p owl.ObjectPropertyExpression, filler owl.ClassExpression) ref {
	r, inverse := n.property(p)
	f := topRef
	if filler != nil {
		f = n.lower(filler)
	}
	switch {
	case !inverse:
		return n.some(r, f)
	case f == topRef:
		return n.express(expression{op: opSomeInverse, role: r})
	case f == bottomRef:
		return bottomRef
	}
	return n.skip(InverseProperty, bottomRef)
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

// upper translates an expression on the right of an inclusion: to an equivalent one if EL++ has it,
// else to a larger one, in the worst case ⊤, with an omission. It recurses like lower.
func (n *normalizer) upper(c owl.ClassExpression) ref {
	switch c := c.(type) {
	case owl.Class:
		return n.class(c)
	case *owl.ObjectIntersectionOf:
		base := len(n.stack)
		n.pushIntersection(c, n.upper)
		return n.fold(opAnd, base)
	case *owl.ObjectUnionOf:
		base := len(n.stack)
		n.pushUnion(c, n.upper)
		return n.onlyMember(base, UnionOnTheRight)
	case *owl.ObjectComplementOf:
		if inner, ok := c.Operand.(*owl.ObjectComplementOf); ok {
			return n.upper(inner.Operand)
		}
		return n.not(n.lower(c.Operand))
	case *owl.ObjectOneOf:
		base := len(n.stack)
		n.pushNominals(c)
		return n.onlyMember(base, EnumerationOnTheRight)
	case *owl.ObjectSomeValuesFrom:
		return n.upperSome(c.Property, c.Filler)
	case *owl.ObjectAllValuesFrom:
		return n.upperAll(c)
	case *owl.ObjectHasValue:
		value := n.nominal(c.Individual)
		r, inverse := n.property(c.Property)
		if inverse {
			return n.skip(InverseProperty, topRef)
		}
		return n.some(r, value)
	case *owl.ObjectHasSelf:
		return n.self(c.Property)
	case *owl.ObjectMinCardinality:
		if c.N <= 0 {
			n.mentionProperties(c.Property)
			n.mentionAll([]owl.ClassExpression{c.Filler})
			return topRef
		}
		if c.N > 1 {
			n.omit(CardinalityRestriction)
		}
		return n.upperSome(c.Property, c.Filler)
	case *owl.ObjectMaxCardinality:
		if c.N == 0 {
			return n.not(n.lowerSome(c.Property, c.Filler))
		}
		n.mentionProperties(c.Property)
		return n.skip(CardinalityRestriction, topRef, c.Filler)
	case *owl.ObjectExactCardinality:
		if c.N == 0 {
			return n.not(n.lowerSome(c.Property, c.Filler))
		}
		n.omit(CardinalityRestriction)
		if c.N < 0 {
			return topRef
		}
		return n.upperSome(c.Property, c.Filler)

	case *owl.DataSomeValuesFrom:
		if len(c.Properties) != 1 {
			return n.skip(DataRangeOfSeveralProperties, topRef)
		}
		return n.some(n.role(c.Properties[0]), n.upperRange(c.Range))
	case *owl.DataAllValuesFrom:
		return n.upperDataAll(c)
	case *owl.DataHasValue:
		return n.some(n.role(c.Property), n.value(c.Value))
	case *owl.DataMinCardinality:
		r := n.role(c.Property)
		if c.N <= 0 {
			return topRef
		}
		if c.N > 1 {
			n.omit(CardinalityRestriction)
		}
		return n.some(r, n.upperRange(c.Range))
	case *owl.DataMaxCardinality:
		r := n.role(c.Property)
		if c.N == 0 {
			return n.not(n.some(r, n.lowerRange(c.Range)))
		}
		return n.skip(CardinalityRestriction, topRef)
	case *owl.DataExactCardinality:
		r := n.role(c.Property)
		if c.N == 0 {
			return n.not(n.some(r, n.lowerRange(c.Range)))
		}
		n.omit(CardinalityRestriction)
		if c.N < 0 {
			return topRef
		}
		return n.some(r, n.upperRange(c.Range))
	}
	return n.skip(MalformedAxiom, topRef)
}

// upperSome translates ∃p.filler on the right; a nil filler is owl:Thing.
func (n *normalizer) upperSome(p owl.ObjectPropertyExpression, filler owl.ClassExpression) ref {
	r, inverse := n.property(p)
	if inverse {
		return n.skip(InverseProperty, topRef, filler)
	}
	if filler == nil {
		return n.some(r, topRef)
	}
	return n.some(r, n.upper(filler))
}

// upperAll translates the universal restrictions that EL++ can express: ∀p.⊤ is ⊤, ∀p.¬C is ¬∃p.C,
// ∀p.⊥ is ¬∃p.⊤, and A ⊑ ∀p⁻.C is ∃p.A ⊑ C.
func (n *normalizer) upperAll(c *owl.ObjectAllValuesFrom) ref {
	switch filler := c.Filler.(type) {
	case owl.Class:
		switch filler {
		case owl.Thing:
			n.mentionProperties(c.Property)
			return topRef
		case owl.Nothing:
			return n.not(n.lowerSome(c.Property, nil))
		}
	case *owl.ObjectComplementOf:
		if _, inverse := n.property(c.Property); !inverse {
			return n.not(n.lowerSome(c.Property, filler.Operand))
		}
	}
	r, inverse := n.property(c.Property)
	if !inverse {
		return n.skip(UniversalRestriction, topRef, c.Filler)
	}
	f := n.upper(c.Filler)
	if f == topRef {
		return topRef
	}
	return n.express(expression{op: opAllInverse, role: r, b: f})
}

func (n *normalizer) upperDataAll(c *owl.DataAllValuesFrom) ref {
	if len(c.Properties) != 1 {
		return n.skip(DataRangeOfSeveralProperties, topRef)
	}
	r := n.role(c.Properties[0])
	if c.Range == owl.RDFSLiteral {
		return topRef
	}
	if without, ok := c.Range.(*owl.DataComplementOf); ok {
		return n.not(n.some(r, n.lowerRange(without.Operand)))
	}
	return n.skip(UniversalRestriction, topRef)
}

// lowerRange translates a data range on the left of an inclusion, like lower; a nil range is
// rdfs:Literal.
func (n *normalizer) lowerRange(d owl.DataRange) ref {
	switch d := d.(type) {
	case nil:
		return topRef
	case owl.Datatype:
		return n.datatype(d)
	case *owl.DataIntersectionOf:
		base := len(n.stack)
		n.pushDataIntersection(d, n.lowerRange)
		return n.fold(opAnd, base)
	case *owl.DataUnionOf:
		base := len(n.stack)
		n.pushDataUnion(d, n.lowerRange)
		return n.fold(opOr, base)
	case *owl.DataComplementOf:
		if inner, ok := d.Operand.(*owl.DataComplementOf); ok {
			return n.lowerRange(inner.Operand)
		}
		if d.Operand == owl.RDFSLiteral {
			return bottomRef
		}
		return n.skip(ComplementOnTheLeft, bottomRef)
	case *owl.DataOneOf:
		base := len(n.stack)
		n.pushValues(d)
		return n.fold(opOr, base)
	case *owl.DatatypeRestriction:
		if len(d.Facets) == 0 {
			return n.datatype(d.Datatype)
		}
		return n.skip(FacetsOnTheLeft, bottomRef)
	}
	n.omit(MalformedAxiom)
	return bottomRef
}

// upperRange translates a data range on the right of an inclusion, like upper; a nil range is
// rdfs:Literal.
func (n *normalizer) upperRange(d owl.DataRange) ref {
	switch d := d.(type) {
	case nil:
		return topRef
	case owl.Datatype:
		return n.datatype(d)
	case *owl.DataIntersectionOf:
		base := len(n.stack)
		n.pushDataIntersection(d, n.upperRange)
		return n.fold(opAnd, base)
	case *owl.DataUnionOf:
		base := len(n.stack)
		n.pushDataUnion(d, n.upperRange)
		return n.onlyMember(base, UnionOnTheRight)
	case *owl.DataComplementOf:
		if inner, ok := d.Operand.(*owl.DataComplementOf); ok {
			return n.upperRange(inner.Operand)
		}
		return n.not(n.lowerRange(d.Operand))
	case *owl.DataOneOf:
		base := len(n.stack)
		n.pushValues(d)
		return n.onlyMember(base, EnumerationOnTheRight)
	case *owl.DatatypeRestriction:
		if len(d.Facets) > 0 {
			n.omit(FacetsOnTheRight)
		}
		return n.datatype(d.Datatype)
	}
	n.omit(MalformedAxiom)
	return topRef
}

// pushIntersection pushes the translated operands of c and of the intersections directly in it.
func (n *normalizer) pushIntersection(
	c *owl.ObjectIntersectionOf, translate func(owl.ClassExpression) ref,
) {
	for _, operand := range c.Operands {
		if inner, ok := operand.(*owl.ObjectIntersectionOf); ok {
			n.pushIntersection(inner, translate)
		} else {
			n.stack = append(n.stack, translate(operand))
		}
	}
}

func (n *normalizer) pushUnion(c *owl.ObjectUnionOf, translate func(owl.ClassExpression) ref) {
	for _, operand := range c.Operands {
		if inner, ok := operand.(*owl.ObjectUnionOf); ok {
			n.pushUnion(inner, translate)
		} else {
			n.stack = append(n.stack, translate(operand))
		}
	}
}

func (n *normalizer) pushDataIntersection(
	d *owl.DataIntersectionOf, translate func(owl.DataRange) ref,
) {
	for _, operand := range d.Operands {
		if inner, ok := operand.(*owl.DataIntersectionOf); ok {
			n.pushDataIntersection(inner, translate)
		} else {
			n.stack = append(n.stack, translate(operand))
		}
	}
}

func (n *normalizer) pushDataUnion(d *owl.DataUnionOf, translate func(owl.DataRange) ref) {
	for _, operand := range d.Operands {
		if inner, ok := operand.(*owl.DataUnionOf); ok {
			n.pushDataUnion(inner, translate)
		} else {
			n.stack = append(n.stack, translate(operand))
		}
	}
}

func (n *normalizer) pushNominals(c *owl.ObjectOneOf) {
	for _, a := range c.Individuals {
		n.stack = append(n.stack, n.nominal(a))
	}
}

func (n *normalizer) pushValues(d *owl.DataOneOf) {
	for _, l := range d.Literals {
		n.stack = append(n.stack, n.value(l))
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

// onlyMember pops the operands of a union above base. EL++ cannot express it on the right, unless
// all operands except one are ⊥ or equal, or one is ⊤.
func (n *normalizer) onlyMember(base int, reason Reason) ref {
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
		return n.skip(reason, topRef)
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

func (n *normalizer) express(e expression) ref {
	v := n.out.Vocabulary
	for layer := v; layer != nil; layer = layer.base {
		if r, ok := layer.tables().expressions[e]; ok {
			return r
		}
	}
	r := v.ref(Introduced, len(v.expressions))
	v.expressions, v.defined = push(v.expressions, e), append(v.defined, 0)
	put(&v.tables().expressions, e, r)
	return r
}

// opaque returns a name for a class expression as a whole.
func (n *normalizer) opaque(c owl.ClassExpression) ref {
	v, key := n.out.Vocabulary, opaqueKey(c)
	for layer := v; layer != nil; layer = layer.base {
		if r, ok := layer.tables().opaque[key]; ok {
			return r
		}
	}
	r := n.express(expression{op: opOpaque, b: ref(v.from.opaque + int32(len(v.opaque)))})
	v.opaque = append(v.opaque, c)
	put(&v.tables().opaque, key, r)
	return r
}

// skip records an omission, adds the names of the omitted expressions to the vocabulary, and
// returns instead.
func (n *normalizer) skip(reason Reason, instead ref, leftOut ...owl.ClassExpression) ref {
	n.omit(reason)
	n.mentionAll(leftOut)
	return instead
}
