package reasoner

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// namedID is a concept with its IRI; key holds eight bytes of the IRI during the sort.
type namedID struct {
	iri     string
	key     uint64
	id      index.ConceptID
	concept el.Concept
}

// sortByIRI sorts by the bytes of the IRIs, eight at a time after the common prefix of a group,
// because IRIs of one namespace differ late (multikey quicksort, Bentley and Sedgewick 1997, with
// cached keys). The only error is that of the context.
func sortByIRI(ctx context.Context, all []namedID) error {
	type part struct {
		names []namedID
		depth int // length of the common prefix
	}
	todo := []part{{all, 0}}
	for steps := 0; len(todo) > 0; steps++ {
		if steps%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var depth, shortest int
		if len(p.names) >= 16 {
			depth, shortest = commonPrefix(p.names, p.depth)
		}
		if shortest < depth+8 { // few, or too short for a key
			slices.SortFunc(p.names, func(a, b namedID) int {
				return strings.Compare(a.iri, b.iri)
			})
			continue
		}
		for i := range p.names {
			p.names[i].key = bigEndian(p.names[i].iri[depth:])
		}
		slices.SortFunc(p.names, func(a, b namedID) int { return cmp.Compare(a.key, b.key) })
		for begin, end := 0, 1; end <= len(p.names); end++ {
			if end < len(p.names) && p.names[end].key == p.names[begin].key {
				continue
			}
			if end-begin > 1 {
				todo = append(todo, part{p.names[begin:end], depth + 8})
			}
			begin = end
		}
	}
	return nil
}

// commonPrefix returns the length of the common prefix of all names, at least depth, and the length
// of the shortest name.
func commonPrefix(names []namedID, depth int) (common, shortest int) {
	first := names[0].iri
	common, shortest = len(first), len(first)
	for _, n := range names[1:] {
		shortest = min(shortest, len(n.iri))
		common = min(common, len(n.iri))
		i := depth
		for i < common && n.iri[i] == first[i] {
			i++
		}
		common = i
	}
	return common, shortest
}

// bigEndian returns the first eight bytes as a number with the same order.
func bigEndian(s string) uint64 {
	_ = s[7]
	return uint64(s[7]) | uint64(s[6])<<8 | uint64(s[5])<<16 | uint64(s[4])<<24 |
		uint64(s[3])<<32 | uint64(s[2])<<40 | uint64(s[1])<<48 | uint64(s[0])<<56
}
