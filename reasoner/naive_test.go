package reasoner_test

import (
	"slices"

	"box2el-owl/owl/el"
)

// naive saturates a normal form by the rules of doc.go as they stand there, over and over until
// nothing changes, with chains executed on links. It is slow and meant to be read.
//
// A context is a concept, or a concept within the ranges of a role; links lead from context to context.
type naive struct {
	nf        *el.Ontology
	above     map[el.Role]map[el.Role]bool // r ⊑* s
	reflexive map[el.Role]bool
	subs      map[naiveContext]map[el.Concept]bool
	self      map[naiveContext]map[el.Role]bool // ∃r.Self ∈ S(C)
	links     map[naiveLink]bool
	changed   bool
	universe  []naiveContext // contexts in the order of their making
	assumed   naiveContext   // nonempty by assumption
}

type naiveContext struct {
	concept el.Concept
	role    el.Role // the element is a value of this role; -1 for any element
}

type naiveLink struct {
	from naiveContext
	role el.Role
	to   naiveContext
}

const anyElement el.Role = -1

func saturateNaively(nf *el.Ontology, assumed el.Concept) *naive {
	n := &naive{nf: withDataTheory(nf), assumed: naiveContext{assumed, anyElement}, above: map[el.Role]map[el.Role]bool{}, reflexive: map[el.Role]bool{}, subs: map[naiveContext]map[el.Concept]bool{}, self: map[naiveContext]map[el.Role]bool{}, links: map[naiveLink]bool{}}
	n.closeRoles()
	n.context(naiveContext{el.Top, anyElement})
	for c := range el.Concept(nf.NumConcepts()) {
		if k := nf.Kind(c); k == el.NamedClass || k == el.Nominal {
			n.context(naiveContext{c, anyElement})
		}
	}
	for n.changed = true; n.changed; {
		n.changed = false
		for i := 0; i < len(n.universe); i++ {
			n.saturateContext(n.universe[i])
		}
		n.saturateLinks()
		n.mergeNominals()
	}
	return n
}

// withDataTheory adds what holds of data values and data ranges, and that the top data property leads
// to all of them that are not empty.
func withDataTheory(nf *el.Ontology) *el.Ontology {
	theory, whole := nf.DataTheory(el.Top), *nf
	whole.NF1 = append(slices.Clip(nf.NF1), theory.NF1...)
	whole.NF2 = append(slices.Clip(nf.NF2), theory.NF2...)
	whole.NF3, whole.Disjoint = slices.Clip(nf.NF3), append(slices.Clip(nf.Disjoint), el.Disjoint{Concepts: theory.Distinct})
	for _, c := range theory.Inhabited {
		whole.NF3 = append(whole.NF3, el.NF3{Sub: el.Top, Role: el.TopDataRole, Filler: c})
	}
	return &whole
}

// isData reports whether the elements of a context are data values: ⊤ stands for rdfs:Literal there.
func (n *naive) isData(c naiveContext) bool {
	return c.role != anyElement && n.nf.IsData(c.role) || n.nf.IsDataConcept(c.concept)
}

// closeRoles computes r ⊑* s and the reflexive roles, with what reflexive parts of chains add.
func (n *naive) closeRoles() {
	roles := el.Role(n.nf.NumRoles())
	for r := range roles {
		n.above[r] = map[el.Role]bool{r: true}
		if n.nf.IsData(r) {
			n.above[r][el.TopDataRole] = true
		} else {
			n.above[r][el.TopRole] = true
		}
	}
	for changed := true; changed; {
		changed = false
		mark := func(r el.Role) {
			for s := range n.above[r] {
				if !n.reflexive[s] {
					n.reflexive[s], changed = true, true
				}
			}
		}
		mark(el.TopRole)
		for _, a := range n.nf.Reflexive {
			mark(a.Role)
		}
		for _, a := range n.nf.HasSelf {
			if a.Sub == el.Top {
				mark(a.Role)
			}
		}
		include := func(sub, super el.Role) {
			if sub == el.BottomRole || sub == el.BottomDataRole {
				return
			}
			for s := range n.above[super] {
				if !n.above[sub][s] {
					n.above[sub][s], changed = true, true
				}
			}
		}
		for _, a := range n.nf.Inclusions {
			include(a.Sub, a.Super)
		}
		for r := range roles {
			for s := range n.above[r] {
				include(r, s)
			}
		}
		for _, a := range n.nf.Chains {
			if !slices.ContainsFunc(a.Parts, func(s el.Role) bool { return !n.reflexive[s] }) {
				mark(a.Super)
			}
			for i, r := range a.Parts {
				others := slices.Delete(slices.Clone(a.Parts), i, i+1)
				if !slices.ContainsFunc(others, func(s el.Role) bool { return !n.reflexive[s] }) {
					include(r, a.Super)
				}
			}
		}
	}
}

