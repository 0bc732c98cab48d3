package reasoner

import (
	"cmp"
	"iter"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/saturate"
)

// DataAssertion is an entailed DataPropertyAssertion of a named individual.
type DataAssertion struct {
	Subject  owl.NamedIndividual
	Property owl.DataProperty
	Value    *owl.Literal
}

// DataProperties iterates over the entailed data property assertions of the named individuals,
// except those of the top property, sorted by subject, property and value. Values are written as in
// the ontology.
func (r *Realization) DataProperties() iter.Seq[DataAssertion] {
	return func(yield func(DataAssertion) bool) {
		if !r.taxonomy.consistent {
			return
		}
		properties := r.dataProperties()
		search := dense.NewTraversal(r.taxonomy.s.Index.Box.Size)
		for i := range r.individuals {
			for _, a := range r.dataOf(i, search, properties) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// dataProperties returns the named data properties by the representative of their role.
func (r *Realization) dataProperties() map[int32][]owl.DataProperty {
	x := r.taxonomy.s.Index
	byRole := make(map[int32][]owl.DataProperty)
	for role := range el.Role(x.NF.NumRoles()) {
		if p, ok := x.NF.Property(role).(owl.DataProperty); ok && role != el.TopDataRole &&
			role != el.BottomDataRole {
			byRole[x.Box.Rep[role]] = append(byRole[x.Box.Rep[role]], p)
		}
	}
	return byRole
}

// dataOf returns the data assertions of individual i, sorted.
func (r *Realization) dataOf(
	i int, search *dense.Traversal, properties map[int32][]owl.DataProperty,
) []DataAssertion {
	x, store := r.taxonomy.s.Index, r.taxonomy.s.Store
	var found []DataAssertion
	r.taxonomy.s.Links(r.ids[i], func(l saturate.Link) bool {
		role := x.Representatives[l.RoleID]
		if role < 0 {
			return true
		}
		for _, a := range store.Subsumers(l.Target) {
			if c := x.Concepts[a]; c < 0 || int(c) >= x.NF.NumConcepts() ||
				x.NF.Kind(c) != el.DataValue {
				continue
			}
			for _, super := range x.Box.Supers(search, role) {
				for _, p := range properties[super] {
					found = append(found, DataAssertion{r.individuals[i], p,
						x.NF.Value(x.Concepts[a])})
				}
			}
		}
		return true
	})
	slices.SortFunc(found, compareData)
	return slices.CompactFunc(found, func(a, b DataAssertion) bool {
		return compareData(a, b) == 0
	})
}

func compareData(a, b DataAssertion) int {
	return cmp.Or(
		a.Property.IRI.Compare(b.Property.IRI),
		slices.Compare(owl.AppendCanonicalLiteral(nil, a.Value),
			owl.AppendCanonicalLiteral(nil, b.Value)))
}
