package index

import (
	"context"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
)

// number assigns a concept id to every concept and sorts the axioms by their left sides.
func (b *indexer) number(ctx context.Context) (*Index, error) {
	x := &Index{
		NF: b.NF, Box: b.box, Representatives: b.representatives, Automata: b.automata,
		Walked: b.walked, Composing: b.composing, EveryConcept: b.everyConcept,
		Changes: &Changes{},
	}
	if b.composing != nil {
		x.Representatives = b.composing.Representatives
	}
	b.assignIDs(x)
	x.Special = len(b.members) > 1 || len(b.members[ValueAxiom])+len(b.self) > 0
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.layOut(x)
	x.States = make([]ConceptID, len(b.states))
	for i, c := range b.states {
		x.States[i] = x.IDOf[c]
	}
	x.Universal = -1
	if b.readsUniversal() {
		x.Universal = b.roleIDOf[b.box.Universal]
	}
	x.TopData = b.readsTopData()
	b.layOutTop(x)
	b.keepForLayers(x)
	return x, ctx.Err()
}

// keepForLayers stores what the axioms of layers are compiled with, by concept id.
func (b *indexer) keepForLayers(x *Index) {
	x.RoleIDOf, x.Ranges = b.roleIDOf, b.Ranges
	x.Ranged = make(map[RangedKey]ConceptID, len(b.ranged))
	for key, c := range b.ranged {
		x.Ranged[RangedKey{x.IDOf[key.Filler], key.Set}] = x.IDOf[c]
	}
	x.SelfIDs = make(map[int32]ConceptID, len(b.self))
	for r, c := range b.self {
		x.SelfIDs[r] = x.IDOf[c]
	}
	x.AutomatonOf = make(map[int32]int32, len(x.Automata))
	for i, a := range x.Automata {
		x.AutomatonOf[a.Role] = int32(i)
	}
	x.Disjoint = int32(len(b.members))
	x.IDOf = x.IDOf[:b.NF.NumConcepts()] // the ids of introduced concepts are not needed any longer
	if x.Names = b.names; x.Names != nil {
		for c := range x.IDOf {
			x.IDOf[c] = x.IDOf[x.Names.by[c]]
		}
	}
}

// assignIDs sorts the concepts into the four blocks and keeps their order within each block.
func (b *indexer) assignIDs(x *Index) {
	const conjunctOrMember, propagated = 1, 2
	use := make([]uint8, b.count)
	flags := make([]uint8, b.count)
	for _, a := range b.nf2 {
		use[a.left] |= conjunctOrMember
		use[a.right] |= conjunctOrMember
	}
	for _, m := range b.members {
		for _, c := range m {
			use[c] |= conjunctOrMember
			flags[c] |= IsMember
		}
	}
	for _, g := range b.negatives {
		use[g.concept] |= propagated
	}
	for c := range el.Concept(b.NF.NumConcepts()) {
		if b.names.representative(c) != c {
			continue
		}
		switch kind := b.NF.Kind(c); {
		case kind == el.NamedClass:
			flags[c] |= IsContext
		case kind == el.Nominal:
			flags[c] |= IsContext | IsNominal
		case b.everyConcept && b.NF.IsDataConcept(c):
			flags[c] |= IsContext | IsData
		case b.everyConcept && kind == el.Introduced:
			flags[c] |= IsContext
		}
	}
	flags[top] |= IsContext
	for _, a := range b.nf3 {
		flags[a.filler] |= IsContext | x.dataFlag(a.roleID)
	}
	for _, c := range b.asked {
		flags[b.names.representative(c)] |= IsContext
	}
	for r, c := range b.self {
		if !b.box.Reflexive[r] {
			flags[c] |= IsSelf
			use[c] |= conjunctOrMember // ∃r.Self is not inherited like other subsumers
		}
	}

	blocks := [4]uint8{conjunctOrMember, conjunctOrMember | propagated, propagated, 0}
	var ends [4]ConceptID
	x.NumConcepts = ConceptID(b.count)
	x.IDOf = make([]ConceptID, b.count)
	x.Concepts = make([]el.Concept, b.count)
	x.flags = make([]uint8, b.count)
	next := ConceptID(0)
	for i, block := range blocks {
		for c, u := range use {
			if u != block {
				continue
			}
			x.IDOf[c] = next
			x.flags[next] = flags[c]
			x.Concepts[next] = NoConcept
			if c < b.NF.NumConcepts() {
				x.Concepts[next] = el.Concept(c)
			}
			next++
		}
		ends[i] = next
	}
	x.ActiveOnly, x.Active, x.Propagated = ends[0], ends[1], ends[2]
	contexts := 0
	for _, flags := range x.flags {
		contexts += int(flags & IsContext)
	}
	x.Contexts = make([]ConceptID, 0, contexts)
	x.Top, x.Bottom, x.Literal = x.IDOf[top], x.IDOf[bottom], x.IDOf[b.Literal]
	for _, a := range x.IDOf {
		if x.flags[a]&IsContext != 0 {
			x.Contexts = append(x.Contexts, a)
		}
		if x.flags[a]&IsNominal != 0 {
			x.Nominals = append(x.Nominals, a)
		}
	}
	if len(b.self) > 0 {
		x.SelfRoles = make(map[ConceptID]int32)
		for r, c := range b.self {
			if !b.box.Reflexive[r] {
				x.SelfRoles[x.IDOf[c]] = b.roleIDOf[r]
			}
		}
	}
}

