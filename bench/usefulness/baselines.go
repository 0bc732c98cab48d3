package main

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
)

// corpus holds what baselines know: the classes of a release, and placed terms.
type corpus struct {
	release  *release
	subjects []subject // by number
	live     []bool    // by number: a target
}

func newCorpus(r *release) *corpus {
	c := &corpus{release: r, live: slices.Clone(r.isTarget)}
	for n := range int32(len(r.index.Classes)) {
		c.subjects = append(c.subjects, r.subjectOf(n))
	}
	return c
}

func (c *corpus) with(terms []subject) *corpus {
	live := slices.Clone(c.live)
	return &corpus{c.release, append(slices.Clone(c.subjects), terms...),
		append(live, slices.Repeat([]bool{true}, len(terms))...)}
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
	if len(s.names) == 0 {
		return nil
	}
	return grams(s.names[0].Text)
}

func wordsOf(s subject) []string {
	if len(s.names) == 0 {
		return nil
	}
	return s.names[0].Words
}

func textOf(s subject) []string { return wordsOfText(wordsOf(s), s.definition) }

// popularity ranks superclasses by the number of their direct subclasses, restrictions by the
// number of classes that have them, relations by the number of their uses.
type popularity struct {
	corpus       *corpus
	supers       []candidate
	pairs        []candidate
	byProperty   map[int32][]candidate
	relationsAll []candidate
}

func newPopularity(c *corpus) *popularity {
	p := &popularity{corpus: c, byProperty: make(map[int32][]candidate)}
	counts := make([]int, len(c.subjects))
	pairs, uses := make(map[asserted.Restriction]int), make(map[int32]int)
	x := c.release.index
	for n, s := range c.subjects {
		parents := s.parents
		if n < len(x.Classes) {
			parents = x.DirectSupers(int32(n))
		}
		for _, d := range parents {
			counts[d]++
		}
		uses[asserted.NoProperty] += len(s.parents)
		for _, r := range s.restrictions {
			pairs[r]++
			uses[r.Property]++
		}
	}
	for d, n := range counts {
		if c.live[d] {
			p.supers = append(p.supers, candidate{asserted.NoProperty, int32(d), float64(n)})
		}
	}
	for r, n := range pairs {
		if c.live[r.Filler] {
			p.pairs = append(p.pairs, candidate{r.Property, r.Filler, float64(n)})
		}
	}
	for r, n := range uses {
		p.relationsAll = append(p.relationsAll, candidate{property: r, score: float64(n)})
	}
	sortCandidates(p.supers)
	sortCandidates(p.pairs)
	sortCandidates(p.relationsAll)
	for _, pair := range p.pairs {
		p.byProperty[pair.property] = append(p.byProperty[pair.property], pair)
	}
	return p
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(context.Context, subject) ([]candidate, error) {
	return p.supers, nil
}

func (p *popularity) restrictions(_ context.Context, _ subject, r int32) ([]candidate, error) {
	if r != anyProperty {
		return p.byProperty[r], nil
	}
	return p.pairs, nil
}

func (p *popularity) relations(context.Context, subject, int32) ([]candidate, error) {
	return p.relationsAll, nil
}

func (p *popularity) extended(_ context.Context, terms []subject) (method, error) {
	return newPopularity(p.corpus.with(terms)), nil
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
		l.pairs = append(l.pairs, s.restrictions...)
	}
	slices.SortFunc(l.pairs, asserted.CompareRestrictions)
	l.pairs = slices.Compact(l.pairs)
	l.vectors = newVectors(documents)
	return l
}

func (l *labels) name() string { return l.title }

func (l *labels) superclasses(_ context.Context, s subject) ([]candidate, error) {
	return l.byTarget(s, asserted.NoProperty), nil
}

func (l *labels) restrictions(_ context.Context, s subject, r int32) ([]candidate, error) {
	if r != anyProperty {
		return l.byTarget(s, r), nil
	}
	scores := l.vectors.similarities(l.features(s))
	var list []candidate
	for _, p := range l.pairs {
		if l.corpus.live[p.Filler] {
			list = append(list, candidate{p.Property, p.Filler, scores[p.Filler]})
		}
	}
	sortCandidates(list)
	return list, nil
}

// byTarget ranks all targets.
func (l *labels) byTarget(s subject, property int32) []candidate {
	var list []candidate
	for d, score := range l.vectors.similarities(l.features(s)) {
		if l.corpus.live[d] {
			list = append(list, candidate{property, int32(d), score})
		}
	}
	sortCandidates(list)
	return list
}

func (l *labels) extended(_ context.Context, terms []subject) (method, error) {
	return newLabels(l.corpus.with(terms), l.title, l.features), nil
}

// duplicates ranks the classes that a new term may repeat.
func (l *labels) duplicates(_ context.Context, s subject) ([]candidate, error) {
	return l.byTarget(s, asserted.NoProperty), nil
}

// sortCandidates sorts by descending score, then by property and target.
func sortCandidates(list []candidate) {
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.property, b.property),
			cmp.Compare(a.target, b.target))
	})
}
