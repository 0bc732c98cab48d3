package report

import (
	"context"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

// Sizes of a neighborhood.
const (
	nearestShown  = 14
	assertedShown = 10
)

// findNeighborhoods adds the nearest classes by distance of centers.
func (c *comparing) findNeighborhoods(ctx context.Context) error {
	classes := c.Classes
	if len(classes) == 0 {
		classes = c.sociable()
	}
	allowed := make([]bool, len(c.Named))
	for _, id := range c.current() {
		allowed[id] = true
	}
	search, err := c.Model.NewSearch(allowed, nil)
	if err != nil {
		return err
	}
	for _, class := range classes {
		all, err := search.Alike(ctx, class, len(allowed))
		if err != nil {
			return err
		}
		c.out.Neighborhoods = append(c.out.Neighborhoods, c.surroundings(class, all))
	}
	return nil
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

// surroundings returns a class with its nearest classes and its asserted neighbors among all
// classes, which are ordered by distance.
func (c *comparing) surroundings(class int32, all []embed.Neighbor) Surroundings {
	s := Surroundings{Class: c.name(class), vector: c.Model.Center(class)}
	related := 0
	for i, other := range all {
		asserted := c.asserted[[2]int32{class, other.ID}] || c.asserted[[2]int32{other.ID, class}]
		nearest := i < nearestShown
		if !nearest && (!asserted || related >= assertedShown) {
			continue
		}
		if asserted {
			related++
		}
		s.Near = append(s.Near, Near{
			Name: c.name(other.ID), Distance: float64(other.Distance), Nearest: nearest,
			Asserted: asserted,
			Entailed: c.Whole.Entails(dataset.NF1, []int32{class, other.ID}) ||
				c.Whole.Entails(dataset.NF1, []int32{other.ID, class}),
			vector: c.Model.Center(other.ID),
		})
	}
	return s
}
