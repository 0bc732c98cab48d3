package suggest

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// Ranking ranks the axioms that a class may lack, best first.
type Ranking interface {
	// Superclasses returns the k best candidates C ⊑ D. Existentials returns the k best candidates
	// C ⊑ ∃r.D on some properties or, if these are nil, on properties that suit the class. Asserted
	// axioms and deprecated classes are not among them.
	Superclasses(ctx context.Context, class int32, k int) ([]Candidate, error)
	Existentials(ctx context.Context, class int32, properties []int32, k int) ([]Candidate, error)

	// EntailedSuperclasses returns the k best C ⊑ D that are entailed and not asserted.
	// Superclasses leaves them out.
	EntailedSuperclasses(ctx context.Context, class int32, k int) ([]Candidate, error)
}

// Basis holds the sources of a Suggester.
type Basis struct {
	Terminology *Terminology
	Reasoner    Reasoner

	// Findings has the likely and possible suggestions, the checks, and the index of the ontology.
	Findings *Findings

	// Ranking ranks speculative suggestions. Default: the weights of package rank.
	Ranking Ranking

	// BuiltIn has the built-in axioms. Axioms that are entailed with them count as entailed.
	// Default: nil, no built-in axioms.
	BuiltIn BuiltIn

	// Without returns the Reasoner of the ontology without some of its axioms. If it is nil, no
	// changes of relation are suggested.
	Without func(ctx context.Context, axioms []owl.Axiom) (Reasoner, error)

	// Model refines the ranking and finds analogies. It is nil if there is no trained model.
	Model rank.Model

	// Own marks the user's own classes, by number: see the function Own. If it is nil, all are.
	Own []bool

	// Decisions are those of the user. Accepted and rejected axioms are not suggested again, and
	// change the ranks of similar ones. They may change concurrently. Nil: no decisions.
	Decisions *Decisions

	// Stale is true if the model was trained on other axioms than the ontology has.
	Stale bool
}

// Suggester makes suggestions. It is safe for concurrent use.
type Suggester struct {
	t        *Terminology
	given    Ranking // nil if speculative suggestions are ranked by package rank
	model    rank.Model
	ranker   func() (*ranker, error)       // the first call makes it
	placer   func() (*place.Placer, error) // the first call makes it
	reasoner Reasoner
	builtIn  BuiltIn
	findings *Findings
	feedback *feedback
	without  func(context.Context, []owl.Axiom) (Reasoner, error)
	own      []bool
	stale    bool

	foundChanges lazy[[]*found]

	analogies func() *analogies
}

// NewSuggester returns a Suggester.
func NewSuggester(b Basis) *Suggester {
	s := &Suggester{
		t: b.Terminology, reasoner: b.Reasoner, builtIn: b.BuiltIn, own: b.Own, stale: b.Stale,
		findings: b.Findings, without: b.Without, given: b.Ranking, model: b.Model,
		feedback: &feedback{t: b.Terminology, decisions: b.Decisions},
		analogies: sync.OnceValue(func() *analogies {
			return newAnalogies(b.Terminology, b.Findings.index, b.Model)
		}),
	}
	s.ranker = sync.OnceValues(func() (*ranker, error) {
		r, err := newRanker(b.Findings.index, b.Model)
		if err == nil {
			r.feedback = s.feedback
		}
		return r, err
	})
	s.placer = sync.OnceValues(func() (*place.Placer, error) {
		r, err := s.ranker()
		if err != nil {
			return nil, err
		}
		return place.New(context.Background(), r.engine)
	})
	return s
}

// ranking returns the Ranking in an order. By boxes, there must be a trained model.
func (s *Suggester) ranking(by Order) (Ranking, error) {
	if by != ByBoxes && s.given != nil {
		return s.given, nil
	}
	r, err := s.ranker()
	if by == ByBoxes {
		return boxRanker{r}, err
	}
	return r, err
}

// placed is a candidate with its rank among the candidates of its subject, from 1.
type placed struct {
	Candidate
	rank int
}

