package workspace

import (
	"context"
	"fmt"
	"io"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/report"
)

// Neighborhood is a class with its nearest classes in the space of a model.
type Neighborhood struct {
	Class  Name
	Points []Neighbor

	picture report.Neighborhood
}

// Neighbor is a class on two principal components.
type Neighbor struct {
	Name
	X, Y float64
	// Near: it is among the nearest in the model's whole space. Asserted: an axiom relates it to
	// the class.
	Near, Asserted bool
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
	row := slices.Index(p.Data.Classes, class.String())
	if row < 0 {
		return nil, fmt.Errorf("%w class: the model does not know <%s>", ErrUnknown, class)
	}
	drawn, err := report.ClassNeighborhood(ctx, p.Model, p.Data, int32(row), p.Data.Classes,
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
		n.Points = append(n.Points, Neighbor{name, at[i][0], at[i][1], point.Near, point.Asserted})
		if i > 0 {
			drawn.Neighbors[i-1].Name = name.Label
		}
	}
	drawn.Title, drawn.Class.Name = n.Class.Label, n.Class.Label
	n.picture = drawn
	return n, nil
}

// WriteSVG draws the neighborhood.
func (n *Neighborhood) WriteSVG(w io.Writer) error { return n.picture.Draw(w, report.SVG) }
