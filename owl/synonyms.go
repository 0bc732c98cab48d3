package owl

var prefLabel = NewIRI("http://www.w3.org/2004/02/skos/core#prefLabel")

var nameScopes = map[IRI]string{
	RDFSLabel.IRI: "label",
	prefLabel:     "label",
	NewIRI("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym"):   "exact",
	NewIRI("http://www.geneontology.org/formats/oboInOwl#hasNarrowSynonym"):  "narrow",
	NewIRI("http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym"):   "broad",
	NewIRI("http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym"): "related",
	NewIRI("http://www.geneontology.org/formats/oboInOwl#hasSynonym"):        "any",
	NewIRI("http://www.w3.org/2004/02/skos/core#altLabel"):                   "synonym",
	NewIRI("http://purl.obolibrary.org/obo/IAO_0000118"):                     "synonym",
	NewIRI("http://www.w3.org/2004/02/skos/core#hiddenLabel"):                "hidden",
}

// NameScope returns the scope of the names that an annotation property gives: label, exact, narrow,
// broad, related, synonym (an alternative label), any or hidden; "" if it gives none.
func NameScope(property IRI) string { return nameScopes[property] }

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
	scope := NameScope(assertion.Property.IRI)
	if scope == "" || scope == "label" {
		return synonym{}, false
	}
	subject, named := assertion.Subject.(IRI)
	text, literal := assertion.Value.(*Literal)
	if !named || !literal || text.Lexical == "" {
		return synonym{}, false
	}
	return synonym{subject, text.Lexical, scope == "exact" || scope == "synonym"}, true
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
