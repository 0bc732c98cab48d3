package asserted

import (
	"cmp"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// definitionRanks has the annotation properties for textual definitions with their ranks: the least
// that a class has is used.
var definitionRanks = map[owl.IRI]int{
	owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000115"):     0,
	owl.NewIRI("http://www.w3.org/2004/02/skos/core#definition"): 1,
	owl.NewIRI("http://purl.org/dc/terms/description"):           2,
	owl.NewIRI("http://purl.org/dc/elements/1.1/description"):    3,
	owl.NewIRI("http://www.w3.org/2000/01/rdf-schema#comment"):   4,
}

// Text is a literal with its rank. The literal of least rank is used, of equal ones the least, so
// that the order of the axioms does not matter. Its zero value is that of no literal.
type Text struct {
	rank  int
	Value string
}

// Offer replaces the text by a better one.
func (t *Text) Offer(rank int, value string) {
	if t.Value == "" || cmp.Or(cmp.Compare(rank, t.rank), cmp.Compare(value, t.Value)) < 0 {
		*t = Text{rank, value}
	}
}

// languageRank ranks English before no language, regional English and other languages.
func languageRank(lang string) int {
	switch lang = strings.ToLower(lang); {
	case lang == "en":
		return 0
	case lang == "":
		return 1
	case strings.HasPrefix(lang, "en-"):
		return 2
	}
	return 3
}

// readAnnotations indexes labels, synonyms, definitions, deprecation and exclusions.
func (x *Index) readAnnotations(o *owl.Ontology, opts Options) {
	n := len(x.Classes)
	x.Labels, x.Exact, x.Other = make([]Name, n), make([][]Name, n), make([][]Name, n)
	x.Texts, x.Live, x.Usable = make([]string, n), make([]bool, n), make([]bool, n)
	x.PropertyNames = make([]Name, len(x.Properties))
	labels, definitions := make([]Text, n), make([]Text, n)
	properties := make([]Text, len(x.Properties))
	deprecated := make([]bool, n)
	exact, other := make([][]string, n), make([][]string, n)
	exclusions := excluding(o)
	for _, a := range o.Axioms {
		assertion, ok := a.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		subject, named := assertion.Subject.(owl.IRI)
		if !named {
			continue
		}
		c, isClass := x.Class(subject)
		if target, ok := assertion.Value.(owl.IRI); ok {
			if d, too := x.Class(target); isClass && too && exclusions[assertion.Property.IRI] {
				x.Excluded[[2]int32{c, d}] = true
			}
			continue
		}
		value, literal := assertion.Value.(*owl.Literal)
		if !literal || value.Lexical == "" {
			continue
		}
		language := languageRank(value.Lang)
		if r, ok := x.Property(subject); ok && assertion.Property == owl.RDFSLabel {
			properties[r].Offer(language, value.Lexical)
		}
		if !isClass {
			continue
		}
		p := assertion.Property.IRI
		scope := owl.NameScope(p)
		switch order, defines := definitionRanks[p]; {
		case assertion.Property == owl.OWLDeprecated:
			deprecated[c] = deprecated[c] || value.Lexical == "true" || value.Lexical == "1"
		case assertion.Property == owl.RDFSLabel:
			labels[c].Offer(language, value.Lexical)
		case scope == "label": // skos:prefLabel
			labels[c].Offer(10+language, value.Lexical)
		case defines:
			definitions[c].Offer(10*order+language, value.Lexical)
		case isExactSynonym(scope):
			exact[c] = append(exact[c], value.Lexical)
		case isOtherSynonym(scope):
			other[c] = append(other[c], value.Lexical)
		}
	}
	for r, iri := range x.Properties {
		label := properties[r].Value
		if label == "" {
			label = builtIn(opts, iri)
		}
		if label == "" {
			label = iri.Fragment()
		}
		x.PropertyNames[r] = NewName(label)
	}
	for c, iri := range x.Classes {
		label := labels[c].Value
		if label == "" {
			label = builtIn(opts, iri)
		}
		if label == "" && isWord(iri) {
			label = iri.Fragment()
		}
		x.Labels[c] = NewName(label)
		x.Exact[c], x.Other[c] = namesOf(exact[c]), namesOf(other[c])
		x.Texts[c] = definitions[c].Value
		x.Usable[c] = !deprecated[c] && !isObsolete(label)
		x.Live[c] = x.Usable[c] && len(x.Labels[c].Words) > 0
	}
}

// IsSynonymProperty reports whether an annotation property gives other names of a class.
func IsSynonymProperty(p owl.IRI) bool {
	scope := owl.NameScope(p)
	return scope == "label" && p != owl.RDFSLabel.IRI || isExactSynonym(scope) ||
		isOtherSynonym(scope)
}

func isExactSynonym(scope string) bool { return scope == "exact" || scope == "synonym" }

// isOtherSynonym reports whether names of a scope are synonyms in another sense. The learned
// weights rest on these scopes, so that "any" and "hidden" are left out.
func isOtherSynonym(scope string) bool {
	return scope == "related" || scope == "narrow" || scope == "broad"
}

// DefinitionRank returns the rank of an annotation property for textual definitions, or false if it
// is for something else. Among the definitions of a class, the one of least rank is used.
func DefinitionRank(p owl.IRI) (int, bool) {
	rank, ok := definitionRanks[p]
	return rank, ok
}

// builtIn returns the label of an entity by the options, or "".
func builtIn(opts Options, iri owl.IRI) string {
	if opts.Label == nil {
		return ""
	}
	label, _ := opts.Label(iri)
	return label
}

// isWord reports whether the local name of an IRI is a readable word: it has at least three ASCII
// letters and at most two consecutive digits.
func isWord(iri owl.IRI) bool {
	letters, digits := 0, 0
	for _, r := range iri.Fragment() {
		switch {
		case r >= '0' && r <= '9':
			if digits++; digits > 2 {
				return false
			}
		default:
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				letters++
			}
			digits = 0
		}
	}
	return letters >= 3
}

