// Package ranking ranks candidates for the open position of axioms, exactly and over all candidates,
// and condenses ranks into the metrics of the paper (Jackermeier, Chen, Horrocks, WWW 2024, section
// 4.2, appendices F and G).
//
// A model offers a Scorer for each form of axioms; most are a sum of terms (Distance, Hinge, Ball) over
// packed Points. Rank takes distances tile by tile and only counts: memory does not grow with axioms
// times candidates, and the result depends neither on workers nor on tiles. One pass gives the raw
// places and those under every Filter. A Place holds the first and the last of the places that ties
// leave open; the main rank is their mean, Expected.
package ranking
