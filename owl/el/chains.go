package el

import (
	"cmp"
	"slices"
)

// ChainsWithoutRange returns the sources of the chains whose last property lacks a range of the
// superproperty, in the order of the chains. An ontology with such a chain is outside OWL 2 EL
// (OWL 2 Profiles, 2.2.6): a reasoner that gives the values of a property its ranges where they are
// introduced does not give them to those that the chain alone leads to.
func (o *Ontology) ChainsWithoutRange() (sources []Source) {
	if len(o.Chains) == 0 || len(o.Ranges) == 0 {
		return nil
	}
	up, own := make([][]int32, o.NumRoles()), make([][]Concept, o.NumRoles())
	for _, i := range o.Inclusions {
		up[i.Sub] = append(up[i.Sub], int32(i.Super))
	}
	for _, r := range o.Ranges {
		own[r.Role] = append(own[r.Role], r.Concept)
	}
	known := make(map[Role]map[Concept]bool)
	imposed := func(r Role) map[Concept]bool { // the ranges of r and of its superproperties
		if known[r] == nil {
			known[r] = make(map[Concept]bool)
			for s := range reachable(up, []int32{int32(r)}, func(int32) bool { return true }) {
				for _, c := range own[s] {
					known[r][c] = true
				}
			}
		}
		return known[r]
	}
	for _, c := range o.Chains {
		last := imposed(c.Parts[len(c.Parts)-1])
		for concept := range imposed(c.Super) {
			if concept != Top && !last[concept] {
				sources = append(sources, c.Source)
				break
			}
		}
	}
	return sources
}

// omitChains reports the chains without a range as used in part. No axiom of a chain has another
// reason.
func (n *normalizer) omitChains() {
	sources := n.out.ChainsWithoutRange()
	slices.Sort(sources)
	for _, s := range slices.Compact(sources) {
		n.report.Used--
		n.report.Omissions = append(n.report.Omissions,
			Omission{int(s), ChainRange, UsedPartly})
	}
	slices.SortStableFunc(n.report.Omissions, func(a, b Omission) int {
		return cmp.Compare(a.Axiom, b.Axiom)
	})
}
