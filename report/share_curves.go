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

// RankCurves shows the cumulative share of a group of axioms by rank. Higher curves are better. The
// expectation for a random order is dotted.
type RankCurves struct {
	Title      string
	Subtitle   string // may be empty
	Candidates int
	Curves     []ShareCurve // pairs of a rank and a share
}

// PrecisionCurves shows precision against recall for a threshold on the distance.
type PrecisionCurves struct {
	Title    string
	Subtitle string       // may be empty
	Curves   []ShareCurve // pairs of recall and precision
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
func (r RankCurves) Draw(w io.Writer) error {
	axes := newPlot("rank", "share of axioms up to this rank, %")
	axes.X.Scale, axes.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 6}
	c := newChart(r.Title, r.Subtitle, chartWidth, chartHeight)
	c.description = r.description()
	c.addCurves(axes, r.Curves, 1)
	random := line(nil, referenceLine)
	for _, p := range sharesUpTo([]float64{float64(r.Candidates)}, r.Candidates) {
		random.XYs = append(random.XYs,
			plotter.XY{X: p[0], Y: 100 * p[0] / float64(r.Candidates)})
	}
	axes.Add(random)
	c.explain("random order", random)
	axes.X.Min, axes.X.Max = 1, max(float64(r.Candidates), 1.1)
	axes.Y.Min, axes.Y.Max = 0, 100
	return c.write(w)
}

// Draw writes the curves.
func (p PrecisionCurves) Draw(w io.Writer) error {
	axes := newPlot("recall, %", "precision, %")
	c := newChart(p.Title, p.Subtitle, chartWidth, chartHeight)
	c.description = p.description()
	c.addCurves(axes, p.Curves, 100)
	axes.X.Min, axes.X.Max, axes.Y.Min = 0, 100, 0
	return c.write(w)
}

// Size of the charts that are in one row with another chart on the page.
const (
	chartWidth  = vg.Length(520)
	chartHeight = vg.Length(330)
)

// referenceLine is the style of a reference line.
var referenceLine = draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{1.5, 2.5}}

// addCurves adds curves to the chart, with shares in percent. First coordinates are multiplied by
// unit.
func (c *chart) addCurves(axes *plot.Plot, curves []ShareCurve, unit float64) {
	c.plots = [][]*plot.Plot{{axes}}
	for _, curve := range curves {
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
}

func (r RankCurves) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Line chart of the share of axioms by rank among %s candidates.",
		thousands(r.Candidates))
	for _, curve := range r.Curves {
		fmt.Fprintf(&b, " %s: %s at rank 1, %s within 10, %s within 100.", plain(curve.Name),
			share(shareAt(curve.Points, 1)), share(shareAt(curve.Points, 10)),
			share(shareAt(curve.Points, 100)))
	}
	return b.String()
}

// shareAt returns the share at the last point up to a rank.
func shareAt(points [][2]float64, rank float64) float64 {
	found := 0.0
	for _, p := range points {
		if p[0] <= rank {
			found = p[1]
		}
	}
	return found
}

func (p PrecisionCurves) description() string {
	var b strings.Builder
	b.WriteString("Line chart of precision against recall.")
	for _, curve := range p.Curves {
		fmt.Fprintf(&b, " %s: precision %s at a recall of 10 %%, %s at 50 %%.", plain(curve.Name),
			share(precisionAt(curve.Points, .1)), share(precisionAt(curve.Points, .5)))
	}
	return b.String()
}

// precisionAt returns the precision at the first point with at least this recall.
func precisionAt(points [][2]float64, recall float64) float64 {
	for _, p := range points {
		if p[0] >= recall {
			return p[1]
		}
	}
	return 0
}
