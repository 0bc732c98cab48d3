package owl

// Ontology is one ontology document, or an imports closure merged into one (Structural
// Specification, section 3).
type Ontology struct {
	// IRI and VersionIRI are zero for an anonymous ontology (section 3.1).
	IRI, VersionIRI IRI
	// Imports are the IRIs that the document imports directly, in document order.
	Imports []IRI
	// Annotations are those of the ontology itself (section 3.5).
	Annotations []Annotation
	// Axioms are in document order. The specification takes them as a set: a document that says
	// the same twice may hold it twice here; see Dedup.
	Axioms []Axiom
	// Prefixes are those that the document declared; writers keep them. May be nil.
	Prefixes *Prefixes
}

// AxiomsByType counts the axioms by kind.
func (o *Ontology) AxiomsByType() map[AxiomKind]int {
	n := make(map[AxiomKind]int)
	for _, a := range o.Axioms {
		n[a.Kind()]++
	}
	return n
}
