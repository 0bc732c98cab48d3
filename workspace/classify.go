package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// Classify classifies the ontology as it is, and keeps the result for a restart. Edits that come in meanwhile go through, and are caught up with at the end. An
// inconsistent ontology is no error: see View.Reasoner. It ends soon after its context has.
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
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		o.failed = err
	}
}

func (o *Ontology) classify(ctx context.Context, p owl.Progress) error {
	for {
		v := o.View()
		if v.err != nil {
			return v.err
		}
		r, err := reasoner.New(ctx, v.OWL(), reasoner.Options{Workers: o.w.opts.Workers, Progress: p})
		if err != nil {
			return err
		}
		if err := o.saveState(ctx, v, r); err != nil {
			return err
		}
		done, err := o.catchUp(ctx, v, r)
		if done || err != nil {
			return err
		}
	}
}

// catchUp hands out a reasoner of a former View, brought to the state that there is now. It is not done where another document has come
// in meanwhile.
func (o *Ontology) catchUp(ctx context.Context, v *View, r *reasoner.Reasoner) (done bool, err error) {
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
	if !o.document.Classified {
		d := o.document
		d.Classified = true
		if err := o.save(ctx, d); err != nil {
			return false, err
		}
		o.document = d
	}
	return true, nil
}

// differences returns what the axioms of a later state have more and less, by their identity: an axiom that was removed and added again is in
// both.
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

// stateFile is where the reasoner's state of some content is kept.
func (o *Ontology) stateFile(content owl.Hash) string {
	return filepath.Join(o.folder(), "state-"+content.String())
}

// saveState keeps the state of a reasoner that was made of the axioms of a View, in place of all others. A state that cannot be kept is no error: the
// ontology is classified again when it is needed.
func (o *Ontology) saveState(ctx context.Context, v *View, r *reasoner.Reasoner) error {
	if err := os.MkdirAll(o.folder(), 0o700); err != nil {
		return nil
	}
	file := o.stateFile(v.hashes.Content)
	if r.SaveFile(ctx, file, reasoner.StateKey(v.hashes.Content)) != nil {
		os.Remove(file)
	}
	for _, other := range o.stateFiles() {
		if other != file {
			os.Remove(other)
		}
	}
	return ctx.Err()
}

func (o *Ontology) stateFiles() []string {
	return o.files("state-*")
}

// loadState returns the reasoner of the kept state that belongs to a content; nil where there is none.
func (o *Ontology) loadState(ctx context.Context, content owl.Hash, axioms []owl.Axiom) *reasoner.Reasoner {
	r, err := reasoner.LoadFile(ctx, o.stateFile(content), reasoner.StateKey(content), func() ([]owl.Axiom, error) { return axioms, nil },
		reasoner.Options{Workers: o.w.opts.Workers})
	if err != nil {
		return nil
	}
	return r
}

func loadFailed(file string, err error) error {
	return fmt.Errorf("%w: %s: %v; send the ontology again", ErrDamaged, file, err)
}
