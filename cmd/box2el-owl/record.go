package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/owl"
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
// because models are found by their file names. Without cgo there is no warning.
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
	if err != nil && !quiet && !errors.Is(err, db.ErrNoCgo) {
		streams.say("warning: could not register the model in the store: %v", err)
	}
}

// runsKept is the number of suggestion runs per ontology that the store keeps.
const runsKept = 50

// record records the shown suggestions in the store, so that a decision can refer to them. A
// failure is only a warning.
func (r *suggested) record(ctx context.Context, streams *streams, opts suggestOptions) {
	state := stateOf(r.Ontology, opts.input)
	if state.IRI == "" || len(r.suggestions) == 0 {
		return
	}
	err := func() error {
		store, err := opts.store.open(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		if state, err = store.SeeOntology(ctx, state); err != nil {
			return err
		}
		options, err := json.Marshal(struct {
			Program        string   `json:"program"`
			Model          string   `json:"model,omitempty"` // file
			Classes        []string `json:"classes,omitempty"`
			Limit          int      `json:"limit"`
			Forms          []string `json:"forms,omitempty"`
			Verdicts       []string `json:"verdicts,omitempty"`
			Properties     []string `json:"properties,omitempty"`
			MinProbability float64  `json:"minProbability,omitempty"`
		}{version, filepath.Base(r.Use.File), opts.classes, opts.limit, opts.forms, opts.verdicts,
			opts.properties, opts.minProbability})
		if err != nil {
			return err
		}
		run, err := store.StartRun(ctx, db.Run{Ontology: state.ID, Options: options})
		if err != nil {
			return err
		}
		shown := make([]db.Shown, len(r.suggestions))
		for i, s := range r.suggestions {
			why, err := json.Marshal(r.reasons(&r.suggestions[i]))
			if err != nil {
				return err
			}
			shown[i] = db.Shown{
				Axiom: db.AxiomText(s.Axiom), Hash: owl.HashAxiom(s.Axiom), Form: string(s.Form),
				Subject: s.Subject.String(),
				Score:   s.Score, Probability: s.Probability, Rank: s.Rank,
				Verdict: string(s.Verdict), Why: why,
			}
			if s.ImpliedBy != nil {
				shown[i].ImpliedBy = db.AxiomText(s.ImpliedBy)
			}
		}
		if err := store.FinishRun(ctx, run.ID, shown); err != nil {
			return err
		}
		return store.KeepRuns(ctx, state.IRI, runsKept)
	}()
	if err != nil && ctx.Err() == nil && !opts.input.quiet {
		streams.say("warning: could not record the suggestions in the store: %v", err)
	}
}
