package report

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newPlot returns axes in the house's style, with a grid.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.LineStyle = draw.LineStyle{Color: gray, Width: 0.75}
		axis.Tick.LineStyle = axis.LineStyle
		axis.Tick.Length = 4
		axis.Label.Padding = 4
		axis.Label.TextStyle.Font = textStyle(textSize, ink).Font
		axis.Label.TextStyle.Color = ink
		axis.Tick.Label.Font = textStyle(tickSize, ink).Font
		axis.Tick.Label.Color = ink
		axis.Tick.Marker = linearTicks{}
	}
	grid := plotter.NewGrid()
	grid.Horizontal = draw.LineStyle{Color: rule, Width: 0.75}
	grid.Vertical = grid.Horizontal
	p.Add(grid)
	return p
}

// overlay is a plotter made of a function. The canvas is the data area.
type overlay func(draw.Canvas, *plot.Plot)

func (o overlay) Plot(c draw.Canvas, p *plot.Plot) { o(c, p) }

// onCanvas takes points from the data area's numbers to the canvas.
func onCanvas(c draw.Canvas, p *plot.Plot, points plotter.XYs) []vg.Point {
	x, y := p.Transforms(&c)
	out := make([]vg.Point, len(points))
	for i, point := range points {
		out[i] = vg.Point{X: x(point.X), Y: y(point.Y)}
	}
	return out
}

// panels are plots in rows and columns whose data areas are flush and of one width.
type panels struct {
	rows  [][]*plot.Plot // a place may be nil
	share []float64      // the rows' heights are in proportion to these; nil: they are equal
	// isometric widens the range of one axis of each plot until both have the same scale.
	isometric bool
}

const panelGap = 14

func (ps panels) draw(c draw.Canvas) {
	columns := len(ps.rows[0])
	left, right := make([]vg.Length, columns), make([]vg.Length, columns) // what stands beside the data areas
	for _, row := range ps.rows {
		for i, p := range row {
			if p != nil {
				data := p.DataCanvas(c)
				left[i], right[i] = max(left[i], data.Min.X-c.Min.X), max(right[i], c.Max.X-data.Max.X)
			}
		}
	}
	width := c.Max.X - c.Min.X - panelGap*vg.Length(columns-1)
	for i := range columns {
		width -= left[i] + right[i]
	}
	width /= vg.Length(columns)
	heights := ps.heights(c.Max.Y - c.Min.Y)
	y := c.Max.Y
	for r, row := range ps.rows {
		x := c.Min.X
		for i, p := range row {
			if p != nil {
				cell := c
				cell.Min = vg.Point{X: x, Y: y - heights[r]}
				cell.Max = vg.Point{X: x + left[i] + width + right[i], Y: y}
				ps.drawPanel(cell, p, x+left[i], x+left[i]+width)
			}
			x += left[i] + width + right[i] + panelGap
		}
		y -= heights[r] + panelGap
	}
}

func (ps panels) heights(whole vg.Length) []vg.Length {
	whole -= panelGap * vg.Length(len(ps.rows)-1)
	heights, sum := make([]vg.Length, len(ps.rows)), vg.Length(0)
	for r := range heights {
		heights[r] = 1
		if ps.share != nil {
			heights[r] = vg.Length(ps.share[r])
		}
		sum += heights[r]
	}
	for r := range heights {
		heights[r] *= whole / sum
	}
	return heights
}

// drawPanel draws a plot whose data area reaches from left to right. What stands beside the data area
// depends on its size and range, but little: a few rounds settle it.
func (ps panels) drawPanel(c draw.Canvas, p *plot.Plot, left, right vg.Length) {
	for range 4 {
		data := p.DataCanvas(c)
		c = draw.Crop(c, left-data.Min.X, right-data.Max.X, 0, 0)
		if ps.isometric {
			equalScales(p, data.Size())
		}
	}
	p.Draw(c)
}

// equalScales widens the range of one axis, about its middle, until both have the same scale.
func equalScales(p *plot.Plot, size vg.Point) {
	x, y := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	unit := max(x/float64(size.X), y/float64(size.Y))
	widen := func(axis *plot.Axis, by float64) { axis.Min, axis.Max = axis.Min-by/2, axis.Max+by/2 }
	widen(&p.X, unit*float64(size.X)-x)
	widen(&p.Y, unit*float64(size.Y)-y)
}

// addAir widens both ranges so that nothing lies on the edge; ranges without extent get some.
func addAir(x, y *plot.Axis) {
	extent := max(x.Max-x.Min, y.Max-y.Min)
	if extent <= 1e-9*max(math.Abs(x.Max), math.Abs(y.Max)) {
		extent = max(1e-6*max(math.Abs(x.Max), math.Abs(y.Max)), 1)
	}
	for _, axis := range []*plot.Axis{x, y} {
		axis.Min, axis.Max = axis.Min-0.08*extent, axis.Max+0.08*extent
	}
}

// linearTicks marks round values: the fewest that part the axis into so many pieces; 4 when nothing is said.
type linearTicks struct{ pieces float64 }

func (l linearTicks) Ticks(low, high float64) []plot.Tick {
	pieces := l.pieces
	if pieces == 0 {
		pieces = 4
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/pieces)))
	for _, factor := range []float64{5, 2} {
		if (high-low)/(step*factor) >= pieces {
			step *= factor
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9 && len(ticks) < 100; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: number(i*step, step)})
	}
	return ticks
}

// wholeTicks are linearTicks of whole numbers.
type wholeTicks struct{}

func (wholeTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, tick := range (linearTicks{}).Ticks(low, high) {
		if tick.Value == math.Trunc(tick.Value) {
			ticks = append(ticks, plot.Tick{Value: tick.Value, Label: number(tick.Value, 1)})
		}
	}
	return ticks
}

// logTicks marks powers of ten, thinned out until at most eight are left; where there is room, minor
// ticks stand at their multiples.
type logTicks struct{}

func (logTicks) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Floor(math.Log10(low)+1e-9)), int(math.Ceil(math.Log10(high)-1e-9))
	every := 1 + (last-first)/8
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		value := math.Pow(10, float64(e))
		tick := plot.Tick{Value: value}
		if e%every == 0 {
			tick.Label = number(value, value)
		}
		ticks = append(ticks, tick)
		for m := 2.0; m < 10 && every == 1; m++ {
			ticks = append(ticks, plot.Tick{Value: m * value})
		}
	}
	return ticks
}

// number writes a multiple of step: without digits that step does not have, with commas between
// thousands, and with an exponent where step or the number is far from 1.
func number(value, step float64) string {
	if value != 0 && (step < 1e-4*0.999 || math.Abs(value) >= 1e7) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'e', 7, 64), "e")
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		e, _ := strconv.Atoi(exponent) // FormatFloat wrote it, with a plus sign or a leading zero
		return strings.ReplaceAll(mantissa+"e"+strconv.Itoa(e), "-", "−")
	}
	if value == 0 && step < 1e-4*0.999 {
		return "0"
	}
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	sign := ""
	if value < 0 {
		sign = "−"
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(value), 'f', digits, 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + whole
}
