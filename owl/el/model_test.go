package el_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// model is a finite interpretation: elements 0 … size-1, values 0 … values-1. The extension of a
// name is drawn at random on first use, so a model interprets any ontology. Literals with one value
// have the same denotation, and others may have: the normal form must not assume that two values
// differ.
type model struct {
	*rand.Rand
	size, values int
	sets         map[any]set
	relations    map[any][]set // by element: its successors
	denotations  map[any]int
}

// set is a set of elements or values.
type set uint32

func (s set) has(x int) bool     { return s>>x&1 == 1 }
func (s set) within(t set) bool  { return s&^t == 0 }
func (s set) len() int           { return bits.OnesCount32(uint32(s)) }
func all(n int) set              { return 1<<n - 1 }
func (m *model) everything() set { return all(m.size) }
func (m *model) everyValue() set { return all(m.values) }
func (m *model) draw(n int) set  { return set(m.Uint32()) & all(n) }
func newModel(rng *rand.Rand) *model {
	return &model{Rand: rng, size: 1 + rng.IntN(2), values: 1 + rng.IntN(2),
		sets: map[any]set{}, relations: map[any][]set{}, denotations: map[any]int{}}
}

func (m *model) set(key any, n int) set {
	s, ok := m.sets[key]
	if !ok {
		s = m.draw(n)
		m.sets[key] = s
	}
	return s
}

func (m *model) denotation(key any, n int) int {
	x, ok := m.denotations[key]
	if !ok {
		x = m.IntN(n)
		m.denotations[key] = x
	}
	return x
}

func (m *model) individual(a owl.Individual) int { return m.denotation(a, m.size) }

// literal returns the singleton of the value of a literal, or the empty set if it is ill-typed.
func (m *model) literal(l *owl.Literal) set {
	key, ok := el.ValueKey(l)
	if !ok {
		return 0
	}
	return 1 << m.denotation(key, m.values)
}

func (m *model) named(c owl.Class) set {
	switch c {
	case owl.Thing:
		return m.everything()
	case owl.Nothing:
		return 0
	}
	return m.set(c, m.size)
}

func (m *model) datatype(d owl.Datatype) set {
	if d == owl.RDFSLiteral {
		return m.everyValue()
	}
	return m.set(d, m.values)
}

func (m *model) property(p owl.Entity) []set {
	if r, ok := m.relations[p]; ok {
		return r
	}
	r := make([]set, m.size)
	targets := m.size
	if p.EntityKind() == owl.DataPropertyKind {
		targets = m.values
	}
	for x := range r {
		switch p {
		case owl.TopObjectProperty, owl.TopDataProperty:
			r[x] = all(targets)
		case owl.BottomObjectProperty, owl.BottomDataProperty:
		default:
			r[x] = m.draw(targets)
		}
	}
	m.relations[p] = r
	return r
}

func (m *model) object(p owl.ObjectPropertyExpression) []set {
	of, ok := p.(*owl.ObjectInverseOf)
	if !ok {
		return m.property(p.(owl.ObjectProperty))
	}
	return m.inverse(m.property(of.Property))
}

func (m *model) inverse(r []set) []set {
	inverse := make([]set, m.size)
	for x, targets := range r {
		for y := range m.size {
			if targets.has(y) {
				inverse[y] |= 1 << x
			}
		}
	}
	return inverse
}

// atLeast returns the elements with n or more targets in s.
func (m *model) atLeast(n int, r []set, s set) (result set) {
	for x, targets := range r {
		if (targets & s).len() >= n {
			result |= 1 << x
		}
	}
	return result
}

func (m *model) some(r []set, s set) set     { return m.atLeast(1, r, s) }
func (m *model) only(r []set, s, of set) set { return m.everything() &^ m.some(r, of&^s) }
func (m *model) self(r []set) (result set) {
	for x, targets := range r {
		if targets.has(x) {
			result |= 1 << x
		}
	}
	return result
}

func (m *model) orThing(c owl.ClassExpression) set {
	if c == nil {
		return m.everything()
	}
	return m.class(c)
}

func (m *model) orLiteral(d owl.DataRange) set {
	if d == nil {
		return m.everyValue()
	}
	return m.data(d)
}

