package report

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Neighborhood shows a class among others, projected on the first two principal components of their
// vectors. Both axes have the same scale, so that distances are comparable.
type Neighborhood struct {
	Title    string
	Subtitle string // describes the vectors and the meaning of near; may be empty

	Class     Neighbor
	Neighbors []Neighbor
}

// Neighbor is a class and its vector.
type Neighbor struct {
	Name   string
	Vector []float64 // all of the same length, at least 1

	// Near is set if the class is one of the nearest in the full space, Asserted if an axiom
	// relates it to the class in the center. A line joins asserted classes with the center.
	Near, Asserted bool
}

// neighborKinds are the kinds of points and their glyphs.
var neighborKinds = []struct {
	name  string
	glyph draw.GlyphStyle
}{
	{"the class", draw.GlyphStyle{Color: hue(1), Radius: 7, Shape: draw.CircleGlyph{}}},
	{"near and asserted", draw.GlyphStyle{Color: hue(0), Radius: 4.5, Shape: draw.CircleGlyph{}}},
	{"near, not asserted", draw.GlyphStyle{Color: hue(0), Radius: 4, Shape: ring{}}},
	{"asserted, not near", draw.GlyphStyle{Color: hue(2), Radius: 4.5, Shape: draw.BoxGlyph{}}},
	{"other", draw.GlyphStyle{Color: color.RGBA{0x7f, 0x7f, 0x7f, 0xff}, Radius: 4, Shape: saltire{}}},
}

// ring and saltire are RingGlyph and CrossGlyph of gonum with thicker lines.
type (
	ring    struct{}
	saltire struct{}
)

func (ring) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: 1.5})
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + style.Radius, Y: at.Y})
	circle.Arc(at, style.Radius, 0, 2*math.Pi)
	circle.Close()
	c.Stroke(circle)
}

func (saltire) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	line := draw.LineStyle{Color: style.Color, Width: 1.5}
	r := style.Radius * math.Sqrt2 / 2
	c.StrokeLine2(line, at.X-r, at.Y-r, at.X+r, at.Y+r)
	c.StrokeLine2(line, at.X-r, at.Y+r, at.X+r, at.Y-r)
}

func (n Neighbor) kind() int {
	switch {
	case n.Near && n.Asserted:
		return 1
	case n.Near:
		return 2
	case n.Asserted:
		return 3
	}
	return 4
}

// Positions returns the positions of the class and then of its neighbors in the plot. Its
// errors are those of Draw.
func (n Neighborhood) Positions() ([][2]float64, error) {
	points, _, err := n.project()
	if err != nil {
		return nil, err
	}
	list := make([][2]float64, len(points))
	for i, p := range points {
		list[i] = [2]float64{p.X, p.Y}
	}
	return list, nil
}

// Draw writes the neighborhood.
func (n Neighborhood) Draw(w io.Writer, format Format) error {
	points, explained, err := n.project()
	if err != nil {
		return err
	}
	p := newPlot(componentName(1, explained[0]), componentName(2, explained[1]))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = plotter.XYRange(points)
	addAir(&p.X, &p.Y)
	p.Add(overlay(func(c draw.Canvas, p *plot.Plot) { n.drawPoints(c, onCanvas(c, p, points)) }))
	f := figure{width: 720, height: 600, title: plain(n.Title), description: n.description()}
	f.draw = func(c draw.Canvas) {
		c = heading(c, plain(n.Title), plain(n.Subtitle), n.legend())
		panels{rows: [][]*plot.Plot{{p}}, isometric: true}.draw(c)
	}
	return f.write(w, format)
}

func componentName(i int, explained float64) string {
	return fmt.Sprintf("principal component %d (%.0f %% of the variance)", i, 100*explained)
}

