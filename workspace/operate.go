package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// Operation is something that a person does to an ontology. Kind is accept, reject, defer, edit,
// undo, or db.Revert.
type Operation struct {
	Kind db.Action
	// Axioms are those that are accepted, rejected or deferred, the part of an operation that is
	// undone (default: all), or those whose current decisions a Revert undoes.
	Axioms []DecidedAxiom
	// Remove and Add are those of an edit; first some go, then some come. To remove what is not
	// there, or add what is, changes nothing.
	Remove, Add []owl.Axiom
	// Undoes is the id of the operation that an undo reverts.
	Undoes  string
	Comment string

	// Replaces are axioms that accepted ones replace. They are rejected and removed by an operation
	// of their own, which joins this one; the accepted ones are checked without them.
	Replaces []owl.Axiom
	replaced bool // a reject of such axioms
}

// DecidedAxiom is an axiom that is decided, with what was shown of it: nil and "" if nothing was.
type DecidedAxiom struct {
	Axiom       owl.Axiom
	Probability *float64
	Verdict     suggest.Verdict
}

// Operations are recorded together: all or none.
type Operations struct {
	List []Operation
	// Base is the revision that the operations are made of. Default: nil, any.
	Base *int64
	// AlsoEdit removes rejected and deferred axioms that are asserted. Default: nil, and a reject
	// of an asserted axiom is *AssertedError. If a client keeps the ontology, true means that the
	// client has made the edits.
	AlsoEdit *bool
	// The person and the client; "" if not known.
	Who, Client string
	// Run is the suggestion run that showed the axioms. Default: 0, none.
	Run int64
	// Force accepts axioms although they contradict.
	Force bool
	// CheckedBy names reasoners of the client that found no contradiction; "" if there are none.
	CheckedBy string
	// Key makes a request that is sent repeatedly one. Default: it is recorded each time.
	Key string

	cannotAsk bool // a reject takes back an accept with its edit, without AlsoEdit
}

// Operated is the result of Operate.
type Operated struct {
	Operations []db.Operation
	Conflict   suggest.Conflict // the conflict that Force accepted
	Status     Status
	// StillEntailed are the rejected axioms that follow from others all the same.
	StillEntailed []owl.Axiom
}

// ContradictionError is returned if axioms cannot all be accepted.
type ContradictionError struct {
	Conflict suggest.Conflict
	// Culprits are a smallest choice of the axioms that contradict together.
	Culprits []owl.Axiom
}

func (e *ContradictionError) Error() string {
	what := "the ontology inconsistent"
	if n := len(e.Conflict.Unsatisfiable); n > 0 && !e.Conflict.Inconsistent {
		what = fmt.Sprintf("classes unsatisfiable (%d), such as <%s>", n, e.Conflict.Unsatisfiable[0])
	}
	return "accepting the axioms makes " + what
}

// AssertedError is returned if a rejected axiom is asserted.
type AssertedError struct{ Axiom owl.Axiom }

func (e *AssertedError) Error() string {
	return "the axiom is asserted; set alsoEdit to remove it as well: " +
		owl.Canonical(e.Axiom)
}

// Operate records operations and makes their edits, in one transaction. They are on the disk when
// it returns nil, and a classified ontology is classified. Accepted axioms are checked together
// first, if the ontology is classified and consistent. Errors are *BaseError, *ContradictionError,
// *AssertedError, *db.TouchedError, ErrCopy, ErrUnwritable, ErrDamaged, ErrUnknown, those of
// db.Store.Record, and that of a context that has ended.
//
// Cost of an edit: that of reasoner.Apply. Nothing of it grows with the ontology as long as the
// reasoner need not start afresh.
func (o *Ontology) Operate(ctx context.Context, ops Operations) (Operated, error) {
	ops.List = withReplaced(ops.List)
	if err := o.Await(ctx); err != nil {
		return Operated{}, err
	}
	if err := o.lock(ctx); err != nil {
		return Operated{}, err
	}
	defer o.unlock()
	if o.copy.Load() {
		return Operated{}, ErrCopy
	}
	const attempts = 20
	for i := 0; ; i++ {
		if err := o.refresh(ctx); err != nil {
			return Operated{}, err
		}
		out, err := o.operate(ctx, ops)
		if !errors.Is(err, db.ErrChanged) || i == attempts {
			return out, err
		}
	}
}

