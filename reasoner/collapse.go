package reasoner

import (
	"errors"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// collapse makes many names of one thing one. Each of n equivalent classes has all of them among its
// subsumers, and each of n equal individuals, which is n² facts; so where a context turns out to have very many
// subsumers, saturation starts again with one concept for each group of names that are told to be
// equivalent, or that the individuals of the ontology are found to have.
//
// It is an error to whoever saturates, to be used for the next attempt.
type collapse struct {
	by []el.Concept // by concept: the one that stands for it

	invert sync.Once
	group  map[el.Concept][]el.Concept // by concept that stands for others: all of them
}

// errLarge ends an attempt that has met a context with very many subsumers.
var errLarge = errors.New("a context has very many subsumers")

func (c *collapse) Error() string { return "many names of one thing" }

// manySubsumers is how many subsumers a context has that makes it worth while to look for names of one
// thing. Real ontologies have some hundreds at most.
const manySubsumers = 2000

// manyEqual is how many equal individuals make it worth while.
const manyEqual = 64

// collapseEqual returns the groups of named classes, and of individuals, that include each other by told inclusions and
// the given pairs. Of a group the first stands for all, of individuals the first named one. Before is what nf has been through
// already.
func collapseEqual(nf *el.Ontology, before *collapse, equal []edge) *collapse {
	edges := slices.Clone(equal)
	for _, e := range equal {
		edges = append(edges, edge{e.to, e.from})
	}
	for _, a := range nf.NF1 {
		edges = append(edges, edge{int32(a.Sub), int32(a.Super)})
	}
	g := newGraph(nf.NumConcepts(), edges)
	component, _ := g.components()
	c := &collapse{by: make([]el.Concept, nf.NumConcepts())}
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
		if known, ok := first[key]; !ok || kind == el.Nominal && !isNamed(nf, known) && isNamed(nf, concept) {
			first[key] = concept
		}
	}
	for i := range c.by {
		c.by[i] = el.Concept(i)
		if stands, ok := first[group{component[i], nf.Kind(el.Concept(i))}]; ok {
			c.by[i] = stands
		}
	}
	if before != nil {
		by := make([]el.Concept, len(before.by))
		for i, stands := range before.by {
			by[i] = c.by[stands]
		}
		c.by = by
	}
	return c
}

func isNamed(nf *el.Ontology, nominal el.Concept) bool {
	_, ok := nf.Individual(nominal).(owl.NamedIndividual)
	return ok
}

// stands returns the concept that stands for c. A nil collapse leaves all as they are.
func (c *collapse) stands(concept el.Concept) el.Concept {
	if c == nil || int(concept) >= len(c.by) {
		return concept
	}
	return c.by[concept]
}

// conceptsOf returns the concepts of the normal form that an atom stands for.
func (x *index) conceptsOf(a atom) []el.Concept {
	c := x.concepts[a]
	if c == noConcept {
		return nil
	}
	if x.names == nil {
		return []el.Concept{c}
	}
	x.names.invert.Do(func() {
		x.names.group = make(map[el.Concept][]el.Concept)
		for i, stands := range x.names.by {
			x.names.group[stands] = append(x.names.group[stands], el.Concept(i))
		}
	})
	if group, ok := x.names.group[c]; ok {
		return group
	}
	return []el.Concept{c}
}

// equalIndividuals returns pairs that join the individuals which nonempty contexts show to be one, where there are so
// many that it is worth while to start again.
func (s *saturation) equalIndividuals() []edge {
	x := s.x
	least := make(map[atom]atom) // a union-find
	find := func(a atom) atom {
		for {
			up, ok := least[a]
			if !ok || up == a {
				return a
			}
			if further, ok := least[up]; ok {
				least[a] = further
			}
			a = up
		}
	}
	for _, c := range s.nonempty() {
		first := atom(-1)
		for _, d := range s.store.subsumers(c) {
			if x.flagsOf(d)&isNominal == 0 {
				continue
			}
			if first < 0 {
				first = find(d)
				continue
			}
			if other := find(d); other != first {
				least[max(first, other)] = min(first, other)
				first = min(first, other)
			}
		}
	}
	sizes := make(map[atom]int)
	var pairs []edge
	most := 0
	for _, a := range x.nominals {
		root := find(a)
		sizes[root]++
		most = max(most, sizes[root])
		if root != a {
			pairs = append(pairs, edge{int32(x.concepts[a]), int32(x.concepts[root])})
		}
	}
	if most < manyEqual {
		return nil
	}
	return pairs
}
