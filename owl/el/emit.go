package el

import (
	"maps"
	"slices"

	"box2el-owl/owl"
)

// include puts out left ⊑ right, in the most direct normal forms that say it.
func (n *normalizer) include(left, right ref) {
	if left == bottomRef || right == topRef || left == right {
		return // says nothing
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

// isUnion reports whether r is a union, which must be named where several inclusions need it:
// each of its members times each inclusion would be too many.
func (n *normalizer) isUnion(r ref) bool {
	return r.kind() == Introduced && n.out.expression(r).op == opOr
}

// fromLeft puts out left ⊑ super for a concept name super.
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
		n.count()
		n.out.NF4 = push(n.out.NF4, NF4{e.role, n.onLeft(e.b), super, n.source})
	case opSelf:
		n.includeSelf(e.role, super)
	case opSomeInverse:
		n.count()
		n.out.Ranges = append(n.out.Ranges, Range{e.role, super, n.source})
	default: // opaque, or a complement (see lowerNot); the others stand on the right only
		if Concept(left) != super {
			n.include1(Concept(left), super)
		}
	}
}

// fromRight puts out sub ⊑ right for a concept name sub.
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
			n.include1(sub, Concept(right)) // for left sides that name the same complement; see dropComplements
		}
	case opSome:
		n.count()
		n.out.NF3 = push(n.out.NF3, NF3{sub, e.role, n.onRight(e.b), n.source})
	case opSelf:
		n.count()
		n.out.HasSelf = append(n.out.HasSelf, HasSelf{sub, e.role, n.source})
	case opAllInverse: // sub ⊑ ∀r⁻.b is ∃r.sub ⊑ b
		n.eachPart(e.b, func(part ref) {
			n.count()
			n.out.NF4 = push(n.out.NF4, NF4{e.role, sub, n.onRight(part), n.source})
		})
	default: // opaque; the others stand on the left only
		n.include1(sub, Concept(right))
	}
}

// dropComplements takes out what says that a concept is below a complement that no left side names:
// the disjointness says it all.
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

// each calls do with the operands of the intersection or union r.
func (n *normalizer) each(r ref, do func(ref)) {
	base := len(n.stack)
	n.stack = n.out.leaves(n.stack, r)
	for i, end := base, len(n.stack); i < end; i++ {
		do(n.stack[i])
	}
	n.stack = n.stack[:base]
}

// eachPart calls do with the operands of an intersection, and with anything else as it is.
func (n *normalizer) eachPart(r ref, do func(ref)) {
	if r.kind() == Introduced && n.out.expression(r).op == opAnd {
		n.each(r, do)
		return
	}
	do(r)
}

// onLeft returns the name of r for a left-hand side and sees to it that r ⊑ name is put out.
func (n *normalizer) onLeft(r ref) Concept { return n.define(r, onLeft) }

// onRight returns the name of r for a right-hand side and sees to it that name ⊑ r is put out.
func (n *normalizer) onRight(r ref) Concept { return n.define(r, onRight) }

func (n *normalizer) define(r ref, direction demand) Concept {
	if r.kind() == Introduced && n.out.definitions(r)&direction == 0 && n.out.expression(r).op != opOpaque {
		n.out.setDefined(r, direction)
		n.unfinished = append(n.unfinished, demanded{r, direction})
	}
	return Concept(r)
}

// finish puts out the definitions that the axiom at hand has demanded, and those that they demand.
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

// count counts an axiom that is put out for the asserted axiom at hand.
func (n *normalizer) count() {
	if n.source != Definition {
		n.sourced++
	}
}

func (n *normalizer) include1(sub, super Concept) {
	n.count()
	n.out.NF1 = push(n.out.NF1, NF1{sub, super, n.source})
}

func (n *normalizer) include2(left, right, super Concept) {
	n.count()
	n.out.NF2 = push(n.out.NF2, NF2{left, right, super, n.source})
}

func (n *normalizer) includeSelf(r Role, super Concept) {
	n.count()
	n.out.SelfSubs = append(n.out.SelfSubs, SelfSub{r, super, n.source})
}

func (n *normalizer) disjoint(concepts []Concept) {
	if len(concepts) < 2 {
		return
	}
	n.count()
	n.out.Disjoint = append(n.out.Disjoint, Disjoint{concepts, n.source})
}

// roleInclusion puts out r ⊑ s unless that holds of any r or s.
func (n *normalizer) roleInclusion(r, s Role) {
	if r == s || r == BottomRole || r == BottomDataRole || s == TopRole || s == TopDataRole {
		return
	}
	n.count()
	n.out.Inclusions = append(n.out.Inclusions, RoleInclusion{r, s, n.source})
}

