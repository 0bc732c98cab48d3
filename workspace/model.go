package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/report"
)

// HeldOut reports how many held-out axioms of a form a model and two baselines find: the class is
// among the first ten, without the other asserted answers and without auxiliary classes.
type HeldOut struct {
	Axioms int    `json:"axioms"`
	Form   string `json:"form"`
	// Model, Names and Popularity are shares of Axioms.
	Model      float32 `json:"model"`
	Names      float32 `json:"names"`
	Popularity float32 `json:"popularity"`
}

// maxHeldOut is the number of axioms of a form that are ranked.
const maxHeldOut = 1000

// HeldOut returns the figures of the model of the View for superclasses and restrictions. Forms
// without held-out axioms are left out. Errors are those of Session, suggest.ErrNoModel, and that
// of ctx.
//
// Cost: the first call for a model ranks the axioms.
func (v *View) HeldOut(ctx context.Context, m *embed.Model) ([]HeldOut, error) {
	return v.ontology.heldOut.of(m, func() ([]HeldOut, error) { return v.rankHeldOut(ctx, m) })
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
	list := []HeldOut{}
	if errors.Is(err, ranking.ErrNothingToRank) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	found := func(o *ranking.Outcome, form dataset.Form) *ranking.Figures {
		if o.WithoutAuxiliary != nil {
			o = o.WithoutAuxiliary
		}
		return o.Filtered["known"].Forms[form.String()]
	}
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF3} {
		if f := found(&result.Outcome, form); f != nil {
			list = append(list, HeldOut{f.N, form.String(), float32(f.Hits.At10),
				float32(found(result.Baselines["lexical"], form).Hits.At10),
				float32(found(result.Baselines["popularity"], form).Hits.At10)})
		}
	}
	return list, nil
}

// Neighborhood is a class with its nearest classes in the space of a model.
type Neighborhood struct {
	Class  Name       `json:"class"`
	Points []Neighbor `json:"points"`

	picture report.Neighborhood
}

// Neighbor is a class on two principal components.
type Neighbor struct {
	Asserted bool    `json:"asserted"` // an axiom relates it to the class
	IRI      owl.IRI `json:"iri"`
	Label    string  `json:"label"`
	Near     bool    `json:"near"` // among the nearest in the model's whole space
	X        float32 `json:"x"`
	Y        float32 `json:"y"`
}

// neighbors is the number of neighbors of each kind.
const neighbors = 20

// Neighborhood returns the nearest classes of a class, and the classes that axioms relate to it.
// The first point is the class itself. Errors are ErrNotReady, ErrUnknown for a class that is not
// in the model, those of Reasoner, and that of ctx.
func (v *View) Neighborhood(ctx context.Context, class owl.IRI) (*Neighborhood, error) {
	p, err := v.ready()
	if err != nil {
		return nil, err
	}
	if p.Model == nil {
		return nil, fmt.Errorf("%w: there is no model", ErrNotReady)
	}
	row := slices.Index(p.Model.Classes, class.String())
	if row < 0 {
		return nil, fmt.Errorf("%w class: the model does not know <%s>", ErrUnknown, class)
	}
	drawn, err := report.ClassNeighborhood(ctx, p.Model, p.Model.Data, int32(row), p.Model.Classes,
		neighbors)
	if err != nil {
		return nil, err
	}
	at, err := drawn.Positions()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNotReady, err)
	}
	l := v.lookup()
	n := &Neighborhood{Class: l.name(class)}
	for i, point := range append([]report.Neighbor{drawn.Class}, drawn.Neighbors...) {
		name := l.name(owl.NewIRI(point.Name))
		n.Points = append(n.Points, Neighbor{point.Asserted, name.IRI, name.Label, point.Near,
			float32(at[i][0]), float32(at[i][1])})
		if i > 0 {
			drawn.Neighbors[i-1].Name = name.Label
		}
	}
	drawn.Title, drawn.Class.Name = n.Class.Label, n.Class.Label
	n.picture = drawn
	return n, nil
}

// WriteSVG draws the neighborhood.
func (n *Neighborhood) WriteSVG(w io.Writer) error { return n.picture.Draw(w) }
