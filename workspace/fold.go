package workspace

import "context"

// fold classifies the present state from scratch and hands the reasoner out, so that memory and the
// time of an edit do not grow with the number of edits. Edits and questions meanwhile go through.
// If it fails, the layers stay.
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
