package main

import (
	"context"

	"box2el-owl/suggest/rank"
)

// engine is the ranking of the program as a method.
type engine struct {
	*rank.Engine
	weights *rank.Weights
	release *release
}

// newEngine returns the ranking of the program for a release.
func newEngine(r *release) (method, error) {
	w, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	return &engine{rank.New(r.index, w), w, r}, nil
}

func (e *engine) name() string { return defaultMethod }

func (e *engine) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	list, err := e.Superclasses(ctx, rankSubject(s))
	return candidates(list), err
}

func (e *engine) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	list, err := e.Restrictions(ctx, rankSubject(s), property)
	return candidates(list), err
}

func candidates(list []rank.Candidate) []candidate {
	all := make([]candidate, len(list))
	for i, c := range list {
		all[i] = candidate{c.Property, c.Target, c.Score}
	}
	return all
}

// extended returns the ranking after some terms were placed.
func (e *engine) extended(_ context.Context, terms []subject) (method, error) {
	after := rank.New(e.release.index, e.weights)
	placed := make([]rank.Subject, len(terms))
	for i, t := range terms {
		placed[i] = rankSubject(t)
	}
	after.Add(placed...)
	return &engine{after, e.weights, e.release}, nil
}
