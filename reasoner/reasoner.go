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
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Reasoner is a classified ontology that answers queries. It is immutable and safe for concurrent
// use. Apply returns a new Reasoner for the edited ontology.
type Reasoner struct {
	opts     Options
	axioms   axiomList // by el.Source
	report   *el.Report
	nf       *el.Ontology
	s        *saturate.Saturation
	taxonomy *Taxonomy
	edits    int // Applies since the last run from scratch

	full fullOntology

	realize     sync.Once
	realization *Realization
}

// New normalizes and classifies an ontology. The Reasoner keeps the slice of axioms, which the
// caller must not change. An inconsistent ontology is no error: see Consistent. The error is that
// of the context, or memory.ErrExceeded.
func New(ctx context.Context, o *owl.Ontology, opts Options) (*Reasoner, error) {
	return fromScratch(ctx, slices.Clip(o.Axioms), opts)
}

func fromScratch(ctx context.Context, axioms []owl.Axiom, opts Options) (r *Reasoner, err error) {
	ctx, check := memory.Watch(ctx)
	defer func() { err = check(err) }()
	opts = opts.withDefaults()
	nf, report, err := el.Normalize(ctx, &owl.Ontology{Axioms: axioms},
		el.Options{Progress: opts.Progress})
	if err != nil {
		return nil, err
	}
	s, err := saturate.Run(ctx, nf, opts.incremental())
	if err != nil {
		return nil, err
	}
	taxonomy, err := reduce(ctx, s, nil, opts)
	if err != nil {
		return nil, err
	}
	return &Reasoner{
		opts: opts, axioms: newAxiomList(axioms), report: report, nf: nf, s: s, taxonomy: taxonomy,
	}, nil
}

// Axioms returns the axioms of the current ontology.
func (r *Reasoner) Axioms() []owl.Axiom { return r.axioms.slice() }

// Report lists the axioms outside EL that were used in part or not at all. Its indexes are sources.
func (r *Reasoner) Report() *el.Report { return r.report }

// NormalForm returns the normal form of the axioms. Its sources number the axioms of the original
// ontology and those that Apply has added since, including removed ones. Axiom returns the axiom of
// a source.
func (r *Reasoner) NormalForm() *el.Ontology { return r.nf }

// Axiom returns the axiom of a source, or nil.
func (r *Reasoner) Axiom(source el.Source) owl.Axiom { return r.axioms.at(int(source)) }

// Sources iterates over the axioms of the current ontology and their sources, in ascending order.
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

// IsSubsumedBy reports whether sub ⊑ super is entailed: see Taxonomy.
func (r *Reasoner) IsSubsumedBy(sub, super owl.Class) bool {
	return r.taxonomy.IsSubsumedBy(sub, super)
}

// Consistent reports whether the ontology has a model. An inconsistent ontology entails every
// axiom.
func (r *Reasoner) Consistent() bool { return r.taxonomy.consistent }

// Realization returns the types and property assertions of the individuals.
func (r *Reasoner) Realization() *Realization {
	r.realize.Do(func() { r.realization = newRealization(r.taxonomy) })
	return r.realization
}

// assume returns a layer with the axioms of an extension, in which the contexts of the given
// concepts are solved. It is over r.s, and classes are not assumed to be nonempty in it: see Given
// and AssumeEach. If a layer cannot take the axioms, it is over a saturation from scratch, which
// has assumed each class to be nonempty.
//
// Cost: proportional to what the axioms change; from scratch that of a classification.
func (r *Reasoner) assume(
	ctx context.Context, extension *el.Ontology, concepts ...el.Concept,
) (*saturate.Layer, error) {
	l := r.s.Layer()
	e := saturate.NewEditor(l)
	err := e.Add(extension)
	if errors.Is(err, saturate.ErrRebuild) {
		opts := r.opts.incremental()
		opts.Progress, opts.Contexts = nil, concepts
		s, err := saturate.Run(ctx, r.nf.Join(extension, 0), opts)
		if err != nil {
			return nil, err
		}
		return s.Layer(), nil
	}
	if err != nil {
		return nil, err
	}
	for _, c := range concepts {
		a := l.Index.IDOf[c]
		if !l.Index.IsContext(a) {
			l.Index.Own(a).Flags |= index.IsContext
		}
		if !l.Store.Done(a) {
			e.Seed(a)
		}
	}
	if err := l.Update(ctx, e.SortedSeeds(), false); err != nil {
		return nil, err
	}
	return l, l.Rounds(ctx, slices.Sorted(maps.Keys(l.Solved)), nil)
}

// ErrNoSuchAxiom is returned if an axiom to remove is not in the ontology.
var ErrNoSuchAxiom = errors.New("the ontology has no such axiom")

func noSuchAxiom(a owl.Axiom) error {
	return fmt.Errorf("%w: %s", ErrNoSuchAxiom, owl.AppendAxiom(nil, a, nil))
}
