package rank

import (
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// aboutFiller is a subject and a candidate restriction ∃r.D.
type aboutFiller struct {
	*query
	d int32
	t *class // D
	p *property
	u *propertyUse

	rule                    int32 // number of ∃r.D, or −1 if no class has it
	covered, covering       float32
	name                    nameFit
	inDefinition            float32
	mentionAt, mentionWords float32
	cue, labelCue           float32
	stem                    float32
	analogy                 analogy
	holders                 int
	finer, finerIC          float32 // D is below an inherited filler
	otherProperty           float32 // D, or a class near it, is a filler of another property
	common                  float32
}

func (q *query) lookAtFiller(a *aboutFiller, u *propertyUse, d int32) {
	e := q.e
	r := asserted.Restriction{Property: u.property, Filler: d}
	a.d, a.t, a.u, a.p = d, &e.classes[d], u, &e.properties[u.property]
	a.covered, a.covering = q.covers(a.t.names)
	a.name = q.fit(a.t.names)
	a.inDefinition = q.inDefinition(a.t.names)
	a.mentionAt, a.mentionWords, a.cue, a.labelCue, a.stem = missing, 0, 0, 0, 0
	for _, m := range q.mentions {
		if m.class == d {
			if a.mentionWords == 0 {
				a.mentionAt = float32(m.start)
			}
			a.mentionWords = max(a.mentionWords, float32(m.length))
			a.cue = max(a.cue, e.byCue(cueAt(q.k.text, m.start), u.property))
		}
	}
	if len(q.k.names) > 0 {
		label := q.k.names[0]
		for _, name := range a.t.names {
			if at := spanAt(label, name); at >= 0 {
				a.labelCue = max(a.labelCue, e.byCue(cueAt(label, at), u.property))
			}
		}
		if len(a.t.names) > 0 && len(a.t.names[0]) == 1 {
			a.stem = truth(slices.Contains(q.stems, d))
		}
	}
	a.analogy = q.rules[r]
	a.rule, a.holders = -1, 0
	if n, ok := e.numbered[r]; ok {
		a.rule, a.holders = n, len(e.rules[n].holders)
	}
	a.finer, a.finerIC = 0, missing
	for _, filler := range u.inherited {
		if e.isBelow(d, filler) {
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
			case e.isBelow(s.Filler, d) || e.isBelow(d, s.Filler):
				a.otherProperty = max(a.otherProperty, 1)
			}
		}
	}
	a.common, _, _ = q.commonWith(d)
}

// of returns the value of the restriction in a tally over restrictions.
func (a *aboutFiller) of(t *tally) float32 {
	if a.rule < 0 {
		return 0
	}
	return t.of(a.rule)
}

// lift is the logarithm of one more than a share over the base rate of the restriction.
func (a *aboutFiller) lift(kind int) float32 {
	base := float64(a.holders+1) / float64(len(a.e.classes)+1)
	return float32(math.Log1p(float64(a.of(&a.ruleShares[kind])) / base))
}

// among returns the share of a property's part of a vote.
func among(vote, property float32) float32 { return vote / (property + 0.01) }

