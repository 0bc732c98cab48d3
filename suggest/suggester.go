package suggest

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// Ranking finds what a class may be missing, best first.
type Ranking interface {
	// Superclasses returns the k best candidates C ⊑ D, Existentials those C ⊑ ∃r.D for some
	// properties, by default for those that relatives of the class use. What is told, or
	// deprecated, is not among them.
	Superclasses(ctx context.Context, class int32, k int) ([]Candidate, error)
	Existentials(ctx context.Context, class int32, properties []int32, k int) ([]Candidate, error)

	// EntailedSuperclasses returns those C ⊑ D that follow and are not told, which Superclasses
	// leaves out.
	EntailedSuperclasses(ctx context.Context, class int32, k int) ([]Candidate, error)
}

// Basis is what suggestions rest on.
type Basis struct {
	Terminology *Terminology
	Reasoner    Reasoner

	// Ranking orders what is speculative. Nil: the weights of package rank, over the index of
	// Findings.
	Ranking Ranking

	// BuiltIn answers what follows with built-in axioms: that is entailed, not suggested. Nil:
	// nothing.
	BuiltIn BuiltIn

	// Without returns the Reasoner of the ontology without some of its axioms. Nil: no changes of
	// relation are suggested.
	Without func(ctx context.Context, axioms []owl.Axiom) (Reasoner, error)

	// Findings are the likely and possible suggestions, and the checks. Nil: there are none.
	Findings *Findings

	// Model refines the ranking and finds analogies; nil: there is no trained model.
	Model rank.Model

	// Transitive are the object properties that are known to be so.
	Transitive []owl.IRI

	// Own marks the classes of the user, by their numbers: see Own. Nil: all are.
	Own []bool

	// Decisions are those of the user: what was accepted or rejected is not suggested again, and
	// moves what is like it. They may change at any time. Nil: none.
	Decisions *Decisions

	// Stale says that the model was trained on other axioms than the ontology now has.
	Stale bool
}

// Suggester makes suggestions. It is safe for concurrent use.
type Suggester struct {
	t        *Terminology
	ranking  func() (Ranking, error) // nil: nothing speculative is suggested
	ranker   func() (*ranker, error) // nil without findings
	byBoxes  func() (Ranking, error) // nil: there is no trained model
	placer   func() (*place.Placer, error)
	reasoner Reasoner
	builtIn  BuiltIn
	findings *Findings
	feedback *feedback
	without  func(context.Context, []owl.Axiom) (Reasoner, error)
	own      []bool
	stale    bool

	changesLock  sync.Mutex
	changesFound []foundChange // nil until they are asked for

	transitive []bool   // by property
	narrower   sync.Map // from property to []bool: see subproperties
	analogies  *analogies
	walks      sync.Pool
	busy       atomic.Int32 // classes that suggestions are being made for

	// Lists of candidates are kept by the state of the decisions, verdicts whatever is decided.
	ranked *memory[rankedKey, []Candidate]
	judged *memory[Statement, Judgement]
}

// rankedKey is what candidates depend on.
type rankedKey struct {
	class                           int32
	k                               int
	subclass, existential, entailed bool
	decisions                       int // their state
	by                              Order
}

// How much is remembered: candidates of some thousand classes, and verdicts with the classes that
// they name; some 30 MB each.
const (
	mostRanked = 1_000_000
	mostJudged = 1_000_000
)

// NewSuggester prepares suggestions: it indexes what the terminology tells, in linear time.
func NewSuggester(b Basis) *Suggester {
	s := &Suggester{
		t: b.Terminology, reasoner: b.Reasoner, builtIn: b.BuiltIn, own: b.Own, stale: b.Stale,
		transitive: make([]bool, len(b.Terminology.Properties)),
		findings:   b.Findings,
		without:    b.Without,
		feedback:   &feedback{t: b.Terminology, decisions: b.Decisions},
		analogies:  newAnalogies(b.Terminology, b.Model),
		ranked:     newMemory[rankedKey, []Candidate](mostRanked),
		judged:     newMemory[Statement, Judgement](mostJudged),
	}
	s.makeRankings(&b)
	s.walks.New = func() any { return &walk{marks: newMarks(len(s.t.Classes))} }
	for _, p := range b.Transitive {
		if r, ok := s.t.Property(p); ok {
			s.transitive[r] = true
		}
	}
	return s
}

