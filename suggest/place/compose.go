package place

import (
	"cmp"
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Bounds of the definitions that are tried.
const (
	composedParents      = 6  // superclasses that definitions are composed of
	composedRestrictions = 10 // restrictions that definitions are composed of
	mostMatches          = 20 // definitions by pattern
)

// definitionNames are the features of a definition, in the order of definitionFeatures.
var definitionNames = []string{"score of the genus", "genus behind", "place of the genus",
	"genus ends the label", "genus begins the definition", "genus listed",
	"score of the restriction", "restriction behind", "place of the restriction",
	"filler in the label", "filler in the definition", "votes for the restriction",
	"restriction listed", "pattern", "log-odds of the pattern", "classes of the pattern",
	"part of a pattern", "property with the genus", "property in definitions",
	"genus has the restriction", "genus in definitions", "own classes"}

// draft is a definition with its features.
type draft struct {
	genus        int32
	restrictions []asserted.Restriction
	match        *match // nil if the definition is composed
	product      int    // of the ranks of genus and restriction, if it is composed
	features     []float64
	probability  float64
}

// drafts returns the definitions by pattern and the composed ones, each once.
func (v *view) drafts() []draft {
	var list []draft
	add := func(d draft) {
		if d.genus == v.s.Class || v.isCircular(&d) ||
			slices.ContainsFunc(list, func(o draft) bool {
				return o.genus == d.genus && slices.Equal(o.restrictions, d.restrictions)
			}) {
			return
		}
		d.features = v.definitionFeatures(&d)
		d.probability = v.p.prior.of(definitionModel, d.features)
		list = append(list, d)
	}
	for i := range v.matches[:min(len(v.matches), mostMatches)] {
		m := &v.matches[i]
		add(draft{genus: m.genus, restrictions: m.restrictions, match: m})
	}
	for i, g := range v.parents[:min(len(v.parents), composedParents)] {
		for j, r := range v.restrictions[:min(len(v.restrictions), composedRestrictions)] {
			add(draft{genus: g.Target, product: (i + 1) * (j + 1),
				restrictions: []asserted.Restriction{{Property: r.Property, Filler: r.Target}}})
		}
	}
	return list
}

// Bounds of the definitions that are listed.
const (
	mostByPattern  = 2
	leastByPattern = 0.2 // share of the pattern

	leastDefinition = 0.01 // probability of any
)

// sortDrafts returns the mostByPattern most probable definitions by pattern, then the composed ones
// by the product of the ranks of genus and restriction.
func sortDrafts(list []draft) []draft {
	var byPattern, composed []draft
	for _, d := range list {
		switch {
		case d.match == nil:
			composed = append(composed, d)
		case d.match.share >= leastByPattern:
			byPattern = append(byPattern, d)
		}
	}
	slices.SortStableFunc(byPattern, func(a, b draft) int {
		return cmp.Compare(b.probability, a.probability)
	})
	slices.SortStableFunc(composed,
		func(a, b draft) int { return cmp.Compare(a.product, b.product) })
	byPattern = byPattern[:min(len(byPattern), mostByPattern)]
	return append(byPattern, composed...)
}

// isCircular reports whether a definition uses the class itself.
func (v *view) isCircular(d *draft) bool {
	return v.s.Class >= 0 && slices.ContainsFunc(d.restrictions, func(r asserted.Restriction) bool {
		return r.Filler == v.s.Class
	})
}

// unlisted is the gap to the best score for a candidate that is not listed.
const unlisted = 8

// definitionFeatures returns the features of a definition, in the order of definitionNames.
func (v *view) definitionFeatures(d *draft) []float64 {
	genusScore, genusBehind, genusPlace := 0.0, float64(unlisted), math.Log1p(mostScored)
	var of support // of the genus
	g := v.row(d.genus)
	if len(v.parents) > 0 {
		genusScore = v.parents[0].Score - unlisted
	}
	if g != nil {
		genusScore, genusBehind = g.Score, min(v.parents[0].Score-g.Score, unlisted)
		genusPlace, of = math.Log1p(float64(g.place)), g.support
	} else {
		of.findNames(v, d.genus)
	}
	score, behind, place := 0.0, float64(unlisted), math.Log1p(mostScored)
	if len(v.restrictions) > 0 {
		score = v.restrictions[0].Score - unlisted
	}
	var inLabel, inText, votes, has, listed float64
	withGenus, withAll := 0.0, 0.0
	for _, r := range d.restrictions {
		if s := v.rows[r]; s != nil {
			if b := v.restrictions[0].Score - s.Score; b < behind {
				score, behind, place = s.Score, b, math.Log1p(float64(s.place))
			}
			inLabel, inText = max(inLabel, s.support.inside),
				max(inText, oneIf(s.support.mentioned))
			votes = max(votes, s.support.votes[0], s.support.votes[2])
			listed = 1
		} else {
			var u support
			u.findNames(v, r.Filler)
			inLabel, inText = max(inLabel, u.inside), max(inText, oneIf(u.mentioned))
		}
		has = max(has, oneIf(v.p.e.Has(d.genus, r)))
		p := &v.p.patterns
		if u := p.genera[d.genus]; u != nil {
			withGenus = max(withGenus, float64(u.properties[r.Property])/float64(u.definitions+1))
		}
		withAll = max(withAll, float64(p.overall.properties[r.Property])/
			float64(p.overall.definitions+1))
	}
	defined := 0.0
	if u := v.p.patterns.genera[d.genus]; u != nil {
		defined = math.Log1p(float64(u.definitions))
	}
	byPattern, odds, members, part := 0.0, 0.0, 0.0, 0.0
	if d.match != nil {
		byPattern, odds = 1, logit(d.match.share)
		members = math.Log1p(float64(d.match.shape.count))
	} else {
		for i := range v.matches {
			if m := &v.matches[i]; m.genus == d.genus &&
				slices.Contains(m.restrictions, d.restrictions[0]) {
				part = max(part, m.share)
			}
		}
	}
	return []float64{genusScore, genusBehind, genusPlace, of.ends, oneIf(of.first), oneIf(g != nil),
		score, behind, place, inLabel, inText, votes, listed, byPattern, odds, members, part,
		withGenus, withAll, has, defined, v.p.own.first}
}

// logit returns the log-odds of a probability, at most ±5.
func logit(p float64) float64 { return min(max(math.Log(p/(1-p)), -5), 5) }

// listDefinitions returns at most mostRows definitions with a probability of leastDefinition or
// more.
func (v *view) listDefinitions() []Definition {
	var list []Definition
	for _, d := range sortDrafts(v.drafts()) {
		if len(list) == mostRows {
			break
		}
		if d.probability < leastDefinition {
			continue
		}
		row := Row{Probability: d.probability, Tier: tierOf(d.probability)}
		if d.match != nil {
			row.Evidence = append(row.Evidence, v.patternSentence(d.match))
		} else {
			row.Evidence = v.composedSentences(&d)
			if row.Tier == evidence.Likely {
				row.Tier = evidence.Possible
			}
		}
		list = append(list, Definition{row, d.genus, d.restrictions, d.match != nil})
	}
	return list
}

// composedSentences returns the evidence for the genus, then for the restriction, each sentence
// once.
func (v *view) composedSentences(d *draft) []evidence.Evidence {
	var list []evidence.Evidence
	for _, s := range []*scored{v.row(d.genus), v.rows[d.restrictions[0]]} {
		if s != nil {
			more := v.sentences(s)
			for _, e := range more[:min(len(more), 2)] {
				if !slices.ContainsFunc(list, func(o evidence.Evidence) bool {
					return o.Template == e.Template && slices.Equal(o.Entities, e.Entities)
				}) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
