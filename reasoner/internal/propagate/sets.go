package propagate

import (
	"slices"

	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// contexts is an immutable set of contexts. It belongs to one Propagation.
type contexts struct {
	list   []index.ConceptID // ascending
	within bool              // all are below the left side of the inclusion

	sources []source // of links to them; computed on first use
}

func (c *contexts) has(a index.ConceptID) bool {
	_, found := slices.BinarySearch(c.list, a)
	return found
}

// shared returns the elements of an ascending list that another one has, or lacks if has is false.
func shared(list, other []index.ConceptID, has bool) (some []index.ConceptID) {
	if len(list) > 0 {
		first, _ := slices.BinarySearch(other, list[0])
		other = other[first:]
	}
	for _, c := range list {
		for len(other) > 0 && other[0] < c {
			other = other[1:]
		}
		if has == (len(other) > 0 && other[0] == c) {
			some = append(some, c)
		}
	}
	return some
}

// few is the number of contexts up to which each is searched or inserted.
const few = 8

// union returns the elements of two ascending lists, ascending. It may change the first one, but
// not the second.
func union(list, other []index.ConceptID) []index.ConceptID {
	switch {
	case len(list) == 0:
		return slices.Clip(other)
	case len(other) <= few:
		for _, c := range other {
			if at, found := slices.BinarySearch(list, c); !found {
				list = slices.Insert(list, at, c)
			}
		}
		return list
	}
	all := make([]index.ConceptID, 0, len(list)+len(other))
	for _, c := range list {
		for len(other) > 0 && other[0] <= c {
			if other[0] < c {
				all = append(all, other[0])
			}
			other = other[1:]
		}
		all = append(all, c)
	}
	return append(all, other...)
}

// subset returns a subset of the contexts. It is the latest one if that is equal.
func (p *Propagation) subset(set *contexts, list []index.ConceptID) *contexts {
	switch {
	case len(list) == len(set.list):
		return set
	case !slices.Equal(list, p.last.list):
		p.last = &contexts{list: list}
	}
	p.last.within = p.last.within || set.within
	return p.last
}

// havingAny returns the contexts with any of the subsumers.
func (p *Propagation) havingAny(ids []index.ConceptID) *contexts {
	var list []index.ConceptID
	for _, a := range ids {
		p.s.Having(a, func(c index.ConceptID) { list = append(list, c) })
	}
	slices.Sort(list)
	return &contexts{list: slices.Compact(list)}
}

// had returns the contexts of a set that had a concept before the addition.
func (p *Propagation) had(a index.ConceptID, set *contexts) (list []index.ConceptID) {
	has := func(c index.ConceptID) bool { return slices.Contains(p.subsumers(c), a) }
	switch count := p.s.CountHaving(a); {
	case len(set.list) <= few:
	case count >= saturate.ManyHave:
		has = p.s.SetHaving(a).Has
	default:
		p.s.Having(a, func(c index.ConceptID) {
			if set.has(c) {
				list = append(list, c)
			}
		})
		slices.Sort(list)
		return slices.Compact(list)
	}
	for _, c := range set.list {
		if has(c) {
			list = append(list, c)
		}
	}
	return list
}

// with visits the contexts of a set that have a concept as a subsumer. It may leave out
// unsatisfiable contexts.
func (p *Propagation) with(a index.ConceptID, set *contexts, visit func(*contexts)) {
	if p.mayLack(set, a) {
		list := p.had(a, set)
		if gained := p.gained[a]; len(gained) > 0 && len(list) < len(set.list) {
			list = union(list, shared(set.list, gained, true))
		}
		set = p.subset(set, p.satisfiable(list))
	}
	if len(set.list) > 0 {
		visit(set)
	}
}

// without returns the contexts that lack a concept, except unsatisfiable contexts. If most contexts
// lack it, all are returned, because a shared set is cheaper than a smaller new one.
func (p *Propagation) without(a index.ConceptID, set *contexts) *contexts {
	list := set.list
	if p.s.CountHaving(a) < saturate.ManyHave || len(list) <= few {
		list = shared(list, p.had(a, set), false)
	} else {
		had := p.s.SetHaving(a)
		p.lacking = p.lacking[:0]
		for _, c := range list {
			if !had.Has(c) {
				p.lacking = append(p.lacking, c)
			}
		}
		list = p.lacking
	}
	list = p.satisfiable(shared(list, p.gained[a], false))
	if 2*len(list) > len(set.list) {
		return set
	}
	return p.subset(set, list)
}

// satisfiable returns the contexts of a list that are not known to be unsatisfiable.
func (p *Propagation) satisfiable(list []index.ConceptID) []index.ConceptID {
	return slices.DeleteFunc(list, func(c index.ConceptID) bool {
		return p.Unsatisfiable.Has(int32(c))
	})
}

func (p *Propagation) subsumers(c index.ConceptID) []index.ConceptID {
	if p.IsFresh(c) {
		return nil
	}
	return p.s.Store.Subsumers(c)
}
