package suggest

// implies reports whether one statement about a class, and the ontology, make another one about it
// needless. It is right where it says so; where a definition, a chain of properties or several
// statements have to be taken together to see it, it does not look for that.
//
//	C ⊑ D     makes C ⊑ E     needless if D ⊑ E
//	C ⊑ D     makes C ⊑ ∃s.E  needless if D ⊑ ∃s.E
//	C ⊑ ∃r.D  makes C ⊑ ∃s.E  needless if r ⊑ s and D ⊑ E, or if r ⊑ s, s is transitive and D ⊑ ∃s.E
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
		if !s.transitive[weak.Property] {
			return false
		}
	}
	return s.related(weak.Restriction().Of(strong.Target))
}

// subproperties marks, by number, those that are known to lie below a property, and itself.
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

// walk is where classes are visited, each once.
type walk struct {
	marks
	seen []int32
}

func (w *walk) begin() {
	w.marks.begin()
	w.seen = w.seen[:0]
}

func (w *walk) visit(class int32) {
	if w.mark(class) {
		w.seen = append(w.seen, class)
	}
}

// related reports whether C ⊑ ∃s.E follows by way of what is told: C, or a class that it is told to
// be below, is told to be ∃r.D with r ⊑ s and D ⊑ E or, where s is transitive, D is related so in
// its turn.
func (s *Suggester) related(x Statement) bool {
	t := s.t
	w, subproperties := s.walks.Get().(*walk), s.subproperties(x.Property)
	defer s.walks.Put(w)
	w.begin()
	w.visit(x.Class)
	for i := 0; i < len(w.seen) && len(w.seen) <= mostAncestors; i++ {
		for _, f := range s.analogies.told(w.seen[i]) {
			switch {
			case f.Property == NoProperty:
				w.visit(f.Target)
			case subproperties[f.Property]:
				if s.reasoner.IsSubclass(t.Classes[f.Target], t.Classes[x.Target]) {
					return true
				}
				if s.transitive[x.Property] {
					w.visit(f.Target)
				}
			}
		}
	}
	return false
}

// impliedBy returns which of some rows about the same class, new itself, makes a statement
// needless; -1 where none does. What a needless row implies, the row that implies that one does.
func (s *Suggester) impliedBy(rows []row, places []int, weak Statement) int {
	for _, at := range places {
		if rows[at].Verdict != New {
			continue
		}
		if !s.implies(rows[at].Statement, weak) {
			continue
		}
		if rows[at].impliedBy >= 0 {
			return rows[at].impliedBy
		}
		return at
	}
	return -1
}