// class returns the extension of a class expression (OWL 2 Direct Semantics, section 2.2.3).
func (m *model) class(c owl.ClassExpression) set {
	switch c := c.(type) {
	case owl.Class:
		return m.named(c)
	case *owl.ObjectIntersectionOf:
		s := m.everything()
		for _, operand := range c.Operands {
			s &= m.class(operand)
		}
		return s
	case *owl.ObjectUnionOf:
		s := set(0)
		for _, operand := range c.Operands {
			s |= m.class(operand)
		}
		return s
	case *owl.ObjectComplementOf:
		return m.everything() &^ m.class(c.Operand)
	case *owl.ObjectOneOf:
		s := set(0)
		for _, a := range c.Individuals {
			s |= 1 << m.individual(a)
		}
		return s
	case *owl.ObjectSomeValuesFrom:
		return m.some(m.object(c.Property), m.class(c.Filler))
	case *owl.ObjectAllValuesFrom:
		return m.only(m.object(c.Property), m.class(c.Filler), m.everything())
	case *owl.ObjectHasValue:
		return m.some(m.object(c.Property), 1<<m.individual(c.Individual))
	case *owl.ObjectHasSelf:
		return m.self(m.object(c.Property))
	case *owl.ObjectMinCardinality:
		return m.atLeast(c.N, m.object(c.Property), m.orThing(c.Filler))
	case *owl.ObjectMaxCardinality:
		return m.everything() &^ m.atLeast(c.N+1, m.object(c.Property), m.orThing(c.Filler))
	case *owl.ObjectExactCardinality:
		r, s := m.object(c.Property), m.orThing(c.Filler)
		return m.atLeast(c.N, r, s) &^ m.atLeast(c.N+1, r, s)
	case *owl.DataSomeValuesFrom:
		return m.some(m.property(c.Properties[0]), m.data(c.Range))
	case *owl.DataAllValuesFrom:
		return m.only(m.property(c.Properties[0]), m.data(c.Range), m.everyValue())
	case *owl.DataHasValue:
		return m.some(m.property(c.Property), m.literal(c.Value))
	case *owl.DataMinCardinality:
		return m.atLeast(c.N, m.property(c.Property), m.orLiteral(c.Range))
	case *owl.DataMaxCardinality:
		return m.everything() &^ m.atLeast(c.N+1, m.property(c.Property), m.orLiteral(c.Range))
	case *owl.DataExactCardinality:
		r, s := m.property(c.Property), m.orLiteral(c.Range)
		return m.atLeast(c.N, r, s) &^ m.atLeast(c.N+1, r, s)
	}
	panic(fmt.Sprintf("no semantics for %T", c))
}

// data returns the extension of a data range (Direct Semantics, section 2.2.2).
func (m *model) data(d owl.DataRange) set {
	switch d := d.(type) {
	case owl.Datatype:
		return m.datatype(d)
	case *owl.DataIntersectionOf:
		s := m.everyValue()
		for _, operand := range d.Operands {
			s &= m.data(operand)
		}
		return s
	case *owl.DataUnionOf:
		s := set(0)
		for _, operand := range d.Operands {
			s |= m.data(operand)
		}
		return s
	case *owl.DataComplementOf:
		return m.everyValue() &^ m.data(d.Operand)
	case *owl.DataOneOf:
		s := set(0)
		for _, l := range d.Literals {
			s |= m.literal(l)
		}
		return s
	case *owl.DatatypeRestriction:
		return m.datatype(d.Datatype) & m.set(string(owl.AppendCanonicalDataRange(nil, d)),
			m.values)
	}
	panic(fmt.Sprintf("no semantics for %T", d))
}

func equal(sets []set) bool {
	for _, s := range sets {
		if s != sets[0] {
			return false
		}
	}
	return true
}

func disjoint(sets []set) bool {
	seen := set(0)
	for _, s := range sets {
		if s&seen != 0 {
			return false
		}
		seen |= s
	}
	return true
}

func (m *model) classes(list []owl.ClassExpression) (sets []set) {
	for _, c := range list {
		sets = append(sets, m.class(c))
	}
	return sets
}

func (m *model) singletons(list []owl.Individual) (sets []set) {
	for _, a := range list {
		sets = append(sets, 1<<m.individual(a))
	}
	return sets
}

func included(r, s []set) bool {
	for x := range r {
		if !r[x].within(s[x]) {
			return false
		}
	}
	return true
}

func disjointRelations(relations [][]set) bool {
	for i, r := range relations {
		for _, s := range relations[:i] {
			for x := range r {
				if r[x]&s[x] != 0 {
					return false
				}
			}
		}
	}
	return true
}

func (m *model) compose(relations [][]set) []set {
	result := make([]set, m.size)
	for x := range result {
		result[x] = 1 << x
		for _, r := range relations {
			next := set(0)
			for y := range m.size {
				if result[x].has(y) {
					next |= r[y]
				}
			}
			result[x] = next
		}
	}
	return result
}

