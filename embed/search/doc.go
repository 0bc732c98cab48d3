// Package search finds the candidates nearest to an axiom with an open place, exactly: what comes back is what sorting all
// distances of a ranking.Scorer would give, bit by bit, ties by the smaller id.
//
// A Space holds the candidates that may be answers. For distances that are sums of distances of points, which all models but
// BoxEL rank by, it keeps their vectors a second time, rounded to eight bits, with a bound of what each has lost. From
// these follows an interval that a distance lies in. A scan takes the intervals of all candidates, a quarter of the memory of
// the vectors, and only those that reach below the k-th smallest upper end are measured by the scorer itself. Distances of
// another kind are all taken.
//
// A Space takes a byte for each number of a vector, and an Index nothing of its own. Nothing depends on workers or on the
// assembly of kernels. All is safe for concurrent use.
package search
