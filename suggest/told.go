package suggest

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
)

// restriction is ∃r.D.
type restriction struct{ property, target int32 }

// told indexes statements: those of a terminology, or some of them.
type told struct {
	supers, subs [][]int32       // by class, ascending
	restrictions [][]restriction // by class, ascending

	bearers map[restriction][]int32 // the classes that have a restriction, ascending
	fillers [][]filler              // by property: the most frequent first
	uses    []int32                 // by property: statements
	most    int32                   // uses of the most used property, at least 1

	ancestors [][]int32 // by class: the nearest first, itself left out
	says      []float64 // by class: see information
	depth     []int32   // by class: steps to a class without superclass, by the shortest way

	spaces     []int32     // by class: the name space of its IRI
	spaceNames []string    // by name space
	spaceUses  [][]float32 // by property: the share of its fillers in each name space
}

type filler struct {
	class int32
	count int32
}

// mostAncestors bounds what a class knows of the classes above it, so that long chains cost no square.
const mostAncestors = 256

func newTold(t *Terminology, statements []Statement) *told {
	n := len(t.Classes)
	x := &told{
		supers:       make([][]int32, n),
		subs:         make([][]int32, n),
		restrictions: make([][]restriction, n),
		bearers:      make(map[restriction][]int32),
		fillers:      make([][]filler, len(t.Properties)),
		uses:         make([]int32, len(t.Properties)),
	}
	for _, s := range statements {
		if s.Property == NoProperty {
			x.supers[s.Class] = append(x.supers[s.Class], s.Target)
			x.subs[s.Target] = append(x.subs[s.Target], s.Class)
			continue
		}
		r := restriction{s.Property, s.Target}
		x.restrictions[s.Class] = append(x.restrictions[s.Class], r)
		x.bearers[r] = append(x.bearers[r], s.Class)
		x.uses[s.Property]++
	}
	x.most = max(1, slices.Max(append(x.uses, 1)))
	for r, classes := range x.bearers {
		x.fillers[r.property] = append(x.fillers[r.property], filler{r.target, int32(len(classes))})
	}
	for _, f := range x.fillers {
		slices.SortFunc(f, func(a, b filler) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.class, b.class)) })
	}
	x.climb(n)
	x.nameSpaces(t)
	return x
}

// climb finds the ancestors of each class.
func (x *told) climb(n int) {
	x.ancestors = make([][]int32, n)
	x.depth = make([]int32, n)
	descendants := make([]int32, n)
	seen := make([]int32, n)
	var queue, level []int32
	for c := range int32(n) {
		queue, level = append(queue[:0], c), append(level[:0], 0)
		seen[c] = c + 1
		x.depth[c] = math.MaxInt32
		for i := 0; i < len(queue) && len(queue) <= mostAncestors; i++ {
			if len(x.supers[queue[i]]) == 0 {
				x.depth[c] = min(x.depth[c], level[i])
			}
			for _, d := range x.supers[queue[i]] {
				if seen[d] != c+1 {
					seen[d] = c + 1
					queue, level = append(queue, d), append(level, level[i]+1)
				}
			}
		}
		if x.depth[c] == math.MaxInt32 { // a cycle, or a long chain
			x.depth[c] = level[len(level)-1]
		}
		x.ancestors[c] = slices.Clone(queue[1:])
		for _, d := range queue[1:] {
			descendants[d]++
		}
	}
	x.says = make([]float64, n)
	for c, below := range descendants {
		x.says[c] = math.Log(float64(n+1) / float64(below+1))
	}
}

// NameSpaces parts IRIs by what stands before their last run of digits, or else before their last part: number has that of each IRI,
// names those that there are in the order in which they come first.
func NameSpaces(iris iter.Seq[string]) (number []int32, names []string) {
	numbers := make(map[string]int32)
	for iri := range iris {
		space := nameSpace(iri)
		n, ok := numbers[space]
		if !ok {
			n = int32(len(numbers))
			numbers[space] = n
			names = append(names, space)
		}
		number = append(number, n)
	}
	return number, names
}

// nameSpaces finds which properties have fillers in which name spaces.
func (x *told) nameSpaces(t *Terminology) {
	x.spaces, x.spaceNames = NameSpaces(func(yield func(string) bool) {
		for _, iri := range t.Classes {
			if !yield(iri.String()) {
				return
			}
		}
	})
	x.spaceUses = make([][]float32, len(t.Properties))
	for r, fillers := range x.fillers {
		shares := make([]float32, len(x.spaceNames))
		for _, f := range fillers {
			shares[x.spaces[f.class]] += float32(f.count) / float32(x.uses[r])
		}
		x.spaceUses[r] = shares
	}
}

// nameSpace is http://purl.obolibrary.org/obo/CL_ for …/obo/CL_0000540, and the IRI up to its last '#', '/' or ':' for others.
func nameSpace(iri string) string {
	if short := strings.TrimRight(iri, "0123456789"); len(short) < len(iri) && strings.HasSuffix(short, "_") {
		return short
	}
	return iri[:strings.LastIndexAny(iri, "#/:")+1]
}

// information is how much it says of a class to be below another: −ln of the share of classes that are.
func (x *told) information(class int32) float64 {
	return x.says[class]
}

func (x *told) has(s Statement) bool {
	if s.Property == NoProperty {
		_, found := slices.BinarySearch(x.supers[s.Class], s.Target)
		return found
	}
	_, found := slices.BinarySearchFunc(x.restrictions[s.Class], restriction{s.Property, s.Target}, compareRestrictions)
	return found
}

func compareRestrictions(a, b restriction) int {
	return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.target, b.target))
}
