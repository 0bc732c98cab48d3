package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/workspace"
)

// stateOf returns the key and the content hash of an ontology for the store. Hashing takes some
// seconds for a million axioms.
func stateOf(ontology *owl.Ontology, input inputOptions) db.Ontology {
	o := db.Ontology{IRI: ontologyKey(ontology, input), VersionIRI: ontology.VersionIRI.String(),
		Content: ontology.Hash()}
	if absolute, err := filepath.Abs(input.path); err == nil && input.path != "-" {
		o.Path = absolute
	}
	return o
}

// recordModel records a model in the store after its file is complete. A failure is only a warning,
// because models are found by their file names.
func recordModel(ctx context.Context, streams *streams, opts storeOptions, quiet bool,
	o db.Ontology, m *embed.Model, file string) {
	if o.IRI == "" {
		return // an ontology from standard input without an IRI has no key
	}
	err := func() error {
		options, err := json.Marshal(struct {
			Hyper   embed.Hyper   `json:"hyper"`
			Variant embed.Variant `json:"variant"`
		}{m.Hyper, m.Variant})
		if err != nil {
			return err
		}
		metrics, err := json.Marshal(struct {
			Steps      int      `json:"steps"`
			KeptAt     int      `json:"keptAt"`
			Validation *float64 `json:"validation"`
		}{m.Steps, m.BestStep, keptValidation(m)})
		if err != nil {
			return err
		}
		store, err := opts.open(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		if _, err := store.SeeOntology(ctx, o); err != nil {
			return err
		}
		_, err = store.SaveModel(ctx, db.Model{
			Ontology: o.IRI, Content: o.Content, Data: owl.Hash(m.DataHash),
			Architecture: string(m.Architecture), Mode: m.Variant.Mode,
			Seed: m.Seed, Options: options, Metrics: metrics, File: file,
		})
		return err
	}()
	if err != nil && !quiet {
		streams.say("warning: could not register the model in the store: %v", err)
	}
}

// record records the shown suggestions in the store as a run, so that a decision can refer to them.
// A failure is only a warning.
func (r *suggested) record(ctx context.Context, streams *streams, opts suggestOptions) {
	key := ontologyKey(r.Ontology, opts.input)
	if key == "" || r.doubts != nil {
		return
	}
	run := db.Run{Ontology: key, Stale: r.Use.Stale, Client: "box2el-owl " + version}
	if r.Model != nil {
		run.Model = curate.ModelName(r.Data, r.Model)
	}
	recordRun(ctx, streams, opts.store, opts.input.quiet, func(store *db.Store) error {
		_, err := workspace.SaveRun(ctx, store, run, r.request, r.subjects, r.suggestions,
			r.nothing)
		return err
	})
}

// recordRun opens the store and records a run. A failure is only a warning.
func recordRun(ctx context.Context, streams *streams, opts storeOptions, quiet bool,
	save func(*db.Store) error) {
	store, err := opts.open(ctx)
	if err == nil {
		err = errors.Join(save(store), store.Close())
	}
	if err != nil && ctx.Err() == nil && !quiet {
		streams.say("warning: could not record the suggestions in the store: %v", err)
	}
}