// makeRankings sets what makes the rankings and the placer when they are first asked for.
func (s *Suggester) makeRankings(b *Basis) {
	if b.Findings != nil {
		x, model := b.Findings.index, b.Model
		s.ranker = sync.OnceValues(func() (*ranker, error) {
			r, err := newRanker(x, model)
			if err == nil {
				r.feedback = s.feedback
			}
			return r, err
		})
		s.ranking = func() (Ranking, error) { return s.ranker() }
		if model != nil {
			s.byBoxes = func() (Ranking, error) {
				r, err := s.ranker()
				return boxRanker{r}, err
			}
		}
		s.placer = sync.OnceValues(func() (*place.Placer, error) {
			r, err := s.ranker()
			if err != nil {
				return nil, err
			}
			return place.New(context.Background(), r.engine)
		})
	}
	if b.Ranking != nil {
		s.ranking = func() (Ranking, error) { return b.Ranking, nil }
	}
}

// placed is a candidate with its place on the list of its subject, from 1.
type placed struct {
	Candidate
	rank int
}

// row is a suggestion on its way.
type row struct {
	placed
	axiom owl.Axiom
	Judgement
	impliedBy int // place of the row that makes this one needless; -1: none
	decision  Decision
}

// Effect says what would follow from axioms that does not follow now, with so many examples.
func (s *Suggester) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (Effect, error) {
	return s.reasoner.Effect(ctx, axioms, examples)
}

// For returns what a class may be missing, best first. The error is ErrNoClass, ErrDeprecated,
// ErrRequest, or one of the basis. Of an unsatisfiable class, for which everything follows, there
// is nothing new.
//
// Candidates that turn out to follow already, or that are filtered out, make room for further ones,
// up to some hundreds.
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
	if s.hopeless(w, class) {
		return nil, nil
	}
	definitions, err := s.definitionsOf(ctx, w, class)
	if err != nil {
		return nil, err
	}
	changes, err := s.changesOf(ctx, w, class)
	if err != nil {
		return nil, err
	}
	found := slices.Concat(s.foundFor(w, class), definitions, changes)
	if !w.ranked() || len(found) >= w.Limit {
		return found[:min(len(found), w.Limit)], nil
	}
	w.Limit -= len(found)
	ranked, err := s.rankedFor(ctx, w, class)
	return append(found, ranked...), err
}

// foundFor returns the likely and possible suggestions for a class.
func (s *Suggester) foundFor(w *wanted, class int32) []Suggestion {
	if s.findings == nil {
		return nil
	}
	return s.found(w, s.findings.bySubject[class], false)
}

// rankedFor returns the speculative suggestions for a class.
func (s *Suggester) rankedFor(ctx context.Context, w *wanted, class int32) ([]Suggestion, error) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	for k := 4*w.Limit + 20; ; k *= 8 {
		candidates, more, err := s.candidates(ctx, w, class, k)
		if err != nil {
			return nil, err
		}
		chosen, full, err := s.choose(ctx, w, candidates)
		if err != nil {
			return nil, err
		}
		if full || !more || k > 30*w.Limit {
			return s.suggestions(ctx, chosen)
		}
	}
}

// hopeless reports whether nothing of what is wanted can be found: everything follows for a class
// that has no instance.
func (s *Suggester) hopeless(w *wanted, class int32) bool {
	return !w.verdicts[Entailed] && s.reasoner.IsSubclass(s.t.Classes[class], owl.Nothing.IRI)
}

