package calculus

import "box2el-owl/owl/el"

// dataRules applies the rules for data values. The axioms that hold of values and datatypes in
// every ontology (el.DataTheory) are rows of NF1 and NF2, but for the difference of values.
//
//	V ⊑ {v}   V ⊑ {w}   v and w different     ⟹   V ⊑ ⊥
//	C –d→ V   d ⊑ f   f functional            ⟹   C –d→ the f of C
//	C –d→ V   d ⊑ f   f functional   V ⊑ D    ⟹   the f of C ⊑ D
func (s *Saturation) dataRules(c Context) {
	if s.state[c].data {
		s.ruleDistinct(c)
		return
	}
	for _, l := range s.state[c].links {
		v := Context(s.Facts[l].C)
		if !s.state[v].data {
			continue
		}
		for f, inclusion := range s.above(el.Role(s.Facts[l].B)) {
			for _, i := range s.x.functions.Of(int32(f)) {
				s.ruleFunctional(c, l, v, f, inclusion, Cite(s.NF.FunctionalData[i].Source))
			}
		}
	}
}

func (s *Saturation) ruleDistinct(c Context) {
	singles := s.state[c].singles
	for i, f := range singles {
		for _, g := range singles[:i] {
			v, w := el.Concept(s.Facts[f].B), el.Concept(s.Facts[g].B)
			if s.x.distinct[v] && s.x.distinct[w] {
				s.deriveIn(c, Data, Sub(c, el.Bottom), g, f)
			}
		}
	}
}

// ruleFunctional merges the values of a functional data property into one context.
func (s *Saturation) ruleFunctional(
	c Context, l FactID, v Context, f el.Role, inclusion, axiom FactID,
) {
	merged := s.open(Elements{el.Top, f, c})
	if merged == v {
		return
	}
	r := el.Role(s.Facts[l].B)
	s.derive(Functional, link(c, r, merged), l, inclusion, axiom)
	for _, g := range s.state[v].subs {
		d := el.Concept(s.Facts[g].B)
		s.deriveThrough(Functional, Sub(merged, d), l, inclusion, g, axiom)
	}
}

// deriveThrough derives an inference from a link and facts about its target. If the target is the
// value of a functional data property f, the inference also needs that the link is one of f.
func (s *Saturation) deriveThrough(rule Rule, k Fact, l FactID, premises ...FactID) {
	target := s.Contexts[s.Facts[l].C]
	premises = append([]FactID{l}, premises...)
	if target.Owner == NoContext {
		s.derive(rule, k, premises...)
		return
	}
	inclusion, _ := s.below(el.Role(s.Facts[l].B), target.Role)
	for _, i := range s.x.functions.Of(int32(target.Role)) {
		axiom := Cite(s.NF.FunctionalData[i].Source)
		s.derive(rule, k, append(premises, inclusion, axiom)...)
	}
}

// deriveIn derives an inference from two facts about one context. If that is the value of a
// functional data property, the facts are about the same value because the property is functional.
func (s *Saturation) deriveIn(c Context, rule Rule, k Fact, premises ...FactID) {
	key := s.Contexts[c]
	if key.Owner == NoContext {
		s.derive(rule, k, premises...)
		return
	}
	for _, i := range s.x.functions.Of(int32(key.Role)) {
		s.derive(rule, k, append(premises, Cite(s.NF.FunctionalData[i].Source))...)
	}
}