// project returns the class and then its neighbors on the first two principal components, and the
// share of the variance on each. The sign of a component is arbitrary; the loading of greatest
// absolute value is made positive.
func (n Neighborhood) project() (plotter.XYs, [2]float64, error) {
	var explained [2]float64
	all := append([]Neighbor{n.Class}, n.Neighbors...)
	dim := len(n.Class.Vector)
	if dim == 0 {
		return nil, explained, fmt.Errorf("neighborhood: %w: %s has no vector", ErrNothingToDraw,
			plain(n.Class.Name))
	}
	vectors := mat.NewDense(len(all), dim, nil)
	for i, neighbor := range all {
		if len(neighbor.Vector) != dim {
			return nil, explained,
				fmt.Errorf("neighborhood: the vector of %s has %d dimensions, others have %d",
					plain(neighbor.Name), len(neighbor.Vector), dim)
		}
		for _, x := range neighbor.Vector {
			if !(math.Abs(x) <= 1e100) {
				return nil, explained, fmt.Errorf("neighborhood: the vector of %s holds %g",
					plain(neighbor.Name), x)
			}
		}
		vectors.SetRow(i, neighbor.Vector)
	}
	points := make(plotter.XYs, len(all))
	if len(all) == 1 {
		return points, explained, nil
	}
	var pc stat.PC
	if !pc.PrincipalComponents(vectors, nil) {
		return nil, explained, fmt.Errorf("neighborhood of %s: no singular value decomposition",
			plain(n.Class.Name))
	}
	means := make([]float64, dim)
	for d := range means {
		means[d] = stat.Mean(mat.Col(nil, d, vectors), nil)
	}
	var loadings mat.Dense
	pc.VectorsTo(&loadings)
	variance, whole := pc.VarsTo(nil), 0.0
	for _, v := range variance {
		whole += v
	}
	for k := range min(2, len(variance)) {
		if !(variance[k] > 1e-20*whole) {
			break // no extent in this direction, up to rounding
		}
		explained[k] = variance[k] / whole
		loading := mat.Col(nil, k, &loadings)
		sign := 1.0
		if most := largest(loading); loading[most] < 0 {
			sign = -1
		}
		for i, neighbor := range all {
			x := 0.0
			for d := range dim {
				x += sign * loading[d] * (neighbor.Vector[d] - means[d])
			}
			if k == 0 {
				points[i].X = x
			} else {
				points[i].Y = x
			}
		}
	}
	return points, explained, nil
}

// largest returns the index of the first element of greatest absolute value.
func largest(v []float64) int {
	best := 0
	for i := range v {
		if math.Abs(v[i]) > math.Abs(v[best]) {
			best = i
		}
	}
	return best
}

// drawPoints draws and labels the points; the class is the first.
func (n Neighborhood) drawPoints(c draw.Canvas, at []vg.Point) {
	around := surroundings{bounds: c.Rectangle}
	for i, neighbor := range n.Neighbors {
		if neighbor.Asserted {
			c.StrokeLines(draw.LineStyle{Color: tint(neighborKinds[3].glyph.Color.(color.RGBA),
				0.6), Width: 1}, []vg.Point{at[0], at[i+1]})
			around.lines = append(around.lines, [2]vg.Point{at[0], at[i+1]})
		}
	}
	labels := make([]label, len(at))
	for i := len(at) - 1; i >= 0; i-- { // the class last, above the others
		kind, name, style := 0, n.Class.Name, bold(textStyle(textSize+1, dark(hue(1))))
		if i > 0 {
			kind, name, style = n.Neighbors[i-1].kind(), n.Neighbors[i-1].Name, textStyle(tickSize+
				0.5, ink)
		}
		glyph := neighborKinds[kind].glyph
		c.DrawGlyph(glyph, at[i])
		r := vg.Point{X: glyph.Radius + 1, Y: glyph.Radius + 1}
		around.marks = append(around.marks, vg.Rectangle{Min: at[i].Sub(r), Max: at[i].Add(r)})
		labels[i] = label{text: fit(plain(name), style, 190), style: style}
		labels[i].around(at[i], glyph.Radius)
	}
	if missing := drawLabels(c, labels, settle(labels, around), around.lines); missing > 0 {
		style := textStyle(tickSize, gray)
		style.XAlign = draw.XRight
		c.FillText(style, vg.Point{X: c.Max.X, Y: c.Max.Y + 2},
			fmt.Sprintf("%d labels left out", missing))
	}
}

func (n Neighborhood) legend() []legendEntry {
	var present [5]bool
	present[0] = true
	for _, neighbor := range n.Neighbors {
		present[neighbor.kind()] = true
	}
	var legend []legendEntry
	for kind, k := range neighborKinds {
		if present[kind] {
			legend = append(legend,
				legendEntry{k.name, func(c draw.Canvas) { c.DrawGlyphNoClip(k.glyph, c.Center()) }})
		}
	}
	return legend
}

func (n Neighborhood) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Scatter plot of %s and its neighbors.", plain(n.Class.Name))
	for kind := 1; kind < len(neighborKinds); kind++ {
		var names []string
		for _, neighbor := range n.Neighbors {
			if neighbor.kind() == kind {
				names = append(names, plain(neighbor.Name))
			}
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, " %s: %s.", strings.ToUpper(neighborKinds[kind].name[:1])+
				neighborKinds[kind].name[1:], strings.Join(names, ", "))
		}
	}
	return b.String()
}
