package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Size of the charts that are in one row with another chart on the page.
const (
	chartWidth  = vg.Length(400)
	chartHeight = vg.Length(330)
)

// chartLine is a named line of a chart.
type chartLine struct {
	name   string
	style  draw.LineStyle
	points plotter.XYs
	marks  bool // draw a dot at each point
}

// lineChart returns a chart of lines with the given axes.
func lineChart(axes *plot.Plot, title, subtitle, description string, lines []chartLine) figure {
	var legend []legendEntry
	for _, line := range lines {
		axes.Add(overlay(func(c draw.Canvas, p *plot.Plot) {
			at := onCanvas(c, p, line.points)
			c.StrokeLines(line.style, c.ClipLinesXY(at)...)
			if line.marks || len(at) == 1 {
				for _, point := range at {
					c.DrawGlyphNoClip(draw.GlyphStyle{Color: line.style.Color, Radius: 2.75,
						Shape: draw.CircleGlyph{}}, point)
				}
			}
		}))
		if line.name != "" {
			legend = append(legend, legendEntry{plain(line.name), lineSwatch(line.style)})
		}
	}
	f := figure{width: chartWidth, height: chartHeight, title: plain(title),
		description: description}
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(title), plain(subtitle), legend)
		panels{rows: [][]*plot.Plot{{axes}}}.draw(c)
	}
	return f
}

// seriesLine returns the style of the i-th line of a chart.
func seriesLine(i int) draw.LineStyle {
	return draw.LineStyle{Color: hue(i), Width: 2, Dashes: dashes[i%len(dashes)]}
}

// referenceLine is the style of a reference line.
var referenceLine = draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{1.5, 2.5}}

// percentAxis sets the range of an axis to 0 to 100 %.
func percentAxis(axis *plot.Axis) { axis.Min, axis.Max = 0, 100 }
