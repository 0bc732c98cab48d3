package calculus

import (
	"slices"

	"box2el-owl/owl/el"
)

// linkRules applies the rules for the links of a context.
func (s *Saturation) linkRules(c Context) {
	for _, l := range s.state[c].links {
		r, e := el.Role(s.Facts[l].B), Context(s.Facts[l].C)
		s.ruleNF4(l, c, r, e)
		if f, ok := s.sees(Sub(e, el.Bottom)); ok {
			s.derive(Bottom, Sub(c, el.Bottom), l, f)
		}
		if s.individuals {
			if f, ok := s.sees(nonempty(c)); ok {
				s.derive(NonemptyLink, nonempty(e), f, l)
			}
		}
		for sup, inclusion := range s.above(r) {
			if sup == el.BottomRole || sup == el.BottomDataRole {
				s.derive(BottomRole, Sub(c, el.Bottom), l, inclusion)
			}
			s.ruleChain(l, c, sup, e, inclusion)
		}
	}
	for _, p := range s.state[c].paths {
		s.ruleChainPath(p, c, Context(s.Facts[p].C))
	}
	s.ruleRange(c)
}

// ruleNF4:
//
//	C –r→ E   E ⊑ F   r ⊑ s   ∃s.F ⊑ G   ⟹   C ⊑ G
func (s *Saturation) ruleNF4(l FactID, c Context, r el.Role, e Context) {
	for _, f := range s.after(l, s.state[e].subs) {
		for _, i := range s.x.nf4.Of(s.Facts[f].B) {
			a := s.NF.NF4[i]
			if inclusion, ok := s.below(r, a.Role); ok {
				s.deriveThrough(NF4, Sub(c, a.Super), l, f, inclusion, Cite(a.Source))
			}
		}
	}
}

// after returns those facts of a list that can be new together with a fact and a role inclusion.
func (s *Saturation) after(f FactID, list []FactID) []FactID {
	if f >= s.since || s.rolesChanged {
		return list
	}
	return s.fresh(list)
}

// ruleChain composes links. A chain of more than two parts grows part by part: IsPath is what it
// has covered.
//
//	C –r→ E   E –s→ F   r ∘ s ⊑ t   ⟹   C –t→ F
func (s *Saturation) ruleChain(l FactID, c Context, r el.Role, e Context, inclusion FactID) {
	for _, i := range s.x.chains.Of(int32(r)) {
		s.composeNext(i, 1, c, e, l, inclusion)
	}
}

func (s *Saturation) ruleChainPath(p FactID, c, e Context) {
	prefix := s.Facts[p].B
	after, _ := slices.BinarySearch(s.x.prefixes, prefix+1)
	chain := int32(after - 1)
	place := prefix - s.x.prefixes[chain]
	s.composeNext(chain, place, c, e, p, none)
}

// composeNext composes what covers a chain before place with the links of e for the part at place.
func (s *Saturation) composeNext(
	chain, place int32, c, e Context, before, beforeInclusion FactID,
) {
	part := s.NF.Chains[chain].Parts[place]
	for _, of := range s.state[e].byRole {
		if g, ok := s.below(of.role, part); ok {
			for _, next := range s.after(before, of.links) {
				s.compose(chain, place, c, before, beforeInclusion, next, g)
			}
		}
	}
}

// compose derives what a chain gives if before covers its parts before place, and a link the part
// at place.
func (s *Saturation) compose(
	chain, place int32, c Context, before, beforeInclusion, l, inclusion FactID,
) {
	if s.isDetour(chain, before, l) {
		return
	}
	a, end := s.NF.Chains[chain], s.Facts[l].C
	if int(place) < len(a.Parts)-1 {
		path := Fact{IsPath, int32(c), s.x.prefixes[chain] + place + 1, end}
		s.derive(Chain, path, before, beforeInclusion, l, inclusion)
		return
	}
	k := link(c, a.Super, Context(end))
	if isTransitivity(&a) {
		k.Kind = IsLong
	}
	s.derive(Chain, k, before, beforeInclusion, l, inclusion, Cite(a.Source))
}