// row is a candidate with its verdict and decision.
type row struct {
	placed
	axiom owl.Axiom
	*reasoner.Judgement
	assumes       bool // the verdict assumes built-in axioms
	redundantWith int  // place of the row that makes this one redundant, or −1
	decision      Decision
}

// For returns suggestions for a class, best first. The error is ErrNoClass, ErrDeprecated,
// ErrRequest, or one of the basis. An unsatisfiable class has no new axioms.
func (s *Suggester) For(ctx context.Context, subject owl.IRI, req Request) ([]Suggestion, error) {
	w, err := s.wanted(req, New)
	if err != nil {
		return nil, err
	}
	class, ok := s.t.Class(subject)
	switch {
	case !ok:
		return nil, noClass(subject)
	case s.t.Deprecated[class]:
		return nil, fmt.Errorf("%w: <%s>", ErrDeprecated, subject)
	}
	if s.nothingNew(w, class) {
		return nil, nil
	}
	return s.withRanked(ctx, w, []int32{class}, false, func() ([]Suggestion, error) {
		return s.rankedFor(ctx, w, class)
	})
}

// withRanked returns the suggestions about some classes that depend on no request and then, if they
// are wanted and the limit is not reached, ranked ones.
func (s *Suggester) withRanked(ctx context.Context, w *wanted, subjects []int32, grouped bool,
	ranked func() ([]Suggestion, error)) ([]Suggestion, error) {
	found, err := s.foundAbout(ctx, w, subjects, grouped)
	if err != nil {
		return nil, err
	}
	if !w.ranked() || len(found) >= w.Limit {
		return found[:min(len(found), w.Limit)], ctx.Err()
	}
	w.Limit -= len(found)
	list, err := ranked()
	return append(found, list...), err
}

// rankedFor returns the speculative suggestions for a class: the first with a wanted verdict among
// the best 32n + 160 candidates for a limit of n.
func (s *Suggester) rankedFor(ctx context.Context, w *wanted, class int32) ([]Suggestion, error) {
	all, err := s.rank(ctx, w, class, 32*w.Limit+160)
	if err != nil {
		return nil, err
	}
	chosen, err := s.choose(ctx, w, s.admissible(w, all))
	if err != nil {
		return nil, err
	}
	return s.suggestions(ctx, chosen)
}

// nothingNew reports whether a class has no axioms to suggest: it is unsatisfiable, so that all
// axioms about it are entailed, and entailed axioms are not wanted.
func (s *Suggester) nothingNew(w *wanted, class int32) bool {
	return !w.verdicts[Entailed] &&
		s.reasoner.IsSubsumedBy(owl.Class{IRI: s.t.Classes[class]}, owl.Nothing)
}

// admissible iterates over the ranked candidates of a class that a request admits, regardless of
// their verdicts.
func (s *Suggester) admissible(w *wanted, ranked []Candidate) iter.Seq[placed] {
	return func(yield func(placed) bool) {
		for i, c := range ranked {
			if s.passes(w, &c) && (w.By == ByBoxes || s.tierOf(c.Statement) == Speculative) &&
				(w.Rejected || !s.rejects(c.Statement)) && !yield(placed{c, i + 1}) {
				return
			}
		}
	}
}

// rank returns the best k candidates of a class of both forms, best first. The forms are ranked
// concurrently.
func (s *Suggester) rank(ctx context.Context, w *wanted, class int32, k int) ([]Candidate,
	error) {
	ranking, err := s.ranking(w.By)
	if err != nil {
		return nil, err
	}
	var existentials []Candidate
	var failed error
	var wait sync.WaitGroup
	if w.forms[Existential] {
		wait.Go(func() {
			existentials, failed = ranking.Existentials(ctx, class, w.properties, k)
		})
	}
	var superclasses, entailed []Candidate
	if w.forms[Subclass] {
		superclasses, err = ranking.Superclasses(ctx, class, k)
	}
	if w.forms[Subclass] && w.verdicts[Entailed] && err == nil {
		entailed, err = ranking.EntailedSuperclasses(ctx, class, k)
	}
	wait.Wait()
	all := slices.Concat(superclasses, entailed, existentials)
	slices.SortFunc(all, compareCandidates)
	return all[:min(k, len(all))], cmp.Or(err, failed)
}

