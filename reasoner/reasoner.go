package reasoner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Reasoner is a classified ontology that answers questions about itself. It never changes: Apply returns another one
// for the edited ontology, while this one goes on answering. It is safe for concurrent use.
type Reasoner struct {
	opts     Options
	axioms   []owl.Axiom // by el.Source; nil where one was removed
	nf       *el.Ontology
	s        *saturation
	taxonomy *Taxonomy
	uses     *uses // nil as long as nothing has been removed
	// generation counts the Applies since the last run from scratch.
	generation int

	realize     sync.Once
	realization *Realization
}

// New normalizes and classifies an ontology. Of its axioms the Reasoner keeps the slice, which must not be
// changed any more. An inconsistent ontology is a Reasoner that says so; the only error is that of a
// context that has ended.
func New(ctx context.Context, o *owl.Ontology, opts Options) (*Reasoner, error) {
	return fromScratch(ctx, slices.Clip(o.Axioms), opts)
}

func fromScratch(ctx context.Context, axioms []owl.Axiom, opts Options) (*Reasoner, error) {
	opts = opts.withDefaults()
	opts.incremental = true
	nf, _, err := el.Normalize(ctx, &owl.Ontology{Axioms: axioms}, el.Options{Progress: opts.Progress})
	if err != nil {
		return nil, err
	}
	return fromNormalForm(ctx, axioms, nf, opts)
}

func fromNormalForm(ctx context.Context, axioms []owl.Axiom, nf *el.Ontology, opts Options) (*Reasoner, error) {
	s, err := saturate(ctx, nf, opts)
	if err != nil {
		return nil, err
	}
	taxonomy, err := reduce(ctx, s, opts)
	if err != nil {
		return nil, err
	}
	return &Reasoner{opts: opts, axioms: axioms, nf: nf, s: s, taxonomy: taxonomy}, nil
}

// Axioms returns the axioms of the ontology as it is now.
func (r *Reasoner) Axioms() []owl.Axiom {
	return slices.DeleteFunc(slices.Clone(r.axioms), func(a owl.Axiom) bool { return a == nil })
}

// NormalForm returns the normal form of the axioms. Sources in it count the axioms of the ontology that the
// Reasoner was made from and those that Apply has added since, removed ones included: Axiom returns them.
func (r *Reasoner) NormalForm() *el.Ontology { return r.nf }

// Axiom returns the axiom of a source, or nil.
func (r *Reasoner) Axiom(source el.Source) owl.Axiom {
	if source < 0 || int(source) >= len(r.axioms) {
		return nil
	}
	return r.axioms[source]
}

// Taxonomy returns the class hierarchy.
func (r *Reasoner) Taxonomy() *Taxonomy { return r.taxonomy }

// Consistent reports whether the ontology has a model. Everything follows from one that has none.
func (r *Reasoner) Consistent() bool { return r.taxonomy.consistent }

// Realization returns what the ontology says of its individuals.
func (r *Reasoner) Realization() *Realization {
	r.realize.Do(func() { r.realization = newRealization(r.taxonomy) })
	return r.realization
}

// assume returns a saturation in which the axioms of an extension of the normal form hold too, and
// the contexts of the concepts are solved. It is a layer, or, where a layer cannot take the axioms, one
// from scratch. Of classes it has what follows whether they are empty or not: see given, and
// assumeEach.
//
// Cost: what the axioms change; in the other case that of a classification.
func (r *Reasoner) assume(ctx context.Context, extension *el.Ontology, concepts ...el.Concept) (*saturation, error) {
	l := r.s.layer()
	e := newEditor(l)
	err := e.add(extension)
	if errors.Is(err, errRebuild) {
		opts := r.opts
		opts.Progress, opts.contexts = nil, concepts
		return saturate(ctx, r.nf.Join(extension, 0), opts)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range concepts {
		a := l.x.atomOf[c]
		if !l.x.isContext(a) {
			l.x.own(a).flags |= isContext
		}
		if !l.store.done(a) {
			e.seed(a)
		}
	}
	if err := l.update(ctx, e.sortedSeeds(), false); err != nil {
		return nil, err
	}
	return l, l.rounds(ctx, slices.Sorted(maps.Keys(l.solved)), nil)
}

// given returns a saturation in which a context is nonempty besides: what holds for it there holds for it
// in any case. See assumeEach.
func (s *saturation) given(ctx context.Context, c atom) (*saturation, error) {
	if !s.needsRounds() {
		return s, nil
	}
	return s.assumeNonempty(ctx, c)
}

// uses counts how many axioms mention each class and individual: those that none mentions any longer are no
// part of the ontology. Counted once, then kept up to date.
type uses struct {
	first   map[owl.Entity]int // never changed
	changed map[owl.Entity]int // what is different now
}

func newUses(axioms []owl.Axiom) *uses {
	u := &uses{changed: make(map[owl.Entity]int)}
	for _, a := range axioms {
		if a != nil {
			u.count(a, 1)
		}
	}
	u.first, u.changed = u.changed, nil
	return u
}

// count adds n for each class and individual that an axiom mentions so that it is in the vocabulary of the
// normal form: not in annotations.
func (u *uses) count(a owl.Axiom, n int) {
	if d, ok := a.(*owl.Declaration); ok {
		u.add(d.Entity, n)
		return
	}
	if !a.Kind().IsLogical() {
		return
	}
	for _, e := range owl.AxiomSignature(a) {
		if k := e.EntityKind(); k == owl.ClassKind || k == owl.NamedIndividualKind {
			u.add(e, n)
		}
	}
}

func (u *uses) add(e owl.Entity, n int) {
	known, ok := u.changed[e]
	if !ok {
		known = u.first[e]
	}
	u.changed[e] = known + n
}

// after returns the uses after an edit.
func (u *uses) after(removed, added []owl.Axiom) *uses {
	next := &uses{first: u.first, changed: make(map[owl.Entity]int, len(u.changed))}
	maps.Copy(next.changed, u.changed)
	for _, a := range removed {
		next.count(a, -1)
	}
	for _, a := range added {
		next.count(a, 1)
	}
	return next
}

// dropped returns the classes and individuals that no axiom mentions any longer.
func (u *uses) dropped() map[owl.Entity]bool {
	dropped := make(map[owl.Entity]bool)
	if u == nil {
		return dropped
	}
	for e, n := range u.changed {
		if n == 0 {
			dropped[e] = true
		}
	}
	return dropped
}

// ErrNoSuchAxiom says that an axiom to be removed is not in the ontology.
var ErrNoSuchAxiom = errors.New("the ontology has no such axiom")

func noSuchAxiom(a owl.Axiom) error {
	return fmt.Errorf("%w: %s", ErrNoSuchAxiom, owl.AppendAxiom(nil, a, nil))
}
