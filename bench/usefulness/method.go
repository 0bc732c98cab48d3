package main

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// newClass is the class of a subject that is not in the ontology.
const newClass int32 = -1

// anyProperty asks for restrictions over all properties.
const anyProperty int32 = -1

// subject is a class, or a term that is not in the ontology.
type subject struct {
	iri          owl.IRI
	class        int32           // newClass for a new term
	names        []asserted.Name // label, then synonyms; empty for a class without a label
	definition   string
	space        int32 // ID space; −1 if unknown
	parents      []int32
	restrictions []asserted.Restriction
}

// candidate is a superclass (its property is asserted.NoProperty) or a restriction.
type candidate struct {
	property, target int32
	score            float64
}

// method ranks what a subject may be missing. Lists are descending by score.
type method interface {
	name() string
	superclasses(ctx context.Context, s subject) ([]candidate, error)
	// restrictions ranks fillers of a property, or pairs of property and filler for anyProperty.
	restrictions(ctx context.Context, s subject, property int32) ([]candidate, error)
}

// extender is a method that learns placed terms.
type extender interface {
	// extended returns the method with further terms. Term i has the number of classes of the
	// release plus i, which the parents and fillers of other terms may refer to.
	extended(ctx context.Context, terms []subject) (method, error)
}

// definer is a method that ranks definitions by pattern or by composition.
type definer interface {
	definitions(ctx context.Context, s subject) ([]definition, error)
}

// definition is a genus with differentiae.
type definition struct {
	genus       int32
	differentia []asserted.Restriction
}

// duplicateFinder is a method that finds classes which a new term repeats. The score of a candidate
// is a probability: a duplicate is reported from surelyDuplicate.
type duplicateFinder interface {
	duplicates(ctx context.Context, s subject) ([]candidate, error)
}

// confident is a method that returns the probability that its first superclass is right.
type confident interface {
	confidence(ctx context.Context, s subject) (float64, error)
}

// accepter is a method that uses decisions.
type accepter interface {
	// accepted returns the method after some statements were accepted.
	accepted(ctx context.Context, statements []asserted.Statement) (method, error)
}

// relator is a method that ranks the relations between a subject and a class that it has a
// relation to: properties, and asserted.NoProperty for a superclass. Targets of the candidates are
// not used.
type relator interface {
	relations(ctx context.Context, s subject, target int32) ([]candidate, error)
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
	methods := baselines(r, name)
	if name != "" && len(methods) > 0 {
		return methods, nil
	}
	if models != "" {
		model, err := r.openModel(ctx, models, r.name)
		if err != nil {
			return nil, err
		}
		e, err := newEngine(r, modelledMethod, model)
		if err != nil {
			return nil, err
		}
		methods = append(methods, boxes{e}, e)
	}
	e, err := newEngine(r, defaultMethod, nil)
	return append(methods, e), err
}

// boxes ranks by the trained model alone. It lists nothing for new terms, and if there is no model.
type boxes struct{ engine *engine }

func (b boxes) name() string { return boxesMethod }

func (b boxes) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	if s.class == newClass || !b.engine.HasModel() {
		return nil, nil
	}
	list, err := b.engine.NearestSuperclasses(ctx, s.class, b.engine.release.targets)
	return candidates(list), err
}

func (b boxes) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if s.class == newClass || !b.engine.HasModel() {
		return nil, nil
	}
	properties, k := []int32{property}, b.engine.release.targets
	if property == anyProperty {
		properties, k = nil, 1000
	}
	list, err := b.engine.NearestRestrictions(ctx, s.class, properties, k)
	return candidates(list), err
}

// subjectOf returns a class with its names, text and asserted axioms.
func (r *release) subjectOf(c int32) subject {
	x := r.index
	return subject{iri: x.Classes[c], class: c, names: x.Names(c), definition: x.Texts[c],
		space: x.Spaces[c], parents: x.Parents(c), restrictions: x.Restrictions(c)}
}
