package rank

import (
	"iter"
	"slices"

	"box2el-owl/suggest/asserted"
)

// property holds counts of the asserted restrictions with an object property.
type property struct {
	uses     int32           // restrictions
	subjects int32           // classes
	fillers  map[int32]int32 // by filler: restrictions
	name     []int32         // words of the label
	common   []int32         // most frequent fillers, most first
	spaces   map[int32]int32 // by ID space: restrictions with a filler in it

	// Restrictions whose filler's name is in the label, or in the definition, of the class.
	named, defined int32
}

const mostCommon = 200

// countProperties counts the uses of properties and the words before the names of their fillers.
func (e *Engine) countProperties() {
	e.cues = make(map[int32]map[int32]int32)
	for c := range int32(len(e.classes)) {
		k := &e.classes[c]
		if k.usable {
			for r := range propertiesOf(k.restrictions) {
				e.properties[r].subjects++
			}
			for _, r := range k.restrictions {
				e.countCues(k, r)
			}
		}
	}
	for r := range e.properties {
		p := &e.properties[r]
		var list []weighted
		for d, n := range p.fillers {
			list = append(list, weighted{d, float32(n)})
		}
		p.common = bestNumbers(list, mostCommon)
	}
}

// countCues counts the words before the filler's name in label and definition.
func (e *Engine) countCues(k *class, r asserted.Restriction) {
	p := &e.properties[r.Property]
	for _, text := range []struct {
		words []int32
		uses  *int32
	}{{k.label(), &p.named}, {k.text, &p.defined}} {
		for _, name := range e.classes[r.Filler].names {
			if at := asserted.SpanAt(text.words, name); at >= 0 {
				*text.uses++
				e.cue(text.words, at, r.Property)
				break
			}
		}
	}
}

// cue counts the word before a filler's name.
func (e *Engine) cue(words []int32, at int, property int32) {
	before := cueAt(words, at)
	if e.cues[before] == nil {
		e.cues[before] = make(map[int32]int32)
	}
	e.cues[before][property]++
	e.cues[before][allProperties]++
}

const allProperties int32 = -1

// cueAt returns the word before a place, or −1.
func cueAt(words []int32, at int) int32 {
	if at == 0 {
		return -1
	}
	return words[at-1]
}

// byCue returns the share of a cue's fillers that a property has.
func (e *Engine) byCue(before, property int32) float32 {
	counts := e.cues[before]
	if counts == nil {
		return 0
	}
	return float32(counts[property]) / float32(counts[allProperties]+1)
}

// propertiesOf iterates over the properties of restrictions that are sorted by property.
func propertiesOf(restrictions []asserted.Restriction) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, of := range asserted.Runs(restrictions, asserted.SameProperty) {
			if !yield(of[0].Property) {
				return
			}
		}
	}
}

// propertyUse holds counts of a property among the neighbors of a subject.
type propertyUse struct {
	property int32
	votes    [numKinds]float32 // share of the neighbors' weight that uses it, by kind
	byName   float32           // greatest share of the users of a word of the name that use it
	below    float32           // share of the classes below the parents that use it
	lift     float32           // that share over the share among all classes
	own      float32           // restrictions of the subject with it
	above    float32           // restrictions of its superclasses with it
	inText   float32           // share of the words of its label in the definition
	analogy  float32           // greatest share of a group of labels that uses it
	weight   float32

	restrictions []int32 // restrictions with it that neighbors or users of a word have
	inherited    []int32 // fillers that superclasses have, ascending
	asserted     []int32 // fillers that the subject has
	near         []int32 // fillers that are nearest by the model
}

// propertyUses returns the use of each property.
func (q *query) propertyUses() []propertyUse {
	e := q.e
	uses := make([]propertyUse, len(e.properties))
	total := float32(1)
	for r := range e.properties {
		total += float32(e.properties[r].uses)
	}
	for kind := range q.restrictionVotes {
		for _, w := range q.neighbors[kind] {
			for r := range propertiesOf(e.classes[w.number].restrictions) {
				uses[r].votes[kind] += w.weight
			}
		}
	}
	counts := make([]float32, len(e.properties))
	count := func(classes []int32) float32 {
		clear(counts)
		n := float32(0)
		for _, c := range classes {
			if !q.other(c) {
				continue
			}
			n++
			for r := range propertiesOf(e.classes[c].restrictions) {
				counts[r]++
			}
		}
		return n + 1
	}
	for _, w := range q.rarest(q.ownWords, e.nameUsers) {
		n := count(e.nameUsers[w])
		for r := range uses {
			uses[r].byName = max(uses[r].byName, counts[r]/n)
		}
	}
	for i := range q.labelGroups {
		members := make([]int32, 0, len(q.labelGroups[i].members))
		for _, m := range q.labelGroups[i].members {
			members = append(members, m.class)
		}
		n := count(members)
		for r := range uses {
			uses[r].analogy = max(uses[r].analogy, counts[r]/n)
		}
	}
	for _, p := range q.subject.Parents {
		n := count(e.someBelow(p))
		for r := range uses {
			s := counts[r] / n
			uses[r].below = max(uses[r].below, s)
			base := float32(e.properties[r].subjects+1) / float32(len(e.classes)+1)
			uses[r].lift = max(uses[r].lift, log1p(s/base))
		}
	}
	for _, r := range q.subject.Restrictions {
		u := &uses[r.Property]
		u.own++
		u.asserted = append(u.asserted, r.Filler)
	}
	for _, a := range q.k.ancestors {
		for _, r := range e.classes[a].restrictions {
			u := &uses[r.Property]
			u.above++
			u.inherited = append(u.inherited, r.Filler)
		}
	}
	for r := range uses {
		u := &uses[r]
		u.property = int32(r)
		slices.Sort(u.inherited)
		u.inherited = slices.Compact(u.inherited)
		u.inText = e.shareIn(e.properties[r].name, &q.textSet)
		for _, v := range u.votes {
			u.weight += v
		}
		u.weight += u.byName + u.analogy + u.below + 0.1*min(u.above, 5) +
			float32(e.properties[r].uses)/total
		if len(q.k.text) > 0 {
			u.weight += 0.2 * u.inText
		}
	}
	return uses
}

const mostBelow = 2000

// someBelow returns descendants of a class, at most mostBelow, evenly spread.
func (e *Engine) someBelow(p int32) []int32 {
	all := e.x.Descendants(p)
	if len(all) <= mostBelow {
		return all
	}
	some := make([]int32, mostBelow)
	for i := range some {
		some[i] = all[i*len(all)/mostBelow]
	}
	return some
}

// holdersOf returns the classes with a restriction.
func (e *Engine) holdersOf(r asserted.Restriction) []int32 {
	if n, ok := e.restrictionNumbers[r]; ok {
		return e.restrictions[n].holders
	}
	return nil
}

// heaviest returns the properties of most weight that are in use.
func heaviest(uses []propertyUse, k int) []int32 {
	var list []weighted
	for r, u := range uses {
		if u.weight > 0 {
			list = append(list, weighted{int32(r), u.weight})
		}
	}
	return slices.Sorted(slices.Values(bestNumbers(list, k)))
}
