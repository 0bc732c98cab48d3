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
		"log share of the property", "finer than inherited", "of another class"}
	matchedNames = []string{"log-odds of the genus", "log-odds of the restriction",
		"log-odds of the pattern"}
)

// draft is a definition with what its probability depends on.
type draft struct {
	genus        int32
	restrictions []asserted.Restriction
	match        *match // nil if the definition is composed

	genusRow, restrictionRow *scored // of the genus and the best restriction; nil if unranked

	// share is that of the subclasses of the genus that have a restriction on the property of a
	// composed definition.
	share float64

	// finer is true if a restriction that does not follow for the genus is finer than one that
	// follows. empty is true if all follow.
	finer, empty bool

	same int32 // another class with this definition, or −1

	probability float64 // that the genus and one of the restrictions are right
}

// model returns the model for a draft.
func (d *draft) model() model {
	if d.match != nil {
		return matchedModel
	}
	return composedModel
}

// leastProbability of a row is that of its log-odds.
const leastProbability = 0.001

// features returns the features of a draft, in the order of the names of its model.
func (d *draft) features() []float64 {
	rows := []float64{d.genusRow.logOdds(), d.restrictionRow.logOdds()}
	if d.match != nil {
		return append(rows, logit(d.match.share))
	}
	return append(rows, math.Log(d.share), oneIf(d.finer), oneIf(d.same >= 0))
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
// first. None is composed of a class and one below it.
func (v *view) drafts() []draft {
	var list []draft
	add := func(d draft) {
		if slices.ContainsFunc(list, d.equals) {
			return
		}
		v.describe(&d)
		d.probability = v.p.prior.of(d.model(), d.features())
		list = append(list, d)
	}
	isOwn := func(r asserted.Restriction) bool { return v.s.Class >= 0 && r.Filler == v.s.Class }
	for i := range v.matches[:min(len(v.matches), mostMatches)] {
		m := &v.matches[i]
		if m.genus != v.s.Class && !slices.ContainsFunc(m.restrictions, isOwn) {
			add(draft{genus: m.genus, restrictions: m.restrictions, match: m})
		}
	}
	for _, g := range v.parents[:min(len(v.parents), composedParents)] {
		shares := v.propertyShares(g.Target)
		for _, c := range v.restrictions[:min(len(v.restrictions), composedRestrictions)] {
			r := c.Restriction()
			if isOwn(r) || v.p.x.Comparable(g.Target, r.Filler) {
				continue
			}
			add(draft{genus: g.Target, restrictions: []asserted.Restriction{r},
				share: shares(r.Property)})
		}
	}
	slices.SortStableFunc(list, func(a, b draft) int {
		return cmp.Compare(b.probability, a.probability)
	})
	return list
}

// equals reports whether two drafts have the same genus and the same restrictions.
func (d *draft) equals(o draft) bool {
	return o.genus == d.genus && slices.Equal(o.restrictions, d.restrictions)
}

// priorUses smooths shares: a further subclass counts as this part of a use of each property.
const priorUses = 0.1

// propertyShares returns the smoothed share of the asserted subclasses of a genus that have a
// restriction on a property. The class itself does not count.
func (v *view) propertyShares(genus int32) func(property int32) float64 {
	n := 1
	uses := make(map[int32]int)
	for _, c := range v.p.x.Children(genus) {
		if c == v.s.Class {
			continue
		}
		n++
		for _, of := range asserted.Runs(v.p.x.Restrictions(c), asserted.SameProperty) {
			uses[of[0].Property]++
		}
	}
	return func(property int32) float64 {
		return (float64(uses[property]) + priorUses) / float64(n)
	}
}

// describe finds what the probability of a draft depends on.
func (v *view) describe(d *draft) {
	d.genusRow = v.row(d.genus)
	d.empty = true
	for _, r := range d.restrictions {
		if s := v.rows[r]; s != nil &&
			(d.restrictionRow == nil || s.place < d.restrictionRow.place) {
			d.restrictionRow = s
		}
		if !v.p.x.Inherits(d.genus, r) {
			d.empty = false
			d.finer = d.finer || v.isFiner(d.genus, r)
		}
	}
	d.same = v.definedBy(d)
}

// isFiner reports whether the filler of a restriction is below that of one on the same property
// that a genus has or inherits.
func (v *view) isFiner(genus int32, r asserted.Restriction) bool {
	for _, of := range v.p.x.Inherited(genus) {
		if of.Property == r.Property && v.p.x.IsBelow(r.Filler, of.Filler) {
			return true
		}
	}
	return false
}

// definedBy returns another class with the definition of a draft, or −1.
func (v *view) definedBy(d *draft) int32 {
	for _, c := range v.p.x.Holders(d.restrictions[0]) {
		if c == v.s.Class {
			continue
		}
		for _, o := range v.p.x.DefinitionsOf(c) {
			if !o.Partial && slices.Equal(o.Genus, []int32{d.genus}) &&
				slices.Equal(o.Restrictions, d.restrictions) {
				return c
			}
		}
	}
	return -1
}

// leastDefinition is the least probability of a definition that is listed.
const leastDefinition = 0.01

// listDefinitions returns at most mostRows definitions with evidence and a probability of
// leastDefinition or more. Those with evidence against them are speculative.
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
		if len(row.Evidence) == 0 {
			continue
		}
		if against := v.objections(&d); len(against) > 0 {
			row.Tier = evidence.Speculative
			row.Evidence = append(row.Evidence, against...)
		}
		list = append(list, Definition{row, d.genus, d.restrictions, d.match != nil})
	}
	return list
}

// objections returns the evidence against a definition.
func (v *view) objections(d *draft) []evidence.Evidence {
	var list []evidence.Evidence
	if d.empty {
		list = append(list, evidence.New("definition", "The definition adds nothing to %e.",
			v.p.x.Classes[d.genus]).Objecting())
	}
	if d.same >= 0 {
		list = append(list, evidence.New("definition", "%e has the same definition.",
			v.p.x.Classes[d.same]).Objecting())
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
