package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Reliability compares probabilities with what proved right. Of a calibrated ranker all points lie on the diagonal. A point's area
// grows with the logarithm of the number that it stands for.
type Reliability struct {
	Title    string
	Subtitle string // may be empty
	Bins     []ReliabilityBin
}

// ReliabilityBin are predictions of about one probability.
type ReliabilityBin struct {
	N        float64 // 0: nothing is drawn
	Mean     float64 // probability, from 0 to 1
	Observed float64 // the share that proved right
}

// Draw writes the diagram.
func (r Reliability) Draw(w io.Writer, format Format) error {
	var points plotter.XYs
	var sizes []vg.Length
	for _, bin := range r.Bins {
		if !(bin.Mean >= 0 && bin.Mean <= 1 && bin.Observed >= 0 && bin.Observed <= 1 && bin.N >= 0 && bin.N < 1e15) {
			return fmt.Errorf("reliability: %g of %g right at %g", bin.Observed, bin.N, bin.Mean)
		}
		if bin.N > 0 {
			points = append(points, plotter.XY{X: 100 * bin.Mean, Y: 100 * bin.Observed})
			sizes = append(sizes, vg.Length(2.5+1.1*math.Sqrt(math.Log1p(bin.N))))
		}
	}
	if len(points) == 0 {
		return fmt.Errorf("reliability: %w", ErrNothingToDraw)
	}
	axes := newPlot("predicted probability, %", "proved right, %")
	percentAxis(&axes.X)
	percentAxis(&axes.Y)
	lines := []chartLine{
		{name: "predictions", style: seriesLine(0), points: points},
		{name: "perfect calibration", style: referenceLine, points: plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 100}}},
	}
	f := lineChart(axes, r.Title, r.Subtitle, r.description(), lines)
	axes.Add(overlay(func(c draw.Canvas, p *plot.Plot) {
		for i, at := range onCanvas(c, p, points) {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: hue(0), Radius: sizes[i], Shape: draw.CircleGlyph{}}, at)
		}
	}))
	return f.write(w, format)
}

func (r Reliability) description() string {
	var b strings.Builder
	b.WriteString("Reliability diagram.")
	for _, bin := range r.Bins {
		if bin.N > 0 {
			fmt.Fprintf(&b, " Of %s predictions of about %s, %s proved right.", number(math.Round(bin.N), 1), share(bin.Mean), share(bin.Observed))
		}
	}
	return b.String()
}
