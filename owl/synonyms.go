package owl

// Annotation properties that name entities, besides rdfs:label.
var (
	prefLabel     = NewIRI("http://www.w3.org/2004/02/skos/core#prefLabel")
	exactSynonyms = synonymProperties("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym",
		"http://www.w3.org/2004/02/skos/core#altLabel",
		"http://purl.obolibrary.org/obo/IAO_0000118") // alternative label
	otherSynonyms = synonymProperties("http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym",
		"http://www.geneontology.org/formats/oboInOwl#hasNarrowSynonym",
		"http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym",
		"http://www.geneontology.org/formats/oboInOwl#hasSynonym",
		"http://www.w3.org/2004/02/skos/core#hiddenLabel")
)

func synonymProperties(names ...string) map[IRI]bool {
	set := make(map[IRI]bool, len(names))
	for _, name := range names {
		set[NewIRI(name)] = true
	}
	return set
}

// synonym is a name that an annotation gives an entity.
type synonym struct {
	iri   IRI
	text  string
	exact bool
}

// synonymBy returns the synonym that an axiom gives.
func synonymBy(a Axiom) (synonym, bool) {
	assertion, ok := a.(*AnnotationAssertion)
	if !ok {
		return synonym{}, false
	}
	exact := exactSynonyms[assertion.Property.IRI]
	if !exact && !otherSynonyms[assertion.Property.IRI] {
		return synonym{}, false
	}
	subject, named := assertion.Subject.(IRI)
	text, literal := assertion.Value.(*Literal)
	if !named || !literal || text.Lexical == "" {
		return synonym{}, false
	}
	return synonym{subject, text.Lexical, exact}, true
}

func (n *Names) indexSynonyms() {
	for _, s := range n.synonyms {
		if s.exact {
			n.exactSynonyms.add(fold(s.text), s.iri)
		} else {
			n.otherSynonyms.add(fold(s.text), s.iri)
		}
	}
	n.synonyms = nil
}

func (n *Names) byExactSynonym(name string, want kindSet) []IRI {
	n.buildSynonyms.Do(n.indexSynonyms)
	return n.current(n.exactSynonyms.find(fold(name), n, want))
}

func (n *Names) byOtherSynonym(name string, want kindSet) []IRI {
	n.buildSynonyms.Do(n.indexSynonyms)
	return n.current(n.otherSynonyms.find(fold(name), n, want))
}