func (n *normalizer) chain(parts []Role, super Role) {
	if super == TopRole {
		return
	}
	n.count()
	n.out.Chains = append(n.out.Chains, RoleChain{parts, super, n.source})
}

// domain puts out that r, or its inverse, has the domain class; a domain of the inverse is a
// range. Where r has an inverse, the domain is stated of the name ∃r.⊤, which the inverse has as
// its range (see exchange), and a range of the name ∃r⁻.⊤ too.
func (n *normalizer) domain(r Role, inverse bool, class owl.ClassExpression) {
	told := n.out.exchanges[r]
	if !told.inverse {
		told.direct = true
		n.tell(r, told)
	}
	if inverse {
		super := n.upper(class)
		n.valueRange(r, super)
		if told.inverse {
			n.fromRight(Concept(n.express(expression{op: opSomeInverse, role: r})), super)
		}
		return
	}
	some := n.some(r, topRef)
	if told.inverse {
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
		n.count()
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

// inverses puts out that r and s are inverses. Between named individuals the reasoner uses that as it stands;
// for the rest, what is told of the domain of one is put out as range of the other, and the
// other way round.
func (n *normalizer) inverses(r, s Role) {
	n.count()
	n.out.Inverses = append(n.out.Inverses, Inverses{r, s, n.source})
	n.omit(InversePropertyAxiom)
	n.exchange(r, s)
	if r != s {
		n.exchange(s, r)
	}
}

// exchange states for inverses r and s that s has the range ∃r.⊤, and ∃s.⊤ lies in ∃r⁻.⊤: here as
// mere names, which the axioms about the domain and the range of r speak of.
func (n *normalizer) exchange(r, s Role) {
	if n.out.exchanges[r].domain {
		n.count()
		n.out.Ranges = append(n.out.Ranges, Range{s, Concept(n.some(r, topRef)), n.source})
	}
	if n.out.exchanges[r].values {
		n.count()
		n.out.NF4 = push(n.out.NF4, NF4{s, Top, Concept(n.express(expression{op: opSomeInverse, role: r})), n.source})
	}
}

// exchange says what is told of a property, for the exchange of domains and ranges between inverses.
type exchange struct {
	inverse        bool // some property is its inverse
	domain, values bool // it has a domain, a range
	direct         bool // a domain or range of it has been stated directly, not of a name
}

// findExchanges looks through axioms that are to be normalized for properties that have an inverse.
// It finds out, too, whether they come too late for what has been normalized already: where a
// property with a domain gets its first inverse, or one with an inverse its first domain.
func (n *normalizer) findExchanges(axioms []owl.Axiom) {
	n.ownsExchanges = false
	before := n.out.exchanges
	mark := func(p owl.ObjectPropertyExpression, set func(e *exchange, inverse bool)) {
		r, inverse := n.property(p)
		e, then := n.out.exchanges[r], before[r]
		set(&e, inverse)
		n.tell(r, e)
		if then.inverse && (e.domain != then.domain || e.values != then.values) || !then.inverse && e.inverse && then.direct {
			n.missesBase = true
		}
	}
	hasInverse := func(e *exchange, _ bool) { e.inverse = true }
	hasDomain := func(e *exchange, inverse bool) {
		e.domain = e.domain || !inverse
		e.values = e.values || inverse
	}
	hasRange := func(e *exchange, inverse bool) { hasDomain(e, !inverse) }
	for _, a := range axioms {
		switch a := a.(type) {
		case *owl.InverseObjectProperties:
			mark(a.First, hasInverse)
			mark(a.Second, hasInverse)
		case *owl.SymmetricObjectProperty:
			mark(a.Property, hasInverse)
		case *owl.EquivalentObjectProperties:
			if mixesInverses(a.Properties) {
				for _, p := range a.Properties {
					mark(p, hasInverse)
				}
			}
		case *owl.ObjectPropertyDomain:
			mark(a.Property, hasDomain)
		case *owl.ObjectPropertyRange:
			mark(a.Property, hasRange)
		}
	}
}

// tell notes what is told of a property. The first change since findExchanges copies what the base has
// noted.
func (n *normalizer) tell(r Role, e exchange) {
	v := n.out.Vocabulary
	if v.exchanges[r] == e {
		return
	}
	if !n.ownsExchanges {
		v.exchanges, n.ownsExchanges = maps.Clone(v.exchanges), true
	}
	put(&v.exchanges, r, e)
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

// push appends to a long list. Where that is full it doubles, so that each item is copied once: append
// itself adds a quarter, which copies it four times over and leaves as much behind for the collector.
func push[T any](list []T, item T) []T {
	if len(list) == cap(list) {
		grown := make([]T, len(list), max(2*len(list), 16))
		copy(grown, list)
		list = grown
	}
	return append(list, item)
}