// isObsolete reports whether a label marks a class as obsolete.
func isObsolete(label string) bool {
	return strings.HasPrefix(strings.ToLower(label), "obsolete ")
}

// namesOf returns the names of some texts, ascending, without duplicates.
func namesOf(texts []string) []Name {
	slices.Sort(texts)
	var names []Name
	for _, t := range slices.Compact(texts) {
		if n := NewName(t); len(n.Words) > 0 {
			names = append(names, n)
		}
	}
	return names
}

// excluding returns the annotation properties in use whose label or local name contains "excluded"
// and "subclassof". Their values are superclasses that a class must not have.
func excluding(o *owl.Ontology) map[owl.IRI]bool {
	found := make(map[owl.IRI]bool)
	add := func(iri owl.IRI, name string) {
		key := strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(name))
		if strings.Contains(key, "excluded") && strings.Contains(key, "subclassof") {
			found[iri] = true
		}
	}
	used := make(map[owl.IRI]bool) // with an IRI as value
	for _, a := range o.Axioms {
		if a, ok := a.(*owl.AnnotationAssertion); ok {
			if _, named := a.Value.(owl.IRI); named && !used[a.Property.IRI] {
				used[a.Property.IRI] = true
				add(a.Property.IRI, a.Property.IRI.Fragment())
			}
		}
	}
	if len(used) == 0 {
		return found
	}
	for _, a := range o.Axioms {
		if a, ok := a.(*owl.AnnotationAssertion); ok && a.Property == owl.RDFSLabel {
			subject, named := a.Subject.(owl.IRI)
			value, literal := a.Value.(*owl.Literal)
			if named && literal && used[subject] {
				add(subject, value.Lexical)
			}
		}
	}
	return found
}
