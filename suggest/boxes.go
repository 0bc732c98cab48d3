package suggest

import (
	"context"
	"errors"
)

// Order is a way to order candidates.
type Order string

const (
	// ByWeights orders by the weights learned from curators of other ontologies, with the columns
	// of the trained model if there is one.
	ByWeights Order = ""
	// ByBoxes orders by the distance in the trained model alone.
	ByBoxes Order = "boxes"
)

// ErrNoModel is returned for a request with ByBoxes if there is no trained model.
var ErrNoModel = errors.New("there is no trained model")

// boxRanker is the Ranking by the distance in a trained model. The distance of a restriction is
// half the sum of its two distances.
type boxRanker struct{ *ranker }

// Superclasses returns the k nearest candidates C ⊑ D.
func (r boxRanker) Superclasses(ctx context.Context, class int32, k int) ([]Candidate, error) {
	list, err := r.engine.NearestSuperclasses(ctx, class, k)
	return candidatesOf(class, list, k), err
}

// EntailedSuperclasses returns the k nearest D of the inferred superclasses that are not asserted.
func (r boxRanker) EntailedSuperclasses(ctx context.Context, class int32, k int) ([]Candidate,
	error) {
	return candidatesOf(class, r.engine.ScoreByDistance(class, r.inferred(class)), k), ctx.Err()
}

// Existentials returns the k nearest candidates C ⊑ ∃r.D: of some properties or, if these are nil,
// of all that are in use.
func (r boxRanker) Existentials(ctx context.Context, class int32, properties []int32,
	k int) ([]Candidate, error) {
	list, err := r.engine.NearestRestrictions(ctx, class, properties, k)
	return candidatesOf(class, list, k), err
}
