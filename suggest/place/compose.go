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

// composedNames are the features of a composed definition, in the order of draft.features.
// matchedNames are those of a definition by pattern.
var (
	composedNames = []string{"log-odds of the genus", "log-odds of the restriction",
		"log share of the property"}
	matchedNames = []string{"log-odds of the genus", "log-odds of the restriction",
		"log-odds of the pattern"}
)

// draft is a definition with what its probability depends on.
type draft struct {
	genus        int32
	restrictions []asserted.Restriction
	match        *match // nil if the definition is composed

	genusRow, restrictionRow *scored // of the genus and the best restriction; nil if unranked

	// logShare is the logarithm of the share of definitions by the genus that use the property, 0
	// if no class is defined by the genus.
	logShare float64

	probability float64 // that the genus and one of the restrictions are right
}

// model returns the model for a draft.
func (d *draft) model() model {
	if d.match != nil {
		return matchedModel
	}
	return composedModel
}

// Bounds of the features of a draft.
const (
	leastProbability = 0.001 // of a row
	leastShare       = 0.03
)

// features returns the features of a draft, in the order of the names of its model.
func (d *draft) features() []float64 {
	last := d.logShare
	if d.match != nil {
		last = logit(d.match.share)
	}
	return []float64{d.genusRow.logOdds(), d.restrictionRow.logOdds(), last}
}

// logOdds returns the log-odds of the probability of a row, which may be nil.
func (s *scored) logOdds() float64 {
	p := 0.0
	if s != nil {
		p = s.probability
	}
	return logit(min(max(p, leastProbability), 1-leastProbability))
}

// logit returns the log-odds of a probability.
func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// drafts returns the definitions by pattern and the composed ones, each once, the most probable
// first.
func (v *view) drafts() []draft {
	var list []draft
	add := func(d draft) {
		if d.genus == v.s.Class || v.isCircular(&d) ||
			slices.ContainsFunc(list, func(o draft) bool {
				return o.genus == d.genus && slices.Equal(o.restrictions, d.restrictions)
			}) {
			return
		}
		v.describe(&d)
		d.probability = v.p.prior.of(d.model(), d.features())
		list = append(list, d)
	}
	for i := range v.matches[:min(len(v.matches), mostMatches)] {
		m := &v.matches[i]
		add(draft{genus: m.genus, restrictions: m.restrictions, match: m})
	}
	for _, g := range v.parents[:min(len(v.parents), composedParents)] {
		for _, r := range v.restrictions[:min(len(v.restrictions), composedRestrictions)] {
			add(draft{genus: g.Target, restrictions: []asserted.Restriction{r.Restriction()}})
		}
	}
	slices.SortStableFunc(list, func(a, b draft) int {
		return cmp.Compare(b.probability, a.probability)
	})
	return list
}

// isCircular reports whether a definition uses the class itself.
func (v *view) isCircular(d *draft) bool {
	return v.s.Class >= 0 && slices.ContainsFunc(d.restrictions, func(r asserted.Restriction) bool {
		return r.Filler == v.s.Class
	})
}

// describe finds what the probability of a draft depends on.
func (v *view) describe(d *draft) {
	d.genusRow = v.row(d.genus)
	for _, r := range d.restrictions {
		if s := v.rows[r]; s != nil &&
			(d.restrictionRow == nil || s.place < d.restrictionRow.place) {
			d.restrictionRow = s
		}
	}
	if of := v.p.patterns.usesOf(d.genus, v.s.Class); of.definitions > 0 {
		uses := of.properties[d.restrictions[0].Property]
		d.logShare = math.Log(leastShare + float64(uses)/float64(of.definitions+1))
	}
}

// leastDefinition is the least probability of a definition that is listed.
const leastDefinition = 0.01

// listDefinitions returns at most mostRows definitions with evidence and a probability of
// leastDefinition or more.
func (v *view) listDefinitions() []Definition {
	var list []Definition
	for _, d := range v.drafts() {
		if len(list) == mostRows || d.probability < leastDefinition {
			break
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
		if len(row.Evidence) > 0 {
			list = append(list, Definition{row, d.genus, d.restrictions, d.match != nil})
		}
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
