package workspace

import (
	"context"
	"errors"
	"sync"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
)

// HeldOut reports how many held-out axioms of a form a model and two baselines find: the class is
// among the first ten, without the other asserted answers and without auxiliary classes.
type HeldOut struct {
	Form                     dataset.Form
	Axioms                   int
	Model, Names, Popularity float64 // shares of Axioms
}

// heldOut caches the figures of the model that was asked for last.
type heldOut struct {
	mu    sync.Mutex
	model *embed.Model
	list  []HeldOut
}

// maxHeldOut is the number of axioms of a form that are ranked.
const maxHeldOut = 1000

// HeldOut returns the figures of the model of the View for superclasses and restrictions. Forms
// without held-out axioms are left out. Errors are those of Session, suggest.ErrNoModel, and that
// of ctx.
//
// Cost: the first call for a model ranks the axioms.
func (v *View) HeldOut(ctx context.Context, m *embed.Model) ([]HeldOut, error) {
	cache := &v.ontology.heldOut
	cache.mu.Lock()
	defer cache.mu.Unlock()
	if cache.model == m {
		return cache.list, nil
	}
	list, err := v.rankHeldOut(ctx, m)
	if err == nil {
		cache.model, cache.list = m, list
	}
	return list, err
}

func (v *View) rankHeldOut(ctx context.Context, m *embed.Model) ([]HeldOut, error) {
	scorers, err := m.Scorers()
	if err != nil {
		return nil, err
	}
	var axioms dataset.Axioms
	asked := make(map[dataset.Form]ranking.Scorer[float32])
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF3} {
		axioms[form] = m.Data.Validation[form]
		axioms[form].IDs = axioms[form].IDs[:min(len(axioms[form].IDs),
			maxHeldOut*axioms[form].Width)]
		asked[form] = scorers[form]
	}
	labels := make([]string, len(m.Data.Classes))
	for id, iri := range m.Data.Classes {
		labels[id] = v.Name(owl.NewIRI(iri)).Label
	}
	result, err := ranking.Evaluate(ctx, asked, m.Data, ranking.EvaluateOptions{
		Axioms: &axioms, Labels: labels, Workers: v.ontology.w.opts.Workers,
	})
	if errors.Is(err, ranking.ErrNothingToRank) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []HeldOut
	found := func(o *ranking.Outcome, form dataset.Form) *ranking.Figures {
		if o.WithoutAuxiliary != nil {
			o = o.WithoutAuxiliary
		}
		return o.Filtered["known"].Forms[form.String()]
	}
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF3} {
		if f := found(&result.Outcome, form); f != nil {
			list = append(list, HeldOut{form, f.N, f.Hits.At10,
				found(result.Baselines["lexical"], form).Hits.At10,
				found(result.Baselines["popularity"], form).Hits.At10})
		}
	}
	return list, nil
}
