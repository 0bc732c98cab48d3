package main

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/suggest/rank"
)

// subject is a class, or a term that is not in the ontology.
type subject struct {
	rank.Subject
	iri owl.IRI
}

// candidate is a superclass or a restriction with its score.
type candidate = rank.Candidate

// method ranks what a subject may be missing. Lists are descending by score.
type method interface {
	name() string
	superclasses(ctx context.Context, s subject) ([]candidate, error)
	// restrictions ranks fillers of a property, or pairs of property and filler for
	// rank.NoProperty.
	restrictions(ctx context.Context, s subject, property int32) ([]candidate, error)
}

// defaultMethod is the method whose figures are printed by ontology and as JSON. The two others
// use a trained model: with the ranking, and alone.
const (
	defaultMethod  = "ranking"
	modelledMethod = "ranking with a model"
	boxesMethod    = "boxes"
)

// makeMethods returns the methods for a release, the baselines first, or only the one of a name.
// Those with a model are among them if there is a folder of models.
func makeMethods(ctx context.Context, r *release, models, name string) ([]method, error) {
	e, err := newEngine(r, defaultMethod, nil)
	if err != nil {
		return nil, err
	}
	methods := baselines(e, name)
	if name != "" && len(methods) > 0 {
		return methods, nil
	}
	if models != "" {
		model, err := r.openModel(ctx, models, r.name)
		if err != nil {
			return nil, err
		}
		modelled, err := newEngine(r, modelledMethod, model)
		if err != nil {
			return nil, err
		}
		methods = append(methods, boxes{modelled}, modelled)
	}
	return append(methods, e), nil
}

// boxes ranks by the trained model alone. It lists nothing for new terms, and if there is no model.
type boxes struct{ engine *engine }

func (b boxes) name() string { return boxesMethod }

func (b boxes) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	return b.engine.NearestSuperclasses(ctx, s.Class, b.engine.release.targets)
}

func (b boxes) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	properties, k := []int32{property}, b.engine.release.targets
	if property == rank.NoProperty {
		properties, k = nil, 1000
	}
	return b.engine.NearestRestrictions(ctx, s.Class, properties, k)
}

// subjectOf returns a class with its names, text and asserted axioms.
func (r *release) subjectOf(c int32) subject {
	return subject{iri: r.index.Classes[c], Subject: rank.SubjectOf(r.index, c)}
}