// withReplaced returns operations with the rejects of replaced axioms.
func withReplaced(list []Operation) (all []Operation) {
	for _, op := range list {
		all = append(all, op)
		if len(op.Replaces) == 0 {
			continue
		}
		rejected := Operation{Kind: db.Reject, Comment: op.Comment, replaced: true}
		for _, a := range op.Replaces {
			rejected.Axioms = append(rejected.Axioms, DecidedAxiom{Axiom: a})
		}
		all = append(all, rejected)
	}
	return all
}

// operate makes one attempt. It fails with db.ErrChanged if another program has recorded something
// meanwhile.
func (o *Ontology) operate(ctx context.Context, ops Operations) (out Operated, err error) {
	v, store := o.View(), o.w.opts.Store
	request, err := ops.hash()
	if err != nil {
		return out, err
	}
	key := ""
	if ops.Key != "" {
		key = v.key() + "\n" + ops.Key
		out.Operations, err = store.RecordedOnce(ctx, key, request)
		if err != nil || out.Operations != nil {
			out.Status = o.Status()
			return out, err
		}
	}
	if ops.Base != nil && *ops.Base != v.revision {
		return out, &BaseError{v.revision}
	}
	var accepted, replaced []owl.Axiom
	for _, op := range ops.List {
		if op.Kind == db.Accept {
			accepted = append(accepted, axiomsOf(op.Axioms)...)
			replaced = append(replaced, op.Replaces...)
		}
	}
	if out.Conflict, err = v.acceptable(ctx, accepted, replaced, ops.Force); err != nil {
		return out, err
	}
	if err := o.ensureDocument(ctx); err != nil {
		return out, err
	}
	v = o.View()
	p := planner{o: o, view: v, ops: &ops, after: make(map[owl.Hash]owl.Axiom),
		more: make(map[owl.Hash]int32)}
	for i := range ops.List {
		if err := p.plan(ctx, &ops.List[i]); err != nil {
			return out, err
		}
	}
	if len(p.list) == 0 && p.document == nil {
		out.Status = o.Status()
		return out, nil // the edits change nothing
	}
	if p.document != nil {
		return o.bringBack(ctx, &p)
	}
	checkedBy := ops.CheckedBy
	if len(accepted) > 0 && v.reasoner != nil && v.reasoner.Consistent() {
		checkedBy = strings.TrimSuffix(o.w.opts.Program+"; "+checkedBy, "; ")
	}
	for i := range p.list {
		if p.list[i].Kind == db.Accept {
			p.list[i].CheckedBy = checkedBy
		}
	}
	c, err := p.change(ctx)
	if err != nil {
		return out, err
	}
	r, err := v.reasonerAfter(ctx, c)
	if err != nil {
		return out, err
	}
	if out.Operations, err = o.record(ctx, v, key, request, p.list); err != nil {
		return out, err
	}
	revision, at := v.revision, v.changed
	for i := range out.Operations {
		if op := &out.Operations[i]; !o.client.Load() {
			o.seen.Store(op.Number)
			if edits(op) {
				revision, at = op.Number, op.At
			}
		}
	}
	if o.client.Load() && !c.empty() {
		revision, at = v.revision+1, o.w.opts.Now().UTC().Truncate(time.Microsecond)
	}
	o.changed(v, c, r, revision, at)
	for i := range out.Operations {
		o.tell(operationEvent(&out.Operations[i]))
	}
	if len(out.Operations) == 0 {
		o.tell(Event{Name: RevisionEvent})
	}
	out.Status = o.Status()
	out.StillEntailed, err = o.stillEntailed(ctx, ops)
	return out, err
}

