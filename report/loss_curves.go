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
)

// LossCurves shows a training run: losses on a logarithmic axis, and the validation metric below.
type LossCurves struct {
	Title    string
	Subtitle string // the model and the data; may be empty

	// Losses are the terms of the objective, one curve per normal form. Total is their sum and may
	// have no points. A loss of 0 is drawn on the lower edge; negative, infinite and NaN values are
	// left out.
	Losses []Curve
	Total  Curve

	// Validation has its own axis, labeled ValidationLabel, below the losses. Both may be empty.
	Validation      []Curve
	ValidationLabel string

	// Kept is the step of the best checkpoint. It is marked if HasKept is set.
	Kept    int
	HasKept bool
}

// Curve is a line through points in ascending order of steps.
type Curve struct {
	Name   string
	Points []Point
}

// Point is a value at a step.
type Point struct {
	Step  int
	Value float64
}

// Draw writes the curves.
func (l LossCurves) Draw(w io.Writer, format Format) error {
	losses, err := lossAxes(l)
	if err != nil {
		return err
	}
	f := figure{width: 640, height: 400, title: plain(l.Title), description: l.description()}
	plots := [][]*plot.Plot{{losses}}
	validation := validationAxes(l)
	if validation != nil {
		f.height += 130
		losses.X.Label.Text = ""
		validation.X.Min, validation.X.Max = losses.X.Min, losses.X.Max
		plots = append(plots, []*plot.Plot{validation})
	}
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(l.Title), plain(l.Subtitle), l.legend())
		c = footnote(c, l.remark())
		panels{rows: plots, share: []float64{270, 130}[:len(plots)]}.draw(c)
	}
	return f.write(w, format)
}

// smallestShown is the smallest loss on the axis relative to the greatest one.
const smallestShown = 1e-8

func lossAxes(l LossCurves) (*plot.Plot, error) {
	p := newPlot("step", "loss")
	p.X.Tick.Marker = wholeTicks{}
	p.X.Min, p.X.Max = stepRange(append(slices.Clone(l.Losses), l.Total))
	low, high := math.Inf(1), 0.0
	for _, curve := range append(slices.Clone(l.Losses), l.Total) {
		for _, point := range curve.Points {
			if point.Value > 0 && !math.IsInf(point.Value, 0) {
				low, high = min(low, point.Value), max(high, point.Value)
			}
		}
	}
	if p.X.Min > p.X.Max {
		return nil, fmt.Errorf("loss curves: %w", ErrNothingToDraw)
	}
	if high == 0 { // all losses are 0
		low, high = 0.1, 1
	}
	low = max(low, high*smallestShown, math.SmallestNonzeroFloat32)
	p.Y.Min, p.Y.Max = low/1.3, high*1.3
	// An axis of less than a decade includes a power of ten, so that it has a label.
	if p.Y.Max < 4*p.Y.Min {
		p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(p.Y.Min))), math.Pow(10,
			math.Ceil(math.Log10(p.Y.Max)))
	}
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = logTicks{}
	p.Add(keptLine(l)...)
	for i, curve := range l.Losses {
		addCurve(p, curve, lossStyle(i), p.Y.Min)
	}
	addCurve(p, l.Total, totalStyle, p.Y.Min)
	return p, nil
}

// validationAxes returns nil if there are no values.
func validationAxes(l LossCurves) *plot.Plot {
	first, last := stepRange(l.Validation)
	if first > last {
		return nil
	}
	p := newPlot("step", plain(l.ValidationLabel))
	p.Y.Tick.Marker = linearTicks{pieces: 3} // its height is low
	p.X.Tick.Marker = wholeTicks{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, curve := range l.Validation {
		for _, point := range curve.Points {
			if finite(point.Value) {
				low, high = min(low, point.Value), max(high, point.Value)
			}
		}
	}
	if low >= 0 && low < high/2 {
		low = 0
	}
	spread := max(high-low, math.Abs(high)*1e-3, 1e-9)
	p.Y.Min, p.Y.Max = low, high+0.06*spread
	if low != 0 {
		p.Y.Min -= 0.06 * spread
	}
	p.Add(keptLine(l)...)
	for i, curve := range l.Validation {
		addCurve(p, curve, validationStyle(i), math.Inf(-1))
	}
	return p
}

// stepRange returns the first and the last step with a finite value; first > last if no value is
// finite.
func stepRange(curves []Curve) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, curve := range curves {
		for _, point := range curve.Points {
			if finite(point.Value) {
				first, last = min(first, float64(point.Step)), max(last, float64(point.Step))
			}
		}
	}
	if first == last {
		first, last = first-1, last+1
	}
	return first, last
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

var totalStyle = draw.LineStyle{Color: ink, Width: 2.25}

func lossStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: hue(i), Width: 1.5, Dashes: dash(i)}
}

func validationStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: dark(hue(i + 3)), Width: 1.75, Dashes: dash(i)}
}

