package main

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// neighbors ranks superclasses by the greatest similarity of the subject to one of their asserted
// subclasses, equal ones by the number of their subclasses, and restrictions by the votes of the
// nearest classes.
type neighbors struct {
	corpus   *corpus
	title    string
	features func(subject) []string
	vectors  *vectors
}

// voters is the number of nearest classes that vote for restrictions.
const voters = 15

func newNeighbors(c *corpus, title string, features func(subject) []string) *neighbors {
	documents := make([][]string, len(c.subjects))
	for n, s := range c.subjects {
		documents[n] = features(s)
	}
	return &neighbors{c, title, features, newVectors(documents)}
}

func (b *neighbors) name() string { return b.title }

// nearest returns the similarity of each class that may be a neighbor.
func (b *neighbors) nearest(s subject) []float64 {
	scores := b.vectors.similarities(b.features(s))
	for n := range scores {
		if !b.corpus.isTarget[n] || int32(n) == s.Class {
			scores[n] = 0
		}
	}
	return scores
}

func (b *neighbors) superclasses(_ context.Context, s subject) ([]candidate, error) {
	best := make(map[int32]float64)
	children := make(map[int32]float64)
	for n, score := range b.nearest(s) {
		if score == 0 {
			continue
		}
		for _, d := range b.corpus.subjects[n].Parents {
			if b.corpus.isTarget[d] {
				best[d] = max(best[d], score)
				children[d]++
			}
		}
	}
	var list []candidate
	for d, score := range best {
		share := children[d] / float64(len(b.corpus.subjects))
		list = append(list,
			candidate{Property: rank.NoProperty, Target: d, Score: score + 1e-6*share})
	}
	rank.Sort(list)
	return list, nil
}

func (b *neighbors) restrictions(_ context.Context, s subject, r int32) ([]candidate, error) {
	scores := b.nearest(s)
	order := make([]int32, len(scores))
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(scores[b], scores[a]) })
	votes := make(map[asserted.Restriction]float64)
	for _, n := range order[:min(len(order), voters)] {
		for _, t := range b.corpus.subjects[n].Restrictions {
			if (r == rank.NoProperty || t.Property == r) && b.corpus.isTarget[t.Filler] {
				votes[t] += scores[n] * scores[n]
			}
		}
	}
	var list []candidate
	for t, score := range votes {
		if score > 0 {
			list = append(list, candidate{Property: t.Property, Target: t.Filler, Score: score})
		}
	}
	rank.Sort(list)
	return list, nil
}
