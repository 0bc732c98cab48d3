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

// tile draws plots in rows and columns so that data areas are flush and of one width; the rows have
// heights in proportion to share, equal ones where it is nil. A place may be nil.
func tile(c draw.Canvas, plots [][]*plot.Plot, share []float64) {
	const gap = 14
	left, right := make([]vg.Length, len(plots[0])), make([]vg.Length, len(plots[0]))
	for _, row := range plots {
		for i, p := range row {
			if p != nil {
				data := p.DataCanvas(c)
				left[i], right[i] = max(left[i], data.Min.X-c.Min.X), max(right[i], c.Max.X-data.Max.X)
			}
		}
	}
	width := c.Max.X - c.Min.X - gap*vg.Length(len(left)-1)
	for i := range left {
		width -= left[i] + right[i]
	}
	width /= vg.Length(len(left))
	height, whole := c.Max.Y-c.Min.Y-gap*vg.Length(len(plots)-1), 0.0
	for r := range plots {
		whole += shareOf(share, r)
	}
	y := c.Max.Y
	for r, row := range plots {
		rowHeight := height * vg.Length(shareOf(share, r)/whole)
		x := c.Min.X
		for i, p := range row {
			if p != nil {
				cell := c
				cell.Min = vg.Point{X: x, Y: y - rowHeight}
				cell.Max = vg.Point{X: x + left[i] + width + right[i], Y: y}
				p.Draw(aim(cell, p, x+left[i], x+left[i]+width))
			}
			x += left[i] + width + right[i] + gap
		}
		y -= rowHeight + gap
	}
}

// aim crops a canvas until the plot's data area reaches from left to right. What stands beside the data
// area depends on how wide that is, but little: a few rounds suffice.
func aim(c draw.Canvas, p *plot.Plot, left, right vg.Length) draw.Canvas {
	for range 4 {
		data := p.DataCanvas(c)
		c = draw.Crop(c, left-data.Min.X, right-data.Max.X, 0, 0)
	}
	return c
}

func shareOf(share []float64, row int) float64 {
	if share == nil {
		return 1
	}
	return share[row]
}

// linearTicks marks about five round values.
type linearTicks struct{}

func (linearTicks) Ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/5)))
	for _, factor := range []float64{5, 2} {
		if (high-low)/(step*factor) >= 4 {
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
// thousands, and with an exponent where it is far from 1.
func number(value, step float64) string {
	if size := math.Abs(value); size != 0 && (size < 1e-4*0.999 || size >= 1e7) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'g', 4, 64), "e")
		e, _ := strconv.Atoi(exponent) // what FormatFloat wrote
		return strings.ReplaceAll(mantissa+"e"+strconv.Itoa(e), "-", "−")
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
