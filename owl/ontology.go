package owl

// TemporaryIRI is the IRI of OBO documents that do not name their ontology, as the OWL API has it.
// It identifies none: all such documents have it.
var TemporaryIRI = NewIRI("http://purl.obolibrary.org/obo/TEMP")

// Ontology is one ontology document, or an imports closure merged into one (Structural
// Specification, section 3).
type Ontology struct {
	// IRI and VersionIRI are zero for an anonymous ontology (section 3.1).
	IRI, VersionIRI IRI
	// Imports lists the IRIs of the direct imports, in document order.
	Imports []IRI
	// Annotations holds the annotations of the ontology itself (section 3.5).
	Annotations []Annotation
	// Axioms holds the axioms in document order. The specification treats them as a set, but
	// duplicates of the document are kept; see Dedup.
	Axioms []Axiom
	// Prefixes holds the prefixes declared in the document, for writers. May be nil.
	Prefixes *Prefixes
	// Language is the language tag of the labels that Labels and Names prefer; "" prefers labels
	// without a tag. It is no part of the ontology.
	Language string
}

// AxiomsByType counts the axioms by kind.
func (o *Ontology) AxiomsByType() map[AxiomKind]int {
	n := make(map[AxiomKind]int)
	for _, a := range o.Axioms {
		n[a.Kind()]++
	}
	return n
}

// Progress receives the progress of a long operation. It is called synchronously and often, so it
// must throttle its output. total is 0 if it is unknown. A nil Progress is valid everywhere.
type Progress func(stage string, done, total int64)

// Report calls p unless it is nil.
func (p Progress) Report(stage string, done, total int64) {
	if p != nil {
		p(stage, done, total)
	}
}
