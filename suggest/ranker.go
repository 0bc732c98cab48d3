package suggest

import (
	"context"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// Candidate is a statement that a class may lack. Scores order the candidates of a class; they are
// no probabilities.
type Candidate struct {
	Statement
	Score float64
}

// ranker is the Ranking by the weights of package rank. It is safe for concurrent use.
type ranker struct {
	x      *asserted.Index
	engine *rank.Engine

	// feedback has the decisions that adjust the scores; nil if there are none.
	feedback *feedback
}

// newRanker indexes the names and definitions of an ontology, in linear time. The model may be nil.
func newRanker(x *asserted.Index, model rank.Model) (*ranker, error) {
	weights, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	engine := rank.New(x, weights)
	engine.UseModel(model)
	return &ranker{x: x, engine: engine}, nil
}

// Superclasses returns the k best candidates C ⊑ D.
func (r *ranker) Superclasses(ctx context.Context, class int32, k int) ([]Candidate, error) {
	subject := r.engine.Subject(class)
	list, err := r.engine.Superclasses(ctx, subject)
	list = r.engine.Adjust(subject, list, r.decisions(), rank.NoProperty)
	return candidatesOf(class, list, k), err
}

// decisions returns the decisions that adjust the scores.
func (r *ranker) decisions() rank.Feedback {
	if r.feedback == nil {
		return nil
	}
	return r.feedback.current()
}

// EntailedSuperclasses returns the k best D of the inferred superclasses that are not asserted.
func (r *ranker) EntailedSuperclasses(ctx context.Context, class int32, k int) ([]Candidate,
	error) {
	list, err := r.engine.ScoreSuperclasses(ctx, r.engine.Subject(class), r.inferred(class))
	return candidatesOf(class, list, k), err
}

// inferred returns the inferred superclasses of a class that are not asserted.
func (r *ranker) inferred(class int32) []int32 {
	var targets []int32
	for _, d := range r.x.Ancestors(class) {
		if r.x.Usable[d] && !r.x.IsAsserted(class, d) {
			targets = append(targets, d)
		}
	}
	return targets
}

// Existentials returns the k best candidates C ⊑ ∃r.D: of some properties or, if these are nil, of
// those that the text and the relatives of the class suggest.
func (r *ranker) Existentials(ctx context.Context, class int32, properties []int32,
	k int) ([]Candidate, error) {
	listed := properties
	if listed == nil {
		listed = []int32{rank.NoProperty}
	}
	subject := r.engine.Subject(class)
	var all []rank.Candidate
	for _, p := range listed {
		list, err := r.engine.Restrictions(ctx, subject, p)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	rank.Sort(all)
	all = r.engine.Adjust(subject, all, r.decisions(), properties...)
	return candidatesOf(class, all, k), ctx.Err()
}

// candidatesOf returns the first k candidates of a list.
func candidatesOf(class int32, list []rank.Candidate, k int) []Candidate {
	candidates := make([]Candidate, min(k, len(list)))
	for i := range candidates {
		c := list[i]
		candidates[i] = Candidate{c.Restriction().Of(class), c.Score}
	}
	return candidates
}