var restrictionColumns = slices.Concat(
	[]column[*aboutFiller]{
		{"cosine of words", func(a *aboutFiller) float32 { return a.words.of(a.d) }},
		{"cosine of texts", func(a *aboutFiller) float32 { return a.text.of(a.d) }},
		{"share of the filler's name in the subject's", func(a *aboutFiller) float32 { return a.covered }},
		{"share of the subject's name in the filler's", func(a *aboutFiller) float32 { return a.covering }},
		{"filler's name ends the label", func(a *aboutFiller) float32 { return a.name.ends }},
		{"same head", func(a *aboutFiller) float32 { return a.name.sameHead }},
		{"words of the filler's label", func(a *aboutFiller) float32 { return a.name.words }},
		{"filler's stem in the label", func(a *aboutFiller) float32 { return a.stem }},

		{"share of the filler's name in the definition", func(a *aboutFiller) float32 { return a.inDefinition }},
		{"place of the filler in the definition", func(a *aboutFiller) float32 { return a.mentionAt }},
		{"length of the filler's name in the definition", func(a *aboutFiller) float32 { return a.mentionWords }},
		{"words of the property in the definition", func(a *aboutFiller) float32 { return a.u.inText }},
		{"property by the word before the filler", func(a *aboutFiller) float32 { return a.cue }},
		{"property by the word before the filler in the label", func(a *aboutFiller) float32 { return a.labelCue }},
		{"the filler's definition names the subject", func(a *aboutFiller) float32 {
			return a.inText(a.t.text, a.k.names[:min(1, len(a.k.names))])
		}},
		{"fillers of the property named by the label", func(a *aboutFiller) float32 {
			return float32(a.p.named) / float32(a.p.uses+1)
		}},
		{"fillers of the property named by the definition", func(a *aboutFiller) float32 {
			return float32(a.p.defined) / float32(a.p.uses+1)
		}},
	},
	votesColumns(),
	[]column[*aboutFiller]{
		{"by a word of the name", func(a *aboutFiller) float32 { return share(a.of(&a.ruleShares[withNameWord])) }},
		{"by a word of the definition", func(a *aboutFiller) float32 { return share(a.of(&a.ruleShares[withTextWord])) }},
		{"filler of the neighbours, any property", func(a *aboutFiller) float32 { return share(a.anyProperty.of(a.d)) }},
		{"share below the parents", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Parents), share(a.of(&a.ruleShares[belowParent])))
		}},
		{"lift below the parents", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Parents), a.lift(belowParent))
		}},
		{"share of a parent's children", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Parents), share(a.of(&a.ruleShares[childrenParent])))
		}},
		{"share of the classes with a restriction of the subject", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Restrictions), share(a.of(&a.ruleShares[withRestriction])))
		}},
		{"lift by a restriction of the subject", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Restrictions), a.lift(withRestriction))
		}},
		{"share of the near texts' uses of the property", func(a *aboutFiller) float32 {
			return among(a.of(&a.ruleVotes[nearText]), a.u.votes[nearText])
		}},
		{"classes with the restriction", func(a *aboutFiller) float32 { return log1p(float32(a.holders)) }},
		{"uses of the filler by any property", func(a *aboutFiller) float32 { return log1p(float32(a.e.fillerUses[a.d])) }},
		{"finer, of near names", func(a *aboutFiller) float32 { return share(a.finerVotes[0].of(a.d) / 3) }},
		{"finer, of relatives", func(a *aboutFiller) float32 { return share(a.finerVotes[1].of(a.d) / 4) }},
		{"share of the property's uses", func(a *aboutFiller) float32 {
			return share(float32(a.holders) / float32(a.p.uses+1))
		}},
		{"share of the property's fillers in the ID space", func(a *aboutFiller) float32 {
			return float32(a.p.spaces[a.t.space]) / float32(a.p.uses+1)
		}},

		{"analogy, same", func(a *aboutFiller) float32 { return a.analogy.same }},
		{"analogy, fillers exchanged", func(a *aboutFiller) float32 { return a.analogy.moved }},
		{"analogy, classes with fillers exchanged", func(a *aboutFiller) float32 { return log1p(a.analogy.movedBy) }},
		{"analogy, property", func(a *aboutFiller) float32 { return a.u.analogy }},

		{"property by a word of the name", func(a *aboutFiller) float32 { return share(a.u.byName) }},
		{"property below the parents", func(a *aboutFiller) float32 { return a.needs(len(a.subject.Parents), share(a.u.below)) }},
		{"lift of the property below the parents", func(a *aboutFiller) float32 { return a.needs(len(a.subject.Parents), a.u.lift) }},
		{"uses of the property by the subject", func(a *aboutFiller) float32 { return log1p(a.u.own) }},
		{"uses of the property above", func(a *aboutFiller) float32 { return a.needs(len(a.k.ancestors), log1p(a.u.above)) }},
		{"uses of the property", func(a *aboutFiller) float32 {
			return share(float32(a.p.bearers) / float32(len(a.e.classes)))
		}},
		{"fillers of the property", func(a *aboutFiller) float32 {
			return float32(len(a.p.fillers)) / float32(a.p.uses+1)
		}},

		{"finer than an inherited filler", func(a *aboutFiller) float32 { return a.needs(len(a.k.ancestors), a.finer) }},
		{"information content of the inherited filler", func(a *aboutFiller) float32 { return a.finerIC }},
		{"filler of another property", func(a *aboutFiller) float32 {
			return a.needs(len(a.subject.Restrictions), a.otherProperty)
		}},
		{"information content of the filler", func(a *aboutFiller) float32 { return a.e.ic(a.d) }},
		{"descendants of the filler", func(a *aboutFiller) float32 { return log1p(float32(a.e.below[a.d])) }},
		{"superclasses of the filler", func(a *aboutFiller) float32 { return log1p(float32(len(a.t.ancestors))) }},
		{"lowest common superclass", func(a *aboutFiller) float32 { return a.needs(len(a.k.ancestors), a.common) }},
	})

// votesColumns are the votes of each kind of neighbours for the restriction, for one with a finer
// filler, and for the property.
func votesColumns() []column[*aboutFiller] {
	var list []column[*aboutFiller]
	for kind, name := range []string{"near words", "near 4-grams", "near texts", "siblings",
		"classes with a restriction in common"} {
		present := func(a *aboutFiller,
			v float32) float32 {
			return a.needs(len(a.neighbours(kind)), v)
		}
		list = append(list,
			column[*aboutFiller]{"of " + name,
				func(a *aboutFiller) float32 {
					return present(a,
						share(a.of(&a.ruleVotes[kind])))
				}},
			column[*aboutFiller]{"property of " + name,
				func(a *aboutFiller) float32 { return present(a, share(a.u.votes[kind])) }})
	}
	return list
}

// placedRestrictionColumns are the columns that are also compared within the subject's list.
var placedRestrictionColumns = placesOf(restrictionColumns,
	"share of the filler's name in the subject's", "share of the filler's name in the definition",
	"of near words", "of near 4-grams", "of near texts", "of siblings",
	"of classes with a restriction in common", "by a word of the name", "by a word of the definition",
	"filler of the neighbours, any property", "share below the parents", "analogy, same",
	"analogy, fillers exchanged", "property of near texts", "share of a parent's children",
	"share of the classes with a restriction of the subject", "classes with the restriction")
