package reasoner

import (
	"context"
	"iter"
	"slices"
	"strings"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Realization holds the entailed types, equalities and property assertions of the named
// individuals. Its iterators compute their results lazily. It is safe for concurrent readers.
type Realization struct {
	taxonomy    *Taxonomy
	individuals []owl.NamedIndividual       // sorted by IRI
	ids         []index.ConceptID           // by individual
	numbers     map[index.ConceptID][]int32 // the inverse
	properties  []namedProperty             // object properties except the top one, sorted by IRI
	complex     []int32                     // the complex roles
	universal   bool                        // a property is equivalent to the top one
}

type namedProperty struct {
	property owl.ObjectProperty
	role     int32 // its representative
}

// PropertyAssertion is an entailed ObjectPropertyAssertion between named individuals.
type PropertyAssertion struct {
	Subject  owl.NamedIndividual
	Property owl.ObjectProperty
	Object   owl.NamedIndividual
}

// Realize classifies an ontology and prepares the answers about its individuals. An inconsistent
// ontology is no error: see Consistent. The only error is that of the context.
func Realize(ctx context.Context, nf *el.Ontology, opts Options) (*Realization, error) {
	taxonomy, err := Classify(ctx, nf, opts)
	if err != nil {
		return nil, err
	}
	return newRealization(taxonomy), ctx.Err()
}

func newRealization(taxonomy *Taxonomy) *Realization {
	r := &Realization{taxonomy: taxonomy, numbers: make(map[index.ConceptID][]int32)}
	r.collectIndividuals()
	r.collectProperties()
	return r
}

// Taxonomy returns the class hierarchy of the same ontology.
func (r *Realization) Taxonomy() *Taxonomy { return r.taxonomy }

// Consistent reports whether the ontology has a model. The realization of an inconsistent ontology
// is empty.
func (r *Realization) Consistent() bool { return r.taxonomy.consistent }

// Individuals returns the named individuals, sorted by IRI.
func (r *Realization) Individuals() []owl.NamedIndividual { return slices.Clone(r.individuals) }

// Types iterates over the pairs of a named individual and a named class that it belongs to, except
// owl:Thing, sorted by IRI.
func (r *Realization) Types() iter.Seq2[owl.NamedIndividual, owl.Class] {
	return r.types(func(all []int32) []int32 { return all })
}

// DirectTypes is Types without the strict superclasses of other types.
func (r *Realization) DirectTypes() iter.Seq2[owl.NamedIndividual, owl.Class] {
	return r.types(r.taxonomy.least)
}

// types iterates over pairs like Types, with the ranks that choose returns.
func (r *Realization) types(
	choose func([]int32) []int32,
) iter.Seq2[owl.NamedIndividual, owl.Class] {
	return func(yield func(owl.NamedIndividual, owl.Class) bool) {
		for i, a := range r.individuals {
			var ranks []int32
			for _, c := range r.subsumers(i) {
				ranks = r.taxonomy.appendRanks(ranks, c)
			}
			ranks = choose(ranks)
			slices.Sort(ranks)
			for _, rank := range ranks {
				if !yield(a, r.taxonomy.classes[rank]) {
					return
				}
			}
		}
	}
}

// Same returns the groups of two or more named individuals that are entailed to be equal, each
// sorted by IRI, and the groups by their first individual.
func (r *Realization) Same() [][]owl.NamedIndividual {
	groups := make(map[int32][]owl.NamedIndividual)
	for i, a := range r.individuals {
		least := int32(i)
		for _, b := range r.named(r.subsumers(i)) {
			least = min(least, b)
		}
		groups[least] = append(groups[least], a)
	}
	var same [][]owl.NamedIndividual
	for i := range r.individuals {
		if group := groups[int32(i)]; len(group) > 1 {
			same = append(same, group)
		}
	}
	return same
}

// Properties iterates over the entailed object property assertions between named individuals,
// without those of the top property, sorted by subject, property and object.
//
// Cost: for each individual and each property with chains, a search over the contexts that the
// links from the individual reach.
func (r *Realization) Properties() iter.Seq[PropertyAssertion] {
	return func(yield func(PropertyAssertion) bool) {
		search := dense.NewTraversal(r.taxonomy.s.Index.Box.Size)
		for i, a := range r.individuals {
			if !r.taxonomy.consistent {
				return
			}
			objects := r.objects(r.ids[i], search)
			for _, p := range r.properties {
				for _, b := range objects[p.role] {
					if !yield(PropertyAssertion{a, p.property, r.individuals[b]}) {
						return
					}
				}
			}
		}
	}
}

// subsumers returns S({a}) of an individual.
func (r *Realization) subsumers(i int) []index.ConceptID {
	if !r.taxonomy.consistent {
		return nil
	}
	return r.taxonomy.s.Store.Subsumers(r.ids[i])
}

// named returns the named individuals among the nominals of a set.
func (r *Realization) named(set []index.ConceptID) []int32 {
	var all []int32
	for _, a := range set {
		all = append(all, r.numbers[a]...)
	}
	return all
}

func (r *Realization) collectIndividuals() {
	x := r.taxonomy.s.Index
	type named struct {
		individual owl.NamedIndividual
		id         index.ConceptID
	}
	var all []named
	for i, a := range x.IDOf {
		if c := el.Concept(i); x.NF.Kind(c) == el.Nominal {
			if individual, ok := x.NF.Individual(c).(owl.NamedIndividual); ok &&
				!r.taxonomy.dropped[individual] {
				all = append(all, named{individual, a})
			}
		}
	}
	slices.SortFunc(all, func(a, b named) int { return a.individual.IRI.Compare(b.individual.IRI) })
	for i, n := range all {
		r.individuals = append(r.individuals, n.individual)
		r.ids = append(r.ids, n.id)
		r.numbers[n.id] = append(r.numbers[n.id], int32(i))
	}
}

func (r *Realization) collectProperties() {
	x := r.taxonomy.s.Index
	for role := range el.Role(x.NF.NumRoles()) {
		property, ok := x.NF.Property(role).(owl.ObjectProperty)
		if !ok || role == el.TopRole || role == el.BottomRole {
			continue
		}
		rep := x.Box.Rep[role]
		r.properties = append(r.properties, namedProperty{property, rep})
		if rep == x.Box.Universal {
			r.universal = true
		} else if x.Box.Complex[rep] && !slices.Contains(r.complex, rep) {
			r.complex = append(r.complex, rep)
		}
	}
	slices.SortFunc(r.properties, func(a, b namedProperty) int {
		return strings.Compare(a.property.IRI.String(), b.property.IRI.String())
	})
}

// objects returns for each representative role the individuals that a is connected to, sorted. A
// complex role whose automaton would be too large has what its sub-roles entail.
func (r *Realization) objects(a index.ConceptID, search *dense.Traversal) map[int32][]int32 {
	saturated := r.taxonomy.s
	x, store := saturated.Index, saturated.Store
	objects := make(map[int32][]int32)
	add := func(role int32, individuals []int32) {
		if len(individuals) > 0 {
			objects[role] = append(objects[role], individuals...)
		}
	}
	saturated.Links(a, func(l saturate.Link) bool {
		targets := r.named(store.Subsumers(l.Target))
		if role := x.Representatives[l.RoleID]; len(targets) > 0 && role >= 0 {
			for _, super := range x.Box.Supers(search, role) {
				add(super, targets)
			}
		}
		return true
	})
	own := r.named(store.Subsumers(a))
	for role, reflexive := range x.Box.Reflexive {
		if reflexive {
			add(int32(role), own)
		}
	}
	if r.universal {
		for i := range r.individuals {
			add(x.Box.Universal, []int32{int32(i)})
		}
	}
	for _, role := range r.complex {
		saturated.WalkBy(role, a, func(c index.ConceptID) bool {
			add(role, r.named(store.Subsumers(c)))
			return true
		})
	}
	for role, list := range objects {
		slices.Sort(list)
		objects[role] = slices.Compact(list)
	}
	return objects
}
