package main

import (
	"context"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// mostTerms is the largest number of new terms of a pair that are placed.
const mostTerms = 200

// drawn returns the new terms that a condition holds for, at most mostTerms, those with the
// smallest MD5 of pair and IRI.
func (p *pair) drawn(condition func(*newTerm) bool) []*newTerm {
	var terms []*newTerm
	for i := range p.newTerms {
		if condition(&p.newTerms[i]) {
			terms = append(terms, &p.newTerms[i])
		}
	}
	terms = byHash(terms, func(t *newTerm) string { return p.name + t.iri })
	return terms[:min(len(terms), mostTerms)]
}

// withParents returns the terms that have a parent which the older release knows.
func (p *pair) withParents() []*newTerm {
	return p.drawn(func(t *newTerm) bool { return len(t.knownParents) > 0 })
}

// termKey names an answer for a new term within all pairs.
func (p *pair) termKey(t *newTerm, answer ...string) string {
	return strings.Join(append([]string{p.name, t.iri}, answer...), "\t")
}

// measureParents places any asserted parent of each new term, given all its text or its label.
func measureParents(ctx context.Context, p *pair, m method, record func(string, place)) error {
	for _, t := range p.withParents() {
		for name, s := range map[string]subject{"parents": t.subject,
			"parents, label": t.labelled} {
			at, err := p.placeParent(ctx, m, t, s)
			if err != nil {
				return err
			}
			record(name, at)
		}
	}
	return nil
}

// placeParent finds the place of any parent of a new term among the classes of the release.
func (p *pair) placeParent(ctx context.Context, m method, t *newTerm, s subject) (place, error) {
	list, err := m.superclasses(ctx, s)
	return placeIn(p.termKey(t), list, p.older.targets,
		func(c candidate) bool { return slices.Contains(t.knownParents, c.Target) },
		func(c candidate) bool {
			return c.Property == asserted.NoProperty && p.older.isTarget[c.Target]
		}), err
}

// measureLikelyParents places the parents of new terms with the probability that the method gives
// its first answer.
func measureLikelyParents(
	ctx context.Context, p *pair, e *engine, record func(string, place),
) error {
	for _, t := range p.withParents() {
		at, err := p.placeParent(ctx, e, t, t.subject)
		if err != nil {
			return err
		}
		placed, err := e.place(ctx, t.subject)
		if err != nil {
			return err
		}
		if len(placed.Parents) > 0 {
			at.probability = placed.Parents[0].Probability
		}
		record("likely", at)
	}
	return nil
}

// measureNewRestrictions places each restriction of new terms among all pairs of property and
// filler, without the term's other restrictions: all, and at most two with the same property and
// filler.
func measureNewRestrictions(
	ctx context.Context, p *pair, m method, record func(string, place),
) error {
	taken := make(map[asserted.Restriction]int)
	terms := p.drawn(func(t *newTerm) bool { return len(t.knownRestrictions) > 0 })
	for _, t := range terms {
		list, err := m.restrictions(ctx, t.subject, rank.NoProperty)
		if err != nil {
			return err
		}
		for _, s := range t.knownRestrictions {
			key := p.termKey(t, p.older.index.Properties[s.Property].String(),
				p.older.index.Classes[s.Filler].String())
			at := placeIn(key, list, p.older.targets*len(p.older.inUse),
				func(c candidate) bool { return c.Property == s.Property && c.Target == s.Filler },
				func(c candidate) bool {
					other := c.Restriction()
					return c.Property >= 0 && p.older.isTarget[c.Target] &&
						(other == s || !slices.Contains(t.knownRestrictions, other))
				})
			record("newRestrictions", at)
			if taken[s]++; taken[s] <= mostOfCampaign {
				record("newRestrictions, two of a pair", at)
			}
		}
	}
	return nil
}
