package search

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// allPairs are the k nearest of all, by sorting them.
func (q question) allPairs(subjects, targets []bool, k int, exclude func(s, t int32) bool) []Pair {
	var all []Pair
	for s, ok := range subjects {
		if !ok {
			continue
		}
		q.axiom = slices.Clone(q.axiom)
		q.axiom[0] = int32(s)
		for _, n := range q.sorted(targets) {
			if exclude == nil || !exclude(int32(s), n.ID) {
				all = append(all, Pair{int32(s), n.ID, n.Distance})
			}
		}
	}
	slices.SortFunc(all, Pair.compare)
	return all[:min(k, len(all))]
}

// TestMine compares with all pairs sorted, for vectors of every shape, masks, workers, and runs
// that are ended and resumed.
func TestMine(t *testing.T) {
	for shape, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			for _, n := range []int{1, 3, 200} {
				for _, classes := range []int{1, 2, 70, 150} {
					r := rand.New(rand.NewPCG(uint64(n), uint64(classes)))
					w := newWorld(r, shape, n, classes)
					allowed := someOf(r, classes, .9)
					for name, q := range w.questions(r) {
						opts := MineOptions{K: []int{1, 10, 3000, classes * classes}[r.IntN(4)],
							Workers: 1 + r.IntN(3)}
						subjects, targets := allowed, allowed
						if r.IntN(2) == 0 {
							subjects = someOf(r, classes, .5)
							opts.Subjects = subjects
						}
						if r.IntN(2) == 0 {
							opts.Targets = someOf(r, classes, .5)
							targets = make([]bool, classes)
							for i := range targets {
								targets[i] = allowed[i] && opts.Targets[i]
							}
						}
						if r.IntN(2) == 0 {
							opts.Exclude = func(s, t int32) bool { return (s*7+t)%3 == 0 }
						}
						region, _ := regionsOf(r, classes)
						m, err := NewSpace(allowed, region).Index(q.scorer).Mine(q.axiom, opts)
						if err != nil {
							t.Fatal(err)
						}
						m = mineInPieces(t, r, m)
						if want := q.allPairs(subjects, targets, opts.K, opts.Exclude); !slices.Equal(m.Pairs(), want) {
							t.Fatalf(
								"n = %d, %d classes, %s of %v, %d pairs, symmetric %v:\n%v, want\n%v",
								n, classes, name, q.axiom, opts.K, m.symmetric, m.Pairs(), want)
						}
					}
				}
			}
		})
	}
}

// mineInPieces runs to the end, at once or with pauses and through files.
func mineInPieces(t *testing.T, r *rand.Rand, m *Mining) *Mining {
	t.Helper()
	for !m.Done() {
		step := 0
		if r.IntN(3) > 0 {
			step = 1 + r.IntN(200)
		}
		if err := m.Run(t.Context(), step); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(m.State())
		if err != nil {
			t.Fatal(err)
		}
		var s MiningState
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		other, err := m.index.Mine(m.axiom, m.MineOptions)
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Resume(s); err != nil {
			t.Fatal(err)
		}
		m = other
	}
	return m
}

// TestMineCancelled ends runs at random pairs; what they have found is not lost, and the end is the
// same.
func TestMineCancelled(t *testing.T) {
	const n, classes = 20, 500
	r := rand.New(rand.NewPCG(3, 1))
	w := newWorld(r, 0, n, classes)
	allowed := someOf(r, classes, 1)
	for name, q := range w.questions(r) {
		want := q.allPairs(allowed, allowed, 500, nil)
		for range 5 {
			opts := MineOptions{K: 500, Workers: 3}
			var stop func()
			asked, last := 0, r.IntN(3000)
			opts.Exclude = func(int32, int32) bool { return false }
			opts.Progress = func(stage string, done, total int64) {
				if asked++; asked%5 == last%5 {
					stop()
				}
				if stage != "mine" || done <= 0 || done > total {
					t.Errorf("progress of %s: %d of %d", stage, done, total)
				}
			}
			m, err := NewSpace(allowed, nil).Index(q.scorer).Mine(q.axiom, opts)
			if err != nil {
				t.Fatal(err)
			}
			runs := 0
			for ; !m.Done(); runs++ {
				ctx, cancel := context.WithCancel(t.Context())
				stop = cancel
				if err := m.Run(ctx, 0); err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				cancel()
				if runs > 1000 {
					t.Fatalf("%s: no end", name)
				}
			}
			if !slices.Equal(m.Pairs(), want) {
				t.Fatalf("%s, after %d runs: %v, want %v", name, runs, m.Pairs(), want)
			}
		}
	}
}

func TestMineRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	w := newWorld(r, 0, 4, 100)
	x := NewSpace(someOf(r, 100, 1), nil).Index(w.superclass)
	for name, opts := range map[string]MineOptions{
		"subjects of other length": {K: 1, Subjects: make([]bool, 3)},
		"targets of other length":  {K: 1, Targets: make([]bool, 101)},
		"fewer than none":          {K: -1},
	} {
		if _, err := x.Mine([]int32{0, 0}, opts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := x.Mine([]int32{0, 0, 0}, MineOptions{}); err == nil {
		t.Error("axiom of another form: no error")
	}
	mine := func() *Mining {
		m, err := x.Mine([]int32{0, 0}, MineOptions{K: 5})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := mine()
	if err := m.Run(t.Context(), 64); err != nil || m.Done() {
		t.Fatal(err, m.Done())
	}
	for name, change := range map[string]func(s *MiningState){
		"another number of pairs": func(s *MiningState) { s.K++ },
		"another axiom":           func(s *MiningState) { s.Axiom[1]++ },
		"other candidates":        func(s *MiningState) { s.Candidates-- },
		"other subjects":          func(s *MiningState) { s.Subjects++ },
		"before the first":        func(s *MiningState) { s.Next = -64 },
		"behind the last":         func(s *MiningState) { s.Next = 128 },
		"within a block":          func(s *MiningState) { s.Next = 63 },
		"a subject too many":      func(s *MiningState) { s.Pairs[4].Subject = 100 },
		"a target too few":        func(s *MiningState) { s.Pairs[4].Target = -1 },
		"disorder":                func(s *MiningState) { slices.Reverse(s.Pairs) },
		"too many pairs":          func(s *MiningState) { s.Pairs = append(s.Pairs, s.Pairs[4]) },
	} {
		s := m.State()
		change(&s)
		if err := mine().Resume(s); !errors.Is(err, ErrOtherMining) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if m, err := x.Mine([]int32{0, 0}, MineOptions{}); err != nil || m.Run(t.Context(), 0) != nil ||
		!m.Done() || len(m.Pairs()) != 0 {
		t.Errorf("no pairs: %v", err)
	}
}
