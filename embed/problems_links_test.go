package embed

import (
	"fmt"
	"math/rand/v2"

	"box2el-owl/embed/dataset"
)

// linkShape is the size of a link prediction problem: proteins over classes of a shape.
type linkShape struct {
	Classes   problemShape
	Proteins  int
	Functions int // axioms {P} ⊑ ∃hasFunction.C
	Links     int // interactions in training, validation and test together
}

// yeastShape has about the size of the yeast data in the paper: 120,000 links for training.
var yeastShape = linkShape{Classes: goShape, Proteins: 6_000, Functions: 50_000, Links: 150_000}

// Scaled returns a shape of about k times the size.
func (s linkShape) Scaled(k float64) linkShape {
	return linkShape{
		Classes:  s.Classes.Scaled(k),
		Proteins: max(int(k*float64(s.Proteins)), 2), Functions: int(k * float64(s.Functions)),
		Links: int(k * float64(s.Links)),
	}
}

// proteinsPerModule is the number of proteins in a module. 90 % of the links are within a module,
// and each module has a few functions of its own.
const proteinsPerModule = 60

// newLinkProblem returns a problem of link prediction, split 80/10/10. Each interaction occurs in
// one direction only, so that no held-out link is the inverse of a training link.
func newLinkProblem(shape linkShape, seed uint64) (*dataset.Dataset, error) {
	d := newProblem(shape.Classes, seed)
	g := &problemGenerator{PCG: rand.NewPCG(seed, 0x50_50_49), shape: shape.Classes, d: d,
		seen: make(map[drawnAxiom]bool)}
	for i := 2; i < len(d.Classes); i++ {
		d.Classes[i] = fmt.Sprintf("http://purl.obolibrary.org/obo/GO_%07d", i)
	}
	d.Auxiliary = nil // the layout recognizes classes by the prefix of their names
	for i := range shape.Proteins {
		d.Individuals = append(d.Individuals, fmt.Sprintf("http://P%05d", i))
	}
	interacts, hasFunction := int32(len(d.Roles)), int32(len(d.Roles)+1)
	d.Roles = append(d.Roles, "http://interacts", "http://hasFunction")

	modules := (shape.Proteins + proteinsPerModule - 1) / proteinsPerModule
	functions := make([][5]int32, modules)
	for i := range functions {
		for j := range functions[i] {
			functions[i][j] = g.anyClass()
		}
	}
	for range shape.Functions {
		g.add(dataset.ExistsAssertion, func() []int32 {
			p := g.below(shape.Proteins)
			c := g.anyClass()
			if g.below(2) == 0 {
				own := functions[p/proteinsPerModule]
				c = own[g.below(len(own))]
			}
			return []int32{hasFunction, c, int32(p)}
		})
	}
	for range shape.Links {
		g.add(dataset.RoleAssertion, func() []int32 { return g.link(interacts, shape.Proteins) })
	}
	split, err := dataset.SplitLinks(d, seed)
	return split, err
}

// link draws an interaction, or a trivial one if its inverse exists. Some proteins have many
// partners.
func (g *problemGenerator) link(interacts int32, proteins int) []int32 {
	a := g.below(proteins)
	b := g.skewed(proteins)
	if g.below(10) > 0 {
		first := a / proteinsPerModule * proteinsPerModule
		b = first + g.skewed(min(proteinsPerModule, proteins-first))
	}
	if g.seen[drawnAxiom{dataset.RoleAssertion, [3]int32{interacts, int32(b), int32(a)}}] {
		return []int32{interacts, int32(a), int32(a)} // trivial, so add draws again
	}
	return []int32{interacts, int32(a), int32(b)}
}
