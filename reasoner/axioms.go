package reasoner

import (
	"iter"
	"maps"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// axiomList are the axioms of an edited ontology. An axiom keeps its place as long as it is there, so that
// places serve as sources; lists after an edit share the first axioms with those before.
type axiomList struct {
	first   []owl.Axiom
	added   []owl.Axiom
	removed map[int]bool // by place
}

// len returns the number of places.
func (l *axiomList) len() int { return len(l.first) + len(l.added) }

// at returns the axiom at a place, or nil where it has been removed or there is no such place.
func (l *axiomList) at(i int) owl.Axiom {
	switch {
	case i < 0 || i >= l.len() || l.removed[i]:
		return nil
	case i < len(l.first):
		return l.first[i]
	}
	return l.added[i-len(l.first)]
}

// all iterates over the axioms that are there, with their places.
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

// edited returns the list without the axioms at some places and with further ones.
func (l *axiomList) edited(gone []int, add []owl.Axiom) axiomList {
	next := axiomList{first: l.first, added: append(l.added[:len(l.added):len(l.added)], add...), removed: l.removed}
	if len(gone) > 0 {
		next.removed = make(map[int]bool, len(l.removed)+len(gone))
		maps.Copy(next.removed, l.removed)
		for _, i := range gone {
			next.removed[i] = true
		}
	}
	return next
}

// unmentioned deletes from a set of classes and individuals those that some axiom mentions in a way that puts them into
// the vocabulary of the normal form: not in annotations.
//
// Cost: a look at each axiom, for declarations; where that does not suffice, the names in all logical ones.
func (l *axiomList) unmentioned(entities map[owl.Entity]bool) {
	for _, a := range l.all() {
		if len(entities) == 0 {
			return
		}
		if d, ok := a.(*owl.Declaration); ok {
			delete(entities, d.Entity)
		}
	}
	for _, a := range l.all() {
		if len(entities) == 0 {
			return
		}
		for _, e := range vocabularyOf(a) {
			delete(entities, e)
		}
	}
}

// vocabularyOf returns the classes and individuals that an axiom puts into the vocabulary of the normal form.
func vocabularyOf(a owl.Axiom) []owl.Entity {
	if d, ok := a.(*owl.Declaration); ok {
		return []owl.Entity{d.Entity}
	}
	if !a.Kind().IsLogical() {
		return nil
	}
	var entities []owl.Entity
	for _, e := range owl.AxiomSignature(a) {
		if k := e.EntityKind(); (k == owl.ClassKind || k == owl.NamedIndividualKind) && !el.IsBuiltIn(e) {
			entities = append(entities, e)
		}
	}
	return entities
}

// droppedAfter returns which of the entities of the normal form no axiom mentions any longer, after an edit.
func droppedAfter(dropped map[owl.Entity]bool, now *axiomList, removed, added []owl.Axiom) map[owl.Entity]bool {
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

// reportAfter returns the report on the axioms after an edit; those of offset and more are the added ones, on which
// added reports.
func reportAfter(before, added *el.Report, now *axiomList, offset int) *el.Report {
	next := &el.Report{Used: before.Used + added.Used}
	for _, o := range before.Omissions {
		if now.at(o.Axiom) != nil {
			next.Omissions = append(next.Omissions, o)
		}
	}
	for _, o := range added.Omissions {
		o.Axiom += offset
		next.Omissions = append(next.Omissions, o)
	}
	return next
}
