package suggest

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// Terminology holds the names, textual definitions and asserted statements of the named classes of
// an ontology. It needs no reasoner. It is safe for concurrent use.
type Terminology struct {
	*asserted.Numbers

	// Deprecated classes are neither subjects nor targets.
	Deprecated []bool

	labels      []string   // by class; "" if there is none
	synonyms    [][]string // by class
	definitions []string   // by class

	// statements has the axioms that assert a statement, in document order.
	statements map[Statement][]owl.Axiom
}

// NewTerminology reads an ontology, its imports merged into it. The only error is that of ctx.
func NewTerminology(ctx context.Context, o *owl.Ontology) (*Terminology, error) {
	return TerminologyOf(ctx, o, asserted.NewNumbers(o))
}

// TerminologyOf returns the Terminology of an ontology whose classes and properties are numbered.
func TerminologyOf(ctx context.Context, o *owl.Ontology, numbers *asserted.Numbers) (*Terminology,
	error) {
	classes := len(numbers.Classes)
	t := &Terminology{
		Numbers: numbers, Deprecated: make([]bool, classes), labels: make([]string, classes),
		synonyms: make([][]string, classes), definitions: make([]string, classes),
		statements: make(map[Statement][]owl.Axiom, classes),
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.annotate(o)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, a := range o.Axioms {
		t.EachStatement(a, func(s Statement) {
			if list := t.statements[s]; len(list) == 0 || list[len(list)-1] != a {
				t.statements[s] = append(list, a)
			}
		})
	}
	return t, ctx.Err()
}

// annotate reads labels, synonyms, definitions and deprecation.
func (t *Terminology) annotate(o *owl.Ontology) {
	neutral := *o
	neutral.Language = "" // suggestions do not depend on the language of what is shown
	for iri, label := range neutral.Labels() {
		if c, ok := t.Class(iri); ok {
			t.labels[c] = label
		}
	}
	definitions := make([]asserted.Text, len(t.Classes))
	for _, a := range o.Axioms {
		assertion, ok := a.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		subject, named := assertion.Subject.(owl.IRI)
		value, literal := assertion.Value.(*owl.Literal)
		if !named || !literal || value.Lexical == "" {
			continue
		}
		c, ok := t.Class(subject)
		if !ok {
			continue
		}
		if assertion.Property == owl.OWLDeprecated {
			t.Deprecated[c] = t.Deprecated[c] || value.Lexical == "true" || value.Lexical == "1"
			continue
		}
		if asserted.IsSynonymProperty(assertion.Property.IRI) {
			t.synonyms[c] = append(t.synonyms[c], value.Lexical)
		}
		if order, ok := asserted.DefinitionRank(assertion.Property.IRI); ok {
			definitions[c].Offer(order, value.Lexical)
		}
	}
	for c := range t.Classes {
		t.definitions[c] = definitions[c].Value
		slices.Sort(t.synonyms[c])
		t.synonyms[c] = slices.Compact(t.synonyms[c])
	}
}

// Definition returns the textual definition of a class, or "".
func (t *Terminology) Definition(class int32) string { return t.definitions[class] }

// Synonyms returns the other names of a class, ascending. They must not be modified.
func (t *Terminology) Synonyms(class int32) []string { return t.synonyms[class] }

// Changed returns the share of the statements of two terminologies that only one of them has.
func (t *Terminology) Changed(other *Terminology) float64 {
	both := 0
	for s := range t.statements {
		// The numbers of two terminologies differ.
		other.EachStatement(t.Axiom(s), func(s Statement) {
			if other.statements[s] != nil {
				both++
			}
		})
	}
	all := len(t.statements) + len(other.statements) - both
	if all == 0 {
		return 0
	}
	return float64(all-both) / float64(all)
}

// Asserting returns the axioms that assert a statement, in document order; nil if there are none.
func (t *Terminology) Asserting(s Statement) []owl.Axiom { return slices.Clone(t.statements[s]) }
