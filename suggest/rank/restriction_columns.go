package rank

import (
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// restrictionCandidate is a subject and a candidate restriction ∃r.D.
type restrictionCandidate struct {
	candidate
	p *property
	u *propertyUse

	number         int32   // number of ∃r.D, or −1 if no class has it
	inDefinition   float32 // greatest share of a name of D in the definition
	cue, labelCue  float32 // share of r by the word before D's name
	stem           float32 // 1 if a one-word name of D begins like a word of the label
	holders        int     // classes with ∃r.D
	finer, finerIC float32 // D is below an inherited filler
	otherProperty  float32 // D, or a class near it, is a filler of another property
}

// describe computes the values that several columns of a candidate use.
func (a *restrictionCandidate) describe(u *propertyUse, d int32) {
	q, e := a.query, a.e
	r := asserted.Restriction{Property: u.property, Filler: d}
	a.candidate.describe(r)
	a.u, a.p = u, &e.properties[u.property]
	a.inDefinition = q.inDefinition(a.t.names)
	a.cue, a.labelCue, a.stem = 0, 0, 0
	for _, m := range q.mentions {
		if m.class == d {
			a.cue = max(a.cue, e.byCue(cueAt(q.k.text, m.start), u.property))
		}
	}
	label := q.k.label()
	for _, name := range a.t.names {
		if at := asserted.SpanAt(label, name); at >= 0 {
			a.labelCue = max(a.labelCue, e.byCue(cueAt(label, at), u.property))
		}
	}
	if len(a.t.label()) == 1 {
		a.stem = oneIf(slices.Contains(q.stems, d))
	}
	a.number, a.holders = -1, 0
	if n, ok := e.restrictionNumbers[r]; ok {
		a.number, a.holders = n, len(e.restrictions[n].holders)
	}
	a.finer, a.finerIC = 0, missing
	for _, filler := range u.inherited {
		if e.x.IsBelow(d, filler) {
			a.finer = 1
			if ic := e.ic(filler); !(a.finerIC >= ic) {
				a.finerIC = ic
			}
		}
	}
	a.otherProperty = 0
	for _, s := range q.subject.Restrictions {
		if s.Property != u.property {
			switch {
			case s.Filler == d:
				a.otherProperty = 2
			case e.x.Comparable(s.Filler, d):
				a.otherProperty = max(a.otherProperty, 1)
			}
		}
	}
}

// vote returns the vote of a kind of neighbors for the restriction.
func (a *restrictionCandidate) vote(kind int) float32 {
	if a.number < 0 {
		return 0
	}
	return a.restrictionVotes[kind].of(a.number)
}

// share returns the share of a kind of classes with the restriction.
func (a *restrictionCandidate) share(kind int) float32 {
	if a.number < 0 {
		return 0
	}
	return a.restrictionShares[kind].of(a.number)
}

// lift returns ln(1 + share / base rate of the restriction).
func (a *restrictionCandidate) lift(kind int) float32 {
	base := float64(a.holders+1) / float64(len(a.e.classes)+1)
	return float32(math.Log1p(float64(a.share(kind)) / base))
}

// among returns the share of a vote in the vote for the property.
func among(vote, property float32) float32 { return vote / (property + 0.01) }

var restrictionColumns = slices.Concat(
	[]column[*restrictionCandidate]{
		{"cosine of words", func(a *restrictionCandidate) float32 { return a.words.of(a.d) }},
		{"cosine of texts", func(a *restrictionCandidate) float32 { return a.text.of(a.d) }},
		{"share of the filler's name in the subject's", func(a *restrictionCandidate) float32 { return a.covered }},
		{"share of the subject's name in the filler's", func(a *restrictionCandidate) float32 { return a.covering }},
		{"filler's name ends the label", func(a *restrictionCandidate) float32 { return a.name.ends }},
		{"same head", func(a *restrictionCandidate) float32 { return a.name.sameHead }},
		{"words of the filler's label", func(a *restrictionCandidate) float32 { return a.name.words }},
		{"filler's stem in the label", func(a *restrictionCandidate) float32 { return a.stem }},

		{"share of the filler's name in the definition", func(a *restrictionCandidate) float32 { return a.inDefinition }},
		{"place of the filler in the definition", func(a *restrictionCandidate) float32 { return a.mentionAt }},
		{"length of the filler's name in the definition", func(a *restrictionCandidate) float32 { return a.mentionWords }},
		{"words of the property in the definition", func(a *restrictionCandidate) float32 { return a.u.inText }},
		{"property by the word before the filler", func(a *restrictionCandidate) float32 { return a.cue }},
		{"property by the word before the filler in the label", func(a *restrictionCandidate) float32 { return a.labelCue }},
		{"the filler's definition names the subject", func(a *restrictionCandidate) float32 {
			return a.inText(a.t.text, first(a.k.names, 1))
		}},
		{"fillers of the property named by the label", func(a *restrictionCandidate) float32 {
			return float32(a.p.named) / float32(a.p.uses+1)
		}},
		{"fillers of the property named by the definition", func(a *restrictionCandidate) float32 {
			return float32(a.p.defined) / float32(a.p.uses+1)
		}},
	},
	votesColumns(),
	[]column[*restrictionCandidate]{
		{"by a word of the name", func(a *restrictionCandidate) float32 { return spread(a.share(withNameWord)) }},
		{"by a word of the definition", func(a *restrictionCandidate) float32 { return spread(a.share(withTextWord)) }},
		{"filler of the neighbours, any property", func(a *restrictionCandidate) float32 { return spread(a.anyProperty.of(a.d)) }},
		{"share below the parents", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Parents), spread(a.share(belowParent)))
		}},
		{"lift below the parents", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Parents), a.lift(belowParent))
		}},
		{"share of a parent's children", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Parents), spread(a.share(childrenParent)))
		}},
		{"share of the classes with a restriction of the subject", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Restrictions), spread(a.share(withRestriction)))
		}},
		{"lift by a restriction of the subject", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Restrictions), a.lift(withRestriction))
		}},
		{"share of the near texts' uses of the property", func(a *restrictionCandidate) float32 {
			return among(a.vote(ByText), a.u.votes[ByText])
		}},
		{"classes with the restriction", func(a *restrictionCandidate) float32 { return log1p(float32(a.holders)) }},
		{"uses of the filler by any property", func(a *restrictionCandidate) float32 { return log1p(float32(a.e.fillerUses[a.d])) }},
		{"finer, of near names", func(a *restrictionCandidate) float32 { return spread(a.finerVotes[0].of(a.d) / 3) }},
		{"finer, of relatives", func(a *restrictionCandidate) float32 { return spread(a.finerVotes[1].of(a.d) / 4) }},
		{"share of the property's uses", func(a *restrictionCandidate) float32 {
			return spread(float32(a.holders) / float32(a.p.uses+1))
		}},
		{"share of the property's fillers in the ID space", func(a *restrictionCandidate) float32 {
			return float32(a.p.spaces[a.t.space]) / float32(a.p.uses+1)
		}},

		{"analogy, same", func(a *restrictionCandidate) float32 { return a.analogy.same }},
		{"analogy, fillers exchanged", func(a *restrictionCandidate) float32 { return a.analogy.moved }},
		{"analogy, classes with fillers exchanged", func(a *restrictionCandidate) float32 { return log1p(a.analogy.movedBy) }},
		{"analogy, property", func(a *restrictionCandidate) float32 { return a.u.analogy }},

		{"property by a word of the name", func(a *restrictionCandidate) float32 { return spread(a.u.byName) }},
		{"property below the parents", func(a *restrictionCandidate) float32 { return a.needs(len(a.subject.Parents), spread(a.u.below)) }},
		{"lift of the property below the parents", func(a *restrictionCandidate) float32 { return a.needs(len(a.subject.Parents), a.u.lift) }},
		{"uses of the property by the subject", func(a *restrictionCandidate) float32 { return log1p(a.u.own) }},
		{"uses of the property above", func(a *restrictionCandidate) float32 { return a.needs(len(a.k.ancestors), log1p(a.u.above)) }},
		{"uses of the property", func(a *restrictionCandidate) float32 {
			return spread(float32(a.p.subjects) / float32(len(a.e.classes)))
		}},
		{"fillers of the property", func(a *restrictionCandidate) float32 {
			return float32(len(a.p.fillers)) / float32(a.p.uses+1)
		}},

		{"finer than an inherited filler", func(a *restrictionCandidate) float32 { return a.needs(len(a.k.ancestors), a.finer) }},
		{"information content of the inherited filler", func(a *restrictionCandidate) float32 { return a.finerIC }},
		{"filler of another property", func(a *restrictionCandidate) float32 {
			return a.needs(len(a.subject.Restrictions), a.otherProperty)
		}},
		{"information content of the filler", func(a *restrictionCandidate) float32 { return a.e.ic(a.d) }},
		{"descendants of the filler", func(a *restrictionCandidate) float32 { return log1p(float32(a.e.below[a.d])) }},
		{"superclasses of the filler", func(a *restrictionCandidate) float32 { return log1p(float32(len(a.t.ancestors))) }},
		{"lowest common superclass", func(a *restrictionCandidate) float32 { return a.needs(len(a.k.ancestors), a.common) }},
	})

