package report

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Draw shows ranks by proof depth as box plots: a box from the first to the third quartile with a
// line at the median, and whiskers from the 5th to the 95th percentile.
func (s *DepthStudy) Draw(w io.Writer) error {
	axes := newPlot("inferences on the longest way to the conclusion", "rank")
	axes.Y.Scale, axes.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 6}
	c := newChart("Rank by depth of proof", fmt.Sprintf("%s, among %s classes",
		counted(s.Pairs, "entailed subsumption", "entailed subsumptions"), thousands(s.Candidates)),
		chartWidth, chartHeight)
	c.description = s.description()
	c.plots = [][]*plot.Plot{{axes}}
	names := make([]string, len(s.Depths))
	for i, g := range s.Depths {
		names[i] = fmt.Sprintf("%s\nn = %d", g.Name(), g.N)
		box, err := g.box(i)
		if err != nil {
			return fmt.Errorf("depths: %w", err)
		}
		axes.Add(box)
	}
	axes.NominalX(names...)
	axes.X.Min, axes.X.Max = -0.6, float64(len(s.Depths))-0.4
	axes.Y.Min, axes.Y.Max = 0.8, s.top()
	c.explain("middle half", area(tint(hue(0), barOpacity)))
	c.explain("median", line(nil, depthMedian))
	c.explain("5 to 95 %", line(nil, depthWhisker))
	return c.write(w)
}

// barOpacity is the opacity of the boxes.
const barOpacity = 0.55

var (
	depthMedian  = draw.LineStyle{Color: ink, Width: 2}
	depthWhisker = draw.LineStyle{Color: gray, Width: 1}
)

// box returns the box of the i-th group.
func (g DepthGroup) box(i int) (*plotter.BoxPlot, error) {
	values := plotter.Values{g.Low, g.Q1, g.Median, g.Q3, g.High}
	box, err := plotter.NewBoxPlot(30, float64(i), values)
	if err != nil {
		return nil, err
	}
	box.Quartile1, box.Median, box.Quartile3 = g.Q1, g.Median, g.Q3
	box.AdjLow, box.AdjHigh, box.Outside = g.Low, g.High, nil
	box.FillColor, box.BoxStyle = tint(hue(0), barOpacity), draw.LineStyle{}
	box.MedianStyle, box.WhiskerStyle = depthMedian, depthWhisker
	return box, nil
}

// top returns the upper end of the rank axis: the next power of ten above all values.
func (s *DepthStudy) top() float64 {
	top := 10.0
	for _, g := range s.Depths {
		for g.High > top {
			top *= 10
		}
	}
	return min(top, max(float64(s.Candidates), 10)) * 1.1
}

// Name returns the depth, with a plus sign if greater depths are included.
func (g DepthGroup) Name() string {
	if g.AndUp {
		return fmt.Sprintf("%d+", g.Depth)
	}
	return fmt.Sprint(g.Depth)
}

func (s *DepthStudy) description() string {
	var b strings.Builder
	b.WriteString("Box plot of ranks by depth of proof.")
	for _, g := range s.Depths {
		fmt.Fprintf(&b, " Depth %s: median rank %s, middle half from %s to %s.", g.Name(),
			short(g.Median), short(g.Q1), short(g.Q3))
	}
	return b.String()
}
