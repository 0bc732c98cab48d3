package calculus

import "box2el-owl/owl/el"

// classRules applies the rules for the subsumers of a context.
func (s *Saturation) classRules(c Context) {
	if len(s.fresh(s.state[c].subs)) == 0 {
		return
	}
	s.ruleNF1(c)
	s.ruleNF2(c)
	s.ruleDisjoint(c)
	s.ruleBottom(c)
	if !s.state[c].data {
		s.ruleNF3(c)
		s.ruleHasSelf(c)
	}
}

// ruleOf returns the rule of an axiom: Data for one of the data theory, which follows the axioms of
// the ontology.
func ruleOf(rule Rule, i int32, asserted int) Rule {
	if int(i) >= asserted {
		return Data
	}
	return rule
}

// ruleNF1:
//
//	C ⊑ D   D ⊑ E   ⟹   C ⊑ E
func (s *Saturation) ruleNF1(c Context) {
	for _, f := range s.fresh(s.state[c].subs) {
		d := el.Concept(s.Facts[f].B)
		for _, i := range s.x.nf1.Of(int32(d)) {
			a := s.x.NF1[i]
			if d == el.Top && s.state[c].data != s.NF.IsDataConcept(a.Super) {
				continue // owl:Thing holds no data values, and rdfs:Literal nothing else
			}
			s.derive(ruleOf(NF1, i, len(s.NF.NF1)), Sub(c, a.Super), f, Cite(a.Source))
		}
	}
}

// ruleNF2:
//
//	C ⊑ D₁   C ⊑ D₂   D₁ ⊓ D₂ ⊑ E   ⟹   C ⊑ E
func (s *Saturation) ruleNF2(c Context) {
	for _, f := range s.state[c].subs {
		for _, i := range s.x.nf2.Of(s.Facts[f].B) {
			a := s.x.NF2[i]
			if g, ok := s.sees(Sub(c, a.Right)); ok {
				rule := ruleOf(NF2, i, len(s.NF.NF2))
				s.deriveIn(c, rule, Sub(c, a.Super), f, g, Cite(a.Source))
			}
		}
	}
}

// ruleNF3:
//
//	C ⊑ D   D ⊑ ∃r.E   ⟹   C –r→ E
func (s *Saturation) ruleNF3(c Context) {
	for _, f := range s.fresh(s.state[c].subs) {
		for _, i := range s.x.nf3.Of(s.Facts[f].B) {
			a := s.NF.NF3[i]
			s.derive(NF3, link(c, a.Role, s.Filler(a.Role, a.Filler)), f, Cite(a.Source))
		}
	}
}

// ruleHasSelf:
//
//	C ⊑ D   D ⊑ ∃r.Self   ⟹   C ⊑ ∃r.Self
func (s *Saturation) ruleHasSelf(c Context) {
	for _, f := range s.fresh(s.state[c].subs) {
		for _, i := range s.x.hasSelf.Of(s.Facts[f].B) {
			a := s.NF.HasSelf[i]
			s.derive(HasSelf, self(c, a.Role), f, Cite(a.Source))
		}
	}
}

// ruleDisjoint:
//
//	C ⊑ D₁   C ⊑ D₂   D₁ and D₂ two members of one disjointness   ⟹   C ⊑ ⊥
func (s *Saturation) ruleDisjoint(c Context) {
	for _, f := range s.fresh(s.state[c].subs) {
		members := s.x.disjoint.Of(s.Facts[f].B)
		if s.Facts[f].B == int32(el.Top) && s.state[c].data {
			continue
		}
		for _, m := range members {
			axiom := s.x.disjointOf[m]
			a := s.NF.Disjoint[axiom]
			for _, g := range s.state[c].subs {
				if s.Facts[g].B == int32(el.Top) && s.state[c].data {
					continue
				}
				for _, n := range s.x.disjoint.Of(s.Facts[g].B) {
					if s.x.disjointOf[n] == axiom && (g < f || g == f && n < m) {
						s.deriveIn(c, Disjoint, Sub(c, el.Bottom), g, f, Cite(a.Source))
					}
				}
			}
		}
	}
}

// ruleBottom passes ⊥ from ⊤ and the individuals, which are never empty, to the whole ontology. The
// rule for links is in linkRules.
//
//	{a} ⊑ ⊥           ⟹   ⊤ ⊑ ⊥
//	⊤ ⊑ ⊥             ⟹   C ⊑ ⊥ for the root
func (s *Saturation) ruleBottom(c Context) {
	f, ok := s.sees(Sub(c, el.Bottom))
	switch {
	case !ok:
	case c == TopContext && s.Root != TopContext:
		s.derive(ExFalso, Sub(s.Root, el.Bottom), f)
	case s.isIndividual(c):
		s.derive(Inconsistent, Sub(TopContext, el.Bottom), f)
	}
}
