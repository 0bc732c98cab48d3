package report

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths and sizes, in points.
const (
	margin    = vg.Length(16)
	titleSize = vg.Length(14)
	textSize  = vg.Length(10)
	tickSize  = vg.Length(9)
)

var (
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x1f, 0x1f, 0x1f, 0xff}
	gray  = color.RGBA{0x5f, 0x5f, 0x5f, 0xff}
	rule  = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}

	// A darker color of the palette, with a contrast of 4.5 on white, which WCAG 2.1 requires for
	// text.
	darkOrange = color.RGBA{0xbf, 0x54, 0x00, 0xff}
)

// palette is that of Okabe and Ito ("Color Universal Design", 2008) without its yellow, which has
// too little contrast on white.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	{0x00, 0x9e, 0x73, 0xff}, // bluish green
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	{0x7f, 0x7f, 0x7f, 0xff}, // gray
}

// dashes distinguish series with the same color.
var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}, {12, 3}}

// hue returns the color of the i-th series and dash its dash. The pair repeats after 35 series.
func hue(i int) color.RGBA   { return palette[i%len(palette)] }
func dash(i int) []vg.Length { return dashes[i/len(palette)%len(dashes)] }
func tint(c color.RGBA, alpha float64) color.NRGBA {
	return color.NRGBA{c.R, c.G, c.B, uint8(math.Round(alpha * 0xff))}
}

// newPlot returns a plot with a grid, in the fonts and colors of all charts.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Title.Padding = 4
	p.Title.TextStyle.Font, p.Title.TextStyle.Color = bold(textStyle(textSize, ink)).Font, ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle = draw.LineStyle{Color: gray, Width: 0.75}
		axis.Tick.LineStyle = axis.LineStyle
		axis.Tick.Length = 4
		axis.Tick.Marker = plot.TickerFunc(ticks)
		axis.Tick.Label.Font, axis.Tick.Label.Color = textStyle(tickSize, ink).Font, ink
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = textStyle(textSize, ink).Font, ink
	}
	grid := plotter.NewGrid()
	grid.Horizontal = draw.LineStyle{Color: rule, Width: 0.75}
	grid.Vertical = grid.Horizontal
	p.Add(grid)
	return p
}

// ticks returns four to ten round values. Those of gonum are fewer, with digits that they do not
// need.
func ticks(low, high float64) []plot.Tick {
	power := math.Floor(math.Log10((high - low) / 4))
	step := math.Pow(10, power)
	for _, factor := range []float64{5, 2} {
		if (high-low)/(step*factor) >= 4 {
			step *= factor
			break
		}
	}
	var list []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		label := strconv.FormatFloat(math.Abs(i*step), 'f', int(max(0, -power)), 64)
		if i < 0 {
			label = "−" + label
		}
		list = append(list, plot.Tick{Value: i * step, Label: label})
	}
	return list
}

// line returns a line through points, which have been checked to be finite.
func line(points plotter.XYs, style draw.LineStyle) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: style}
}

// marks returns symbols at points, which have been checked to be finite.
func marks(points plotter.XYs, style draw.GlyphStyle) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: style}
}

// rectangle returns the corners of a rectangle.
func rectangle(left, bottom, right, top float64) plotter.XYs {
	return plotter.XYs{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top},
		{X: right, Y: bottom}}
}

// textStyle returns a sans serif style. The text is drawn above and to the right of its point.
func textStyle(size vg.Length, c color.Color) draw.TextStyle {
	return draw.TextStyle{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}

func bold(style draw.TextStyle) draw.TextStyle {
	style.Font.Weight = xfont.WeightBold
	return style
}

// shortened cuts a text to a maximum number of characters and appends an ellipsis if it cuts.
func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimRightFunc(string(runes[:most]), unicode.IsSpace) + "…"
}

// longest is the maximum length of a name in characters, more than fits any plot.
const longest = 500

// plain returns a name as one line of text for any plot: without control characters and characters
// that XML forbids, with spaces for line breaks and tabs, and of at most longest characters.
func plain(name string) string {
	var b strings.Builder
	count := 0
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r),
			r == 0xfffe, r == 0xffff:
			continue
		}
		if count++; count > longest {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}
