// Package ranking ranks candidates for the open position of axioms, exactly and over all candidates,
// and condenses ranks into the metrics of the paper (Jackermeier, Chen, Horrocks, WWW 2024, section
// 4.2, appendices F and G).
package ranking
