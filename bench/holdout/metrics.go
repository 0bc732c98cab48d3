package main

import (
	"context"
	"math"

	"box2el-owl/embed/ranking"
)

// placed is where a method puts a statement that is missing.
type placed struct {
	statement numbered
	rank      float64 // among the candidates for its place; shared places count as their mean
	pair      float64 // of an existential: among all pairs of a property and a filler; NaN where that was not asked
}

// place ranks every missing statement. Candidates are the classes that are neither deprecated nor the subject, and for which
// the statement does not follow.
func (p *problem) place(ctx context.Context, m method, workers int) ([]placed, error) {
	out := make([]placed, len(p.missing))
	questions := p.questions()
	err := each(ctx, len(questions), workers, func() func(i int) error {
		scores, other := make([]float32, len(p.terms.classes)), make([]float32, len(p.terms.classes))
		return func(i int) error { return p.answer(ctx, m, questions[i], out, scores, other) }
	})
	return out, err
}

// question is a run of missing statements that differ in their targets only.
type question struct{ first, last int }

func (p *problem) questions() []question {
	var list []question
	for i, s := range p.missing {
		if n := len(list); n > 0 {
			if before := p.missing[list[n-1].first]; before.class == s.class && before.property == s.property {
				list[n-1].last = i + 1
				continue
			}
		}
		list = append(list, question{i, i + 1})
	}
	return list
}

func (p *problem) answer(ctx context.Context, m method, q question, out []placed, scores, other []float32) error {
	s := p.missing[q.first]
	if err := p.scores(ctx, m, s.class, s.property, scores); err != nil {
		return err
	}
	above, same := make([]int, q.last-q.first), make([]int, q.last-q.first)
	count := func(all []float32) {
		for i := range above {
			a, e := compare(all, scores[p.missing[q.first+i].target])
			above[i], same[i] = above[i]+a, same[i]+e
		}
	}
	count(scores)
	for i := range above {
		out[q.first+i] = placed{p.missing[q.first+i], expected(above[i], same[i]), math.NaN()}
	}
	if s.property < 0 {
		return nil
	}
	for _, property := range p.properties(s.class) {
		if property == s.property {
			continue
		}
		if err := p.scores(ctx, m, s.class, property, other); err != nil {
			return err
		}
		count(other)
	}
	for i := range above {
		out[q.first+i].pair = expected(above[i], same[i])
	}
	return nil
}

// expected is the mean of the places that a target shares with others; it counts itself among the same.
func expected(above, same int) float64 { return float64(above) + float64(same+1)/2 }

func compare(scores []float32, target float32) (above, same int) {
	for _, s := range scores {
		switch {
		case s > target:
			above++
		case s == target:
			same++
		}
	}
	return above, same
}

// scores asks a method, and takes out what is no candidate: NaN is neither above nor below anything. What the method says
// nothing of keeps −Inf.
func (p *problem) scores(ctx context.Context, m method, class, property int32, scores []float32) error {
	var err error
	if property < 0 {
		err = m.superclasses(ctx, class, scores)
	} else {
		err = m.fillers(ctx, class, property, scores)
	}
	if err != nil {
		return err
	}
	none := float32(math.NaN())
	for _, d := range p.entailedTargets(class, property) {
		scores[d] = none
	}
	if property < 0 {
		scores[class] = none
	}
	for d, gone := range p.terms.deprecated {
		if gone {
			scores[d] = none
		}
	}
	return nil
}

func (p *problem) entailedTargets(class, property int32) []int32 {
	if property < 0 {
		return p.known.superclasses(class)
	}
	return p.known.fillers(class, property)
}

// properties lists those that a class may be missing an existential of: that the existentials of its relatives have, which
// are itself, its superclasses, its subclasses, and what shares a told superclass with it.
func (p *problem) properties(class int32) []int32 {
	relatives := append(p.known.superclasses(class), p.known.subclasses(class)...)
	relatives = append(relatives, class)
	for _, t := range p.terms.toldOf(class) {
		if t.property < 0 {
			relatives = append(relatives, p.terms.children[t.target]...)
		}
	}
	used := make([]bool, len(p.terms.properties))
	for _, relative := range relatives {
		for _, t := range p.terms.toldOf(relative) {
			if t.property >= 0 {
				used[t.property] = true
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
