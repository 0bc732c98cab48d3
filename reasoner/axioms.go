package reasoner

import (
	"iter"
	"maps"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// axiomList holds the axioms of an edited ontology. An axiom keeps its position until it is
// removed, so positions serve as sources. Lists after an edit share the first axioms with earlier
// lists.
type axiomList struct {
	first   []owl.Axiom
	added   []owl.Axiom
	removed map[int]bool // by position
}

func newAxiomList(axioms []owl.Axiom) axiomList { return axiomList{first: axioms} }

// len returns the number of positions, removed ones included.
func (l *axiomList) len() int { return len(l.first) + len(l.added) }

// at returns the axiom at a position, or nil if it was removed or is out of range.
func (l *axiomList) at(i int) owl.Axiom {
	switch {
	case i < 0 || i >= l.len() || l.removed[i]:
		return nil
	case i < len(l.first):
		return l.first[i]
	}
	return l.added[i-len(l.first)]
}

// all iterates over the axioms that were not removed, with their positions.
func (l *axiomList) all() iter.Seq2[int, owl.Axiom] {
	return func(yield func(int, owl.Axiom) bool) {
		for part, list := range [2][]owl.Axiom{l.first, l.added} {
			for i, a := range list {
				i += part * len(l.first)
				if len(l.removed) > 0 && l.removed[i] {
					continue
				}
				if !yield(i, a) {
					return
				}
			}
		}
	}
}

func (l *axiomList) slice() []owl.Axiom {
	axioms := make([]owl.Axiom, 0, l.len()-len(l.removed))
	for _, a := range l.all() {
		axioms = append(axioms, a)
	}
	return axioms
}

// edited returns a copy of the list without the axioms at the positions gone and with the axioms
// add.
func (l *axiomList) edited(gone []int, add []owl.Axiom) axiomList {
	next := axiomList{
		first: l.first, added: append(l.added[:len(l.added):len(l.added)], add...),
		removed: l.removed,
	}
	if len(gone) > 0 {
		next.removed = make(map[int]bool, len(l.removed)+len(gone))
		maps.Copy(next.removed, l.removed)
		for _, i := range gone {
			next.removed[i] = true
		}
	}
	return next
}

// unmentioned deletes from a set all classes and individuals that an axiom puts into the vocabulary
// of the normal form. Annotations do not count.
//
// Cost: one pass over all axioms for declarations. If entities are left, a second pass over the
// names in the logical axioms.
func (l *axiomList) unmentioned(entities map[owl.Entity]bool) {
	for _, a := range l.all() {
		if len(entities) == 0 {
			return
		}
		if d, ok := a.(*owl.Declaration); ok {
			delete(entities, d.Entity)
		}
	}
	forget := func(kind owl.EntityKind, name owl.IRI) {
		delete(entities, owl.NewEntity(kind, name))
	}
	for _, a := range l.all() {
		if len(entities) == 0 {
			return
		}
		if a.Kind().IsLogical() {
			owl.EachName(a, forget)
		}
	}
}

// vocabularyOf returns the classes and individuals that an axiom puts into the vocabulary of the
// normal form.
func vocabularyOf(a owl.Axiom) []owl.Entity {
	if d, ok := a.(*owl.Declaration); ok {
		return []owl.Entity{d.Entity}
	}
	if !a.Kind().IsLogical() {
		return nil
	}
	var entities []owl.Entity
	for _, e := range owl.AxiomSignature(a) {
		if k := e.EntityKind(); (k == owl.ClassKind || k == owl.NamedIndividualKind) &&
			!el.IsBuiltIn(e) {
			entities = append(entities, e)
		}
	}
	return entities
}

// droppedAfter returns the entities of the normal form that no axiom mentions after an edit.
func droppedAfter(
	dropped map[owl.Entity]bool, now *axiomList, removed, added []owl.Axiom,
) map[owl.Entity]bool {
	if len(dropped)+len(removed) == 0 {
		return nil
	}
	next := make(map[owl.Entity]bool)
	for _, a := range removed {
		for _, e := range vocabularyOf(a) {
			next[e] = true
		}
	}
	now.unmentioned(next)
	maps.Copy(next, dropped)
	for _, a := range added {
		for _, e := range vocabularyOf(a) {
			delete(next, e)
		}
	}
	return next
}

// reportAfter returns the report after an edit that removes the axioms at the positions gone
// (ascending) and appends the axioms that added reports on.
func reportAfter(report, added *el.Report, before *axiomList, gone []int) *el.Report {
	next := &el.Report{Used: report.Used + added.Used}
	for _, i := range gone {
		if before.at(i).Kind().IsLogical() && report.Effect(i) == el.Used {
			next.Used--
		}
	}
	for _, o := range report.Omissions {
		if _, removed := slices.BinarySearch(gone, o.Axiom); !removed {
			next.Omissions = append(next.Omissions, o)
		}
	}
	for _, o := range added.Omissions {
		o.Axiom += before.len()
		next.Omissions = append(next.Omissions, o)
	}
	return next
}
