package report

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
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
	Name         string
	Lower, Upper [2]float64

	// Role is the role that the box is a head or tail box of; it is empty for the box of a class.
	// Boxes of roles are dashed and have the color of their role. A class has the same color in all
	// panels.
	Role string
}

// Draw writes the boxes.
func (b Boxes) Draw(w io.Writer, format Format) error {
	if err := b.check(); err != nil {
		return err
	}
	styles := b.styles()
	plots := make([]*plot.Plot, len(b.Panels))
	for i, panel := range b.Panels {
		plots[i] = panel.plot(styles)
	}
	f := figure{width: vg.Length(60 + 330*len(plots)), height: 470, title: plain(b.Title),
		description: b.description()}
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(b.Title), plain(b.Subtitle), b.legend())
		panels{rows: [][]*plot.Plot{plots}, isometric: true}.draw(c)
	}
	return f.write(w, format)
}

func (b Boxes) check() error {
	boxes := 0
	for _, panel := range b.Panels {
		boxes += len(panel.Boxes)
		for _, box := range panel.Boxes {
			for d := range 2 {
				if !(box.Lower[d] <= box.Upper[d] && box.Lower[d] >= -1e100 &&
					box.Upper[d] <= 1e100) {
					return fmt.Errorf("boxes: %s reaches from %g to %g in dimension %d",
						plain(box.Name), box.Lower[d], box.Upper[d], d+1)
				}
			}
		}
	}
	if boxes == 0 {
		return fmt.Errorf("boxes: %w", ErrNothingToDraw)
	}
	return nil
}

// roleColors differ from the colors of classes, because boxes of roles cross those of classes.
var roleColors = []color.RGBA{ink, {0x7f, 0x7f, 0x7f, 0xff}, {0x8c, 0x56, 0x4b, 0xff}}

// styles returns a line style for each class and role, in order of first appearance. The key of a
// role begins with a NUL, so that it is never the name of a class.
func (b Boxes) styles() map[string]draw.LineStyle {
	styles := make(map[string]draw.LineStyle)
	classes, roles := 0, 0
	for _, panel := range b.Panels {
		for _, box := range panel.Boxes {
			if _, known := styles[box.key()]; known {
				continue
			}
			if box.Role == "" {
				styles[box.key()] = draw.LineStyle{Color: hue(classes), Width: 1.75,
					Dashes: dash(classes)}
				classes++
				continue
			}
			styles[box.key()] = draw.LineStyle{Color: roleColors[roles%len(roleColors)],
				Width: 1.25, Dashes: []vg.Length{5, 3}}
			roles++
		}
	}
	return styles
}

func (b Box) key() string {
	if b.Role == "" {
		return b.Name
	}
	return "\x00" + b.Role
}

func (p BoxPanel) plot(styles map[string]draw.LineStyle) *plot.Plot {
	axes := newPlot("dimension 1", "dimension 2")
	axes.Title.Text = plain(p.Title)
	axes.Title.Padding = 5
	axes.Title.TextStyle = bold(textStyle(textSize+1, ink))
	axes.Title.TextStyle.XAlign = draw.XCenter
	axes.Title.TextStyle.YAlign = draw.YTop
	axes.X.Min, axes.Y.Min = math.Inf(1), math.Inf(1)
	axes.X.Max, axes.Y.Max = math.Inf(-1), math.Inf(-1)
	for _, box := range p.Boxes {
		axes.X.Min, axes.X.Max = min(axes.X.Min, box.Lower[0]), max(axes.X.Max, box.Upper[0])
		axes.Y.Min, axes.Y.Max = min(axes.Y.Min, box.Lower[1]), max(axes.Y.Max, box.Upper[1])
	}
	if len(p.Boxes) == 0 {
		axes.X.Min, axes.X.Max, axes.Y.Min, axes.Y.Max = 0, 0, 0, 0
	}
	addAir(&axes.X, &axes.Y)
	axes.Add(overlay(func(c draw.Canvas, axes *plot.Plot) { p.draw(c, axes, styles) }))
	return axes
}

func (p BoxPanel) draw(c draw.Canvas, axes *plot.Plot, styles map[string]draw.LineStyle) {
	x, y := axes.Transforms(&c)
	areas := make([]vg.Rectangle, len(p.Boxes))
	around := surroundings{bounds: c.Rectangle}
	for i, box := range p.Boxes {
		areas[i] = vg.Rectangle{Min: vg.Point{X: x(box.Lower[0]), Y: y(box.Lower[1])},
			Max: vg.Point{X: x(box.Upper[0]), Y: y(box.Upper[1])}}
		ring := corners(areas[i].Min.X, areas[i].Min.Y, areas[i].Max.X, areas[i].Max.Y)
		for k := range ring {
			around.lines = append(around.lines, [2]vg.Point{ring[k], ring[(k+1)%len(ring)]})
		}
		if box.Role == "" {
			c.FillPolygon(tint(styles[box.key()].Color.(color.RGBA), 0.10), ring)
		}
	}
	labels := make([]label, len(p.Boxes))
	order := byArea(
		areas) // small boxes are drawn last, because their sides may overlap those of large ones
	for at, i := range order {
		box, area := p.Boxes[i], areas[i]
		style := styles[box.key()]
		for _, above := range order[at+1:] {
			if coincide(area, areas[above]) {
				style.Width += 2.5 // so that the lower one remains visible
			}
		}
		if size := area.Size(); size.X < 3 && size.Y < 3 { // too small for an outline
			c.DrawGlyph(draw.GlyphStyle{Color: style.Color, Radius: 3, Shape: draw.BoxGlyph{}},
				center(area))
		} else {
			c.SetLineStyle(style)
			c.Stroke(area.Path())
		}
		text := bold(textStyle(tickSize+0.5, dark(style.Color.(color.RGBA))))
		if box.Role != "" {
			text = textStyle(tickSize, dark(style.Color.(color.RGBA)))
		}
		labels[i] = label{text: fit(plain(box.Name), text, 150), style: text}
		labels[i].along(area)
		for k := range labels[i].places {
			labels[i].places[k].cost += p.ambiguity(labels[i].places[k].area, i, areas)
		}
	}
	drawLabels(c, labels, settle(labels, around), around.lines)
}