// votesColumns returns the columns for the votes of each kind of neighbors: for the restriction and
// for the property.
func votesColumns() []column[*restrictionCandidate] {
	var list []column[*restrictionCandidate]
	kinds := []string{"near words", "near 4-grams", "near texts", "siblings",
		"classes with a restriction in common"} // the first kinds of neighbors
	for kind, name := range kinds {
		value := func(a *restrictionCandidate) float32 {
			return a.needs(len(a.neighbors[kind]), spread(a.vote(kind)))
		}
		propertyValue := func(a *restrictionCandidate) float32 {
			return a.needs(len(a.neighbors[kind]), spread(a.u.votes[kind]))
		}
		list = append(list, column[*restrictionCandidate]{"of " + name, value},
			column[*restrictionCandidate]{"property of " + name, propertyValue})
	}
	return list
}

// placedRestrictionColumns are the places of the columns whose ranks are columns, too.
var placedRestrictionColumns = placesOf(restrictionColumns,
	"share of the filler's name in the subject's", "share of the filler's name in the definition",
	"of near words", "of near 4-grams", "of near texts", "of siblings",
	"of classes with a restriction in common", "by a word of the name", "by a word of the definition",
	"filler of the neighbours, any property", "share below the parents", "analogy, same",
	"analogy, fillers exchanged", "property of near texts", "share of a parent's children",
	"share of the classes with a restriction of the subject", "classes with the restriction")
