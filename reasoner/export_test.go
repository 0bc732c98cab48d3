package reasoner

import (
	"context"
	"errors"
	"weak"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/saturate"
)

// ClassifyInLayers classifies base, removes the axioms of removed and adds those of added, each in
// a layer. All have one vocabulary. rebuild is true if a layer cannot do it.
func ClassifyInLayers(
	ctx context.Context, base, removed, added *el.Ontology,
) (t *Taxonomy, rebuild bool, err error) {
	opts := Options{Workers: 1}
	s, err := saturate.Run(ctx, base, opts.incremental())
	if err != nil {
		return nil, false, err
	}
	for _, step := range []struct {
		nf   *el.Ontology
		edit func(*saturate.Editor, *el.Ontology) error
	}{{removed, (*saturate.Editor).Remove}, {added, (*saturate.Editor).Add}} {
		l := s.Layer()
		e := saturate.NewEditor(l)
		if step.nf == removed && l.Rounded {
			return nil, true, nil
		}
		if err := step.edit(e, step.nf); err != nil {
			if errors.Is(err, saturate.ErrRebuild) {
				return nil, true, nil
			}
			return nil, false, err
		}
		if err := l.Update(ctx, e.SortedSeeds(), step.nf == removed); err != nil {
			return nil, false, err
		}
		if err := l.Rounds(ctx, l.Index.Contexts, nil); err != nil {
			return nil, false, err
		}
		if l.Consistent() {
			if err := l.AssumeEach(ctx, opts.Workers); err != nil {
				return nil, false, err
			}
		}
		s = &l.Saturation
	}
	t, err = reduce(ctx, s, nil, opts)
	return t, false, err
}

// ConflictInLayer is Conflict by a layer. It also reports whether propagate.Propagation is
// applicable.
func (r *Reasoner) ConflictInLayer(
	ctx context.Context, axiom owl.Axiom,
) (c *Conflict, propagated bool, err error) {
	if c, err = r.conflictInLayer(ctx, []owl.Axiom{axiom}); err != nil {
		return nil, false, err
	}
	rest, err := r.conflictsByPropagation(ctx, []owl.Axiom{axiom}, make([]*Conflict, 1), true)
	return c, len(rest) == 0, err
}

// Held returns a function that reports whether the saturation of r or its store is in memory.
func (r *Reasoner) Held() func() bool {
	s, store := weak.Make(r.s), weak.Make(r.s.Store)
	return func() bool { return s.Value() != nil || store.Value() != nil }
}
