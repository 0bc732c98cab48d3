package curate

import (
	"context"
	"errors"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// Without returns the reasoner of the ontology without some axioms. Those that it does not have are
// passed over.
func Without(ctx context.Context, r *reasoner.Reasoner, axioms []owl.Axiom) (*reasoner.Reasoner,
	error) {
	for _, a := range axioms {
		next, err := r.Apply(ctx, nil, []owl.Axiom{a})
		switch {
		case err == nil:
			r = next
		case !errors.Is(err, reasoner.ErrNoSuchAxiom):
			return nil, err
		}
	}
	return r, nil
}
