package owl

import (
	"cmp"
	"iter"
	"maps"
	"strings"
	"sync"
)

// Labels returns the label of every IRI that has one: its rdfs:label, or else its skos:prefLabel.
// It prefers labels in o.Language ("de" before "de-AT"), then those without a language tag, then
// English ones ("en" before "en-GB"), then the first by language tag; of equal tags, the first by
// bytes. The choice does not depend on the order of the axioms.
func (o *Ontology) Labels() map[IRI]string {
	best := o.bestLabels()
	labels := make(map[IRI]string, len(best))
	for subject, label := range best {
		labels[subject] = label.Lexical
	}
	return labels
}

func (o *Ontology) bestLabels() map[IRI]*Literal {
	best := make(map[IRI]*Literal)
	for subject, label := range o.allLabels(RDFSLabel.IRI) {
		if known := best[subject]; known == nil || o.compareLabels(label, known) < 0 {
			best[subject] = label
		}
	}
	preferred := make(map[IRI]*Literal)
	for subject, label := range o.allLabels(prefLabel) {
		known := preferred[subject]
		if best[subject] == nil && (known == nil || o.compareLabels(label, known) < 0) {
			preferred[subject] = label
		}
	}
	maps.Copy(best, preferred)
	return best
}

// allLabels iterates over the labels of IRIs by a property that are not blank, in document order.
func (o *Ontology) allLabels(property IRI) iter.Seq2[IRI, *Literal] {
	return func(yield func(IRI, *Literal) bool) {
		for _, a := range o.Axioms {
			assertion, ok := a.(*AnnotationAssertion)
			if !ok || assertion.Property.IRI != property {
				continue
			}
			subject, named := assertion.Subject.(IRI)
			label, literal := assertion.Value.(*Literal)
			if !named || !literal || strings.TrimSpace(label.Lexical) == "" {
				continue
			}
			if !yield(subject, label) {
				return
			}
		}
	}
}

// DeprecatedBy returns the entity that an axiom marks as deprecated, and false for other axioms.
func DeprecatedBy(a Axiom) (IRI, bool) {
	assertion, ok := a.(*AnnotationAssertion)
	if !ok || assertion.Property != OWLDeprecated {
		return IRI{}, false
	}
	subject, named := assertion.Subject.(IRI)
	value, literal := assertion.Value.(*Literal)
	return subject, named && literal && (value.Lexical == "true" || value.Lexical == "1")
}

// compareLabels is negative if a is preferred to b.
func (o *Ontology) compareLabels(a, b *Literal) int {
	langA, langB := strings.ToLower(a.Lang), strings.ToLower(b.Lang)
	return cmp.Or(
		o.labelRank(langA)-o.labelRank(langB),
		strings.Compare(langA, langB),
		strings.Compare(a.Lexical, b.Lexical),
	)
}

func (o *Ontology) labelRank(lang string) int {
	chosen := strings.ToLower(o.Language)
	switch {
	case lang == chosen:
		return 0
	case chosen != "" && strings.HasPrefix(lang, chosen+"-"):
		return 1
	case lang == "":
		return 2
	case lang == "en":
		return 3
	case strings.HasPrefix(lang, "en-"):
		return 4
	}
	return 5
}

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

// synonymTable returns a function that makes the table of some synonyms.
func synonymTable(list []synonym) func() nameTable {
	return sync.OnceValue(func() (t nameTable) {
		for _, s := range list {
			t.add(Fold(s.text), s.iri)
		}
		return t
	})
}
