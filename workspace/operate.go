package workspace

import (
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

// Operation is an action of a person on an ontology. Kind is accept, reject, defer, edit, undo, or
// db.Revert.
type Operation struct {
	Kind db.Action
	// Axioms are those that are accepted, rejected or deferred, the part of an operation that is
	// undone (default: all), or those whose current decisions a Revert undoes.
	Axioms []DecidedAxiom
	// Remove and Add are the axioms of an edit; Remove is applied first. Removing an absent axiom
	// or adding an asserted one changes nothing.
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
	// Base is the revision that the operations change. Default: nil, any.
	Base *int64
	// AlsoEdit removes rejected and deferred axioms that are asserted. Default: nil, and a reject
	// of an asserted axiom is *AssertedError. If a client keeps the ontology, true reports that the
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
	// Key identifies a request, which is recorded once even if it is sent again. Default: "", it is
	// recorded each time.
	Key string

	cannotAsk bool // a reject takes back an accept with its edit, without AlsoEdit
}

// Operated is the result of Operate.
type Operated struct {
	Operations []db.Operation
	Conflict   *reasoner.Conflict // the conflict that Force accepted
	Status     Status
	// StillEntailed are the rejected axioms that other axioms entail.
	StillEntailed []owl.Axiom
}

// ContradictionError is returned if axioms cannot all be accepted.
type ContradictionError struct {
	Conflict *reasoner.Conflict
	// Culprits is a minimal conflict set of the axioms.
	Culprits []owl.Axiom
}

func (e *ContradictionError) Error() string {
	what := "the ontology inconsistent"
	if n := len(e.Conflict.Unsatisfiable); n > 0 && !e.Conflict.Inconsistent {
		what = fmt.Sprintf("classes unsatisfiable (%d), such as <%s>", n,
			e.Conflict.Unsatisfiable[0].IRI)
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
// Cost of an edit: that of reasoner.Apply. It does not grow with the ontology unless the reasoner
// must start from scratch.
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
		all = append(all, Operation{Kind: db.Reject, Comment: op.Comment, replaced: true,
			Axioms: mapped(op.Replaces, func(a owl.Axiom) DecidedAxiom {
				return DecidedAxiom{Axiom: a}
			})})
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
	p := planner{pending: o.axioms.pending(), o: o, view: v, ops: &ops,
		more: make(map[owl.Hash]int32)}
	for i := range ops.List {
		if err := p.plan(ctx, &ops.List[i]); err != nil {
			return out, err
		}
	}
	if p.imported != nil {
		return out, fmt.Errorf("%w operation: the axiom is asserted in an import, which is not "+
			"edited here; remove it there: %s", ErrInvalid, owl.Canonical(p.imported))
	}
	if len(p.list) == 0 && p.document == nil {
		out.Status = o.Status()
		return out, nil // the edits change nothing
	}
	if p.document != nil {
		return o.bringBack(ctx, &p)
	}
	p.setCheckedBy()
	c := p.change()
	r, err := v.reasonerAfter(ctx, c)
	if err != nil {
		return out, err
	}
	if out.Operations, err = o.record(ctx, key, request, p.list); err != nil {
		return out, err
	}
	o.publish(v, c, r, out.Operations)
	out.Status = o.Status()
	out.StillEntailed, err = o.stillEntailed(ctx, ops)
	return out, err
}

// setCheckedBy names the reasoners that found no contradiction in the accepted axioms.
func (p *planner) setCheckedBy() {
	by := p.ops.CheckedBy
	if r := p.view.reasoner; r != nil && r.Consistent() {
		by = strings.TrimSuffix(p.o.w.opts.Program+"; "+by, "; ")
	}
	for i := range p.list {
		if p.list[i].Kind == db.Accept {
			p.list[i].CheckedBy = by
		}
	}
}

// publish makes the state after recorded operations the current one, and adds their events.
func (o *Ontology) publish(v *View, c change, r *reasoner.Reasoner, recorded []db.Operation) {
	revision, at := v.revision, v.changed
	for i := range recorded {
		if op := &recorded[i]; !o.client.Load() {
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
	for i := range recorded {
		o.tell(operationEvent(&recorded[i]))
	}
	if len(recorded) == 0 {
		o.tell(Event{Name: RevisionEvent})
	}
}

// record writes operations. If a client keeps the ontology, it writes only decisions, without
// edits.
func (o *Ontology) record(ctx context.Context, key string, request owl.Hash,
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

// hash returns the hash of a request without its key.
func (ops *Operations) hash() (owl.Hash, error) {
	parts := []any{ops.Who, ops.Client, ops.Force, ops.AlsoEdit, ops.CheckedBy}
	for _, op := range ops.List {
		parts = append(parts, op.Kind, op.Undoes, op.Comment)
		for _, list := range [][]owl.Axiom{axiomsOf(op.Axioms), op.Remove, op.Add} {
			parts = append(parts, mapped(list, owl.Canonical))
		}
		for _, a := range op.Axioms {
			parts = append(parts, a.Probability, a.Verdict)
		}
	}
	text, err := json.Marshal(parts)
	return sha256.Sum256(text), err
}

func axiomsOf(list []DecidedAxiom) []owl.Axiom {
	return mapped(list, func(a DecidedAxiom) owl.Axiom { return a.Axiom })
}

// reasonerAfter returns the reasoner of the axioms after a change; nil if the ontology is not
// classified or nothing changes.
func (v *View) reasonerAfter(ctx context.Context, c change) (*reasoner.Reasoner, error) {
	if v.reasoner == nil || c.empty() {
		return nil, nil
	}
	return v.reasoner.Apply(ctx, c.add, c.remove)
}

// changed publishes the state of a View after a change. r is the reasoner of that state; nil if the
// ontology is not classified or nothing changes.
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
	o.axioms.apply(c)
	next := *former
	next.logical, next.axioms, next.count = o.axioms.logical, o.axioms.list, len(o.axioms.list)
	next.revision, next.changed, next.known = revision, at, new(known)
	renamed := !o.namesStay(c)
	if renamed {
		next.lookups = new(lookups)
	}
	if r != nil {
		next = *next.classified(r, former.builtIn)
	}
	o.become(&next)
	if renamed {
		o.lookUpSoon()
	}
}

// become publishes a View.
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
	next, set, err := o.read(ctx, former)
	if err != nil {
		return out, err
	}
	row, err := o.row(o.settings)
	if err != nil {
		return out, err
	}
	row.Key, row.Current = next.key(), former.Number
	out.Operations, err = o.w.opts.Store.Record(ctx, db.Record{After: o.seen.Load(), Open: &row,
		Operations: []db.Operation{*p.document}})
	if err != nil {
		return out, err
	}
	o.axioms = set
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

// stillEntailed returns the rejected axioms that other axioms entail.
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
			j, err := r.Judge(ctx, a.Axiom)
			if err != nil {
				return nil, err
			}
			if j.Verdict == suggest.Entailed {
				list = append(list, a.Axiom)
			}
		}
	}
	return list, nil
}
