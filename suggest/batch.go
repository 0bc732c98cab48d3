package suggest

import (
	"container/heap"
	"context"
	"runtime"
	"slices"
	"sync"

	"box2el-owl/owl"
)

// perSubject is how many candidates All looks at for each class.
const perSubject = 40

// All returns what the classes of the user may be missing, the best first of all, by default nothing that contradicts; of each class the first few dozen candidates are looked at.
// Progress is told "suggesting" with the classes done. The result does not depend on the number of workers (default: all cores).
//
// Cost: that of For without verdicts for each class, a question of entailment for each candidate that may be among the best, and
// the verdicts on these. Memory grows with the limit, not with the classes.
func (s *Suggester) All(ctx context.Context, req Request, workers int, progress owl.Progress) ([]Suggestion, error) {
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
	for keep := 2*w.Limit + 100; ; keep *= 8 {
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

// best returns the best candidates of all subjects together, entailed ones left out unless they are wanted. Dropped says that there are more.
func (s *Suggester) best(ctx context.Context, w *wanted, subjects []int32, keep, workers int, progress owl.Progress) (best []placed, dropped bool, err error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu       sync.Mutex // guards what follows
		next     int
		all      worst
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
	// hopeful reports whether a candidate may be among the best: the bar only ever rises.
	hopeful := func(c *placed) bool {
		mu.Lock()
		defer mu.Unlock()
		if len(all) == keep && compareCandidates(c.Candidate, all[0].Candidate) > 0 {
			dropped = true
			return false
		}
		return true
	}
	for range workers {
		group.Go(func() {
			for subject, ok := take(); ok; subject, ok = take() {
				found, err := s.hopefuls(ctx, w, subject, hopeful)
				mu.Lock()
				if err != nil && firstErr == nil {
					firstErr = err
					cancel()
				}
				for _, c := range found {
					heap.Push(&all, c)
					if len(all) > keep {
						heap.Pop(&all)
						dropped = true
					}
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
	slices.SortFunc(all, func(a, b placed) int { return compareCandidates(a.Candidate, b.Candidate) })
	return all, dropped, nil
}

// hopefuls returns the candidates of a class that may be among the best of all.
func (s *Suggester) hopefuls(ctx context.Context, w *wanted, class int32, hopeful func(*placed) bool) ([]placed, error) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	candidates, _, err := s.candidates(ctx, w, class, perSubject)
	if err != nil {
		return nil, err
	}
	var kept []placed
	for _, r := range s.undecided(w, candidates) {
		if !hopeful(&r.placed) {
			break // those after it are worse
		}
		if !w.verdicts[Entailed] {
			verdicts, err := s.entailments(ctx, []owl.Axiom{r.axiom})
			if err != nil {
				return nil, err
			}
			if verdicts[0].Verdict == Entailed {
				continue
			}
		}
		kept = append(kept, r.placed)
	}
	return kept, nil
}

// worst is a heap of candidates with the least likely on top.
type worst []placed

func (h worst) Len() int           { return len(h) }
func (h worst) Less(i, j int) bool { return compareCandidates(h[i].Candidate, h[j].Candidate) > 0 }
func (h worst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *worst) Push(c any)        { *h = append(*h, c.(placed)) }
func (h *worst) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	*h = (*h)[:last]
	return c
}
