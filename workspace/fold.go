package workspace

import "context"

// foldSoon folds the layers of the present reasoner in the background if they have grown, so that
// memory and the time of an edit do not grow with the number of edits.
func (o *Ontology) foldSoon() {
	v := o.View()
	if v.reasoner == nil || !v.reasoner.Grown() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.folding || o.unfolded == v.header {
		return
	}
	o.folding = true
	o.w.inBackground(o.fold)
}

// fold classifies the present state from scratch and hands the reasoner out. Edits and questions
// meanwhile go through. If that fails, the layers stay.
func (o *Ontology) fold(ctx context.Context) {
	v := o.View()
	err := o.foldOnce(ctx, v)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.folding = false
	if err != nil {
		o.unfolded = v.header // it would fail again
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
