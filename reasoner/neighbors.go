package reasoner

import (
	"slices"

	"box2el-owl/owl"
)

// downwards is a Taxonomy read downwards.
type downwards struct {
	below   graph   // by class, of representatives: the representatives directly below, ascending
	members graph   // by class, of representatives: the group
	tops    []int32 // representatives directly below owl:Thing
	things  []int32 // classes equivalent to owl:Thing
}

// neighbors are the classes next to one, by rank.
func (t *Taxonomy) neighbors() *downwards {
	t.turn.Do(func() {
		var members []edge
		for i, r := range t.representative {
			switch {
			case r == thing:
				t.down.things = append(t.down.things, int32(i))
			case r >= 0:
				members = append(members, edge{r, int32(i)})
			}
			if r == int32(i) && len(t.direct.of(r)) == 0 {
				t.down.tops = append(t.down.tops, r)
			}
		}
		t.down.below, t.down.members = t.direct.reversed(), newGraph(len(t.classes), members)
	})
	return &t.down
}

// Above returns the classes directly above a class and Below those directly below it, Group all that mean the same, with the class itself. Each is sorted by
// IRI. A group stands among the others under one name, as in Direct. Unsatisfiable classes form the group of owl:Nothing, which
// has nothing directly above and is directly below nothing here. Of a class that the ontology does not have there is nothing, nor is there in an
// inconsistent ontology.
//
// Cost: that of the answer; the first time one pass over the taxonomy.
func (t *Taxonomy) Above(c owl.Class) []owl.Class {
	r, ok := t.representativeOf(c)
	if !ok || r < 0 {
		return nil
	}
	supers := t.direct.of(r)
	if len(supers) == 0 {
		return []owl.Class{owl.Thing}
	}
	return t.named(supers)
}

// Below is described at Above.
func (t *Taxonomy) Below(c owl.Class) []owl.Class {
	return t.named(t.ranksBelow(c))
}

// NumBelow is the length of Below.
func (t *Taxonomy) NumBelow(c owl.Class) int { return len(t.ranksBelow(c)) }

func (t *Taxonomy) ranksBelow(c owl.Class) []int32 {
	r, ok := t.representativeOf(c)
	switch {
	case !ok || r == nothing:
		return nil
	case r == thing:
		return t.neighbors().tops
	}
	return t.neighbors().below.of(r)
}

// Group is described at Above.
func (t *Taxonomy) Group(c owl.Class) []owl.Class {
	r, ok := t.representativeOf(c)
	switch {
	case !ok:
		return nil
	case r >= 0:
		return t.named(t.neighbors().members.of(r))
	}
	group := append(t.named(t.neighbors().things), owl.Thing)
	if r == nothing {
		group = append(t.Unsatisfiable(), owl.Nothing)
	}
	slices.SortFunc(group, compareClasses)
	return group
}

// representativeOf returns the least class of the group of a class, thing, or nothing.
func (t *Taxonomy) representativeOf(c owl.Class) (int32, bool) {
	switch {
	case !t.consistent:
		return 0, false
	case c == owl.Thing:
		return thing, true
	case c == owl.Nothing:
		return nothing, true
	}
	i, ok := slices.BinarySearchFunc(t.classes, c, compareClasses)
	if !ok {
		return 0, false
	}
	return t.representative[i], true
}

func (t *Taxonomy) named(ranks []int32) []owl.Class {
	if len(ranks) == 0 {
		return nil
	}
	list := make([]owl.Class, len(ranks))
	for i, r := range ranks {
		list[i] = t.classes[r]
	}
	return list
}
