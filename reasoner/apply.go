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

// Limits on what is edited in layers. Beyond them a run from scratch is about as fast, or the layers have grown so
// large that it pays to start afresh.
const (
	maxEdits       = 2000 // axioms in one Apply
	minSeeds       = 1000 // contexts that may be triggered in any case
	maxSeedsPart   = 4    // else one in so many
	maxChanged     = 8192 // atoms with changed axioms, and contexts that differ from the base
	maxGenerations = 4096
)

// Apply returns a Reasoner for the ontology without the axioms of remove and with those of add. All copies
// of an axiom are removed; the error is ErrNoSuchAxiom where there is none, and then nothing is done.
// To add an axiom that is there already is no error. What it answers is what New would.
//
// Cost: the contexts that an edit may change are solved again, and their places in the taxonomy
// found; an edit of the role axioms, or one that touches a large part of the ontology, takes a run
// from scratch.
func (r *Reasoner) Apply(ctx context.Context, add, remove []owl.Axiom) (*Reasoner, error) {
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

// find returns the places of all copies of the axioms, ascending.
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

// mayBeSame is false where two axioms of one kind, of those that most of an ontology are, say something of different things.
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

// sources returns the axioms that have some normal-form axiom with the given one in common, and nil
// where that rules out none.
func (r *Reasoner) sources(a owl.Axiom) []el.Source {
	nf, _, err := el.Extend(context.Background(), r.nf, []owl.Axiom{a})
	if err != nil {
		return nil
	}
	switch {
	case len(nf.NF1) > 0:
		return alike(r.nf.NF1, nf.NF1[0], func(a el.NF1) (el.NF1, el.Source) { return el.NF1{Sub: a.Sub, Super: a.Super}, a.Source })
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

// alike returns the sources of the axioms that say the same as one; not nil.
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

// applyInLayer completes next, which has the axioms after the edit. The error is errRebuild where it takes a run from
// scratch, or where a layer would not pay.
func (r *Reasoner) applyInLayer(ctx context.Context, next *Reasoner, gone []int, add []owl.Axiom) error {
	if len(gone) > 0 && (r.s.rounded || r.s.assumed > 0) {
		return errRebuild // what the rules of rounds have added may rest on what goes
	}
	if len(gone)+len(add) > maxEdits || next.generation > maxGenerations || !r.taxonomy.consistent || r.s.x.names != nil {
		return errRebuild
	}
	if changes := r.s.x.changes; changes != nil && len(changes.axioms) > maxChanged || len(r.s.differs) > maxChanged {
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
	next.taxonomy, err = r.taxonomy.updated(ctx, l, next.newContexts(r, dropped), dropped, next.opts)
	return err
}

// editedLayer returns a layer without the axioms of one extension of the normal form and with those of another.
func (r *Reasoner) editedLayer(ctx context.Context, taken, given *el.Ontology) (*saturation, error) {
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
	if err := l.rounds(ctx, sortedAtoms(l.solved), nil); err != nil {
		return nil, err
	}
	if l.consistent() {
		if err := l.assumeEach(ctx, r.opts); err != nil {
			return nil, err
		}
	}
	if !l.consistent() {
		return nil, errRebuild // every context is another one now
	}
	l.x.changes = l.x.changes.flat()
	l.statistics.Saturate, l.statistics.Index = time.Since(start), 0
	return l, nil
}

// newContexts returns the contexts that the Reasoner before the edit did not have, or that its taxonomy had dropped.
func (r *Reasoner) newContexts(before *Reasoner, dropped map[owl.Entity]bool) []atom {
	added := slices.Clip(r.s.x.contexts[len(before.s.x.contexts):]) // fillers among them are no classes
	for c := range before.taxonomy.dropped {
		if class, ok := c.(owl.Class); ok && !dropped[c] {
			concept, _ := r.nf.ConceptOf(class)
			added = append(added, r.s.x.atomOf[concept])
		}
	}
	return added
}

// orRebuild turns an error of el.Extend that says that the whole must be normalized anew into errRebuild.
func orRebuild(err error) error {
	if errors.Is(err, el.ErrDependsOnBase) {
		return errRebuild
	}
	return err
}

// updateSome is update unless that is more work than a run from scratch.
func (s *saturation) updateSome(ctx context.Context, seeds []atom, removed bool) error {
	if len(seeds) > minSeeds && len(seeds) > len(s.x.contexts)/maxSeedsPart {
		return errRebuild
	}
	return s.update(ctx, seeds, removed)
}

// flat returns the changes with those of all layers underneath.
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
