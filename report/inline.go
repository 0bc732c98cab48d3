package report

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"image/color"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// gallery embeds plots in a page. It replaces their colors by custom properties, which the page
// redefines for dark mode, and makes their ids unique.
type gallery struct {
	drawn  int
	colors map[string]bool // as #RRGGBB
}

var (
	styleAttribute = regexp.MustCompile(`style="[^"<>]*"`)
	hexColor       = regexp.MustCompile(`#[0-9A-F]{6}\b`)
	sizeAttributes = regexp.MustCompile(`width="([0-9.]+)pt" height="([0-9.]+)pt"`)
)

// draw returns a plot as an HTML element, or "" if it would be empty.
func (g *gallery) draw(p Plot) (template.HTML, error) {
	var b bytes.Buffer
	switch err := p.Draw(&b, SVG); {
	case errors.Is(err, ErrNothingToDraw):
		return "", nil
	case err != nil:
		return "", err
	}
	if g.colors == nil {
		g.colors = make(map[string]bool)
	}
	g.drawn++
	svg := b.String()
	svg = svg[strings.Index(svg, "<svg"):] // without the XML declaration
	svg = styleAttribute.ReplaceAllStringFunc(svg, func(style string) string {
		// vgsvg writes a transparent color as three negative numbers.
		style = strings.ReplaceAll(style,
			"#-8000000000000000-8000000000000000-8000000000000000", "none")
		return hexColor.ReplaceAllStringFunc(style, func(hex string) string {
			g.colors[hex] = true
			return "var(--" + hex[1:] + "," + hex + ")"
		})
	})
	// Quotation marks in the title and description are escaped, so only attributes match.
	head, body, _ := strings.Cut(svg, "</desc>")
	head = strings.ReplaceAll(head, `="title"`, fmt.Sprintf(`="title-%d"`, g.drawn))
	head = strings.ReplaceAll(head, `="description"`, fmt.Sprintf(`="description-%d"`, g.drawn))
	svg = head + "</desc>" + body
	svg = sizeAttributes.ReplaceAllString(svg, `width="$1" height="$2"`)
	return template.HTML(svg), nil
}

// darkColors declares the custom properties for a page with this background. Each color keeps its
// hue and its contrast with the background.
func (g *gallery) darkColors(background color.RGBA) template.CSS {
	var b strings.Builder
	for _, hex := range slices.Sorted(maps.Keys(g.colors)) {
		v, _ := strconv.ParseUint(hex[1:], 16, 32) // hexColor matched it
		c := color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
		d := onDark(c, background)
		fmt.Fprintf(&b, "--%s:#%02X%02X%02X;", hex[1:], d.R, d.G, d.B)
	}
	return template.CSS(b.String())
}

// onDark returns a color of the same hue whose contrast with the background equals that of c with
// white. Colors with a hue and colors of text get a contrast of at least 4.5.
func onDark(c, background color.RGBA) color.RGBA {
	want, gray := min(contrastOnPaper(c), 13), c.R == c.G && c.G == c.B
	if !gray || want >= 3 {
		want = max(want, 4.5)
	}
	full := c
	if gray {
		full = paper
	}
	for _, ends := range [][2]color.RGBA{{background, full}, {c, paper}} {
		for t := 0.0; t <= 1; t += 0.02 {
			if d := mix(ends[0], ends[1], t); contrast(d, background) >= want {
				return d
			}
		}
	}
	return paper
}

// mix interpolates between a and b.
func mix(a, b color.RGBA, t float64) color.RGBA {
	part := func(x, y uint8) uint8 {
		return uint8(math.Round(float64(x) + t*(float64(y)-float64(x))))
	}
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// contrast returns the contrast ratio of WCAG 2.1.
func contrast(a, b color.RGBA) float64 {
	lighter, darker := contrastOnPaper(a), contrastOnPaper(b) // 1.05 over luminance + 0.05
	return max(lighter, darker) / min(lighter, darker)
}
