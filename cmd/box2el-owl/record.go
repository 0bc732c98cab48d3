package main

import (
	"context"
	"encoding/json"
	"path/filepath"

	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/owl"
)

// stateOf is what the store is told of an ontology: which it is, and in which state. Hashing takes some seconds for a million axioms.
func stateOf(ontology *owl.Ontology, input inputOptions) db.Ontology {
	o := db.Ontology{IRI: ontologyKey(ontology, input), VersionIRI: ontology.VersionIRI.String(), Content: ontology.Hash()}
	if absolute, err := filepath.Abs(input.path); err == nil && input.path != "-" {
		o.Path = absolute
	}
	return o
}

// recordModel tells the store of a model whose file is complete. That it cannot is no failure of who trains: the file is there, and is found
// by its name.
func recordModel(ctx context.Context, streams *streams, opts storeOptions, quiet bool, o db.Ontology, m *embed.Model, file string) {
	if o.IRI == "" {
		return // from standard input, and without an IRI: nothing can be known of it
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
		}{m.Steps, m.KeptAt, keptValidation(m)})
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
			Ontology: o.IRI, Content: o.Content, Data: owl.Hash(m.DataHash), Architecture: string(m.Architecture), Mode: m.Variant.Mode,
			Seed: m.Seed, Options: options, Metrics: metrics, File: file,
		})
		return err
	}()
	if err != nil && !quiet {
		streams.say("warning: the store does not know of the model: %v", err)
	}
}
