package main

import (
	"context"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// knowledge is what follows from an ontology, by the numbers of its terms.
type knowledge struct {
	normal  *el.Ontology
	closure *reasoner.Closure
	concept []el.Concept // by class; nowhere for one that no axiom mentions
	class   []int32      // by concept; −1 for one without a number
	role    []el.Role    // by property; −1 for one that no axiom mentions
}

const nowhere el.Concept = -1

func newKnowledge(ctx context.Context, o *owl.Ontology, t *terms) (*knowledge, error) {
	normal, _, err := el.Normalize(ctx, o, el.Options{})
	if err != nil {
		return nil, err
	}
	closure, err := reasoner.NewClosure(ctx, normal, reasoner.Options{})
	if err != nil {
		return nil, err
	}
	if !closure.Consistent() {
		return nil, fmt.Errorf("the ontology is inconsistent")
	}
	k := &knowledge{normal: normal, closure: closure}
	k.class = slices.Repeat([]int32{-1}, normal.NumConcepts())
	for c, iri := range t.Classes {
		concept, known := normal.ConceptOf(owl.Class{IRI: iri})
		if known {
			k.class[concept] = int32(c)
		} else {
			concept = nowhere
		}
		k.concept = append(k.concept, concept)
	}
	for _, iri := range t.Properties {
		role, known := normal.RoleOf(owl.ObjectProperty{IRI: iri})
		if !known {
			role = -1
		}
		k.role = append(k.role, role)
	}
	return k, nil
}

// entails reports whether a statement follows.
func (k *knowledge) entails(s suggest.Statement) bool {
	c, d := k.concept[s.Class], k.concept[s.Target]
	switch {
	case s.Class == s.Target && s.Property == suggest.NoProperty:
		return true
	case c == nowhere || d == nowhere:
		return false
	case s.Property == suggest.NoProperty:
		return k.closure.SubsumedBy(c, d)
	}
	r := k.role[s.Property]
	return r >= 0 && k.closure.SubsumedByExists(c, r, d)
}

// superclasses are the numbered classes that a class lies in, without itself, ascending; subclasses the other direction.
func (k *knowledge) superclasses(class int32) []int32 {
	return k.numbers(class, k.closure.Superclasses)
}
func (k *knowledge) subclasses(class int32) []int32 { return k.numbers(class, k.closure.Subclasses) }

func (k *knowledge) numbers(class int32, related func(el.Concept) []el.Concept) []int32 {
	if k.concept[class] == nowhere {
		return nil
	}
	list := k.numbered(related(k.concept[class]))
	return slices.DeleteFunc(list, func(d int32) bool { return d == class })
}

// fillers are the D with class ⊑ ∃property.D, ascending.
func (k *knowledge) fillers(class, property int32) []int32 {
	if k.concept[class] == nowhere || k.role[property] < 0 {
		return nil
	}
	return k.numbered(k.closure.FillersOf(k.concept[class], k.role[property]))
}

func (k *knowledge) numbered(concepts []el.Concept) []int32 {
	var list []int32
	for _, concept := range concepts {
		if int(concept) < len(k.class) && k.class[concept] >= 0 {
			list = append(list, k.class[concept])
		}
	}
	slices.Sort(list)
	return list
}

// unsatisfiable lists the empty concepts.
func (k *knowledge) unsatisfiable() []el.Concept {
	var empty []el.Concept
	for c := range el.Concept(k.normal.NumConcepts()) {
		if c != el.Bottom && k.closure.Unsatisfiable(c) {
			empty = append(empty, c)
		}
	}
	return empty
}
