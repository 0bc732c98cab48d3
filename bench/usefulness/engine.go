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
	weights *rank.Weights
	release *release
	placer  *placing.Placer            // made when first needed
	before  map[int32][]rank.Candidate // by class: restrictions of all properties, see accepted

	decisions rank.Decisions
}

// newEngine returns the ranking of the program for a release. The model may be nil.
func newEngine(r *release, title string, model rank.Model) (*engine, error) {
	w, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	e := &engine{Engine: rank.New(r.index, w), title: title, weights: w, release: r,
		before: make(map[int32][]rank.Candidate)}
	e.UseModel(model)
	return e, nil
}

func (e *engine) name() string { return e.title }

func (e *engine) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	list, err := e.Superclasses(ctx, rankSubject(s))
	return candidates(list), err
}

func (e *engine) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if len(e.decisions.Accepted) == 0 || property != anyProperty {
		list, err := e.Restrictions(ctx, rankSubject(s), property)
		return candidates(list), err
	}
	list, known := e.before[s.class]
	if !known {
		var err error
		if list, err = e.Restrictions(ctx, rankSubject(s), property); err != nil {
			return nil, err
		}
		e.before[s.class] = list
	}
	return candidates(e.Adjust(rankSubject(s), list, e.decisions)), nil
}

func (e *engine) relations(ctx context.Context, s subject, target int32) ([]candidate, error) {
	list, err := e.Relations(ctx, rankSubject(s), target)
	return candidates(list), err
}

func candidates(list []rank.Candidate) []candidate {
	all := make([]candidate, len(list))
	for i, c := range list {
		all[i] = candidate{c.Property, c.Target, c.Score}
	}
	return all
}

// accepted returns the ranking after some restrictions were accepted. The lists of old classes
// before that are kept, because campaigns ask for them again after each accept.
func (e *engine) accepted(_ context.Context, statements []asserted.Statement) (method, error) {
	after := *e
	after.decisions = rank.Decisions{Accepted: statements}
	return &after, nil
}

// extended returns the ranking after some terms were placed.
func (e *engine) extended(_ context.Context, terms []subject) (method, error) {
	after := rank.New(e.release.index, e.weights)
	placed := make([]rank.Subject, len(terms))
	for i, t := range terms {
		placed[i] = rankSubject(t)
	}
	after.Add(placed...)
	return &engine{Engine: after, title: e.title, weights: e.weights, release: e.release}, nil
}

// place proposes what a new term needs.
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
	t := placing.Term{Definition: s.definition, IRI: s.iri, Parents: s.parents,
		Restrictions: s.restrictions}
	for i, n := range s.names {
		if i == 0 {
			t.Label = n.Text
		} else {
			t.Synonyms = append(t.Synonyms, n.Text)
		}
	}
	return t
}

func (e *engine) definitions(ctx context.Context, s subject) ([]definition, error) {
	p, err := e.place(ctx, s)
	var list []definition
	for _, d := range p.Definitions {
		list = append(list, definition{d.Genus, d.Restrictions})
	}
	return list, err
}

func (e *engine) duplicates(ctx context.Context, s subject) ([]candidate, error) {
	if err := e.makePlacer(ctx); err != nil {
		return nil, err
	}
	found, err := e.placer.Duplicates(ctx, placedTerm(s))
	var list []candidate
	for _, d := range found {
		list = append(list, candidate{rank.NoProperty, d.Class, d.Score})
	}
	return list, err
}

// confidence returns the probability of the first superclass, 0 if none is proposed.
func (e *engine) confidence(ctx context.Context, s subject) (float64, error) {
	p, err := e.place(ctx, s)
	if err != nil || len(p.Parents) == 0 {
		return 0, err
	}
	return p.Parents[0].Probability, nil
}
