package el

import "slices"

// Join returns the normal form with the axioms and the vocabulary of an extension of it. The
// sources of the added axioms are increased by offset. The result shares memory with o.
func (o *Ontology) Join(extension *Ontology, offset Source) *Ontology {
	from := func(s *Source) {
		if *s != Definition {
			*s += offset
		}
	}
	return &Ontology{
		Vocabulary: extension.Vocabulary,
		NF1:        joined(o.NF1, extension.NF1, func(a *NF1) { from(&a.Source) }),
		NF2:        joined(o.NF2, extension.NF2, func(a *NF2) { from(&a.Source) }),
		NF3:        joined(o.NF3, extension.NF3, func(a *NF3) { from(&a.Source) }),
		NF4:        joined(o.NF4, extension.NF4, func(a *NF4) { from(&a.Source) }),
		Disjoint: joined(o.Disjoint, extension.Disjoint, func(a *Disjoint) {
			from(&a.Source)
		}),
		Inclusions: joined(o.Inclusions, extension.Inclusions, func(a *RoleInclusion) {
			from(&a.Source)
		}),
		Chains: joined(o.Chains, extension.Chains, func(a *RoleChain) { from(&a.Source) }),
		Ranges: joined(o.Ranges, extension.Ranges, func(a *Range) { from(&a.Source) }),
		Reflexive: joined(o.Reflexive, extension.Reflexive, func(a *Reflexive) {
			from(&a.Source)
		}),
		HasSelf: joined(o.HasSelf, extension.HasSelf, func(a *HasSelf) { from(&a.Source) }),
		SelfSubs: joined(o.SelfSubs, extension.SelfSubs, func(a *SelfSub) {
			from(&a.Source)
		}),
		Keys: joined(o.Keys, extension.Keys, func(a *Key) { from(&a.Source) }),
		FunctionalData: joined(o.FunctionalData, extension.FunctionalData, func(a *FunctionalData) {
			from(&a.Source)
		}),
		Inverses: joined(o.Inverses, extension.Inverses, func(a *Inverses) {
			from(&a.Source)
		}),
	}
}

func joined[A any](list, more []A, change func(*A)) []A {
	if len(more) == 0 {
		return list
	}
	all := append(list[:len(list):len(list)], more...)
	for i := range all[len(list):] {
		change(&all[len(list)+i])
	}
	return all
}

// Without returns the normal form without the axioms whose source removed reports.
func (o *Ontology) Without(removed func(Source) bool) *Ontology {
	return &Ontology{
		Vocabulary: o.Vocabulary,
		NF1:        without(o.NF1, func(a NF1) bool { return removed(a.Source) }),
		NF2:        without(o.NF2, func(a NF2) bool { return removed(a.Source) }),
		NF3:        without(o.NF3, func(a NF3) bool { return removed(a.Source) }),
		NF4:        without(o.NF4, func(a NF4) bool { return removed(a.Source) }),
		Disjoint:   without(o.Disjoint, func(a Disjoint) bool { return removed(a.Source) }),
		Inclusions: without(o.Inclusions, func(a RoleInclusion) bool {
			return removed(a.Source)
		}),
		Chains:    without(o.Chains, func(a RoleChain) bool { return removed(a.Source) }),
		Ranges:    without(o.Ranges, func(a Range) bool { return removed(a.Source) }),
		Reflexive: without(o.Reflexive, func(a Reflexive) bool { return removed(a.Source) }),
		HasSelf:   without(o.HasSelf, func(a HasSelf) bool { return removed(a.Source) }),
		SelfSubs:  without(o.SelfSubs, func(a SelfSub) bool { return removed(a.Source) }),
		Keys:      without(o.Keys, func(a Key) bool { return removed(a.Source) }),
		FunctionalData: without(o.FunctionalData, func(a FunctionalData) bool {
			return removed(a.Source)
		}),
		Inverses: without(o.Inverses, func(a Inverses) bool { return removed(a.Source) }),
	}
}

// Substitute returns the normal form with each concept c replaced by by[c]. The vocabulary is
// unchanged.
func (o *Ontology) Substitute(by []Concept) *Ontology {
	s := &Ontology{
		Vocabulary: o.Vocabulary,
		NF1:        slices.Clone(o.NF1), NF2: slices.Clone(o.NF2), NF3: slices.Clone(o.NF3),
		NF4:      slices.Clone(o.NF4),
		Disjoint: slices.Clone(o.Disjoint), Inclusions: o.Inclusions, Chains: o.Chains,
		Ranges:    slices.Clone(o.Ranges),
		Reflexive: o.Reflexive, HasSelf: slices.Clone(o.HasSelf),
		SelfSubs: slices.Clone(o.SelfSubs),
		Keys:     slices.Clone(o.Keys), FunctionalData: o.FunctionalData, Inverses: o.Inverses,
	}
	for i := range s.Disjoint {
		s.Disjoint[i].Concepts = slices.Clone(s.Disjoint[i].Concepts)
	}
	s.eachConcept(func(c *Concept) { *c = by[*c] })
	return s
}

func without[A any](list []A, removed func(A) bool) []A {
	i := slices.IndexFunc(list, removed)
	if i < 0 {
		return list
	}
	rest := slices.Clone(list[:i])
	for _, a := range list[i+1:] {
		if !removed(a) {
			rest = append(rest, a)
		}
	}
	return rest
}
