package main

import (
	"context"
	"os"
	"slices"

	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// placedTasks are the weights that new terms are ranked by.
var placedTasks = []rank.Task{rank.TextSuperclasses, rank.LabelSuperclasses,
	rank.TextRestrictions, rank.LabelRestrictions}

// learnPlace learns the coefficients of package place from the pairs of split learn and the defined
// classes of their older releases, each ranked by weights learned from other ontologies, and writes
// them to a file.
func learnPlace(ctx context.Context, dir, file string) error {
	names, weights, err := foldWeights(ctx, dir)
	if err != nil {
		return err
	}
	foldOf := func(ontology string) int { return slices.Index(names, ontology) % folds }
	var set placing.TrainingSet
	var of *release
	err = eachPair(ctx, dir, "learn", func(p *pair) error {
		if !slices.Contains(names, p.ontology) {
			return nil
		}
		placer, err := placing.New(ctx, rank.New(p.older.index, weights[foldOf(p.ontology)]))
		if err != nil {
			return err
		}
		if p.older != of {
			of = p.older
			if err := set.AddDefined(ctx, p.ontology, placer); err != nil {
				return err
			}
		}
		for _, t := range p.withParents() {
			if len(t.subject.Names) == 0 {
				continue
			}
			err := set.Add(ctx, p.ontology, placer, placedTerm(t.subject),
				placing.Answers{Parents: t.knownParents, Restrictions: t.knownRestrictions,
					Defined: t.defined})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	text, err := set.Fit()
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// foldWeights returns the ontologies with new terms, and for each fold of them the weights that
// are learned from the others.
func foldWeights(ctx context.Context, dir string) ([]string, [folds]*rank.Weights, error) {
	var weights [folds]*rank.Weights
	var all examples
	var of *release
	var engine *rank.Engine
	err := eachPair(ctx, dir, "learn", func(p *pair) error {
		if p.older != of {
			of, engine = p.older, rank.New(p.older.index, nil)
		}
		all.addTerms(p, engine)
		return nil
	})
	if err != nil {
		return nil, weights, err
	}
	names := ontologies(slices.Concat(all[rank.TextSuperclasses], all[rank.TextRestrictions]))
	for fold := range folds {
		weights[fold] = new(rank.Weights)
		for _, l := range placedTasks {
			taught, _ := split(all[l], names, fold)
			if weights[fold][l], err = train(ctx, l, taught, weights[fold], 1); err != nil {
				return nil, weights, err
			}
		}
	}
	return names, weights, nil
}