// candidates returns those of the best k of a class that pass, best first. More says that there are
// others.
func (s *Suggester) candidates(ctx context.Context, w *wanted, class int32,
	k int) (passing []placed, more bool, err error) {
	all, err := s.rank(ctx, w, rankedKey{
		class, k, w.forms[Subclass], w.forms[Existential], w.forms[Subclass] &&
			w.verdicts[Entailed],
		s.feedback.decisions.State(), w.By,
	})
	if err != nil {
		return nil, false, err
	}
	passing = make([]placed, 0, len(all))
	for i := range all {
		x := all[i].Statement
		if s.passes(w, &all[i]) && (w.By == ByBoxes || s.tierOf(x) == Speculative) &&
			(w.Rejected || !s.rejects(x)) {
			passing = append(passing, placed{all[i], i + 1})
		}
	}
	return passing, len(all) == k, nil
}

// rank returns the candidates of a class, best first, and remembers those that are not of chosen
// properties.
func (s *Suggester) rank(ctx context.Context, w *wanted, key rankedKey) ([]Candidate, error) {
	if w.properties != nil {
		return s.rankAnew(ctx, key, w.properties)
	}
	if all, ok := s.ranked.recall(key); ok {
		return all, ctx.Err()
	}
	all, err := s.rankAnew(ctx, key, nil)
	if err != nil {
		return nil, err
	}
	s.ranked.keep(key, all, len(all))
	return all, nil
}

// rankAnew finds candidates of both forms and keeps the best of all. It does so at the same time
// where there is a core for each; one after the other takes less in all, as what surrounds the
// class is found once.
func (s *Suggester) rankAnew(ctx context.Context, key rankedKey, properties []int32) ([]Candidate,
	error) {
	made := s.ranking
	if key.by == ByBoxes {
		made = s.byBoxes
	}
	ranking, err := made()
	if err != nil {
		return nil, err
	}
	var existentials []Candidate
	var failed error
	find := func() {
		existentials, failed = ranking.Existentials(ctx, key.class, properties,
			key.k)
	}
	var wait sync.WaitGroup
	alone := 2*int(s.busy.Load()) <= runtime.GOMAXPROCS(0)
	if key.existential && alone {
		wait.Go(find)
	}
	var superclasses, entailed []Candidate
	if key.subclass {
		superclasses, err = ranking.Superclasses(ctx, key.class, key.k)
	}
	if key.entailed && err == nil {
		entailed, err = ranking.EntailedSuperclasses(ctx, key.class, key.k)
	}
	if key.existential && !alone && err == nil {
		find()
	}
	wait.Wait()
	all := slices.Concat(superclasses, entailed, existentials)
	slices.SortFunc(all, compareCandidates)
	return slices.Clone(all[:min(key.k, len(all))]), cmp.Or(err, failed)
}

// compareCandidates puts the likelier first.
func compareCandidates(a, b Candidate) int {
	if c := cmp.Compare(b.Score, a.Score); c != 0 {
		return c
	}
	return asserted.CompareStatements(a.Statement, b.Statement)
}

// undecided makes rows of candidates, and leaves out those that have been decided about.
func (s *Suggester) undecided(w *wanted, candidates []placed) []row {
	rows := make([]row, 0, len(candidates))
	for _, c := range candidates {
		r := row{placed: c, axiom: s.t.Axiom(c.Statement), impliedBy: -1}
		r.decision = s.decisionOn(r.axiom)
		if w.Decided || r.decision != Accepted && r.decision != Rejected {
			rows = append(rows, r)
		}
	}
	return rows
}

// choose goes down a list and takes what is wanted, until there is enough of it: full. Rows that
// another one implies do not count, but there are no more of them than of the others.
func (s *Suggester) choose(ctx context.Context, w *wanted, candidates []placed) (chosen []row,
	full bool, err error) {
	primary := 0
	places := make(map[int32][]int) // in chosen, by subject
	for len(candidates) > 0 && primary < w.Limit {
		next := min(len(candidates), w.Limit-primary+4, maxBatch)
		batch := s.undecided(w, candidates[:next])
		candidates = candidates[next:]
		if err := s.judgeRows(ctx, batch); err != nil {
			return nil, false, err
		}
		for _, r := range batch {
			if !w.verdicts[r.Verdict] || primary == w.Limit {
				continue
			}
			if r.Verdict == New {
				r.impliedBy = s.impliedBy(chosen, places[r.Class], r.Statement)
			}
			switch {
			case r.impliedBy < 0:
				primary++
			case w.Primary || len(chosen)-primary >= w.Limit:
				continue
			}
			places[r.Class] = append(places[r.Class], len(chosen))
			chosen = append(chosen, r)
		}
	}
	return chosen, primary == w.Limit, nil
}

