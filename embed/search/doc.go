// Package search finds the candidates nearest to an axiom with an open place, exactly: what comes
// back is what sorting all distances of a ranking.Scorer would give, bit by bit, ties by the
// smaller id.
//
// A Space holds the candidates that may be answers. For distances that are sums of distances of
// points, which all models but BoxEL rank by, it keeps their vectors twice more, rounded to four
// bits a number and to eight, with a bound of what each has lost. From these follow intervals that
// a distance lies in. A scan takes lower bounds of all candidates from the four bits, an eighth of
// the memory of the vectors, which is what it waits for. Some more than k that have the smallest of
// them are looked at closely, by the eight bits: the k-th smallest upper end of theirs is a limit,
// which of the others few lower bounds keep within, one in forty of 40,000 classes. Of what is
// left, closely looked at as well, a few more than k are measured by the scorer itself. Distances
// of another kind are all taken. (Weber, Schek, Blott, "A Quantitative Analysis and Performance
// Study for Similarity-Search Methods in High-Dimensional Spaces", VLDB 1998, section 4; with two
// approximations in turn.)
//
// A Space takes a byte and a half for each number of a vector, and an Index nothing of its own.
// Nothing depends on workers or on the assembly of kernels. All is safe for concurrent use.
package search
