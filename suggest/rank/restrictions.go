package rank

import (
	"context"

	"box2el-owl/suggest/asserted"
)

// Restrictions returns candidates C ⊑ ∃r.D, best first, without asserted and inherited ones: of one
// property or, if it is NoProperty, of those that the subject's neighbors and text suggest. The
// error is that of ctx.
func (e *Engine) Restrictions(ctx context.Context, s Subject, property int32) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.scored(s, e.RestrictionTable(s, property), true), ctx.Err()
}

// RestrictionTable returns the candidates for a subject, by property and filler, with the columns
// of OldRestrictions.
func (e *Engine) RestrictionTable(s Subject, property int32) *Table {
	q := e.query(s)
	defer q.close()
	q.relateCousins()
	for _, name := range q.k.names {
		q.stems = append(q.stems, q.stemmed(name)...)
	}
	uses := q.propertyUses()
	chosen := []int32{property}
	if property == NoProperty {
		chosen = heaviest(uses, mostProperties)
	}
	q.findAnalogies(func(k *class) []asserted.Restriction { return k.restrictions })
	q.voteRestrictions(uses)
	q.findNearFillers(uses, chosen)
	t := q.newTable(true, len(restrictionColumns), placedRestrictionColumns)
	a := &restrictionCandidate{candidate: candidate{query: q}}
	for i, r := range chosen {
		u := &uses[r]
		q.voteFiner(u)
		limit := commonFillers
		switch {
		case property != NoProperty:
			limit = mostCommon
		case i >= fewProperties:
			limit = fewFillers
		}
		for _, d := range q.fillers(u, limit) {
			a.describe(u, d)
			addRow(t, restrictionColumns, a, r, d)
		}
	}
	q.compareRows(t, len(restrictionColumns), placedRestrictionColumns)
	return t
}

const (
	mostProperties      = 40
	fewProperties       = 6 // by number, for which more common fillers are listed
	commonFillers       = 30
	fewFillers          = 10
	leastFillerVote     = 0.004
	leastFillerAbove    = 0.06
	mostFinerFillers    = 40
	siblingRestrictions = 20 // restrictions of a given property that give siblings of the filler
)

// Kinds of classes for which the share with a restriction is a column.
const (
	withNameWord    = iota // users of a word of a name
	withTextWord           // users of a word of the definition
	belowParent            // below a parent
	childrenParent         // children of a parent
	withRestriction        // with a restriction of the subject
	numShares
)

// voteRestrictions sums the votes of the neighbors for restrictions, computes the shares of each
// kind of classes, and lists the restrictions by property.
func (q *query) voteRestrictions(uses []propertyUse) {
	e := q.e
	for kind := range q.restrictionVotes {
		q.sumVotes(&q.restrictionVotes[kind], q.neighbors[kind], restrictionsOf)
	}
	for kind := range q.restrictionShares {
		q.restrictionShares[kind].reset(q.room())
	}
	raise := func(kind int, classes []int32) {
		q.raiseShares(&q.restrictionShares[kind], classes, 0, restrictionsOf)
	}
	for _, w := range q.rarest(q.ownWords, e.nameUsers) {
		raise(withNameWord, e.nameUsers[w])
	}
	for _, w := range q.rarest(q.k.text, e.textUsers) {
		raise(withTextWord, e.textUsers[w])
	}
	for _, p := range q.subject.Parents {
		raise(belowParent, e.someBelow(p))
		raise(childrenParent, e.children[p])
	}
	for _, r := range q.subject.Restrictions {
		raise(withRestriction, e.holdersOf(r))
	}
	q.anyProperty.reset(len(e.classes))
	for kind := ByWords; kind <= siblings; kind++ {
		t := &q.restrictionVotes[kind]
		for _, r := range t.touched {
			q.anyProperty.add(e.restrictions[r].Filler, t.values[r]/4)
		}
	}
	q.temporary.reset(q.room())
	list := func(t *sparseVector) {
		for _, r := range t.touched {
			if !q.temporary.marked[r] && t.values[r] > leastFillerVote {
				q.temporary.touch(r)
				u := &uses[e.restrictions[r].Property]
				u.restrictions = append(u.restrictions, r)
			}
		}
	}
	for kind := range q.restrictionVotes {
		list(&q.restrictionVotes[kind])
	}
	for kind := range q.restrictionShares {
		list(&q.restrictionShares[kind])
	}
}

