package workspace

import "context"

// fold classifies the current state from scratch and replaces the reasoner, whose layers (one for
// each edit) take memory and time. Edits and queries are possible meanwhile. If it fails, the
// reasoner with its layers remains in use.
func (o *Ontology) fold(ctx context.Context) {
	v := o.View()
	if err := o.foldOnce(ctx, v); err != nil && ctx.Err() == nil {
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
