package report

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// label is a text to be placed at one of several candidate places.
type label struct {
	text   string
	style  draw.TextStyle
	places []place
}

// place is a candidate place of a label. A higher cost is less preferred; the right side of a point
// is preferred to the left side by a difference of about 1.
type place struct {
	area   vg.Rectangle
	cost   float64
	leader []vg.Point // a line from the label to what it names; nil if the label is next to it
}

// surroundings holds what labels should not cover.
type surroundings struct {
	bounds vg.Rectangle   // no label may cross these bounds
	marks  []vg.Rectangle // symbols; covering one costs markCost
	lines  [][2]vg.Point  // covering a line costs lineCost
}

const (
	clashCost = 1000.0 // label on label; labels that still overlap at the end are left out
	markCost  = 12.0
	lineCost  = 2.0
	crossCost = 6.0 // a leader over a label or another leader
	maxLabels = 150
	rounds    = 40
)

// settle chooses a place for each label, or -1 if every place covers another label. Earlier labels
// have priority. It is a local search: each label in turn takes its cheapest place, given the
// places of the others, until no label moves or after 40 rounds.
func settle(labels []label, s surroundings) []int {
	chosen := make([]int, len(labels))
	fixed := make([][]float64, len(labels)) // cost of each place without other labels
	for i, l := range labels {
		chosen[i] = -1
		fixed[i] = make([]float64, len(l.places))
		for j, p := range l.places {
			fixed[i][j] = s.cost(p)
		}
	}
	labels = labels[:min(len(labels), maxLabels)]
	for range rounds {
		moved := false
		for i, l := range labels {
			best, least := -1, math.Inf(1)
			for j, p := range l.places {
				cost := fixed[i][j]
				for k, other := range labels {
					if cost >= least {
						break
					}
					if k != i && chosen[k] >= 0 {
						cost += disturbance(p, other.places[chosen[k]])
					}
				}
				if cost < least {
					best, least = j, cost
				}
			}
			moved = moved || best != chosen[i]
			chosen[i] = best
		}
		if !moved {
			break
		}
	}
	for i := range labels {
		for k := range i {
			if chosen[i] >= 0 && chosen[k] >= 0 &&
				overlap(labels[i].places[chosen[i]].area, labels[k].places[chosen[k]].area) {
				chosen[i] = -1
			}
		}
	}
	return chosen
}

// cost returns the cost of a place without other labels; +Inf if it crosses the bounds.
func (s surroundings) cost(p place) float64 {
	if p.area.Min.X < s.bounds.Min.X || p.area.Min.Y < s.bounds.Min.Y ||
		p.area.Max.X > s.bounds.Max.X || p.area.Max.Y > s.bounds.Max.Y {
		return math.Inf(1)
	}
	cost := p.cost
	for _, mark := range s.marks {
		if overlap(p.area, mark) {
			cost += markCost
		}
		if len(p.leader) == 2 && crosses(p.leader[0], p.leader[1], mark) {
			cost += lineCost
		}
	}
	for _, line := range s.lines {
		if crosses(line[0], line[1], p.area) {
			cost += lineCost
		}
	}
	return cost
}

// disturbance returns the cost of two labels at these places.
func disturbance(p, q place) float64 {
	cost := 0.0
	if overlap(p.area, q.area) {
		cost += clashCost
	}
	if len(p.leader) == 2 && crosses(p.leader[0], p.leader[1], q.area) {
		cost += crossCost
	}
	if len(q.leader) == 2 && crosses(q.leader[0], q.leader[1], p.area) {
		cost += crossCost
	}
	if len(p.leader) == 2 && len(q.leader) == 2 &&
		intersect(p.leader[0], p.leader[1], q.leader[0], q.leader[1]) {
		cost += crossCost
	}
	return cost
}

