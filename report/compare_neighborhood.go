package report

import (
	"cmp"
	"context"
	"math"
	"slices"

	"box2el-owl/embed/dataset"
)

// Sizes of a neighborhood.
const (
	nearestShown  = 14
	assertedShown = 10
)

// findNeighborhoods adds the nearest classes by distance of centers. It adds none if the model has
// no vectors of classes.
func (c *comparing) findNeighborhoods(ctx context.Context) error {
	space := c.space()
	if space == nil {
		return nil
	}
	classes := c.Classes
	if len(classes) == 0 {
		classes = c.sociable()
	}
	for _, class := range classes {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.out.Neighborhoods = append(c.out.Neighborhoods, c.surroundings(space, class))
	}
	return nil
}

// space returns a function from a class to its center, or nil if the model has no centers.
func (c *comparing) space() func(class int32) []float32 {
	blocks, values := c.Model.Blocks()
	if len(blocks) == 0 || blocks[0].Rows != dataset.Class || blocks[0].Absolute == 0 {
		return nil
	}
	cols, dim := blocks[0].Cols, blocks[0].Absolute
	return func(class int32) []float32 { return values[0][int(class)*cols : int(class)*cols+dim] }
}

// sociable returns the class with the most asserted subsumptions, if they are few enough to be
// drawn; nil if no class has any.
func (c *comparing) sociable() []int32 {
	relations := make([]int, len(c.Named))
	for pair := range c.asserted {
		relations[pair[0]]++
		relations[pair[1]]++
	}
	best := int32(-1)
	for id, n := range relations {
		if n > 0 && n <= assertedShown && !c.isDeprecated(int32(id)) &&
			(best < 0 || n > relations[best]) {
			best = int32(id)
		}
	}
	if best < 0 {
		return nil
	}
	return []int32{best}
}

func (c *comparing) surroundings(space func(int32) []float32, class int32) Surroundings {
	type at struct {
		class    int32
		distance float64
	}
	var all []at
	center := space(class)
	for _, id := range c.current() {
		if id != class {
			all = append(all, at{id, distance(center, space(id))})
		}
	}
	slices.SortFunc(all, func(a, b at) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance),
			cmp.Compare(a.class, b.class))
	})
	s := Surroundings{Class: c.name(class), vector: widen(center)}
	related := 0
	for i, other := range all {
		asserted := c.asserted[[2]int32{class, other.class}] ||
			c.asserted[[2]int32{other.class, class}]
		nearest := i < nearestShown
		if !nearest && (!asserted || related >= assertedShown) {
			continue
		}
		if asserted {
			related++
		}
		s.Near = append(s.Near, Near{
			Name: c.name(other.class), Distance: other.distance, Nearest: nearest,
			Asserted: asserted,
			Entailed: c.Whole.Entails(dataset.NF1, []int32{class, other.class}) ||
				c.Whole.Entails(dataset.NF1, []int32{other.class, class}),
			vector: widen(space(other.class)),
		})
	}
	return s
}

func distance(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}

func widen(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}
