package suggest

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
)

// Sources are what a Ranker looks at.
type Sources struct {
	Terminology *Terminology

	// Geometry is a trained model. Default: none, and its signals are unknown.
	Geometry Geometry

	// Unseen are told statements that were kept from the model while it was trained: on them it is learned what its signals are
	// worth.
	Unseen []Statement

	// Entailed returns the entailed superclasses of a class in any order, which are no candidates. EntailedUnseen does so for the
	// ontology without the unseen statements. Default: what follows from the told hierarchy.
	Entailed, EntailedUnseen func(class int32) []int32
}

// Candidate is a statement that a class may be missing.
type Candidate struct {
	Statement
	Score       float64 // log-odds
	Probability float64 // of Score
}

// Ranker orders what classes may be missing, by signals from geometry, labels, definitions and structure, which are fused by weights
// that are learned on the ontology itself. It is safe for concurrent use, and deterministic.
type Ranker struct {
	view    *view
	learned Learned
	scratch sync.Pool
}

// Learned is what a Ranker has learned of an ontology, to be kept beside the model.
type Learned struct {
	Subclass, Existential *expert
	Quality               Quality
}

// NewRanker learns what signals are worth on the unseen statements. It takes some milliseconds for each, at most some
// thousand times.
func NewRanker(ctx context.Context, src Sources, opts RankerOptions) (*Ranker, error) {
	text := newTexts(src.Terminology)
	learned, err := learn(ctx, src, text, opts.withDefaults())
	if err != nil {
		return nil, err
	}
	return newRanker(src, text, *learned), nil
}

// ErrLearned says that what was learned is not about the signals that there are: another version of the program has learned it, or the
// file is damaged.
var ErrLearned = errors.New("what was learned does not fit the signals")

// RestoreRanker makes a Ranker of what another one has learned. The error is ErrLearned.
func RestoreRanker(src Sources, learned Learned) (*Ranker, error) {
	if !learned.Subclass.fits(len(subclassSignals)) || !learned.Existential.fits(len(existentialSignals)) {
		return nil, ErrLearned
	}
	return newRanker(src, newTexts(src.Terminology), learned), nil
}

// Follow returns a Ranker of another state of the ontology that uses what this one has learned. What names and definitions say is taken over where they are the
// same.
func (r *Ranker) Follow(src Sources) *Ranker {
	text := r.view.text
	if !src.Terminology.saysTheSame(r.view.t) {
		text = newTexts(src.Terminology)
	}
	return newRanker(src, text, r.learned)
}

func newRanker(src Sources, text *texts, learned Learned) *Ranker {
	t := src.Terminology
	r := &Ranker{view: newView(t, newTold(t, t.statements), text, src.Geometry, src.Entailed), learned: learned}
	r.scratch.New = func() any { return newScratch(r.view) }
	return r
}

// Learned is for RestoreRanker.
func (r *Ranker) Learned() Learned { return r.learned }

// Quality is how well the ranker did on what was hidden from it.
func (r *Ranker) Quality() Quality { return r.learned.Quality }

// Signals names the signals of candidates of a form.
func (r *Ranker) Signals(form Form) []string {
	return signalsOf(form)
}

// SignalsOf returns the signals of a statement, as Signals names them; NaN: not known.
func (r *Ranker) SignalsOf(ctx context.Context, of Statement) ([]float64, error) {
	s := r.scratch.Get().(*scratch)
	defer r.scratch.Put(s)
	n, err := r.view.surround(ctx, of.Class, s)
	if err != nil {
		return nil, err
	}
	t, err := r.view.table(ctx, n, of.Form(), []Statement{of}, s)
	if err != nil {
		return nil, err
	}
	defer s.takeBack(t)
	return slices.Clone(t.row(slices.Index(t.statements, of))), nil
}

// Knows reports whether the model knows a class. Others are placed by their axioms, labels and definitions.
func (r *Ranker) Knows(class int32) bool { return r.view.rowOf(class) >= 0 }

// Superclasses returns the k likeliest D of class ⊑ D, best first. Neither told nor entailed ones are among them, nor classes below
// the subject or deprecated ones.
func (r *Ranker) Superclasses(ctx context.Context, class int32, k int) ([]Candidate, error) {
	return r.rank(ctx, class, k, Subclass, r.learned.Subclass, func(n *neighborhood, s *scratch) (*table, error) {
		return r.view.subclasses(ctx, n, nil, s)
	})
}

// EntailedSuperclasses returns the k likeliest D of class ⊑ D among those that follow and are not told, best first.
func (r *Ranker) EntailedSuperclasses(ctx context.Context, class int32, k int) ([]Candidate, error) {
	var wanted []int32
	for _, d := range r.view.entailed(class) {
		if d != class && !r.view.t.Deprecated[d] && !r.view.told.has(Statement{class, NoProperty, d}) {
			wanted = append(wanted, d)
		}
	}
	slices.Sort(wanted)
	list, err := r.rank(ctx, class, math.MaxInt, Subclass, r.learned.Subclass, func(n *neighborhood, s *scratch) (*table, error) {
		t, err := r.view.subclasses(ctx, n, wanted, s)
		if err == nil {
			clear(t.forced) // they are to be listed
		}
		return t, err
	})
	list = slices.DeleteFunc(list, func(c Candidate) bool {
		_, found := slices.BinarySearch(wanted, c.Target)
		return !found
	})
	return list[:min(k, len(list))], err
}

// Existentials returns the k likeliest (r, D) of class ⊑ ∃r.D, best first: of some properties or, if these are nil, of those that the
// classes around the subject use.
func (r *Ranker) Existentials(ctx context.Context, class int32, properties []int32, k int) ([]Candidate, error) {
	return r.rank(ctx, class, k, Existential, r.learned.Existential, func(n *neighborhood, s *scratch) (*table, error) {
		return r.view.existentials(ctx, n, properties, nil, s)
	})
}

func (r *Ranker) rank(
	ctx context.Context, class int32, k int, form Form, e *expert, candidates func(n *neighborhood, s *scratch) (*table, error),
) ([]Candidate, error) {
	s := r.scratch.Get().(*scratch)
	defer r.scratch.Put(s)
	n, err := r.view.surround(ctx, class, s)
	if err != nil {
		return nil, err
	}
	t, err := candidates(n, s)
	if err != nil {
		return nil, err
	}
	defer s.takeBack(t)
	return e.list(t, &s.ordered, k, r.view.toldOf(class, form), n.row >= 0), nil
}
