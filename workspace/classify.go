package workspace

import (
	"context"

	"box2el-owl/curate"
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
	o.update(func(t *tasks) { t.classifying++ })
	err := o.classify(ctx, p)
	o.update(func(t *tasks) {
		t.classifying--
		t.unclassifiable = nil
		if err != nil && ctx.Err() == nil {
			t.unclassifiable = o.View().header
		}
	})
	return err
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

// catchUp applies the edits since a View to its reasoner and publishes the result. done is
// false if the document was replaced meanwhile.
func (o *Ontology) catchUp(ctx context.Context, v *View, r *reasoner.Reasoner) (done bool,
	err error) {
	if err := o.lock(ctx); err != nil {
		return false, err
	}
	defer o.unlock()
	now := o.View()
	if now.err != nil || now.header != v.header {
		return false, now.err
	}
	if now.revision != v.revision {
		add, remove := curate.Difference(v.axioms, now.axioms)
		if r, err = r.Apply(ctx, add, remove); err != nil {
			return false, err
		}
	}
	o.become(now.classified(r, nil))
	if !o.settings.Classified {
		s := o.settings
		s.Classified = true
		return true, o.save(ctx, s)
	}
	return true, nil
}

// fold classifies the current state from scratch and replaces the reasoner, whose layers (one for
// each edit) take memory and time. Edits and queries are possible meanwhile. If it fails, the
// reasoner with its layers remains in use.
func (o *Ontology) fold(ctx context.Context) {
	v := o.View()
	if err := o.foldOnce(ctx, v); err != nil && o.w.ctx.Err() == nil {
		o.update(func(t *tasks) { t.unfolded = v.header })
	}
}

func (o *Ontology) foldOnce(ctx context.Context, v *View) error {
	if v.reasoner == nil {
		return v.err // the document was replaced
	}
	r, err := v.reasoner.Fold(ctx)
	if err != nil {
		return err
	}
	_, err = o.catchUp(ctx, v, r)
	return err
}
