package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// restored returns an ontology that an earlier process had open; load reads it.
func (w *Workspace) restored(row db.OpenOntology, document *db.Document) (*Ontology, error) {
	o := w.newOntology(row)
	o.copy.Store(row.Copy)
	if err := json.Unmarshal(row.State, &o.settings); err != nil {
		return nil, err
	}
	o.training.Store(o.settings.Training)
	r := reportOf(document)
	v := &View{ontology: o, err: ErrLoading, lookups: new(lookups), count: r.Axioms,
		logical: r.LogicalAxioms, document: document,
		header: &header{kept: r}}
	if document != nil {
		v.header.IRI, v.header.VersionIRI, v.changed = owl.NewIRI(document.IRI),
			owl.NewIRI(document.VersionIRI), document.At
	}
	if o.settings.Damaged {
		v.err = fmt.Errorf(
			"%w: an earlier version of the program had damaged it; send the ontology again", ErrDamaged)
	}
	o.become(v)
	return o, nil
}

// load reads the document of an ontology, applies the operations on it, and classifies it if it was
// classified.
func (o *Ontology) load(ctx context.Context) {
	if o.lock(ctx) != nil {
		return
	}
	defer o.unlock()
	if o.View().err != ErrLoading {
		return // a document was sent meanwhile
	}
	last, err := o.w.opts.Store.LastOperation(ctx, o.Key())
	var v *View
	if err == nil {
		o.seen.Store(last)
		v, o.axioms, err = o.read(ctx, o.document())
	}
	switch {
	case o.w.ctx.Err() != nil:
		return
	case err != nil:
		failed := *o.View()
		failed.err = err
		v = &failed
	}
	o.become(v)
	o.lookUpSoon()
}

// read returns the View of a document with its operations, and its axioms; d is nil if there is
// none.
func (o *Ontology) read(ctx context.Context, d *db.Document) (*View, *axioms, error) {
	v := &View{ontology: o, header: o.View().header, document: d, changed: o.View().changed}
	set := emptyAxioms()
	if d != nil {
		ontology, h, err := o.w.readKept(ctx, d)
		if err != nil {
			return nil, nil, err
		}
		v.header = h
		if set, err = newAxioms(ctx, ontology.Axioms, h.kept.Own); err != nil {
			return nil, nil, err
		}
		if err := o.replay(ctx, d.Number, set, v); err != nil {
			return nil, nil, err
		}
	}
	v.hold(set)
	if !o.settings.Classified {
		return v, set, nil
	}
	r, err := reasoner.New(ctx, v.OWL(), reasoner.Options{Workers: o.w.opts.Workers})
	if err != nil {
		return nil, nil, err
	}
	return v.classified(r, nil), set, nil
}

// replay applies the operations on the document of a View to its axioms, and sets the revision.
func (o *Ontology) replay(ctx context.Context, document int64, set *axioms, v *View) error {
	store := o.w.opts.Store
	operations, err := o.operationsOn(ctx, document)
	if err != nil {
		return err
	}
	v.revision = document // of a copy
	if !o.copy.Load() {
		if v.revision, err = store.LastChange(ctx, v.key()); err != nil {
			return err
		}
	}
	c, err := set.changeBy(operations)
	if err != nil {
		return err
	}
	set.apply(c)
	for _, op := range operations {
		if op.At.After(v.changed) && edits(&op) {
			v.changed = op.At
		}
	}
	return nil
}

// operationsOn returns the operations on a document. Of what was undone, or counts again, since
// another document became the current one, it leaves out the rows that this changes.
func (o *Ontology) operationsOn(ctx context.Context, document int64) ([]db.Operation, error) {
	store := o.w.opts.Store
	list, err := store.Operations(ctx, db.OperationFilter{Document: document})
	if err != nil {
		return nil, err
	}
	reverted := func(a db.OperationAxiom) bool { return a.Undone || a.Reverts != "" }
	if !slices.ContainsFunc(list, func(op db.Operation) bool {
		return slices.ContainsFunc(op.Axioms, reverted)
	}) {
		return list, nil
	}
	all, err := store.Operations(ctx, db.OperationFilter{Ontology: list[0].Ontology})
	// By key of a row: the first row of those that revert each other, and the document of the last.
	first, last := make(map[string]string), make(map[string]int64)
	for _, op := range all {
		for _, a := range op.Axioms {
			first[a.Key] = cmp.Or(first[a.Reverts], a.Reverts, a.Key)
			if op.Document != 0 {
				last[first[a.Key]] = op.Document
			}
		}
	}
	for i := range list {
		list[i].Axioms = slices.DeleteFunc(list[i].Axioms, func(a db.OperationAxiom) bool {
			return last[first[a.Key]] != document && reverted(a)
		})
	}
	return list, err
}

// edits reports whether an operation changes axioms.
func edits(op *db.Operation) bool {
	return slices.ContainsFunc(op.Axioms, func(a db.OperationAxiom) bool { return a.Edit != "" })
}

// changeBy returns the change of the set by operations, in their order.
func (s *axioms) changeBy(operations []db.Operation) (change, error) {
	e := s.pending()
	for _, op := range operations {
		for _, a := range op.Axioms {
			if a.Edit == "" {
				continue
			}
			h := a.Hash
			var parsed owl.Axiom
			if a.Edit == db.Added || a.Edited != "" {
				var err error
				if parsed, err = owl.ParseAxiom(cmp.Or(a.Edited, a.Axiom), nil); err != nil {
					return change{}, fmt.Errorf("%w: an axiom of operation %s cannot be read; "+
						"send the ontology again", ErrDamaged, a.Key)
				}
				h = owl.HashAxiom(parsed)
			}
			if a.Edit == db.Added {
				e.touch(h, parsed)
				continue
			}
			e.touch(h, nil)
			if a.Decided && op.Kind != db.Undo { // a command knows one form of the axiom at most
				e.touch(a.Hash, nil)
				for _, also := range s.annotatedAs(a.Hash, e.after) {
					e.touch(owl.HashAxiom(also), nil)
				}
			}
		}
	}
	return e.change(), nil
}

// Refresh applies the operations that other programs have recorded since the last known one, such
// as decisions of a command.
//
// Cost: one query if there is nothing new.
func (o *Ontology) Refresh(ctx context.Context) error {
	v := o.View()
	if v.err != nil || o.client.Load() {
		return nil
	}
	last, err := o.w.opts.Store.LastOperation(ctx, v.key())
	if err != nil || last <= o.seen.Load() {
		return err
	}
	if err := o.lock(ctx); err != nil {
		return err
	}
	defer o.unlock()
	return o.refresh(ctx)
}

// refresh is Refresh for a caller that may change the ontology.
func (o *Ontology) refresh(ctx context.Context) error {
	v := o.View()
	if v.err != nil || o.client.Load() {
		return v.err
	}
	operations, err := o.w.opts.Store.Operations(ctx,
		db.OperationFilter{Ontology: v.key(), After: o.seen.Load()})
	if err != nil || len(operations) == 0 {
		return err
	}
	var ours []db.Operation
	revision := v.revision
	for _, op := range operations {
		if v.document != nil && op.Document == v.document.Number && edits(&op) {
			ours = append(ours, op)
			revision = op.Number
		}
	}
	c, err := o.axioms.changeBy(ours)
	if err != nil {
		return err
	}
	r, err := v.reasonerAfter(ctx, c)
	if err != nil {
		return err
	}
	last := operations[len(operations)-1]
	o.changed(v, c, r, revision, last.At)
	o.seen.Store(last.Number)
	for i := range operations {
		o.tell(operationEvent(&operations[i]))
	}
	return nil
}
