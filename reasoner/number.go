package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
)

// maxDense bounds the dense table of columns; above it a hash table needs less memory.
const maxDense = 1 << 22

// number assigns a concept id to every concept and sorts the axioms by their left sides.
func (b *indexer) number(ctx context.Context) (*index, error) {
	x := &index{
		nf: b.nf, box: b.box, representatives: b.representatives, automata: b.automata,
		walked: b.walked, composing: b.composing, everyConcept: b.everyConcept,
	}
	if b.composing != nil {
		x.representatives = b.composing.Representatives
	}
	b.assignIDs(x)
	x.special = len(b.members) > 1 || len(b.members[valueAxiom])+len(b.self) > 0
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.layOut(x)
	b.layOutColumns(x)
	x.states = make([]conceptID, len(b.states))
	for i, c := range b.states {
		x.states[i] = x.idOf[c]
	}
	x.universal = -1
	if b.readsUniversal() {
		x.universal = b.roleIDOf[b.box.Universal]
	}
	x.topData = b.readsTopData()
	b.layOutTop(x)
	b.keepForLayers(x)
	return x, ctx.Err()
}

// keepForLayers stores what the axioms of layers are compiled with, by concept id.
func (b *indexer) keepForLayers(x *index) {
	x.roleIDOf, x.ranges = b.roleIDOf, b.ranges
	x.ranged = make(map[rangedKey]conceptID, len(b.ranged))
	for key, c := range b.ranged {
		x.ranged[rangedKey{x.idOf[key.filler], key.set}] = x.idOf[c]
	}
	x.selfIDs = make(map[int32]conceptID, len(b.self))
	for r, c := range b.self {
		x.selfIDs[r] = x.idOf[c]
	}
	x.automatonOf = make(map[int32]int32, len(x.automata))
	for i, a := range x.automata {
		x.automatonOf[a.Role] = int32(i)
	}
	x.disjoint = int32(len(b.members))
	x.idOf = x.idOf[:b.nf.NumConcepts()] // the ids of introduced concepts are not needed any longer
	if x.names = b.names; x.names != nil {
		for c := range x.idOf {
			x.idOf[c] = x.idOf[x.names.by[c]]
		}
	}
}

// assignIDs sorts the concepts into the four blocks and keeps their order within each block.
func (b *indexer) assignIDs(x *index) {
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
			flags[c] |= isMember
		}
	}
	for _, g := range b.negatives {
		use[g.concept] |= propagated
	}
	for c := range el.Concept(b.nf.NumConcepts()) {
		if b.names.representative(c) != c {
			continue
		}
		switch kind := b.nf.Kind(c); {
		case kind == el.NamedClass:
			flags[c] |= isContext
		case kind == el.Nominal:
			flags[c] |= isContext | isNominal
		case b.everyConcept && b.nf.IsDataConcept(c):
			flags[c] |= isContext | isData
		case b.everyConcept && kind == el.Introduced:
			flags[c] |= isContext
		}
	}
	flags[top] |= isContext
	for _, a := range b.nf3 {
		flags[a.filler] |= isContext | x.dataFlag(a.roleID)
	}
	for _, c := range b.asked {
		flags[b.names.representative(c)] |= isContext
	}
	for r, c := range b.self {
		if !b.box.Reflexive[r] {
			flags[c] |= isSelf
			use[c] |= conjunctOrMember // ∃r.Self is not inherited like other subsumers: see inherit
		}
	}

	blocks := [4]uint8{conjunctOrMember, conjunctOrMember | propagated, propagated, 0}
	var ends [4]conceptID
	x.numConcepts = conceptID(b.count)
	x.idOf = make([]conceptID, b.count)
	x.concepts = make([]el.Concept, b.count)
	x.flags = make([]uint8, b.count)
	next := conceptID(0)
	for i, block := range blocks {
		for c, u := range use {
			if u != block {
				continue
			}
			x.idOf[c] = next
			x.flags[next] = flags[c]
			x.concepts[next] = noConcept
			if c < b.nf.NumConcepts() {
				x.concepts[next] = el.Concept(c)
			}
			next++
		}
		ends[i] = next
	}
	x.activeOnly, x.active, x.propagated = ends[0], ends[1], ends[2]
	contexts := 0
	for _, flags := range x.flags {
		contexts += int(flags & isContext)
	}
	x.contexts = make([]conceptID, 0, contexts)
	x.top, x.bottom, x.literal = x.idOf[top], x.idOf[bottom], x.idOf[b.literal]
	for _, a := range x.idOf {
		if x.flags[a]&isContext != 0 {
			x.contexts = append(x.contexts, a)
		}
		if x.flags[a]&isNominal != 0 {
			x.nominals = append(x.nominals, a)
		}
	}
	if len(b.self) > 0 {
		x.selfRoles = make(map[conceptID]int32)
		for r, c := range b.self {
			if !b.box.Reflexive[r] {
				x.selfRoles[x.idOf[c]] = b.roleIDOf[r]
			}
		}
	}
}

