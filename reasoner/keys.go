package reasoner

import (
	"maps"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// keys applies the key rule.
//
//	{a}, {b} ⊑ C   equal values of C's key   ⟹   {a} ∈ S({b})
//
// for named individuals a and b; values that are individuals must be named ones, too.
//
// Cost: for each key the pairs of individuals that share a value of the property with the fewest such pairs.
func (r *rounds) keys() {
	mayMatter := func(c atom) bool { // values change with what links lead to, too
		return r.s.x.flagsOf(c)&isData != 0 ||
			slices.ContainsFunc(r.s.store.subsumers(c), func(d atom) bool { return r.s.x.flagsOf(d)&isNominal != 0 })
	}
	if len(r.s.x.nf.Keys) == 0 || !slices.ContainsFunc(r.changed, mayMatter) {
		return
	}
	var all [][]keyed
	for _, k := range r.s.x.nf.Keys {
		if keyed := r.s.keyed(k); len(keyed) > 1 {
			all = append(all, keyed)
		}
	}
	// What has come out equal may be a value of others: each round of keys goes to an end of its own, so that a cascade of
	// n keys does not take n saturations.
	equal := make(equality)
	for merged := true; merged; {
		merged = false
		for _, keyed := range all {
			for i := range keyed {
				keyed[i].merge(equal)
			}
			merged = r.mergeKeyed(keyed, equal) || merged
		}
	}
}

// equality is which values have come out equal since the last saturation, by union and find: each leads to a lesser one
// or, the least, nowhere.
type equality map[atom]atom

func (e equality) least(a atom) atom {
	for {
		b, ok := e[a]
		if !ok {
			return a
		}
		if c, ok := e[b]; ok {
			e[a] = c
		}
		a = b
	}
}

// merge makes two values one, and reports whether they were not.
func (e equality) merge(a, b atom) bool {
	a, b = e.least(a), e.least(b)
	if a == b {
		return false
	}
	e[max(a, b)] = min(a, b)
	return true
}

// keyed is an individual in the class of a key, with the values that it has of each property of the key.
type keyed struct {
	individual atom
	values     []map[atom]bool // by property; none is empty
}

// merge replaces values by those that they have come out equal to.
func (k *keyed) merge(equal equality) {
	if len(equal) == 0 {
		return
	}
	for _, values := range k.values {
		for v := range values {
			if least := equal.least(v); least != v {
				delete(values, v)
				values[least] = true // seen or not: it stays
			}
		}
	}
}

// keyed returns the individuals on which a key can bear, in the order of the index.
func (s *saturation) keyed(k el.Key) []keyed {
	x := s.x
	var all []keyed
	for _, a := range x.nominals {
		if !x.isNamedIndividual(a) || !slices.Contains(s.store.subsumers(a), x.atomOf[k.Class]) {
			continue
		}
		one := keyed{individual: a}
		for _, p := range k.Objects {
			one.values = append(one.values, s.individualValues(a, x.box.rep[p]))
		}
		for _, p := range k.Data {
			one.values = append(one.values, s.dataValues(a, x.box.rep[p]))
		}
		if !slices.ContainsFunc(one.values, func(v map[atom]bool) bool { return len(v) == 0 }) {
			all = append(all, one)
		}
	}
	return all
}

// mergeKeyed makes individuals that share a value of each property equal. It compares those that share
// a value of one property, and of these each with one of every group that has come out equal. It reports whether there
// are any that were not equal.
func (r *rounds) mergeKeyed(all []keyed, equal equality) (merged bool) {
	sharing := fewestPairs(all)
	for _, v := range slices.Sorted(maps.Keys(sharing)) {
		var hubs []keyed // one of each group
		for _, i := range sharing[v] {
			h := slices.IndexFunc(hubs, func(h keyed) bool { return shareAll(all[i].values, h.values) })
			if h < 0 {
				hubs = append(hubs, all[i])
				continue
			}
			a, b := r.s.leastEqual(all[i].individual), r.s.leastEqual(hubs[h].individual)
			if equal.merge(a, b) {
				merged = true
				r.include(a, b)
				r.include(b, a)
			}
		}
	}
	return merged
}

// fewestPairs returns the places of the individuals by the values of one property: that by which the fewest pairs of
// them share a value.
func fewestPairs(all []keyed) map[atom][]int {
	var best map[atom][]int
	fewest := -1
	for p := range all[0].values {
		by, pairs := make(map[atom][]int), 0
		for i, one := range all {
			for v := range one.values[p] {
				pairs += len(by[v])
				by[v] = append(by[v], i)
			}
		}
		if fewest < 0 || pairs < fewest {
			best, fewest = by, pairs
		}
	}
	return best
}

// shareAll reports whether two individuals share a value of every property.
func shareAll(a, b []map[atom]bool) bool {
	for p := range a {
		if !share(a[p], b[p]) {
			return false
		}
	}
	return true
}

func share(a, b map[atom]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

func (x *index) isNamedIndividual(a atom) bool {
	if x.flagsOf(a)&isNominal == 0 {
		return false
	}
	_, ok := x.nf.Individual(x.concepts[a]).(owl.NamedIndividual)
	return ok
}

// individualValues returns the named individuals that one is connected to by a role, each by the least of
// those that it is equal to.
func (s *saturation) individualValues(a atom, role int32) map[atom]bool {
	values := make(map[atom]bool)
	collect := func(c atom) bool {
		for _, b := range s.store.subsumers(c) {
			if s.x.isNamedIndividual(b) {
				values[s.leastEqual(b)] = true
			}
		}
		return true
	}
	walker := s.walker(role)
	if walker == nil {
		return values
	}
	if walker.empty {
		collect(a)
	}
	if role == s.x.box.universal {
		for _, b := range s.x.nominals {
			collect(b)
		}
	}
	s.walk(walker, a, collect)
	return values
}

// leastEqual returns the least of the named individuals that one is equal to.
func (s *saturation) leastEqual(a atom) atom {
	least := a
	for _, b := range s.store.subsumers(a) {
		if b < least && s.x.isNamedIndividual(b) {
			least = b
		}
	}
	return least
}

// dataValues returns the values of a data property that an individual has.
func (s *saturation) dataValues(a atom, role int32) map[atom]bool {
	values := make(map[atom]bool)
	walker := s.walker(role)
	if walker == nil {
		return values
	}
	s.walk(walker, a, func(c atom) bool {
		for _, v := range s.store.subsumers(c) {
			if k := s.x.concepts[v]; k != noConcept && s.x.nf.Kind(k) == el.DataValue {
				values[v] = true
			}
		}
		return true
	})
	return values
}
