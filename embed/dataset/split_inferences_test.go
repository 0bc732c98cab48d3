package dataset

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func pairs(seq iter.Seq2[int32, int32]) (list [][]int32) {
	for c, super := range seq {
		list = append(list, []int32{c, super})
	}
	return list
}

// TestSubsumptions compares all and direct subsumptions with their definitions.
func TestSubsumptions(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(200) {
		d := randomDataset(rand.New(rand.NewPCG(seed, 2)))
		d.Train[NF1] = Table{}
		rng := rand.New(rand.NewPCG(seed, 3))
		for range rng.IntN(14) {
			d.Train[NF1].Append(randomAxiom(rng, d, NF1)...)
		}
		closure := reason(t, d, &d.Train)
		below := func(c, super int32) bool { return closure.Entails(NF1, []int32{c, super}) }
		var named []int32
		for c := range int32(len(d.Classes)) {
			if !d.Auxiliary[c] && c != d.Bottom && (d.Bottom == None || !below(c, d.Bottom)) {
				named = append(named, c)
			}
		}
		var all, direct [][]int32
		for _, c := range named {
			for _, super := range named {
				if c == super || !below(c, super) {
					continue
				}
				all = append(all, []int32{c, super})
				between := slices.ContainsFunc(named, func(e int32) bool {
					return below(c, e) && below(e, super) && !below(e, c) && !below(super, e)
				})
				if !between && !below(super, c) {
					direct = append(direct, []int32{c, super})
				}
			}
		}
		if diff := cmp.Diff(all, pairs(Subsumptions(ctx, d, closure))); diff != "" {
			t.Errorf("seed %d: all (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(direct, pairs(DirectSubsumptions(ctx, d, closure))); diff != "" {
			t.Errorf("seed %d: direct (-want +got):\n%s", seed, diff)
		}
	}
}

func TestSplitInferences(t *testing.T) {
	ctx := context.Background()
	d := line(60)
	d.Train = Axioms{NF1: d.Train[NF1]}
	closure := reason(t, d, &d.Train)
	const entailed, asserted = 60 * 59 / 2, 59
	for _, max := range []int{0, 1, 100, entailed - asserted} {
		opts := InferencesOptions{Seed: 9, Max: max}
		split, err := SplitInferences(ctx, d, Subsumptions(ctx, d, closure), opts)
		if err != nil {
			t.Fatal(err)
		}
		want := entailed - asserted
		if max > 0 {
			want = max
		}
		validation, test := split.Validation[NF1].Len(), split.Test[NF1].Len()
		if validation != want/10 || validation+test != want {
			t.Errorf("at most %d: %d and %d held out", max, validation, test)
		}
		seen := make(map[[3]int32]bool)
		for _, set := range []*Axioms{&split.Train, &split.Validation, &split.Test} {
			for ids := range set[NF1].Rows() {
				if seen[key(ids)] || ids[0] >= ids[1] {
					t.Errorf("at most %d: %v is held out twice, asserted, or wrong", max, ids)
				}
				seen[key(ids)] = true
			}
		}
		again, err := SplitInferences(ctx, d, Subsumptions(ctx, d, closure), opts)
		if err != nil || !bytes.Equal(dump(split), dump(again)) {
			t.Errorf("at most %d: another split for the same seed (%v)", max, err)
		}
	}
	if _, err := SplitInferences(ctx, d, DirectSubsumptions(ctx, d, closure),
		InferencesOptions{}); !errors.Is(err, ErrNothingToSplit) {
		t.Errorf("all direct subsumptions are asserted: error %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := SplitInferences(ended, d, Subsumptions(ended, d, closure),
		InferencesOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestSampleIsUniform draws many small samples. Each inference must be in about the same number.
func TestSampleIsUniform(t *testing.T) {
	d := line(12)
	d.Train = Axioms{}
	all := func(yield func(c, super int32) bool) {
		for c := range int32(12) {
			for super := c + 1; super < 12; super++ {
				if !yield(c, super) {
					return
				}
			}
		}
	}
	const draws, sample, population = 3000, 11, 66
	drawn := make(map[[3]int32]int)
	for seed := range uint64(draws) {
		split, err := SplitInferences(context.Background(), d, all,
			InferencesOptions{Seed: seed, Max: sample})
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []Axioms{split.Validation, split.Test} {
			for ids := range set[NF1].Rows() {
				drawn[key(ids)]++
			}
		}
	}
	for pair, n := range drawn {
		if want := draws * sample / population; n < want*8/10 ||
			n > want*12/10 { // ± 5 standard deviations
			t.Errorf("%v was drawn %d times, want about %d", pair, n, want)
		}
	}
	if len(drawn) != population {
		t.Errorf("%d pairs were drawn, of %d", len(drawn), population)
	}
}
