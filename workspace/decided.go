package workspace

import (
	"context"
	"sync"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// decided knows what counts of the history, by ontology. It learns of what other processes decide when it is asked to look.
type decided struct {
	store *db.Store

	mu sync.Mutex
	of map[string]*decidedOf // by key of ontology
}

func newDecided(store *db.Store) *decided {
	return &decided{store: store, of: make(map[string]*decidedOf)}
}

// decidedOf is what counts of the history of one ontology.
type decidedOf struct {
	looking chan struct{} // a token while somebody reads the store; to whom belongs last
	last    int64         // place in the audit up to which it is known

	mu      sync.RWMutex // guards what follows
	current map[owl.Hash]suggest.Decision
	changes int // how often it was another one
}

func (d *decided) ontology(key string) *decidedOf {
	d.mu.Lock()
	defer d.mu.Unlock()
	of, ok := d.of[key]
	if !ok {
		of = &decidedOf{looking: make(chan struct{}, 1), current: make(map[owl.Hash]suggest.Decision)}
		d.of[key] = of
	}
	return of
}

// look brings up to date what is known of an ontology, and returns it.
//
// Cost: that of what is new; nearly nothing where nothing is.
func (d *decided) look(ctx context.Context, key string) (*decidedOf, error) {
	of := d.ontology(key)
	select {
	case of.looking <- struct{}{}:
		defer func() { <-of.looking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	axioms, last, err := d.store.DecidedSince(ctx, key, of.last)
	if err != nil {
		return nil, err
	}
	news := make(map[owl.Hash]suggest.Decision, len(axioms))
	if of.last == 0 && len(axioms) > 0 {
		for decision, err := range d.store.Current(ctx, key) {
			if err != nil {
				return nil, err
			}
			news[decision.Hash] = suggest.Decision(decision.Action)
		}
	} else {
		for _, h := range axioms {
			decision, _, err := d.store.CurrentOf(ctx, key, h)
			if err != nil {
				return nil, err
			}
			news[h] = suggest.Decision(decision.Action)
		}
	}
	of.last = last
	of.learn(news)
	return of, nil
}

func (of *decidedOf) learn(news map[owl.Hash]suggest.Decision) {
	if len(news) == 0 {
		return
	}
	of.mu.Lock()
	defer of.mu.Unlock()
	of.changes++
	for h, decision := range news {
		if decision == "" {
			delete(of.current, h)
		} else {
			of.current[h] = decision
		}
	}
}

// about returns what counts about an axiom; "" for nothing.
func (of *decidedOf) about(h owl.Hash) suggest.Decision {
	of.mu.RLock()
	defer of.mu.RUnlock()
	return of.current[h]
}

// state is another number after each change.
func (of *decidedOf) state() int {
	of.mu.RLock()
	defer of.mu.RUnlock()
	return of.changes
}

// filter returns the axioms of the current decisions that fulfill a condition.
func (of *decidedOf) filter(wanted func(owl.Hash, suggest.Decision) bool) map[owl.Hash]bool {
	of.mu.RLock()
	defer of.mu.RUnlock()
	found := make(map[owl.Hash]bool)
	for h, d := range of.current {
		if wanted(h, d) {
			found[h] = true
		}
	}
	return found
}
