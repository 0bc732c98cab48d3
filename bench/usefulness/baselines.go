package main

import (
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// popularity ranks superclasses by the number of their direct subclasses, restrictions by the
// number of classes that have them.
type popularity struct{ supers, pairs []candidate }

func newPopularity(r *release) *popularity {
	x := r.index
	supers, pairs := make(map[asserted.Restriction]float64), make(map[asserted.Restriction]float64)
	for c := range int32(len(x.Classes)) {
		supers[asserted.Restriction{Property: rank.NoProperty, Filler: c}] += 0
		for _, d := range x.DirectSupers(c) {
			supers[asserted.Restriction{Property: rank.NoProperty, Filler: d}]++
		}
		for _, s := range x.Restrictions(c) {
			pairs[s]++
		}
	}
	return &popularity{r.candidates(supers), r.candidates(pairs)}
}

// candidates returns the superclasses or restrictions whose class is a target, best first.
func (r *release) candidates(scores map[asserted.Restriction]float64) []candidate {
	var list []candidate
	for s, score := range scores {
		if r.isTarget[s.Filler] {
			list = append(list, candidate{Property: s.Property, Target: s.Filler, Score: score})
		}
	}
	rank.Sort(list)
	return list
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(context.Context, subject) ([]candidate, error) {
	return p.supers, nil
}

func (p *popularity) restrictions(_ context.Context, _ subject, r int32) ([]candidate, error) {
	return ofProperty(p.pairs, r), nil
}

// ofProperty returns the candidates with a property, or all for rank.NoProperty.
func ofProperty(list []candidate, property int32) []candidate {
	if property == rank.NoProperty {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list),
		func(c candidate) bool { return c.Property != property })
}

// neighbors ranks by the nearest classes of a kind: superclasses by the greatest similarity of
// their asserted subclasses, restrictions by the votes of the nearest. With itself set, the nearest
// classes are the superclasses.
type neighbors struct {
	engine *engine
	title  string
	itself bool
	kind   int // of the cosine
}

// Numbers of nearest classes.
const (
	mostNear = 30
	voters   = 15
)

// baselines returns the methods to compare with, or only the one of a name.
func baselines(e *engine, name string) []method {
	methods := []method{newPopularity(e.release),
		&neighbors{engine: e, title: "labels, 4-grams", itself: true, kind: rank.ByGrams},
		&neighbors{engine: e, title: "nearest text", kind: rank.ByText}}
	return slices.DeleteFunc(methods, func(m method) bool { return name != "" && m.name() != name })
}

func (b *neighbors) name() string { return b.title }

// nearest returns classes with their similarity.
func (b *neighbors) nearest(s subject) []candidate {
	var list []candidate
	for _, n := range b.engine.Near(s.Subject, mostNear)[b.kind] {
		list = append(list, candidate{Target: n.Class, Score: n.Cosines[b.kind]})
	}
	return list
}

func (b *neighbors) superclasses(_ context.Context, s subject) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	for _, n := range b.nearest(s) {
		supers := []int32{n.Target}
		if !b.itself {
			supers = b.engine.Index().Parents(n.Target)
		}
		for _, d := range supers {
			at := asserted.Restriction{Property: rank.NoProperty, Filler: d}
			scores[at] = max(scores[at], n.Score)
		}
	}
	return b.engine.release.candidates(scores), nil
}

func (b *neighbors) restrictions(_ context.Context, s subject, r int32) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	near := b.nearest(s)
	for _, n := range near[:min(len(near), voters)] {
		for _, at := range b.engine.Index().Restrictions(n.Target) {
			scores[at] += n.Score * n.Score
		}
	}
	return ofProperty(b.engine.release.candidates(scores), r), nil
}
