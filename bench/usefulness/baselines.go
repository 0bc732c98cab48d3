package main

import (
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// corpus holds what baselines know: the classes of a release, by number.
type corpus struct {
	*release
	subjects []subject
}

func newCorpus(r *release) *corpus {
	c := &corpus{release: r}
	for n := range int32(len(r.index.Classes)) {
		c.subjects = append(c.subjects, r.subjectOf(n))
	}
	return c
}

// makers has one row for each baseline.
var makers = []struct {
	name string
	make func(c *corpus, name string) method
}{
	{"popularity", func(c *corpus, _ string) method { return newPopularity(c) }},
	{"labels, 4-grams", func(c *corpus, name string) method { return newLabels(c, name, gramsOf) }},
	{"labels, words", func(c *corpus, name string) method { return newLabels(c, name, wordsOf) }},
	{"nearest label", func(c *corpus, name string) method { return newNeighbors(c, name, gramsOf) }},
	{"nearest text", func(c *corpus, name string) method { return newNeighbors(c, name, textOf) }},
}

// baselines returns the methods to compare with, or only the one of a name.
func baselines(r *release, name string) []method {
	c := newCorpus(r)
	var methods []method
	for _, each := range makers {
		if name == "" || name == each.name {
			methods = append(methods, each.make(c, each.name))
		}
	}
	return methods
}

func gramsOf(s subject) []string {
	if len(s.Names) == 0 {
		return nil
	}
	return grams(s.Names[0].Text)
}

func wordsOf(s subject) []string {
	if len(s.Names) == 0 {
		return nil
	}
	return s.Names[0].Words
}

func textOf(s subject) []string { return wordsOfText(wordsOf(s), s.Definition) }

// popularity ranks superclasses by the number of their direct subclasses, restrictions by the
// number of classes that have them.
type popularity struct {
	corpus     *corpus
	supers     []candidate
	pairs      []candidate
	byProperty map[int32][]candidate
}

func newPopularity(c *corpus) *popularity {
	p := &popularity{corpus: c, byProperty: make(map[int32][]candidate)}
	counts := make([]int, len(c.subjects))
	pairs := make(map[asserted.Restriction]int)
	x := c.index
	for n, s := range c.subjects {
		for _, d := range x.DirectSupers(int32(n)) {
			counts[d]++
		}
		for _, r := range s.Restrictions {
			pairs[r]++
		}
	}
	for d, n := range counts {
		if c.isTarget[d] {
			p.supers = append(p.supers,
				candidate{Property: rank.NoProperty, Target: int32(d), Score: float64(n)})
		}
	}
	for r, n := range pairs {
		if c.isTarget[r.Filler] {
			p.pairs = append(p.pairs,
				candidate{Property: r.Property, Target: r.Filler, Score: float64(n)})
		}
	}
	rank.Sort(p.supers)
	rank.Sort(p.pairs)
	for _, pair := range p.pairs {
		p.byProperty[pair.Property] = append(p.byProperty[pair.Property], pair)
	}
	return p
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(context.Context, subject) ([]candidate, error) {
	return p.supers, nil
}

func (p *popularity) restrictions(_ context.Context, _ subject, r int32) ([]candidate, error) {
	if r != rank.NoProperty {
		return p.byProperty[r], nil
	}
	return p.pairs, nil
}

// labels ranks targets by the similarity of their label to that of the subject. Over all
// properties it ranks the pairs in use.
type labels struct {
	corpus   *corpus
	title    string
	features func(subject) []string
	vectors  *vectors
	pairs    []asserted.Restriction
}

func newLabels(c *corpus, title string, features func(subject) []string) *labels {
	l := &labels{corpus: c, title: title, features: features}
	documents := make([][]string, len(c.subjects))
	for n, s := range c.subjects {
		documents[n] = features(s)
		l.pairs = append(l.pairs, s.Restrictions...)
	}
	slices.SortFunc(l.pairs, asserted.CompareRestrictions)
	l.pairs = slices.Compact(l.pairs)
	l.vectors = newVectors(documents)
	return l
}

func (l *labels) name() string { return l.title }

func (l *labels) superclasses(_ context.Context, s subject) ([]candidate, error) {
	return l.byTarget(s, rank.NoProperty), nil
}

func (l *labels) restrictions(_ context.Context, s subject, r int32) ([]candidate, error) {
	if r != rank.NoProperty {
		return l.byTarget(s, r), nil
	}
	scores := l.vectors.similarities(l.features(s))
	var list []candidate
	for _, p := range l.pairs {
		if l.corpus.isTarget[p.Filler] {
			list = append(list, candidate{Property: p.Property, Target: p.Filler,
				Score: scores[p.Filler]})
		}
	}
	rank.Sort(list)
	return list, nil
}

// byTarget ranks all targets.
func (l *labels) byTarget(s subject, property int32) []candidate {
	var list []candidate
	for d, score := range l.vectors.similarities(l.features(s)) {
		if l.corpus.isTarget[d] {
			list = append(list, candidate{Property: property, Target: int32(d), Score: score})
		}
	}
	rank.Sort(list)
	return list
}
