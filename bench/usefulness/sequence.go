package main

import (
	"context"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// measureSequence places the second half of the new terms, by identifier, twice: with the release
// alone and with the first half placed. A hit is any parent that exists by then.
func measureSequence(ctx context.Context, p *pair, e *engine, record func(string, place)) error {
	if len(p.newTerms) < 2 {
		return nil
	}
	first, second := p.halves()
	numbers := make(map[string]int32)
	for i := range first {
		numbers[first[i].iri] = int32(len(p.older.index.Classes) + i)
	}
	after := e.extended(p.placedTerms(first, numbers))
	right := func(t *newTerm) []int32 {
		all := slices.Clone(t.knownParents)
		for _, parent := range t.newParents {
			if n, ok := numbers[parent]; ok {
				all = append(all, n)
			}
		}
		return all
	}
	drawn := p.drawn(func(t *newTerm) bool { return second[t.iri] && len(right(t)) > 0 })
	for _, t := range drawn {
		parents := right(t)
		for name, e := range map[string]*engine{"sequence": after, "sequence, before": e} {
			list, err := e.superclasses(ctx, t.subject)
			if err != nil {
				return err
			}
			at := place{key: p.termKey(t), candidates: p.older.targets + len(first)}
			at.rank, at.listed = placeIn(list, at.candidates,
				func(c candidate) bool { return slices.Contains(parents, c.Target) },
				func(c candidate) bool {
					return c.Property == asserted.NoProperty && p.isTarget(c.Target)
				})
			record(name, at)
		}
	}
	return nil
}

// isTarget reports whether a number is of a target of the release or of a placed term.
func (p *pair) isTarget(n int32) bool {
	return int(n) >= len(p.older.isTarget) || p.older.isTarget[n]
}

// halves returns the first half of the new terms by identifier, and the identifiers of the second.
func (p *pair) halves() ([]newTerm, map[string]bool) {
	terms := slices.SortedFunc(slices.Values(p.newTerms), func(a, b newTerm) int {
		return strings.Compare(a.iri, b.iri)
	})
	half := len(terms) / 2
	second := make(map[string]bool)
	for _, t := range terms[half:] {
		second[t.iri] = true
	}
	return terms[:half], second
}

// placedTerms returns the terms, which have some numbers, with their parents and restrictions.
// Axioms with names that neither they nor the release have are left out.
func (p *pair) placedTerms(terms []newTerm, numbers map[string]int32) []subject {
	x := p.older.index
	class := func(iri string) (int32, bool) {
		if n, ok := numbers[iri]; ok {
			return n, true
		}
		return x.Class(owl.NewIRI(iri))
	}
	var all []subject
	for _, t := range terms {
		s := t.subject
		s.Parents = slices.Clone(t.knownParents)
		s.Restrictions = slices.Clone(t.knownRestrictions)
		for _, parent := range t.newParents {
			if n, ok := numbers[parent]; ok {
				s.Parents = append(s.Parents, n)
			}
		}
		for _, r := range t.newer {
			property, ok := x.Property(owl.NewIRI(r[0]))
			filler, too := class(r[1])
			if ok && too {
				s.Restrictions = append(s.Restrictions,
					asserted.Restriction{Property: property, Filler: filler})
			}
		}
		all = append(all, s)
	}
	return all
}
