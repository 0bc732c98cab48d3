package main

import (
	"crypto/md5"
	"encoding/hex"
	"slices"

	"box2el-owl/suggest/asserted"
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
	places := make(map[string][]T, len(items)) // items with equal keys stay in order
	for _, item := range items {
		h := hash(key(item))
		places[h] = append(places[h], item)
	}
	sorted := make([]T, 0, len(items))
	for _, h := range sortedKeys(places) {
		sorted = append(sorted, places[h]...)
	}
	return sorted
}

// ofCampaigns returns at most n rows of each campaign, those with the smallest MD5 of pair,
// subject, property and target. A campaign is the rows of a pair with the same property and target.
func (p *pair) ofCampaigns(rows []asserted.Statement, n int) []asserted.Statement {
	if p.whole {
		return rows
	}
	taken := make(map[asserted.Restriction]int)
	return slices.DeleteFunc(byHash(rows, p.key), func(s asserted.Statement) bool {
		taken[s.Restriction()]++
		return taken[s.Restriction()] > n
	})
}

// rows returns the added superclasses, or the added restrictions.
func (p *pair) rows(restrictions bool) []asserted.Statement {
	return slices.DeleteFunc(slices.Clone(p.added), func(s asserted.Statement) bool {
		return (s.Property != asserted.NoProperty) != restrictions
	})
}

// placeIn finds the place of the best right answer among the candidates of a list that are not
// right. If none is listed, the place is in the middle of the candidates that are not listed.
func placeIn(key string, list []candidate, all int, right,
	isCandidate func(candidate) bool) place {
	at := place{key: key, candidates: all}
	seen := make(map[asserted.Restriction]bool, len(list))
	var others []float64 // scores of candidates that are not right
	found := false
	var score float64
	for _, c := range list {
		if seen[c.Restriction()] || !isCandidate(c) {
			continue
		}
		seen[c.Restriction()] = true
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

// placeTarget finds the place of a superclass among others, or of a filler among those of its
// property.
func (p *pair) placeTarget(list []candidate, s asserted.Statement) place {
	r := p.older
	struck := r.struck(s.Class, s.Property)
	all := r.targets
	for d := range struck {
		if r.isTarget[d] {
			all--
		}
	}
	return placeIn(p.key(s), list, all,
		func(c candidate) bool { return c.Target == s.Target },
		func(c candidate) bool {
			return c.Property == s.Property && r.isTarget[c.Target] && !struck[c.Target]
		})
}

// placePair finds the place of a restriction among those of all properties.
func (p *pair) placePair(list []candidate, s asserted.Statement) place {
	r := p.older
	struck := make(map[int32]map[int32]bool)
	return placeIn(p.key(s), list, r.targets*len(r.inUse),
		func(c candidate) bool { return c.Restriction() == s.Restriction() },
		func(c candidate) bool {
			if c.Property < 0 || !r.isTarget[c.Target] {
				return false
			}
			if struck[c.Property] == nil {
				struck[c.Property] = r.struck(s.Class, c.Property)
			}
			return !struck[c.Property][c.Target]
		})
}

// placeProperty finds the place of the property of a restriction among those of all listed pairs.
func (p *pair) placeProperty(list []candidate, s asserted.Statement) place {
	properties := slices.Clone(list)
	for i := range properties {
		properties[i].Target = 0
	}
	return placeIn(p.key(s), properties, len(p.older.inUse),
		func(c candidate) bool { return c.Property == s.Property },
		func(c candidate) bool { return c.Property >= 0 })
}