// layOut sorts the axioms by their left sides.
func (b *indexer) layOut(x *Index) {
	n, idOf := int(x.NumConcepts), x.IDOf
	x.inclusions = dense.BuildLists(n, func(add func(int32, ConceptID)) {
		for _, a := range b.nf1 {
			add(int32(idOf[a.From]), idOf[a.To])
		}
	})
	x.conjuncts = dense.BuildLists(n, func(add func(int32, Conjunct)) {
		for _, a := range b.nf2 {
			left, right, super := idOf[a.left], idOf[a.right], idOf[a.super]
			add(int32(left), Conjunct{right, super})
			add(int32(right), Conjunct{left, super})
		}
	})
	for a := range x.Active {
		if list := x.Conjuncts(a); len(list) > LongConjuncts {
			sortConjuncts(list)
		}
	}
	x.existentials = dense.BuildLists(n, func(add func(int32, Existential)) {
		for _, a := range b.nf3 {
			add(int32(idOf[a.sub]), Existential{a.roleID, idOf[a.filler]})
		}
	})
	x.negatives = dense.BuildLists(n, func(add func(int32, NegativeOccurrence)) {
		for _, a := range b.negatives {
			add(int32(idOf[a.concept]), b.translated(x, a.NegativeOccurrence))
		}
	})
	if x.Special {
		x.members = dense.BuildLists(n, func(add func(key, axiom int32)) {
			for i, m := range b.members {
				for _, c := range m {
					add(int32(idOf[c]), int32(i))
				}
			}
		})
	}
}

// translated translates the concept in an occurrence to a concept id.
func (b *indexer) translated(x *Index, g NegativeOccurrence) NegativeOccurrence {
	if g.At < 0 {
		g.First = int32(x.IDOf[g.First])
	}
	return g
}

// layOutTop computes what every link of a role propagates because its target is in ⊤.
func (b *indexer) layOutTop(x *Index) {
	var edges []dense.Edge
	for _, g := range b.topNegatives {
		g.NegativeOccurrence = b.translated(x, g.NegativeOccurrence)
		for _, l := range x.Automata[g.Automaton].Letters {
			for _, a := range x.Propagates(nil, g.NegativeOccurrence, l) {
				edges = append(edges, dense.Edge{From: l, To: int32(a)})
			}
		}
	}
	x.TopPropagated = dense.NewGraph(len(x.Representatives), edges)
}
