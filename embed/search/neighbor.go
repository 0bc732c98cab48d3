package search

import (
	"cmp"
	"slices"
)

// Neighbor is a candidate with its distance, as the scorer measures it.
type Neighbor struct {
	ID       int32
	Distance float32
}

// compare orders neighbors by distance, and by id where distances tie.
func (a Neighbor) compare(b Neighbor) int {
	if a.Distance != b.Distance {
		return cmp.Compare(a.Distance, b.Distance)
	}
	return cmp.Compare(a.ID, b.ID)
}

// nearest is a heap of the k nearest so far, with the farthest of them at index 0.
type nearest struct {
	heap []Neighbor
	k    int // > 0
}

func newNearest(k int) *nearest { return &nearest{heap: make([]Neighbor, 0, k), k: k} }

// offer takes a neighbor in, if it is among the k nearest so far.
func (n *nearest) offer(b Neighbor) {
	heap := n.heap
	if len(heap) < n.k {
		heap = append(heap, b)
		for i := len(heap) - 1; i > 0; {
			parent := (i - 1) / 2
			if heap[i].compare(heap[parent]) <= 0 {
				break
			}
			heap[i], heap[parent] = heap[parent], heap[i]
			i = parent
		}
		n.heap = heap
		return
	}
	if b.compare(heap[0]) >= 0 {
		return
	}
	heap[0] = b
	for i := 0; ; {
		far := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(heap) && heap[child].compare(heap[far]) > 0 {
				far = child
			}
		}
		if far == i {
			return
		}
		heap[i], heap[far] = heap[far], heap[i]
		i = far
	}
}

// sorted returns the neighbors, nearest first. The heap is of no use after.
func (n *nearest) sorted() []Neighbor {
	slices.SortFunc(n.heap, Neighbor.compare)
	return n.heap
}
