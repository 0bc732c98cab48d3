package explain

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Numbers of axioms that no ontology has.
const (
	// FirstHypothetical is the number of the first axiom that Explainer.Supposing supposes; the others follow.
	FirstHypothetical = 1 << 30
	// firstExample is that of the first that a claim supposes of examples.
	firstExample = FirstHypothetical + 1<<29
)

// ground is what claims are derived from: the normal form of an ontology and of what is supposed besides. It does not
// change.
type ground struct {
	index *index       // of an el.Ontology, nf, without extension
	nf    *el.Ontology // what index is made of
	more  *el.Ontology // what extends it; nil for nothing
	exact bool         // EL can say all that is supposed

	supposed []sourced // in order
}

// sourced is an axiom with its number.
type sourced struct {
	axiom  owl.Axiom
	source el.Source
}

// top returns what a further extension extends.
func (g *ground) top() *el.Ontology {
	if g.more != nil {
		return g.more
	}
	return g.nf
}

// with returns the ground extended by a finished extension of top, whose sources are counted up by first.
func (g *ground) with(extension *el.Ontology, first el.Source) *ground {
	next := *g
	if g.more == nil {
		next.more = (&el.Ontology{}).Join(extension, first)
	} else {
		next.more = g.more.Join(extension, first)
	}
	return &next
}

// all returns the index of everything.
func (g *ground) all() *index {
	if g.more == nil || g.more.NumAxioms() == 0 && g.more.Vocabulary == g.nf.Vocabulary {
		return g.index
	}
	return g.index.extended(g.more)
}

// supposing returns a ground with further axioms, numbered from first on.
//
// Cost: the axioms; that of normalizing everything where el.Extend would not be complete.
func (g *ground) supposing(ctx context.Context, asserted Axioms, axioms []owl.Axiom, first el.Source) (*ground, error) {
	if len(axioms) == 0 {
		return g, nil
	}
	supposed := slices.Clip(g.supposed)
	for i, a := range axioms {
		supposed = append(supposed, sourced{a, first + el.Source(i)})
	}
	x := el.NewExtension(g.top())
	if err := x.Add(ctx, axioms...); err != nil {
		return nil, err
	}
	if !x.Complete() {
		return normalizedGround(ctx, asserted, supposed)
	}
	extension, report := x.Finish()
	next := g.with(extension, first)
	next.supposed = supposed
	next.exact = g.exact && len(report.Omissions) == 0
	return next, nil
}

// normalizedGround normalizes the axioms of an ontology and what is supposed besides.
func normalizedGround(ctx context.Context, asserted Axioms, supposed []sourced) (*ground, error) {
	whole := &owl.Ontology{}
	var sources []el.Source
	for source, a := range asserted.Sources() {
		whole.Axioms, sources = append(whole.Axioms, a), append(sources, source)
	}
	n := len(sources)
	for _, s := range supposed {
		whole.Axioms, sources = append(whole.Axioms, s.axiom), append(sources, s.source)
	}
	nf, report, err := el.Normalize(ctx, whole, el.Options{})
	if err != nil {
		return nil, err
	}
	index := newIndex(nf)
	index.nf.sources = sources
	exact := !slices.ContainsFunc(report.Omissions, func(o el.Omission) bool { return o.Axiom >= n })
	return &ground{index: index, nf: nf, exact: exact, supposed: supposed}, nil
}

// functional returns the axioms that say of data properties that they are functional.
func (g *ground) functional() []el.FunctionalData {
	if g.more == nil {
		return g.nf.FunctionalData
	}
	return slices.Concat(g.nf.FunctionalData, g.more.FunctionalData)
}
