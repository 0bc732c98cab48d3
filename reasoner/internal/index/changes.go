package index

import (
	"encoding/binary"
	"maps"
	"slices"

	"box2el-owl/owl/el"
)

// Changes holds what a layer, and those below it, change of the index of the base: all axioms of
// each concept that has other axioms than there.
type Changes struct {
	Axioms   map[ConceptID]*conceptAxioms
	Linking  map[ConceptID][]LinkAxiom // added existentials, by filler; some may be removed again
	Ranged   map[RangedKey]ConceptID   // like Index.Ranged
	Automata map[int32]int32           // like Index.AutomatonOf
	Merged   map[string]ConceptID      // merged values of functional properties, by their parts
	parts    map[ConceptID][]ConceptID // the inverse of Merged
}

// conceptAxioms holds all axioms of one concept, by its position in them.
type conceptAxioms struct {
	layer     int // that made it; only this layer changes it
	NF1       []ConceptID
	NF2       []Conjunct // sorted
	NF3       []Existential
	Negatives []NegativeOccurrence
	Members   []int32
	Flags     uint8
}

// PartsOf returns the parts of a merged value, or the concept itself if it is none.
func (c *Changes) PartsOf(a ConceptID) []ConceptID {
	if parts, ok := c.parts[a]; ok {
		return parts
	}
	return []ConceptID{a}
}

// Merge records that a is the merged value of the parts.
func (c *Changes) Merge(a ConceptID, parts []ConceptID) {
	var key []byte
	for _, p := range parts {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	c.Merged[string(key)], c.parts[a] = a, parts
}

// Layer returns an index for a layer over x.
func (x *Index) Layer() *Index {
	l, c := *x, x.Changes
	l.layers++
	l.Changed = slices.Clone(x.Changed)
	l.Changes = &Changes{
		Axioms: copied(c.Axioms), Linking: copied(c.Linking), Ranged: copied(c.Ranged),
		Automata: copied(c.Automata), Merged: copied(c.Merged), parts: copied(c.parts),
	}
	for filler, links := range l.Changes.Linking {
		l.Changes.Linking[filler] = slices.Clip(links) // appending to it copies
	}
	l.Special = true
	l.Contexts, l.Nominals = slices.Clip(x.Contexts), slices.Clip(x.Nominals)
	l.Concepts, l.IDOf, l.States = slices.Clip(x.Concepts), slices.Clip(x.IDOf),
		slices.Clip(x.States)
	l.Automata = slices.Clip(x.Automata)
	return &l
}

// copied returns a copy of a map, empty if it is nil.
func copied[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return make(map[K]V)
	}
	return maps.Clone(m)
}

// ChangedHere reports whether the topmost layer changes the axioms of a concept.
func (x *Index) ChangedHere(a ConceptID) bool {
	axioms, ok := x.Changes.Axioms[a]
	return ok && axioms.layer == x.layers
}

// Own returns the axioms of a concept for modification. Its slices may be shared: append copies
// them, other modifications must replace them.
func (x *Index) Own(a ConceptID) *conceptAxioms {
	if x.ChangedHere(a) {
		return x.Changes.Axioms[a]
	}
	axioms := &conceptAxioms{
		layer:     x.layers,
		NF1:       slices.Clip(x.Inclusions(a)),
		NF2:       slices.Clip(x.Conjuncts(a)),
		NF3:       slices.Clip(x.Existentials(a)),
		Negatives: slices.Clip(x.NegativesOf(a)),
		Members:   slices.Clip(x.DisjointnessOf(a)),
		Flags:     x.FlagsOf(a),
	}
	if !x.Changed.Has(a) {
		axioms.NF2 = slices.Clone(axioms.NF2)
		sortConjuncts(axioms.NF2)
	}
	x.Changes.Axioms[a] = axioms
	x.Changed = x.Changed.With(a)
	return axioms
}

// Fresh returns a new concept id without axioms.
func (x *Index) Fresh(flags uint8) ConceptID {
	a := x.NumConcepts
	x.NumConcepts++
	x.Concepts = append(x.Concepts, NoConcept)
	x.Changes.Axioms[a] = &conceptAxioms{layer: x.layers, Flags: flags}
	x.Changed = x.Changed.With(a)
	if flags&IsContext != 0 {
		x.Contexts = append(x.Contexts, a)
	}
	return a
}

// Include adds sub ⊑ super.
func (x *Index) Include(sub, super ConceptID) {
	axioms := x.Own(sub)
	axioms.NF1 = append(axioms.NF1, super)
}

// Conjoin adds left ⊓ right ⊑ super.
func (x *Index) Conjoin(left, right, super ConceptID) {
	for _, side := range [2][2]ConceptID{{left, right}, {right, left}} {
		axioms := x.Own(side[0])
		axioms.NF2 = append(slices.Clone(axioms.NF2), Conjunct{side[1], super})
		sortConjuncts(axioms.NF2)
	}
}

// LinkTo adds sub ⊑ ∃r.filler for a role id, and makes the filler a context.
func (x *Index) LinkTo(sub ConceptID, roleID int32, filler ConceptID) {
	axioms := x.Own(sub)
	axioms.NF3 = append(axioms.NF3, Existential{roleID, filler})
	x.Changes.Linking[filler] = append(x.Changes.Linking[filler], LinkAxiom{sub, roleID})
	if !x.IsContext(filler) {
		x.Own(filler).Flags |= IsContext | x.dataFlag(roleID)
		x.Contexts = append(x.Contexts, filler)
	}
}

// dataFlag returns IsData if the links of a role lead to data values.
func (x *Index) dataFlag(roleID int32) uint8 {
	if role := x.Representatives[roleID]; role >= 0 && x.NF.IsData(el.Role(role)) {
		return IsData
	}
	return 0
}

func sortConjuncts(list []Conjunct) {
	slices.SortFunc(list, func(c, d Conjunct) int { return int(c.Other) - int(d.Other) })
}

// LinkAxiom is D ⊑ ∃r.E, indexed by E.
type LinkAxiom struct {
	Sub    ConceptID
	RoleID int32
}

// Within returns the concept of a filler within ranges, if it is known.
func (x *Index) Within(key RangedKey) (ConceptID, bool) {
	if a, ok := x.Ranged[key]; ok {
		return a, true
	}
	a, ok := x.Changes.Ranged[key]
	return a, ok
}
