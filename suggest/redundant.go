package suggest

import "context"

// implies reports whether one statement about a class, and the ontology, make another one about it needless. It is right where it
// says so; where a definition, a chain of properties or several statements have to be taken together to see it, it does not look for that.
//
//	C ⊑ D     makes C ⊑ E     needless if D ⊑ E
//	C ⊑ D     makes C ⊑ ∃s.E  needless if D ⊑ ∃s.E
//	C ⊑ ∃r.D  makes C ⊑ ∃s.E  needless if r ⊑ s and D ⊑ E, or if r ⊑ s, s is transitive and D ⊑ ∃s.E
func (s *Suggester) implies(ctx context.Context, strong, weak Statement) (bool, error) {
	t := s.t
	if weak.Property == NoProperty {
		return strong.Property == NoProperty && s.reasoner.IsSubclass(t.Classes[strong.Target], t.Classes[weak.Target]), nil
	}
	if strong.Property != NoProperty {
		if !s.reasoner.IsSubproperty(t.Properties[strong.Property], t.Properties[weak.Property]) {
			return false, nil
		}
		if s.reasoner.IsSubclass(t.Classes[strong.Target], t.Classes[weak.Target]) {
			return true, nil
		}
		if !s.transitive[weak.Property] {
			return false, nil
		}
	}
	return s.related(ctx, Statement{strong.Target, weak.Property, weak.Target})
}

// related reports whether C ⊑ ∃s.E follows, where it is told of C, or of a class that it is told to be below, that it is ∃r.D with r ⊑ s: at
// once where D ⊑ E, else the reasoner is asked, as long as s is transitive. What follows by other chains is not looked for.
func (s *Suggester) related(ctx context.Context, x Statement) (bool, error) {
	t := s.t
	likely := false
	seen := map[int32]bool{x.Class: true}
	for open := []int32{x.Class}; len(open) > 0 && len(seen) <= mostAncestors; open = open[1:] {
		for _, f := range s.evidence.told(open[0]) {
			switch {
			case f.Property == NoProperty:
				if !seen[f.Target] {
					seen[f.Target] = true
					open = append(open, f.Target)
				}
			case s.reasoner.IsSubproperty(t.Properties[f.Property], t.Properties[x.Property]):
				if s.reasoner.IsSubclass(t.Classes[f.Target], t.Classes[x.Target]) {
					return true, nil
				}
				likely = true
			}
		}
	}
	if !likely || !s.transitive[x.Property] {
		return false, nil
	}
	entailed, _, err := s.reasoner.Entails(ctx, t.Axiom(x))
	return entailed, err
}

// impliedBy returns which of some rows about the same class, new itself, makes a statement needless; -1 where none does. What a needless row
// implies, the row that implies that one does.
func (s *Suggester) impliedBy(ctx context.Context, rows []row, places []int, weak Statement) (int, error) {
	for _, at := range places {
		if rows[at].Verdict != New {
			continue
		}
		implied, err := s.implies(ctx, rows[at].Statement, weak)
		switch {
		case err != nil:
			return -1, err
		case implied && rows[at].impliedBy >= 0:
			return rows[at].impliedBy, nil
		case implied:
			return at, nil
		}
	}
	return -1, nil
}