func functional(r []set) bool {
	for _, targets := range r {
		if targets.len() > 1 {
			return false
		}
	}
	return true
}

func valuesWithin(r []set, s set) bool {
	for _, targets := range r {
		if !targets.within(s) {
			return false
		}
	}
	return true
}

// key checks a key; names are the elements denoted by named individuals.
func (m *model) key(class, names set, objects, data [][]set) bool {
	for x := range m.size {
		for y := range x {
			if !(class & names).has(x) || !(class & names).has(y) {
				continue
			}
			shared := true
			for _, r := range objects {
				shared = shared && r[x]&r[y]&names != 0
			}
			for _, r := range data {
				shared = shared && r[x]&r[y] != 0
			}
			if shared {
				return false
			}
		}
	}
	return true
}

// holds reports whether the model satisfies an axiom (Direct Semantics, sections 2.3 and 2.5).
func (m *model) holds(a owl.Axiom, names set) bool {
	switch a := a.(type) {
	case *owl.SubClassOf:
		return m.class(a.Sub).within(m.class(a.Super))
	case *owl.EquivalentClasses:
		return equal(m.classes(a.Classes))
	case *owl.DisjointClasses:
		return disjoint(m.classes(a.Classes))
	case *owl.DisjointUnion:
		return disjoint(m.classes(a.Classes)) &&
			m.named(a.Class) == m.class(&owl.ObjectUnionOf{Operands: a.Classes})
	case *owl.SubObjectPropertyOf:
		return included(m.object(a.Sub), m.object(a.Super))
	case *owl.SubPropertyChainOf:
		return included(m.compose(m.objects(a.Chain)), m.object(a.Super))
	case *owl.EquivalentObjectProperties:
		return allEqual(m.objects(a.Properties))
	case *owl.DisjointObjectProperties:
		return disjointRelations(m.objects(a.Properties))
	case *owl.InverseObjectProperties:
		return allEqual([][]set{m.object(a.First), m.inverse(m.object(a.Second))})
	case *owl.ObjectPropertyDomain:
		return m.some(m.object(a.Property), m.everything()).within(m.class(a.Domain))
	case *owl.ObjectPropertyRange:
		return valuesWithin(m.object(a.Property), m.class(a.Range))
	case *owl.FunctionalObjectProperty:
		return functional(m.object(a.Property))
	case *owl.InverseFunctionalObjectProperty:
		return functional(m.inverse(m.object(a.Property)))
	case *owl.ReflexiveObjectProperty:
		return m.self(m.object(a.Property)) == m.everything()
	case *owl.IrreflexiveObjectProperty:
		return m.self(m.object(a.Property)) == 0
	case *owl.SymmetricObjectProperty:
		return included(m.object(a.Property), m.inverse(m.object(a.Property)))
	case *owl.AsymmetricObjectProperty:
		return disjointRelations([][]set{m.object(a.Property), m.inverse(m.object(a.Property))})
	case *owl.TransitiveObjectProperty:
		r := m.object(a.Property)
		return included(m.compose([][]set{r, r}), r)
	case *owl.SubDataPropertyOf:
		return included(m.property(a.Sub), m.property(a.Super))
	case *owl.EquivalentDataProperties:
		return allEqual(m.dataProperties(a.Properties))
	case *owl.DisjointDataProperties:
		return disjointRelations(m.dataProperties(a.Properties))
	case *owl.DataPropertyDomain:
		return m.some(m.property(a.Property), m.everyValue()).within(m.class(a.Domain))
	case *owl.DataPropertyRange:
		return valuesWithin(m.property(a.Property), m.data(a.Range))
	case *owl.FunctionalDataProperty:
		return functional(m.property(a.Property))
	case *owl.DatatypeDefinition:
		return m.datatype(a.Datatype) == m.data(a.Range)
	case *owl.HasKey:
		return m.key(m.class(a.Class), names, m.objects(a.ObjectProperties),
			m.dataProperties(a.DataProperties))
	case *owl.SameIndividual:
		return equal(m.singletons(a.Individuals))
	case *owl.DifferentIndividuals:
		return disjoint(m.singletons(a.Individuals))
	case *owl.ClassAssertion:
		return m.class(a.Class).has(m.individual(a.Individual))
	case *owl.ObjectPropertyAssertion:
		return m.object(a.Property)[m.individual(a.Source)].has(m.individual(a.Target))
	case *owl.NegativeObjectPropertyAssertion:
		return !m.object(a.Property)[m.individual(a.Source)].has(m.individual(a.Target))
	case *owl.DataPropertyAssertion:
		return m.some(m.property(a.Property), m.literal(a.Target)).has(m.individual(a.Source))
	case *owl.NegativeDataPropertyAssertion:
		return !m.some(m.property(a.Property), m.literal(a.Target)).has(m.individual(a.Source))
	}
	if a.Kind().IsLogical() {
		panic(fmt.Sprintf("no semantics for %T", a))
	}
	return true
}