var keptStyle = draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{1.5, 2.5}}

func keptLine(l LossCurves) []plot.Plotter {
	if !l.HasKept {
		return nil
	}
	return []plot.Plotter{overlay(func(c draw.Canvas, p *plot.Plot) {
		if x := c.X(p.X.Norm(float64(l.Kept))); c.ContainsX(x) {
			c.StrokeLine2(keptStyle, x, c.Min.Y, x, c.Max.Y)
		}
	})}
}

// addCurve adds a curve. Values below least are raised to least. A curve with more than 250 points
// is thinned to the means of equally large groups, on a band from the minimum to the maximum of
// each group.
func addCurve(p *plot.Plot, curve Curve, style draw.LineStyle, least float64) {
	var points plotter.XYs
	for _, point := range curve.Points {
		if finite(point.Value) && (point.Value >= 0 || least < 0) {
			points = append(points, plotter.XY{X: float64(point.Step), Y: max(point.Value, least)})
		}
	}
	if len(points) == 0 {
		return
	}
	points, band := thin(points, 250)
	if band != nil {
		p.Add(overlay(func(c draw.Canvas, p *plot.Plot) {
			c.FillPolygon(tint(color.RGBAModel.Convert(style.Color).(color.RGBA), 0.13),
				c.ClipPolygonXY(onCanvas(c, p, band)))
		}))
	}
	p.Add(overlay(func(c draw.Canvas, p *plot.Plot) {
		line := onCanvas(c, p, points)
		if len(line) == 1 {
			c.DrawGlyph(draw.GlyphStyle{Color: style.Color, Radius: 2.5, Shape: draw.CircleGlyph{}},
				line[0])
			return
		}
		c.StrokeLines(style, c.ClipLinesXY(line)...)
	}))
}

// thin returns at most about n points, and the outline of all points if some were left out.
func thin(points plotter.XYs, n int) (line, band plotter.XYs) {
	size := (len(points) + n - 1) / n
	if size < 3 {
		return points, nil
	}
	var lower, upper plotter.XYs
	for part := range slices.Chunk(points, size) {
		middle := plotter.XY{}
		low, high := math.Inf(1), math.Inf(-1)
		for _, point := range part {
			middle.X += point.X / float64(len(part))
			middle.Y += point.Y / float64(len(part))
			low, high = min(low, point.Y), max(high, point.Y)
		}
		line = append(line, middle)
		lower = append(lower, plotter.XY{X: middle.X, Y: low})
		upper = append(upper, plotter.XY{X: middle.X, Y: high})
	}
	slices.Reverse(lower)
	return line, append(upper, lower...)
}

func (l LossCurves) legend() []legendEntry {
	var legend []legendEntry
	if len(l.Total.Points) > 0 {
		legend = append(legend, legendEntry{plain(l.Total.Name), lineSwatch(totalStyle)})
	}
	for i, curve := range l.Losses {
		legend = append(legend, legendEntry{plain(curve.Name), lineSwatch(lossStyle(i))})
	}
	for i, curve := range l.Validation {
		if len(l.Validation) == 1 && curve.Name == l.ValidationLabel {
			break // the axis has the same label
		}
		legend = append(legend, legendEntry{plain(curve.Name), lineSwatch(validationStyle(i))})
	}
	if l.HasKept {
		legend = append(legend, legendEntry{"kept model", lineSwatch(keptStyle)})
	}
	return legend
}

// remark describes values that the axes cannot show.
func (l LossCurves) remark() string {
	var remarks []string
	for _, curve := range append(slices.Clone(l.Losses), l.Total) {
		if slices.ContainsFunc(curve.Points, func(p Point) bool { return p.Value == 0 }) {
			remarks = append(remarks, "A loss of 0 is on the lower edge.")
			break
		}
	}
	for _, curve := range append(slices.Clone(l.Losses), l.Total) {
		if slices.ContainsFunc(curve.Points,
			func(p Point) bool { return !finite(p.Value) || p.Value < 0 }) {
			remarks = append(remarks, "Values that are negative or not finite are left out.")
			break
		}
	}
	return strings.Join(remarks, " ")
}

func (l LossCurves) description() string {
	var b strings.Builder
	b.WriteString("Line chart.")
	describe := func(curve Curve) {
		if n := len(curve.Points); n > 0 {
			first, last := curve.Points[0], curve.Points[n-1]
			fmt.Fprintf(&b, " %s: %.3g at step %d, %.3g at step %d.", plain(curve.Name),
				first.Value, first.Step, last.Value, last.Step)
		}
	}
	describe(l.Total)
	for _, curve := range append(slices.Clone(l.Losses), l.Validation...) {
		describe(curve)
	}
	if l.HasKept {
		fmt.Fprintf(&b, " The model of step %d was kept.", l.Kept)
	}
	return b.String()
}
