package main

import (
	"context"

	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// engine is the ranking of the program as a method.
type engine struct {
	*rank.Engine
	title   string
	release *release
	placer  *placing.Placer            // nil until its first use
	before  map[int32][]rank.Candidate // by class: all restrictions, without decisions

	feedback rank.Feedback
}

// newEngine returns the ranking of the program for a release. The model may be nil.
func newEngine(r *release, title string, model rank.Model) (*engine, error) {
	w, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	e := &engine{Engine: rank.New(r.index, w), title: title, release: r,
		before: make(map[int32][]rank.Candidate)}
	e.UseModel(model)
	return e, nil
}

func (e *engine) name() string { return e.title }

func (e *engine) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	list, err := e.Superclasses(ctx, s.Subject)
	if err != nil {
		return nil, err
	}
	return e.release.shown(ctx, s.Class, list)
}

func (e *engine) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if s.Class == rank.NoClass || property != rank.NoProperty {
		return e.shownRestrictions(ctx, s, property)
	}
	list, known := e.before[s.Class]
	if !known {
		var err error
		if list, err = e.shownRestrictions(ctx, s, property); err != nil {
			return nil, err
		}
		e.before[s.Class] = list
	}
	return e.Adjust(s.Subject, list, e.feedback), nil
}

func (e *engine) shownRestrictions(ctx context.Context, s subject, property int32) ([]candidate,
	error) {
	list, err := e.Restrictions(ctx, s.Subject, property)
	if err != nil {
		return nil, err
	}
	return e.release.shown(ctx, s.Class, list)
}

// accepted returns the ranking after a restriction was accepted. It shares the cache of lists
// without decisions, because campaigns request them again after each accept.
func (e *engine) accepted(s asserted.Statement) *engine {
	after := *e
	after.feedback = rank.Feedback{s.Restriction(): {Accepted: []int32{s.Class}}}
	return &after
}

// place returns the superclasses, restrictions and definitions suggested for a new term.
func (e *engine) place(ctx context.Context, s subject) (placing.Placement, error) {
	if err := e.makePlacer(ctx); err != nil {
		return placing.Placement{}, err
	}
	return e.placer.Place(ctx, placedTerm(s))
}

func (e *engine) makePlacer(ctx context.Context) (err error) {
	if e.placer == nil {
		e.placer, err = placing.New(ctx, e.Engine)
	}
	return err
}

func placedTerm(s subject) placing.Term {
	t := placing.Term{Definition: s.Definition, IRI: s.iri, Parents: s.Parents,
		Restrictions: s.Restrictions}
	for i, n := range s.Names {
		if i == 0 {
			t.Label = n.Text
		} else {
			t.Synonyms = append(t.Synonyms, n.Text)
		}
	}
	return t
}

// duplicates returns the classes that a new term may duplicate. The score of a candidate is a
// probability: a duplicate is reported from surelyDuplicate.
func (e *engine) duplicates(ctx context.Context, s subject) ([]candidate, error) {
	if err := e.makePlacer(ctx); err != nil {
		return nil, err
	}
	found, err := e.placer.Duplicates(ctx, placedTerm(s))
	var list []candidate
	for _, d := range found {
		list = append(list, candidate{Property: rank.NoProperty, Target: d.Class, Score: d.Score})
	}
	return list, err
}
