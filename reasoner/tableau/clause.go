package tableau

import (
	"iter"
	"slices"

	"box2el-owl/owl"
)

// clause is an implication between the labels of a node: if all of body hold, one of head holds.
// The body has atoms, self restrictions, and existential and at-least restrictions to atoms or ⊤.
type clause struct {
	body, head []concept
	source     int
	trigger    concept // the part of the body by which it is indexed, or ⊤
}

// The sources of clauses that are not axioms of the ontology.
const (
	definition   = -1 // defines an introduced atom
	hypothetical = -2
)

// roleAbove is a property above another one, with the axioms that imply it.
type roleAbove struct {
	role    role
	sources []int
}

// chain is r ∘ s ⊑ t, indexed by r.
type chain struct {
	second, super role
	source        int
}

// disjointRole is a property that is disjoint with the one that it is indexed by.
type disjointRole struct {
	role   role
	source int
}

// fillerTrigger is a clause with ∃r.F in its body, indexed by F.
type fillerTrigger struct {
	role   role
	clause int32
}

// knowledge holds the axioms of an ontology as clauses and rules about properties.
type knowledge struct {
	*table
	clauses []clause

	// A clause is in one of these indexes, by its trigger.
	byLabel  map[concept][]int32 // under ⊤, which is no label, those without a body
	byFiller map[concept][]fillerTrigger
	byRole   map[role][]int32 // ∃r.⊤ and ∃r.Self

	groupSource []int // of disjoint groups
	inclusions  map[role][]roleAbove
	above       map[role][]roleAbove // of those asked for: see rolesAbove
	chains      map[role][]chain
	disjoint    map[role][]disjointRole
}

func newKnowledge() *knowledge {
	return &knowledge{
		table: newTable(), byLabel: make(map[concept][]int32),
		byFiller: make(map[concept][]fillerTrigger), byRole: make(map[role][]int32),
		inclusions: make(map[role][]roleAbove), above: make(map[role][]roleAbove),
		chains: make(map[role][]chain), disjoint: make(map[role][]disjointRole),
	}
}

// read adds the axioms with their sources.
func (k *knowledge) read(axioms iter.Seq2[int, owl.Axiom]) {
	for source, a := range axioms {
		if !k.readClasses(a, source) {
			k.readProperties(a, source)
		}
	}
	k.index(0)
}

// readClasses adds an axiom that clauses express. It reports false for other axioms.
func (k *knowledge) readClasses(a owl.Axiom, source int) bool {
	switch a := a.(type) {
	case *owl.DisjointClasses:
		k.separate(concepts(k.table, a.Classes), source)
	case *owl.DifferentIndividuals:
		k.separate(concepts(k.table, a.Individuals), source)
	case *owl.DisjointUnion:
		parts, whole := concepts(k.table, a.Classes), k.concept(a.Class)
		for _, p := range parts {
			k.include(p, whole, source)
		}
		k.include(whole, k.or(parts), source)
		k.separate(parts, source)
	default:
		return k.eachInclusion(a, func(sub, super concept) { k.include(sub, super, source) })
	}
	return true
}

// eachInclusion calls include with the inclusions that together are equivalent to an axiom. It
// reports false if there are none, and for axioms that readClasses divides.
func (k *knowledge) eachInclusion(a owl.Axiom, include func(sub, super concept)) bool {
	functional := func(r role) { include(k.atLeast(1, r, top), k.atMost(1, r, top)) }
	switch a := a.(type) {
	case *owl.SubClassOf:
		include(k.concept(a.Sub), k.concept(a.Super))
	case *owl.EquivalentClasses:
		cycle(a.Classes, func(c, d owl.ClassExpression) {
			include(k.concept(c), k.concept(d))
		})
	case *owl.ObjectPropertyDomain:
		include(k.has(a.Property), k.concept(a.Domain))
	case *owl.DataPropertyDomain:
		include(k.has(a.Property), k.concept(a.Domain))
	case *owl.ObjectPropertyRange:
		include(k.atLeast(1, k.role(a.Property)^1, top), k.concept(a.Range))
	case *owl.DataPropertyRange:
		include(k.atLeast(1, k.role(a.Property)^1, top), k.concept(a.Range))
	case *owl.FunctionalObjectProperty:
		functional(k.role(a.Property))
	case *owl.InverseFunctionalObjectProperty:
		functional(k.role(a.Property) ^ 1)
	case *owl.FunctionalDataProperty:
		functional(k.role(a.Property))
	case *owl.IrreflexiveObjectProperty:
		include(k.selfOf(k.role(a.Property)), bottom)
	case *owl.ClassAssertion:
		include(k.concept(a.Individual), k.concept(a.Class))
	case *owl.ObjectPropertyAssertion:
		include(k.concept(a.Source), k.some(a.Property, a.Target))
	case *owl.NegativeObjectPropertyAssertion:
		include(k.concept(a.Source), k.some(a.Property, a.Target)^1)
	case *owl.DataPropertyAssertion:
		include(k.concept(a.Source), k.some(a.Property, a.Target))
	case *owl.SameIndividual:
		cycle(a.Individuals, func(x, y owl.Individual) { include(k.concept(x), k.concept(y)) })
	default:
		return false
	}
	return true
}

