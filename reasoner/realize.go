package reasoner

import (
	"context"
	"iter"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/role"
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
	complex     []*role.Automaton           // automata of the complex roles
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
	return func(yield func(owl.NamedIndividual, owl.Class) bool) {
		for i, a := range r.individuals {
			var ranks []int32
			for _, c := range r.subsumers(i) {
				ranks = r.taxonomy.appendRanks(ranks, c)
			}
			if !yieldClasses(r.taxonomy, a, ranks, yield) {
				return
			}
		}
	}
}

// DirectTypes is Types without the superclasses of other types. A group of equivalent classes
// appears under its name in Taxonomy.Direct.
func (r *Realization) DirectTypes() iter.Seq2[owl.NamedIndividual, owl.Class] {
	return func(yield func(owl.NamedIndividual, owl.Class) bool) {
		t := r.taxonomy
		for i, a := range r.individuals {
			above := make(map[int32]bool)
			var ranks []int32
			for _, c := range r.subsumers(i) {
				if rank := t.rank(c); rank >= 0 && t.representative[rank] == rank {
					ranks = append(ranks, rank)
					for _, d := range t.direct.Of(rank) {
						above[d] = true
					}
				}
			}
			// types are closed upward, so the direct superclasses of all types cover all
			// superclasses
			ranks = slices.DeleteFunc(ranks, func(rank int32) bool { return above[rank] })
			if !yieldClasses(t, a, ranks, yield) {
				return
			}
		}
	}
}

func yieldClasses(
	t *Taxonomy, a owl.NamedIndividual, ranks []int32,
	yield func(owl.NamedIndividual, owl.Class) bool,
) bool {
	slices.Sort(ranks)
	for _, rank := range ranks {
		if !yield(a, t.classes[rank]) {
			return false
		}
	}
	return true
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
		search := newRoleSearch(r)
		for i, a := range r.individuals {
			if !r.taxonomy.consistent {
				return
			}
			objects := search.from(r.ids[i])
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
	builder := role.NewBuilder(x.Box, x.Representatives)
	built := make(map[int32]bool)
	for role := range el.Role(x.NF.NumRoles()) {
		property, ok := x.NF.Property(role).(owl.ObjectProperty)
		if !ok || role == el.TopRole || role == el.BottomRole {
			continue
		}
		rep := x.Box.Rep[role]
		r.properties = append(r.properties, namedProperty{property, rep})
		if built[rep] || !x.Box.Complex[rep] || rep == x.Box.Universal {
			continue
		}
		built[rep] = true
		// a role beyond the limits and without a negative existential keeps what its sub-roles
		// entail
		if a, err := builder.Build(rep); err == nil {
			r.complex = append(r.complex, a)
		}
	}
	slices.SortFunc(r.properties, func(a, b namedProperty) int {
		return strings.Compare(a.property.IRI.String(), b.property.IRI.String())
	})
}

// roleSearch finds the individuals that an individual is connected to, by role.
type roleSearch struct {
	r       *Realization
	links   map[index.ConceptID][]saturate.Link
	search  *graph.Traversal
	objects map[int32]map[int32]bool

	nonempty []index.ConceptID // targets of the top role, if automata read it
}

func newRoleSearch(r *Realization) *roleSearch {
	saturated := r.taxonomy.s
	s := &roleSearch{
		r: r, links: make(map[index.ConceptID][]saturate.Link),
		search: graph.NewTraversal(saturated.Index.Box.Size),
	}
	if saturated.Index.Universal >= 0 && r.taxonomy.consistent {
		s.nonempty = saturated.Nonempty()
	}
	return s
}

// from returns for each representative role the individuals that a is connected to, sorted.
func (s *roleSearch) from(a index.ConceptID) map[int32][]int32 {
	x, store := s.r.taxonomy.s.Index, s.r.taxonomy.s.Store
	s.objects = make(map[int32]map[int32]bool)
	for _, l := range s.of(a) {
		objects := s.r.named(store.Subsumers(l.Target))
		role := x.Representatives[l.RoleID]
		if len(objects) == 0 || role < 0 {
			continue
		}
		for _, super := range x.Box.Supers(s.search, role) {
			s.add(super, objects)
		}
	}
	own := s.r.named(store.Subsumers(a))
	for role, reflexive := range x.Box.Reflexive {
		if reflexive {
			s.add(int32(role), own)
		}
	}
	for _, p := range s.r.properties {
		if p.role == x.Box.Universal {
			for i := range s.r.individuals {
				s.add(p.role, []int32{int32(i)})
			}
		}
	}
	for _, automaton := range s.r.complex {
		s.follow(a, automaton)
	}
	sorted := make(map[int32][]int32, len(s.objects))
	for role, set := range s.objects {
		for b := range set {
			sorted[role] = append(sorted[role], b)
		}
		slices.Sort(sorted[role])
	}
	return sorted
}

func (s *roleSearch) add(role int32, objects []int32) {
	set := s.objects[role]
	if set == nil {
		set = make(map[int32]bool)
		s.objects[role] = set
	}
	for _, b := range objects {
		set[b] = true
	}
}

// follow reads the link paths from a with an automaton.
func (s *roleSearch) follow(a index.ConceptID, automaton *role.Automaton) {
	type place struct {
		context index.ConceptID
		state   int32
	}
	seen := map[place]bool{{a, 0}: true}
	todo := []place{{a, 0}}
	read := func(p place, roleID int32, target index.ConceptID) {
		column := automaton.Column(roleID)
		if column < 0 {
			return
		}
		at := int(p.state)*automaton.Forward.Columns + int(column)
		if automaton.Forward.Accept[at] {
			s.add(automaton.Role, s.r.named(s.r.taxonomy.s.Store.Subsumers(target)))
		}
		next := place{target, automaton.Forward.Next[at]}
		if next.state >= 0 && !seen[next] {
			seen[next] = true
			todo = append(todo, next)
		}
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range s.of(p.context) {
			read(p, l.RoleID, l.Target)
		}
		for _, c := range s.nonempty {
			read(p, s.r.taxonomy.s.Index.Universal, c)
		}
	}
}

// of returns the links of a context.
func (s *roleSearch) of(c index.ConceptID) []saturate.Link {
	links, ok := s.links[c]
	if ok {
		return links
	}
	x := s.r.taxonomy.s.Index
	store := s.r.taxonomy.s.Store
	if x.Composing != nil {
		links = slices.Clone(store.Links[c])
	}
	for _, d := range store.Subsumers(c) {
		for _, e := range x.Existentials(d) {
			links = append(links, saturate.Link{RoleID: e.RoleID, Target: e.Filler})
		}
		if x.FlagsOf(d)&index.IsSelf != 0 {
			links = append(links, saturate.Link{RoleID: x.SelfRoles[d], Target: c})
		}
	}
	s.links[c] = links
	return links
}