func (n *naive) context(c naiveContext) {
	if n.subs[c] == nil {
		n.subs[c], n.self[c] = map[el.Concept]bool{}, map[el.Role]bool{}
		n.universe = append(n.universe, c)
		n.add(c, c.concept)
		n.add(c, el.Top)
		for _, a := range n.nf.Ranges {
			if n.reflexive[a.Role] && !n.isData(c) || c.role != anyElement && n.above[c.role][a.Role] {
				n.add(c, a.Concept)
			}
		}
	}
}

func (n *naive) add(c naiveContext, d el.Concept) {
	if !n.subs[c][d] {
		n.subs[c][d], n.changed = true, true
	}
}

// markSelf notes ∃r.Self ∈ S(C); addSelf makes the link too.
func (n *naive) markSelf(c naiveContext, r el.Role) {
	for s := range n.above[r] {
		if !n.self[c][s] {
			n.self[c][s], n.changed = true, true
		}
	}
}

func (n *naive) addSelf(c naiveContext, r el.Role) {
	n.markSelf(c, r)
	n.link(c, r, c)
	for _, a := range n.nf.Ranges {
		if n.above[r][a.Role] {
			n.add(c, a.Concept)
		}
	}
}

func (n *naive) link(c naiveContext, r el.Role, e naiveContext) {
	n.context(e)
	for s := range n.above[r] {
		if l := (naiveLink{c, s, e}); !n.links[l] {
			n.links[l], n.changed = true, true
		}
	}
}

// filler returns the context of a filler: within the range of the role, where there is one, and of data values, where
// the role is one of data.
func (n *naive) filler(r el.Role, d el.Concept) naiveContext {
	if n.nf.IsData(r) || slices.ContainsFunc(n.nf.Ranges, func(a el.Range) bool { return n.above[r][a.Role] }) {
		return naiveContext{d, r}
	}
	return naiveContext{d, anyElement}
}

func (n *naive) saturateContext(c naiveContext) {
	s, isData := n.subs[c], n.isData(c)
	for _, a := range n.nf.NF1 {
		if s[a.Sub] && (a.Sub != el.Top || isData == n.nf.IsDataConcept(a.Super)) {
			n.add(c, a.Super)
		}
	}
	for _, a := range n.nf.NF2 {
		if s[a.Left] && s[a.Right] {
			n.add(c, a.Super)
		}
	}
	for _, a := range n.nf.NF3 {
		if s[a.Sub] && !isData {
			n.link(c, a.Role, n.filler(a.Role, a.Filler))
		}
	}
	for _, a := range n.nf.Disjoint {
		if in := len(slices.DeleteFunc(slices.Clone(a.Concepts), func(d el.Concept) bool { return !s[d] })); in > 1 {
			n.add(c, el.Bottom)
		}
	}
	for _, a := range n.nf.HasSelf {
		if s[a.Sub] && !isData {
			n.addSelf(c, a.Role)
		}
	}
	for r := range el.Role(n.nf.NumRoles()) {
		if n.reflexive[r] && !n.self[c][r] && !isData {
			n.addSelf(c, r)
		}
	}
	for _, a := range n.nf.Chains {
		if !slices.ContainsFunc(a.Parts, func(r el.Role) bool { return !n.self[c][r] }) && !n.self[c][a.Super] {
			n.addSelf(c, a.Super)
		}
	}
	for _, a := range n.nf.SelfSubs {
		if n.self[c][a.Role] {
			n.add(c, a.Super)
		}
	}
	if s[el.Bottom] {
		for d := range el.Concept(n.nf.NumConcepts()) {
			n.add(c, d)
		}
	}
}

var topTransitive = el.RoleChain{Parts: []el.Role{el.TopRole, el.TopRole}, Super: el.TopRole}

