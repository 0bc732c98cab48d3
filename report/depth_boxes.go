package report

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// DepthBoxes shows ranks by proof depth as box plots: a box from the first to the third quartile
// with a line at the median, and whiskers from the 5th to the 95th percentile.
type DepthBoxes struct {
	Title      string
	Subtitle   string // may be empty
	Candidates int
	Groups     []DepthGroup
}

// Draw writes the boxes.
func (d DepthBoxes) Draw(w io.Writer, format Format) error {
	if err := d.check(); err != nil {
		return err
	}
	axes := newPlot("inferences on the longest way to the conclusion", "rank")
	axes.X.Min, axes.X.Max = 0.4, float64(len(d.Groups))+0.6
	axes.X.Tick.Marker = plot.TickerFunc(func(float64, float64) []plot.Tick {
		ticks := make([]plot.Tick, len(d.Groups))
		for i, g := range d.Groups {
			ticks[i] = plot.Tick{Value: float64(i + 1), Label: g.Name()}
		}
		return ticks
	})
	axes.Y.Min, axes.Y.Max = 0.8, d.top()
	axes.Y.Scale, axes.Y.Tick.Marker = plot.LogScale{}, rankTicks{}
	axes.Add(overlay(d.drawBoxes))
	f := figure{width: chartWidth, height: chartHeight, title: plain(d.Title),
		description: d.description()}
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(d.Title), plain(d.Subtitle), []legendEntry{
			{"middle half", func(c draw.Canvas) {
				c.FillPolygon(tint(hue(0), barOpacity), corners(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
			}},
			{"median", lineSwatch(draw.LineStyle{Color: ink, Width: 2})},
			{"5 to 95 %", lineSwatch(draw.LineStyle{Color: gray, Width: 1})},
		})
		panels{rows: [][]*plot.Plot{{axes}}}.draw(c)
	}
	return f.write(w, format)
}

func (d DepthBoxes) check() error {
	if len(d.Groups) == 0 {
		return fmt.Errorf("depths: %w", ErrNothingToDraw)
	}
	for _, g := range d.Groups {
		if !(g.Low >= 1 && g.Low <= g.Q1 && g.Q1 <= g.Median && g.Median <= g.Q3 &&
			g.Q3 <= g.High && g.High <= float64(d.Candidates)) {
			return fmt.Errorf("depths: ranks %g, %g, %g, %g, %g of %d candidates at depth %d",
				g.Low, g.Q1, g.Median, g.Q3, g.High, d.Candidates, g.Depth)
		}
	}
	return nil
}

// top returns the upper end of the rank axis: the next power of ten above all values.
func (d DepthBoxes) top() float64 {
	top := 10.0
	for _, g := range d.Groups {
		for g.High > top {
			top *= 10
		}
	}
	return min(top, max(float64(d.Candidates), 10)) * 1.1
}

// Name returns the depth, with a plus sign if greater depths are included.
func (g DepthGroup) Name() string {
	if g.AndUp {
		return fmt.Sprintf("%d+", g.Depth)
	}
	return fmt.Sprint(g.Depth)
}

func (d DepthBoxes) drawBoxes(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	half := min((x(2)-x(1))*0.3, 22)
	whisker, middle := draw.LineStyle{Color: gray, Width: 1}, draw.LineStyle{Color: ink, Width: 2}
	for i, g := range d.Groups {
		at := x(float64(i + 1))
		c.StrokeLine2(whisker, at, y(g.Low), at, y(g.Q1))
		c.StrokeLine2(whisker, at, y(g.Q3), at, y(g.High))
		for _, end := range []float64{g.Low, g.High} {
			c.StrokeLine2(whisker, at-half/2, y(end), at+half/2, y(end))
		}
		c.FillPolygon(tint(hue(0), barOpacity), corners(at-half, y(g.Q1), at+half, y(g.Q3)))
		c.StrokeLine2(middle, at-half, y(g.Median), at+half, y(g.Median))
		style := textStyle(tickSize, gray)
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.FillText(style, vg.Point{X: at, Y: c.Max.Y - 2}, fmt.Sprintf("n = %d", g.N))
	}
}

func (d DepthBoxes) description() string {
	var b strings.Builder
	b.WriteString("Box plot of ranks by depth of proof.")
	for _, g := range d.Groups {
		fmt.Fprintf(&b, " Depth %s: median rank %s, middle half from %s to %s.", g.Name(),
			short(g.Median), short(g.Q1), short(g.Q3))
	}
	return b.String()
}
