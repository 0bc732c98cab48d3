package report

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"strings"
)

// gallery embeds plots in a page and makes their ids unique. It keeps the first error.
type gallery struct {
	drawn int
	err   error
}

var sizeAttributes = regexp.MustCompile(`width="([0-9.]+)pt" height="([0-9.]+)pt"`)

// add appends a plot as an HTML element, unless it would be empty.
func (g *gallery) add(to *[]template.HTML, p Plot) {
	var b bytes.Buffer
	if err := p.Draw(&b); err != nil {
		if g.err == nil && !errors.Is(err, ErrNothingToDraw) {
			g.err = err
		}
		return
	}
	g.drawn++
	svg := b.String()
	svg = svg[strings.Index(svg, "<svg"):] // without the XML declaration
	// vgsvg writes a transparent color as three negative numbers.
	svg = strings.ReplaceAll(svg, "#-8000000000000000-8000000000000000-8000000000000000", "none")
	// Quotation marks in the title and description are escaped, so only attributes match.
	head, body, _ := strings.Cut(svg, "</desc>")
	head = strings.ReplaceAll(head, `="title"`, fmt.Sprintf(`="title-%d"`, g.drawn))
	head = strings.ReplaceAll(head, `="description"`, fmt.Sprintf(`="description-%d"`, g.drawn))
	svg = head + "</desc>" + body
	svg = sizeAttributes.ReplaceAllString(svg, `width="$1" height="$2"`)
	*to = append(*to, template.HTML(svg))
}
