package report

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Boxes shows two-dimensional boxes in panels side by side. The two axes of a panel have the same
// scale.
type Boxes struct {
	Title    string
	Subtitle string // may be empty
	Panels   []BoxPanel
}

// BoxPanel holds the boxes of one model.
type BoxPanel struct {
	Title string
	Boxes []Box
}

// Box is a rectangle, or a point if Lower equals Upper.
type Box struct {
	Name string `json:"name"`

	// Role is the role that the box is a head or tail box of; it is empty for the box of a class.
	// Boxes of roles are dashed and have the color of their role. A class has the same color in all
	// panels.
	Role  string     `json:"role,omitempty"`
	Lower [2]float64 `json:"lower"`
	Upper [2]float64 `json:"upper"`
}

// Draw writes the boxes.
func (b Boxes) Draw(w io.Writer) error {
	c := newChart(b.Title, b.Subtitle, vg.Length(170+300*len(b.Panels)), 420)
	c.description, c.isometric = b.description(), true
	styles := make(map[string]draw.LineStyle)
	roles := 0
	row := make([]*plot.Plot, len(b.Panels))
	for i, panel := range b.Panels {
		p := newPlot("dimension 1", "dimension 2")
		p.Title.Text = plain(panel.Title)
		for _, box := range panel.Boxes {
			if _, known := styles[box.key()]; known {
				continue
			}
			n := len(styles) - roles
			style := draw.LineStyle{Color: hue(n), Width: 1.75, Dashes: dash(n)}
			if box.Role != "" {
				style = draw.LineStyle{Color: roleColors[roles%len(roleColors)], Width: 1.25,
					Dashes: []vg.Length{5, 3}}
				roles++
			}
			styles[box.key()] = style
			c.explain(box.legend(), line(nil, style))
		}
		bySize := slices.SortedStableFunc(slices.Values(panel.Boxes), func(a, b Box) int {
			return cmp.Compare(b.size(), a.size())
		})
		for _, box := range bySize { // the small ones last, above the large ones
			box.add(p, styles[box.key()])
		}
		row[i] = p
	}
	c.plots = [][]*plot.Plot{row}
	return c.write(w)
}

func (b Box) size() float64 { return (b.Upper[0] - b.Lower[0]) * (b.Upper[1] - b.Lower[1]) }

// add adds the outline of a box, which is filled if it is that of a class. A point is a square.
func (b Box) add(p *plot.Plot, style draw.LineStyle) {
	corners := rectangle(b.Lower[0], b.Lower[1], b.Upper[0], b.Upper[1])
	if b.Lower == b.Upper {
		p.Add(marks(corners[:1], draw.GlyphStyle{Color: style.Color, Radius: 3,
			Shape: draw.BoxGlyph{}}))
		return
	}
	box := &plotter.Polygon{XYs: []plotter.XYs{corners}, LineStyle: style}
	if b.Role == "" {
		box.Color = tint(style.Color.(color.RGBA), 0.10)
	}
	p.Add(box)
}

// legend returns the name in the legend: that of the class, or of the role.
func (b Box) legend() string {
	if b.Role == "" {
		return b.Name
	}
	return "head, tail: " + b.Role
}

// roleColors differ from the colors of classes, because boxes of roles cross those of classes.
var roleColors = []color.RGBA{ink, {0x7f, 0x7f, 0x7f, 0xff}, {0x8c, 0x56, 0x4b, 0xff}}

// key identifies the class or role. That of a role begins with a NUL, so that it is never the name
// of a class.
func (b Box) key() string {
	if b.Role == "" {
		return b.Name
	}
	return "\x00" + b.Role
}

func (b Boxes) description() string {
	var out strings.Builder
	out.WriteString("Boxes in two dimensions.")
	for _, panel := range b.Panels {
		fmt.Fprintf(&out, " %s:", plain(panel.Title))
		for i, box := range panel.Boxes {
			if i > 0 {
				out.WriteString(";")
			}
			fmt.Fprintf(&out, " %s from (%.3g, %.3g) to (%.3g, %.3g)", plain(box.Name),
				box.Lower[0], box.Lower[1], box.Upper[0], box.Upper[1])
		}
		out.WriteString(".")
	}
	return out.String()
}
