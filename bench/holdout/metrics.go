package main

import (
	"context"
	"math"
	"slices"

	"box2el-owl/embed/ranking"
	"box2el-owl/suggest"
)

// placed is where a method puts a statement that is missing.
type placed struct {
	suggest.Statement
	rank float64 // among the candidates for its place; shared places count as their mean
	pair float64 // of an existential: among all pairs of a property and a filler
}

// place ranks every missing statement. Candidates are the classes that are neither deprecated nor the subject, and for which
// the statement does not follow.
func (p *problem) place(ctx context.Context, m method, workers int) ([]placed, error) {
	out := make([]placed, len(p.missing))
	subjects := p.subjects()
	err := each(ctx, len(subjects), workers, func() func(i int) error {
		s := p.newSheet(m)
		return func(i int) error { return s.place(ctx, subjects[i], out) }
	})
	return out, err
}

// span is a run of missing statements of one subject.
type span struct{ first, last int }

func (p *problem) subjects() []span {
	var list []span
	for i, s := range p.missing {
		if n := len(list); n > 0 && p.missing[list[n-1].first].Class == s.Class {
			list[n-1].last = i + 1
			continue
		}
		list = append(list, span{i, i + 1})
	}
	return list
}

// sheet holds the scores that a method gives for one subject.
type sheet struct {
	*problem
	method method

	named      []float32
	properties []int32
	filling    [][]float32 // by properties
}

func (p *problem) newSheet(m method) *sheet {
	return &sheet{problem: p, method: m, named: make([]float32, len(p.terms.Classes))}
}

func (s *sheet) place(ctx context.Context, of span, out []placed) error {
	class := s.missing[of.first].Class
	var properties []int32
	named := false
	for _, m := range s.missing[of.first:of.last] {
		if m.Property == suggest.NoProperty {
			named = true
		} else {
			properties = append(properties, m.Property)
		}
	}
	if named {
		if err := s.scoreNamed(ctx, class); err != nil {
			return err
		}
	}
	if properties != nil {
		properties = append(properties, s.propertiesAround(class)...)
		slices.Sort(properties)
		if err := s.scoreFilling(ctx, class, slices.Compact(properties)); err != nil {
			return err
		}
	}
	for i, m := range s.missing[of.first:of.last] {
		at := &out[of.first+i]
		at.Statement = m
		if m.Property == suggest.NoProperty {
			at.rank = rank(s.named[m.Target], s.named)
			continue
		}
		own := s.filling[slices.Index(s.properties, m.Property)]
		at.rank, at.pair = rank(own[m.Target], own), rank(own[m.Target], s.filling...)
	}
	return nil
}

// rank is the place of a score, the mean of those that it shares; it is among the scores itself.
func rank(score float32, lists ...[]float32) float64 {
	above, same := 0, 0
	for _, scores := range lists {
		for _, s := range scores {
			switch {
			case s > score:
				above++
			case s == score:
				same++
			}
		}
	}
	return float64(above) + float64(same+1)/2
}

// scoreNamed asks for superclasses, and takes out what is no candidate: NaN is neither above nor below anything.
func (s *sheet) scoreNamed(ctx context.Context, class int32) error {
	if err := s.method.superclasses(ctx, class, s.named); err != nil {
		return err
	}
	s.named[class] = float32(math.NaN())
	s.strike(s.named, s.known.superclasses(class))
	return nil
}

// scoreFilling does so for fillers of some properties.
func (s *sheet) scoreFilling(ctx context.Context, class int32, properties []int32) error {
	for len(s.filling) < len(properties) {
		s.filling = append(s.filling, make([]float32, len(s.terms.Classes)))
	}
	s.properties, s.filling = properties, s.filling[:len(properties)]
	if err := s.method.fillers(ctx, class, properties, s.filling); err != nil {
		return err
	}
	for i, r := range properties {
		s.strike(s.filling[i], s.known.fillers(class, r))
	}
	return nil
}

func (s *sheet) strike(scores []float32, entailed []int32) {
	for _, d := range entailed {
		scores[d] = float32(math.NaN())
	}
	for d, deprecated := range s.terms.Deprecated {
		if deprecated {
			scores[d] = float32(math.NaN())
		}
	}
}

// propertiesAround lists those that a class may be missing an existential of: that the existentials of its relatives have, which
// are itself, its superclasses, its subclasses, and what shares a told superclass with it.
func (p *problem) propertiesAround(class int32) []int32 {
	relatives := append(p.known.superclasses(class), p.known.subclasses(class)...)
	relatives = append(relatives, class)
	for _, t := range p.terms.told(class) {
		if t.Property == suggest.NoProperty {
			relatives = append(relatives, p.terms.children[t.Target]...)
		}
	}
	used := make([]bool, len(p.terms.Properties))
	for _, relative := range relatives {
		for _, t := range p.terms.told(relative) {
			if t.Property != suggest.NoProperty {
				used[t.Property] = true
			}
		}
	}
	var list []int32
	for r, is := range used {
		if is {
			list = append(list, int32(r))
		}
	}
	return list
}

// figures condense ranks.
type figures struct {
	N      int     `json:"n"`
	MRR    float64 `json:"mrr"`
	At1    float64 `json:"hits@1"`
	At5    float64 `json:"hits@5"`
	At10   float64 `json:"hits@10"`
	At100  float64 `json:"hits@100"`
	Median float64 `json:"median"`
}

func measure(ranks []float64) figures {
	m := ranking.Measure(ranks, 2)
	f := figures{N: m.N, MRR: m.MRR, At1: m.Hits.At1, At10: m.Hits.At10, At100: m.Hits.At100, Median: m.Median}
	for _, r := range ranks {
		if r <= 5 {
			f.At5 += 1 / float64(len(ranks))
		}
	}
	return f
}
