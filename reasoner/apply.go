package reasoner

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Limits of edits in layers. Beyond them a run from scratch is about as fast, or the layers have
// become so large that a new base is faster.
const (
	maxEdits       = 2000 // axioms in one Apply
	minSeeds       = 1000 // contexts that may always be solved again
	maxSeedsPart   = 4    // else a fourth of all contexts
	maxChanged     = 8192 // concepts with changed axioms, and contexts that differ from the base
	maxGenerations = 4096
)

// Apply returns a Reasoner for the ontology without the axioms of remove and with those of add. It
// removes all copies of an axiom, and returns ErrNoSuchAxiom without any change if there is none.
// Adding an existing axiom is no error. The new Reasoner has the answers of one made by New.
//
// Cost: the contexts that an edit may change are solved again, and their positions in the taxonomy
// are computed. An edit of role axioms, or one that affects a large part of the ontology, is a run
// from scratch.
func (r *Reasoner) Apply(ctx context.Context, add, remove []owl.Axiom) (*Reasoner, error) {
	if err := r.axioms.err(); err != nil {
		return nil, err
	}
	next := &Reasoner{opts: r.opts, generation: r.generation + 1}
	next.opts.Progress = nil
	gone, err := r.find(remove)
	if err != nil {
		return nil, err
	}
	next.axioms = r.axioms.edited(gone, add)
	err = r.applyInLayer(ctx, next, gone, add)
	if errors.Is(err, errRebuild) {
		return fromScratch(ctx, next.axioms.slice(), r.opts)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// find returns the indexes of all copies of the axioms, ascending.
func (r *Reasoner) find(axioms []owl.Axiom) ([]int, error) {
	var places []int
	for _, a := range axioms {
		h := owl.HashAxiom(a)
		found := false
		check := func(i int, b owl.Axiom) {
			if b != nil && b.Kind() == a.Kind() && mayBeSame(a, b) && owl.HashAxiom(b) == h {
				places = append(places, i)
				found = true
			}
		}
		if sources := r.sources(a); sources != nil {
			for _, s := range sources {
				check(int(s), r.axioms.at(int(s)))
			}
		} else {
			for i, b := range r.axioms.all() {
				check(i, b)
			}
		}
		if !found {
			return nil, noSuchAxiom(a)
		}
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// mayBeSame is a cheap filter for two axioms of one kind: it returns false if they are about
// different entities.
func mayBeSame(a, b owl.Axiom) bool {
	switch a := a.(type) {
	case *owl.AnnotationAssertion:
		b := b.(*owl.AnnotationAssertion)
		return a.Property == b.Property && a.Subject == b.Subject
	case *owl.Declaration:
		return a.Entity == b.(*owl.Declaration).Entity
	case *owl.SubClassOf:
		sub, named := a.Sub.(owl.Class)
		other, alsoNamed := b.(*owl.SubClassOf).Sub.(owl.Class)
		return named == alsoNamed && sub == other
	}
	return true
}

// sources returns the axioms that share a normal-form axiom with the given one, or nil if that
// excludes none.
func (r *Reasoner) sources(a owl.Axiom) []el.Source {
	nf, _, err := el.Extend(context.Background(), r.nf, []owl.Axiom{a})
	if err != nil {
		return nil
	}
	switch {
	case len(nf.NF1) > 0:
		return alike(r.nf.NF1, nf.NF1[0], func(a el.NF1) (el.NF1, el.Source) {
			return el.NF1{Sub: a.Sub, Super: a.Super}, a.Source
		})
	case len(nf.NF2) > 0:
		return alike(r.nf.NF2, nf.NF2[0], func(a el.NF2) (el.NF2, el.Source) {
			return el.NF2{Left: a.Left, Right: a.Right, Super: a.Super}, a.Source
		})
	case len(nf.NF3) > 0:
		return alike(r.nf.NF3, nf.NF3[0], func(a el.NF3) (el.NF3, el.Source) {
			return el.NF3{Sub: a.Sub, Role: a.Role, Filler: a.Filler}, a.Source
		})
	}
	return nil
}

// alike returns the sources of the axioms equal to one. The result is not nil.
func alike[A comparable](list []A, one A, take func(A) (A, el.Source)) []el.Source {
	sources := []el.Source{}
	wanted, _ := take(one)
	for _, a := range list {
		if what, source := take(a); what == wanted && source != el.Definition {
			sources = append(sources, source)
		}
	}
	return sources
}

// applyInLayer completes next, which has the axioms after the edit. It returns errRebuild if the
// edit needs a run from scratch, or if a layer would be slower.
func (r *Reasoner) applyInLayer(
	ctx context.Context, next *Reasoner, gone []int, add []owl.Axiom,
) error {
	if len(gone) > 0 && (r.s.rounded || r.s.assumed > 0) {
		return errRebuild // additions of the rules of rounds may depend on a removed axiom
	}
	if len(gone)+len(add) > maxEdits || next.generation > maxGenerations ||
		!r.taxonomy.consistent || r.s.x.names != nil {
		return errRebuild
	}
	if changes := r.s.x.changes; changes != nil && len(changes.axioms) > maxChanged ||
		len(r.s.differs) > maxChanged {
		return errRebuild
	}
	removed := make([]owl.Axiom, 0, len(gone))
	for _, i := range gone {
		removed = append(removed, r.axioms.at(i))
	}
	taken, _, err := el.Extend(ctx, r.nf, removed)
	if err != nil {
		return orRebuild(err)
	}
	given, report, err := el.Extend(ctx, r.nf, add)
	if err != nil {
		return orRebuild(err)
	}
	l, err := r.editedLayer(ctx, taken, given)
	if err != nil {
		return err
	}
	next.s, next.nf = l, r.nf.Without(func(s el.Source) bool {
		_, found := slices.BinarySearch(gone, int(s))
		return found
	}).Join(given, el.Source(r.axioms.len()))
	l.x.nf = next.nf
	l.statistics.NormalForms = int64(next.nf.NumAxioms())
	next.report = reportAfter(r.report, report, &r.axioms, gone)
	dropped := droppedAfter(r.taxonomy.dropped, &next.axioms, removed, add)
	next.taxonomy, err = r.taxonomy.updated(ctx, l, next.newContexts(r, dropped), dropped,
		next.opts)
	return err
}

// editedLayer returns a layer without the axioms of one extension of the normal form and with those
// of another.
func (r *Reasoner) editedLayer(
	ctx context.Context, taken, given *el.Ontology,
) (*saturation, error) {
	start := time.Now()
	l := r.s.layer()
	e := newEditor(l)
	if err := e.remove(taken); err != nil {
		return nil, err
	}
	if err := l.updateSome(ctx, e.sortedSeeds(), true); err != nil {
		return nil, err
	}
	if taken.NumAxioms() > 0 && l.needsRounds() {
		l.forgetNonempty()
	}
	e = newEditor(l)
	if err := e.add(given); err != nil {
		return nil, err
	}
	if err := l.updateSome(ctx, e.sortedSeeds(), false); err != nil {
		return nil, err
	}
	if err := l.rounds(ctx, sortedIDs(l.solved), nil); err != nil {
		return nil, err
	}
	if l.consistent() {
		if err := l.assumeEach(ctx, r.opts); err != nil {
			return nil, err
		}
	}
	if !l.consistent() {
		return nil, errRebuild // every context has changed
	}
	l.x.changes = l.x.changes.flat()
	l.statistics.Saturate, l.statistics.Index = time.Since(start), 0
	return l, nil
}

// newContexts returns the contexts that the Reasoner before the edit did not have, or whose classes
// it had dropped.
func (r *Reasoner) newContexts(before *Reasoner, dropped map[owl.Entity]bool) []conceptID {
	// fillers among them are no classes
	added := slices.Clip(r.s.x.contexts[len(before.s.x.contexts):])
	for c := range before.taxonomy.dropped {
		if class, ok := c.(owl.Class); ok && !dropped[c] {
			concept, _ := r.nf.ConceptOf(class)
			added = append(added, r.s.x.idOf[concept])
		}
	}
	return added
}

// orRebuild converts the error of el.Extend for an extension that depends on the base into
// errRebuild.
func orRebuild(err error) error {
	if errors.Is(err, el.ErrDependsOnBase) {
		return errRebuild
	}
	return err
}

// updateSome is update, or errRebuild if a run from scratch is faster.
func (s *saturation) updateSome(ctx context.Context, seeds []conceptID, removed bool) error {
	if len(seeds) > minSeeds && len(seeds) > len(s.x.contexts)/maxSeedsPart {
		return errRebuild
	}
	return s.update(ctx, seeds, removed)
}

// flat returns the changes merged with those of all layers below.
func (c *changes) flat() *changes {
	if c.below == nil {
		return c
	}
	all := &changes{
		axioms:   maps.Clone(c.below.axioms),
		linking:  maps.Clone(c.below.linking),
		ranged:   maps.Clone(c.below.ranged),
		automata: maps.Clone(c.below.automata),
		merged:   maps.Clone(c.below.merged),
		parts:    maps.Clone(c.below.parts),
	}
	maps.Copy(all.axioms, c.axioms)
	maps.Copy(all.ranged, c.ranged)
	maps.Copy(all.automata, c.automata)
	maps.Copy(all.merged, c.merged)
	maps.Copy(all.parts, c.parts)
	for filler, links := range c.linking {
		all.linking[filler] = append(slices.Clip(all.linking[filler]), links...)
	}
	return all
}
