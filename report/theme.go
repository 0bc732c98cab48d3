package report

import (
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths and sizes, in points.
const (
	margin       = vg.Length(16)
	titleSize    = vg.Length(14)
	subtitleSize = vg.Length(10.5)
	textSize     = vg.Length(10)
	tickSize     = vg.Length(9)
)

var (
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x1f, 0x1f, 0x1f, 0xff}
	gray  = color.RGBA{0x5f, 0x5f, 0x5f, 0xff}
	rule  = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}
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

// dark returns the color, darkened until its contrast with white is 4.5.
func dark(c color.RGBA) color.RGBA {
	for contrastOnPaper(c) < 4.5 {
		c.R, c.G, c.B = uint8(float64(c.R)*0.95), uint8(float64(c.G)*0.95), uint8(float64(c.B)*0.95)
	}
	return c
}

// contrastOnPaper returns the contrast ratio with white of WCAG 2.1, which requires 4.5 for text.
func contrastOnPaper(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 1.05 / (0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B) + 0.05)
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
