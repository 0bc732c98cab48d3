package saturate

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/reasoner/internal/index"
)

// ruleFunctional merges the values of functional data properties.
//
//	C –r→ E   C –s→ F   r ⊑* d   s ⊑* d   d functional   ⟹   C –r→ E ⊓ F, C –s→ E ⊓ F
//
// Three or more links that such pairs connect are merged as well.
//
// Cost: the subsumers of the changed contexts, and those of the values that they link to.
func (r *rounds) ruleFunctional() {
	if len(r.l.Index.NF.FunctionalData) == 0 {
		return
	}
	above := r.l.functionalRoles()
	links := r.functionalLinks(above)
	for _, c := range slices.Sorted(maps.Keys(links)) {
		slices.SortFunc(links[c], func(d, e index.Existential) int {
			return cmp.Or(cmp.Compare(d.RoleID, e.RoleID), cmp.Compare(d.Filler, e.Filler))
		})
		for _, same := range sameValue(slices.Compact(links[c]), above) {
			r.merge(c, same)
		}
	}
}

// functionalLinks returns the links of the changed contexts to values of functional properties,
// with duplicates.
func (r *rounds) functionalLinks(above [][]int32) map[index.ConceptID][]index.Existential {
	l, x := r.l, r.l.Index
	links := make(map[index.ConceptID][]index.Existential)
	if !r.lazy && len(r.changed) == len(x.Contexts) {
		for a := range x.NumConcepts {
			for _, e := range x.Existentials(a) {
				if above[e.RoleID] != nil {
					l.Having(a, func(c index.ConceptID) { links[c] = append(links[c], e) })
				}
			}
		}
	} else {
		for _, c := range r.changed {
			for _, d := range l.Store.Subsumers(c) {
				for _, e := range x.Existentials(d) {
					if above[e.RoleID] != nil {
						links[c] = append(links[c], e)
					}
				}
			}
		}
	}
	return links
}

// functionalRoles returns for each role id the functional data properties that are equal to it or
// its super-properties.
func (s *Saturation) functionalRoles() [][]int32 {
	x := s.Index
	above := make([][]int32, len(x.Representatives))
	search := dense.NewTraversal(x.Box.Size)
	seen := make(map[int32]bool)
	for _, f := range x.NF.FunctionalData {
		role := x.Box.Rep[f.Role]
		if seen[role] {
			continue
		}
		seen[role] = true
		for _, sub := range x.Box.Subs(search, role) {
			if l := x.RoleIDOf[sub]; l >= 0 {
				above[l] = append(above[l], role)
			}
		}
	}
	return above
}

// sameValue groups the links of one context, sorted by role, that lead to one value, and omits
// groups of one link. A common sub-property of d and e connects them only if the context has a
// value of it.
func sameValue(links []index.Existential, above [][]int32) [][]index.Existential {
	equal := make(equality[int32]) // of functional roles
	for _, l := range links {
		for _, role := range above[l.RoleID] {
			equal.merge(above[l.RoleID][0], role)
		}
	}
	byGroup := make(map[int32][]index.Existential)
	for _, l := range links {
		g := equal.least(above[l.RoleID][0])
		byGroup[g] = append(byGroup[g], l)
	}
	var groups [][]index.Existential
	for _, g := range slices.Sorted(maps.Keys(byGroup)) {
		if len(byGroup[g]) > 1 {
			groups = append(groups, byGroup[g])
		}
	}
	return groups
}

// merge gives links to one value a common target, one link for each role.
func (r *rounds) merge(c index.ConceptID, links []index.Existential) {
	value, ok := r.commonValue(links)
	if !ok {
		return
	}
	has := func(l index.Existential) bool {
		return l.Filler == value ||
			r.l.Store.Done(l.Filler) && slices.Contains(r.l.Store.Subsumers(l.Filler), value)
	}
	for len(links) > 0 {
		roleID, known := links[0].RoleID, false
		for len(links) > 0 && links[0].RoleID == roleID {
			known = known || has(links[0])
			links = links[1:]
		}
		if !known {
			r.linkTo(c, roleID, value)
		}
	}
}

// commonValue returns the concept id of the intersection of all targets. ok is false if a target is
// unsatisfiable; then the context is, too.
func (r *rounds) commonValue(links []index.Existential) (value index.ConceptID, ok bool) {
	store := r.l.Store
	in := make(map[index.ConceptID]bool, len(links)) // the targets; merged ones by their parts
	least := links[0].Filler
	for _, l := range links {
		if store.Unsatisfiable(l.Filler) {
			return 0, false
		}
		for _, part := range r.l.Index.Changes.PartsOf(l.Filler) {
			in[part] = true
		}
		if store.Record(l.Filler).All > store.Record(least).All {
			least = l.Filler
		}
	}
	targetsAbove := func(e index.ConceptID) (above []index.ConceptID) {
		for _, a := range store.Subsumers(e) {
			if in[a] {
				above = append(above, a)
			}
		}
		return above
	}
	if len(targetsAbove(least)) == len(in) {
		return least, true
	}
	implied := make(map[index.ConceptID]bool) // by another target
	var parts []index.ConceptID
	for _, e := range slices.Sorted(maps.Keys(in)) {
		if implied[e] {
			continue
		}
		parts = append(parts, e)
		for _, a := range targetsAbove(e) {
			implied[a] = implied[a] || a != e
		}
	}
	parts = slices.DeleteFunc(parts, func(e index.ConceptID) bool { return implied[e] })
	return r.conjunction(parts), true
}

// conjunction returns the concept id of the intersection of several values.
func (r *rounds) conjunction(parts []index.ConceptID) index.ConceptID {
	var key []byte
	for _, p := range parts {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	x := r.l.Index
	if a, ok := x.Changes.Merged[string(key)]; ok {
		return a
	}
	a := r.l.Fresh(index.IsContext | index.IsData)
	for _, p := range parts {
		x.Include(a, p)
	}
	x.Changes.Merge(a, parts)
	r.e.Seed(a)
	return a
}
