package main

import (
	"context"
	"os"

	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// placedTasks are the weights that new terms are ranked by.
var placedTasks = []rank.Task{rank.TextSuperclasses, rank.LabelSuperclasses,
	rank.TextRestrictions, rank.LabelRestrictions}

// learnPlace learns the coefficients of package place and writes them to a file. It uses the pairs
// of split learn and the defined classes of their older releases. Each is ranked by weights learned
// from other ontologies.
func learnPlace(ctx context.Context, dir, file string) error {
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
		return err
	}
	learned, err := all.learnFolds(ctx)
	if err != nil {
		return err
	}
	var set placing.TrainingSet
	err = eachPair(ctx, dir, "learn", func(p *pair) error {
		fold := learned.foldOf(p.ontology)
		if fold < 0 {
			return nil
		}
		placer, err := placing.New(ctx, rank.New(p.older.index, learned.weights[fold]))
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
			err := set.Add(ctx, p.ontology, placer, t.Term,
				placing.Answers{Parents: t.knownParents, Restrictions: t.knownRestrictions,
					Defined: t.row["equivalent"] != ""})
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
