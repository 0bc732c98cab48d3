package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Effect lists the new entailments of hypothetical axioms, without the axioms themselves.
type Effect struct {
	Inconsistent bool
	// Unsatisfiable lists the classes that would become unsatisfiable, sorted by IRI.
	Unsatisfiable []owl.Class
	// NewSubsumptions counts the new pairs of named classes C ⊑ D, except those of classes that
	// become unsatisfiable. Examples lists the first of them, sorted by IRI.
	NewSubsumptions int
	Examples        []Subsumption
}

// Subsumption is Sub ⊑ Super.
type Subsumption struct{ Sub, Super owl.Class }

// Axiom returns the subsumption as an axiom.
func (s Subsumption) Axiom() owl.Axiom { return &owl.SubClassOf{Sub: s.Sub, Super: s.Super} }

// statedBy returns the subsumptions between named classes among axioms.
func statedBy(axioms []owl.Axiom) map[Subsumption]bool {
	stated := make(map[Subsumption]bool)
	for _, a := range axioms {
		if a, ok := a.(*owl.SubClassOf); ok {
			sub, named := a.Sub.(owl.Class)
			if super, ok := a.Super.(owl.Class); ok && named {
				stated[Subsumption{sub, super}] = true
			}
		}
	}
	return stated
}

// Effect computes the new entailments if axioms were added, with up to the given number of
// examples.
func (r *Reasoner) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (*Effect, error) {
	if !r.Consistent() {
		return &Effect{Inconsistent: true}, ctx.Err()
	}
	with, err := r.hypothetical(ctx, axioms...)
	if err != nil {
		return nil, err
	}
	if !with.Consistent() {
		return &Effect{Inconsistent: true}, nil
	}
	e := &Effect{Unsatisfiable: r.newlyUnsatisfiable(with)}
	stated := statedBy(axioms)
	for _, rank := range r.changedClasses(with) {
		e.compare(r, with, r.taxonomy.classes[rank], stated, examples)
	}
	return e, nil
}

// changedClasses returns the ranks of the named classes whose subsumers may differ in a layer with
// hypothetical axioms, ascending: all of them if it is over a saturation from scratch.
func (r *Reasoner) changedClasses(with *saturate.Layer) (ranks []int32) {
	if with.Below != r.s {
		for rank := range r.taxonomy.classes {
			ranks = append(ranks, int32(rank))
		}
		return ranks
	}
	for c := range with.Recent {
		ranks = r.taxonomy.appendRanks(ranks, c)
	}
	slices.Sort(ranks)
	return ranks
}

// compare counts the new subsumers of a class that are not stated.
func (e *Effect) compare(r *Reasoner, with *saturate.Layer, c owl.Class,
	stated map[Subsumption]bool, examples int) {
	concept, _ := with.Index.NF.ConceptOf(c)
	now := with.Index.IDOf[concept]
	old, _ := r.taxonomy.conceptID(c)
	if with.Store.Unsatisfiable(now) || r.s.Store.Unsatisfiable(old) {
		return
	}
	above := func(s *saturate.Saturation, a index.ConceptID) (ranks []int32) {
		for _, d := range s.Store.Subsumers(a) {
			for _, c := range s.Index.ConceptsOf(d) {
				if int(c) < len(r.s.Index.IDOf) {
					ranks = r.taxonomy.appendRanks(ranks, r.s.Index.IDOf[c])
				}
			}
		}
		return ranks
	}
	before := make(map[int32]bool)
	for _, rank := range above(r.s, old) {
		before[rank] = true
	}
	var supers []owl.Class
	for _, rank := range above(&with.Saturation, now) {
		if d := r.taxonomy.classes[rank]; !before[rank] && !stated[Subsumption{c, d}] {
			supers = append(supers, d)
		}
	}
	slices.SortFunc(supers, compareClasses)
	supers = slices.Compact(supers)
	e.NewSubsumptions += len(supers)
	for _, d := range supers {
		if len(e.Examples) < examples {
			e.Examples = append(e.Examples, Subsumption{c, d})
		}
	}
}
