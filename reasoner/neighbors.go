package reasoner

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// downwards holds the direct subclasses and the groups of a Taxonomy.
type downwards struct {
	below   dense.Graph // by representative: the representatives directly below, ascending
	members dense.Graph // by representative: the group
	tops    []int32     // representatives directly below owl:Thing
	things  []int32     // classes equivalent to owl:Thing
}

// neighbors returns the downward index, and makes it on first use.
func (t *Taxonomy) neighbors() *downwards {
	t.turn.Do(func() {
		var members []dense.Edge
		for i, r := range t.representative {
			switch {
			case r == thing:
				t.down.things = append(t.down.things, int32(i))
			case r >= 0:
				members = append(members, dense.Edge{From: r, To: int32(i)})
			}
			if r == int32(i) && len(t.direct.Of(r)) == 0 {
				t.down.tops = append(t.down.tops, r)
			}
		}
		t.down.below, t.down.members = t.direct.Reversed(), dense.NewGraph(len(t.classes), members)
	})
	return &t.down
}

// Above returns the direct superclasses of a class, Below the direct subclasses, and Group all
// equivalent classes including the class. Each list is sorted by IRI. Other groups appear under one
// name, as in Direct. Unsatisfiable classes are in the group of owl:Nothing, for which Above and
// Below are empty. All lists are empty for a class that the ontology does not have, and if the
// ontology is inconsistent.
//
// Cost: that of the answer; the first call makes one pass over the taxonomy.
func (t *Taxonomy) Above(c owl.Class) []owl.Class {
	r, ok := t.representativeOf(c)
	if !ok || r < 0 {
		return nil
	}
	supers := t.direct.Of(r)
	if len(supers) == 0 {
		return []owl.Class{owl.Thing}
	}
	return t.named(supers)
}

// Below returns the direct subclasses of a class; see Above.
func (t *Taxonomy) Below(c owl.Class) []owl.Class {
	return t.named(t.ranksBelow(c))
}

// NumBelow returns the length of Below.
func (t *Taxonomy) NumBelow(c owl.Class) int { return len(t.ranksBelow(c)) }

func (t *Taxonomy) ranksBelow(c owl.Class) []int32 {
	r, ok := t.representativeOf(c)
	switch {
	case !ok || r == nothing:
		return nil
	case r == thing:
		return t.neighbors().tops
	}
	return t.neighbors().below.Of(r)
}

// Group returns the classes equivalent to a class; see Above.
func (t *Taxonomy) Group(c owl.Class) []owl.Class {
	r, ok := t.representativeOf(c)
	switch {
	case !ok:
		return nil
	case r >= 0:
		return t.named(t.neighbors().members.Of(r))
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
