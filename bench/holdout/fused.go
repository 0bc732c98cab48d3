package main

import (
	"context"
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// fused are the suggestions themselves: suggest.Ranker over a model in default mode.
type fused struct {
	title   string
	problem *problem
	ranker  *suggest.Ranker
	most    int // candidates of a subject that are asked for
}

// newFused learns on the statements that the model was validated on. Geometry may be nil.
func newFused(ctx context.Context, title string, p *problem, t *trained, geometry suggest.Geometry, seed uint64, without ...string) (*fused, error) {
	src := suggest.Sources{Terminology: p.terms.Terminology, Geometry: geometry, Entailed: p.known.superclasses}
	if t != nil {
		var err error
		if src.Unseen, src.EntailedUnseen, err = t.unseen(ctx, p); err != nil {
			return nil, err
		}
	}
	ranker, err := suggest.NewRanker(ctx, src, suggest.RankerOptions{Seed: seed, Without: without})
	if err != nil {
		return nil, err
	}
	return &fused{title: title, problem: p, ranker: ranker, most: 1000}, nil
}

// unseen are the told statements that the model was validated on, and the superclasses that follow without them.
func (t *trained) unseen(ctx context.Context, p *problem) ([]suggest.Statement, func(int32) []int32, error) {
	gone := make(map[said]bool)
	var statements []suggest.Statement
	add := func(class, property, target string) {
		s := said{Class: owl.NewIRI(class), Target: owl.NewIRI(target)}
		if property != "" {
			s.Property = owl.NewIRI(property)
		}
		if n, ok := p.terms.statement(s); ok && p.terms.tells(n) {
			gone[s] = true
			statements = append(statements, n)
		}
	}
	d := t.data
	for i := range d.Validation[dataset.NF1].Len() {
		row := d.Validation[dataset.NF1].Row(i)
		add(d.Classes[row[0]], "", d.Classes[row[1]])
	}
	for i := range d.Validation[dataset.NF3].Len() {
		row := d.Validation[dataset.NF3].Row(i)
		add(d.Classes[row[0]], d.Roles[row[1]], d.Classes[row[2]])
	}
	rest := *p.ontology
	rest.Axioms = without(p.ontology.Axioms, gone)
	known, err := newKnowledge(ctx, &rest, p.terms)
	if err != nil {
		return nil, nil, err
	}
	return statements, known.superclasses, nil
}

func (f *fused) name() string { return f.title }

func (f *fused) superclasses(ctx context.Context, class int32, scores []float32) error {
	fill(scores, math.Inf(-1))
	list, err := f.ranker.Superclasses(ctx, class, f.most)
	for _, c := range list {
		scores[c.Target] = float32(c.Score)
	}
	return err
}

func (f *fused) fillers(ctx context.Context, class int32, properties []int32, scores [][]float32) error {
	if len(properties) == 0 {
		return nil // for the ranker no properties are those that relatives use
	}
	place := make(map[int32]int, len(properties))
	for i, r := range properties {
		place[r] = i
		fill(scores[i], math.Inf(-1))
	}
	list, err := f.ranker.Existentials(ctx, class, properties, f.most*max(1, len(properties)))
	for _, c := range list {
		scores[place[c.Property]][c.Target] = float32(c.Score)
	}
	return err
}