// maxBatch is how many rows are judged together: where it takes one supposition for all of them, it
// is cheap as long as they are few.
const maxBatch = 32

func (s *Suggester) judgeRows(ctx context.Context, rows []row) error {
	var axioms []owl.Axiom
	var places []int
	for i := range rows {
		known, ok := s.judged.recall(rows[i].Statement)
		if rows[i].Judgement = known; !ok {
			axioms, places = append(axioms, rows[i].axiom), append(places, i)
		}
	}
	verdicts, err := s.judge(ctx, axioms)
	if err != nil {
		return err
	}
	for i, at := range places {
		rows[at].Judgement = verdicts[i]
		s.judged.keep(rows[at].Statement, verdicts[i], 1+len(verdicts[i].Conflict.Unsatisfiable))
	}
	return nil
}

// suggestions says of the chosen rows what there is to say.
func (s *Suggester) suggestions(ctx context.Context, rows []row) ([]Suggestion, error) {
	list := make([]Suggestion, len(rows))
	room := s.analogies.rooms.Get().(*shared)
	defer s.analogies.rooms.Put(room)
	var about *subject
	for i, r := range rows {
		if about == nil || about.class != r.Class {
			about = s.analogies.subject(r.Class, room)
		}
		list[i] = Suggestion{
			Subject: s.t.Classes[r.Class], Form: formOf(r.Statement), Target: s.t.Classes[r.Target],
			Axiom: r.axiom,
			Score: r.Score, Rank: r.rank,
			Verdict: r.Verdict, Exact: r.Exact, Outside: r.Outside,
			Inconsistent: r.Conflict.Inconsistent, Unsatisfiable: r.Conflict.Unsatisfiable,
			Partial: r.Conflict.Partial,
			Tier:    s.tierOf(r.Statement), Why: about.why(r.Statement), Decision: r.decision,
			Stale: s.stale, Unseen: about.unseen,
		}
		if r.Property != NoProperty {
			list[i].Property = s.t.Properties[r.Property]
		}
		if r.Assumes {
			var err error
			if list[i].Assuming, err = s.builtIn.Assuming(ctx, r.axiom); err != nil {
				return nil, err
			}
		}
		if r.impliedBy >= 0 {
			list[i].ImpliedBy = rows[r.impliedBy].axiom
		}
		s.addEvidence(&list[i], r.Statement)
	}
	return list, nil
}

// tierOf returns the tier of a statement: Speculative if it is ranked only.
func (s *Suggester) tierOf(x Statement) Tier {
	if s.findings != nil {
		for _, i := range s.findings.bySubject[x.Class] {
			if r := &s.findings.rows[i]; r.Statement == x {
				return tierOf(r.Tier)
			}
		}
	}
	return Speculative
}

// rejects reports whether a check rejects a statement.
func (s *Suggester) rejects(x Statement) bool {
	return s.findings != nil && s.findings.checker.Rejects(x)
}

// addEvidence sets the evidence for and against a ranked suggestion, and the checks that reject it.
func (s *Suggester) addEvidence(x *Suggestion, of Statement) {
	_, x.Evidence = s.precedents(of)
	for _, reason := range x.Why {
		x.Evidence = append(x.Evidence, evidence.New(reason.Kind, "%s", reason.Text))
	}
	if s.findings == nil {
		return
	}
	x.Evidence = append(x.Evidence, s.findings.checker.Against(of)...)
	x.RejectedBy = s.findings.checker.Reject(of)
}
