package main

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// place is the rank of a right answer in the list of a method.
type place struct {
	ontology, pair, key string
	rank                float64 // ties count as their mean
	listed              bool    // an answer that the method does not list hits none
	candidates          int
	probability         float64 // that the first answer is right, if the method knows it
}

// hash returns the MD5 of a text in hexadecimal digits.
func hash(text string) string {
	sum := md5.Sum([]byte(text))
	return hex.EncodeToString(sum[:])
}

// byHash returns the items in the order of the MD5 of their keys.
func byHash[T any](items []T, key func(T) string) []T {
	type keyed struct {
		hash string
		item T
	}
	all := make([]keyed, len(items))
	for i, item := range items {
		all[i] = keyed{hash(key(item)), item}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return strings.Compare(a.hash, b.hash) })
	sorted := make([]T, len(items))
	for i := range all {
		sorted[i] = all[i].item
	}
	return sorted
}

// ofCampaigns returns at most n rows of each campaign, those with the smallest MD5 of pair,
// subject, property and target. A campaign is the rows of a pair with the same property and target.
func (p *pair) ofCampaigns(rows []laterRow, n int) []laterRow {
	if p.whole {
		return rows
	}
	taken := make(map[asserted.Restriction]int)
	var kept []laterRow
	for _, row := range byHash(rows, func(l laterRow) string { return l.key(p.name) }) {
		campaign := row.Restriction()
		if taken[campaign]++; taken[campaign] <= n {
			kept = append(kept, row)
		}
	}
	return kept
}

// rows returns the added superclasses, or the added restrictions.
func (p *pair) rows(restrictions bool) []laterRow {
	var rows []laterRow
	for _, row := range p.added {
		if (row.Property != asserted.NoProperty) == restrictions {
			rows = append(rows, row)
		}
	}
	return rows
}

// placeIn finds the place of the first of some right answers among the candidates of a list. The
// others of the right answers are not counted. An answer that is not listed has the place in the
// middle of the rest of all candidates.
func placeIn(key string, list []candidate, all int, right,
	isCandidate func(candidate) bool) place {
	at := place{key: key, candidates: all}
	type pair struct{ property, target int32 }
	seen := make(map[pair]bool, len(list))
	var others []float64 // scores of candidates that are not right
	found := false
	var score float64
	for _, c := range list {
		shown := pair{c.Property, c.Target}
		if seen[shown] || !isCandidate(c) {
			continue
		}
		seen[shown] = true
		if !right(c) {
			others = append(others, c.Score)
		} else if !found || c.Score > score {
			found, score = true, c.Score
		}
	}
	if !found {
		at.rank = float64(len(seen)) + max(float64(all-len(seen))/2, 1)
		return at
	}
	at.rank, at.listed = 1, true
	for _, s := range others {
		switch {
		case s > score:
			at.rank++
		case s == score:
			at.rank += .5
		}
	}
	return at
}

// placeRow finds the place of a superclass, or of a restriction given its property.
func (p *pair) placeRow(ctx context.Context, m method, row laterRow) (place, error) {
	r := p.older
	s := r.subjectOf(row.Class)
	var list []candidate
	var err error
	if row.Property == asserted.NoProperty {
		list, err = m.superclasses(ctx, s)
	} else {
		list, err = m.restrictions(ctx, s, row.Property)
	}
	struck := r.struck(row.Class, row.Property)
	all := r.targets
	for d := range struck {
		if r.isTarget[d] {
			all--
		}
	}
	return placeIn(row.key(p.name), list, all,
		func(c candidate) bool { return c.Target == row.Target },
		func(c candidate) bool {
			return c.Property == row.Property && r.isTarget[c.Target] && !struck[c.Target]
		}), err
}

// placePair finds the place of a restriction among those of all properties.
func (p *pair) placePair(ctx context.Context, m method, row laterRow) (place, error) {
	r := p.older
	list, err := m.restrictions(ctx, r.subjectOf(row.Class), rank.NoProperty)
	struck := make(map[int32]map[int32]bool)
	return placeIn(row.key(p.name), list, r.targets*len(r.inUse),
		func(c candidate) bool { return c.Property == row.Property && c.Target == row.Target },
		func(c candidate) bool {
			if c.Property < 0 || !r.isTarget[c.Target] {
				return false
			}
			if struck[c.Property] == nil {
				struck[c.Property] = r.struck(row.Class, c.Property)
			}
			return !struck[c.Property][c.Target]
		}), err
}

// placeProperty finds the place of the property of a restriction among those of all listed pairs.
func (p *pair) placeProperty(ctx context.Context, m method, row laterRow) (place, error) {
	list, err := m.restrictions(ctx, p.older.subjectOf(row.Class), rank.NoProperty)
	properties := make([]candidate, len(list))
	for i, c := range list {
		properties[i] = candidate{Property: c.Property, Score: c.Score}
	}
	return placeIn(row.key(p.name), properties, len(p.older.inUse),
		func(c candidate) bool { return c.Property == row.Property },
		func(c candidate) bool { return c.Property >= 0 }), err
}
