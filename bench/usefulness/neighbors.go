package main

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
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
		if !b.corpus.live[n] || int32(n) == s.class {
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
		for _, d := range b.corpus.subjects[n].parents {
			if b.corpus.live[d] {
				best[d] = max(best[d], score)
				children[d]++
			}
		}
	}
	var list []candidate
	for d, score := range best {
		share := children[d] / float64(len(b.corpus.subjects))
		list = append(list, candidate{asserted.NoProperty, d, score + 1e-6*share})
	}
	sortCandidates(list)
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
		for _, t := range b.corpus.subjects[n].restrictions {
			if (r == anyProperty || t.Property == r) && b.corpus.live[t.Filler] {
				votes[t] += scores[n] * scores[n]
			}
		}
	}
	var list []candidate
	for t, score := range votes {
		if score > 0 {
			list = append(list, candidate{t.Property, t.Filler, score})
		}
	}
	sortCandidates(list)
	return list, nil
}

func (b *neighbors) extended(_ context.Context, terms []subject) (method, error) {
	return newNeighbors(b.corpus.with(terms), b.title, b.features), nil
}

// accepted returns the method with the statements as asserted ones.
func (b *neighbors) accepted(_ context.Context, all []asserted.Statement) (method, error) {
	c := b.corpus.with(nil)
	for _, s := range all {
		of := &c.subjects[s.Class]
		if s.Property == asserted.NoProperty {
			of.parents = append(slices.Clone(of.parents), s.Target)
		} else {
			of.restrictions = append(slices.Clone(of.restrictions),
				asserted.Restriction{Property: s.Property, Filler: s.Target})
		}
	}
	return &neighbors{c, b.title, b.features, b.vectors}, nil
}

// confidence returns the similarity of the nearest class.
func (b *neighbors) confidence(_ context.Context, s subject) (float64, error) {
	return slices.Max(append(b.nearest(s), 0)), nil
}
