package reasoner_test

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// reference is the reference implementation. It applies the rules of doc.go literally until nothing
// changes. Chains are composed on links, keys compare all pairs, and each class has a saturation of
// its own. It is slow and easy to verify.
//
// A context is a concept, or a concept as a value of a role, or one value merged from several
// contexts of values. Links lead from context to context.
type reference struct {
	nf        *el.Ontology
	inhabited []el.Concept // the values and the nonempty data ranges
	nf1       []el.NF1     // with the data theory, like the next two
	nf2       []el.NF2
	disjoint  []el.Disjoint
	above     [][]bool // above[r][s]: r ⊑* s
	reflexive []bool   // by role
	contexts  []*referenceContext
	known     map[string]*referenceContext // by name
	assumed   *referenceContext            // nonempty by assumption
	changed   bool

	// knowsValues is set if a fact about a data value in one place holds for it everywhere, as for
	// individuals. The reasoner ensures that for the values of individuals only.
	knowsValues bool
}

type referenceContext struct {
	name    string
	concept el.Concept
	role    el.Role // the element is a value of this role; -1 for any element
	// the element is in all of these: a merged value of functional data properties
	parts  []*referenceContext
	isData bool
	subs   []bool // by concept: S(C)
	self   []bool // by role: ∃r.Self ∈ S(C)
	links  []referenceLink
	linked [][]bool // by number of the target and role: the same
	number int
}

type referenceLink struct {
	role el.Role
	to   *referenceContext
}

const anyElement el.Role = -1

func newReference(nf *el.Ontology) *reference {
	data := nf.DataTheory(el.Top)
	n := &reference{
		nf: nf, inhabited: data.Inhabited, nf1: slices.Concat(nf.NF1, data.NF1),
		nf2: slices.Concat(nf.NF2, data.NF2),
	}
	n.disjoint = append(slices.Clone(nf.Disjoint), el.Disjoint{Concepts: data.Distinct})
	n.closeRoles()
	return n
}

// saturateWith computes the entailments if an additional context has an instance.
func (n *reference) saturateWith(assumed func() *referenceContext) {
	n.contexts, n.known = nil, map[string]*referenceContext{}
	n.context(el.Top, anyElement)
	for c := range el.Concept(n.nf.NumConcepts()) {
		if k := n.nf.Kind(c); k == el.NamedClass || k == el.Nominal {
			n.context(c, anyElement)
		}
	}
	n.assumed = assumed()
	for n.changed = true; n.changed; {
		n.changed = false
		for i := 0; i < len(n.contexts); i++ { // the loop adds contexts
			n.saturateContext(n.contexts[i])
			n.saturateLinks(n.contexts[i])
			n.mergeValues(n.contexts[i])
		}
		n.mergeNominals()
		n.mergeByKeys()
	}
}

