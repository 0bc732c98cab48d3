package el

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// ValueKey returns the key of the value of a literal; ok is false if it is ill-typed.
func ValueKey(l *owl.Literal) (key string, ok bool) {
	v, ok := valueOf(l)
	return fmt.Sprintf("%d %q %q %s", v.space, v.form, v.tag, v.datatype.IRI), ok
}

// Vague reports whether the value of a well-typed literal may be identical to one with another key.
func Vague(l *owl.Literal) bool {
	v, _ := valueOf(l)
	return v.vague
}

// DatatypeNames returns the IRIs of the known datatypes in order.
func DatatypeNames() []string {
	var names []string
	for d := range datatypes {
		names = append(names, d.IRI.String())
	}
	slices.Sort(names)
	return names
}

// CanonicalLiteral returns the canonical form of a literal, and the literal written with it; ok is
// false if the literal is ill-typed or vague.
func CanonicalLiteral(l *owl.Literal) (form string, canonical *owl.Literal, ok bool) {
	v, ok := valueOf(l)
	if !ok || v.vague {
		return "", nil, false
	}
	canonical = &owl.Literal{Lexical: v.form, Lang: v.tag, Datatype: l.Datatype}
	switch v.space {
	case numbers:
		canonical.Datatype = [...]owl.Datatype{
			owl.XSDInteger, xsdDatatype("decimal"), owlDatatype("rational"),
		}[v.rank]
	case floats, doubles:
		canonical.Lexical = strings.Replace(v.form, "Inf", "INF", 1)
	case texts:
		canonical.Datatype = owl.XSDString
		if v.tag != "" {
			canonical.Datatype = owl.RDFLangString
		}
	}
	return v.form, canonical, true
}

// IsDatatypeName reports whether an IRI is that of a known datatype.
func IsDatatypeName(iri string) bool {
	_, ok := datatypes[owl.Datatype{IRI: owl.NewIRI(iri)}]
	return ok
}

// UpTo returns a vocabulary with only the data values and data ranges below a concept id.
func UpTo(v *Vocabulary, end Concept) *Vocabulary {
	early := &Vocabulary{
		refs: v.refs, values: v.values, ranges: v.ranges,
		concepts: v.concepts,
	}
	for kind := DataValue; kind <= Introduced; kind++ {
		first := &early.concepts.first
		first[kind] = min(first[kind], max(end, first[DataValue]))
	}
	return early
}

// NumLayers returns the number of layers of a vocabulary.
func NumLayers(v *Vocabulary) int {
	layers := 1
	for ; v.base != nil; v = v.base {
		layers++
	}
	return layers
}

// NominalOf returns the nominal of a named individual; ok is false if the normal form does not have
// it.
func (v *Vocabulary) NominalOf(a owl.NamedIndividual) (concept Concept, ok bool) {
	r, ok := find(v, individualRefs, owl.Individual(a))
	return v.concept(r), ok
}