// drawLabels draws the labels at the places that settle chose, on a translucent background if a
// line passes below. It returns the number of labels that were left out.
func drawLabels(c draw.Canvas, labels []label, chosen []int, lines [][2]vg.Point) (missing int) {
	for i, l := range labels {
		if chosen[i] < 0 {
			missing++
			continue
		}
		at := l.places[chosen[i]].area
		if slices.ContainsFunc(lines,
			func(line [2]vg.Point) bool { return crosses(line[0], line[1], at) }) {
			c.FillPolygon(tint(paper, 0.75), corners(at.Min.X, at.Min.Y, at.Max.X, at.Max.Y))
		}
	}
	for i, l := range labels {
		if chosen[i] < 0 {
			continue
		}
		p := l.places[chosen[i]]
		if len(p.leader) == 2 {
			c.StrokeLines(draw.LineStyle{Color: gray, Width: 0.5}, p.leader)
		}
		style := l.style
		style.YAlign = draw.YCenter
		c.FillText(style, vg.Point{X: p.area.Min.X, Y: (p.area.Min.Y + p.area.Max.Y) / 2}, l.text)
	}
	return missing
}

// size returns the size of a label with a small margin.
func (l label) size() (width, height vg.Length) {
	return l.style.Width(l.text) + 2, l.style.Font.Size * 1.15
}

// around adds candidate places around a symbol: next to it first, preferably on the right, then on
// wider circles with a leader.
func (l *label) around(at vg.Point, radius vg.Length) {
	width, height := l.size()
	for ring, distance := range []vg.Length{3, 9, 18, 30, 45, 63, 84} {
		for step := range 24 {
			angle := float64(step) * math.Pi / 12
			sin, cos := math.Sincos(angle)
			// The nearest point of the label is in this direction, so its middle is half its size
			// farther.
			away := radius + distance
			middle := vg.Point{
				X: at.X + away*vg.Length(cos) + width/2*vg.Length(clamp(1.6*cos)),
				Y: at.Y + away*vg.Length(sin) + height/2*vg.Length(clamp(1.6*sin)),
			}
			p := place{
				area: vg.Rectangle{Min: vg.Point{X: middle.X - width/2, Y: middle.Y - height/2},
					Max: vg.Point{X: middle.X + width/2, Y: middle.Y + height/2}},
				cost: 2.2*float64(ring) + 0.5*(1-cos) + 0.4*math.Abs(sin),
			}
			if ring > 1 {
				end := vg.Point{X: min(max(at.X, p.area.Min.X), p.area.Max.X),
					Y: min(max(at.Y, p.area.Min.Y), p.area.Max.Y)}
				p.leader = []vg.Point{towards(at, end, radius), end}
			}
			l.places = append(l.places, p)
		}
	}
}

func clamp(x float64) float64 { return min(max(x, -1), 1) }

// towards returns the point at a distance from a in the direction of b.
func towards(a, b vg.Point, distance vg.Length) vg.Point {
	length := vg.Length(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
	if length == 0 {
		return a
	}
	return a.Add(b.Sub(a).Scale(distance / length))
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// crosses reports whether the line segment from a to b touches the area.
func crosses(a, b vg.Point, area vg.Rectangle) bool {
	first, last := 0.0, 1.0 // the part of the segment inside the slabs so far
	for _, slab := range [2][4]vg.Length{
		{a.X, b.X - a.X, area.Min.X, area.Max.X},
		{a.Y, b.Y - a.Y, area.Min.Y, area.Max.Y},
	} {
		start, direction, low, high := float64(slab[0]), float64(slab[1]), float64(
			slab[2]), float64(slab[3])
		if direction == 0 {
			if start <= low || start >= high {
				return false
			}
			continue
		}
		t, u := (low-start)/direction, (high-start)/direction
		first, last = max(first, min(t, u)), min(last, max(t, u))
	}
	return first < last
}

// intersect reports whether the segments a–b and c–d cross.
func intersect(a, b, c, d vg.Point) bool {
	side := func(p, q, r vg.Point) float64 {
		return float64((q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X))
	}
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}