// closeRoles computes r ⊑* s and the reflexive roles, including inclusions by reflexive parts of
// chains.
func (n *reference) closeRoles() {
	roles := el.Role(n.nf.NumRoles())
	n.reflexive = make([]bool, roles)
	for r := range roles {
		n.above = append(n.above, make([]bool, roles))
		n.above[r][r] = true
		n.above[r][n.top(r)] = true
	}
	isReflexive := func(r el.Role) bool { return n.reflexive[r] }
	for changed := true; changed; {
		changed = false
		mark := func(r el.Role) {
			for s := range roles {
				if n.above[r][s] && !n.reflexive[s] {
					n.reflexive[s], changed = true, true
				}
			}
		}
		include := func(sub, super el.Role) {
			if sub == el.BottomRole || sub == el.BottomDataRole {
				return
			}
			for s := range roles {
				if n.above[super][s] && !n.above[sub][s] {
					n.above[sub][s], changed = true, true
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
		for _, a := range n.nf.Inclusions {
			include(a.Sub, a.Super)
		}
		for r := range roles {
			for s := range roles {
				if n.above[r][s] {
					include(r, s)
				}
			}
		}
		for _, a := range n.nf.Chains {
			if all(a.Parts, isReflexive) {
				mark(a.Super)
			}
			for i, r := range a.Parts {
				if all(slices.Delete(slices.Clone(a.Parts), i, i+1), isReflexive) {
					include(r, a.Super)
				}
			}
		}
	}
}

func all[T any](list []T, holds func(T) bool) bool {
	return !slices.ContainsFunc(list, func(v T) bool { return !holds(v) })
}

// top returns the top role of the kind of r.
func (n *reference) top(r el.Role) el.Role {
	if n.nf.IsData(r) {
		return el.TopDataRole
	}
	return el.TopRole
}

// context returns the context of a concept as a value of a role.
func (n *reference) context(c el.Concept, role el.Role) *referenceContext {
	return n.make(&referenceContext{
		name: fmt.Sprint(c, role), concept: c, role: role,
		isData: role != anyElement && n.nf.IsData(role),
	})
}

// make returns the context with the name of c, or adds c by the rule init.
func (n *reference) make(c *referenceContext) *referenceContext {
	if known, ok := n.known[c.name]; ok {
		return known
	}
	c.subs, c.self, c.number = make([]bool, n.nf.NumConcepts()), make([]bool, n.nf.NumRoles()),
		len(n.contexts)
	n.known[c.name] = c
	n.contexts = append(n.contexts, c)
	n.add(c, c.concept)
	n.add(c, el.Top) // rdfs:Literal for data
	for _, a := range n.nf.Ranges {
		if c.role != anyElement && n.above[c.role][a.Role] || n.reflexive[a.Role] && !c.isData {
			n.add(c, a.Concept)
		}
	}
	return c
}

func (n *reference) add(c *referenceContext, d el.Concept) {
	if !c.subs[d] {
		c.subs[d], n.changed = true, true
	}
}

// addSelf adds ∃r.Self ∈ S(C) with the link; markSelf without it.
func (n *reference) addSelf(c *referenceContext, r el.Role) {
	n.markSelf(c, r)
	n.link(c, r, c)
	for _, a := range n.nf.Ranges {
		if n.above[r][a.Role] {
			n.add(c, a.Concept)
		}
	}
}

func (n *reference) markSelf(c *referenceContext, r el.Role) {
	for s, above := range n.above[r] {
		if above && !c.self[s] {
			c.self[s], n.changed = true, true
		}
	}
}

func (n *reference) link(c *referenceContext, r el.Role, e *referenceContext) {
	for len(c.linked) <= e.number {
		c.linked = append(c.linked, make([]bool, len(c.self)))
	}
	for s, above := range n.above[r] {
		if above && !c.linked[e.number][s] {
			c.linked[e.number][s], n.changed = true, true
			c.links = append(c.links, referenceLink{el.Role(s), e})
		}
	}
}

func (n *reference) saturateContext(c *referenceContext) {
	s := c.subs
	for _, a := range n.nf1 {
		if s[a.Sub] && (a.Sub != el.Top || c.isData == n.nf.IsDataConcept(a.Super)) {
			n.add(c, a.Super)
		}
	}
	for _, a := range n.nf2 {
		if s[a.Left] && s[a.Right] {
			n.add(c, a.Super)
		}
	}
	for _, a := range n.disjoint {
		in := 0
		for _, d := range a.Concepts {
			if s[d] {
				in++
			}
		}
		if in > 1 {
			n.add(c, el.Bottom)
		}
	}
	for _, part := range c.parts {
		for d, in := range part.subs {
			if in {
				n.add(c, el.Concept(d))
			}
		}
	}
	if s[el.Bottom] {
		for d := range el.Concept(len(s)) {
			n.add(c, d)
		}
	}
	if c.isData {
		return
	}
	for _, a := range n.nf.NF3 {
		if s[a.Sub] {
			n.link(c, a.Role, n.context(a.Filler, a.Role))
		}
	}
	for _, d := range n.inhabited {
		n.link(c, el.TopDataRole, n.context(d, el.TopDataRole))
	}
	for _, a := range n.nf.HasSelf {
		if s[a.Sub] {
			n.addSelf(c, a.Role)
		}
	}
	for r, reflexive := range n.reflexive {
		if reflexive {
			n.addSelf(c, el.Role(r))
		}
	}
	for _, a := range n.nf.Chains {
		if all(a.Parts, func(r el.Role) bool { return c.self[r] }) {
			n.addSelf(c, a.Super)
		}
	}
	for _, a := range n.nf.SelfSubs {
		if c.self[a.Role] {
			n.add(c, a.Super)
		}
	}
}

// saturateLinks applies the rules for links to those of a context.
func (n *reference) saturateLinks(c *referenceContext) {
	for i := 0; i < len(c.links); i++ {
		l := c.links[i]
		for _, a := range n.nf.NF4 {
			if a.Role == l.role && l.to.subs[a.Filler] {
				n.add(c, a.Super)
			}
		}
		if l.to.subs[el.Bottom] || l.role == el.BottomRole || l.role == el.BottomDataRole {
			n.add(c, el.Bottom)
		}
		for d := range el.Concept(len(c.subs)) {
			if n.nf.Kind(d) == el.Nominal && c.subs[d] && l.to.subs[d] {
				n.markSelf(c, l.role) // the nominal rule makes the link
			}
		}
		if l.role == el.TopRole { // it is transitive
			for _, next := range l.to.links {
				if next.role == el.TopRole {
					n.link(c, el.TopRole, next.to)
				}
			}
		}
	}
	for _, a := range n.nf.Chains {
		for _, end := range walk(c, a.Parts) {
			n.link(c, a.Super, end)
		}
	}
	// A domain of the top data property contains every element, because data values exist.
	for _, a := range n.nf.NF4 {
		if !c.isData && n.above[el.TopDataRole][a.Role] && a.Filler == el.Top {
			n.add(c, a.Super)
		}
	}
}

// walk returns the ends of the link paths.
func walk(from *referenceContext, path []el.Role) []*referenceContext {
	if len(path) == 0 {
		return []*referenceContext{from}
	}
	var ends []*referenceContext
	for _, l := range slices.Clone(from.links) {
		if l.role == path[0] {
			for _, end := range walk(l.to, path[1:]) {
				if !slices.Contains(ends, end) {
					ends = append(ends, end)
				}
			}
		}
	}
	return ends
}

// mergeValues applies the rule of functional data properties to the links of a context: its values
// of sub-properties of one functional property are equal.
func (n *reference) mergeValues(c *referenceContext) {
	for _, f := range n.nf.FunctionalData {
		var roles []el.Role
		var parts []*referenceContext
		for _, l := range c.links {
			if !n.above[l.role][f.Role] {
				continue
			}
			roles = append(roles, l.role)
			for _, part := range append(slices.Clone(l.to.parts), l.to) {
				if part.parts == nil && !slices.Contains(parts, part) {
					parts = append(parts, part)
				}
			}
		}
		if len(parts) < 2 {
			continue
		}
		slices.SortFunc(parts, func(d, e *referenceContext) int {
			return strings.Compare(d.name, e.name)
		})
		merged := &referenceContext{role: el.TopDataRole, isData: true, parts: parts}
		for _, part := range parts {
			merged.name += part.name + "&"
		}
		merged = n.make(merged)
		for _, r := range roles {
			n.link(c, r, merged)
		}
	}
}

// nonempty returns ⊤, the individuals, the contexts assumed to be nonempty, and the contexts that
// links reach from them.
func (n *reference) nonempty() []*referenceContext {
	found := []*referenceContext{n.contexts[0], n.assumed}
	for _, c := range n.contexts {
		if c.role == anyElement && n.nf.Kind(c.concept) == el.Nominal {
			found = append(found, c)
		}
	}
	in := map[*referenceContext]bool{}
	for i := 0; i < len(found); i++ {
		for _, l := range found[i].links {
			if !in[l.to] {
				in[l.to] = true
				found = append(found, l.to)
			}
		}
	}
	return found
}

// mergeNominals applies the nominal and the universal rule.
func (n *reference) mergeNominals() {
	for _, c := range n.nonempty() {
		if c.isData {
			n.shareValues(c)
			continue
		}
		for a, in := range c.subs {
			if !in || n.nf.Kind(el.Concept(a)) != el.Nominal {
				continue
			}
			// {a} ⊑ C, so S({a}) = S(C) for each such C, and the links are the same
			for _, e := range n.contexts {
				if e.subs[a] {
					for d, in := range c.subs {
						if in {
							n.add(e, el.Concept(d))
						}
					}
					for i := 0; i < len(c.links); i++ {
						n.link(e, c.links[i].role, c.links[i].to)
					}
				}
			}
		}
		for _, e := range n.contexts {
			if !e.isData {
				n.link(e, el.TopRole, c)
			}
		}
	}
}

// shareValues copies the subsumers of a value in a nonempty context to all contexts of the value.
func (n *reference) shareValues(c *referenceContext) {
	if !n.knowsValues {
		return
	}
	for v, in := range c.subs {
		if !in || n.nf.Kind(el.Concept(v)) != el.DataValue {
			continue
		}
		for _, e := range n.contexts {
			for d, in := range c.subs {
				if in && e.subs[v] {
					n.add(e, el.Concept(d))
				}
			}
		}
	}
}

// mergeByKeys applies the key rule to every pair of named individuals.
func (n *reference) mergeByKeys() {
	for _, k := range n.nf.Keys {
		var members []*referenceContext
		for _, c := range n.contexts {
			if c.role == anyElement && n.isNamed(c.concept) && c.subs[k.Class] {
				members = append(members, c)
			}
		}
		for _, a := range members {
			for _, b := range members {
				if a != b && all(slices.Concat(k.Objects, k.Data), func(r el.Role) bool {
					return n.shareValue(a, b, r)
				}) {
					n.add(a, b.concept)
					n.add(b, a.concept)
				}
			}
		}
	}
}

func (n *reference) shareValue(a, b *referenceContext, r el.Role) bool {
	for v := range el.Concept(n.nf.NumConcepts()) {
		if (n.isNamed(v) || n.nf.Kind(v) == el.DataValue) && n.hasValue(a, r, v) &&
			n.hasValue(b, r, v) {
			return true
		}
	}
	return false
}

func (n *reference) hasValue(a *referenceContext, r el.Role, v el.Concept) bool {
	return slices.ContainsFunc(a.links, func(l referenceLink) bool {
		return l.role == r && l.to.subs[v]
	})
}

// isNamed reports whether c is the nominal of a named individual.
func (n *reference) isNamed(c el.Concept) bool {
	if n.nf.Kind(c) != el.Nominal {
		return false
	}
	_, ok := n.nf.Individual(c).(owl.NamedIndividual)
	return ok
}

// contradictory reports whether a nonempty context is unsatisfiable.
func (n *reference) contradictory() bool {
	return slices.ContainsFunc(n.nonempty(), func(c *referenceContext) bool {
		return c.subs[el.Bottom]
	})
}

// nonemptinessMatters reports whether a rule for nonempty contexts can apply.
func (n *reference) nonemptinessMatters() bool {
	isTop := func(r el.Role) bool { return n.above[el.TopRole][r] }
	return slices.ContainsFunc(n.contexts, func(c *referenceContext) bool {
		return n.nf.Kind(c.concept) == el.Nominal
	}) ||
		slices.ContainsFunc(n.nf.NF4, func(a el.NF4) bool { return isTop(a.Role) }) ||
		slices.ContainsFunc(n.nf.Chains, func(a el.RoleChain) bool {
			return slices.ContainsFunc(a.Parts, isTop)
		})
}
