package main

import (
	"context"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// knowledge is what follows from an ontology, by the numbers of its terms.
type knowledge struct {
	normal  *el.Ontology
	closure *reasoner.Closure
	concept []el.Concept // by class; el.Top for one that no axiom mentions
	class   []int32      // by concept; -1 for one without a number
	role    []el.Role    // by property; -1 for one that no axiom mentions
}

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
	for c, iri := range t.classes {
		concept, known := normal.ConceptOf(owl.Class{IRI: iri})
		if !known {
			concept = el.Top
		} else {
			k.class[concept] = int32(c)
		}
		k.concept = append(k.concept, concept)
	}
	for _, iri := range t.properties {
		role, known := normal.RoleOf(owl.ObjectProperty{IRI: iri})
		if !known {
			role = -1
		}
		k.role = append(k.role, role)
	}
	return k, nil
}

// entails reports whether a statement follows.
func (k *knowledge) entails(s numbered) bool {
	c, d := k.concept[s.class], k.concept[s.target]
	switch {
	case s.class == s.target && s.property < 0:
		return true
	case d == el.Top: // the target is mentioned nowhere, so nothing is known to be in it
		return false
	case s.property < 0:
		return k.closure.SubsumedBy(c, d)
	case k.role[s.property] < 0:
		return false
	}
	return k.closure.SubsumedByExists(c, k.role[s.property], d)
}

// superclasses are the numbered classes that a class lies in, without itself, ascending.
func (k *knowledge) superclasses(c int32) []int32 {
	return k.numbers(k.closure.Superclasses(k.concept[c]), c)
}

// subclasses are the other direction.
func (k *knowledge) subclasses(c int32) []int32 {
	if k.concept[c] == el.Top {
		return nil
	}
	return k.numbers(k.closure.Subclasses(k.concept[c]), c)
}

// fillers are the D with c ⊑ ∃r.D, ascending.
func (k *knowledge) fillers(c, property int32) []int32 {
	if k.role[property] < 0 {
		return nil
	}
	return k.numbers(k.closure.FillersOf(k.concept[c], k.role[property]), -1)
}

func (k *knowledge) numbers(concepts []el.Concept, but int32) []int32 {
	var list []int32
	for _, concept := range concepts {
		if int(concept) < len(k.class) && k.class[concept] >= 0 && k.class[concept] != but {
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