func allEqual(relations [][]set) bool {
	for _, r := range relations {
		if !included(r, relations[0]) || !included(relations[0], r) {
			return false
		}
	}
	return true
}

func (m *model) objects(list []owl.ObjectPropertyExpression) (relations [][]set) {
	for _, p := range list {
		relations = append(relations, m.object(p))
	}
	return relations
}

func (m *model) dataProperties(list []owl.DataProperty) (relations [][]set) {
	for _, p := range list {
		relations = append(relations, m.property(p))
	}
	return relations
}

// names returns the elements that the named individuals of an ontology denote.
func (m *model) names(o *owl.Ontology) (names set) {
	for _, e := range o.Signature() {
		if a, ok := e.(owl.NamedIndividual); ok {
			names |= 1 << m.individual(a)
		}
	}
	return names
}

// concepts returns the extensions of all concepts; introduced names denote their expressions.
func (m *model) concepts(nf *el.Ontology) []set {
	sets := make([]set, nf.NumConcepts())
	for i := range sets {
		c := el.Concept(i)
		if nf.IsDataConcept(c) {
			sets[i] = m.data(nf.DataRange(c))
		} else {
			sets[i] = m.class(nf.Expression(c))
		}
	}
	return sets
}

// violated returns the sources of the normal-form axioms that do not hold for the given extensions
// of concepts. ⊤ contains all elements and all values.
func (m *model) violated(nf *el.Ontology, concepts []set, names set) map[el.Source]bool {
	violated := map[el.Source]bool{}
	check := func(source el.Source, ok bool) {
		if !ok {
			violated[source] = true
		}
	}
	extension := func(c el.Concept) set {
		if c == el.Top {
			return ^set(0)
		}
		return concepts[c]
	}
	relation := func(r el.Role) []set { return m.property(nf.Property(r)) }
	relations := func(list []el.Role) (result [][]set) {
		for _, r := range list {
			result = append(result, relation(r))
		}
		return result
	}
	for _, a := range nf.NF1 {
		sub := concepts[a.Sub]
		if a.Sub == el.Top && nf.IsDataConcept(a.Super) {
			sub = m.everyValue()
		}
		check(a.Source, sub.within(extension(a.Super)))
	}
	for _, a := range nf.NF2 {
		check(a.Source, (concepts[a.Left] & concepts[a.Right]).within(extension(a.Super)))
	}
	for _, a := range nf.NF3 {
		check(a.Source, concepts[a.Sub].within(m.some(relation(a.Role), extension(a.Filler))))
	}
	for _, a := range nf.NF4 {
		check(a.Source, m.some(relation(a.Role), extension(a.Filler)).within(extension(a.Super)))
	}
	for _, a := range nf.Disjoint {
		var sets []set
		for _, c := range a.Concepts {
			sets = append(sets, concepts[c])
		}
		check(a.Source, disjoint(sets))
	}
	for _, a := range nf.Inclusions {
		check(a.Source, included(relation(a.Sub), relation(a.Super)))
	}
	for _, a := range nf.Chains {
		check(a.Source, included(m.compose(relations(a.Parts)), relation(a.Super)))
	}
	for _, a := range nf.Ranges {
		check(a.Source, valuesWithin(relation(a.Role), extension(a.Concept)))
	}
	for _, a := range nf.Reflexive {
		check(a.Source, m.self(relation(a.Role)) == m.everything())
	}
	for _, a := range nf.HasSelf {
		check(a.Source, concepts[a.Sub].within(m.self(relation(a.Role))))
	}
	for _, a := range nf.SelfSubs {
		check(a.Source, m.self(relation(a.Role)).within(extension(a.Super)))
	}
	for _, a := range nf.Keys {
		check(a.Source, m.key(concepts[a.Class], names, relations(a.Objects), relations(a.Data)))
	}
	for _, a := range nf.FunctionalData {
		check(a.Source, functional(relation(a.Role)))
	}
	for _, a := range nf.Inverses {
		check(a.Source, allEqual([][]set{relation(a.First), m.inverse(relation(a.Second))}))
	}
	return violated
}
