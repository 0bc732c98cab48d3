package rank

import (
	"context"
	"math"
	"slices"
)

// Relations ranks the relations that a subject may have to a class, best first: properties in use,
// and NoProperty for a superclass. Asserted relations of the two are ranked too; properties similar
// to them rank higher. The error is that of ctx.
func (e *Engine) Relations(ctx context.Context, s Subject, target int32) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var list []Candidate
	e.eachRelation(s, target, func(a *relationCandidate) {
		score := 0.0
		for _, c := range relationColumns {
			score += c.weight * c.value(a)
		}
		list = append(list, Candidate{a.property, target, score})
	})
	Sort(list)
	return list, ctx.Err()
}

// relationCandidate is a relation that a subject may have to a class.
type relationCandidate struct {
	*query
	property int32
	t        *class  // the class
	near     float64 // share of the relatives' relations, by how like the fillers are to the class
	uses     float64 // share of the relations of all classes
	cue      float64 // share of the word before the class's name in the definition
	asserted []int32 // relations of the subject to the class
}

// relationColumn describes a relation. The score is the sum of the values by their weights.
type relationColumn struct {
	name   string
	weight float64
	value  func(*relationCandidate) float64
}

// relationColumns holds the columns of relations. The weights are those of a conditional logit that
// was learned from the changed relations of split learn, rounded. In cross-validation by ontology
// the rounded weights were as good.
var relationColumns = []relationColumn{
	{"relations of relatives", 0.75, func(a *relationCandidate) float64 { return logShare(a.near) }},
	{"relations of all classes", 0.8, func(a *relationCandidate) float64 { return logShare(a.uses) }},
	{"word before the name", 0.5, func(a *relationCandidate) float64 { return a.cue }},
	{"property's words in the definition", 0.3, func(a *relationCandidate) float64 {
		if a.property == NoProperty {
			return 0
		}
		return float64(a.e.shareOf(a.e.properties[a.property].name, a.k.text))
	}},
	{"words in common with an asserted property", 2.5, (*relationCandidate).wordsInCommon},
	{"above or below an asserted property", 1.2, (*relationCandidate).aboveOrBelow},
	{"fillers in common with an asserted property", 1.2, (*relationCandidate).fillersInCommon},
	{"superclass with the same head", 1.3, func(a *relationCandidate) float64 {
		if a.property != NoProperty {
			return 0
		}
		return float64(a.fit(a.t.names).sameHead)
	}},
}

// leastShare is added to shares, so that relations without any have a logarithm.
const leastShare = 0.003

func logShare(x float64) float64 { return math.Log(x + leastShare) }

// likeAsserted returns the greatest value of a function of the property and the asserted ones, 0
// for superclasses.
func (a *relationCandidate) likeAsserted(value func(r, s int32) float64) float64 {
	most := 0.0
	for _, r := range a.asserted {
		if r != NoProperty && a.property != NoProperty {
			most = max(most, value(r, a.property))
		}
	}
	return most
}

func (a *relationCandidate) wordsInCommon() float64 {
	return a.likeAsserted(func(r, s int32) float64 {
		x, y := a.e.properties[r].name, a.e.properties[s].name
		return float64(a.e.shareOf(x, y)+a.e.shareOf(y, x)) / 2
	})
}

func (a *relationCandidate) aboveOrBelow() float64 {
	return a.likeAsserted(func(r, s int32) float64 {
		return float64(oneIf(a.e.x.IsSubProperty(r, s) || a.e.x.IsSubProperty(s, r)))
	})
}

// fillersInCommon is the cosine of the sets of fillers.
func (a *relationCandidate) fillersInCommon() float64 {
	return a.likeAsserted(func(r, s int32) float64 {
		x, y := a.e.properties[r].fillers, a.e.properties[s].fillers
		both := 0
		for d := range x {
			if y[d] > 0 {
				both++
			}
		}
		return float64(both) / math.Sqrt(float64(len(x)*len(y))+1)
	})
}

// relationVotes holds the votes for each property, and for superclasses at the end.
type relationVotes []float64

func (v relationVotes) of(property int32) *float64 {
	if property == NoProperty {
		property = int32(len(v) - 1)
	}
	return &v[property]
}

// shares divides the votes by their sum + 0.5.
func (v relationVotes) shares() {
	sum := 0.5
	for _, x := range v {
		sum += x
	}
	for i := range v {
		v[i] /= sum
	}
}

// eachRelation visits superclass and properties in use.
func (e *Engine) eachRelation(s Subject, target int32, visit func(*relationCandidate)) {
	q := e.query(s)
	defer q.close()
	a := &relationCandidate{query: q, t: &e.classes[target], asserted: relationsTo(s, target)}
	near, uses := make(relationVotes, len(e.properties)+1), make(relationVotes, len(e.properties)+1)
	similarity := make(map[int32]float64)
	vote := func(property, filler int32, weight float32) {
		like, known := similarity[filler]
		if !known {
			like = float64(e.commonIC(filler, target))
			like *= like
			similarity[filler] = like
		}
		*near.of(property) += float64(weight) * like
	}
	for kind := range numKinds {
		for _, w := range q.neighbors(kind) {
			for _, r := range e.classes[w.number].restrictions {
				vote(r.Property, r.Filler, w.weight)
			}
			for _, p := range e.classes[w.number].parents {
				vote(NoProperty, p, w.weight)
			}
		}
	}
	for r := range e.properties {
		uses[r] = float64(e.properties[r].uses)
	}
	for _, c := range e.children {
		*uses.of(NoProperty) += float64(len(c))
	}
	for _, r := range a.asserted {
		*uses.of(r) -= 1
	}
	near.shares()
	uses.shares()
	for r := NoProperty; r < int32(len(e.properties)); r++ {
		if r != NoProperty && e.properties[r].uses == 0 {
			continue
		}
		a.property, a.near, a.uses, a.cue = r, *near.of(r), max(*uses.of(r), 0), 0
		for _, m := range q.mentions {
			if m.class == target && r != NoProperty {
				a.cue = max(a.cue, float64(e.byCue(cueAt(q.k.text, m.start), r)))
			}
		}
		visit(a)
	}
}

// relationsTo returns the asserted relations of a subject to a class.
func relationsTo(s Subject, target int32) []int32 {
	var list []int32
	if slices.Contains(s.Parents, target) {
		list = append(list, NoProperty)
	}
	for _, r := range s.Restrictions {
		if r.Filler == target {
			list = append(list, r.Property)
		}
	}
	return list
}

// commonIC returns the information content of the lowest common superclass of two classes, either
// included; 1 if they are the same.
func (e *Engine) commonIC(c, d int32) float32 {
	if c == d {
		return 1
	}
	return e.lowestAbove(&e.classes[c], &e.classes[d], c, d)
}

// lowestAbove returns the information content of the lowest superclass that two classes have in
// common, either included. C and d are their numbers; NoClass for a class that is being made.
func (e *Engine) lowestAbove(a, b *class, c, d int32) float32 {
	most := float32(0)
	for _, x := range a.ancestors {
		if _, both := slices.BinarySearch(b.ancestors, x); both || x == d {
			most = max(most, e.ic(x))
		}
	}
	if _, below := slices.BinarySearch(b.ancestors, c); below {
		most = max(most, e.ic(c))
	}
	return most
}
