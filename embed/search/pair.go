package search

import (
	"cmp"
	"slices"
)

// Pair is a subject with a candidate for the open place of its axiom.
type Pair struct {
	Subject  int32   `json:"s"`
	Target   int32   `json:"t"`
	Distance float32 `json:"d"`
}

// compare orders pairs by distance, then by subject, then by target.
func (a Pair) compare(b Pair) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Target, b.Target))
}

// pairs are the k nearest so far, among up to as many others that have not been sorted out yet.
type pairs struct {
	list []Pair
	k    int
}

// add reports whether there are now enough to sort some out.
func (p *pairs) add(a Pair) (full bool) {
	p.list = append(p.list, a)
	return len(p.list) >= 2*p.k+1024
}

// sift leaves the k nearest, in order, each once.
func (p *pairs) sift() {
	slices.SortFunc(p.list, Pair.compare)
	p.list = slices.Compact(p.list)
	p.list = p.list[:min(p.k, len(p.list))]
}

// farthest is the last of k pairs that have been sifted. ok is false where there are fewer.
func (p *pairs) farthest() (a Pair, ok bool) {
	if len(p.list) < p.k {
		return a, false
	}
	return p.list[p.k-1], true
}
