package suggest

import "context"

// implies reports whether one statement about a class, and the ontology, make another one about it needless. It is right where it
// says so; where a definition or several statements have to be taken together to see it, it does not look for that.
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
	entailed, _, err := s.reasoner.Entails(ctx, t.Axiom(Statement{strong.Target, weak.Property, weak.Target}))
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
