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
	supers, subs lists[int32]       // by class, ascending
	restrictions lists[restriction] // by class, ascending

	bearers map[restriction][]int32 // the classes that have a restriction, ascending
	filling lists[filling]          // by class
	fillers [][]filler              // by property: the most frequent first
	uses    []int32                 // by property: statements
	most    int32                   // uses of the most used property, at least 1

	ancestors lists[int32] // by class: the nearest first, itself left out
	traits    []traits     // by class

	spaceNames  []string    // by name space
	spaceShares [][]float64 // by property: the share of its fillers in each name space, on the scale of the function share
}

// traits are what is asked of each candidate.
type traits struct {
	says     float64 // see information
	toldSays float64 // what its told superclasses and restrictions say together
	logSubs  float64 // ln(1 + subs)
	depth    int32   // steps to a class without superclass, by the shortest way
	subs     int32   // told subclasses
	space    int32   // name space of the IRI
}

// filling is what there is to say of the restrictions to a class by a property. It is asked for by the thousand, so that logarithms are taken once.
type filling struct {
	property   int32
	bearers    int32   // classes of which it is told that they have it
	says       float64 // −ln of the share of classes that do
	logBearers float64 // ln(1 + bearers)
	share      float64 // of the property's uses, on the scale of the function share
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
		traits:  make([]traits, n),
		bearers: make(map[restriction][]int32),
		fillers: make([][]filler, len(t.Properties)),
		uses:    make([]int32, len(t.Properties)),
	}
	supers, subs, restrictions := make([][]int32, n), make([][]int32, n), make([][]restriction, n)
	for _, s := range statements {
		if s.Property == NoProperty {
			supers[s.Class] = append(supers[s.Class], s.Target)
			subs[s.Target] = append(subs[s.Target], s.Class)
			continue
		}
		r := restriction{s.Property, s.Target}
		restrictions[s.Class] = append(restrictions[s.Class], r)
		x.bearers[r] = append(x.bearers[r], s.Class)
		x.uses[s.Property]++
	}
	x.supers, x.subs, x.restrictions = newLists(supers), newLists(subs), newLists(restrictions)
	x.most = max(1, slices.Max(append(x.uses, 1)))
	for r, classes := range x.bearers {
		x.fillers[r.property] = append(x.fillers[r.property], filler{r.target, int32(len(classes))})
	}
	fillings := make([][]filling, n)
	for r, fillers := range x.fillers {
		for _, f := range fillers {
			fillings[f.class] = append(fillings[f.class], filling{
				property: int32(r), bearers: f.count,
				says:       math.Log(float64(n+1) / float64(f.count+1)),
				logBearers: logOf(1 + int(f.count)),
				share:      share(float64(f.count) / float64(x.uses[r])),
			})
		}
	}
	x.filling = newLists(fillings)
	for d := range subs {
		x.traits[d].subs, x.traits[d].logSubs = int32(len(subs[d])), logOf(1+len(subs[d]))
	}
	for _, f := range x.fillers {
		slices.SortFunc(f, func(a, b filler) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.class, b.class)) })
	}
	x.climb(n)
	x.nameSpaces(t)
	return x
}

// climb finds the ancestors of each class, and what it says to be below it.
func (x *told) climb(n int) {
	ancestors := make([][]int32, n)
	descendants := make([]int32, n)
	seen := make([]int32, n)
	var queue, level []int32
	for c := range int32(n) {
		queue, level = append(queue[:0], c), append(level[:0], 0)
		seen[c] = c + 1
		depth := int32(math.MaxInt32)
		for i := 0; i < len(queue) && len(queue) <= mostAncestors; i++ {
			if len(x.supers.of(queue[i])) == 0 {
				depth = min(depth, level[i])
			}
			for _, d := range x.supers.of(queue[i]) {
				if seen[d] != c+1 {
					seen[d] = c + 1
					queue, level = append(queue, d), append(level, level[i]+1)
				}
			}
		}
		if depth == math.MaxInt32 { // a cycle, or a long chain
			depth = level[len(level)-1]
		}
		x.traits[c].depth = depth
		ancestors[c] = slices.Clone(queue[1:])
		for _, d := range queue[1:] {
			descendants[d]++
		}
	}
	x.ancestors = newLists(ancestors)
	for c, below := range descendants {
		x.traits[c].says = math.Log(float64(n+1) / float64(below+1))
	}
	for c := range int32(n) {
		for _, d := range x.supers.of(c) {
			x.traits[c].toldSays += x.information(d)
		}
		for _, r := range x.restrictions.of(c) {
			x.traits[c].toldSays += x.fillingOf(r).says
		}
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
	spaces, names := NameSpaces(func(yield func(string) bool) {
		for _, iri := range t.Classes {
			if !yield(iri.String()) {
				return
			}
		}
	})
	x.spaceNames = names
	for c, space := range spaces {
		x.traits[c].space = space
	}
	x.spaceShares = make([][]float64, len(t.Properties))
	for r, fillers := range x.fillers {
		uses := make([]float32, len(x.spaceNames))
		for _, f := range fillers {
			uses[spaces[f.class]] += float32(f.count) / float32(x.uses[r])
		}
		for _, part := range uses {
			x.spaceShares[r] = append(x.spaceShares[r], share(float64(part)))
		}
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
	return x.traits[class].says
}

var noFilling filling

// fillingOf is what there is to say of a restriction.
func (x *told) fillingOf(r restriction) *filling {
	fillings := x.filling.of(r.target)
	for i := range fillings {
		if fillings[i].property == r.property {
			return &fillings[i]
		}
	}
	return &noFilling
}

func (x *told) has(s Statement) bool {
	if s.Property == NoProperty {
		_, found := slices.BinarySearch(x.supers.of(s.Class), s.Target)
		return found
	}
	_, found := slices.BinarySearchFunc(x.restrictions.of(s.Class), restriction{s.Property, s.Target}, compareRestrictions)
	return found
}

func compareRestrictions(a, b restriction) int {
	return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.target, b.target))
}
