package workspace

import (
	"context"
	"errors"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// Classify classifies the ontology. It is classified again after a restart. Edits are possible
// meanwhile; the result includes them. An inconsistent ontology is no error: see View.Reasoner.
// Classify returns soon after its context ends.
func (o *Ontology) Classify(ctx context.Context, p owl.Progress) error {
	if err := o.Await(ctx); err != nil {
		return err
	}
	o.begin()
	err := o.classify(ctx, p)
	o.end(err)
	return err
}

func (o *Ontology) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.classifying++
	o.failed = nil
}

func (o *Ontology) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.classifying--
	if err != nil && !errors.Is(err, context.Canceled) &&
		!errors.Is(err, context.DeadlineExceeded) {
		o.failed = err
	}
}

func (o *Ontology) classify(ctx context.Context, p owl.Progress) error {
	for {
		v := o.View()
		if v.err != nil {
			return v.err
		}
		r, err := reasoner.New(ctx, v.OWL(),
			reasoner.Options{Workers: o.w.opts.Workers, Progress: p})
		if err != nil {
			return err
		}
		done, err := o.catchUp(ctx, v, r)
		if done || err != nil {
			return err
		}
	}
}

// catchUp publishes the reasoner of an earlier View, edited to the current state. done is false if
// the document was replaced meanwhile.
func (o *Ontology) catchUp(ctx context.Context, v *View, r *reasoner.Reasoner) (done bool,
	err error) {
	if err := o.lock(ctx); err != nil {
		return false, err
	}
	defer o.unlock()
	now := o.View()
	if now.err != nil {
		return false, now.err
	}
	if now.header != v.header {
		return false, nil
	}
	if now.hashes.Content != v.hashes.Content {
		add, remove := differences(v.axioms, now.axioms)
		if r, err = r.Apply(ctx, add, remove); err != nil {
			return false, err
		}
	}
	o.become(now.classified(r))
	o.prepareSoon()
	if !o.state.Classified {
		s := o.state
		s.Classified = true
		return true, o.save(ctx, s)
	}
	return true, nil
}

// differences returns what the axioms of a later state have more and less, by their identity: an
// axiom that was removed and added again is in both.
func differences(before, after axiomList) (add, remove []owl.Axiom) {
	had := make(map[owl.Axiom]bool, before.len())
	for a := range before.each() {
		had[a] = true
	}
	for a := range after.each() {
		if had[a] {
			delete(had, a)
		} else {
			add = append(add, a)
		}
	}
	for a := range before.each() {
		if had[a] {
			remove = append(remove, a)
		}
	}
	return add, remove
}
