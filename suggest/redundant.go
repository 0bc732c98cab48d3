package suggest

import "box2el-owl/internal/stamped"

// implies reports whether a statement about a class and the ontology entail another statement about
// it. It is sound, but incomplete: it uses no definitions, property chains and combinations of
// statements.
//
//	C ⊑ D     entails C ⊑ E     if D ⊑ E
//	C ⊑ D     entails C ⊑ ∃s.E  if D ⊑ ∃s.E
//	C ⊑ ∃r.D  entails C ⊑ ∃s.E  if r ⊑ s and D ⊑ E
//	C ⊑ ∃r.D  entails C ⊑ ∃s.E  if r ⊑ s, s is transitive and D ⊑ ∃s.E
func (s *Suggester) implies(strong, weak Statement) bool {
	t := s.t
	if weak.Property == NoProperty {
		return strong.Property == NoProperty &&
			s.reasoner.IsSubclass(t.Classes[strong.Target], t.Classes[weak.Target])
	}
	if strong.Property != NoProperty {
		if !s.subproperties(weak.Property)[strong.Property] {
			return false
		}
		if s.reasoner.IsSubclass(t.Classes[strong.Target], t.Classes[weak.Target]) {
			return true
		}
		if !s.findings.index.Transitive[weak.Property] {
			return false
		}
	}
	return s.related(weak.Restriction().Of(strong.Target))
}

// subproperties marks, by number, a property and the properties inferred to be below it. Results
// are kept.
func (s *Suggester) subproperties(property int32) []bool {
	if known, ok := s.narrower.Load(property); ok {
		return known.([]bool)
	}
	marks := make([]bool, len(s.t.Properties))
	for p := range marks {
		marks[p] = s.reasoner.IsSubproperty(s.t.Properties[p], s.t.Properties[property])
	}
	s.narrower.Store(property, marks)
	return marks
}

// mostAncestors bounds the classes that are visited, so that long chains have no quadratic cost.
const mostAncestors = 256

// queue holds the classes of a breadth-first search in the order of their discovery.
type queue struct {
	found   stamped.Set
	classes []int32
}

func (q *queue) clear() {
	q.found.Clear()
	q.classes = q.classes[:0]
}

// add appends a class that was not discovered before.
func (q *queue) add(class int32) {
	if q.found.Add(class) {
		q.classes = append(q.classes, class)
	}
}

// related reports whether C ⊑ ∃s.E follows from asserted statements: C or an asserted superclass
// has ∃r.D with r ⊑ s and D ⊑ E or, if s is transitive, D is related to E in this way.
func (s *Suggester) related(x Statement) bool {
	t, index := s.t, s.findings.index
	q, subproperties := s.queues.Get().(*queue), s.subproperties(x.Property)
	defer s.queues.Put(q)
	q.clear()
	q.add(x.Class)
	for i := 0; i < len(q.classes) && len(q.classes) <= mostAncestors; i++ {
		c := q.classes[i]
		for _, d := range index.Parents(c) {
			q.add(d)
		}
		for _, r := range index.Restrictions(c) {
			if !subproperties[r.Property] {
				continue
			}
			if s.reasoner.IsSubclass(t.Classes[r.Filler], t.Classes[x.Target]) {
				return true
			}
			if index.Transitive[x.Property] {
				q.add(r.Filler)
			}
		}
	}
	return false
}

// redundantWith returns the first of some new rows about the same class that entails a statement,
// or −1. If that row is redundant, it returns the row that entails it.
func (s *Suggester) redundantWith(rows []row, places []int, weak Statement) int {
	for _, at := range places {
		if rows[at].Verdict != New {
			continue
		}
		if !s.implies(rows[at].Statement, weak) {
			continue
		}
		if rows[at].redundantWith >= 0 {
			return rows[at].redundantWith
		}
		return at
	}
	return -1
}
