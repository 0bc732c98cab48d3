package el

import (
	"maps"
	"slices"

	"box2el-owl/owl"
)

// include adds left ⊑ right, in the most direct normal forms.
func (n *normalizer) include(left, right ref) {
	if left == bottomRef || right == topRef || left == right {
		return // a tautology
	}
	if right.kind() != Introduced {
		n.fromLeft(left, Concept(right))
		return
	}
	e := n.out.expression(right)
	switch {
	case e.op == opAnd && !n.isUnion(left):
		n.each(right, func(part ref) { n.include(left, part) })
	case e.op == opNot && left == topRef:
		n.fromLeft(e.b, Bottom)
	default:
		n.fromRight(n.onLeft(left), right)
	}
}

// isUnion reports whether r is a union. A union in several inclusions needs a name, because the
// product of its members and the inclusions would be too large.
func (n *normalizer) isUnion(r ref) bool {
	return r.kind() == Introduced && n.out.expression(r).op == opOr
}

// fromLeft adds left ⊑ super for a concept name super.
func (n *normalizer) fromLeft(left ref, super Concept) {
	if left.kind() != Introduced {
		n.include1(Concept(left), super)
		return
	}
	e := n.out.expression(left)
	switch e.op {
	case opAnd:
		n.include2(n.onLeft(e.a), n.onLeft(e.b), super)
	case opOr:
		n.each(left, func(part ref) { n.fromLeft(part, super) })
	case opSome:
		n.out.NF4 = push(n.out.NF4, NF4{e.role, n.onLeft(e.b), super, n.source})
	case opSelf:
		n.includeSelf(e.role, super)
	case opSomeInverse:
		n.out.Ranges = append(n.out.Ranges, Range{e.role, super, n.source})
	default: // a complement (see lowerNot); the others occur on the right only
		if Concept(left) != super {
			n.include1(Concept(left), super)
		}
	}
}

// fromRight adds sub ⊑ right for a concept name sub.
func (n *normalizer) fromRight(sub Concept, right ref) {
	if right == topRef {
		return
	}
	if right.kind() != Introduced {
		n.include1(sub, Concept(right))
		return
	}
	e := n.out.expression(right)
	switch e.op {
	case opAnd:
		n.each(right, func(part ref) { n.fromRight(sub, part) })
	case opNot:
		n.include2(sub, n.onLeft(e.b), Bottom)
		if sub != Concept(right) {
			// for left sides that name the same complement; see dropComplements
			n.include1(sub, Concept(right))
		}
	case opSome:
		n.out.NF3 = push(n.out.NF3, NF3{sub, e.role, n.onRight(e.b), n.source})
	case opSelf:
		n.out.HasSelf = append(n.out.HasSelf, HasSelf{sub, e.role, n.source})
	case opAllInverse: // sub ⊑ ∀r⁻.b is ∃r.sub ⊑ b
		n.eachPart(e.b, func(part ref) {
			n.out.NF4 = push(n.out.NF4, NF4{e.role, sub, n.onRight(part), n.source})
		})
	}
}

// dropComplements removes inclusions in a complement that no left side names, because the
// disjointness axiom is equivalent.
func (n *normalizer) dropComplements() {
	n.out.NF1 = slices.DeleteFunc(n.out.NF1, func(a NF1) bool {
		r := ref(a.Super)
		if r.kind() != Introduced || n.out.expression(r).op != opNot {
			return false
		}
		defined := n.out.definitions(r)
		if defined&onLeft != 0 {
			return false
		}
		if defined&dropped == 0 {
			n.out.setDefined(r, dropped)
		}
		return true
	})
}

// each calls do for the operands of the intersection or union r.
func (n *normalizer) each(r ref, do func(ref)) {
	base := len(n.stack)
	n.stack = n.out.leaves(n.stack, r)
	for i, end := base, len(n.stack); i < end; i++ {
		do(n.stack[i])
	}
	n.stack = n.stack[:base]
}

