package reasoner

import (
	"box2el-owl/owl/el"
	"encoding/binary"
	"maps"
	"slices"
)

// changes holds the axioms of the concepts whose axioms differ from those in the lists of the
// index.
type changes struct {
	axioms map[conceptID]*conceptAxioms
	// by filler: the added existentials, including some that were removed again
	linking  map[conceptID][]linkAxiom
	ranged   map[rangedKey]conceptID // like index.ranged
	automata map[int32]int32         // like index.automatonOf
	// merged values of functional data properties, by their parts
	merged map[string]conceptID
	parts  map[conceptID][]conceptID // the inverse of merged
	below  *changes                  // changes of the index below, or nil
}

// conceptAxioms holds all axioms of one concept, by its position in them; see descriptor.
type conceptAxioms struct {
	nf1       []conceptID
	nf2       []conjunct // sorted
	nf3       []existential
	negatives []negativeOccurrence
	members   []int32
	flags     uint8
}

// of returns the axioms of a concept that is marked as changed.
func (c *changes) of(a conceptID) *conceptAxioms {
	for {
		if axioms, ok := c.axioms[a]; ok {
			return axioms
		}
		c = c.below
	}
}

func (c *changes) within(key rangedKey) (conceptID, bool) {
	for ; c != nil; c = c.below {
		if a, ok := c.ranged[key]; ok {
			return a, true
		}
	}
	return 0, false
}

// partsOf returns the parts of a merged value, or the concept itself if it is none.
func (c *changes) partsOf(a conceptID) []conceptID {
	for ; c != nil; c = c.below {
		if parts, ok := c.parts[a]; ok {
			return parts
		}
	}
	return []conceptID{a}
}

// merge records that a is the merged value of the parts.
func (c *changes) merge(a conceptID, parts []conceptID) {
	var key []byte
	for _, p := range parts {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	c.merged[string(key)], c.parts[a] = a, parts
}

func (c *changes) automaton(role int32) (int32, bool) {
	for ; c != nil; c = c.below {
		if at, ok := c.automata[role]; ok {
			return at, true
		}
	}
	return 0, false
}

func (x *index) layer() *index {
	l := *x
	l.changed = slices.Clone(x.changed)
	l.changes = &changes{
		axioms: make(map[conceptID]*conceptAxioms), linking: make(map[conceptID][]linkAxiom),
		ranged: make(map[rangedKey]conceptID), automata: make(map[int32]int32),
		merged: make(map[string]conceptID), parts: make(map[conceptID][]conceptID),
		below: x.changes,
	}
	l.special = true
	l.contexts, l.nominals = slices.Clip(x.contexts), slices.Clip(x.nominals)
	l.concepts, l.idOf, l.states = slices.Clip(x.concepts), slices.Clip(x.idOf),
		slices.Clip(x.states)
	l.automata, l.dense = slices.Clip(x.automata), slices.Clip(x.dense)
	return &l
}

// own returns the axioms of a concept for modification. Its slices may be shared: append copies
// them, other modifications must replace them.
func (x *index) own(a conceptID) *conceptAxioms {
	if axioms, ok := x.changes.axioms[a]; ok {
		return axioms
	}
	axioms := &conceptAxioms{
		nf1:       slices.Clip(x.inclusions(a)),
		nf2:       slices.Clip(x.conjuncts(a)),
		nf3:       slices.Clip(x.existentials(a)),
		negatives: slices.Clip(x.negativesOf(a)),
		members:   slices.Clip(x.disjointnessOf(a)),
		flags:     x.flagsOf(a),
	}
	if !x.changed.has(a) {
		axioms.nf2 = slices.Clone(axioms.nf2)
		sortConjuncts(axioms.nf2)
	}
	x.changes.axioms[a] = axioms
	x.changed = x.changed.with(a)
	return axioms
}

// fresh returns a new concept id without axioms.
func (x *index) fresh(flags uint8) conceptID {
	a := x.numConcepts
	x.numConcepts++
	x.concepts = append(x.concepts, noConcept)
	x.changes.axioms[a] = &conceptAxioms{flags: flags}
	x.changed = x.changed.with(a)
	if flags&isContext != 0 {
		x.contexts = append(x.contexts, a)
	}
	return a
}

// include adds sub ⊑ super. The caller runs update afterwards.
func (x *index) include(sub, super conceptID) {
	axioms := x.own(sub)
	axioms.nf1 = append(axioms.nf1, super)
}

// conjoin adds left ⊓ right ⊑ super.
func (x *index) conjoin(left, right, super conceptID) {
	for _, side := range [2][2]conceptID{{left, right}, {right, left}} {
		axioms := x.own(side[0])
		axioms.nf2 = append(slices.Clone(axioms.nf2), conjunct{side[1], super})
		sortConjuncts(axioms.nf2)
	}
}

// linkTo adds sub ⊑ ∃r.filler for a role id, and makes the filler a context.
func (x *index) linkTo(sub conceptID, roleID int32, filler conceptID) {
	axioms := x.own(sub)
	axioms.nf3 = append(axioms.nf3, existential{roleID, filler})
	x.changes.linking[filler] = append(x.changes.linking[filler], linkAxiom{sub, roleID})
	if !x.isContext(filler) {
		x.own(filler).flags |= isContext | x.dataFlag(roleID)
		x.contexts = append(x.contexts, filler)
	}
}

// dataFlag returns isData if the links of a role lead to data values.
func (x *index) dataFlag(roleID int32) uint8 {
	if role := x.representatives[roleID]; role >= 0 && x.nf.IsData(el.Role(role)) {
		return isData
	}
	return 0
}

func sortConjuncts(list []conjunct) {
	slices.SortFunc(list, func(c, d conjunct) int { return int(c.other) - int(d.other) })
}

// flat returns the changes merged with those of all layers below.
func (c *changes) flat() *changes {
	if c.below == nil {
		return c
	}
	all := &changes{
		axioms:   maps.Clone(c.below.axioms),
		linking:  maps.Clone(c.below.linking),
		ranged:   maps.Clone(c.below.ranged),
		automata: maps.Clone(c.below.automata),
		merged:   maps.Clone(c.below.merged),
		parts:    maps.Clone(c.below.parts),
	}
	maps.Copy(all.axioms, c.axioms)
	maps.Copy(all.ranged, c.ranged)
	maps.Copy(all.automata, c.automata)
	maps.Copy(all.merged, c.merged)
	maps.Copy(all.parts, c.parts)
	for filler, links := range c.linking {
		all.linking[filler] = append(slices.Clip(all.linking[filler]), links...)
	}
	return all
}

// linkAxiom is D ⊑ ∃r.E, indexed by E.
type linkAxiom struct {
	sub    conceptID
	roleID int32
}

// within returns the concept of a filler within ranges, if it is known.
func (x *index) within(key rangedKey) (conceptID, bool) {
	if a, ok := x.ranged[key]; ok {
		return a, true
	}
	return x.changes.within(key)
}
