// Package search finds the candidates nearest to an axiom with an open place, exactly: what comes back is what sorting all
// distances of a ranking.Scorer would give, bit by bit, ties by the smaller id.
//
// A Space holds the candidates that may be answers, an Index answers the question of one scorer. Both are safe for
// concurrent use.
package search
