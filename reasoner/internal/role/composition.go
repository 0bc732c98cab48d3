package role

import (
	"cmp"
	"slices"

	"box2el-owl/internal/dense"
)

// Composition composes role chains on links, for the roles without an automaton: irregular role
// boxes, and roles whose automaton would be too large. Chains are binary here; the prefixes of
// longer chains have role ids of their own.
//
//	C –r→ E   E –s→ F   r ⊑* r'   s ⊑* s'   r' ∘ s' ⊑ t   ⟹   C –t→ F
type Composition struct {
	// representative roles by role id: those of links, composed roles, prefixes (-1)
	Representatives []int32
	results         dense.Graph // by first role id: the range of its compositions in pairs
	pairs           []Composed
}

// Composed is an entry of the role id of a first link: with a following link of the role second it
// makes a link of the role result.
type Composed struct{ Second, Result int32 }

// NewComposition computes the pairs of role ids that compose. Role ids of links keep their numbers.
func NewComposition(box *Box, links, roleIDOf []int32) *Composition {
	c := &Composition{Representatives: slices.Clone(links)}
	idOf := slices.Clone(roleIDOf)
	need := func(r int32) int32 {
		if idOf[r] < 0 {
			idOf[r] = int32(len(c.Representatives))
			c.Representatives = append(c.Representatives, r)
		}
		return idOf[r]
	}
	// first is a role, or ^id of a prefix; result is a role id.
	type binary struct{ first, second, result int32 }
	var rules []binary
	for _, chain := range box.Chains {
		if !box.Composed[chain.Super] {
			continue
		}
		parts, last := chain.Parts, len(chain.Parts)-1
		prefixes := make([]int32, len(parts)) // by the last part of the prefix: its role id
		for i := 1; i < last; i++ {
			prefixes[i] = int32(len(c.Representatives))
			c.Representatives = append(c.Representatives, -1)
		}
		prefixes[last] = need(chain.Super)
		// A reflexive part may be omitted: the part before parts[i] is parts[j], or the prefix that
		// ends there, if all parts between them are reflexive.
		firstNeeded, lastNeeded := 0, last
		for ; firstNeeded < last && box.Reflexive[parts[firstNeeded]]; firstNeeded++ {
		}
		for ; lastNeeded > 0 && box.Reflexive[parts[lastNeeded]]; lastNeeded-- {
		}
		for i := 1; i <= last; i++ {
			for j := i - 1; j >= 0; j-- {
				var firsts []int32
				if j > 0 {
					firsts = append(firsts, ^prefixes[j])
				}
				if j <= firstNeeded {
					firsts = append(firsts, parts[j])
				}
				for _, first := range firsts {
					rules = append(rules, binary{first, parts[i], prefixes[i]})
					if i < last && i >= lastNeeded {
						rules = append(rules, binary{first, parts[i], prefixes[last]})
					}
				}
				if !box.Reflexive[parts[j]] {
					break
				}
			}
		}
	}
	search, other := dense.NewTraversal(box.Size), dense.NewTraversal(box.Size)
	type entry struct{ first, second, result int32 }
	var entries []entry
	for _, rule := range rules {
		var firsts []int32
		if rule.first < 0 {
			firsts = []int32{^rule.first}
		} else {
			for _, r := range box.Subs(search, rule.first) {
				if idOf[r] >= 0 {
					firsts = append(firsts, idOf[r])
				}
			}
		}
		for _, r := range box.Subs(other, rule.second) {
			if idOf[r] < 0 {
				continue
			}
			for _, f := range firsts {
				entries = append(entries, entry{f, idOf[r], rule.result})
			}
		}
	}
	slices.SortFunc(entries, func(d, e entry) int {
		return cmp.Or(cmp.Compare(d.first, e.first), cmp.Compare(d.second, e.second),
			cmp.Compare(d.result, e.result))
	})
	entries = slices.Compact(entries)
	edges := make([]dense.Edge, len(entries))
	for i, e := range entries {
		edges[i] = dense.Edge{From: e.first, To: int32(i)}
		c.pairs = append(c.pairs, Composed{e.second, e.result})
	}
	c.results = dense.NewGraph(len(c.Representatives), edges)
	return c
}

// Of returns the compositions with a first role, sorted by the second one.
func (c *Composition) Of(first int32) []Composed {
	begin, end := c.results.Offsets[first], c.results.Offsets[first+1]
	return c.pairs[begin:end] // the edges are numbered in the order of the pairs
}
