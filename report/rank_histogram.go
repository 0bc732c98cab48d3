package report

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"box2el-owl/embed/ranking"
)

// RankHistogram shows histograms of the ranks of true answers, one panel per normal form. The first
// series is drawn as bars (the model), the others as outlines (baselines).
type RankHistogram struct {
	Title    string
	Subtitle string // the model and the data; may be empty

	// Candidates is the number of candidates. Ranks are from 1 to Candidates.
	Candidates int

	// Series are the names of the series.
	Series []string
	Panels []RankPanel
}

// RankPanel holds the ranks of one normal form.
type RankPanel struct {
	Name string
	// Ranks[s] are the ranks in series s, from 1. Mean ranks of ties may be fractions. A series may
	// be empty.
	Ranks [][]float64
}

// Draw writes the histograms.
func (h RankHistogram) Draw(w io.Writer, format Format) error {
	if len(h.Panels) == 0 {
		return fmt.Errorf("rank histogram: %w", ErrNothingToDraw)
	}
	edges := rankEdges(h.Candidates)
	columns := min(len(h.Panels), 2)
	rows := (len(h.Panels) + columns - 1) / columns
	c := newChart(h.Title, h.Subtitle, vg.Length(210+320*columns), vg.Length(80+210*rows))
	c.description = h.description()
	c.plots = h.plots(edges, rows, columns)
	for s, name := range h.Series {
		c.explain(name, h.sample(s))
	}
	c.explain("median", marks(nil, medianMark(ink)))
	return c.write(w, format)
}

// rankEdges returns the edges of the bins, about equally wide on a logarithmic axis. Bin i holds
// the ranks r with edges[i] < r ≤ edges[i+1], so that the bars up to the tick of 10 add up to the
// metric H@10. The first bin holds rank 1 only.
func rankEdges(candidates int) []float64 {
	edges := []float64{0.5, 1}
	for decade := 1.0; ; decade *= 10 {
		for _, m := range []float64{2, 5, 10} {
			if edges[len(edges)-1] >= float64(candidates) {
				return edges
			}
			edges = append(edges, decade*m)
		}
	}
}

// shares returns the share of the ranks in each bin.
func shares(ranks, edges []float64) []float64 {
	out := make([]float64, len(edges)-1)
	for _, rank := range ranks {
		at, _ := slices.BinarySearch(edges, rank)
		out[at-1] += 1 / float64(len(ranks))
	}
	return out
}

// plots returns the panels row by row, with the same axes. The last places may be nil.
func (h RankHistogram) plots(edges []float64, rows, columns int) [][]*plot.Plot {
	top := 0.0
	for _, panel := range h.Panels {
		for _, ranks := range panel.Ranks {
			top = max(top, slices.Max(shares(ranks, edges)))
		}
	}
	if top == 0 {
		top = 1
	}
	plots := make([][]*plot.Plot, rows)
	for r := range plots {
		plots[r] = make([]*plot.Plot, columns)
		for col := range plots[r] {
			i := r*columns + col
			if i >= len(h.Panels) {
				break
			}
			var x, y string
			if i+columns >= len(h.Panels) {
				x = "rank of the true answer"
			}
			if col == 0 {
				y = "share of test axioms, %"
			}
			p := newPlot(x, y)
			p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 6}
			p.Title.Text = panelTitle(h.Panels[i])
			for s, ranks := range h.Panels[i].Ranks {
				p.Add(h.bars(s, edges, ranks)...)
			}
			p.X.Min, p.X.Max = edges[0], edges[len(edges)-1]
			p.Y.Min, p.Y.Max = 0, math.Min(100*top*1.1, 105)
			plots[r][col] = p
		}
	}
	return plots
}

func panelTitle(p RankPanel) string {
	n := 0
	for _, ranks := range p.Ranks {
		n = max(n, len(ranks))
	}
	return fmt.Sprintf("%s · %s axioms", plain(p.Name), number(float64(n), 1))
}

// bars returns plotters for a series: filled bars for the first, an outline for the others, and a
// triangle at the median.
func (h RankHistogram) bars(series int, edges, ranks []float64) []plot.Plotter {
	if len(ranks) == 0 {
		return nil
	}
	outline := plotter.XYs{{X: edges[0]}}
	var bars []plotter.XYs
	for i, share := range shares(ranks, edges) {
		bars = append(bars, rectangle(edges[i], 0, edges[i+1], 100*share))
		outline = append(outline, plotter.XY{X: edges[i], Y: 100 * share},
			plotter.XY{X: edges[i+1], Y: 100 * share})
	}
	outline = append(outline, plotter.XY{X: edges[len(edges)-1]})
	at := marks(plotter.XYs{{X: median(ranks)}}, medianMark(dark(hue(series))))
	if series == 0 {
		return []plot.Plotter{area(tint(hue(0), barOpacity), bars...), at}
	}
	return []plot.Plotter{line(outline, seriesStyle(series)), at}
}

// sample returns the sample of a series in the legend.
func (h RankHistogram) sample(series int) plot.Thumbnailer {
	if series == 0 {
		return area(tint(hue(0), barOpacity))
	}
	return line(nil, seriesStyle(series))
}

const barOpacity = 0.55

func seriesStyle(series int) draw.LineStyle {
	return draw.LineStyle{Color: hue(series), Width: 1.75, Dashes: dashes[(series-1)%len(dashes)]}
}

func medianMark(c color.Color) draw.GlyphStyle {
	return draw.GlyphStyle{Color: c, Radius: 4, Shape: draw.PyramidGlyph{}}
}

func median(ranks []float64) float64 {
	return ranking.Quantile(slices.Sorted(slices.Values(ranks)), 0.5)
}

func (h RankHistogram) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Histograms of the ranks of the true answers among %s candidates.",
		number(float64(h.Candidates), 1))
	for _, panel := range h.Panels {
		for s, ranks := range panel.Ranks {
			if len(ranks) > 0 {
				fmt.Fprintf(&b, " %s, %s: median %g.", plain(panel.Name), plain(h.Series[s]),
					median(ranks))
			}
		}
	}
	return b.String()
}
