package suggest

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"box2el-owl/owl"
)

// perSubject is the number of candidates that All ranks for each class.
const perSubject = 40

// All returns suggestions for the user's own classes, best first. By default it leaves out axioms
// that contradict the ontology. Candidates are ranked only if speculative suggestions are wanted.
// Progress is called with the stage "suggesting" and the number of classes done. The result does
// not depend on the number of workers (default: all cores).
//
// Cost: for each class the ranking of For, and the verdicts on the best. Memory grows with the
// limit, not with the classes.
func (s *Suggester) All(ctx context.Context, req Request, workers int,
	progress owl.Progress) ([]Suggestion, error) {
	w, err := s.wanted(req, New)
	if err != nil {
		return nil, err
	}
	var subjects []int32
	for c := range int32(len(s.t.Classes)) {
		if s.isSubject(w, c) {
			subjects = append(subjects, c)
		}
	}
	return s.withRanked(ctx, w, subjects, true, func() ([]Suggestion, error) {
		return s.bestRanked(ctx, w, subjects, workers, progress)
	})
}

// The first firstLines suggestions of a list have at most linesOfSubject about one class.
const (
	firstLines     = 20
	linesOfSubject = 2
)

// spread moves the third and further suggestions about one class behind the first firstLines,
// within a tier.
func spread(list []Suggestion) []Suggestion {
	lines := make(map[owl.IRI]int)
	var first, later []Suggestion
	for i, x := range list {
		if len(first) >= firstLines || len(first) > 0 && first[0].Tier != x.Tier {
			later = append(later, list[i:]...)
			break
		}
		if lines[x.Subject]++; lines[x.Subject] > linesOfSubject {
			later = append(later, x)
			continue
		}
		first = append(first, x)
	}
	return append(first, later...)
}

// mostExamined is the number of candidates, besides eight for each wanted suggestion, whose
// verdicts may be asked for.
const mostExamined = 100_000

// bestRanked returns the speculative suggestions for some classes, best first.
func (s *Suggester) bestRanked(ctx context.Context, w *wanted, subjects []int32, workers int,
	progress owl.Progress) ([]Suggestion, error) {
	candidates, err := s.best(ctx, w, subjects, 8*w.Limit+mostExamined, workers, progress)
	if err != nil {
		return nil, err
	}
	chosen, err := s.choose(ctx, w, slices.Values(candidates))
	if err != nil {
		return nil, err
	}
	return s.suggestions(ctx, chosen)
}

// best returns the best candidates of all subjects, at most keep.
func (s *Suggester) best(ctx context.Context, w *wanted, subjects []int32, keep, workers int,
	progress owl.Progress) ([]placed, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex // guards all
	var all []placed  // about 2 · keep at most
	cut := func() {
		slices.SortFunc(all,
			func(a, b placed) int { return compareCandidates(a.Candidate, b.Candidate) })
		all = all[:min(len(all), keep)]
	}
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, subject := range subjects {
		if progress != nil && i%64 == 0 {
			progress("suggesting", int64(i), int64(len(subjects)))
		}
		group.Go(func() error {
			ranked, err := s.rank(inner, w, subject, perSubject)
			found := slices.Collect(s.admissible(w, ranked))
			mu.Lock()
			defer mu.Unlock()
			if all = append(all, found...); len(all) > 2*keep {
				cut()
			}
			return err
		})
	}
	if err := cmp.Or(group.Wait(), ctx.Err()); err != nil {
		return nil, err
	}
	if progress != nil {
		progress("suggesting", int64(len(subjects)), int64(len(subjects)))
	}
	cut()
	return all, nil
}
