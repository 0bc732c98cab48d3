package owl

// RenameAnonymous replaces every anonymous individual of the ontology, in place, by the result of
// rename. It keeps individuals of two documents apart that use the same node id (Structural
// Specification, section 5.6.2). Axioms may share annotations and expressions, so rename may
// receive its own results and must return them unchanged.
func (o *Ontology) RenameAnonymous(rename func(AnonymousIndividual) AnonymousIndividual) {
	// Nested sharing of expressions has exponentially many paths.
	w := walker{
		name:      func(EntityKind, IRI) {},
		anonymous: rename,
		seen:      make(map[ClassExpression]struct{}),
	}
	w.annotations(o.Annotations)
	for _, a := range o.Axioms {
		w.axiom(a)
	}
}
