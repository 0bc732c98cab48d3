package rank

import (
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
)

// Restrictions returns candidates C ⊑ ∃r.D, best first: of one property, or of those that the
// subject's relatives and text point to if it is NoProperty. What is asserted for the subject or
// above it is not among them. The error is that of ctx.
func (e *Engine) Restrictions(ctx context.Context, s Subject, property int32) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	table := e.RestrictionTable(s, property)
	forest := e.weights[LessonOf(s, true)]
	list := make([]Candidate, len(table.Targets))
	for i, d := range table.Targets {
		list[i] = Candidate{table.Properties[i], d, forest.Score(table.Row(i))}
	}
	Sort(list)
	return list, ctx.Err()
}

// RestrictionTable returns the candidates for a subject, by property and filler, with the columns
// of RestrictionColumns.
func (e *Engine) RestrictionTable(s Subject, property int32) *Table {
	q := e.query(s)
	defer q.close()
	uses := q.propertyUses()
	chosen := []int32{property}
	if property == NoProperty {
		chosen = heaviest(uses, mostProperties)
	}
	t := &Table{Columns: len(restrictionColumns) + 2*len(placedRestrictionColumns)}
	q.fillAnalogies()
	q.neighbourFillers()
	byProperty := q.neighbourRules()
	a := &aboutFiller{query: q}
	for i, r := range chosen {
		u := &uses[r]
		q.voteFillers(byProperty[r])
		fillers := q.fillers(u, i >= fewProperties && property == NoProperty)
		for _, d := range fillers {
			row := make([]float32, t.Columns)
			q.lookAtFiller(a, u, d)
			for j := range restrictionColumns {
				row[j] = restrictionColumns[j].value(a)
			}
			t.Properties, t.Targets = append(t.Properties, r), append(t.Targets, d)
			t.Values = append(t.Values, row...)
		}
	}
	placeColumns(t, len(restrictionColumns), placedRestrictionColumns)
	return t
}

const (
	mostProperties   = 14
	fewProperties    = 6 // of most weight, for which more common fillers are listed
	leastFillerVote  = 0.004
	leastFillerAbove = 0.06
	leastFillerWord  = 0.04
	mostFinerFillers = 40
)

// voteFillers adds up the fillers of one property among the neighbours.
func (q *query) voteFillers(rules []rule) {
	e := q.e
	n := len(e.classes)
	for kind := range q.votes {
		q.votes[kind].reset(n)
		q.votesAbove[kind].reset(n)
	}
	for _, r := range rules {
		q.votes[r.kind].add(r.Filler, r.weight)
		for _, a := range e.classes[r.Filler].ancestors {
			q.votesAbove[r.kind].add(a, r.weight)
		}
	}
	property := NoProperty
	if len(rules) > 0 {
		property = rules[0].Property
	}
	q.fillerWords(property, q.nameWords(), e.nameUsers, &q.fillersByName)
	q.fillerWords(property, q.k.text, e.textUsers, &q.fillersByDefinition)
}

// fillerWords raises, for the rarest words, the share of their other users with a filler.
func (q *query) fillerWords(property int32, words []int32, users [][]int32, t *tally) {
	t.reset(len(q.e.classes))
	if property == NoProperty {
		return
	}
	for _, w := range q.rarest(words, users) {
		q.hidden.reset(len(q.e.classes))
		n := float32(1)
		for _, c := range users[w] {
			if !q.other(c) {
				continue
			}
			n++
			for _, r := range q.e.classes[c].rules {
				if r.Property == property {
					q.hidden.add(r.Filler, 1)
				}
			}
		}
		for _, d := range q.hidden.touched {
			t.raise(d, q.hidden.values[d]/n)
		}
	}
}

// neighbourFillers adds up the fillers of the neighbours by name, whatever the property.
func (q *query) neighbourFillers() {
	q.anyProperty.reset(len(q.e.classes))
	for kind := nearWords; kind <= siblings; kind++ {
		for _, w := range q.neighbours(kind) {
			for _, r := range q.e.classes[w.number].rules {
				q.anyProperty.add(r.Filler, w.weight/4)
			}
		}
	}
}

