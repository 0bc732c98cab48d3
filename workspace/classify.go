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
		done, err := o.catchUp(ctx, v, r, nil)
		if done || err != nil {
			return err
		}
	}
}

// catchUp applies the edits since a View to its reasoner and publishes the result. builtIn is that
// of the View; nil for that of the current state. The reasoner is edited once without the lock, so
// that a new edit waits only for the edits in between. done is false if the document was replaced
// meanwhile.
func (o *Ontology) catchUp(ctx context.Context, v *View, r *reasoner.Reasoner,
	builtIn *curate.BuiltIn) (done bool, err error) {
	follow := func() (now *View, err error) {
		now = o.View()
		if now.err != nil || now.header != v.header {
			return nil, now.err
		}
		if now.revision != v.revision {
			add, remove := curate.Difference(v.axioms, now.axioms)
			r, err = r.Apply(ctx, add, remove)
		}
		v = now
		return now, err
	}
	if now, err := follow(); now == nil || err != nil {
		return false, err
	}
	if err := o.lock(ctx); err != nil {
		return false, err
	}
	defer o.unlock()
	now, err := follow()
	if now == nil || err != nil {
		return false, err
	}
	if builtIn == nil {
		builtIn = now.builtIn
	}
	o.become(now.classified(r, builtIn))
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
	builtIn, err := v.builtIn.Folded(ctx, v.OWL, r)
	if err != nil {
		return err
	}
	_, err = o.catchUp(ctx, v, r, builtIn)
	return err
}
