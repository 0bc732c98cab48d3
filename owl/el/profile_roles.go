package el

import (
	"maps"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// propertyHierarchy is the relation → on object property expressions of the Structural
// Specification, section 11.1. A property has the number 2i, its inverse 2i+1.
type propertyHierarchy struct {
	numbers map[owl.ObjectProperty]int32
	up      [][]int32          // p → q
	ranges  map[int32][]string // in canonical form
	chains  []chainAxiom
	// the composite ones and their superproperties, which are not simple
	composite map[int32]bool
}

type chainAxiom struct {
	axiom int
	parts []int32
	super int32
}

func newPropertyHierarchy(o *owl.Ontology) *propertyHierarchy {
	h := &propertyHierarchy{
		numbers: make(map[owl.ObjectProperty]int32), ranges: make(map[int32][]string),
	}
	var composite []int32
	compose := func(p int32) { composite = append(composite, p, p^1) }
	compose(h.number(owl.TopObjectProperty))
	compose(h.number(owl.BottomObjectProperty))
	for i, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.SubObjectPropertyOf:
			h.include(h.number(a.Sub), h.number(a.Super))
		case *owl.EquivalentObjectProperties:
			for j := 1; j < len(a.Properties); j++ {
				p, q := h.number(a.Properties[0]), h.number(a.Properties[j])
				h.include(p, q)
				h.include(q, p)
			}
		case *owl.InverseObjectProperties:
			p, q := h.number(a.First), h.number(a.Second)^1
			h.include(p, q)
			h.include(q, p)
		case *owl.SymmetricObjectProperty:
			p := h.number(a.Property)
			h.include(p, p^1)
		case *owl.ObjectPropertyRange:
			p := h.number(a.Property)
			class := string(owl.AppendCanonicalClassExpression(nil, a.Range))
			h.ranges[p] = append(h.ranges[p], class)
		case *owl.TransitiveObjectProperty:
			compose(h.number(a.Property))
		case *owl.SubPropertyChainOf:
			c := chainAxiom{axiom: i, super: h.number(a.Super)}
			for _, p := range a.Chain {
				c.parts = append(c.parts, h.number(p))
			}
			if len(c.parts) > 1 {
				compose(c.super)
				h.chains = append(h.chains, c)
			}
		}
	}
	h.composite = reachable(h.up, composite, func(int32) bool { return true })
	return h
}

// number returns the number of p and assigns one if needed. A property and its inverse have
// neighboring numbers, so n^1 is the inverse of n.
func (h *propertyHierarchy) number(p owl.ObjectPropertyExpression) int32 {
	inverse := int32(0)
	if of, ok := p.(*owl.ObjectInverseOf); ok {
		p, inverse = of.Property, 1
	}
	named := p.(owl.ObjectProperty)
	n, ok := h.numbers[named]
	if !ok {
		n = int32(len(h.up))
		h.numbers[named] = n
		h.up = append(h.up, nil, nil)
	}
	return n | inverse
}

func (h *propertyHierarchy) include(p, q int32) {
	h.up[p] = append(h.up[p], q)
	h.up[p^1] = append(h.up[p^1], q^1)
}

// isSimple reports whether p is simple. A property without property axioms is.
func (h *propertyHierarchy) isSimple(p owl.ObjectPropertyExpression) bool {
	if of, ok := p.(*owl.ObjectInverseOf); ok {
		p = of.Property
	}
	n, ok := h.numbers[p.(owl.ObjectProperty)]
	return !ok || !h.composite[n]
}

// maxCycle is the number of mutually dependent property expressions up to which their order is
// checked, in quadratic time.
const maxCycle = 4096

// irregular returns the indexes of the chain axioms for which there is no strict order < as section
// 11.2 requires. Each chain requires some p < q. The smallest order is the transitive closure of
// these. It is strict, and has no p < q with q →* p, exactly if no p < q of an axiom is part of a
// cycle that consists of one or more steps of < from p followed by steps of → back to p.
func (h *propertyHierarchy) irregular() []int {
	below := make([][]int32, len(h.up)) // q for p < q
	both := make([][]int32, len(h.up))
	for p, qs := range h.up {
		both[p] = append(both[p], qs...)
	}
	for _, c := range h.chains {
		for _, p := range c.below() {
			for _, pair := range [][2]int32{
				{p, c.super}, {p ^ 1, c.super ^ 1}, {p ^ 1, c.super}, {p, c.super ^ 1},
			} { // p < q exactly if the inverse of p < q
				below[pair[0]] = append(below[pair[0]], pair[1])
				both[pair[0]] = append(both[pair[0]], pair[1])
			}
		}
	}
	component, sizes := components(both)
	bad := make(map[int32]bool) // components with p < q →* p for some p and q
	for p := range below {
		in := component[p]
		switch size := sizes[in]; {
		case len(below[p]) == 0 || bad[in]:
		case size > maxCycle:
			bad[in] = true
		case size > 1 || slices.Contains(below[p], int32(p)):
			within := func(q int32) bool { return component[q] == in }
			above := reachable(below, below[p], within)
			bad[in] = reachable(h.up, slices.Collect(maps.Keys(above)), within)[int32(p)]
		}
	}
	// An axiom causes the violation if one of its pairs p < q is on such a cycle: some x of a bad
	// cycle reaches p by <, and q reaches x by < and →. Within one component any x does.
	var axioms []int
	for _, c := range h.chains {
		if slices.ContainsFunc(c.below(), func(p int32) bool {
			return component[p] == component[c.super] && bad[component[p]]
		}) {
			axioms = append(axioms, c.axiom)
		}
	}
	return axioms
}

// below returns the parts that must be smaller than the super-property: none if that is the top
// property or the chain states its transitivity, otherwise all parts except one end that equals the
// super-property.
func (c chainAxiom) below() []int32 {
	last := len(c.parts) - 1
	switch {
	case c.super>>1 == 0: // owl:topObjectProperty is numbered first
		return nil
	case last == 1 && c.parts[0] == c.super && c.parts[1] == c.super:
		return nil
	case c.parts[0] == c.super:
		return c.parts[1:]
	case c.parts[last] == c.super:
		return c.parts[:last]
	}
	return c.parts
}

// reachable returns the nodes reachable from starts, including these, through nodes that within
// accepts.
func reachable(edges [][]int32, starts []int32, within func(int32) bool) map[int32]bool {
	seen := make(map[int32]bool)
	rest := slices.Clone(starts)
	for len(rest) > 0 {
		p := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if !seen[p] && within(p) {
			seen[p] = true
			rest = append(rest, edges[p]...)
		}
	}
	return seen
}

// components returns the strongly connected component of each node and the size of each component.
func components(edges [][]int32) (component []int32, sizes []int) {
	component, count := dense.Components(int32(len(edges)),
		func(p int32) []int32 { return edges[p] })
	sizes = make([]int, count)
	for _, c := range component {
		sizes[c]++
	}
	return component, sizes
}
