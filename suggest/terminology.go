package suggest

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/suggest/asserted"
)

// Terminology is what the axioms and annotations of an ontology say of its named classes, for
// whoever looks for what they do not say. It is safe for concurrent use.
type Terminology struct {
	*asserted.Numbers

	// Deprecated classes are neither subjects nor targets.
	Deprecated []bool

	labels      []string   // by class; empty where there is none
	synonyms    [][]string // by class
	definitions []string   // by class
	properties  []string   // their labels

	statements []Statement // ascending
	sources    []source    // ascending by statement

	prefixes *owl.Prefixes
}

// source says which axiom says a statement.
type source struct {
	statement int32
	axiom     owl.Axiom
}

// NewTerminology reads an ontology, its imports merged into it. The only error is that of a context
// that has ended.
func NewTerminology(ctx context.Context, o *owl.Ontology) (*Terminology, error) {
	return TerminologyOf(ctx, o, asserted.NewNumbers(o))
}

// TerminologyOf is NewTerminology for an ontology whose classes and properties are numbered
// already.
func TerminologyOf(ctx context.Context, o *owl.Ontology, numbers *asserted.Numbers) (*Terminology,
	error) {
	classes := len(numbers.Classes)
	t := &Terminology{
		Numbers: numbers, Deprecated: make([]bool, classes), labels: make([]string, classes),
		synonyms: make([][]string, classes), definitions: make([]string, classes),
		properties: make([]string, len(numbers.Properties)), prefixes: o.Prefixes,
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.annotate(o)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.collect(o)
	return t, ctx.Err()
}

func (t *Terminology) annotate(o *owl.Ontology) {
	for iri, label := range o.Labels() {
		if c, ok := t.Class(iri); ok {
			t.labels[c] = label
		}
		if r, ok := t.Property(iri); ok {
			t.properties[r] = label
		}
	}
	type definition struct {
		order int
		text  string
	}
	definitions := make([]definition, len(t.Classes))
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
			d := definition{order, value.Lexical}
			// The least text of several, so that the order of axioms does not matter.
			if old := definitions[c]; old.text == "" ||
				cmp.Or(cmp.Compare(d.order, old.order), cmp.Compare(d.text, old.text)) < 0 {
				definitions[c] = d
			}
		}
	}
	for c := range t.Classes {
		t.definitions[c] = definitions[c].text
		slices.Sort(t.synonyms[c])
		t.synonyms[c] = slices.Compact(t.synonyms[c])
	}
}

// collect takes the axioms apart.
func (t *Terminology) collect(o *owl.Ontology) {
	type said struct {
		Statement
		axiom int
	}
	n := 0
	for _, a := range o.Axioms {
		if _, ok := a.(*owl.SubClassOf); ok {
			n++
		}
	}
	all := make([]said, 0, n+n/4) // most axioms make one statement
	for i, a := range o.Axioms {
		t.EachStatement(a, func(s Statement) { all = append(all, said{s, i}) })
	}
	slices.SortFunc(all, func(a, b said) int {
		return cmp.Or(asserted.CompareStatements(a.Statement, b.Statement), cmp.Compare(a.axiom, b.axiom))
	})
	all = slices.Compact(all)
	t.statements, t.sources = make([]Statement, 0, len(all)), make([]source, 0, len(all))
	for _, s := range all {
		if n := len(t.statements); n == 0 || t.statements[n-1] != s.Statement {
			t.statements = append(t.statements, s.Statement)
		}
		t.sources = append(t.sources, source{int32(len(t.statements) - 1), o.Axioms[s.axiom]})
	}
}

// name returns what sentences call a class: built-in labels are marked with their source.
func (t *Terminology) name(class int32) string { return marked(t.labels[class], t.Classes[class]) }

// propertyName returns what sentences call a property.
func (t *Terminology) propertyName(property int32) string {
	return marked(t.properties[property], t.Properties[property])
}

func marked(label string, iri owl.IRI) string {
	if label == "" {
		label, _ = relations.Marked(iri)
	}
	if label == "" {
		label = iri.Fragment()
	}
	return label
}

// Definition is the definition of a class in words; empty where it has none.
func (t *Terminology) Definition(class int32) string { return t.definitions[class] }

// Synonyms are the other names of a class, ascending. They are the terminology's own.
func (t *Terminology) Synonyms(class int32) []string { return t.synonyms[class] }

// Statements are those that the axioms make, ascending. They are the terminology's own, and not to
// be written to.
func (t *Terminology) Statements() []Statement { return t.statements }

// Changed returns which share of the statements of two terminologies stand in one of them only.
func (t *Terminology) Changed(other *Terminology) float64 {
	compare := func(a, b Statement) int {
		name := func(names []owl.IRI, i int32) owl.IRI {
			if i == NoProperty {
				return owl.IRI{}
			}
			return names[i]
		}
		// numbers are in the order of IRIs
		return cmp.Or(t.Classes[a.Class].Compare(other.Classes[b.Class]),
			name(t.Properties, a.Property).Compare(name(other.Properties, b.Property)),
			t.Classes[a.Target].Compare(other.Classes[b.Target]))
	}
	both, i, j := 0, 0, 0
	for i < len(t.statements) && j < len(other.statements) {
		switch c := compare(t.statements[i], other.statements[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	all := len(t.statements) + len(other.statements) - both
	if all == 0 {
		return 0
	}
	return float64(all-both) / float64(all)
}

// Asserting returns the axioms that say a statement, in document order; none where it is not told.
func (t *Terminology) Asserting(s Statement) []owl.Axiom {
	at, found := slices.BinarySearchFunc(t.statements, s, asserted.CompareStatements)
	if !found {
		return nil
	}
	lo, _ := slices.BinarySearchFunc(t.sources, int32(at),
		func(s source, at int32) int { return cmp.Compare(s.statement, at) })
	var axioms []owl.Axiom
	for _, s := range t.sources[lo:] {
		if s.statement != int32(at) {
			break
		}
		axioms = append(axioms, s.axiom)
	}
	return axioms
}
