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

	// A clause is in one of these indexes, by one part of its body.
	always   []int32
	byAtom   map[concept][]int32
	byFiller map[concept][]fillerTrigger
	byRole   map[role][]int32

	groupSource []int // of disjoint groups
	inclusions  map[role][]roleAbove
	above       map[role][]roleAbove // reflexive and transitive closure, computed by close
	chains      map[role][]chain
	disjoint    map[role][]disjointRole
}

func newKnowledge() *knowledge {
	return &knowledge{
		table:  newTable(),
		byAtom: make(map[concept][]int32), byFiller: make(map[concept][]fillerTrigger),
		byRole:     make(map[role][]int32),
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
	k.close()
	k.index(0)
}

// readClasses adds an axiom that clauses express. It reports false for other axioms.
func (k *knowledge) readClasses(a owl.Axiom, source int) bool {
	switch a := a.(type) {
	case *owl.SubClassOf:
		k.include(k.class(a.Sub), k.class(a.Super), source)
	case *owl.EquivalentClasses:
		for i := range a.Classes { // a cycle
			next := a.Classes[(i+1)%len(a.Classes)]
			k.include(k.class(a.Classes[i]), k.class(next), source)
		}
	case *owl.DisjointClasses:
		k.separate(k.table.classes(a.Classes), source)
	case *owl.DisjointUnion:
		parts := k.table.classes(a.Classes)
		whole := k.class(a.Class)
		for _, p := range parts {
			k.include(p, whole, source)
		}
		k.include(whole, k.or(parts), source)
		k.separate(parts, source)
	case *owl.ObjectPropertyDomain:
		k.include(k.atLeast(1, k.property(a.Property), top), k.class(a.Domain), source)
	case *owl.DataPropertyDomain:
		k.include(k.atLeast(1, k.dataProperty(a.Property), top), k.class(a.Domain), source)
	case *owl.ObjectPropertyRange:
		k.include(k.atLeast(1, k.property(a.Property)^1, top), k.class(a.Range), source)
	case *owl.DataPropertyRange:
		k.include(k.atLeast(1, k.dataProperty(a.Property)^1, top), k.dataRange(a.Range), source)
	case *owl.FunctionalObjectProperty:
		k.functional(k.property(a.Property), source)
	case *owl.InverseFunctionalObjectProperty:
		k.functional(k.property(a.Property)^1, source)
	case *owl.FunctionalDataProperty:
		k.functional(k.dataProperty(a.Property), source)
	case *owl.IrreflexiveObjectProperty:
		k.include(k.selfOf(k.property(a.Property)), bottom, source)
	case *owl.ClassAssertion:
		k.include(k.individual(a.Individual), k.class(a.Class), source)
	case *owl.ObjectPropertyAssertion:
		k.include(k.individual(a.Source),
			k.atLeast(1, k.property(a.Property), k.individual(a.Target)), source)
	case *owl.NegativeObjectPropertyAssertion:
		k.include(k.individual(a.Source),
			k.atLeast(1, k.property(a.Property), k.individual(a.Target))^1, source)
	case *owl.DataPropertyAssertion:
		k.include(k.individual(a.Source),
			k.atLeast(1, k.dataProperty(a.Property), k.literal(a.Target)), source)
	case *owl.SameIndividual:
		for i := range a.Individuals {
			next := a.Individuals[(i+1)%len(a.Individuals)]
			k.include(k.individual(a.Individuals[i]), k.individual(next), source)
		}
	case *owl.DifferentIndividuals:
		var list []concept
		for _, i := range a.Individuals {
			list = append(list, k.individual(i))
		}
		k.separate(list, source)
	default:
		return false
	}
	return true
}

// readProperties adds an axiom about properties. Reflexive properties, keys, rules and definitions
// of datatypes are ignored.
func (k *knowledge) readProperties(a owl.Axiom, source int) {
	switch a := a.(type) {
	case *owl.SubObjectPropertyOf:
		k.includeRole(k.property(a.Sub), k.property(a.Super), source)
	case *owl.SubDataPropertyOf:
		k.includeRole(k.dataProperty(a.Sub), k.dataProperty(a.Super), source)
	case *owl.EquivalentObjectProperties:
		for i := range a.Properties {
			next := a.Properties[(i+1)%len(a.Properties)]
			k.includeRole(k.property(a.Properties[i]), k.property(next), source)
		}
	case *owl.EquivalentDataProperties:
		for i := range a.Properties {
			next := a.Properties[(i+1)%len(a.Properties)]
			k.includeRole(k.dataProperty(a.Properties[i]), k.dataProperty(next), source)
		}
	case *owl.InverseObjectProperties:
		first, second := k.property(a.First), k.property(a.Second)
		k.includeRole(first, second^1, source)
		k.includeRole(second^1, first, source)
	case *owl.SymmetricObjectProperty:
		k.includeRole(k.property(a.Property), k.property(a.Property)^1, source)
	case *owl.TransitiveObjectProperty:
		r := k.property(a.Property)
		k.chains[r] = append(k.chains[r], chain{r, r, source})
	case *owl.SubPropertyChainOf:
		k.includeChain(a, source)
	case *owl.AsymmetricObjectProperty:
		r := k.property(a.Property)
		k.disjoint[r] = append(k.disjoint[r], disjointRole{r ^ 1, source})
	case *owl.DisjointObjectProperties:
		for i, p := range a.Properties {
			for _, q := range a.Properties[i+1:] {
				r, s := k.property(p), k.property(q)
				k.disjoint[r] = append(k.disjoint[r], disjointRole{s, source})
			}
		}
	}
}

func (k *knowledge) functional(r role, source int) {
	k.include(k.atLeast(1, r, top), k.atMost(1, r, top), source)
}

func (k *knowledge) includeRole(sub, super role, source int) {
	k.inclusions[sub] = append(k.inclusions[sub], roleAbove{super, []int{source}})
	k.inclusions[sub^1] = append(k.inclusions[sub^1], roleAbove{super ^ 1, []int{source}})
}

// includeChain splits a chain of more than two properties by introduced ones.
func (k *knowledge) includeChain(a *owl.SubPropertyChainOf, source int) {
	super := k.property(a.Super)
	switch len(a.Chain) {
	case 0:
		return
	case 1:
		k.includeRole(k.property(a.Chain[0]), super, source)
		return
	}
	first := k.property(a.Chain[0])
	for i, p := range a.Chain[1:] {
		result := super
		if i < len(a.Chain)-2 {
			result = k.newRole(false)
		}
		k.chains[first] = append(k.chains[first], chain{k.property(p), result, source})
		first = result
	}
}

// close computes the properties above each property.
func (k *knowledge) close() {
	for r := range k.inclusions {
		seen := map[role]bool{r: true}
		list := []roleAbove{{role: r}}
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
	}
}

// rolesAbove returns the properties above a property, itself included.
func (k *knowledge) rolesAbove(r role) []roleAbove {
	if list, ok := k.above[r]; ok {
		return list
	}
	return []roleAbove{{role: r}}
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
	return k.names.number(c, func() concept {
		name := k.newAtom(false)
		k.include(c, name, definition)
		return name
	})
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
		if len(c.body) == 0 {
			k.always = append(k.always, int32(i))
			continue
		}
		best := c.body[0]
		for _, b := range c.body[1:] {
			if uses[b] < uses[best] {
				best = b
			}
		}
		switch e := k.at(best); {
		case e.kind == atom:
			k.byAtom[best] = append(k.byAtom[best], int32(i))
		case e.kind == self || e.filler == top:
			k.byRole[e.role] = append(k.byRole[e.role], int32(i))
		default:
			k.byFiller[e.filler] = append(k.byFiller[e.filler], fillerTrigger{e.role, int32(i)})
		}
	}
}

// unindex removes the clauses from number n on. They must be the last ones that were indexed.
func (k *knowledge) unindex(n int) {
	for i := len(k.clauses) - 1; i >= n; i-- {
		c := k.clauses[i]
		if len(c.body) == 0 {
			k.always = k.always[:len(k.always)-1]
		}
		for _, b := range c.body {
			e := k.at(b)
			if list := k.byAtom[b]; len(list) > 0 && list[len(list)-1] == int32(i) {
				k.byAtom[b] = list[:len(list)-1]
			}
			if list := k.byRole[e.role]; len(list) > 0 && list[len(list)-1] == int32(i) {
				k.byRole[e.role] = list[:len(list)-1]
			}
			if list := k.byFiller[e.filler]; len(list) > 0 && list[len(list)-1].clause == int32(i) {
				k.byFiller[e.filler] = list[:len(list)-1]
			}
		}
	}
	k.clauses = k.clauses[:n]
}
