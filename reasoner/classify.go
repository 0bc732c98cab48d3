package reasoner

import (
	"context"
	"errors"
	"runtime"
	"time"

	"box2el-owl/internal/invariants"
	"box2el-owl/internal/memory"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Options configure a run of the reasoner. They do not change the result.
type Options struct {
	// Workers is the number of goroutines that saturate and reduce concurrently. Memory grows by 4
	// bytes per concept and worker. The default is GOMAXPROCS.
	Workers int
	// Progress receives the stages "indexing", "saturating" (in contexts) and "reducing" (in
	// classes). It may be nil.
	Progress owl.Progress

	// incremental is set if layers will follow. everyConcept gives every concept a context and
	// allows queries about it. contexts are concepts that always get a context. automata are built
	// already, by role.
	incremental  bool
	everyConcept bool
	contexts     []el.Concept
	automata     map[int32]*automaton
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// Statistics holds the counts and durations of a run. The counts depend on the ontology alone.
type Statistics struct {
	NormalForms int64 // axioms of the normal form
	Contexts    int64 // concepts whose subsumers were computed
	Derived     int64 // derived facts: pairs of a context and a subsumer

	Index, Saturate, Reduce time.Duration
}

// Classify computes all subsumptions between the named classes of an ontology: index, saturate,
// reduce. An inconsistent ontology is no error: see Taxonomy.Consistent. The error is that of the
// context, or memory.ErrExceeded.
func Classify(ctx context.Context, nf *el.Ontology, opts Options) (*Taxonomy, error) {
	opts = opts.withDefaults()
	ctx, check := memory.Watch(ctx)
	s, err := saturate(ctx, nf, opts)
	if err != nil {
		return nil, check(err)
	}
	t, err := reduce(ctx, s, opts)
	return t, check(err)
}

// saturate indexes the normal form and saturates it. If that finds many equivalent names, it starts
// again with one name for each group: see collapse.
func saturate(ctx context.Context, nf *el.Ontology, opts Options) (*saturation, error) {
	var known *collapse
	for {
		s, err := saturateOnce(ctx, nf, known, opts)
		var more *collapse
		if !errors.As(err, &more) {
			return s, err
		}
		known = more
	}
}

// saturateOnce is one attempt of saturate. It returns a *collapse as the error if the next attempt
// must use it.
func saturateOnce(
	ctx context.Context, nf *el.Ontology, names *collapse, opts Options,
) (*saturation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	start := time.Now()
	opts.Progress.Report("indexing", 0, 1)
	x, err := newIndex(ctx, nf, names, opts)
	if err != nil {
		return nil, err
	}
	opts.Progress.Report("indexing", 1, 1)
	s := &saturation{x: x, store: newStore(x)}
	s.statistics.NormalForms = int64(nf.NumAxioms())
	s.statistics.Contexts = int64(len(x.contexts))
	s.statistics.Index = time.Since(start)

	start = time.Now()
	if err := s.run(ctx, opts.Workers, opts.Progress); err != nil {
		return nil, err
	}
	if invariants.Enabled {
		s.checkClosed(s.x.contexts)
	}
	if s, err = s.complete(ctx, opts); err != nil {
		return nil, err
	}
	opts.Progress.Report("saturating", int64(len(x.contexts)), int64(len(x.contexts)))
	s.statistics.Derived = s.countDerived()
	s.statistics.Saturate = time.Since(start)
	return s, nil
}

// consistent reports whether ⊤ and all individuals are satisfiable.
func (s *saturation) consistent() bool {
	if s.store.unsatisfiable(s.x.top) {
		return false
	}
	for _, a := range s.x.nominals {
		if s.store.unsatisfiable(a) {
			return false
		}
	}
	return true
}

func (s *saturation) countDerived() int64 {
	n := int64(0)
	for _, c := range s.x.contexts {
		n += int64(max(s.store.record(c).all, 1)) // an unsatisfiable context has ⊥ only
	}
	return n
}
