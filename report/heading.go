package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legendEntry is a name in a legend with its swatch.
type legendEntry struct {
	name   string
	swatch func(draw.Canvas) // draws on a canvas of swatchWidth
}

const (
	swatchWidth  = vg.Length(22)
	swatchHeight = vg.Length(9)
)

// heading draws title, subtitle and legend at the upper edge. It returns the remaining canvas
// below.
func heading(c draw.Canvas, title, subtitle string, legend []legendEntry) draw.Canvas {
	width := c.Max.X - c.Min.X
	for _, line := range []struct {
		text  string
		style draw.TextStyle
	}{{title, bold(textStyle(titleSize, ink))}, {subtitle, textStyle(subtitleSize, gray)}} {
		if line.text == "" {
			continue
		}
		line.style.YAlign = draw.YTop
		c.FillText(line.style, vg.Point{X: c.Min.X, Y: c.Max.Y}, fit(line.text, line.style, width))
		c.Max.Y -= line.style.Font.Size * 1.45
	}
	if len(legend) > 0 {
		c.Max.Y -= 3
		c = drawLegend(c, legend)
	}
	c.Max.Y -= 9
	return c
}

// drawLegend draws the entries from left to right and breaks lines where necessary.
func drawLegend(c draw.Canvas, legend []legendEntry) draw.Canvas {
	const line = textSize * 1.6
	style := textStyle(textSize, ink)
	style.YAlign = draw.YCenter
	x := c.Min.X
	for _, entry := range legend {
		name := fit(entry.name, style, c.Max.X-c.Min.X-swatchWidth-5)
		width := swatchWidth + 5 + style.Width(name)
		if x > c.Min.X && x+width > c.Max.X {
			x = c.Min.X
			c.Max.Y -= line
		}
		middle := c.Max.Y - line/2
		swatch := c
		// The middle of lower-case letters is 1 lower.
		swatch.Min = vg.Point{X: x, Y: middle - swatchHeight/2 - 1}
		swatch.Max = vg.Point{X: x + swatchWidth, Y: middle + swatchHeight/2 - 1}
		entry.swatch(swatch)
		c.FillText(style, vg.Point{X: x + swatchWidth + 5, Y: middle}, name)
		x += width + 16
	}
	c.Max.Y -= line
	return c
}

// lineSwatch returns a function that draws a line in the style.
func lineSwatch(style draw.LineStyle) func(draw.Canvas) {
	return func(c draw.Canvas) {
		c.StrokeLine2(style, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
	}
}

// footnote writes a remark at the lower edge. It returns the remaining canvas above.
func footnote(c draw.Canvas, text string) draw.Canvas {
	if text == "" {
		return c
	}
	style := textStyle(tickSize, gray)
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + style.FontExtents().Descent},
		fit(text, style, c.Max.X-c.Min.X))
	c.Min.Y += tickSize * 1.9
	return c
}

// fit cuts a line of text to a width. It ends a shortened text with an ellipsis.
func fit(text string, style draw.TextStyle, width vg.Length) string {
	if style.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	low, high := 0, len(runes) // runes[:low] and an ellipsis fit
	for low < high {
		middle := (low + high + 1) / 2
		if style.Width(string(runes[:middle])+"…") <= width {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return strings.TrimRightFunc(string(runes[:low]), unicode.IsSpace) + "…"
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
