package report

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/plotter"
)

// PrecisionCurves shows precision against recall for a threshold on the distance.
type PrecisionCurves struct {
	Title    string
	Subtitle string // may be empty
	Curves   []PrecisionCurve
}

// PrecisionCurve is the curve of one ranker.
type PrecisionCurve struct {
	Name string
	// Points are pairs of recall and precision, from 0 to 1, by ascending recall.
	Points [][2]float64
}

// Draw writes the curves.
func (c PrecisionCurves) Draw(w io.Writer, format Format) error {
	if len(c.Curves) == 0 {
		return fmt.Errorf("precision and recall: %w", ErrNothingToDraw)
	}
	axes := newPlot("recall, %", "precision, %")
	percentAxis(&axes.X)
	percentAxis(&axes.Y)
	axes.Y.Max = c.top()
	var lines []chartLine
	for i, curve := range c.Curves {
		var points plotter.XYs
		for _, p := range curve.Points {
			if !(p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1) {
				return fmt.Errorf("precision and recall: %s: precision %g at recall %g",
					plain(curve.Name), p[1], p[0])
			}
			points = append(points, plotter.XY{X: 100 * p[0], Y: 100 * p[1]})
		}
		lines = append(lines, chartLine{name: curve.Name, style: seriesLine(i), points: points})
	}
	f := lineChart(axes, c.Title, c.Subtitle, c.description(), lines)
	return f.write(w, format)
}

// top returns the upper end of the precision axis in percent, so that low curves remain
// distinguishable.
func (c PrecisionCurves) top() float64 {
	most := 0.0
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			most = max(most, 100*p[1])
		}
	}
	for _, top := range []float64{1, 2, 5, 10, 20, 50} {
		if most <= top {
			return top
		}
	}
	return 100
}

func (c PrecisionCurves) description() string {
	var b strings.Builder
	b.WriteString("Line chart of precision against recall.")
	for _, curve := range c.Curves {
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
