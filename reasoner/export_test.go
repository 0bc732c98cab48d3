package reasoner

import (
	"context"
	"errors"
	"weak"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// ClassifyInLayers classifies base, removes the axioms of removed and adds those of added, each in
// a layer. All have one vocabulary. rebuild is true if a layer cannot do it.
func ClassifyInLayers(
	ctx context.Context, base, removed, added *el.Ontology,
) (t *Taxonomy, rebuild bool, err error) {
	opts := Options{Workers: 1}
	s, err := saturate(ctx, base, opts.incremental())
	if err != nil {
		return nil, false, err
	}
	for _, step := range []struct {
		nf   *el.Ontology
		edit func(*editor, *el.Ontology) error
	}{{removed, (*editor).remove}, {added, (*editor).add}} {
		s = s.layer()
		e := newEditor(s)
		if step.nf == removed && s.rounded {
			return nil, true, nil
		}
		if err := step.edit(e, step.nf); err != nil {
			if errors.Is(err, errRebuild) {
				return nil, true, nil
			}
			return nil, false, err
		}
		if err := s.update(ctx, e.sortedSeeds(), step.nf == removed); err != nil {
			return nil, false, err
		}
		if err := s.rounds(ctx, s.x.Contexts, nil); err != nil {
			return nil, false, err
		}
		if s.consistent() {
			if err := s.assumeEach(ctx, opts.Workers); err != nil {
				return nil, false, err
			}
		}
	}
	t, err = reduce(ctx, s, opts)
	return t, false, err
}

// ConflictInLayer is Conflict by a layer. It also reports whether conflictPropagation is
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
	s, store := weak.Make(r.s), weak.Make(r.s.store)
	return func() bool { return s.Value() != nil || store.Value() != nil }
}