// record writes operations. Of an ontology that a client keeps, decisions alone are recorded,
// without edits.
func (o *Ontology) record(ctx context.Context, v *View, key string, request owl.Hash,
	list []db.Operation) ([]db.Operation, error) {
	after := o.seen.Load()
	if o.client.Load() {
		after = -1
		var decisions []db.Operation
		for _, op := range list {
			if op.Kind == db.Edit {
				continue
			}
			op.Document = 0
			op.Axioms = append([]db.OperationAxiom(nil), op.Axioms...)
			for i := range op.Axioms {
				op.Axioms[i].Edit = ""
			}
			decisions = append(decisions, op)
		}
		if list = decisions; len(list) == 0 {
			return nil, nil
		}
	}
	return o.w.opts.Store.Record(ctx,
		db.Record{After: after, Key: key, Request: request, Operations: list})
}

// hash identifies what a request says, its key aside.
func (ops *Operations) hash() (owl.Hash, error) {
	type line struct {
		Kind            db.Action
		Axioms          []string
		Shown           []DecidedAxiom
		Remove, Add     []string
		Undoes, Comment string
	}
	var lines []line
	texts := func(list []owl.Axiom) (out []string) {
		for _, a := range list {
			out = append(out, owl.Canonical(a))
		}
		return out
	}
	for _, op := range ops.List {
		l := line{Kind: op.Kind, Axioms: texts(axiomsOf(op.Axioms)), Remove: texts(op.Remove),
			Add: texts(op.Add), Undoes: op.Undoes, Comment: op.Comment}
		for _, a := range op.Axioms {
			a.Axiom = nil
			l.Shown = append(l.Shown, a)
		}
		lines = append(lines, l)
	}
	text, err := json.Marshal([]any{lines, ops.Who, ops.Client, ops.Force, ops.AlsoEdit,
		ops.CheckedBy})
	return sha256.Sum256(text), err
}

func axiomsOf(list []DecidedAxiom) []owl.Axiom {
	out := make([]owl.Axiom, len(list))
	for i, a := range list {
		out[i] = a.Axiom
	}
	return out
}

// planner makes rows of operations, one after the other, and keeps account of what they edit.
type planner struct {
	o    *Ontology
	view *View
	ops  *Operations
	list []db.Operation
	// touched axioms: the axiom afterwards, nil if it is removed
	after    map[owl.Hash]owl.Axiom
	order    []owl.Hash         // of after
	more     map[owl.Hash]int32 // change of axioms.saying, by hash without annotations
	document *db.Operation      // the replacement that is undone; nil if there is none
}

// has reports whether an axiom is asserted at this point, annotations included.
func (p *planner) has(h owl.Hash) bool {
	if a, touched := p.after[h]; touched {
		return a != nil
	}
	return p.o.axioms.has(h)
}

