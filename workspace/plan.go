package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// planner makes the rows of operations, one after the other, and collects their edits.
type planner struct {
	pending
	o        *Ontology
	view     *View
	ops      *Operations
	list     []db.Operation
	more     map[owl.Hash]int32 // change of axioms.saying, by hash without annotations
	imported owl.Axiom          // an axiom of an import that would be removed; nil if there is none
	document *db.Operation      // the replacement that is undone; nil if there is none
}

// touch records that an axiom is asserted at this point, or with nil that it is not.
func (p *planner) touch(h owl.Hash, a owl.Axiom) {
	if former := p.at(h); former != nil {
		p.more[bareHash(former)]--
		if a == nil && p.o.axioms.imported[former] && !p.o.client.Load() {
			p.imported = former
		}
	}
	p.pending.touch(h, a)
	if a != nil {
		p.more[bareHash(a)]++
	}
}

// bareHash returns the hash of an axiom without its annotations.
func bareHash(a owl.Axiom) owl.Hash {
	return sha256.Sum256(owl.AppendCanonicalBare(nil, a))
}

// says reports whether an axiom is asserted at this point, with or without annotations. If a client
// keeps the ontology, only without.
func (p *planner) says(bare owl.Hash) bool {
	return p.has(bare) || !p.o.client.Load() && p.o.axioms.saying(bare)+p.more[bare] > 0
}

// add plans to add an accepted axiom, with annotations if there are any.
func (p *planner) add(row *db.OperationAxiom, a owl.Axiom, annotations []owl.Annotation) error {
	h := row.Hash
	row.Edit = db.Added
	if len(annotations) > 0 && a.Kind().IsLogical() && len(a.AxiomAnnotations()) == 0 {
		annotated, err := db.ParseAxiom(row.Axiom)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		owl.Annotate(annotated, annotations)
		a, h, row.Edited = annotated, owl.HashAxiom(annotated), owl.Canonical(annotated)
	}
	p.touch(h, a)
	return writable(a, h)
}

// remove plans to remove a decided axiom, with and without annotations.
func (p *planner) remove(row *db.OperationAxiom, out *db.Operation) {
	row.Edit = db.Removed
	if p.has(row.Hash) {
		p.touch(row.Hash, nil)
	} else {
		row.Edit = ""
	}
	if !p.says(row.Hash) {
		return
	}
	for _, a := range p.o.axioms.annotatedAs(row.Hash, p.after) {
		h := owl.HashAxiom(a)
		p.touch(h, nil)
		if row.Edit == "" {
			row.Edit, row.Edited = db.Removed, owl.Canonical(a)
			continue
		}
		out.Axioms = append(out.Axioms,
			db.OperationAxiom{Axiom: owl.Canonical(a), Hash: h, Edit: db.Removed})
	}
}

