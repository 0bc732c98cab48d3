package main

import (
	"context"
	"errors"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/workspace"
)

// record records the shown suggestions in the store as a run, so that a decision can refer to them.
// A failure is only a warning.
func (r *suggested) record(ctx context.Context) {
	key := ontologyKey(r.Ontology, r.opts.input)
	if key == "" || r.doubts != nil || r.opts.unkept {
		return
	}
	run := db.Run{Ontology: key, Stale: r.Use.Stale, Client: "box2el-owl " + version}
	if r.Model != nil {
		run.Model = curate.ModelName(r.Model)
	}
	recordRun(ctx, r.streams, r.opts.store, func(store *db.Store) error {
		_, err := workspace.SaveRun(ctx, store, run, r.opts.request, r.opts.subjects,
			r.suggestions, r.nothing)
		return err
	})
}

// recordRun opens the store and records a run. A failure is only a warning.
func recordRun(ctx context.Context, streams *streams, opts storeOptions,
	save func(*db.Store) error) {
	store, err := opts.open(ctx)
	if err == nil {
		err = errors.Join(save(store), store.Close())
	}
	if err != nil && ctx.Err() == nil {
		streams.note("warning: could not record the suggestions in the store: %v", err)
	}
}