// layOut sorts the axioms by their left sides with a counting sort.
func (b *indexer) layOut(x *index) {
	d := make([]descriptor, x.numConcepts+1)
	for _, a := range b.nf1 {
		d[x.idOf[a.From]].nf1++
	}
	for _, a := range b.nf2 {
		d[x.idOf[a.left]].nf2++
		d[x.idOf[a.right]].nf2++
	}
	for _, a := range b.nf3 {
		d[x.idOf[a.sub]].nf3++
	}
	for _, a := range b.negatives {
		d[x.idOf[a.concept]].negatives++
	}
	var sum descriptor
	for i := range d {
		n := d[i]
		sum.nf1 += n.nf1
		sum.nf2 += n.nf2
		sum.nf3 += n.nf3
		sum.negatives += n.negatives
		d[i] = sum // the end of the concept's lists; filling moves it to their beginning
	}
	x.nf1 = make([]conceptID, len(b.nf1))
	for _, a := range slices.Backward(b.nf1) {
		at := &d[x.idOf[a.From]].nf1
		*at--
		x.nf1[*at] = x.idOf[a.To]
	}
	x.nf2 = make([]conjunct, 2*len(b.nf2))
	for _, a := range slices.Backward(b.nf2) {
		left, right, super := x.idOf[a.left], x.idOf[a.right], x.idOf[a.super]
		at := &d[left].nf2
		*at--
		x.nf2[*at] = conjunct{right, super}
		at = &d[right].nf2
		*at--
		x.nf2[*at] = conjunct{left, super}
	}
	x.nf3 = make([]existential, len(b.nf3))
	for _, a := range slices.Backward(b.nf3) {
		at := &d[x.idOf[a.sub]].nf3
		*at--
		x.nf3[*at] = existential{a.roleID, x.idOf[a.filler]}
	}
	x.negatives = make([]negativeOccurrence, len(b.negatives))
	for _, a := range slices.Backward(b.negatives) {
		at := &d[x.idOf[a.concept]].negatives
		*at--
		x.negatives[*at] = b.translated(x, a.negativeOccurrence)
	}
	for a, flags := range x.flags {
		d[a].flags = uint32(flags)
	}
	x.descriptors = d
	for a := range x.active {
		if list := x.conjuncts(a); len(list) > longConjuncts {
			sortConjuncts(list)
		}
	}
	if x.special {
		var edges []graph.Edge
		for i, m := range b.members {
			for _, c := range m {
				edges = append(edges, graph.Edge{From: int32(x.idOf[c]), To: int32(i)})
			}
		}
		x.members = graph.New(int(x.numConcepts), edges)
	}
}

// translated translates the concept in an occurrence to a concept id.
func (b *indexer) translated(x *index, g negativeOccurrence) negativeOccurrence {
	if g.at < 0 {
		g.first = int32(x.idOf[g.first])
	}
	return g
}

func (b *indexer) layOutColumns(x *index) {
	cells := len(x.automata) * len(x.representatives)
	if cells <= maxDense {
		x.dense = make([]int32, max(cells, 1))
	} else {
		x.sparse = make(map[uint64]int32)
	}
	for i, a := range x.automata {
		for j, l := range a.Letters {
			if x.dense != nil {
				x.dense[i*len(x.representatives)+int(l)] = a.Columns[j] + 1
			} else {
				x.sparse[uint64(i)<<32|uint64(l)] = a.Columns[j] + 1
			}
		}
	}
}

// layOutTop computes what every link of a role propagates because its target is in ⊤.
func (b *indexer) layOutTop(x *index) {
	var edges []graph.Edge
	for _, g := range b.topNegatives {
		g.negativeOccurrence = b.translated(x, g.negativeOccurrence)
		a := x.automata[g.automaton]
		for i, l := range a.Letters {
			if g.at < 0 {
				edges = append(edges, graph.Edge{From: l, To: g.first})
				continue
			}
			for _, p := range a.Sources(a.Columns[i], g.at) {
				edges = append(edges, graph.Edge{From: l, To: int32(x.states[g.first+p])})
			}
		}
	}
	x.topPropagated = graph.New(len(x.representatives), edges)
}
