package index

import (
	"slices"
	"sync"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Collapse merges equivalent names. Each of n equivalent classes has all of them as subsumers, and
// each of n equal individuals, too, which is n² facts. If a context has more than manySubsumers
// subsumers, saturation starts again with one concept for each group of names that are asserted to
// be equivalent, or that are equal individuals.
//
// It implements error, so that a saturation can return it for the next attempt.
type Collapse struct {
	by []el.Concept // by concept: its representative

	invert sync.Once
	group  map[el.Concept][]el.Concept // by representative of several concepts: all of them
}

// Error makes a Collapse an error.
func (c *Collapse) Error() string { return "many names of one thing" }

// CollapseEqual returns the groups of named classes, and of individuals, that include each other by
// asserted inclusions and the given pairs. The representative is the first class of a group, or the
// first named individual. before is the collapse that was already applied to nf.
func CollapseEqual(nf *el.Ontology, before *Collapse, equal []dense.Edge) *Collapse {
	edges := slices.Clone(equal)
	for _, e := range equal {
		edges = append(edges, dense.Edge{From: e.To, To: e.From})
	}
	for _, a := range nf.NF1 {
		edges = append(edges, dense.Edge{From: int32(a.Sub), To: int32(a.Super)})
	}
	g := dense.NewGraph(nf.NumConcepts(), edges)
	component, _ := g.Components()
	c := &Collapse{by: make([]el.Concept, nf.NumConcepts())}
	type group struct {
		component int32
		kind      el.ConceptKind
	}
	first := make(map[group]el.Concept)
	for i := range c.by {
		concept := el.Concept(i)
		kind := nf.Kind(concept)
		if kind != el.NamedClass && kind != el.Nominal {
			continue
		}
		key := group{component[i], kind}
		if known, ok := first[key]; !ok ||
			kind == el.Nominal && !isNamed(nf, known) && isNamed(nf, concept) {
			first[key] = concept
		}
	}
	for i := range c.by {
		c.by[i] = el.Concept(i)
		if representative, ok := first[group{component[i], nf.Kind(el.Concept(i))}]; ok {
			c.by[i] = representative
		}
	}
	if before != nil {
		by := make([]el.Concept, len(before.by))
		for i, r := range before.by {
			by[i] = c.by[r]
		}
		c.by = by
	}
	return c
}

func isNamed(nf *el.Ontology, nominal el.Concept) bool {
	_, ok := nf.Individual(nominal).(owl.NamedIndividual)
	return ok
}

// representative returns the representative of a concept. A nil collapse merges nothing.
func (c *Collapse) representative(concept el.Concept) el.Concept {
	if c == nil || int(concept) >= len(c.by) {
		return concept
	}
	return c.by[concept]
}

// ConceptsOf returns the concepts of the normal form with a concept id.
func (x *Index) ConceptsOf(a ConceptID) []el.Concept {
	c := x.Concepts[a]
	if c == NoConcept {
		return nil
	}
	if x.Names == nil {
		return []el.Concept{c}
	}
	x.Names.invert.Do(func() {
		x.Names.group = make(map[el.Concept][]el.Concept)
		for i, r := range x.Names.by {
			x.Names.group[r] = append(x.Names.group[r], el.Concept(i))
		}
	})
	if group, ok := x.Names.group[c]; ok {
		return group
	}
	return []el.Concept{c}
}
