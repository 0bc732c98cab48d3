package reasoner

import (
	"context"
	"runtime"

	"box2el-owl/internal/memory"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/saturate"
)

// Options configure a run of the reasoner. They do not change the result.
type Options struct {
	// Workers is the number of goroutines that saturate and reduce concurrently. Memory grows by 4
	// bytes per concept and worker. The default is GOMAXPROCS.
	Workers int
	// Progress receives the stages "indexing", "saturating" (in contexts) and "reducing" (in
	// classes). It may be nil.
	Progress owl.Progress
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

func (o Options) saturation() saturate.Options {
	return saturate.Options{Workers: o.Workers, Progress: o.Progress}
}

// incremental returns the options of a saturation with layers.
func (o Options) incremental() saturate.Options {
	s := o.saturation()
	s.Incremental = true
	return s
}

// Statistics holds the counts and durations of a run: the steps Index, Saturate and Reduce.
type Statistics = saturate.Statistics

// Classify computes all subsumptions between the named classes of an ontology: index, saturate,
// reduce. An inconsistent ontology is no error: see Taxonomy.Consistent. The error is that of the
// context, or memory.ErrExceeded.
func Classify(ctx context.Context, nf *el.Ontology, opts Options) (*Taxonomy, error) {
	opts = opts.withDefaults()
	ctx, check := memory.Watch(ctx)
	s, err := saturate.Run(ctx, nf, opts.saturation())
	if err != nil {
		return nil, check(err)
	}
	t, err := reduce(ctx, s, nil, opts)
	return t, check(err)
}