// ambiguity returns the cost of a label that overlaps the box of another class, because a reader
// could assign it to that class. A label inside its own box costs nothing if that box is the
// smaller one.
func (p BoxPanel) ambiguity(label vg.Rectangle, own int, areas []vg.Rectangle) float64 {
	const whole = 4 // cost of a label that is completely inside the other box
	cost := 0.0
	inside := extent(shared(label, areas[own])) >= 0.99*extent(label)
	for i := range areas {
		if i == own || p.Boxes[i].Role != "" || inside && extent(areas[own]) <= extent(areas[i]) {
			continue
		}
		cost += whole * float64(extent(shared(label, areas[i]))/extent(label))
	}
	return cost
}

func extent(area vg.Rectangle) vg.Length {
	size := area.Size()
	return size.X * size.Y
}

// shared returns the intersection of two areas. It has no extent if they do not overlap.
func shared(a, b vg.Rectangle) vg.Rectangle {
	if !overlap(a, b) {
		return vg.Rectangle{}
	}
	return vg.Rectangle{
		Min: vg.Point{X: max(a.Min.X, b.Min.X), Y: max(a.Min.Y, b.Min.Y)},
		Max: vg.Point{X: min(a.Max.X, b.Max.X), Y: min(a.Max.Y, b.Max.Y)},
	}
}

// byArea returns the indices of the areas in descending order of size.
func byArea(areas []vg.Rectangle) []int {
	order := make([]int, len(areas))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order,
		func(i, j int) int { return cmp.Compare(extent(areas[j]), extent(areas[i])) })
	return order
}

// coincide reports whether two boxes cannot be distinguished in the plot.
func coincide(a, b vg.Rectangle) bool {
	const apart = 1.5
	for _, d := range []vg.Length{a.Min.X - b.Min.X, a.Min.Y - b.Min.Y, a.Max.X - b.Max.X,
		a.Max.Y - b.Max.Y} {
		if d < -apart || d > apart {
			return false
		}
	}
	return true
}

func center(area vg.Rectangle) vg.Point {
	return vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: (area.Min.Y + area.Max.Y) / 2}
}

// along adds candidate places for the label of a box: inside along its edges, outside along its
// edges, and around its corners with a leader.
func (l *label) along(area vg.Rectangle) {
	const gap = 3
	width, height := l.size()
	add := func(x, y vg.Length, cost float64) {
		l.places = append(l.places, place{area: vg.Rectangle{Min: vg.Point{X: x, Y: y},
			Max: vg.Point{X: x + width, Y: y + height}}, cost: cost})
	}
	size := area.Size()
	if size.X >= width+2*gap && size.Y >= height+2*gap {
		for i := range 5 {
			x := area.Min.X + gap + (size.X-2*gap-width)*vg.Length(i)/4
			off := 0.15 * float64(min(i, 4-i)) // corners are preferred to the middle
			add(x, area.Max.Y-gap-height, off)
			add(x, area.Min.Y+gap, off+0.3)
			add(area.Min.X+gap, area.Min.Y+gap+(size.Y-2*gap-height)*vg.Length(i)/4, off+0.4)
			add(area.Max.X-gap-width, area.Min.Y+gap+(size.Y-2*gap-height)*vg.Length(i)/4, off+0.4)
		}
	}
	for i := range 5 {
		x := area.Min.X + (size.X-width)*vg.Length(i)/4
		off := 1.2 + 0.15*float64(min(i, 4-i))
		add(x, area.Max.Y+gap, off)
		add(x, area.Min.Y-gap-height, off+0.2)
		y := area.Min.Y + (size.Y-height)*vg.Length(i)/4
		add(area.Max.X+gap, y, off+0.3)
		add(area.Min.X-gap-width, y, off+0.4)
	}
	for _, corner := range corners(area.Min.X, area.Min.Y, area.Max.X, area.Max.Y) {
		first := len(l.places)
		l.around(corner, 0)
		for i := first; i < len(l.places); i++ {
			l.places[i].cost += 4
		}
	}
}

func (b Boxes) legend() []legendEntry {
	for _, panel := range b.Panels {
		for _, box := range panel.Boxes {
			if box.Role != "" {
				return []legendEntry{
					{"class", lineSwatch(draw.LineStyle{Color: hue(0), Width: 1.75})},
					{"head or tail box of a role", lineSwatch(draw.LineStyle{Color: ink, Width: 1.25, Dashes: []vg.Length{5, 3}})},
				}
			}
		}
	}
	return nil
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
