package el

// number converts the refs in the axioms to Concepts: built-in concepts, then the other kinds, each
// in the order of appearance. Introduced names become concepts only if they occur in an axiom.
func (n *normalizer) number() {
	o := n.out
	counts := [...]int{
		BuiltIn: 2, NamedClass: len(o.classes), Nominal: len(o.individuals),
		DataValue: len(o.values), DataRange: len(o.ranges), Introduced: 0,
	}
	for kind, count := range counts {
		o.concepts.first[kind] = Concept(len(o.refs))
		for i := range count {
			o.refs = append(o.refs, makeRef(ConceptKind(kind), int32(i)))
		}
	}
	names := make([]Concept, len(o.expressions)) // by expression
	for i, isUsed := range n.usedNames() {
		if isUsed {
			names[i] = Concept(len(o.refs))
			o.refs = append(o.refs, makeRef(Introduced, int32(i)))
		}
	}
	o.eachConcept(func(c *Concept) {
		r := ref(*c)
		if r.kind() == Introduced {
			*c = names[r.index()]
		} else {
			*c = o.concept(r)
		}
	})
}

// usedNames returns for each expression whether its name occurs in an axiom.
func (n *normalizer) usedNames() []bool {
	used := make([]bool, len(n.out.expressions))
	n.out.eachConcept(func(c *Concept) {
		if r := ref(*c); r.kind() == Introduced {
			used[r.index()] = true
		}
	})
	return used
}

// eachConcept calls visit for every occurrence of a concept in the axioms.
func (o *Ontology) eachConcept(visit func(*Concept)) {
	for i := range o.NF1 {
		visit(&o.NF1[i].Sub)
		visit(&o.NF1[i].Super)
	}
	for i := range o.NF2 {
		visit(&o.NF2[i].Left)
		visit(&o.NF2[i].Right)
		visit(&o.NF2[i].Super)
	}
	for i := range o.NF3 {
		visit(&o.NF3[i].Sub)
		visit(&o.NF3[i].Filler)
	}
	for i := range o.NF4 {
		visit(&o.NF4[i].Filler)
		visit(&o.NF4[i].Super)
	}
	for i := range o.Disjoint {
		for j := range o.Disjoint[i].Concepts {
			visit(&o.Disjoint[i].Concepts[j])
		}
	}
	for i := range o.Ranges {
		visit(&o.Ranges[i].Concept)
	}
	for i := range o.HasSelf {
		visit(&o.HasSelf[i].Sub)
	}
	for i := range o.SelfSubs {
		visit(&o.SelfSubs[i].Super)
	}
	for i := range o.Keys {
		visit(&o.Keys[i].Class)
	}
}