// isDetour reports whether a proof from fewer axioms exists that does not compose these two links.
// An example is a chain q ∘ r ⊑ r with a transitive q: it can compose each link of q with r, so the
// link that transitivity makes of them is not needed.
func (s *Saturation) isDetour(chain int32, first, second FactID) bool {
	a := &s.NF.Chains[chain]
	if len(a.Parts) != 2 {
		return false
	}
	isLong := func(f FactID) bool { return s.Facts[f].Kind == IsLong }
	if a.Super == a.Parts[0] {
		return isLong(second) ||
			isTransitivity(a) && isLong(first) && el.Role(s.Facts[first].B) != a.Super
	}
	return a.Super == a.Parts[1] && isLong(first)
}

func isTransitivity(a *el.RoleChain) bool {
	return len(a.Parts) == 2 && a.Parts[0] == a.Super && a.Parts[1] == a.Super
}

// ruleRange:
//
//	C values of r   r ⊑ s   s has the range D   ⟹   C ⊑ D
func (s *Saturation) ruleRange(c Context) {
	k := s.Contexts[c]
	if k.Role == AnyRole || k.Owner != NoContext {
		return
	}
	for sup, inclusion := range s.above(k.Role) {
		for _, i := range s.x.ranges.Of(int32(sup)) {
			a := s.NF.Ranges[i]
			s.deriveAt(c, Range, Sub(c, a.Concept), inclusion, Cite(a.Source))
		}
	}
}

// selfRules applies the rules that have C ⊑ ∃r.Self among their premises.
//
//	C ⊑ ∃r.Self                        ⟹   C –r→ C
//	C ⊑ ∃r.Self   ∃r.Self ⊑ D          ⟹   C ⊑ D
//	C ⊑ ∃r.Self   r has the range D    ⟹   C ⊑ D
//	C ⊑ ∃r.Self   r ⊑ s                ⟹   C ⊑ ∃s.Self
func (s *Saturation) selfRules(c Context) {
	selfs := s.state[c].selfs
	for _, f := range s.fresh(selfs) {
		r := el.Role(s.Facts[f].B)
		s.derive(SelfLink, link(c, r, c), f)
		for _, i := range s.x.selfSubs.Of(int32(r)) {
			a := s.NF.SelfSubs[i]
			s.derive(SelfSub, Sub(c, a.Super), f, Cite(a.Source))
		}
		for _, i := range s.x.ranges.Of(int32(r)) {
			a := s.NF.Ranges[i]
			s.derive(Range, Sub(c, a.Concept), f, Cite(a.Source))
		}
	}
	for _, f := range selfs {
		for sup, inclusion := range s.above(el.Role(s.Facts[f].B)) {
			if inclusion != none {
				s.derive(Inclusion, self(c, sup), f, inclusion)
			}
		}
	}
	if len(s.fresh(selfs)) > 0 {
		for i := range s.NF.Chains {
			s.ruleSelfChain(c, &s.NF.Chains[i])
		}
	}
}

// ruleSelfChain:
//
//	C ⊑ ∃r₁.Self … C ⊑ ∃rₙ.Self   r₁ ∘ … ∘ rₙ ⊑ t               ⟹   C ⊑ ∃t.Self
//	⊤ ⊑ ∃rᵢ.Self for all parts but rₖ   r₁ ∘ … ∘ rₙ ⊑ t          ⟹   rₖ ⊑ t
func (s *Saturation) ruleSelfChain(c Context, a *el.RoleChain) {
	loops := make([]FactID, len(a.Parts))
	without, lacking := -1, 0
	for i, part := range a.Parts {
		f, ok := s.sees(self(c, part))
		if loops[i] = f; !ok {
			without, lacking = i, lacking+1
		}
	}
	includePart := func(i int) {
		if a.Parts[i] != a.Super {
			premises := unique(slices.Delete(slices.Clone(loops), i, i+1))
			s.derive(ReflexivePart, Includes(a.Parts[i], a.Super),
				append(premises, Cite(a.Source))...)
		}
	}
	switch {
	case lacking == 0:
		s.derive(SelfChain, self(c, a.Super), append(unique(loops), Cite(a.Source))...)
		for i := range a.Parts {
			if c == TopContext {
				includePart(i)
			}
		}
	case lacking == 1 && c == TopContext:
		includePart(without)
	}
}

// unique returns a list without repetitions, in its order.
func unique(list []FactID) []FactID {
	var once []FactID
	for _, f := range list {
		if !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	return once
}
