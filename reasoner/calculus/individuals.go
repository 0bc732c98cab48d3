package calculus

import (
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// openIndividuals makes every individual a context, and starts to derive which contexts have
// instances. Both matter only if axioms are about everything that exists, if the question is
// whether the ontology is consistent, or if the root reaches a nominal.
func (s *Saturation) openIndividuals() {
	if s.individuals || s.opts.Local {
		return
	}
	s.individuals = true
	s.once(Init, nonempty(TopContext))
	for c := range el.Concept(s.NF.NumConcepts()) {
		if s.NF.Kind(c) == el.Nominal {
			s.once(Init, nonempty(s.open(Elements{c, AnyRole, NoContext})))
		}
	}
	if s.Root != TopContext && !s.isIndividual(s.Root) {
		s.once(Assumption, nonempty(s.Root))
	}
}

// individualRules applies the rules for concepts with one element: individuals and data values.
//
//	C has an instance   C ⊑ {a}   C ⊑ D     ⟹   {a} ⊑ D
//	C ⊑ {a}   {a} ⊑ D                       ⟹   C ⊑ D
//	C –r→ E   C ⊑ {a}   E ⊑ {a}             ⟹   C ⊑ ∃r.Self
//	{a} –r→ E   E ⊑ {b}   r ⊑ s             ⟹   s(a, b)
func (s *Saturation) individualRules(c Context) {
	state := s.state[c]
	exists, isNonempty := s.sees(nonempty(c))
	for _, in := range state.singles {
		a := el.Concept(s.Facts[in].B)
		single := s.open(Elements{a, AnyRole, NoContext})
		if single == c {
			continue
		}
		for _, f := range state.subs {
			if d := el.Concept(s.Facts[f].B); isNonempty && d != a && d != el.Top {
				s.derive(Nominal, Sub(single, d), exists, in, f)
			}
		}
		for _, f := range s.state[single].subs {
			s.derive(Transitive, Sub(c, el.Concept(s.Facts[f].B)), in, f)
		}
	}
	for _, l := range state.links {
		r, e := el.Role(s.Facts[l].B), s.state[s.Facts[l].C]
		for _, target := range e.singles {
			v := el.Concept(s.Facts[target].B)
			if in, ok := s.sees(Sub(c, v)); ok && !e.data {
				s.derive(SelfNominal, self(c, r), l, in, target)
			}
			for sup, inclusion := range s.above(r) {
				if s.isIndividual(c) && s.keepsValues(sup) {
					s.deriveThrough(HasValue, value(c, sup, v), l, target, inclusion)
				}
			}
		}
	}
}

// universalRule:
//
//	C has an instance   ⟹   D –⊤role→ C, by the top data property if C holds data
func (s *Saturation) universalRule() {
	for _, exists := range s.nonempty {
		to, role := Context(s.Facts[exists].A), el.TopRole
		if s.state[to].data {
			role = el.TopDataRole
		}
		if role == el.TopRole && !s.x.universal || role == el.TopDataRole && !s.x.universalData {
			continue
		}
		for c, state := range s.state {
			if !state.data && len(state.subs) > 0 {
				s.deriveAt(Context(c), Universal, link(Context(c), role, to), exists)
			}
		}
	}
}

// keepsValues reports whether a key or inverse needs the values of a role.
func (s *Saturation) keepsValues(r el.Role) bool {
	return s.x.inKey[r] ||
		len(s.x.inverses[0].Of(int32(r)))+len(s.x.inverses[1].Of(int32(r))) > 0
}

// valueRules applies the rules that have r(a, v) among their premises.
//
//	r(a, b)   s inverse of r   ⟹   s(b, a)
//	r(a, v)   r(b, v)          ⟹   a and b share a value of r
func (s *Saturation) valueRules() {
	for _, f := range s.newValues {
		a, r, v := Context(s.Facts[f].A), el.Role(s.Facts[f].B), el.Concept(s.Facts[f].C)
		if s.NF.Kind(v) == el.Nominal {
			s.ruleInverse(f, a, r, v)
		}
		isKnown := s.NF.Kind(v) == el.DataValue || s.isNamed(v)
		if s.x.inKey[r] && isKnown && s.isNamed(s.Contexts[a].Concept) {
			key := valueKey{r, v}
			for _, g := range s.values[key] {
				s.derive(SharedValue, shared(a, Context(s.Facts[g].A), r), g, f)
			}
			s.values[key] = append(s.values[key], f)
		}
	}
}

func (s *Saturation) ruleInverse(f FactID, a Context, r el.Role, v el.Concept) {
	back := func(inverse el.Role, source el.Source) {
		target := s.Filler(inverse, s.Contexts[a].Concept)
		from := s.open(Elements{v, AnyRole, NoContext})
		s.derive(Inverse, link(from, inverse, target), f, Cite(source))
	}
	for _, i := range s.x.inverses[0].Of(int32(r)) {
		back(s.NF.Inverses[i].Second, s.NF.Inverses[i].Source)
	}
	for _, i := range s.x.inverses[1].Of(int32(r)) {
		back(s.NF.Inverses[i].First, s.NF.Inverses[i].Source)
	}
}

// isNamed reports whether a concept is the nominal of a named individual. Keys are about no others.
func (s *Saturation) isNamed(c el.Concept) bool {
	if s.NF.Kind(c) != el.Nominal {
		return false
	}
	_, named := s.NF.Individual(c).(owl.NamedIndividual)
	return named
}

// keyRule:
//
//	a, b named, in C   a and b share a value of each property of a key of C
//	⟹   {a} ⊑ {b}, {b} ⊑ {a}
func (s *Saturation) keyRule() {
	for i := range s.NF.Keys {
		k := &s.NF.Keys[i]
		roles := keyRoles(k)
		for _, f := range s.shared {
			if s.Facts[f].C == int32(roles[0]) {
				s.ruleKeyOf(k, roles, Context(s.Facts[f].A), Context(s.Facts[f].B))
			}
		}
	}
}

func (s *Saturation) ruleKeyOf(k *el.Key, roles []el.Role, a, b Context) {
	inA, ok1 := s.sees(Sub(a, k.Class))
	inB, ok2 := s.sees(Sub(b, k.Class))
	if !ok1 || !ok2 {
		return
	}
	premises := []FactID{inA, inB}
	for _, r := range roles {
		f, ok := s.sees(shared(a, b, r))
		if !ok {
			return
		}
		premises = append(premises, f)
	}
	premises = append(premises, Cite(k.Source))
	s.derive(Key, Sub(a, s.Contexts[b].Concept), premises...)
	s.derive(Key, Sub(b, s.Contexts[a].Concept), premises...)
}
