package ranking

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"box2el-owl/embed/dataset"
)

// Options sets filters and resources of a ranking.
type Options struct {
	// Workers is the number of goroutines. It does not change the result.
	//
	// Default: one per CPU.
	Workers int

	// Filters are the filters for the filtered ranks. Raw ranks are always computed.
	//
	// Default: none.
	Filters []Filter

	// Only marks the candidates of a second ranking in which the others are ignored, such as
	// auxiliary classes. Its length is the number of candidates. An axiom whose target is not
	// marked is not ranked there.
	//
	// Default: nil, no second ranking.
	Only []bool
}

// Ranks holds the places of the axioms of a table, raw and under each filter.
type Ranks struct {
	Raw      []Place
	Filtered [][]Place // in the order of Options.Filters

	// Only holds the places among the candidates of Options.Only, or is nil.
	Only *Ranks
}

// Rank computes the exact place of the target of each axiom (the id in its open column) among all
// candidates, raw and under each filter, in one pass over the distances. The result depends neither
// on Options.Workers nor on the size of tiles. In addition to the result, memory is needed per
// worker, and for the answers of the filters for 128 axioms at a time.
func Rank[T Float](ctx context.Context, s Scorer[T], axioms dataset.Table,
	opts Options) (*Ranks, error) {
	ranks, err := rankEach(ctx, []Scorer[T]{s}, axioms, opts)
	if err != nil {
		return nil, err
	}
	return ranks[0], nil
}

// rankEach is like Rank for several scorers of one question. Filters are queried once for all.
func rankEach[T Float](ctx context.Context, scorers []Scorer[T], axioms dataset.Table,
	opts Options) ([]*Ranks, error) {
	for _, s := range scorers {
		if err := check(s, axioms, opts); err != nil {
			return nil, err
		}
	}
	p := &pass[T]{Options: opts, scorers: scorers, axioms: axioms}
	for id, marked := range opts.Only {
		if !marked {
			p.others = append(p.others, int32(id))
		}
	}
	for range scorers {
		p.ranks = append(p.ranks, newRanks(axioms.Len(), opts))
	}
	if len(scorers) == 0 || axioms.Len() == 0 {
		return p.ranks, ctx.Err()
	}

	workers := opts.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	// Few axioms are distributed evenly.
	p.block = min(blockAxioms, (axioms.Len()+workers-1)/workers)
	workers = min(workers, (axioms.Len()+p.block-1)/p.block)

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			if err := p.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return p.ranks, nil
}

func check[T Float](s Scorer[T], axioms dataset.Table, opts Options) error {
	form, open, n := s.Form(), s.Open(), s.Candidates()
	if axioms.Len() == 0 {
		return nil
	}
	if axioms.Width != len(form.Columns()) || open < 0 || open >= axioms.Width {
		return fmt.Errorf("rank %v: axioms of %d columns, open column %d", form,
			axioms.Width, open)
	}
	if opts.Only != nil && len(opts.Only) != n {
		return fmt.Errorf("rank %v: %d marks for %d candidates", form, len(opts.Only), n)
	}
	for i := range axioms.Len() {
		if t := axioms.Row(i)[open]; t < 0 || int(t) >= n {
			return fmt.Errorf("rank %v: axiom %d asks for candidate %d of %d", form, i, t, n)
		}
	}
	return nil
}

func newRanks(axioms int, opts Options) *Ranks {
	counted := func() *Ranks {
		r := &Ranks{Raw: make([]Place, axioms), Filtered: make([][]Place, len(opts.Filters))}
		for f := range r.Filtered {
			r.Filtered[f] = make([]Place, axioms)
		}
		return r
	}
	r := counted()
	if opts.Only != nil {
		r.Only = counted()
	}
	return r
}
