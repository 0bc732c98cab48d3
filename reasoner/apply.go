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
	if errors.Is(err, saturate.ErrRebuild) {
		return fromScratch(ctx, next.axioms.slice(), r.opts)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// find returns the places of all copies of the axioms, ascending. It looks a few axioms up in the
// normal form, or else goes through all axioms once, and hashes those that a key cannot tell apart
// from a wanted one.
func (r *Reasoner) find(ctx context.Context, wanted []owl.Axiom) ([]int, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	keys := make(map[axiomKey]bool, len(wanted))
	hashes := make([]owl.Hash, len(wanted))
	found := make(map[owl.Hash]bool, len(wanted))
	for i, a := range wanted {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		keys[keyOf(a)] = true
		hashes[i] = owl.HashAxiom(a)
		found[hashes[i]] = false
	}
	var places []int
	check := func(i int, a owl.Axiom) {
		if a == nil || !keys[keyOf(a)] {
			return
		}
		h := owl.HashAxiom(a)
		if _, isWanted := found[h]; isWanted {
			places = append(places, i)
			found[h] = true
		}
	}
	if sources, ok := r.sources(wanted); ok {
		for _, s := range sources {
			check(int(s), r.axioms.at(int(s)))
		}
	} else {
		for i, a := range r.axioms.all() {
			if i%checkEvery == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			check(i, a)
		}
	}
	for i, a := range wanted {
		if !found[hashes[i]] {
			return nil, noSuchAxiom(a)
		}
	}
	return places, nil
}

// checkEvery is the number of axioms between two looks at a context.
const checkEvery = 1 << 10

// axiomKey is equal for equal axioms. It has the kind and, for the most frequent kinds, the entity
// that the axiom is about.
type axiomKey struct {
	kind     owl.AxiomKind
	about    owl.IRI // zero if it has no name
	property owl.IRI // of an annotation
}

func keyOf(a owl.Axiom) axiomKey {
	key := axiomKey{kind: a.Kind()}
	switch a := a.(type) {
	case *owl.AnnotationAssertion:
		key.about, _ = a.Subject.(owl.IRI)
		key.property = a.Property.IRI
	case *owl.Declaration:
		key.about = a.Entity.EntityIRI()
	case *owl.SubClassOf:
		if sub, ok := a.Sub.(owl.Class); ok {
			key.about = sub.IRI
		}
	}
	return key
}

// maxLookups is the number of axioms that are looked up in the normal form one by one.
const maxLookups = 16

// sources returns the places of axioms among which all copies of the wanted ones are, ascending. ok
// is false if the normal form does not tell.
func (r *Reasoner) sources(wanted []owl.Axiom) (places []el.Source, ok bool) {
	if len(wanted) > maxLookups {
		return nil, false
	}
	for _, a := range wanted {
		list := r.sourcesOf(a)
		if list == nil {
			return nil, false
		}
		places = append(places, list...)
	}
	slices.Sort(places)
	return slices.Compact(places), true
}

// sourcesOf returns the axioms that have some normal-form axiom with the given one in common,
// perhaps several times, and nil where that rules out none.
func (r *Reasoner) sourcesOf(a owl.Axiom) []el.Source {
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

// applyInLayer completes next, which has the axioms after the edit. It returns saturate.ErrRebuild
// if the edit needs a run from scratch, or if a layer would be slower.
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
	e = saturate.NewEditor(l)
	if err := e.Add(given); err != nil {
		return nil, err
	}
	if err := l.UpdateSome(ctx, e.SortedSeeds(), false); err != nil {
		return nil, err
	}
	if err := l.Rounds(ctx, saturate.SortedIDs(l.Solved), nil); err != nil {
		return nil, err
	}
	if l.Consistent() {
		if err := l.AssumeEach(ctx, r.opts.Workers); err != nil {
			return nil, err
		}
	}
	if !l.Consistent() {
		return nil, saturate.ErrRebuild // every context has changed
	}
	l.Detach()
	l.Statistics.Saturate, l.Statistics.Index = time.Since(start), 0
	return l, nil
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

// orRebuild converts the error of el.Extend for an extension that depends on the base into
// saturate.ErrRebuild.
func orRebuild(err error) error {
	if errors.Is(err, el.ErrDependsOnBase) {
		return saturate.ErrRebuild
	}
	return err
}
