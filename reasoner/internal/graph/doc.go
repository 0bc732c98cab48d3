// Package graph holds directed graphs over dense numbers, with their strongly connected components
// and breadth-first search, and sets of such numbers.
package graph
