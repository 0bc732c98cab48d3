package suggest

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"box2el-owl/owl"
)

// perSubject is the number of candidates that All ranks for each class.
const perSubject = 40

// All returns suggestions for the user's own classes, best first. By default it leaves out axioms
// that contradict the ontology. Candidates are ranked only if speculative suggestions are wanted.
// Progress is called with the stage "suggesting" and the number of classes done. The result does
// not depend on the number of workers (default: all cores).
//
// Cost: for each class the ranking of For, an entailment check for each candidate that may be among
// the best, and the verdicts on the best. Memory grows with the limit, not with the classes.
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
	definitions, err := s.definitionsOf(ctx, w, -1)
	if err != nil {
		return nil, err
	}
	changes, err := s.changesOf(ctx, w, -1)
	if err != nil {
		return nil, err
	}
	found := slices.Concat(s.foundAmong(w, subjects), definitions, changes)
	if !w.ranked() || len(found) >= w.Limit {
		return found[:min(len(found), w.Limit)], ctx.Err()
	}
	w.Limit -= len(found)
	ranked, err := s.bestRanked(ctx, w, subjects, workers, progress)
	return append(found, ranked...), err
}

// foundAmong returns the likely and possible suggestions for some classes, one for each group. At
// most two of the first twenty are about the same class.
func (s *Suggester) foundAmong(w *wanted, subjects []int32) []Suggestion {
	chosen := make([]bool, len(s.t.Classes))
	for _, c := range subjects {
		chosen[c] = true
	}
	var rows []int
	for i := range s.findings.rows {
		if chosen[s.findings.rows[i].Class] {
			rows = append(rows, i)
		}
	}
	return spread(s.found(w, rows, true))
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

// bestRanked returns the speculative suggestions for some classes, best first.
func (s *Suggester) bestRanked(ctx context.Context, w *wanted, subjects []int32, workers int,
	progress owl.Progress) ([]Suggestion, error) {
	for keep := 8*w.Limit + 1000; ; keep *= 8 {
		candidates, dropped, err := s.best(ctx, w, subjects, keep, workers, progress)
		if err != nil {
			return nil, err
		}
		chosen, full, err := s.choose(ctx, w, candidates)
		if err != nil {
			return nil, err
		}
		if full || !dropped {
			return s.suggestions(ctx, chosen)
		}
	}
}

// best returns the best candidates of all subjects, without entailed ones unless they are wanted.
// Dropped is true if there are more.
func (s *Suggester) best(ctx context.Context, w *wanted, subjects []int32, keep, workers int,
	progress owl.Progress) (best []placed, dropped bool, err error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu       sync.Mutex // guards the variables below and dropped
		next     int
		all      []placed // about 2 · keep at most
		bound    *placed  // not better than the last of the best; nil at first
		firstErr error
		group    sync.WaitGroup
	)
	take := func() (subject int32, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(subjects) || firstErr != nil {
			return 0, false
		}
		if progress != nil && next%64 == 0 {
			progress("suggesting", int64(next), int64(len(subjects)))
		}
		next++
		return subjects[next-1], true
	}
	// mayBeBest reports whether a candidate may be among the best. The least score of the best
	// never falls, so that no is final.
	mayBeBest := func(c *placed) bool {
		mu.Lock()
		defer mu.Unlock()
		if bound != nil && compareCandidates(c.Candidate, bound.Candidate) > 0 {
			dropped = true
			return false
		}
		return true
	}
	// cut keeps the best.
	cut := func() {
		slices.SortFunc(all,
			func(a, b placed) int { return compareCandidates(a.Candidate, b.Candidate) })
		if len(all) > keep {
			all, dropped = all[:keep], true
			last := all[keep-1]
			bound = &last
		}
	}
	for range workers {
		group.Go(func() {
			for subject, ok := take(); ok; subject, ok = take() {
				found, err := s.promising(ctx, w, subject, mayBeBest)
				mu.Lock()
				if err != nil && firstErr == nil {
					firstErr = err
					cancel()
				}
				if all = append(all, found...); len(all) > 2*keep {
					cut()
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if firstErr != nil {
		return nil, false, firstErr
	}
	if progress != nil {
		progress("suggesting", int64(len(subjects)), int64(len(subjects)))
	}
	cut()
	return all, dropped, nil
}

// promising returns the candidates of a class that may be among the best of all classes.
func (s *Suggester) promising(ctx context.Context, w *wanted, class int32,
	mayBeBest func(*placed) bool) ([]placed, error) {
	candidates, _, err := s.candidates(ctx, w, class, perSubject)
	if err != nil {
		return nil, err
	}
	var kept []placed
	for _, r := range s.undecided(w, candidates) {
		if !mayBeBest(&r.placed) {
			break // those after it are worse
		}
		if !w.verdicts[Entailed] {
			entailed, _, err := s.reasoner.Entails(ctx, r.axiom)
			if err != nil {
				return nil, err
			}
			if entailed {
				continue
			}
		}
		kept = append(kept, r.placed)
	}
	return kept, nil
}
