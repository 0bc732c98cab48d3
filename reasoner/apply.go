package reasoner

import (
	"context"
	"errors"
	"slices"
	"time"

	"box2el-owl/internal/memory"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Limits of edits in layers. Beyond them a run from scratch is about as fast.
const (
	maxEdits   = 2000 // axioms in one Apply
	maxChanged = 8192 // concepts with changed axioms, and contexts that differ from the base
)

// Apply returns a Reasoner for the ontology without the axioms of remove and with those of add. It
// removes all copies of an axiom, and returns ErrNoSuchAxiom without any change if there is none.
// Adding an existing axiom is no error. The new Reasoner has the answers of one made by New.
//
// Cost: the contexts that an edit may change are solved again, and their positions in the taxonomy
// are computed. An edit of role axioms, or one that affects a large part of the ontology, is a run
// from scratch.
func (r *Reasoner) Apply(
	ctx context.Context, add, remove []owl.Axiom,
) (edited *Reasoner, err error) {
	next := &Reasoner{opts: r.opts, edits: r.edits + 1}
	next.opts.Progress = nil
	ctx, check := memory.Watch(ctx)
	defer func() { err = check(err) }()
	gone, err := r.find(ctx, remove)
	if err != nil {
		return nil, err
	}
	next.axioms = r.axioms.edited(gone, add)
	err = r.applyInLayer(ctx, next, gone, add)
	if errors.Is(err, saturate.ErrRebuild) || errors.Is(err, el.ErrDependsOnBase) {
		return fromScratch(ctx, next.axioms.slice(), r.opts)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// find returns the places of all copies of the axioms, ascending. It goes through all axioms once,
// and hashes those whose kind and subject are those of wanted ones.
func (r *Reasoner) find(ctx context.Context, wanted []owl.Axiom) ([]int, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var kinds [len(owl.AxiomShapes)]bool
	subjects := make(map[owl.IRI]bool, len(wanted))
	for _, a := range wanted {
		kinds[a.Kind()], subjects[subjectOf(a)] = true, true
	}
	copies := make(map[owl.Hash][]int, len(wanted))
	for i, a := range r.axioms.all() {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if kinds[a.Kind()] && subjects[subjectOf(a)] {
			h := owl.HashAxiom(a)
			copies[h] = append(copies[h], i)
		}
	}
	var places []int
	for i, a := range wanted {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h := owl.HashAxiom(a)
		of, found := copies[h]
		if !found {
			return nil, noSuchAxiom(a)
		}
		places = append(places, of...)
		copies[h] = nil // a may be wanted several times
	}
	slices.Sort(places)
	return places, nil
}

// checkEvery is the number of axioms between two looks at a context.
const checkEvery = 1 << 10

// subjectOf returns the entity that an axiom of one of the most frequent kinds is about, and zero
// for other axioms.
func subjectOf(a owl.Axiom) (about owl.IRI) {
	switch a := a.(type) {
	case *owl.AnnotationAssertion:
		about, _ = a.Subject.(owl.IRI)
	case *owl.Declaration:
		about = a.Entity.EntityIRI()
	case *owl.SubClassOf:
		if sub, ok := a.Sub.(owl.Class); ok {
			about = sub.IRI
		}
	}
	return about
}

// applyInLayer completes next, which has the axioms after the edit. It returns saturate.ErrRebuild
// or el.ErrDependsOnBase if the edit needs a run from scratch, or if a layer would be slower.
func (r *Reasoner) applyInLayer(
	ctx context.Context, next *Reasoner, gone []int, add []owl.Axiom,
) error {
	if len(gone) > 0 && (r.s.Rounded || r.s.Assumed > 0) {
		return saturate.ErrRebuild // additions of the rules of rounds may depend on a removed axiom
	}
	if len(gone)+len(add) > maxEdits || r.s.Changed() > maxChanged ||
		!r.taxonomy.consistent || r.s.Index.Names != nil {
		return saturate.ErrRebuild
	}
	removed := make([]owl.Axiom, 0, len(gone))
	for _, i := range gone {
		removed = append(removed, r.axioms.at(i))
	}
	taken, _, err := el.Extend(ctx, r.nf, removed)
	if err != nil {
		return err
	}
	given, report, err := el.Extend(ctx, r.nf, add)
	if err != nil {
		return err
	}
	l, err := r.editedLayer(ctx, taken, given)
	if err != nil {
		return err
	}
	next.s, next.nf = &l.Saturation, r.nf.Without(func(s el.Source) bool {
		_, found := slices.BinarySearch(gone, int(s))
		return found
	}).Join(given, el.Source(r.axioms.len()))
	l.Index.NF = next.nf
	l.Statistics.NormalForms = int64(next.nf.NumAxioms())
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
) (*saturate.Layer, error) {
	start := time.Now()
	l := r.s.Layer()
	e := saturate.NewEditor(l)
	if err := e.Remove(taken); err != nil {
		return nil, err
	}
	if err := l.UpdateSome(ctx, e.SortedSeeds(), true); err != nil {
		return nil, err
	}
	if taken.NumAxioms() > 0 && l.NeedsRounds() {
		l.ForgetNonempty()
	}
	if err := r.addTo(ctx, l, given); err != nil {
		return nil, err
	}
	if !l.Consistent() {
		return nil, saturate.ErrRebuild // every context has changed
	}
	l.Detach()
	l.Statistics.Saturate, l.Statistics.Index = time.Since(start), 0
	return l, nil
}

// addTo adds the axioms of an extension to a layer, and solves what they touch. It returns
// saturate.ErrRebuild if a layer cannot take them, or if a run from scratch is faster.
func (r *Reasoner) addTo(ctx context.Context, l *saturate.Layer, extension *el.Ontology) error {
	e := saturate.NewEditor(l)
	if err := e.Add(extension); err != nil {
		return err
	}
	if err := l.UpdateSome(ctx, e.SortedSeeds(), false); err != nil {
		return err
	}
	err := l.Rounds(ctx, saturate.SortedIDs(l.Solved), nil)
	if err != nil || !l.Consistent() {
		return err
	}
	return l.AssumeEach(ctx, r.opts.Workers)
}

// newContexts returns the contexts that the Reasoner before the edit did not have, or whose classes
// it had dropped.
func (r *Reasoner) newContexts(before *Reasoner, dropped map[owl.Entity]bool) []index.ConceptID {
	// fillers among them are no classes
	added := slices.Clip(r.s.Index.Contexts[len(before.s.Index.Contexts):])
	for c := range before.taxonomy.dropped {
		if class, ok := c.(owl.Class); ok && !dropped[c] {
			concept, _ := r.nf.ConceptOf(class)
			added = append(added, r.s.Index.IDOf[concept])
		}
	}
	return added
}
