package reasoner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"box2el-owl/internal/memory"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Reasoner is a classified ontology that answers questions about itself. It never changes: Apply returns another one
// for the edited ontology, while this one goes on answering. It is safe for concurrent use.
type Reasoner struct {
	opts     Options
	axioms   axiomList // by el.Source
	report   *el.Report
	nf       *el.Ontology
	s        *saturation
	taxonomy *Taxonomy
	// generation counts the Applies since the last run from scratch.
	generation int

	whole whole

	realize     sync.Once
	realization *Realization
}

// New normalizes and classifies an ontology. Of its axioms the Reasoner keeps the slice, which must not be
// changed any more. An inconsistent ontology is a Reasoner that says so; the error is that of a context that has
// ended, or memory.ErrExceeded.
func New(ctx context.Context, o *owl.Ontology, opts Options) (*Reasoner, error) {
	return fromScratch(ctx, slices.Clip(o.Axioms), opts)
}

func fromScratch(ctx context.Context, axioms []owl.Axiom, opts Options) (r *Reasoner, err error) {
	ctx, check := memory.Watch(ctx)
	defer func() { err = check(err) }()
	opts = opts.withDefaults()
	opts.incremental = true
	nf, report, err := el.Normalize(ctx, &owl.Ontology{Axioms: axioms}, el.Options{Progress: opts.Progress})
	if err != nil {
		return nil, err
	}
	s, err := saturate(ctx, nf, opts)
	if err != nil {
		return nil, err
	}
	taxonomy, err := reduce(ctx, s, opts)
	if err != nil {
		return nil, err
	}
	return &Reasoner{opts: opts, axioms: newAxiomList(axioms), report: report, nf: nf, s: s, taxonomy: taxonomy}, nil
}

// Axioms returns the axioms of the ontology as it is now; none where a loaded Reasoner cannot get at them: see
// Load.
func (r *Reasoner) Axioms() []owl.Axiom { return r.axioms.slice() }

// Report lists the axioms that lie outside EL and were used in part or not at all. Its indexes are sources.
func (r *Reasoner) Report() *el.Report { return r.report }

// NormalForm returns the normal form of the axioms. Sources in it count the axioms of the ontology that the
// Reasoner was made from and those that Apply has added since, removed ones included: Axiom returns them.
func (r *Reasoner) NormalForm() *el.Ontology { return r.nf }

// Axiom returns the axiom of a source, or nil.
func (r *Reasoner) Axiom(source el.Source) owl.Axiom { return r.axioms.at(int(source)) }

// Sources iterates over the axioms of the ontology as it is now with their sources, ascending.
func (r *Reasoner) Sources() iter.Seq2[el.Source, owl.Axiom] {
	return func(yield func(el.Source, owl.Axiom) bool) {
		for i, a := range r.axioms.all() {
			if !yield(el.Source(i), a) {
				return
			}
		}
	}
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

// ErrNoSuchAxiom says that an axiom to be removed is not in the ontology.
var ErrNoSuchAxiom = errors.New("the ontology has no such axiom")

func noSuchAxiom(a owl.Axiom) error {
	return fmt.Errorf("%w: %s", ErrNoSuchAxiom, owl.AppendAxiom(nil, a, nil))
}
