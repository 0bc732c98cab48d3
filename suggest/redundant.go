package suggest

// implies reports whether a statement about a class and the ontology entail another statement about
// it. It is sound, but incomplete: it uses no definitions, property chains and combinations of
// statements.
//
//	C ⊑ D     entails C ⊑ E     if D ⊑ E
//	C ⊑ D     entails C ⊑ ∃s.E  if D ⊑ ∃s.E
//	C ⊑ ∃r.D  entails C ⊑ ∃s.E  if r ⊑ s and D ⊑ E
//	C ⊑ ∃r.D  entails C ⊑ ∃s.E  if r ⊑ s, s is transitive and D ⊑ ∃s.E
func (s *Suggester) implies(strong, weak Statement) bool {
	x := s.findings.index
	switch {
	case strong.Property == NoProperty:
		return x.Entails(weak.Restriction().Of(strong.Target))
	case weak.Property == NoProperty || !x.IsSubProperty(strong.Property, weak.Property):
		return false
	}
	return x.IsBelow(strong.Target, weak.Target) ||
		x.Transitive[weak.Property] && x.Related(strong.Target, weak.Restriction())
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
