package search

import (
	"cmp"

	"box2el-owl/internal/selection"
)

// Pair is a subject with a candidate for the open place of its axiom.
type Pair struct {
	Subject  int32   `json:"s"`
	Target   int32   `json:"t"`
	Distance float32 `json:"d"`
}

// compare orders pairs by distance, then by subject, then by target.
func (a Pair) compare(b Pair) int {
	switch {
	case a.Distance != b.Distance:
		return cmp.Compare(a.Distance, b.Distance)
	case a.Subject != b.Subject:
		return cmp.Compare(a.Subject, b.Subject)
	}
	return cmp.Compare(a.Target, b.Target)
}

// pairs are the k nearest so far, among up to as many others that have not been sifted out yet.
type pairs struct {
	list []Pair
	k    int // > 0
}

// add reports whether there are now enough to be sifted.
func (p *pairs) add(a Pair) (full bool) {
	p.list = append(p.list, a)
	return len(p.list) >= 2*p.k+1024
}

// sift leaves the k nearest, in any order. far is the farthest of them, and ok false where there
// are fewer.
func (p *pairs) sift() (far Pair, ok bool) {
	if len(p.list) < p.k {
		return far, false
	}
	selection.SmallestFirst(p.list, p.k-1, func(a, b Pair) bool { return a.compare(b) < 0 })
	p.list = p.list[:p.k]
	return p.list[p.k-1], true
}
