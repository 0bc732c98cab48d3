package main

import (
	"context"
	"errors"
	"time"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/report"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// compare reads an ontology and compares its entailments with a model.
func compare(ctx context.Context, streams *streams, opts reportOptions) (
	*report.Comparison, error) {
	began := time.Now()
	ontology, read, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, err
	}
	training, err := opts.training.chosen()
	if err != nil {
		return nil, err
	}
	models, err := new(storeOptions).models()
	if err != nil {
		streams.note("warning: the model will not be saved: %v", err)
		models = ""
	}
	classes, err := entitiesNamed(relations.Names(ontology), owl.ClassKind, opts.classes...)
	if err != nil {
		return nil, usagef("--class: %w", err)
	}
	command := []string{"box2el-owl", "report"}
	for _, word := range append([]string{opts.input.path}, opts.arguments...) {
		command = append(command, quoted(word))
	}
	c, err := workspace.Compare(ctx, workspace.CompareOptions{
		Source: curate.Source{
			Name: datasetName(opts.input.path, ontology), Ontology: ontology,
			Document: ontology.Axioms[:read.Own],
		},
		Models: models, Training: training, Classes: classes, By: suggest.Order(opts.by),
		Workers: opts.training.workers, Progress: streams.report, Step: streams.noteValidation,
		Program: "box2el-owl " + version, Command: command, Began: began,
	})
	var absent *workspace.AbsentClassError
	switch {
	case errors.Is(err, curate.ErrInconsistent):
		return nil, inconsistent(opts.input.path)
	case errors.As(err, &absent):
		return nil, usageError{err}
	case err != nil:
		return nil, err
	}
	opts.input.noteNotUsed(streams, c.Reasoner.Report(), len(ontology.Axioms))
	if c.Earlier != "" {
		streams.note("note: %s was written by an earlier version; the model was trained again",
			c.Earlier)
	}
	if c.Unsaved != nil {
		streams.note("warning: could not save the model: %v; %s", c.Unsaved, setHome)
	}
	if key := ontologyKey(ontology, opts.input); models != "" && key != "" {
		run := db.Run{Ontology: key, Client: "box2el-owl " + version}
		recordRun(ctx, streams, storeOptions{}, func(store *db.Store) error {
			return c.SaveRun(ctx, store, run)
		})
	}
	if n := len(c.Unsatisfiable); n > 0 {
		noteExcluded(streams, n, -1, opts.input.path, c.Unsatisfiable[0].String())
	}
	return c.Comparison, nil
}
