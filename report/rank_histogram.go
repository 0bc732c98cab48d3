package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
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
	if err := h.check(); err != nil {
		return err
	}
	edges := rankEdges(h.Candidates)
	columns := min(len(h.Panels), 2)
	rows := (len(h.Panels) + columns - 1) / columns
	f := figure{width: 440, title: plain(h.Title), description: h.description()}
	if columns == 2 {
		f.width = 760
	}
	f.height = vg.Length(80 + 210*rows)
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(h.Title), plain(h.Subtitle), h.legend())
		panels{rows: h.plots(edges, rows, columns)}.draw(c)
	}
	return f.write(w, format)
}

func (h RankHistogram) check() error {
	if len(h.Panels) == 0 || len(h.Series) == 0 {
		return fmt.Errorf("rank histogram: %w", ErrNothingToDraw)
	}
	if h.Candidates < 1 {
		return fmt.Errorf("rank histogram: %d candidates", h.Candidates)
	}
	for _, panel := range h.Panels {
		if len(panel.Ranks) != len(h.Series) {
			return fmt.Errorf("rank histogram: %s has ranks of %d series; there are %d",
				plain(panel.Name), len(panel.Ranks), len(h.Series))
		}
		for s, ranks := range panel.Ranks {
			for _, rank := range ranks {
				if !(rank >= 1 && rank <= float64(h.Candidates)) {
					return fmt.Errorf("rank histogram: %s, %s: rank %g of %d candidates",
						plain(panel.Name), plain(h.Series[s]), rank, h.Candidates)
				}
			}
		}
	}
	return nil
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
			p.X.Min, p.X.Max = edges[0], edges[len(edges)-1]
			p.X.Scale = plot.LogScale{}
			p.X.Tick.Marker = rankTicks{}
			p.Y.Min, p.Y.Max = 0, math.Min(100*top*1.1, 105)
			p.Title.Text = panelTitle(h.Panels[i])
			p.Title.Padding = 4
			p.Title.TextStyle = bold(textStyle(textSize, ink))
			p.Title.TextStyle.XAlign = draw.XCenter
			p.Title.TextStyle.YAlign = draw.YTop
			for s, ranks := range h.Panels[i].Ranks {
				p.Add(h.bars(s, edges, ranks))
			}
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

// rankTicks marks 1, 10, 100, ….
type rankTicks struct{}

func (rankTicks) Ticks(_, high float64) []plot.Tick {
	var ticks []plot.Tick
	for rank := 1.0; rank <= high; rank *= 10 {
		ticks = append(ticks, plot.Tick{Value: rank, Label: number(rank, 1)})
	}
	return ticks
}

// bars returns a plotter for a series: filled bars for the first, an outline for the others. A
// triangle marks the median.
func (h RankHistogram) bars(series int, edges, ranks []float64) plot.Plotter {
	return overlay(func(c draw.Canvas, p *plot.Plot) {
		if len(ranks) == 0 {
			return
		}
		x, y := p.Transforms(&c)
		outline := []vg.Point{{X: x(edges[0]), Y: y(0)}}
		for i, share := range shares(ranks, edges) {
			left, right, top := x(edges[i]), x(edges[i+1]), y(100*share)
			if series == 0 {
				const gap = 0.75
				c.FillPolygon(tint(hue(0), barOpacity), corners(left+gap, y(0), right-gap, top))
			}
			outline = append(outline, vg.Point{X: left, Y: top}, vg.Point{X: right, Y: top})
		}
		if series > 0 {
			c.StrokeLines(seriesStyle(series),
				append(outline, vg.Point{X: x(edges[len(edges)-1]), Y: y(0)}))
		}
		marker := draw.GlyphStyle{Color: dark(hue(series)), Radius: 4, Shape: draw.PyramidGlyph{}}
		c.DrawGlyphNoClip(marker, vg.Point{X: x(median(ranks)), Y: y(0) - 1})
	})
}

const barOpacity = 0.55

func corners(left, bottom, right, top vg.Length) []vg.Point {
	return []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top},
		{X: right, Y: bottom}}
}

func seriesStyle(series int) draw.LineStyle {
	return draw.LineStyle{Color: hue(series), Width: 1.75, Dashes: dashes[(series-1)%len(dashes)]}
}

func median(ranks []float64) float64 {
	return ranking.Quantile(slices.Sorted(slices.Values(ranks)), 0.5)
}

func (h RankHistogram) legend() []legendEntry {
	var legend []legendEntry
	for s, name := range h.Series {
		swatch := func(c draw.Canvas) {
			c.FillPolygon(tint(hue(0), barOpacity), corners(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
		}
		if s > 0 {
			swatch = lineSwatch(seriesStyle(s))
		}
		legend = append(legend, legendEntry{plain(name), swatch})
	}
	return append(legend, legendEntry{"median", func(c draw.Canvas) {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.PyramidGlyph{}},
			c.Center())
	}})
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
