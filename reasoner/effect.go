package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Effect is what would follow from further axioms that does not follow now.
type Effect struct {
	Inconsistent bool
	// Unsatisfiable are the classes that would become unsatisfiable, sorted by IRI.
	Unsatisfiable []owl.Class
	// NewSubsumptions counts the pairs of named classes C ⊑ D that would be new, other than those of classes that become
	// unsatisfiable; Examples are the first of them, sorted by IRI.
	NewSubsumptions int
	Examples        []Subsumption
}

// Subsumption is Sub ⊑ Super.
type Subsumption struct{ Sub, Super owl.Class }

// Effect says what would follow if axioms were added, with up to so many examples.
func (r *Reasoner) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (*Effect, error) {
	if !r.Consistent() {
		return &Effect{Inconsistent: true}, ctx.Err()
	}
	with, err := r.suppose(ctx, axioms...)
	if err != nil {
		return nil, err
	}
	if !with.consistent() {
		return &Effect{Inconsistent: true}, nil
	}
	e := &Effect{Unsatisfiable: r.newlyUnsatisfiable(with)}
	for _, c := range r.changedClasses(with) {
		e.compare(r, with, c, examples)
	}
	return e, nil
}

// changedClasses returns the named classes that may have other subsumers in a saturation with further
// axioms, sorted by IRI.
func (r *Reasoner) changedClasses(with *saturation) []owl.Class {
	t := r.taxonomy
	if with.below != r.s {
		return t.classes
	}
	var ranks []int32
	for c := range with.recent {
		if rank := t.rank(c); rank >= 0 {
			ranks = append(ranks, rank)
		}
	}
	slices.Sort(ranks)
	classes := make([]owl.Class, len(ranks))
	for i, rank := range ranks {
		classes[i] = t.classes[rank]
	}
	return classes
}

// compare counts the new subsumers of a class.
func (e *Effect) compare(r *Reasoner, with *saturation, c owl.Class, examples int) {
	concept, _ := with.x.nf.ConceptOf(c)
	now := with.x.atomOf[concept]
	old, _ := r.taxonomy.atom(c)
	if with.store.unsatisfiable(now) || r.s.store.unsatisfiable(old) {
		return
	}
	before := make(map[el.Concept]bool)
	for _, a := range r.s.store.subsumers(old) {
		before[r.s.x.concepts[a]] = true
	}
	var supers []owl.Class
	for _, a := range with.store.subsumers(now) {
		d := with.x.concepts[a]
		if d != noConcept && !before[d] && with.x.nf.Kind(d) == el.NamedClass {
			supers = append(supers, with.x.nf.Class(d))
		}
	}
	slices.SortFunc(supers, compareClasses)
	e.NewSubsumptions += len(supers)
	for _, d := range supers {
		if len(e.Examples) < examples {
			e.Examples = append(e.Examples, Subsumption{c, d})
		}
	}
}