// cycle calls include with each element of a list and the next one.
func cycle[A any](list []A, include func(sub, super A)) {
	for i, a := range list {
		include(a, list[(i+1)%len(list)])
	}
}

// readProperties adds an axiom about properties. Reflexive properties, keys, rules and definitions
// of datatypes are ignored.
func (k *knowledge) readProperties(a owl.Axiom, source int) {
	switch a := a.(type) {
	case *owl.SubObjectPropertyOf:
		k.includeRole(k.role(a.Sub), k.role(a.Super), source)
	case *owl.SubDataPropertyOf:
		k.includeRole(k.role(a.Sub), k.role(a.Super), source)
	case *owl.EquivalentObjectProperties:
		cycle(a.Properties, func(p, q owl.ObjectPropertyExpression) {
			k.includeRole(k.role(p), k.role(q), source)
		})
	case *owl.EquivalentDataProperties:
		cycle(a.Properties, func(p, q owl.DataProperty) {
			k.includeRole(k.role(p), k.role(q), source)
		})
	case *owl.InverseObjectProperties:
		first, second := k.role(a.First), k.role(a.Second)
		k.includeRole(first, second^1, source)
		k.includeRole(second^1, first, source)
	case *owl.SymmetricObjectProperty:
		k.includeRole(k.role(a.Property), k.role(a.Property)^1, source)
	case *owl.TransitiveObjectProperty:
		r := k.role(a.Property)
		k.chains[r] = append(k.chains[r], chain{r, r, source})
	case *owl.SubPropertyChainOf:
		k.includeChain(a, source)
	case *owl.AsymmetricObjectProperty:
		r := k.role(a.Property)
		k.disjoint[r] = append(k.disjoint[r], disjointRole{r ^ 1, source})
	case *owl.DisjointObjectProperties:
		for i, p := range a.Properties {
			for _, q := range a.Properties[i+1:] {
				r := k.role(p)
				k.disjoint[r] = append(k.disjoint[r], disjointRole{k.role(q), source})
			}
		}
	}
}

func (k *knowledge) includeRole(sub, super role, source int) {
	k.inclusions[sub] = append(k.inclusions[sub], roleAbove{super, []int{source}})
	k.inclusions[sub^1] = append(k.inclusions[sub^1], roleAbove{super ^ 1, []int{source}})
}

// includeChain splits a chain of more than two properties by introduced ones.
func (k *knowledge) includeChain(a *owl.SubPropertyChainOf, source int) {
	super := k.role(a.Super)
	switch len(a.Chain) {
	case 0:
		return
	case 1:
		k.includeRole(k.role(a.Chain[0]), super, source)
		return
	}
	first := k.role(a.Chain[0])
	for i, p := range a.Chain[1:] {
		result := super
		if i < len(a.Chain)-2 {
			result = k.newRole(false)
		}
		k.chains[first] = append(k.chains[first], chain{k.role(p), result, source})
		first = result
	}
}

// rolesAbove returns the properties above a property, itself included.
func (k *knowledge) rolesAbove(r role) []roleAbove {
	list, known := k.above[r]
	if known {
		return list
	}
	seen := map[role]bool{r: true}
	list = []roleAbove{{role: r}}
	for i := 0; i < len(list); i++ {
		for _, next := range k.inclusions[list[i].role] {
			if !seen[next.role] {
				seen[next.role] = true
				list = append(list, roleAbove{next.role,
					slices.Concat(list[i].sources, next.sources)})
			}
		}
	}
	k.above[r] = list
	return list
}

