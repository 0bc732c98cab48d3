package main

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// example is a subject with its candidates. Right holds the rows of those that curators added.
type example struct {
	source
	table    *rank.Table
	right    []int
	missed   int // right answers that are no candidates
	unlisted int // missed ones whose property has no candidate
}

// examples has the subjects that each set of weights is learned from.
type examples [rank.NumLessons][]example

// Bounds of what is learned from.
const (
	mostTaught   = 60  // new terms of a pair
	mostHidden   = 120 // subjects with hidden restrictions of a release
	mostReleases = 3   // releases of an ontology with hidden restrictions
)

// collectExamples reads the pairs of a split.
func collectExamples(ctx context.Context, dir, split string) (*examples, error) {
	var all examples
	var of *release
	var engine *rank.Engine
	releases := make(map[string]int)
	err := eachPair(ctx, dir, split, func(p *pair) error {
		if p.older != of {
			of, engine = p.older, rank.New(p.older.index, nil)
		}
		all.addLater(p, engine)
		all.addTerms(p, engine)
		if releases[p.ontology] == mostReleases {
			return nil
		}
		releases[p.ontology]++
		return all.addHidden(ctx, p, releases[p.ontology])
	})
	return &all, err
}

// addLater adds what curators added to classes of the older release.
func (all *examples) addLater(p *pair, e *rank.Engine) {
	targets := make(map[int32][]int32)
	for _, r := range p.rows(false) {
		targets[r.Class] = append(targets[r.Class], r.Target)
	}
	for _, c := range sortedKeys(targets) {
		x := example{source: source{ontology: p.ontology, later: true}}
		x.table = e.SuperclassTable(e.Subject(c))
		for _, d := range targets[c] {
			x.add(asserted.Restriction{Property: rank.NoProperty, Filler: d})
		}
		all[rank.OldSuperclasses] = append(all[rank.OldSuperclasses], x)
	}
	rules := make(map[int32][]asserted.Restriction)
	for _, r := range p.ofCampaigns(p.rows(true), mostOfRestrictions) {
		rules[r.Class] = append(rules[r.Class],
			asserted.Restriction{Property: r.Property, Filler: r.Target})
	}
	for _, c := range sortedKeys(rules) {
		all.addRestrictions(e, example{source: source{ontology: p.ontology, later: true}}, c,
			rules[c])
	}
}

// addRestrictions adds restrictions of a class as answers among those of all properties, and among
// those of each property.
func (all *examples) addRestrictions(e *rank.Engine, x example, c int32,
	right []asserted.Restriction) {
	slices.SortFunc(right, asserted.CompareRestrictions)
	s := e.Subject(c)
	for i, r := range right {
		if i > 0 && right[i-1].Property == r.Property {
			continue
		}
		x := x
		x.given, x.table = true, e.RestrictionTable(s, r.Property)
		for _, other := range right {
			if other.Property == r.Property {
				x.add(other)
			}
		}
		all[rank.OldRestrictions] = append(all[rank.OldRestrictions], x)
	}
	x.table = e.RestrictionTable(s, rank.NoProperty)
	for _, r := range right {
		x.add(r)
	}
	all[rank.OldRestrictions] = append(all[rank.OldRestrictions], x)
}

// add marks the candidate for a right answer.
func (x *example) add(r asserted.Restriction) {
	for i, d := range x.table.Targets {
		if d == r.Filler && (x.table.Properties == nil || x.table.Properties[i] == r.Property) {
			x.right = append(x.right, i)
			return
		}
	}
	x.missed++
	if r.Property != rank.NoProperty && !slices.Contains(x.table.Properties, r.Property) {
		x.unlisted++
	}
}

// addTerms adds new terms, by their text and by their label alone.
func (all *examples) addTerms(p *pair, e *rank.Engine) {
	terms := p.drawn(func(t *newTerm) bool {
		return len(t.subject.names) > 0 && len(t.knownParents)+len(t.knownRestrictions) > 0
	})
	for _, t := range terms[:min(len(terms), mostTaught)] {
		for i, s := range []rank.Subject{rankSubject(t.subject), rankSubject(t.labelled)} {
			if len(t.knownParents) > 0 {
				x := example{source: source{ontology: p.ontology}, table: e.SuperclassTable(s)}
				for _, d := range t.knownParents {
					x.add(asserted.Restriction{Property: rank.NoProperty, Filler: d})
				}
				l := rank.TextSuperclasses + rank.Lesson(i)
				all[l] = append(all[l], x)
			}
			if len(t.knownRestrictions) > 0 {
				x := example{source: source{ontology: p.ontology}}
				x.table = e.RestrictionTable(s, rank.NoProperty)
				for _, r := range t.knownRestrictions {
					x.add(r)
				}
				l := rank.TextRestrictions + rank.Lesson(i)
				all[l] = append(all[l], x)
			}
		}
	}
}

func rankSubject(s subject) rank.Subject {
	return rank.Subject{Class: s.class, Names: s.names, Definition: s.definition, Space: s.space,
		Parents: s.parents, Restrictions: s.restrictions}
}

// addHidden adds restrictions that are taken away from the older release: a tenth of its axioms
// C ⊑ ∃r.D, by their hash and the number of the release. Those that still follow from others are
// left out.
func (all *examples) addHidden(ctx context.Context, p *pair, release int) error {
	kept := *p.older.ontology
	kept.Axioms = nil
	var gone []owl.Axiom
	for _, a := range p.older.ontology.Axioms {
		if isRestriction(a) && int(owl.HashAxiom(a)[0])%10 == release {
			gone = append(gone, a)
		} else {
			kept.Axioms = append(kept.Axioms, a)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	l, err := indexed(ctx, &kept)
	if err != nil {
		return err
	}
	e := rank.New(l.index, nil)
	hidden := make(map[int32][]asserted.Restriction)
	for _, a := range gone {
		s, ok := l.statementOf(a)
		restriction := asserted.Restriction{Property: s.Property, Filler: s.Target}
		if ok && l.index.Usable[s.Class] && !inherits(l.index, s.Class, restriction) {
			hidden[s.Class] = append(hidden[s.Class], restriction)
		}
	}
	subjects := byHash(sortedKeys(hidden), func(c int32) string {
		return p.name + l.index.Classes[c].String()
	})
	for _, c := range subjects[:min(len(subjects), mostHidden)] {
		all.addRestrictions(e, example{source: source{ontology: p.ontology}}, c, hidden[c])
	}
	return nil
}

// inherits reports whether a class or one above has a restriction, or one with a finer filler.
func inherits(x *asserted.Index, c int32, r asserted.Restriction) bool {
	for _, s := range x.Inherited(c) {
		if s.Property == r.Property && x.IsBelow(s.Filler, r.Filler) {
			return true
		}
	}
	return false
}

// isRestriction reports whether an axiom is C ⊑ ∃r.D with names only.
func isRestriction(a owl.Axiom) bool {
	s, ok := a.(*owl.SubClassOf)
	if !ok {
		return false
	}
	some, ok := s.Super.(*owl.ObjectSomeValuesFrom)
	if !ok {
		return false
	}
	_, isClass := s.Sub.(owl.Class)
	_, isProperty := some.Property.(owl.ObjectProperty)
	_, isFiller := some.Filler.(owl.Class)
	return isClass && isProperty && isFiller
}

// ontologies returns the ontologies of some examples, in order.
func ontologies(list []example) []string {
	var names []string
	for _, x := range list {
		names = append(names, x.ontology)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