// eachPart calls do for the operands of an intersection, and for any other r.
func (n *normalizer) eachPart(r ref, do func(ref)) {
	if r.kind() == Introduced && n.out.expression(r).op == opAnd {
		n.each(r, do)
		return
	}
	do(r)
}

// onLeft returns the name of r for a left-hand side, and requests the definition r ⊑ name.
func (n *normalizer) onLeft(r ref) Concept { return n.define(r, onLeft) }

// onRight returns the name of r for a right-hand side, and requests the definition name ⊑ r.
func (n *normalizer) onRight(r ref) Concept { return n.define(r, onRight) }

func (n *normalizer) define(r ref, direction directions) Concept {
	if r.kind() == Introduced && n.out.definitions(r)&direction == 0 {
		n.out.setDefined(r, direction)
		n.unfinished = append(n.unfinished, definition{r, direction})
	}
	return Concept(r)
}

// finish adds the definitions that the current axiom has requested, and those that they request.
func (n *normalizer) finish() {
	n.source = Definition
	for len(n.unfinished) > 0 {
		last := len(n.unfinished) - 1
		d := n.unfinished[last]
		n.unfinished = n.unfinished[:last]
		if d.direction == onLeft {
			n.fromLeft(d.name, Concept(d.name))
		} else {
			n.fromRight(Concept(d.name), d.name)
		}
	}
}

func (n *normalizer) include1(sub, super Concept) {
	n.out.NF1 = push(n.out.NF1, NF1{sub, super, n.source})
}

func (n *normalizer) include2(left, right, super Concept) {
	n.out.NF2 = push(n.out.NF2, NF2{left, right, super, n.source})
}

func (n *normalizer) includeSelf(r Role, super Concept) {
	n.out.SelfSubs = append(n.out.SelfSubs, SelfSub{r, super, n.source})
}

func (n *normalizer) disjoint(concepts []Concept) {
	if len(concepts) < 2 {
		return
	}
	n.out.Disjoint = append(n.out.Disjoint, Disjoint{concepts, n.source})
}

// roleInclusion adds r ⊑ s unless it is a tautology.
func (n *normalizer) roleInclusion(r, s Role) {
	if r == s || r == BottomRole || r == BottomDataRole || s == TopRole || s == TopDataRole {
		return
	}
	n.out.Inclusions = append(n.out.Inclusions, RoleInclusion{r, s, n.source})
}

func (n *normalizer) chain(parts []Role, super Role) {
	if super == TopRole {
		return
	}
	n.out.Chains = append(n.out.Chains, RoleChain{parts, super, n.source})
}

// domain adds that r, or its inverse, has the domain class; a domain of the inverse is a range. If
// r has an inverse, the axiom is about the name ∃r.⊤, which is the range of the inverse (see
// exchange), or about the name ∃r⁻.⊤.
func (n *normalizer) domain(r Role, inverse bool, class owl.ClassExpression) {
	inverted := n.out.exchanges[r]&hasInverse != 0
	if !inverted {
		n.setExchange(r, direct)
	}
	if inverse {
		super := n.upper(class)
		n.valueRange(r, super)
		if inverted {
			n.fromRight(Concept(n.express(expression{op: opSomeInverse, role: r})), super)
		}
		return
	}
	some := n.some(r, topRef)
	if inverted {
		n.fromRight(n.onLeft(some), n.upper(class))
		return
	}
	n.implies(some, class)
}

func (n *normalizer) valueRange(r Role, class ref) {
	if class == topRef {
		return
	}
	n.eachPart(class, func(part ref) {
		n.out.Ranges = append(n.out.Ranges, Range{r, n.onRight(part), n.source})
	})
}

func (n *normalizer) inverseObjectProperties(first, second owl.ObjectPropertyExpression) {
	r, rInverse := n.property(first)
	s, sInverse := n.property(second)
	if rInverse != sInverse { // r⁻ is the inverse of s: they are equal
		n.roleInclusion(r, s)
		n.roleInclusion(s, r)
		return
	}
	n.inverses(r, s)
}