func (n *naive) saturateLinks() {
	from := map[naiveContext][]naiveLink{}
	for l := range n.links {
		from[l.from] = append(from[l.from], l)
	}
	for l := range n.links {
		for _, a := range n.nf.NF4 {
			if a.Role == l.role && n.subs[l.to][a.Filler] {
				n.add(l.from, a.Super)
			}
		}
		if n.subs[l.to][el.Bottom] || l.role == el.BottomRole || l.role == el.BottomDataRole {
			n.add(l.from, el.Bottom)
		}
		for c := range n.subs[l.to] {
			if n.nf.Kind(c) == el.Nominal && n.subs[l.from][c] {
				n.markSelf(l.from, l.role) // the link itself is left to the nominal rule
			}
		}
		for _, a := range append(slices.Clone(n.nf.Chains), topTransitive) {
			if a.Parts[0] == l.role {
				for _, end := range walk(from, l.to, a.Parts[1:]) {
					n.link(l.from, a.Super, end)
				}
			}
		}
	}
}

// walk returns where a path of links leads.
func walk(from map[naiveContext][]naiveLink, start naiveContext, path []el.Role) []naiveContext {
	if len(path) == 0 {
		return []naiveContext{start}
	}
	var ends []naiveContext
	for _, l := range from[start] {
		if l.role == path[0] {
			ends = append(ends, walk(from, l.to, path[1:])...)
		}
	}
	return ends
}

// mergeNominals applies the nominal and the universal rule to what is nonempty in every model.
func (n *naive) mergeNominals() {
	nonempty := n.nonempty()
	for c := range nonempty {
		for a := range n.subs[c] {
			if n.nf.Kind(a) == el.Nominal {
				for d := range n.subs[c] { // {a} ⊑ C, so S({a}) = S(C) wherever {a} is
					for _, e := range n.universe {
						if n.subs[e][a] {
							n.add(e, d)
						}
					}
				}
			}
		}
		for _, e := range n.universe {
			if !n.isData(e) && !n.isData(c) {
				n.link(e, el.TopRole, c)
			}
		}
	}
}

// nonempty returns ⊤, the individuals, what is assumed to be nonempty, and what links reach from there.
func (n *naive) nonempty() map[naiveContext]bool {
	nonempty := map[naiveContext]bool{{el.Top, anyElement}: true, n.assumed: true}
	for _, c := range n.universe {
		if c.role == anyElement && n.nf.Kind(c.concept) == el.Nominal {
			nonempty[c] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for l := range n.links {
			if nonempty[l.from] && !nonempty[l.to] {
				nonempty[l.to], grown = true, true
			}
		}
	}
	return nonempty
}

// naiveFacts lists the class subsumptions in the oracle's manner. What follows for a class is what follows if
// it is nonempty: where nonemptiness matters at all, each has a saturation of its own.
func naiveFacts(nf *el.Ontology) flat {
	all := flat{}
	n := saturateNaively(nf, el.Top)
	if n.contradictory() {
		return flat{"inconsistent": true}
	}
	matters := slices.ContainsFunc(n.universe, func(c naiveContext) bool { return nf.Kind(c.concept) == el.Nominal }) ||
		slices.ContainsFunc(nf.NF4, func(a el.NF4) bool { return n.above[el.TopRole][a.Role] }) ||
		slices.ContainsFunc(nf.Chains, func(a el.RoleChain) bool {
			return slices.ContainsFunc(a.Parts, func(r el.Role) bool { return n.above[el.TopRole][r] })
		})
	for c := range el.Concept(nf.NumConcepts()) {
		if c != el.Top && nf.Kind(c) != el.NamedClass {
			continue
		}
		if matters {
			n = saturateNaively(nf, c)
		}
		name := nf.Class(c)
		if n.contradictory() || n.subs[naiveContext{c, anyElement}][el.Bottom] {
			all["unsatisfiable "+name.IRI.String()] = true
			continue
		}
		for d := range n.subs[naiveContext{c, anyElement}] {
			if d != c && nf.Kind(d) == el.NamedClass {
				all[name.IRI.String()+" ⊑ "+nf.Class(d).IRI.String()] = true
			}
		}
	}
	return all
}

// contradictory reports whether something nonempty is empty.
func (n *naive) contradictory() bool {
	for c := range n.nonempty() {
		if n.subs[c][el.Bottom] {
			return true
		}
	}
	return false
}
