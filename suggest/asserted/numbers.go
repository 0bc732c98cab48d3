package asserted

import (
	"hash/fnv"
	"io"
	"iter"
	"slices"

	"box2el-owl/owl"
)

// Numbers numbers the classes and object properties of an ontology. It is immutable.
type Numbers struct {
	// Classes and Properties are the signature without the built-in ones, ascending by IRI.
	Classes, Properties []owl.IRI

	classNumbers, propertyNumbers map[owl.IRI]int32
}

// NewNumbers numbers the signature of an ontology.
func NewNumbers(o *owl.Ontology) *Numbers {
	n := new(Numbers)
	for _, e := range o.Signature() {
		switch e := e.(type) {
		case owl.Class:
			if e != owl.Thing && e != owl.Nothing {
				n.Classes = append(n.Classes, e.IRI)
			}
		case owl.ObjectProperty:
			if e != owl.TopObjectProperty && e != owl.BottomObjectProperty {
				n.Properties = append(n.Properties, e.IRI)
			}
		}
	}
	n.classNumbers, n.propertyNumbers = numbered(n.Classes), numbered(n.Properties)
	return n
}

// numbered sorts IRIs and returns their places.
func numbered(list []owl.IRI) map[owl.IRI]int32 {
	slices.SortFunc(list, owl.IRI.Compare)
	places := make(map[owl.IRI]int32, len(list))
	for i, iri := range list {
		places[iri] = int32(i)
	}
	return places
}

// Class returns the number of a class.
func (n *Numbers) Class(iri owl.IRI) (int32, bool) {
	c, ok := n.classNumbers[iri]
	return c, ok
}

// Property returns the number of an object property.
func (n *Numbers) Property(iri owl.IRI) (int32, bool) {
	r, ok := n.propertyNumbers[iri]
	return r, ok
}

// Axiom returns a statement as an axiom.
func (n *Numbers) Axiom(s Statement) owl.Axiom {
	sub := owl.Class{IRI: n.Classes[s.Class]}
	if s.Property == NoProperty {
		return &owl.SubClassOf{Sub: sub, Super: owl.Class{IRI: n.Classes[s.Target]}}
	}
	return &owl.SubClassOf{Sub: sub, Super: n.Some(Restriction{s.Property, s.Target})}
}

// Some returns a restriction as an expression.
func (n *Numbers) Some(r Restriction) *owl.ObjectSomeValuesFrom {
	return &owl.ObjectSomeValuesFrom{
		Property: owl.ObjectProperty{IRI: n.Properties[r.Property]},
		Filler:   owl.Class{IRI: n.Classes[r.Filler]},
	}
}

// HashText returns the FNV-1a hash of a text.
func HashText(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

// Runs iterates over the runs of adjacent items that are the same, with the place of the first.
func Runs[T any](list []T, same func(a, b T) bool) iter.Seq2[int, []T] {
	return func(yield func(int, []T) bool) {
		for start := 0; start < len(list); {
			end := start + 1
			for end < len(list) && same(list[start], list[end]) {
				end++
			}
			if !yield(start, list[start:end]) {
				return
			}
			start = end
		}
	}
}

// LeastCommon returns the least common element of two ascending lists, or false if there is none.
func LeastCommon(a, b []int32) (int32, bool) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return a[0], true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return 0, false
}

// Intersect reports whether two ascending lists have a common element.
func Intersect(a, b []int32) bool {
	_, ok := LeastCommon(a, b)
	return ok
}
