package reasoner

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/reasoner/internal/graph"
)

// ruleFunctional merges the values of functional data properties.
//
//	C –r→ E   C –s→ F   r ⊑* d   s ⊑* d   d functional   ⟹   C –r→ E ⊓ F, C –s→ E ⊓ F
//
// Three or more links that such pairs connect are merged as well.
//
// Cost: the subsumers of the changed contexts, and those of the values that they link to.
func (r *rounds) ruleFunctional() {
	if len(r.s.x.nf.FunctionalData) == 0 {
		return
	}
	above := r.s.functionalRoles()
	links := r.functionalLinks(above)
	for _, c := range slices.Sorted(maps.Keys(links)) {
		slices.SortFunc(links[c], func(d, e existential) int {
			return cmp.Or(cmp.Compare(d.roleID, e.roleID), cmp.Compare(d.filler, e.filler))
		})
		for _, same := range sameValue(slices.Compact(links[c]), above) {
			r.merge(c, same)
		}
	}
}

// functionalLinks returns the links of the changed contexts to values of functional properties,
// with duplicates.
func (r *rounds) functionalLinks(above [][]int32) map[conceptID][]existential {
	s, x := r.s, r.s.x
	links := make(map[conceptID][]existential)
	if !r.lazy && len(r.changed) == len(x.contexts) {
		for a := range x.numConcepts {
			for _, e := range x.existentials(a) {
				if above[e.roleID] != nil {
					s.having(a, func(c conceptID) { links[c] = append(links[c], e) })
				}
			}
		}
	} else {
		for _, c := range r.changed {
			for _, d := range s.store.subsumers(c) {
				for _, e := range x.existentials(d) {
					if above[e.roleID] != nil {
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
func (s *saturation) functionalRoles() [][]int32 {
	x := s.x
	above := make([][]int32, len(x.representatives))
	search := graph.NewTraversal(x.box.Size)
	seen := make(map[int32]bool)
	for _, f := range x.nf.FunctionalData {
		role := x.box.Rep[f.Role]
		if seen[role] {
			continue
		}
		seen[role] = true
		for _, sub := range x.box.Subs(search, role) {
			if l := x.roleIDOf[sub]; l >= 0 {
				above[l] = append(above[l], role)
			}
		}
	}
	return above
}

// sameValue groups the links of one context, sorted by role, that lead to one value, and omits
// groups of one link. A common sub-property of d and e connects them only if the context has a
// value of it.
func sameValue(links []existential, above [][]int32) [][]existential {
	group := make(map[int32]int32) // a union-find structure over functional roles
	find := func(role int32) int32 {
		for {
			next, ok := group[role]
			if !ok || next == role {
				return role
			}
			role = next
		}
	}
	for _, l := range links {
		first := find(above[l.roleID][0])
		for _, role := range above[l.roleID] {
			if other := find(role); other != first {
				group[max(other, first)] = min(other, first)
				first = min(other, first)
			}
		}
	}
	byGroup := make(map[int32][]existential)
	for _, l := range links {
		g := find(above[l.roleID][0])
		byGroup[g] = append(byGroup[g], l)
	}
	var groups [][]existential
	for _, g := range slices.Sorted(maps.Keys(byGroup)) {
		if len(byGroup[g]) > 1 {
			groups = append(groups, byGroup[g])
		}
	}
	return groups
}

// merge gives links to one value a common target, one link for each role.
func (r *rounds) merge(c conceptID, links []existential) {
	value, ok := r.commonValue(links)
	if !ok {
		return
	}
	has := func(l existential) bool {
		return l.filler == value ||
			r.s.store.done(l.filler) && slices.Contains(r.s.store.subsumers(l.filler), value)
	}
	for len(links) > 0 {
		roleID, known := links[0].roleID, false
		for len(links) > 0 && links[0].roleID == roleID {
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
func (r *rounds) commonValue(links []existential) (value conceptID, ok bool) {
	store := r.s.store
	in := make(map[conceptID]bool, len(links)) // the targets; merged ones by their parts
	least := links[0].filler
	for _, l := range links {
		if store.unsatisfiable(l.filler) {
			return 0, false
		}
		for _, part := range r.s.x.changes.partsOf(l.filler) {
			in[part] = true
		}
		if store.record(l.filler).all > store.record(least).all {
			least = l.filler
		}
	}
	targetsAbove := func(e conceptID) (above []conceptID) {
		for _, a := range store.subsumers(e) {
			if in[a] {
				above = append(above, a)
			}
		}
		return above
	}
	if len(targetsAbove(least)) == len(in) {
		return least, true
	}
	implied := make(map[conceptID]bool) // by another target
	var parts []conceptID
	for _, e := range slices.Sorted(maps.Keys(in)) {
		if implied[e] {
			continue
		}
		parts = append(parts, e)
		for _, a := range targetsAbove(e) {
			implied[a] = implied[a] || a != e
		}
	}
	parts = slices.DeleteFunc(parts, func(e conceptID) bool { return implied[e] })
	return r.conjunction(parts), true
}

// conjunction returns the concept id of the intersection of several values.
func (r *rounds) conjunction(parts []conceptID) conceptID {
	var key []byte
	for _, p := range parts {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	x := r.s.x
	for c := x.changes; c != nil; c = c.below {
		if a, ok := c.merged[string(key)]; ok {
			return a
		}
	}
	a := r.s.fresh(isContext | isData)
	for _, p := range parts {
		x.include(a, p)
	}
	x.changes.merge(a, parts)
	r.e.seed(a)
	return a
}