// touch notes that an axiom is there, or with nil that it is not.
func (p *planner) touch(h owl.Hash, a owl.Axiom) {
	former, known := p.after[h]
	if !known {
		p.order = append(p.order, h)
		if place, here := p.o.axioms.places[h]; here {
			former = p.o.axioms.list.all[place]
		}
	}
	p.after[h] = a
	if former != nil {
		p.more[bareHash(former)]--
	}
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

// change returns what all operations change together.
func (p *planner) change(ctx context.Context) (change, error) {
	var remove, add []owl.Axiom
	for _, h := range p.order {
		switch a := p.after[h]; {
		case a != nil:
			add = append(add, a)
		case p.o.axioms.has(h):
			remove = append(remove, p.o.axioms.list.all[p.o.axioms.places[h]])
		}
	}
	return p.o.axioms.between(ctx, remove, add)
}

func (p *planner) plan(ctx context.Context, op *Operation) error {
	out := db.Operation{Ontology: p.view.key(), Kind: op.Kind, Who: p.ops.Who, Client: p.ops.Client,
		Comment: op.Comment, Run: p.ops.Run, JoinsPrevious: op.replaced}
	if p.o.document != nil {
		out.Document = p.o.document.Number
	}
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
		var axioms []owl.Hash
		for _, a := range op.Axioms {
			axioms = append(axioms, owl.HashAxiom(a.Axiom))
		}
		return p.undo(ctx, out, op.Undoes, axioms)
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
	decided := make(map[owl.Hash]bool)
	annotations := p.o.settings.Provenance.annotations(p.ops.Who, p.o.w.opts)
	for _, a := range op.Axioms {
		text := db.AxiomText(a.Axiom)
		if op.replaced { // the decision is about the axiom without its annotations
			text = string(owl.AppendCanonicalBare(nil, a.Axiom))
		}
		canonical, err := db.ParseAxiom(text) // the axiom that a restart reads
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		h := owl.HashAxiom(canonical)
		if decided[h] {
			continue
		}
		decided[h] = true
		row := db.OperationAxiom{Axiom: text, Hash: h, Decided: true, Probability: a.Probability,
			Verdict: string(a.Verdict)}
		if err := p.shown(ctx, &row); err != nil {
			return err
		}
		asserted, edit := p.says(h), p.ops.AlsoEdit
		switch {
		case op.Kind == db.Accept && !asserted && !p.o.client.Load():
			if err := p.add(&row, canonical, annotations); err != nil {
				return err
			}
		case op.Kind == db.Accept && !asserted && edit != nil && *edit:
			row.Edit = db.Added
			p.touch(h, canonical)
		case op.replaced && len(a.Axiom.AxiomAnnotations()) > 0 && !p.has(h) &&
			!p.o.client.Load():
			if annotated := owl.HashAxiom(a.Axiom); p.has(annotated) {
				p.touch(annotated, nil)
				out.Axioms = append(out.Axioms, db.OperationAxiom{
					Axiom: owl.Canonical(a.Axiom), Hash: annotated, Edit: db.Removed,
				})
			}
		case op.Kind == db.Accept || !asserted:
		case edit != nil && *edit || op.replaced && !p.o.client.Load():
			p.remove(&row, out)
		case op.Kind == db.Reject && !p.o.client.Load():
			accepted, err := p.accepted(ctx, h)
			if err != nil {
				return err
			}
			if !accepted || !p.ops.cannotAsk {
				return &AssertedError{canonical}
			}
			p.remove(&row, out)
		}
		out.Axioms = append(out.Axioms, row)
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

// edit fills in what really changes, each axiom once.
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
		return p.undoBy(out, undo)
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

// undoBy plans an operation that undoes another one.
func (p *planner) undoBy(out, undo db.Operation) error {
	out.Kind, out.Undoes, out.Axioms = db.Undo, undo.Undoes, undo.Axioms
	for i := range out.Axioms {
		a := &out.Axioms[i]
		// An operation in between may have changed the axiom. What another document lacks is listed
		// as a breach.
		switch sameDocument := undo.Document == out.Document; {
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
			p.remove(a, &out)
			a = &out.Axioms[i]
		case a.Edit == db.Removed && p.has(h):
			p.touch(h, nil)
		case a.Edit == db.Added && !p.has(h) && !(a.Decided && p.says(a.Hash)):
			p.touch(h, axiom)
		default:
			a.Edit = ""
		}
		if a.Edit == "" {
			a.Edited = ""
		}
	}
	p.list = append(p.list, out)
	return nil
}

// revert plans to undo the current decision on an axiom.
func (p *planner) revert(ctx context.Context, out db.Operation, axiom owl.Hash) error {
	undo, err := p.o.w.opts.Store.Reverting(ctx, p.view.key(), axiom)
	if err != nil {
		return err
	}
	return p.undoBy(out, undo)
}

// change makes a change to the axioms that is recorded already, and brings the reasoner up to it.
func (o *Ontology) change(ctx context.Context, c change, revision int64, at time.Time) error {
	v := o.View()
	if c.empty() && revision == v.revision {
		return nil
	}
	r, err := v.reasonerAfter(ctx, c)
	if err != nil {
		return err
	}
	o.changed(v, c, r, revision, at)
	return nil
}

// reasonerAfter returns the reasoner of the axioms after a change; nil if the ontology is not
// classified or nothing changes.
func (v *View) reasonerAfter(ctx context.Context, c change) (*reasoner.Reasoner, error) {
	if v.reasoner == nil || c.empty() {
		return nil, nil
	}
	return v.reasoner.Apply(ctx, c.add, c.remove)
}

// changed makes a change to the axioms of a View the present state; r is the reasoner of the state
// after it, nil if it is not classified or nothing changes.
func (o *Ontology) changed(former *View, c change, r *reasoner.Reasoner, revision int64,
	at time.Time) {
	if c.empty() {
		if revision != former.revision {
			next := *former
			next.revision, next.changed = revision, at
			o.become(&next)
		}
		return
	}
	next, renamed := o.edited(former, c, r, at)
	next.revision = revision
	o.become(next)
	if renamed {
		o.lookUpSoon()
	}
}

// edited makes a change to the axioms, and returns the View of the state after it; renamed says
// that names have changed.
func (o *Ontology) edited(former *View, c change, r *reasoner.Reasoner, at time.Time) (view *View,
	renamed bool) {
	o.axioms.apply(c)
	next := *former
	next.logical, next.axioms, next.count, next.changed = o.axioms.logical, o.axioms.list,
		o.axioms.list.len(), at
	next.known = new(known)
	if renamed = !o.namesStay(c); renamed {
		next.lookups = new(lookups)
	}
	if r != nil {
		return next.classified(r, former.builtIn), renamed
	}
	return &next, renamed
}

// become makes a View the one that is handed out from now on.
func (o *Ontology) become(v *View) {
	o.current.Store(v)
	if v.err != ErrLoading {
		select {
		case <-o.loaded:
		default:
			close(o.loaded)
		}
	}
	o.advance()
}

// namesStay reports whether no name changes: all axioms are logical, and have declared entities
// only.
func (o *Ontology) namesStay(c change) bool {
	for _, list := range [][]owl.Axiom{c.add, c.remove} {
		for _, a := range list {
			if !a.Kind().IsLogical() {
				return false
			}
			for _, e := range owl.AxiomSignature(a) {
				if !o.axioms.has(owl.HashAxiom(&owl.Declaration{Entity: e})) {
					return false
				}
			}
		}
	}
	return true
}

// bringBack undoes the replacement of a document: it reads the other document, with the operations
// on it.
func (o *Ontology) bringBack(ctx context.Context, p *planner) (out Operated, err error) {
	if len(p.ops.List) != 1 {
		return out, fmt.Errorf("%w: the replacement of a document is undone alone", ErrInvalid)
	}
	former, err := o.documentNumber(ctx, p.document.Document)
	if err != nil {
		return out, err
	}
	present := o.document
	o.document = former
	next, err := o.read(ctx)
	if err == nil {
		var row db.OpenOntology
		if row, err = o.row(o.settings); err == nil {
			row.Key = next.key()
			out.Operations, err = o.w.opts.Store.Record(ctx,
				db.Record{After: -1, Open: &row, Operations: []db.Operation{*p.document}})
		}
	}
	if err != nil {
		o.document, o.axioms = present, nil
		again, readErr := o.read(ctx) // the axioms of the present document
		if readErr != nil {
			return out, errors.Join(err, readErr)
		}
		o.become(again)
		return out, err
	}
	op := out.Operations[0]
	next.revision, next.changed = op.Number, op.At
	o.seen.Store(op.Number)
	o.become(next)
	o.lookUpSoon()
	o.tell(operationEvent(&op))
	out.Status = o.Status()
	return out, nil
}

// documentNumber returns a document of the ontology. The error is ErrUnknown if it is no longer
// kept.
func (o *Ontology) documentNumber(ctx context.Context, number int64) (*db.Document, error) {
	list, err := o.w.opts.Store.Documents(ctx, o.id)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Number == number {
			return &list[i], nil
		}
	}
	return nil, fmt.Errorf("%w document: it is no longer kept", ErrUnknown)
}

// stillEntailed returns the rejected axioms that follow all the same.
func (o *Ontology) stillEntailed(ctx context.Context, ops Operations) ([]owl.Axiom, error) {
	r, err := o.View().Reasoner()
	if err != nil {
		return nil, nil // not known
	}
	var list []owl.Axiom
	for _, op := range ops.List {
		for _, a := range op.Axioms {
			if op.Kind != db.Reject {
				continue
			}
			c, err := check(ctx, r, a.Axiom)
			if err != nil {
				return nil, err
			}
			if c.Verdict == suggest.Entailed {
				list = append(list, a.Axiom)
			}
		}
	}
	return list, nil
}
