package el

import "slices"

// Join returns the normal form with the axioms and the vocabulary of an extension of it. The
// sources of the added axioms are increased by offset. The result shares memory with o.
func (o *Ontology) Join(extension *Ontology, offset Source) *Ontology {
	return &Ontology{
		Vocabulary:     extension.Vocabulary,
		NF1:            joined(o.NF1, extension.NF1, offset),
		NF2:            joined(o.NF2, extension.NF2, offset),
		NF3:            joined(o.NF3, extension.NF3, offset),
		NF4:            joined(o.NF4, extension.NF4, offset),
		Disjoint:       joined(o.Disjoint, extension.Disjoint, offset),
		Inclusions:     joined(o.Inclusions, extension.Inclusions, offset),
		Chains:         joined(o.Chains, extension.Chains, offset),
		Ranges:         joined(o.Ranges, extension.Ranges, offset),
		Reflexive:      joined(o.Reflexive, extension.Reflexive, offset),
		HasSelf:        joined(o.HasSelf, extension.HasSelf, offset),
		SelfSubs:       joined(o.SelfSubs, extension.SelfSubs, offset),
		Keys:           joined(o.Keys, extension.Keys, offset),
		FunctionalData: joined(o.FunctionalData, extension.FunctionalData, offset),
		Inverses:       joined(o.Inverses, extension.Inverses, offset),
	}
}

// sourced is a pointer to an axiom.
type sourced[A any] interface {
	*A
	shift(Source)
}

func joined[A any, P sourced[A]](list, more []A, offset Source) []A {
	if len(more) == 0 {
		return list
	}
	all := append(list[:len(list):len(list)], more...)
	for i := range all[len(list):] {
		P(&all[len(list)+i]).shift(offset)
	}
	return all
}

// Without returns the normal form without the axioms whose source removed reports.
func (o *Ontology) Without(removed func(Source) bool) *Ontology {
	return &Ontology{
		Vocabulary:     o.Vocabulary,
		NF1:            without(o.NF1, removed),
		NF2:            without(o.NF2, removed),
		NF3:            without(o.NF3, removed),
		NF4:            without(o.NF4, removed),
		Disjoint:       without(o.Disjoint, removed),
		Inclusions:     without(o.Inclusions, removed),
		Chains:         without(o.Chains, removed),
		Ranges:         without(o.Ranges, removed),
		Reflexive:      without(o.Reflexive, removed),
		HasSelf:        without(o.HasSelf, removed),
		SelfSubs:       without(o.SelfSubs, removed),
		Keys:           without(o.Keys, removed),
		FunctionalData: without(o.FunctionalData, removed),
		Inverses:       without(o.Inverses, removed),
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

func without[A interface{ from() Source }](list []A, removed func(Source) bool) []A {
	isRemoved := func(a A) bool { return removed(a.from()) }
	if !slices.ContainsFunc(list, isRemoved) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), isRemoved)
}
