package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// RankCurves shows the cumulative share of a group of axioms by rank. Higher curves are better. The
// expectation for a random order is dotted.
type RankCurves struct {
	Title      string
	Subtitle   string // may be empty
	Candidates int
	Curves     []RankCurve
}

// RankCurve is the curve of one group.
type RankCurve struct {
	Name string
	// Style is the index of color and dash, so that a group looks the same in all charts.
	Style int
	// Points are pairs of a rank and a share from 0 to 1, by ascending rank.
	Points [][2]float64
}

// Draw writes the curves.
func (r RankCurves) Draw(w io.Writer, format Format) error {
	if err := r.check(); err != nil {
		return err
	}
	axes := newPlot("rank", "share of axioms up to this rank, %")
	axes.X.Min, axes.X.Max = 1, max(float64(r.Candidates), 1.1)
	axes.X.Scale, axes.X.Tick.Marker = plot.LogScale{}, rankTicks{}
	percentAxis(&axes.Y)
	var lines []chartLine
	for _, curve := range r.Curves {
		lines = append(lines, chartLine{name: curve.Name, style: seriesLine(curve.Style),
			points: inPercent(curve.Points)})
	}
	lines = append(lines, chartLine{name: "random order", style: referenceLine,
		points: inPercent(expectedShares(r.Candidates))})
	f := lineChart(axes, r.Title, r.Subtitle, r.description(), lines)
	return f.write(w, format)
}

func (r RankCurves) check() error {
	if len(r.Curves) == 0 {
		return fmt.Errorf("rank curves: %w", ErrNothingToDraw)
	}
	if r.Candidates < 1 {
		return fmt.Errorf("rank curves: %d candidates", r.Candidates)
	}
	for _, curve := range r.Curves {
		if len(curve.Points) == 0 || curve.Style < 0 {
			return fmt.Errorf("rank curves: %s: %w", plain(curve.Name), ErrNothingToDraw)
		}
		for _, p := range curve.Points {
			if !(p[0] >= 1 && p[0] <= float64(r.Candidates) && p[1] >= 0 && p[1] <= 1) {
				return fmt.Errorf("rank curves: %s: share %g at rank %g of %d", plain(curve.Name),
					p[1], p[0], r.Candidates)
			}
		}
	}
	return nil
}

// inPercent converts the second coordinates from shares to percent.
func inPercent(points [][2]float64) plotter.XYs {
	out := make(plotter.XYs, len(points))
	for i, p := range points {
		out[i] = plotter.XY{X: p[0], Y: 100 * p[1]}
	}
	return out
}

func (r RankCurves) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Line chart of the share of axioms by rank among %s candidates.",
		number(float64(r.Candidates), 1))
	for _, curve := range r.Curves {
		fmt.Fprintf(&b, " %s: %s at rank 1, %s within 10, %s within 100.", plain(curve.Name),
			share(shareAt(curve.Points, 1)), share(shareAt(curve.Points, 10)), share(
				shareAt(curve.Points, 100)))
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

// expectedShares returns the cumulative shares for a random order of the candidates.
func expectedShares(candidates int) [][2]float64 {
	points := sharesUpTo([]float64{math.Inf(1)}, candidates)
	for i := range points {
		points[i][1] = points[i][0] / float64(candidates)
	}
	return points
}
