package workspace

import (
	"context"
	"sync"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// Breach is a current decision that an ontology does not agree with: an accepted axiom is neither
// asserted nor entailed, or a rejected one is asserted.
type Breach struct {
	db.Decision
	Axiom     owl.Axiom
	Operation string // id of the operation that decided
}

// decidedState is a View with a state of the decisions.
type decidedState struct {
	view  *View
	state int
}

// Breaches returns the decisions that the ontology does not agree with. A new version of the
// document, an imported history or an edit of a client may cause them. Errors are those of
// View.Err, and that of a context that has ended.
//
// Cost: that of the decisions for the first call after a change; those on axioms that are not
// asserted are checked by the reasoner.
func (o *Ontology) Breaches(ctx context.Context) ([]Breach, error) {
	if err := o.lock(ctx); err != nil {
		return nil, err
	}
	unlock := sync.OnceFunc(o.unlock)
	defer unlock()
	v := o.View()
	if v.err != nil {
		return nil, v.err
	}
	decided, err := o.w.decisions.look(ctx, v.key())
	if err != nil {
		return nil, err
	}
	return o.breaches.of(decidedState{v, decided.State()}, func() ([]Breach, error) {
		suspects := decided.Select(func(h owl.Hash, d suggest.Decision) bool {
			asserted := o.axioms.saying(h) > 0
			return d == suggest.Decision(db.Accept) && !asserted ||
				d == suggest.Decision(db.Reject) && asserted
		})
		unlock()
		return v.breaches(ctx, suspects)
	})
}

// breaches returns the decisions on some axioms, without those that accept what is entailed.
func (v *View) breaches(ctx context.Context, suspects map[owl.Hash]bool) (list []Breach,
	err error) {
	if len(suspects) == 0 {
		return nil, nil
	}
	store := v.ontology.w.opts.Store
	current, err := store.Current(ctx, v.key())
	if err != nil {
		return nil, err
	}
	r, reasonerErr := v.Reasoner()
	for _, d := range current {
		if !suspects[d.Hash] {
			continue
		}
		axiom, err := db.ParseAxiom(d.Axiom)
		if err != nil {
			continue // written by a later version
		}
		if d.Action == db.Accept && reasonerErr == nil {
			j, err := r.Judge(ctx, axiom)
			if err != nil {
				return nil, err
			}
			if j.Verdict == suggest.Entailed {
				continue
			}
		}
		operation, err := store.OperationOfKey(ctx, d.Key)
		if err != nil {
			return nil, err
		}
		list = append(list, Breach{d, axiom, operation})
	}
	return list, nil
}