func (p *planner) plan(ctx context.Context, op *Operation) error {
	out := db.Operation{Ontology: p.view.key(), Kind: op.Kind, Who: p.ops.Who, Client: p.ops.Client,
		Comment: op.Comment, Run: p.ops.Run, JoinsPrevious: op.replaced}
	out.Document = p.view.Document().Number
	switch op.Kind {
	case db.Accept, db.Reject, db.Defer:
		if err := p.decide(ctx, op, &out); err != nil {
			return err
		}
	case db.Edit:
		if err := p.edit(op, &out); err != nil || len(out.Axioms) == 0 {
			return err
		}
	case db.Undo:
		return p.undo(ctx, out, op.Undoes, mapped(axiomsOf(op.Axioms), owl.HashAxiom))
	case db.Revert:
		for _, a := range op.Axioms {
			if err := p.revert(ctx, out, owl.HashAxiom(a.Axiom)); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("%w operation %q", ErrInvalid, op.Kind)
	}
	p.list = append(p.list, out)
	return nil
}

// decide fills in the axioms of a decision, and what it edits.
func (p *planner) decide(ctx context.Context, op *Operation, out *db.Operation) error {
	if len(op.Axioms) == 0 {
		return fmt.Errorf("%w operation: it decides no axiom", ErrInvalid)
	}
	replaced := make(map[owl.Hash]bool, len(op.Replaces))
	for _, a := range op.Replaces {
		replaced[bareHash(a)] = true
	}
	decided := make(map[owl.Hash]bool)
	annotations := p.o.settings.Provenance.annotations(p.ops.Who, p.o.w.opts)
	for _, a := range op.Axioms {
		text := owl.Canonical(a.Axiom)
		if op.replaced { // the decision is about the axiom without its annotations
			text = string(owl.AppendCanonicalBare(nil, a.Axiom))
		}
		canonical, err := db.ParseAxiom(text) // the axiom that a restart reads
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		row := db.OperationAxiom{Axiom: text, Hash: owl.HashAxiom(canonical), Decided: true,
			Probability: a.Probability, Verdict: string(a.Verdict)}
		if decided[row.Hash] {
			continue
		}
		decided[row.Hash] = true
		if replaced[bareHash(canonical)] {
			return fmt.Errorf("%w operation: an axiom cannot replace itself: %s", ErrInvalid, text)
		}
		if err := p.shown(ctx, &row); err != nil {
			return err
		}
		if op.Kind == db.Accept {
			err = p.accept(&row, canonical, annotations)
		} else {
			err = p.refuse(ctx, op, a.Axiom, &row, out)
		}
		if err != nil {
			return err
		}
		out.Axioms = append(out.Axioms, row)
	}
	return nil
}

// accept plans to add an accepted axiom that is not asserted. A client that keeps the ontology adds
// it itself, and reports with AlsoEdit that it has.
func (p *planner) accept(row *db.OperationAxiom, a owl.Axiom,
	annotations []owl.Annotation) error {
	edit := p.ops.AlsoEdit
	switch {
	case p.says(row.Hash):
	case !p.o.client.Load():
		return p.add(row, a, annotations)
	case edit != nil && *edit:
		row.Edit = db.Added
		p.touch(row.Hash, a)
	}
	return nil
}

// refuse plans to remove a rejected or deferred axiom that is asserted. given is the axiom with the
// annotations of the request.
func (p *planner) refuse(ctx context.Context, op *Operation, given owl.Axiom,
	row *db.OperationAxiom, out *db.Operation) error {
	edit, server := p.ops.AlsoEdit, !p.o.client.Load()
	switch {
	case op.replaced && len(given.AxiomAnnotations()) > 0 && !p.has(row.Hash) && server:
		if annotated := owl.HashAxiom(given); p.has(annotated) {
			p.touch(annotated, nil)
			out.Axioms = append(out.Axioms, db.OperationAxiom{
				Axiom: owl.Canonical(given), Hash: annotated, Edit: db.Removed,
			})
		}
	case !p.says(row.Hash):
	case edit != nil && *edit || op.replaced && server:
		p.remove(row, out)
	case op.Kind == db.Reject && server:
		accepted, err := p.accepted(ctx, row.Hash)
		if err != nil {
			return err
		}
		imported := p.o.axioms.imported[p.at(row.Hash)]
		if !imported && (!accepted || !p.ops.cannotAsk) {
			return &AssertedError{given}
		}
		p.remove(row, out)
	}
	return nil
}

// shown fills in the rank of an axiom in the run of the operations, and its probability and verdict
// if the client has not sent them.
func (p *planner) shown(ctx context.Context, row *db.OperationAxiom) error {
	if p.ops.Run == 0 {
		return nil
	}
	x, ok, err := p.o.w.opts.Store.LastShown(ctx, p.view.key(), row.Hash, p.ops.Run)
	if err != nil || !ok {
		return err
	}
	row.Rank = x.Rank
	row.Verdict = cmp.Or(row.Verdict, x.Verdict)
	if row.Probability == nil && x.Probability > 0 {
		row.Probability = &x.Probability
	}
	return nil
}

// accepted reports whether the current decision on an axiom is an accept.
func (p *planner) accepted(ctx context.Context, h owl.Hash) (bool, error) {
	d, ok, err := p.o.w.opts.Store.CurrentOf(ctx, p.view.key(), h)
	return ok && d.Action == db.Accept, err
}

// edit fills in the axioms that change, each once.
func (p *planner) edit(op *Operation, out *db.Operation) error {
	coming := make(map[owl.Hash]bool, len(op.Add))
	hashes := make([]owl.Hash, len(op.Add))
	for i, a := range op.Add {
		hashes[i] = owl.HashAxiom(a)
		coming[hashes[i]] = true
	}
	for _, a := range op.Remove {
		h := owl.HashAxiom(a)
		if !p.has(h) || coming[h] {
			continue
		}
		p.touch(h, nil)
		out.Axioms = append(out.Axioms,
			db.OperationAxiom{Axiom: owl.Canonical(a), Hash: h, Edit: db.Removed})
	}
	for i, a := range op.Add {
		h := hashes[i]
		if p.has(h) {
			continue
		}
		if err := writable(a, h); err != nil {
			return err
		}
		p.touch(h, a)
		out.Axioms = append(out.Axioms,
			db.OperationAxiom{Axiom: owl.Canonical(a), Hash: h, Edit: db.Added})
	}
	return nil
}

// writable fails with ErrUnwritable if the rendered axiom would be read as another one.
func writable(a owl.Axiom, h owl.Hash) error {
	if name, bad := owl.Unwritable(a); bad {
		return fmt.Errorf("%w: <%s>", ErrUnwritable, name)
	}
	again, err := owl.ParseAxiom(owl.Functional(a), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	if owl.HashAxiom(again) != h {
		return fmt.Errorf("%w: it would be read as %s", ErrUnwritable, owl.Functional(again))
	}
	return nil
}

// undo plans to revert an operation, or a part of it.
func (p *planner) undo(ctx context.Context, out db.Operation, id string, axioms []owl.Hash) error {
	undo, err := p.o.w.opts.Store.Undoing(ctx, p.view.key(), id, axioms)
	if errors.Is(err, db.ErrUnknown) {
		return fmt.Errorf("%w operation %q", ErrUnknown, id)
	}
	if err != nil {
		return err
	}
	if len(undo.Axioms) > 0 {
		return p.undoBy(ctx, out, undo)
	}
	// a replacement of the document, or the undo of one
	replaced, err := p.o.w.opts.Store.OperationByID(ctx, p.view.key(), id)
	if err != nil {
		return err
	}
	out.Kind, out.Undoes = db.Undo, undo.Undoes
	out.Document, out.Previous = replaced.Previous, replaced.Document
	p.document = &out
	return nil
}

// errStaysRejected is returned if the axiom of a row cannot come back.
var errStaysRejected = fmt.Errorf("%w: without annotations the axiom is rejected",
	db.ErrNothingToRevert)

// undoBy plans an operation that undoes another one.
func (p *planner) undoBy(ctx context.Context, out, undo db.Operation) error {
	out.Kind, out.Undoes, out.Axioms = db.Undo, undo.Undoes, slices.Clone(undo.Axioms)
	left := make(map[string]bool) // rows that cannot be undone now, by key
	// Rows that only a decision requires come last, because an edit may make them superfluous.
	for _, edited := range []bool{true, false} {
		for i, a := range undo.Axioms {
			if edited != (a.Edit != "") {
				continue
			}
			err := p.undoRow(ctx, &out, i, undo)
			if errors.Is(err, errStaysRejected) {
				left[a.Reverts] = true
			} else if err != nil {
				return err
			}
		}
	}
	out.Axioms = slices.DeleteFunc(out.Axioms, func(a db.OperationAxiom) bool {
		return a.Reverts != "" && left[a.Reverts]
	})
	if len(out.Axioms) == 0 {
		return errStaysRejected
	}
	p.list = append(p.list, out)
	return nil
}

// undoRow plans the edit of row i of an undo. An axiom that the operation removed comes back even
// if it is asserted with other annotations, because it may have been asserted twice.
func (p *planner) undoRow(ctx context.Context, out *db.Operation, i int, undo db.Operation) error {
	a := &out.Axioms[i]
	said := a.Edit == "" && a.Decided && p.says(a.Hash)
	// An operation in between may have changed the axiom. What another document lacks is listed
	// as a breach.
	switch sameDocument := undo.Document == out.Document; {
	case sameDocument && a.Then == db.Accept && p.addedTo(a):
		a.Edit = db.Removed
	case sameDocument && a.Then == db.Accept:
		a.Edit = db.Added
	case sameDocument && a.Then == db.Reject:
		a.Edit = db.Removed
	}
	axiom, err := owl.ParseAxiom(cmp.Or(a.Edited, a.Axiom), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	h := a.Hash
	if a.Edited != "" {
		h = owl.HashAxiom(axiom)
	}
	switch {
	case p.o.client.Load(): // which edits its copy itself
		a.Edit = ""
	case a.Edit == db.Removed && a.Then == db.Reject && a.Decided:
		a.Edited = ""
		p.remove(a, out)
		a = &out.Axioms[i]
	case a.Edit == db.Removed && p.has(h):
		p.touch(h, nil)
	case a.Edit == db.Added && !p.has(h) && !said:
		rejected, err := p.staysRejected(ctx, axiom, undo)
		if err != nil {
			return err
		}
		if rejected {
			return errStaysRejected
		}
		p.touch(h, axiom)
	default:
		a.Edit = ""
	}
	if a.Edit == "" {
		a.Edited = ""
	}
	return nil
}

// addedTo reports whether an edit that is undone added an accepted axiom that is also asserted with
// annotations. The edit of such a row is empty, because the decision agrees with the document.
func (p *planner) addedTo(row *db.OperationAxiom) bool {
	return row.Edit == "" && !row.Decided && p.has(row.Hash) &&
		p.o.axioms.saying(row.Hash)+p.more[row.Hash] > 1
}

// staysRejected reports whether an axiom has annotations, and without them is rejected by a
// decision that is not undone with it and not older than the operation that is undone.
func (p *planner) staysRejected(ctx context.Context, a owl.Axiom, undo db.Operation) (bool, error) {
	bare, store := bareHash(a), p.o.w.opts.Store
	decided := func(x db.OperationAxiom) bool { return x.Decided && x.Hash == bare }
	if len(a.AxiomAnnotations()) == 0 || slices.ContainsFunc(undo.Axioms, decided) {
		return false, nil
	}
	d, ok, err := store.CurrentOf(ctx, p.view.key(), bare)
	if err != nil || !ok || d.Action != db.Reject {
		return false, err
	}
	undone, err := store.OperationByID(ctx, p.view.key(), undo.Undoes)
	return !d.At.Before(undone.At), err
}

// revert plans to undo the current decision on an axiom.
func (p *planner) revert(ctx context.Context, out db.Operation, axiom owl.Hash) error {
	undo, err := p.o.w.opts.Store.Reverting(ctx, p.view.key(), axiom)
	if err != nil {
		return err
	}
	return p.undoBy(ctx, out, undo)
}
