package main

import (
	"math"

	"box2el-owl/embed"
)

// geometry measures Box²EL's distances candidate by candidate, straight from the model's parameters.
type geometry struct {
	n                          int
	margin                     float32
	classes, bumps             []float32
	heads, tails               []float32
	classCols, bumpCols, boxes int
}

func newGeometry(m *embed.Model) (*geometry, error) {
	g := &geometry{margin: float32(m.Hyper.Margin)}
	blocks, values := m.Blocks()
	for i, b := range blocks {
		switch b.Name {
		case "class_embeds":
			g.classes, g.classCols, g.n = values[i], b.Cols, b.Absolute
		case "bumps":
			g.bumps, g.bumpCols = values[i], b.Cols
		case "rel_heads":
			g.heads, g.boxes = values[i], b.Cols
		case "rel_tails":
			g.tails = values[i]
		}
	}
	if g.classes == nil || g.bumps == nil || g.heads == nil || g.tails == nil {
		return nil, embed.ErrNoGeometry
	}
	return g, nil
}

func (g *geometry) class(c int32) (center, offset []float32) {
	row := g.classes[int(c)*g.classCols:][:g.classCols]
	return row[:g.n], row[g.n:]
}

func (g *geometry) bump(c int32) []float32 { return g.bumps[int(c)*g.bumpCols:][:g.n] }

// SuperclassDistances writes ‖c(C) − c(D)‖ and ‖[|c(C) − c(D)| + o(C) − o(D) − γ]₊‖ for each candidate D.
func (g *geometry) SuperclassDistances(class int32, candidates []int32, distance, loss []float32) {
	c, o := g.class(class)
	for j, d := range candidates {
		center, offset := g.class(d)
		var far, out float32
		for i := range c {
			x := c[i] - center[i]
			far += x * x
			if e := abs(x) + abs(o[i]) - abs(offset[i]) - g.margin; e > 0 {
				out += e * e
			}
		}
		distance[j], loss[j] = root(far), root(out)
	}
}

// FillerDistances writes the same of ½(c(C) + b(D) in Head(r) + c(D) + b(C) in Tail(r)).
func (g *geometry) FillerDistances(class, role int32, candidates []int32, distance, loss []float32) {
	c, o := g.class(class)
	bump := g.bump(class)
	head, tail := g.heads[int(role)*g.boxes:][:g.boxes], g.tails[int(role)*g.boxes:][:g.boxes]
	n := g.n
	for j, d := range candidates {
		center, offset := g.class(d)
		other := g.bump(d)
		var farHead, outHead, farTail, outTail float32
		for i := range c {
			x := c[i] + other[i] - head[i]
			farHead += x * x
			if e := abs(x) + abs(o[i]) - abs(head[n+i]) - g.margin; e > 0 {
				outHead += e * e
			}
			x = center[i] + bump[i] - tail[i]
			farTail += x * x
			if e := abs(x) + abs(offset[i]) - abs(tail[n+i]) - g.margin; e > 0 {
				outTail += e * e
			}
		}
		distance[j], loss[j] = (root(farHead)+root(farTail))/2, (root(outHead)+root(outTail))/2
	}
}

func abs(x float32) float32  { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }
