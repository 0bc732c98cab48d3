package embed

import (
	"errors"
	"fmt"
	"math"

	"box2el-owl/embed/dataset"
)

// Region is an axis-parallel box: the points whose distance from Center is at most Offset in each
// dimension. A point has offsets of 0.
type Region struct {
	Center, Offset []float64
}

// Lower and Upper return the corners.
func (r Region) Lower() []float64 { return r.corner(-1) }
func (r Region) Upper() []float64 { return r.corner(+1) }

func (r Region) corner(sign float64) []float64 {
	out := make([]float64, len(r.Center))
	for i := range out {
		out[i] = r.Center[i] + sign*r.Offset[i]
	}
	return out
}

func (r Region) moved(by []float64, sign float64) Region {
	center := make([]float64, len(r.Center))
	for i := range center {
		center[i] = r.Center[i] + sign*by[i]
	}
	return Region{Center: center, Offset: r.Offset}
}

// ErrNoGeometry is returned if a model has no boxes of the requested kind.
var ErrNoGeometry = errors.New("the model has no such boxes")

// ClassRegion returns the box of a class in a model of boxes. HeadRegion and TailRegion return the
// boxes of a role in Box²EL.
func (m *Model) ClassRegion(class int32) (Region, error) { return m.region("class_embeds", class) }
func (m *Model) HeadRegion(role int32) (Region, error)   { return m.region("rel_heads", role) }
func (m *Model) TailRegion(role int32) (Region, error)   { return m.region("rel_tails", role) }

// Center returns the center of the box or ball of a class.
func (m *Model) Center(class int32) []float64 {
	if delta, err := m.vector("delta_embeds", class); err == nil { // BoxEL: from m to m + exp(δ)
		center, _ := m.vector("min_embeds", class)
		for i := range center {
			center[i] += math.Exp(delta[i]) / 2
		}
		return center
	}
	values, absolute, _ := m.named("class_embeds", class)
	return widened(values[:absolute])
}

func (m *Model) region(block string, row int32) (Region, error) {
	values, absolute, ok := m.named(block, row)
	if !ok || 2*absolute != len(values) {
		return Region{}, fmt.Errorf("%s, %s: %w", m.Architecture, block, ErrNoGeometry)
	}
	r := Region{Center: widened(values[:absolute]), Offset: widened(values[absolute:])}
	for i, o := range r.Offset {
		r.Offset[i] = math.Abs(o)
	}
	return r, nil
}

// vector returns a row of a block without absolute columns.
func (m *Model) vector(block string, row int32) ([]float64, error) {
	values, absolute, ok := m.named(block, row)
	if !ok || absolute != len(values) {
		return nil, fmt.Errorf("%s, %s: %w", m.Architecture, block, ErrNoGeometry)
	}
	return widened(values), nil
}

func (m *Model) named(block string, row int32) (values []float32, absolute int, ok bool) {
	for i, b := range m.matrices.blocks {
		if b.Name == block && row >= 0 && int(row) < m.matrices.rows[i] {
			return m.matrices.row(i, row), b.Absolute, true
		}
	}
	return nil, 0, false
}

func widened(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// Excess returns by how much a model of boxes violates an axiom of form NF1, NF2, NF3 or NF5,
// without margin. It is at most 0 if the boxes satisfy the axiom. For inclusions it is the largest
// distance, over the dimensions, by which a box exceeds the box that should contain it; for NF3 of
// Box²EL the larger one of head and tail. For disjointness it is the smallest translation, over the
// dimensions, that separates the boxes. NF2 with an empty left side has minus the width of the gap.
func (m *Model) Excess(form dataset.Form, axiom []int32) (float64, error) {
	regions := make([]Region, len(axiom))
	for i, kind := range form.Columns() {
		if kind != dataset.Class {
			continue
		}
		var err error
		if regions[i], err = m.ClassRegion(axiom[i]); err != nil {
			return 0, err
		}
	}
	switch form {
	case dataset.NF1:
		return protrusion(regions[0], regions[1]), nil
	case dataset.NF2:
		both, gap := intersection(regions[0], regions[1])
		if gap > 0 {
			return -gap, nil
		}
		return protrusion(both, regions[2]), nil
	case dataset.NF3:
		return m.excessOfExists(axiom, regions[0], regions[2])
	case dataset.NF5:
		return penetration(regions[0], regions[1]), nil
	}
	return 0, fmt.Errorf("excess of %v: %w", form, ErrNoGeometry)
}

// excessOfExists returns the excess of C ⊑ ∃r.D, with bumps and the boxes of the role or with the
// vector of the role.
func (m *Model) excessOfExists(axiom []int32, c, d Region) (float64, error) {
	if translation, err := m.vector("relations", axiom[1]); err == nil {
		return protrusion(c.moved(translation, 1), d), nil
	}
	head, err := m.HeadRegion(axiom[1])
	if err != nil {
		return 0, err
	}
	tail, err := m.TailRegion(axiom[1])
	if err != nil {
		return 0, err
	}
	bumpC, err := m.vector("bumps", axiom[0])
	if err != nil {
		return 0, err
	}
	bumpD, err := m.vector("bumps", axiom[2])
	if err != nil {
		return 0, err
	}
	return max(protrusion(c.moved(bumpD, 1), head), protrusion(d.moved(bumpC, 1), tail)), nil
}

// protrusion returns max |c_A − c_B| + o_A − o_B over the dimensions.
func protrusion(a, b Region) float64 {
	most := math.Inf(-1)
	for i := range a.Center {
		most = max(most, math.Abs(a.Center[i]-b.Center[i])+a.Offset[i]-b.Offset[i])
	}
	return most
}

// penetration returns min o_A + o_B − |c_A − c_B| over the dimensions.
func penetration(a, b Region) float64 {
	least := math.Inf(1)
	for i := range a.Center {
		least = min(least, a.Offset[i]+b.Offset[i]-math.Abs(a.Center[i]-b.Center[i]))
	}
	return least
}

// intersection returns the intersection of two boxes and the largest gap between them in any
// dimension, which is negative if they overlap in all.
func intersection(a, b Region) (both Region, gap float64) {
	both = Region{Center: make([]float64, len(a.Center)), Offset: make([]float64, len(a.Center))}
	gap = math.Inf(-1)
	for i := range a.Center {
		lower := max(a.Center[i]-a.Offset[i], b.Center[i]-b.Offset[i])
		upper := min(a.Center[i]+a.Offset[i], b.Center[i]+b.Offset[i])
		gap = max(gap, lower-upper)
		both.Center[i], both.Offset[i] = (lower+upper)/2, (upper-lower)/2
	}
	return both, gap
}
