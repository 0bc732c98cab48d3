package workspace

import (
	"context"
	"sync"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// decided caches the current decisions by ontology. look adds those of other processes.
type decided struct {
	store *db.Store

	mu sync.Mutex
	of map[string]*decidedOf // by key of ontology
}

func newDecided(store *db.Store) *decided {
	return &decided{store: store, of: make(map[string]*decidedOf)}
}

// decidedOf holds the current decisions on one ontology.
type decidedOf struct {
	looking chan struct{} // a token while a goroutine reads the store, which owns last
	last    int64         // number of the last row that is known

	current *suggest.Decisions
}

func (d *decided) ontology(key string) *decidedOf {
	d.mu.Lock()
	defer d.mu.Unlock()
	of, ok := d.of[key]
	if !ok {
		of = &decidedOf{looking: make(chan struct{}, 1), current: new(suggest.Decisions)}
		d.of[key] = of
	}
	return of
}

// look updates the decisions on an ontology, and returns them.
//
// Cost: proportional to the new decisions; one lookup if there are none.
func (d *decided) look(ctx context.Context, key string) (*suggest.Decisions, error) {
	of := d.ontology(key)
	select {
	case of.looking <- struct{}{}:
		defer func() { <-of.looking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	decisions, last, err := d.store.DecidedSince(ctx, key, of.last)
	if err != nil {
		return nil, err
	}
	news := make(map[owl.Hash]suggest.Decided, len(decisions))
	for _, d := range decisions {
		news[d.Hash] = Decided(d)
	}
	of.last = last
	of.current.Set(news)
	return of.current, nil
}

// Decided returns a decision of the store as the suggester uses it. An axiom that a later version
// of the program wrote may not be readable: then it is nil.
func Decided(d db.Decision) suggest.Decided {
	axiom, _ := db.ParseAxiom(d.Axiom)
	return suggest.Decided{Axiom: axiom, Decision: suggest.Decision(d.Action)}
}
