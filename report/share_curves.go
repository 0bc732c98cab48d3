package report

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ShareCurves is a line chart of shares by group. Higher curves are better.
type ShareCurves struct {
	Title    string
	Subtitle string // may be empty
	Curves   []ShareCurve
	// Candidates is the number of ranked classes. The points are then pairs of a rank and the share
	// of axioms up to it, and the expectation for a random order is dotted. If it is 0, they are
	// pairs of recall and precision.
	Candidates int
}

// ShareCurve is the curve of one group.
type ShareCurve struct {
	Name string
	// Style is the index of color and dash, so that a group looks the same in all charts.
	Style int
	// Points have ascending first coordinates. Shares are from 0 to 1.
	Points [][2]float64
}

// Draw writes the curves.
func (s ShareCurves) Draw(w io.Writer) error {
	if len(s.Curves) == 0 {
		return ErrNothingToDraw
	}
	c := newChart(s.Title, s.Subtitle, 520, 330) // two are in a row of the page
	c.description = s.description()
	axes, unit := newPlot("recall, %", "precision, %"), 100.0
	if s.Candidates > 0 {
		axes, unit = newPlot("rank", "share of axioms up to this rank, %"), 1
		axes.X.Scale, axes.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 6}
	}
	c.plots = [][]*plot.Plot{{axes}}
	for _, curve := range s.Curves {
		drawn := line(nil, draw.LineStyle{Color: hue(curve.Style), Width: 2,
			Dashes: dashes[curve.Style%len(dashes)]})
		for _, p := range curve.Points {
			drawn.XYs = append(drawn.XYs, plotter.XY{X: unit * p[0], Y: 100 * p[1]})
		}
		axes.Add(drawn)
		if len(drawn.XYs) == 1 {
			axes.Add(marks(drawn.XYs, draw.GlyphStyle{Color: drawn.Color, Radius: 2.75,
				Shape: draw.CircleGlyph{}}))
		}
		c.explain(curve.Name, drawn)
	}
	axes.X.Min, axes.X.Max, axes.Y.Min = 0, 100, 0
	if n := float64(s.Candidates); n > 0 {
		random := line(nil, draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{1.5, 2.5}})
		for _, p := range sharesUpTo([]float64{n}, s.Candidates) {
			random.XYs = append(random.XYs, plotter.XY{X: p[0], Y: 100 * p[0] / n})
		}
		axes.Add(random)
		c.explain("random order", random)
		axes.X.Min, axes.X.Max, axes.Y.Max = 1, max(n, 1.1), 100
	}
	return c.write(w)
}

func (s ShareCurves) description() string {
	var b strings.Builder
	if s.Candidates > 0 {
		fmt.Fprintf(&b, "Line chart of the share of axioms by rank among %s candidates.",
			thousands(s.Candidates))
	} else {
		b.WriteString("Line chart of precision against recall.")
	}
	for _, curve := range s.Curves {
		if fmt.Fprintf(&b, " %s:", plain(curve.Name)); s.Candidates > 0 {
			fmt.Fprintf(&b, " %s at rank 1, %s within 10, %s within 100.", curve.upTo(1),
				curve.upTo(10), curve.upTo(100))
		} else {
			fmt.Fprintf(&b, " precision %s at a recall of 10 %%, %s at 50 %%.", curve.from(.1),
				curve.from(.5))
		}
	}
	return b.String()
}

// upTo returns the share at the last point up to a rank.
func (c ShareCurve) upTo(rank float64) string {
	found := 0.0
	for _, p := range c.Points {
		if p[0] <= rank {
			found = p[1]
		}
	}
	return share(found)
}

// from returns the precision at the first point with at least this recall.
func (c ShareCurve) from(recall float64) string {
	for _, p := range c.Points {
		if p[0] >= recall {
			return share(p[1])
		}
	}
	return share(0)
}