// voteFiner sums the votes of the neighbors for the fillers of a property and their ancestors.
func (q *query) voteFiner(u *propertyUse) {
	for i := range q.finerVotes {
		q.finerVotes[i].reset(len(q.e.classes))
	}
	for _, r := range u.restrictions {
		filler := q.e.restrictions[r].Filler
		for kind := range q.restrictionVotes {
			w := q.restrictionVotes[kind].of(r)
			if w == 0 {
				continue
			}
			t := &q.finerVotes[0]
			if kind >= siblings {
				t = &q.finerVotes[1]
			}
			t.add(filler, w)
			for _, a := range q.e.classes[filler].ancestors {
				t.add(a, w)
			}
		}
	}
}

// fillers returns the candidate fillers of a property, ascending, with at most limit of its common
// fillers.
func (q *query) fillers(u *propertyUse, limit int) []int32 {
	e := q.e
	p := &e.properties[u.property]
	q.chosen.reset(len(e.classes))
	for _, r := range u.restrictions {
		q.choose(e.restrictions[r].Filler)
	}
	for i := range q.finerVotes {
		q.chooseAbove(&q.finerVotes[i], leastFillerAbove)
	}
	named := func(d int32) {
		if p.spaces[e.classes[d].space] == 0 && p.uses > 0 {
			return
		}
		q.choose(d)
		q.choose(first(e.children[d], 8)...)
	}
	for _, name := range q.k.names {
		for _, m := range e.mentionsIn(name) {
			named(m.class)
		}
	}
	for _, d := range q.stems {
		named(d)
	}
	for _, m := range q.mentions {
		named(m.class)
	}
	for _, nearest := range q.neighbors[:siblings] {
		for _, w := range nearest {
			if p.spaces[e.classes[w.number].space] > 0 {
				q.choose(w.number)
			}
		}
	}
	if limit == mostCommon {
		for _, r := range first(u.restrictions, siblingRestrictions) {
			for _, parent := range e.classes[e.restrictions[r].Filler].parents {
				q.choose(first(e.children[parent], mostFinerFillers)...)
			}
		}
	}
	for key := range q.analogies {
		if key.Property == u.property {
			q.choose(key.Filler)
		}
	}
	for _, list := range [][]int32{u.inherited, u.asserted} {
		for _, d := range list {
			q.choose(first(e.children[d], mostFinerFillers)...)
		}
	}
	for _, d := range u.asserted {
		for _, p := range e.classes[d].parents {
			q.choose(first(e.children[p], mostFinerFillers)...)
		}
	}
	for _, r := range q.subject.Restrictions {
		if r.Property != u.property {
			q.choose(r.Filler)
			q.choose(e.classes[r.Filler].parents...)
		}
	}
	q.choose(first(p.common, limit)...)
	q.addNear(u.property, u.near)
	return q.admitted(func(d int32) bool { return q.admitsFiller(u, d) })
}

// stemmed returns the classes with a one-word name that begins like a word of a name.
func (q *query) stemmed(name []int32) []int32 {
	var list []int32
	for _, w := range name {
		if int(w) < len(q.e.words.Words) {
			if stem := stemOf(q.e.words.Words[w]); stem != "" {
				list = append(list, first(q.e.stems[stem], 5)...)
			}
		}
	}
	return list
}

// admitsFiller reports whether C ⊑ ∃r.D may be suggested: neither it nor a finer one is asserted
// of the subject or inherited.
func (q *query) admitsFiller(u *propertyUse, d int32) bool {
	if !q.e.classes[d].usable || d == q.subject.Class {
		return false
	}
	for _, list := range [][]int32{u.asserted, u.inherited} {
		for _, filler := range list {
			if q.e.x.IsBelow(filler, d) {
				return false
			}
		}
	}
	return true
}
