package rank

import (
	"context"
	"slices"
)

// NearestSuperclasses returns the k candidates C ⊑ D of a class of the index that are nearest by
// the trained model alone, as the model's authors rank. A score is the distance of the centers,
// negated. The list is empty if the model does not know the class; there must be a model. The error
// is that of ctx.
func (e *Engine) NearestSuperclasses(ctx context.Context, c int32, k int) ([]Candidate, error) {
	find := func(k int) []int32 { return e.model.Superclasses(c, k) }
	targets, err := nearest(ctx, k, find, func(d int32) bool {
		return e.classes[d].usable && !e.x.Comparable(c, d)
	})
	return e.byDistance(c, NoProperty, targets), err
}

// ScoreByDistance returns given superclasses of a class of the index with their scores by the
// trained model, nearest first. Those that the model does not know are left out.
func (e *Engine) ScoreByDistance(c int32, targets []int32) []Candidate {
	list := e.byDistance(c, NoProperty, targets)
	Sort(list)
	return list
}

// NearestRestrictions returns the k nearest candidates C ⊑ ∃r.D of some properties, or of all
// properties in use if properties is nil, like NearestSuperclasses. A score is half the sum of the
// two distances, negated.
func (e *Engine) NearestRestrictions(ctx context.Context, c int32, properties []int32,
	k int) ([]Candidate, error) {
	if properties == nil {
		for r := range e.properties {
			if e.properties[r].uses > 0 {
				properties = append(properties, int32(r))
			}
		}
	}
	var all []Candidate
	for _, r := range properties {
		known := e.fillersAbove(c, r)
		find := func(k int) []int32 {
			return e.model.Fillers(c, []FillerQuery{{Property: r}}, k)[0]
		}
		targets, err := nearest(ctx, k, find, func(d int32) bool {
			return e.classes[d].usable && d != c &&
				!slices.ContainsFunc(known, func(f int32) bool { return e.x.IsBelow(f, d) })
		})
		if err != nil {
			return nil, err
		}
		all = append(all, e.byDistance(c, r, targets)...)
	}
	Sort(all)
	return all[:min(k, len(all))], ctx.Err()
}

// fillersAbove returns the asserted and inherited fillers of a property of a class.
func (e *Engine) fillersAbove(c, property int32) []int32 {
	var fillers []int32
	for _, a := range append([]int32{c}, e.classes[c].ancestors...) {
		for _, r := range e.classes[a].restrictions {
			if r.Property == property {
				fillers = append(fillers, r.Filler)
			}
		}
	}
	return fillers
}

// nearest finds n = 2k, 8k, 32k, … candidates until k of them are admitted or there are no more.
func nearest(ctx context.Context, k int, find func(int) []int32, admits func(int32) bool) ([]int32,
	error) {
	for n := 2 * k; ; n *= 4 {
		found := find(n)
		var list []int32
		for _, d := range found {
			if len(list) < k && admits(d) {
				list = append(list, d)
			}
		}
		if err := ctx.Err(); len(list) == k || len(found) < n || err != nil {
			return list, err
		}
	}
}

// byDistance returns the targets that the model knows, with their scores by distance.
func (e *Engine) byDistance(c, property int32, targets []int32) []Candidate {
	distances, _ := e.model.Distances(c, property, targets)
	factor := 1.0
	if property != NoProperty {
		factor = .5
	}
	var list []Candidate
	for i, d := range targets {
		if x := distances[i]; x == x {
			list = append(list, Candidate{property, d, -factor * float64(x)})
		}
	}
	return list
}
