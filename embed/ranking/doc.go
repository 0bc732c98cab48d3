// Package ranking ranks all candidates for the open position of axioms exactly and computes the
// metrics of the paper (Jackermeier, Chen, Horrocks, WWW 2024, section 4.2, appendices F and G).
//
// A model has a Scorer for each form of axioms. Most scorers are sums of terms (Distance, Hinge,
// Ball) over packed Points. Rank computes distances tile by tile and only counts, so memory does
// not grow with axioms times candidates. The result depends neither on the number of workers nor on
// the size of tiles. One pass gives the raw ranks and those under every Filter. A Place holds the
// best and the worst rank of a tie; the main rank is their mean, Expected.
package ranking
