package owl

import (
	"cmp"
	"iter"
	"strings"
)

// Labels returns the rdfs:label of every IRI that has one. It prefers labels without a language
// tag, then English ones ("en" before "en-GB"), then the first by language tag; of equal tags, the
// first by bytes. The choice does not depend on the order of the axioms.
func (o *Ontology) Labels() map[IRI]string {
	best := make(map[IRI]*Literal)
	for subject, label := range o.allLabels() {
		if known := best[subject]; known == nil || compareLabels(label, known) < 0 {
			best[subject] = label
		}
	}
	labels := make(map[IRI]string, len(best))
	for subject, label := range best {
		labels[subject] = label.Lexical
	}
	return labels
}

// allLabels iterates over the nonempty labels of IRIs, in document order.
func (o *Ontology) allLabels() iter.Seq2[IRI, *Literal] {
	return func(yield func(IRI, *Literal) bool) {
		for _, a := range o.Axioms {
			assertion, ok := a.(*AnnotationAssertion)
			if !ok || assertion.Property != RDFSLabel {
				continue
			}
			subject, named := assertion.Subject.(IRI)
			label, literal := assertion.Value.(*Literal)
			if named && literal && label.Lexical != "" && !yield(subject, label) {
				return
			}
		}
	}
}

// deprecatedBy returns the entity that an axiom marks as deprecated.
func deprecatedBy(a Axiom) (IRI, bool) {
	assertion, ok := a.(*AnnotationAssertion)
	if !ok || assertion.Property != OWLDeprecated {
		return IRI{}, false
	}
	subject, named := assertion.Subject.(IRI)
	value, literal := assertion.Value.(*Literal)
	return subject, named && literal && (value.Lexical == "true" || value.Lexical == "1")
}

// compareLabels is negative if a is preferred to b.
func compareLabels(a, b *Literal) int {
	langA, langB := strings.ToLower(a.Lang), strings.ToLower(b.Lang)
	return cmp.Or(
		labelRank(langA)-labelRank(langB),
		strings.Compare(langA, langB),
		strings.Compare(a.Lexical, b.Lexical),
	)
}

func labelRank(lang string) int {
	switch {
	case lang == "":
		return 0
	case lang == "en":
		return 1
	case strings.HasPrefix(lang, "en-"):
		return 2
	}
	return 3
}
