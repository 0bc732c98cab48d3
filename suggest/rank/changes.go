package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Change is an operation that removes one restriction and adds another with the same filler.
type Change struct {
	Class    int32
	From, To asserted.Statement
	Evidence evidence.Evidence
	Score    float64 // share of the siblings with the new property, smaller for few
}

// Bounds of the changes that are found.
const (
	leastAgreeing = 3   // siblings that use the new property
	agreeingShare = 0.8 // their share of those that relate to such fillers
	usingShare    = 0.1 // most of those that use the old property
	togetherShare = 0.3 // most of the classes with one of two properties that have both
	mostListed    = 600 // children of a parent whose children are compared
	mostChanges   = 40

	leastWords   = 0.51 // share of the words in common of the names of two properties
	leastFillers = 0.15 // cosine of the sets of their fillers
)

// Changes returns changes of the property of a restriction, best first, at most mostChanges: for
// such fillers, at least 80 % of the siblings of the class use another property and at most 10 %
// the asserted one. The two properties must be alternatives. Restrictions of definitions are not
// changed. The error is that of ctx.
func (e *Engine) Changes(ctx context.Context) ([]Change, error) {
	alternatives := e.alternatives()
	var all []Change
	for c := range int32(len(e.x.Classes)) {
		if c%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !e.x.Usable[c] {
			continue
		}
		for _, r := range e.classes[c].restrictions {
			if e.classes[r.Filler].usable && !e.isDefined(c, r) {
				if change, found := e.changeOf(c, r, alternatives); found {
					all = append(all, change)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), asserted.CompareStatements(a.From, b.From))
	})
	return all[:min(len(all), mostChanges)], ctx.Err()
}

// alternatives returns a function that reports whether two properties may be confused. Of the
// classes with the rarer one at most 30 % have both. In addition, one property is above the other,
// or their names have words in common, or they have fillers in common and no class has both.
func (e *Engine) alternatives() func(r, s int32) bool {
	both := make(map[[2]int32]int32)
	for c := range e.classes {
		properties := slices.Collect(propertiesOf(e.classes[c].restrictions))
		for i, r := range properties {
			for _, s := range properties[:i] {
				both[[2]int32{s, r}]++
			}
		}
	}
	return func(r, s int32) bool {
		rarer := min(e.properties[r].subjects, e.properties[s].subjects)
		together := both[[2]int32{min(r, s), max(r, s)}]
		return r != s && float64(together) <= togetherShare*float64(rarer) &&
			!slices.Contains(e.x.Inverses(r), s) &&
			(e.x.IsSubProperty(r, s) || e.x.IsSubProperty(s, r) ||
				e.wordsInCommon(r, s) >= leastWords ||
				together == 0 && e.fillersInCommon(r, s) >= leastFillers)
	}
}

// wordsInCommon returns the share of the words in common of the names of two properties, weighted
// by rarity.
func (e *Engine) wordsInCommon(r, s int32) float64 {
	x, y := e.properties[r].name, e.properties[s].name
	return float64(e.shareOf(x, y)+e.shareOf(y, x)) / 2
}

// fillersInCommon returns the cosine of the sets of fillers of two properties.
func (e *Engine) fillersInCommon(r, s int32) float64 {
	x, y := e.properties[r].fillers, e.properties[s].fillers
	both := 0
	for d := range x {
		if y[d] > 0 {
			both++
		}
	}
	return float64(both) / math.Sqrt(float64(len(x)*len(y))+1)
}

// changeOf returns the best change of a restriction, over the parents of the class and of the
// filler.
func (e *Engine) changeOf(c int32, r asserted.Restriction,
	alternatives func(r, s int32) bool) (best Change, found bool) {
	own := slices.Collect(propertiesOf(e.classes[c].restrictions))
	for _, parent := range e.classes[c].parents {
		siblings := e.children[parent]
		if len(siblings) <= leastAgreeing || len(siblings) > mostListed {
			continue
		}
		for _, branch := range append([]int32{r.Filler}, e.classes[r.Filler].parents...) {
			if e.isBroad(branch) && branch != r.Filler {
				continue
			}
			counts, relatives := e.countRelations(c, siblings, branch)
			property, most := r.Property, 0
			for p, n := range counts {
				if n > most || n == most && p < property {
					property, most = p, n
				}
			}
			n := float64(relatives)
			score := float64(most) / (n + 2)
			to := asserted.Statement{Class: c, Property: property, Target: r.Filler}
			if most < leastAgreeing || float64(most) < agreeingShare*n || score <= best.Score ||
				float64(counts[r.Property]) > usingShare*n || slices.Contains(own, property) ||
				!alternatives(r.Property, property) || e.x.Entails(to) {
				continue
			}
			x := e.x
			best, found = Change{Class: c, To: to, Score: score,
				From: r.Of(c),
				Evidence: evidence.New("relation", "%d of the %d other subclasses of %e with a "+
					"relation to %e or its subclasses use %e, and %d use %e.", most, relatives,
					x.Classes[parent], x.Classes[branch], x.Properties[property],
					counts[r.Property], x.Properties[r.Property])}, true
		}
	}
	return best, found
}

// countRelations counts the siblings of class c that have a restriction with a filler that is d or
// below it: by property, and all together.
func (e *Engine) countRelations(c int32, siblings []int32, d int32) (map[int32]int, int) {
	counts := make(map[int32]int)
	relatives := 0
	for _, s := range siblings {
		if s == c {
			continue
		}
		last := NoProperty
		for _, r := range e.classes[s].restrictions { // sorted by property
			if r.Property != last && e.x.IsBelow(r.Filler, d) {
				if last == NoProperty {
					relatives++
				}
				last = r.Property
				counts[last]++
			}
		}
	}
	return counts, relatives
}

// isDefined reports whether a restriction is part of a definition of the class.
func (e *Engine) isDefined(c int32, r asserted.Restriction) bool {
	return slices.ContainsFunc(e.x.DefinitionsOf(c), func(d asserted.Definition) bool {
		return slices.Contains(d.Restrictions, r)
	})
}
