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
	ontology string
	table    *rank.Table
	right    []int
	missed   int // right answers that are no candidates
}

// examples are what each set of weights is learned from.
type examples [rank.NumLessons][]example

// Bounds of what is learned from.
const (
	mostTaught = 60  // new terms of a pair
	mostHidden = 180 // subjects with hidden restrictions of an ontology
)

// collectExamples reads the pairs of a split.
func collectExamples(ctx context.Context, dir, split string) (*examples, error) {
	var all examples
	var of *release
	var engine *rank.Engine
	hidden := make(map[string]bool)
	err := eachPair(ctx, dir, split, func(p *pair) error {
		if p.older != of {
			of, engine = p.older, rank.New(p.older.index, nil)
		}
		all.addLater(p, engine)
		all.addTerms(p, engine)
		if hidden[p.ontology] {
			return nil
		}
		hidden[p.ontology] = true
		return all.addHidden(ctx, p)
	})
	return &all, err
}

// addLater adds the superclasses that curators added to classes of the older release.
func (all *examples) addLater(p *pair, e *rank.Engine) {
	targets := make(map[int32][]int32)
	for _, r := range p.rows(false) {
		targets[r.Class] = append(targets[r.Class], r.Target)
	}
	for _, c := range sortedKeys(targets) {
		x := example{ontology: p.ontology, table: e.SuperclassTable(e.Subject(c))}
		for _, d := range targets[c] {
			x.add(asserted.Restriction{Property: rank.NoProperty, Filler: d})
		}
		all[rank.OldSuperclasses] = append(all[rank.OldSuperclasses], x)
	}
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
}

// addTerms adds new terms, by their text and by their label alone.
func (all *examples) addTerms(p *pair, e *rank.Engine) {
	terms := p.drawn(func(t *newTerm) bool {
		return len(t.subject.names) > 0 && len(t.knownParents)+len(t.knownRestrictions) > 0
	})
	for _, t := range terms[:min(len(terms), mostTaught)] {
		for i, s := range []rank.Subject{rankSubject(t.subject), rankSubject(t.labelled)} {
			if len(t.knownParents) > 0 {
				x := example{ontology: p.ontology, table: e.SuperclassTable(s)}
				for _, d := range t.knownParents {
					x.add(asserted.Restriction{Property: rank.NoProperty, Filler: d})
				}
				l := rank.TextSuperclasses + rank.Lesson(i)
				all[l] = append(all[l], x)
			}
			if len(t.knownRestrictions) > 0 {
				x := example{ontology: p.ontology, table: e.RestrictionTable(s, rank.NoProperty)}
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
// C ⊑ ∃r.D, by their hash.
func (all *examples) addHidden(ctx context.Context, p *pair) error {
	kept := *p.older.ontology
	kept.Axioms = nil
	var gone []owl.Axiom
	for _, a := range p.older.ontology.Axioms {
		if isRestriction(a) && owl.HashAxiom(a)[0]%10 == 0 {
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
		a := a.(*owl.SubClassOf)
		some := a.Super.(*owl.ObjectSomeValuesFrom)
		c, ok := l.index.Class(a.Sub.(owl.Class).IRI)
		r, known := l.index.Property(some.Property.(owl.ObjectProperty).IRI)
		d, too := l.index.Class(some.Filler.(owl.Class).IRI)
		if ok && known && too && l.index.Usable[c] {
			hidden[c] = append(hidden[c], asserted.Restriction{Property: r, Filler: d})
		}
	}
	subjects := byHash(sortedKeys(hidden), func(c int32) string {
		return p.name + l.index.Classes[c].String()
	})
	for _, c := range subjects[:min(len(subjects), mostHidden)] {
		x := example{ontology: p.ontology, table: e.RestrictionTable(e.Subject(c), rank.NoProperty)}
		for _, r := range hidden[c] {
			x.add(r)
		}
		all[rank.OldRestrictions] = append(all[rank.OldRestrictions], x)
	}
	return nil
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
