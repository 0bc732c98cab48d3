package owl

// RenameAnonymous replaces every anonymous individual of the ontology, in place, by the result of
// rename. It keeps individuals of two documents apart that use the same node id (Structural
// Specification, section 5.6.2). Axioms may share annotations and expressions, so rename may
// receive its own results and must return them unchanged.
func (o *Ontology) RenameAnonymous(rename func(AnonymousIndividual) AnonymousIndividual) {
	r := anonymousRenamer{rename: rename, seen: make(map[ClassExpression]struct{})}
	r.annotations(o.Annotations)
	for _, a := range o.Axioms {
		r.axiom(a)
	}
}

type anonymousRenamer struct {
	rename func(AnonymousIndividual) AnonymousIndividual
	// seen holds the compound expressions that were visited: nested sharing of expressions has
	// exponentially many paths.
	seen map[ClassExpression]struct{}
}

func (r *anonymousRenamer) axiom(a Axiom) {
	r.annotations(a.AxiomAnnotations())
	switch a := a.(type) {
	case *SubClassOf:
		r.expressions(a.Sub, a.Super)
	case *EquivalentClasses:
		r.expressions(a.Classes...)
	case *DisjointClasses:
		r.expressions(a.Classes...)
	case *DisjointUnion:
		r.expressions(a.Classes...)
	case *ObjectPropertyDomain:
		r.expressions(a.Domain)
	case *ObjectPropertyRange:
		r.expressions(a.Range)
	case *DataPropertyDomain:
		r.expressions(a.Domain)
	case *HasKey:
		r.expressions(a.Class)
	case *SameIndividual:
		r.individuals(a.Individuals)
	case *DifferentIndividuals:
		r.individuals(a.Individuals)
	case *ClassAssertion:
		r.expressions(a.Class)
		r.individual(&a.Individual)
	case *ObjectPropertyAssertion:
		r.individual(&a.Source)
		r.individual(&a.Target)
	case *NegativeObjectPropertyAssertion:
		r.individual(&a.Source)
		r.individual(&a.Target)
	case *DataPropertyAssertion:
		r.individual(&a.Source)
	case *NegativeDataPropertyAssertion:
		r.individual(&a.Source)
	case *AnnotationAssertion:
		if i, ok := a.Subject.(AnonymousIndividual); ok {
			a.Subject = r.rename(i)
		}
		r.value(&a.Value)
	}
}

func (r *anonymousRenamer) annotations(list []Annotation) {
	for i := range list {
		r.value(&list[i].Value)
		r.annotations(list[i].Annotations)
	}
}

func (r *anonymousRenamer) value(v *AnnotationValue) {
	if i, ok := (*v).(AnonymousIndividual); ok {
		*v = r.rename(i)
	}
}

func (r *anonymousRenamer) individuals(list []Individual) {
	for i := range list {
		r.individual(&list[i])
	}
}

func (r *anonymousRenamer) individual(i *Individual) {
	if anonymous, ok := (*i).(AnonymousIndividual); ok {
		*i = r.rename(anonymous)
	}
}

func (r *anonymousRenamer) expressions(list ...ClassExpression) {
	for _, c := range list {
		r.expression(c)
	}
}

func (r *anonymousRenamer) expression(c ClassExpression) {
	if _, named := c.(Class); named || c == nil {
		return
	}
	if _, again := r.seen[c]; again {
		return
	}
	r.seen[c] = struct{}{}
	switch c := c.(type) {
	case *ObjectIntersectionOf:
		r.expressions(c.Operands...)
	case *ObjectUnionOf:
		r.expressions(c.Operands...)
	case *ObjectComplementOf:
		r.expression(c.Operand)
	case *ObjectOneOf:
		r.individuals(c.Individuals)
	case *ObjectSomeValuesFrom:
		r.expression(c.Filler)
	case *ObjectAllValuesFrom:
		r.expression(c.Filler)
	case *ObjectHasValue:
		r.individual(&c.Individual)
	case *ObjectMinCardinality:
		r.expression(c.Filler)
	case *ObjectMaxCardinality:
		r.expression(c.Filler)
	case *ObjectExactCardinality:
		r.expression(c.Filler)
	}
}
