package report

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
)

// deduce counts the entailed subsumptions and proves a sample of them.
func (c *comparing) deduce(ctx context.Context) error {
	d := &c.out.Deduction
	d.Unsatisfiable, d.Examples = []Name{}, []Derivation{}
	for _, iri := range c.Unsatisfiable {
		d.Unsatisfiable = append(d.Unsatisfiable, c.nameOf(iri))
	}
	for sub, super := range dataset.Subsumptions(ctx, c.Data, c.Whole) {
		if !c.isClass(sub) || !c.isClass(super) {
			continue
		}
		d.Subsumptions++
		if c.asserted[[2]int32{sub, super}] {
			d.Asserted++
		}
	}
	var unstated [][2]int32
	for sub, super := range dataset.DirectSubsumptions(ctx, c.Data, c.Whole) {
		if !c.isClass(sub) || !c.isClass(super) {
			continue
		}
		d.Direct++
		if pair := [2]int32{sub, super}; !c.asserted[pair] {
			unstated = append(unstated, pair)
		}
	}
	d.DirectNew = len(unstated)
	if err := ctx.Err(); err != nil {
		return err
	}
	drawn := sample(c.random(streamExamples), unstated, c.Proofs/4)
	if err := c.prove(ctx, drawn); err != nil {
		return err
	}
	d.Examples = c.deepest(drawn)
	return nil
}

// prove adds proofs of the pairs to c.proved, if they are not there.
func (c *comparing) prove(ctx context.Context, pairs [][2]int32) error {
	var open [][2]int32
	for _, pair := range pairs {
		if _, done := c.proved[pair]; !done {
			open = append(open, pair)
		}
	}
	proofs := make([]*Proof, len(open))
	err := c.concurrently(ctx, "proving", len(open), func(ctx context.Context, i int) (err error) {
		proofs[i], err = c.Reasoner.Prove(ctx, c.class(open[i][0]), c.class(open[i][1]))
		return err
	})
	for i, pair := range open {
		c.proved[pair] = proofs[i]
	}
	return err
}

// deepest returns the proved pairs with the deepest proofs.
func (c *comparing) deepest(pairs [][2]int32) []Derivation {
	pairs = slices.DeleteFunc(slices.Clone(pairs),
		func(pair [2]int32) bool { return c.proved[pair] == nil })
	slices.SortFunc(pairs, func(a, b [2]int32) int {
		p, q := c.proved[a], c.proved[b]
		return cmp.Or(cmp.Compare(q.Depth, p.Depth), cmp.Compare(len(p.Steps), len(q.Steps)),
			comparePairs(a, b))
	})
	list := []Derivation{}
	for _, pair := range examples(pairs, func(pair [2]int32) []int32 { return pair[:] }) {
		list = append(list, c.derivation(pair))
	}
	return list
}

// derivation returns a pair with its proof.
func (c *comparing) derivation(pair [2]int32) Derivation {
	return Derivation{
		Axiom: c.axiom(&owl.SubClassOf{Sub: c.class(pair[0]), Super: c.class(pair[1])}),
		Sub:   c.name(pair[0]), Super: c.name(pair[1]),
		Proof: *c.proved[pair],
	}
}