// separate makes concepts pairwise disjoint: by a group, or by clauses if the axiom is
// hypothetical.
func (k *knowledge) separate(list []concept, source int) {
	if source == hypothetical {
		for i, c := range list {
			for _, d := range list[i+1:] {
				k.include(k.and([]concept{c, d}), bottom, source)
			}
		}
		return
	}
	group := int32(len(k.groupSource))
	k.groupSource = append(k.groupSource, source)
	for i, c := range list {
		if c == bottom {
			continue
		}
		if slices.Contains(list[:i], c) { // disjoint with itself
			k.include(c, bottom, source)
			continue
		}
		if k.at(c).kind != atom {
			c = k.name(c)
		}
		k.at(c).groups = append(k.at(c).groups, group)
	}
}

// include adds the clauses of sub ⊑ super.
func (k *knowledge) include(sub, super concept, source int) {
	if super == top || sub == bottom {
		return
	}
	if e := k.at(sub); e.kind == or {
		for _, part := range e.args {
			k.include(part, super, source)
		}
		return
	}
	c := clause{source: source}
	parts := []concept{sub}
	if e := k.at(sub); e.kind == and {
		parts = e.args
	}
	for _, part := range parts {
		if !k.addBody(&c, part) {
			return
		}
	}
	switch e := k.at(super); {
	case super == bottom:
	case e.kind == or:
		c.head = append(c.head, e.args...)
	default:
		c.head = append(c.head, super)
	}
	k.clauses = append(k.clauses, c)
}

// addBody adds a conjunct of a left side to a clause: to the body, or its complement to the head.
// It reports false if the conjunct is unsatisfiable.
func (k *knowledge) addBody(c *clause, part concept) bool {
	e := k.expressions[part]
	switch {
	case part == top:
	case part == bottom:
		return false
	case e.kind == atom, e.kind == self:
		c.body = append(c.body, part)
	case (e.kind == some || e.kind == atLeast) && k.matchable(e.filler):
		filler := k.name(e.filler)
		k.at(filler).watched = true
		c.body = append(c.body, k.atLeast(e.n, e.role, filler))
	case e.kind == or && k.matchable(part):
		c.body = append(c.body, k.name(part))
	default:
		c.head = append(c.head, part^1)
	}
	return true
}

// matchable reports whether an expression is built without negation, so that labels and edges of a
// node can show that it holds.
func (k *knowledge) matchable(c concept) bool {
	e := k.at(c)
	switch e.kind {
	case constant:
		return c == top
	case atom, self:
		return true
	case some, atLeast:
		return k.matchable(e.filler)
	case and, or:
		return !slices.ContainsFunc(e.args, func(a concept) bool { return !k.matchable(a) })
	}
	return false
}

// name returns an atom that is implied by c: c itself if it is ⊤ or an atom.
func (k *knowledge) name(c concept) concept {
	if c == top || k.at(c).kind == atom {
		return c
	}
	_, known := k.numbers[nameKey(c)]
	name := k.atom(nameKey(c), false)
	if !known {
		k.include(c, name, definition)
	}
	return name
}

// index adds the clauses from number n on to the indexes: each by the rarest part of its body.
func (k *knowledge) index(n int) {
	uses := make(map[concept]int) // of body parts
	for i := range k.clauses[n:] {
		for _, b := range k.clauses[n+i].body {
			uses[b]++
		}
	}
	for i := n; i < len(k.clauses); i++ {
		c := &k.clauses[i]
		c.trigger = top
		if len(c.body) > 0 {
			c.trigger = slices.MinFunc(c.body, func(a, b concept) int { return uses[a] - uses[b] })
		}
		switch e := k.at(c.trigger); {
		case e.kind == atom || c.trigger == top:
			k.byLabel[c.trigger] = append(k.byLabel[c.trigger], int32(i))
		case e.filler == top:
			k.byRole[e.role] = append(k.byRole[e.role], int32(i))
		default:
			k.byFiller[e.filler] = append(k.byFiller[e.filler], fillerTrigger{e.role, int32(i)})
		}
	}
}

// unindex removes the clauses from number n on. They must be the last ones that were indexed.
func (k *knowledge) unindex(n int) {
	for _, c := range k.clauses[n:] {
		switch e := k.at(c.trigger); {
		case e.kind == atom || c.trigger == top:
			pop(k.byLabel, c.trigger)
		case e.filler == top:
			pop(k.byRole, e.role)
		default:
			pop(k.byFiller, e.filler)
		}
	}
	k.clauses = k.clauses[:n]
}

func pop[K comparable, V any](lists map[K][]V, key K) {
	lists[key] = lists[key][:len(lists[key])-1]
}
