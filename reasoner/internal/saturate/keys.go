package saturate

import (
	"maps"
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// ruleKey applies the key rule.
//
//	{a}, {b} ⊑ C   equal values of C's key   ⟹   {a} ∈ S({b})
//
// It applies to named individuals a and b. Values that are individuals must be named, too.
//
// Cost: for each key the pairs of individuals that share a value of its most selective property.
func (r *rounds) ruleKey() {
	mayMatter := func(c index.ConceptID) bool { // values also depend on targets of links
		return r.l.Index.FlagsOf(c)&index.IsData != 0 ||
			slices.ContainsFunc(r.l.Store.Subsumers(c), func(d index.ConceptID) bool {
				return r.l.Index.FlagsOf(d)&index.IsNominal != 0
			})
	}
	if len(r.l.Index.NF.Keys) == 0 || !slices.ContainsFunc(r.changed, mayMatter) {
		return
	}
	var all [][]keyed
	for _, k := range r.l.Index.NF.Keys {
		if keyed := r.l.keyed(k); len(keyed) > 1 {
			all = append(all, keyed)
		}
	}
	// New equalities may make values of other individuals equal. The keys are applied until nothing
	// changes, so that a cascade of n keys does not take n saturations.
	equal := make(equality[index.ConceptID]) // since the last saturation
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

// equality is a union-find structure. Each element points to a smaller one; the least one of a
// group has no entry.
type equality[K ~int32] map[K]K

func (e equality[K]) least(a K) K {
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

// merge makes two elements equal and reports whether they were not.
func (e equality[K]) merge(a, b K) bool {
	a, b = e.least(a), e.least(b)
	if a == b {
		return false
	}
	e[max(a, b)] = min(a, b)
	return true
}

// keyed is an individual in the class of a key, with its values of each property of the key.
type keyed struct {
	individual index.ConceptID
	values     []map[index.ConceptID]bool // by property; none is empty
}

// merge replaces each value by the least equal one.
func (k *keyed) merge(equal equality[index.ConceptID]) {
	if len(equal) == 0 {
		return
	}
	for _, values := range k.values {
		for v := range values {
			if least := equal.least(v); least != v {
				delete(values, v)
				values[least] = true // harmless if the iteration visits it again
			}
		}
	}
}

// keyed returns the individuals to which a key may apply, in the order of the index.
func (s *Saturation) keyed(k el.Key) []keyed {
	x := s.Index
	var all []keyed
	for _, a := range x.Nominals {
		if !x.IsNamedIndividual(a) || !slices.Contains(s.Store.Subsumers(a), x.IDOf[k.Class]) {
			continue
		}
		one := keyed{individual: a}
		for _, p := range k.Objects {
			one.values = append(one.values, s.individualValues(a, x.Box.Rep[p]))
		}
		for _, p := range k.Data {
			one.values = append(one.values, s.dataValues(a, x.Box.Rep[p]))
		}
		if !slices.ContainsFunc(one.values, func(v map[index.ConceptID]bool) bool {
			return len(v) == 0
		}) {
			all = append(all, one)
		}
	}
	return all
}

// mergeKeyed makes individuals that share a value of each property equal, and reports whether any
// were not. It compares individuals that share a value of one property, each with one member of
// every group of equal ones.
func (r *rounds) mergeKeyed(all []keyed, equal equality[index.ConceptID]) (merged bool) {
	sharing := fewestPairs(all)
	for _, v := range slices.Sorted(maps.Keys(sharing)) {
		var hubs []keyed // one of each group
		for _, i := range sharing[v] {
			h := slices.IndexFunc(hubs, func(h keyed) bool {
				return shareAll(all[i].values, h.values)
			})
			if h < 0 {
				hubs = append(hubs, all[i])
				continue
			}
			a, b := r.l.leastEqual(all[i].individual), r.l.leastEqual(hubs[h].individual)
			if equal.merge(a, b) {
				merged = true
				r.include(a, b)
				r.include(b, a)
			}
		}
	}
	return merged
}

// fewestPairs returns the indexes of the individuals by their values of the most selective
// property: the one with the fewest pairs that share a value.
func fewestPairs(all []keyed) map[index.ConceptID][]int {
	var best map[index.ConceptID][]int
	fewest := -1
	for p := range all[0].values {
		by, pairs := make(map[index.ConceptID][]int), 0
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
func shareAll(a, b []map[index.ConceptID]bool) bool {
	for p := range a {
		if !share(a[p], b[p]) {
			return false
		}
	}
	return true
}

func share(a, b map[index.ConceptID]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// individualValues returns the named individuals that are values of a role, each represented by the
// least equal individual.
func (s *Saturation) individualValues(a index.ConceptID, role int32) map[index.ConceptID]bool {
	values := make(map[index.ConceptID]bool)
	collect := func(c index.ConceptID) bool {
		for _, b := range s.Store.Subsumers(c) {
			if s.Index.IsNamedIndividual(b) {
				values[s.leastEqual(b)] = true
			}
		}
		return true
	}
	walker := s.Walker(role)
	if walker == nil {
		return values
	}
	if walker.AcceptsEmpty {
		collect(a)
	}
	if role == s.Index.Box.Universal {
		for _, b := range s.Index.Nominals {
			collect(b)
		}
	}
	s.walk(walker, a, collect)
	return values
}

// leastEqual returns the least named individual that is equal to a.
func (s *Saturation) leastEqual(a index.ConceptID) index.ConceptID {
	least := a
	for _, b := range s.Store.Subsumers(a) {
		if b < least && s.Index.IsNamedIndividual(b) {
			least = b
		}
	}
	return least
}

// dataValues returns the values of a data property of an individual.
func (s *Saturation) dataValues(a index.ConceptID, role int32) map[index.ConceptID]bool {
	values := make(map[index.ConceptID]bool)
	walker := s.Walker(role)
	if walker == nil {
		return values
	}
	s.walk(walker, a, func(c index.ConceptID) bool {
		for _, v := range s.Store.Subsumers(c) {
			if k := s.Index.Concepts[v]; k != index.NoConcept &&
				s.Index.NF.Kind(k) == el.DataValue {
				values[v] = true
			}
		}
		return true
	})
	return values
}
