package report

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
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
	{"near, not asserted", draw.GlyphStyle{Color: hue(0), Radius: 4, Shape: draw.RingGlyph{}}},
	{"asserted, not near", draw.GlyphStyle{Color: hue(2), Radius: 4.5, Shape: draw.BoxGlyph{}}},
	{"other", draw.GlyphStyle{Color: color.RGBA{0x7f, 0x7f, 0x7f, 0xff}, Radius: 4, Shape: draw.CrossGlyph{}}},
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
func (n Neighborhood) Draw(w io.Writer) error {
	points, explained, err := n.project()
	if err != nil {
		return err
	}
	p := newPlot(componentName(1, explained[0]), componentName(2, explained[1]))
	c := newChart(n.Title, n.Subtitle, 760, 560)
	c.description, c.isometric = n.description(), true
	c.plots = [][]*plot.Plot{{p}}
	byKind := make([]plotter.XYs, len(neighborKinds))
	byKind[0] = points[:1]
	for i, neighbor := range n.Neighbors {
		byKind[neighbor.kind()] = append(byKind[neighbor.kind()], points[i+1])
		if neighbor.Asserted {
			p.Add(line(plotter.XYs{points[0], points[i+1]},
				draw.LineStyle{Color: tint(hue(2), 0.6), Width: 1}))
		}
	}
	for kind := len(neighborKinds) - 1; kind >= 0; kind-- { // the class last, above the others
		if k := neighborKinds[kind]; len(byKind[kind]) > 0 {
			drawn := marks(byKind[kind], k.glyph)
			p.Add(drawn)
			c.explain(k.name, drawn)
		}
	}
	p.Add(&names{points, n})
	return c.write(w)
}

// names writes the names of the points of a neighborhood, each at the first of some places next to
// its point where it covers no point and no other name. A name without such a place is left out.
type names struct {
	points plotter.XYs // of the class and its neighbors
	Neighborhood
}

// Plot draws the names.
func (n *names) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var taken []vg.Rectangle
	for _, point := range n.points {
		at, r := vg.Point{X: x(point.X), Y: y(point.Y)}, vg.Point{X: 4, Y: 4}
		taken = append(taken, vg.Rectangle{Min: at.Sub(r), Max: at.Add(r)})
	}
	for i, point := range n.points {
		name, style := n.Class.Name, bold(textStyle(textSize, darkOrange))
		if i > 0 {
			name, style = n.Neighbors[i-1].Name, textStyle(tickSize, ink)
		}
		name = shortened(plain(name), longestEntry)
		width, height := style.Width(name), style.Font.Size
	places:
		for _, to := range [][2]vg.Length{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1},
			{1, -1}, {-1, -1}} {
			middle := vg.Point{X: x(point.X) + to[0]*(width/2+8),
				Y: y(point.Y) + to[1]*(height/2+7)}
			half := vg.Point{X: width / 2, Y: height / 2}
			place := vg.Rectangle{Min: middle.Sub(half), Max: middle.Add(half)}
			if place.Min.X < c.Min.X || place.Max.X > c.Max.X || place.Min.Y < c.Min.Y ||
				place.Max.Y > c.Max.Y {
				continue
			}
			for _, other := range taken {
				if place.Min.X < other.Max.X && other.Min.X < place.Max.X &&
					place.Min.Y < other.Max.Y && other.Min.Y < place.Max.Y {
					continue places
				}
			}
			taken = append(taken, place)
			style.YAlign = draw.YCenter
			c.FillText(style, vg.Point{X: place.Min.X, Y: middle.Y}, name)
			break
		}
	}
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
	for d := range dim {
		column := mat.Col(nil, d, vectors)
		floats.AddConst(-stat.Mean(column, nil), column)
		vectors.SetCol(d, column)
	}
	var loadings, scores mat.Dense
	pc.VectorsTo(&loadings)
	scores.Mul(vectors, &loadings)
	variance := pc.VarsTo(nil)
	whole := floats.Sum(variance)
	for k := range min(2, len(variance)) {
		if !(variance[k] > 1e-20*whole) {
			break // no extent in this direction, up to rounding
		}
		explained[k] = variance[k] / whole
		score := mat.Col(nil, k, &scores)
		extreme := slices.MaxFunc(mat.Col(nil, k, &loadings),
			func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
		if extreme < 0 {
			floats.Scale(-1, score)
		}
		for i, x := range score {
			if k == 0 {
				points[i].X = x
			} else {
				points[i].Y = x
			}
		}
	}
	return points, explained, nil
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