// compareCandidates orders candidates by score, best first.
func compareCandidates(a, b Candidate) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score),
		asserted.CompareStatements(a.Statement, b.Statement))
}

// choose returns the first candidates with a wanted verdict and decision, up to the limit.
// Redundant rows do not count, but there are at most as many of them as the limit.
func (s *Suggester) choose(ctx context.Context, w *wanted,
	candidates iter.Seq[placed]) (chosen []row, err error) {
	primary := 0
	places := make(map[int32][]int) // in chosen, by subject
	var batch []row
	judge := func() error {
		if err := s.judgeRows(ctx, batch); err != nil {
			return err
		}
		for _, r := range batch {
			if !w.verdicts[r.Verdict] || primary == w.Limit {
				continue
			}
			if r.Verdict == New {
				r.redundantWith = s.redundantWith(chosen, places[r.Class], r.Statement)
			}
			switch {
			case r.redundantWith < 0:
				primary++
			case w.Primary || len(chosen)-primary >= w.Limit:
				continue
			}
			places[r.Class] = append(places[r.Class], len(chosen))
			chosen = append(chosen, r)
		}
		batch = batch[:0]
		return nil
	}
	for c := range candidates {
		r := row{placed: c, axiom: s.t.Axiom(c.Statement), redundantWith: -1}
		if r.decision = s.decisionOn(r.axiom); !w.admits(r.decision) {
			continue
		}
		if batch = append(batch, r); len(batch) < min(w.Limit-primary+4, maxBatch) {
			continue
		}
		if err := judge(); err != nil || primary == w.Limit {
			return chosen, err
		}
	}
	if len(batch) > 0 {
		err = judge()
	}
	return chosen, err
}

// maxBatch is the number of axioms of one call of Reasoner.Verdicts, which may add them all at
// once.
const maxBatch = 32

// judgeRows sets the verdicts of rows.
func (s *Suggester) judgeRows(ctx context.Context, rows []row) error {
	axioms := make([]owl.Axiom, len(rows))
	for i := range rows {
		axioms[i] = rows[i].axiom
	}
	verdicts, assumes, err := s.judge(ctx, axioms)
	if err != nil {
		return err
	}
	for i, v := range verdicts {
		rows[i].Judgement, rows[i].assumes = v, assumes[i]
	}
	return nil
}

// suggestions returns rows as suggestions, with evidence.
func (s *Suggester) suggestions(ctx context.Context, rows []row) ([]Suggestion, error) {
	list := make([]Suggestion, len(rows))
	analogies := s.analogies()
	var about *subject
	for i, r := range rows {
		if about == nil || about.class != r.Class {
			about = analogies.subject(r.Class)
		}
		x := suggestionOf(s.t.Numbers, r.Statement, r.axiom, r.Judgement)
		x.Score, x.Rank, x.Tier = r.Score, r.rank, s.tierOf(r.Statement)
		x.Decision, x.Stale, x.Unseen = r.decision, s.stale, about.unseen
		if r.assumes {
			var err error
			if x.Assuming, err = s.builtIn.Assuming(ctx, r.axiom); err != nil {
				return nil, err
			}
		}
		if r.redundantWith >= 0 {
			x.ImpliedBy = rows[r.redundantWith].axiom
		}
		_, precedents := s.precedents(r.Statement)
		x.Evidence = slices.Concat(precedents, about.why(r.Statement),
			s.findings.checks().Against(r.Statement))
		x.RejectedBy = s.findings.checks().Reject(r.Statement)
		list[i] = x
	}
	return list, nil
}

// tierOf returns the tier of a statement: Speculative if it is ranked only.
func (s *Suggester) tierOf(x Statement) Tier {
	if r := s.findings.of[x]; r != nil {
		return r.Tier
	}
	return Speculative
}

// rejects reports whether a check rejects a statement.
func (s *Suggester) rejects(x Statement) bool {
	return s.findings.checks().Rejects(x)
}