// fillers returns the candidate fillers of a property, ascending.
func (q *query) fillers(u *propertyUse, few bool) []int32 {
	e := q.e
	p := &e.properties[u.property]
	chosen := make(map[int32]bool)
	add := func(list ...int32) {
		for _, d := range list {
			chosen[d] = true
		}
	}
	above := func(t *tally, least float32) {
		for _, d := range t.touched {
			if t.values[d] > least {
				add(d)
			}
		}
	}
	for kind := range q.votes {
		above(&q.votes[kind], leastFillerVote)
		above(&q.votesAbove[kind], leastFillerAbove)
	}
	above(&q.fillersByName, leastFillerWord)
	above(&q.fillersByDefinition, leastFillerWord)
	named := func(d int32) {
		if p.spaces[e.classes[d].space] == 0 && p.uses > 0 {
			return
		}
		add(d)
		children := e.children[d]
		add(children[:min(len(children), 8)]...)
	}
	for _, name := range q.k.names {
		for _, m := range e.mentionsIn(name) {
			named(m.class)
		}
		for _, d := range q.stemmed(name) {
			named(d)
		}
	}
	for _, m := range q.mentions {
		named(m.class)
	}
	for key := range q.rules {
		if key.Property == u.property {
			add(key.Filler)
		}
	}
	for _, a := range q.k.ancestors {
		for _, r := range e.classes[a].rules {
			if r.Property == u.property {
				children := e.children[r.Filler]
				add(children[:min(len(children), mostFinerFillers)]...)
			}
		}
	}
	for _, r := range q.subject.Restrictions {
		if r.Property != u.property {
			add(r.Filler)
			add(e.classes[r.Filler].parents...)
		}
	}
	common := p.common
	if few {
		common = common[:min(len(common), 10)]
	}
	add(common...)
	var list []int32
	for d := range chosen {
		if q.admitsFiller(u.property, d) {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return list
}

// stemmed returns the classes with a one-word name that begins like a word of a name.
func (q *query) stemmed(name []int32) []int32 {
	var list []int32
	for _, w := range name {
		if int(w) < len(q.e.spelling) {
			if stem := stemOf(q.e.spelling[w]); stem != "" {
				classes := q.e.stems[stem]
				list = append(list, classes[:min(len(classes), 5)]...)
			}
		}
	}
	return list
}

// admitsFiller reports whether C ⊑ ∃r.D may be suggested: neither it nor a finer one is asserted
// of the subject or inherited.
func (q *query) admitsFiller(r, d int32) bool {
	if !q.e.classes[d].usable || d == q.subject.Class {
		return false
	}
	follows := func(rules []asserted.Restriction) bool {
		for _, s := range rules {
			if s.Property == r && (s.Filler == d || q.e.isBelow(s.Filler, d)) {
				return true
			}
		}
		return false
	}
	if follows(q.subject.Restrictions) {
		return false
	}
	for _, a := range q.k.ancestors {
		if follows(q.e.classes[a].rules) {
			return false
		}
	}
	return true
}

// isBelow reports whether a class is below another.
func (e *Engine) isBelow(c, d int32) bool {
	_, below := slices.BinarySearch(e.classes[c].ancestors, d)
	return below
}

// fillAnalogies finds what the classes alike have, and what it becomes when the fillers of the
// holes are exchanged.
func (q *query) fillAnalogies() {
	e := q.e
	q.rules = make(map[asserted.Restriction]analogy)
	same, moved := make(map[asserted.Restriction]float32), make(map[asserted.Restriction]float32)
	for i := range q.alike {
		g := &q.alike[i]
		clear(same)
		clear(moved)
		n := float32(len(g.members))
		for _, m := range g.members {
			for _, r := range e.classes[m.class].rules {
				same[r]++
				for _, d := range q.exchange(r.Filler, g, m) {
					moved[asserted.Restriction{Property: r.Property, Filler: d}]++
				}
			}
		}
		constants := float32(len(q.k.names[0]) - int(g.hole.end-g.hole.start))
		for r, count := range same {
			a := q.rules[r]
			if share := count / (n + 1); share > a.same {
				a.same, a.support, a.constants = share, count, constants
			}
			q.rules[r] = a
		}
		for r, count := range moved {
			a := q.rules[r]
			if share := count / (n + 1); share > a.moved {
				a.moved, a.movedBy = share, count
			}
			q.rules[r] = a
		}
	}
}
