package owlgen

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// RDFForm returns the axioms and the annotations of an ontology as RDF has them: sorted, without
// repetitions, and independent of the names of anonymous individuals.
func RDFForm(o *owl.Ontology) []string {
	var list []string
	for _, a := range o.Axioms {
		for _, part := range rdfPairs(a) {
			list = append(list, string(owl.AppendCanonical(nil, part)))
		}
	}
	for _, a := range o.Annotations {
		list = append(list, "Ontology"+string(owl.AppendCanonicalAnnotation(nil, a)))
	}
	slices.Sort(list)
	return slices.Compact(renameAnonymous(list))
}

// rdfPairs splits equivalences and equalities into pairs of neighbors, as RDF has them (section 2,
// table 1). Disjointness of more than two has a form of its own.
func rdfPairs(a owl.Axiom) []owl.Axiom {
	switch a := a.(type) {
	case *owl.EquivalentClasses:
		return pairs(a.Classes, owl.AppendCanonicalClassExpression,
			func(p []owl.ClassExpression) owl.Axiom {
				return &owl.EquivalentClasses{Annotated: a.Annotated, Classes: p}
			})
	case *owl.EquivalentObjectProperties:
		return pairs(a.Properties, func(dst []byte, p owl.ObjectPropertyExpression) []byte {
			return owl.AppendObjectPropertyExpression(dst, p, nil)
		}, func(p []owl.ObjectPropertyExpression) owl.Axiom {
			return &owl.EquivalentObjectProperties{Annotated: a.Annotated, Properties: p}
		})
	case *owl.EquivalentDataProperties:
		return pairs(a.Properties,
			func(dst []byte, p owl.DataProperty) []byte { return append(dst, p.IRI.String()...) },
			func(p []owl.DataProperty) owl.Axiom {
				return &owl.EquivalentDataProperties{Annotated: a.Annotated, Properties: p}
			})
	case *owl.SameIndividual:
		return pairs(a.Individuals,
			func(dst []byte, i owl.Individual) []byte { return owl.AppendIndividual(dst, i, nil) },
			func(p []owl.Individual) owl.Axiom {
				return &owl.SameIndividual{Annotated: a.Annotated,
					Individuals: p}
			})
	}
	return []owl.Axiom{a}
}

// pairs joins neighbours in canonical order, as the OWL API does when it writes RDF.
func pairs[T any](operands []T, key func([]byte, T) []byte, pair func([]T) owl.Axiom) []owl.Axiom {
	if len(operands) <= 2 {
		return []owl.Axiom{pair(operands)}
	}
	sorted := slices.Clone(operands)
	slices.SortFunc(sorted, func(a, b T) int { return bytes.Compare(key(nil, a), key(nil, b)) })
	var list []owl.Axiom
	for i := 1; i < len(sorted); i++ {
		list = append(list, pair([]T{sorted[i-1], sorted[i]}))
	}
	return list
}

// renameAnonymous gives anonymous individuals names that do not depend on the syntax: all the
// same one. Two texts could differ in which node is which and still compare equal here, but the
// cases that this is for have one or two.
func renameAnonymous(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		var b strings.Builder
		for {
			at := strings.Index(s, "_:")
			if at < 0 || strings.Contains(s[:at], `"`) {
				break
			}
			b.WriteString(s[:at] + "_:x")
			s = strings.TrimLeft(s[at+2:],
				"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
		}
		b.WriteString(s)
		out[i] = b.String()
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}