// inverses adds that r and s are inverses. The reasoner uses the axiom between named individuals.
// In addition, the domain of each is the range of the other.
func (n *normalizer) inverses(r, s Role) {
	n.out.Inverses = append(n.out.Inverses, Inverses{r, s, n.source})
	n.omit(InversePropertyAxiom)
	n.exchange(r, s)
	if r != s {
		n.exchange(s, r)
	}
}

// exchange adds for inverses r and s that s has the range ∃r.⊤ and the domain ∃r⁻.⊤. Both are
// names, which the axioms about the domain and the range of r use.
func (n *normalizer) exchange(r, s Role) {
	if n.out.exchanges[r]&hasDomain != 0 {
		n.out.Ranges = append(n.out.Ranges, Range{s, Concept(n.some(r, topRef)), n.source})
	}
	if n.out.exchanges[r]&hasRange != 0 {
		n.out.NF4 = push(n.out.NF4,
			NF4{s, Top, Concept(n.express(expression{op: opSomeInverse, role: r})), n.source})
	}
}

// exchange describes a property for the exchange of domains and ranges between inverses.
type exchange uint8

const (
	hasInverse exchange = 1 << iota // some property is its inverse
	hasDomain
	hasRange
	direct // a domain or range of it was added directly, not by a name
)

// findExchanges records the properties of the axioms that have inverses, domains or ranges. It also
// detects whether they change what was normalized earlier: a property with a domain gets its first
// inverse, or one with an inverse its first domain.
func (n *normalizer) findExchanges(axioms []owl.Axiom) {
	n.ownsExchanges = false
	before := n.out.exchanges
	mark := func(p owl.ObjectPropertyExpression, has, inverseHas exchange) {
		r, inverse := n.property(p)
		if inverse {
			has = inverseHas
		}
		n.setExchange(r, has)
		then := before[r]
		switch added := has &^ then; {
		case added == 0:
		case then&hasInverse != 0, then&direct != 0 && added == hasInverse:
			n.missesBase = true
		}
	}
	for _, a := range axioms {
		switch a := a.(type) {
		case *owl.InverseObjectProperties:
			mark(a.First, hasInverse, hasInverse)
			mark(a.Second, hasInverse, hasInverse)
		case *owl.SymmetricObjectProperty:
			mark(a.Property, hasInverse, hasInverse)
		case *owl.EquivalentObjectProperties:
			if mixesInverses(a.Properties) {
				for _, p := range a.Properties {
					mark(p, hasInverse, hasInverse)
				}
			}
		case *owl.ObjectPropertyDomain:
			mark(a.Property, hasDomain, hasRange)
		case *owl.ObjectPropertyRange:
			mark(a.Property, hasRange, hasDomain)
		}
	}
}

// setExchange adds to the exchange of a property. The first change after findExchanges copies the
// map of the base.
func (n *normalizer) setExchange(r Role, added exchange) {
	v := n.out.Vocabulary
	if v.exchanges[r]&added == added {
		return
	}
	if !n.ownsExchanges {
		v.exchanges, n.ownsExchanges = maps.Clone(v.exchanges), true
	}
	put(&v.exchanges, r, v.exchanges[r]|added)
}

func mixesInverses(properties []owl.ObjectPropertyExpression) bool {
	inverses := 0
	for _, p := range properties {
		if _, ok := p.(*owl.ObjectInverseOf); ok {
			inverses++
		}
	}
	return 0 < inverses && inverses < len(properties)
}

// push appends to a long list and doubles its capacity if it is full, so that each item is copied
// about once. The built-in append grows by a quarter, which copies each item about four times.
func push[T any](list []T, item T) []T {
	if len(list) == cap(list) {
		grown := make([]T, len(list), max(2*len(list), 16))
		copy(grown, list)
		list = grown
	}
	return append(list, item)
}
