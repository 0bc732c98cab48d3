package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// LossCurves shows a training run: losses on a logarithmic axis, and the validation metric below.
type LossCurves struct {
	Title    string
	Subtitle string // the model and the data; may be empty

	// Losses are the terms of the objective, one curve per normal form. Total is their sum and may
	// have no points. A loss of 0 is drawn on the lower edge; negative values are left out.
	Losses []Curve
	Total  Curve

	// Validation has its own axis below the losses, unless it has no points.
	Validation Curve

	// Kept is the step of the model that was kept, which is marked; 0: none.
	Kept int
}

// Curve is a line through points, whose first coordinates are steps in ascending order.
type Curve struct {
	Name   string
	Points plotter.XYs
}

// Draw writes the curves.
func (l LossCurves) Draw(w io.Writer) error {
	first, last := stepRange(l.losses())
	if first > last {
		return fmt.Errorf("loss curves: %w", ErrNothingToDraw)
	}
	c := newChart(l.Title, l.Subtitle, 680, 400)
	c.description = l.description()
	losses := l.lossAxes(c)
	c.plots = [][]*plot.Plot{{losses}}
	if len(l.Validation.Points) > 0 {
		c.height += 200
		validation := newPlot("step", plain(l.Validation.Name))
		c.addCurve(validation, l.Validation, draw.LineStyle{Color: darkPurple, Width: 1.75},
			math.Inf(-1))
		losses.X.Label.Text = ""
		c.plots = append(c.plots, []*plot.Plot{validation})
	}
	var kept *plotter.Line
	for _, row := range c.plots {
		p := row[0]
		p.X.Min, p.X.Max = first, last
		if at := float64(l.Kept); at > 0 && at >= first && at <= last {
			kept = line(plotter.XYs{{X: at, Y: p.Y.Min}, {X: at, Y: p.Y.Max}}, referenceLine)
			p.Add(kept)
		}
	}
	if kept != nil {
		c.explain("kept model", kept)
	}
	return c.write(w)
}

// smallestShown is the smallest loss on the axis relative to the greatest one.
const smallestShown = 1e-8

// losses returns all curves of losses.
func (l LossCurves) losses() []Curve { return append(slices.Clone(l.Losses), l.Total) }

// lossAxes returns the losses on a logarithmic axis.
func (l LossCurves) lossAxes(c *chart) *plot.Plot {
	low, high := math.Inf(1), 0.0
	for _, curve := range l.losses() {
		for _, point := range curve.Points {
			if point.Y > 0 {
				low, high = min(low, point.Y), max(high, point.Y)
			}
		}
	}
	if high == 0 { // all losses are 0
		low, high = 0.1, 1
	}
	// The axis begins and ends at powers of ten, so that it has labels.
	low = math.Pow(10, math.Floor(math.Log10(max(low, high*smallestShown))))
	high = math.Pow(10, math.Ceil(math.Log10(high)))
	p := newPlot("step", "loss")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 6}
	c.addCurve(p, l.Total, draw.LineStyle{Color: ink, Width: 2.25}, low)
	for i, curve := range l.Losses {
		c.addCurve(p, curve, draw.LineStyle{Color: hue(i), Width: 1.5, Dashes: dash(i)}, low)
	}
	p.Y.Min, p.Y.Max = low, max(high, 10*low)
	return p
}

// stepRange returns the first and the last step; first > last if there are no points.
func stepRange(curves []Curve) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, curve := range curves {
		for _, point := range curve.Points {
			first, last = min(first, point.X), max(last, point.X)
		}
	}
	if first == last {
		first, last = first-1, last+1
	}
	return first, last
}

// addCurve adds a curve and its name. Values below least are raised to least; negative values are
// left out of losses.
func (c *chart) addCurve(p *plot.Plot, curve Curve, style draw.LineStyle, least float64) {
	drawn := line(nil, style)
	for _, point := range curve.Points {
		if point.Y >= 0 || least < 0 {
			drawn.XYs = append(drawn.XYs, plotter.XY{X: point.X, Y: max(point.Y, least)})
		}
	}
	if len(drawn.XYs) == 0 {
		return
	}
	p.Add(drawn)
	if len(drawn.XYs) == 1 {
		p.Add(marks(drawn.XYs, draw.GlyphStyle{Color: style.Color, Radius: 2.5,
			Shape: draw.CircleGlyph{}}))
	}
	c.explain(curve.Name, drawn)
}

func (l LossCurves) description() string {
	var b strings.Builder
	b.WriteString("Line chart.")
	describe := func(curve Curve) {
		if n := len(curve.Points); n > 0 {
			first, last := curve.Points[0], curve.Points[n-1]
			fmt.Fprintf(&b, " %s: %.3g at step %.0f, %.3g at step %.0f.", plain(curve.Name),
				first.Y, first.X, last.Y, last.X)
		}
	}
	describe(l.Total)
	for _, curve := range append(slices.Clone(l.Losses), l.Validation) {
		describe(curve)
	}
	if l.Kept > 0 {
		fmt.Fprintf(&b, " The model of step %d was kept.", l.Kept)
	}
	return b.String()
}
