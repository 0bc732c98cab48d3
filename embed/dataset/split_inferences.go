package dataset

import (
	"context"
	"iter"
	"slices"
)

// InferencesOptions sets what SplitInferences holds out.
type InferencesOptions struct {
	Seed uint64

	// Max is the maximum number of inferences held out; a sample is drawn from more. Default:
	// 1,000,000.
	Max int
}

// SplitInferences splits a data set for approximating deductive reasoning (paper, section 4.4). All
// axioms are for training. Of the entailed subsumptions C ⊑ D between classes that are not
// auxiliary, those that no NF1 axiom asserts are held out: 10 % for validation, rounded down, the
// rest for test. Pairs with D = C, D = owl:Thing, or C or D = owl:Nothing are skipped. entailed may
// yield all of them (Subsumptions) or only the direct ones (DirectSubsumptions), each once, in a
// deterministic order. The error is ErrNothingToSplit or that of ctx.
//
// The sample beyond Max is uniform (Vitter, "Random Sampling with a Reservoir", 1985, algorithm R).
func SplitInferences(ctx context.Context, d *Dataset, entailed iter.Seq2[int32, int32],
	opts InferencesOptions) (*Dataset, error) {
	if opts.Max <= 0 {
		opts.Max = 1_000_000
	}
	s := newSplit(d, Inferences, opts.Seed)
	asserted := make(map[[2]int32]bool, s.all[NF1].Len())
	for ids := range s.all[NF1].Rows() {
		asserted[[2]int32(ids)] = true
	}
	rng := random(opts.Seed, NF1)
	inferences, found := Table{Width: 2}, 0
	for c, super := range entailed {
		if !d.isNamed(c) || !d.isNamed(super) || c == super || c == d.Top || super == d.Top {
			continue
		}
		if asserted[[2]int32{c, super}] {
			continue
		}
		found++
		if inferences.Len() < opts.Max {
			inferences.Append(c, super)
			continue
		}
		if i := below(rng, found); i < opts.Max {
			copy(inferences.Row(i), []int32{c, super})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err // entailed may have ended early
	}
	if inferences.Len() == 0 {
		return nil, ErrNothingToSplit
	}
	places := permutation(rng, inferences.Len())
	validation := len(places) / 10
	s.out.Validation[NF1] = inferences.rows(places[:validation])
	s.out.Test[NF1] = inferences.rows(places[validation:])
	return s.out, nil
}

// isNamed reports whether c is a class of the ontology other than owl:Nothing.
func (d *Dataset) isNamed(c int32) bool {
	return c != d.Bottom && (d.Auxiliary == nil || !d.Auxiliary[c])
}

// Subsumptions yields the entailed subsumptions between different satisfiable named classes,
// ordered by subclass and then superclass. It ends early if ctx is canceled.
func Subsumptions(ctx context.Context, d *Dataset, closure Closure) iter.Seq2[int32, int32] {
	return func(yield func(c, super int32) bool) {
		for c := range int32(len(d.Classes)) {
			if ctx.Err() != nil {
				return
			}
			for _, super := range supers(d, closure, c) {
				if !yield(c, super) {
					return
				}
			}
		}
	}
}

// supers returns the named superclasses of a named class except itself; none for an unsatisfiable
// class.
func supers(d *Dataset, closure Closure, c int32) []int32 {
	if !d.isNamed(c) {
		return nil
	}
	answers := closure.Answers(NF1, []int32{c, c}, 1)
	if d.Bottom != None && slices.Contains(answers, d.Bottom) {
		return nil
	}
	var list []int32
	for _, super := range answers {
		if super != c && d.isNamed(super) {
			list = append(list, super)
		}
	}
	return list
}

// DirectSubsumptions yields the Subsumptions C ⊑ D with no class strictly between C and D: the
// edges of the hierarchy. All of several equivalent superclasses are direct; equivalent classes are
// not direct superclasses of each other. It takes the memory of all Subsumptions, and for each
// class a time quadratic in the number of its superclasses.
func DirectSubsumptions(ctx context.Context, d *Dataset, closure Closure) iter.Seq2[int32, int32] {
	return func(yield func(c, super int32) bool) {
		above := make([][]int32, len(d.Classes)) // ascending
		for c, super := range Subsumptions(ctx, d, closure) {
			above[c] = append(above[c], super)
		}
		strictly := func(c, super int32) bool {
			_, is := slices.BinarySearch(above[c], super)
			_, equivalent := slices.BinarySearch(above[super], c)
			return is && !equivalent
		}
		for c := range int32(len(d.Classes)) {
			if ctx.Err() != nil {
				return
			}
			for _, super := range above[c] {
				between := func(e int32) bool { return strictly(c, e) && strictly(e, super) }
				if strictly(c, super) && !slices.ContainsFunc(above[c], between) &&
					!yield(c, super) {
					return
				}
			}
		}
	}
}
