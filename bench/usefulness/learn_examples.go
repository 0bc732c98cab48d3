package main

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// example is a subject with its candidates. right holds the rows of the candidates that curators
// added.
type example struct {
	source
	table  *rank.Table
	right  []int
	missed int // number of right answers that are not among the candidates

	// without is the example without the model, nil if the table has no columns of a model.
	without *example
}

// examples holds, by task, the examples from which its weights are learned.
type examples [rank.NumTasks][]example

// Bounds of what is learned from.
const (
	mostTaught   = 200 // new terms of a pair
	mostHidden   = 120 // subjects in a release whose restrictions are hidden
	mostReleases = 3   // releases of an ontology in which restrictions are hidden
)

// collectExamples reads the pairs of a split.
func collectExamples(ctx context.Context, dir, models, split string) (*examples, error) {
	var all examples
	var of *release
	var e *engines
	releases := make(map[string]int)
	err := eachPair(ctx, dir, split, func(p *pair) error {
		if p.older != of {
			of = p.older
			var err error
			if e, err = newEngines(ctx, of.loaded, models, of.name); err != nil {
				return err
			}
		}
		all.addLater(p, e)
		all.addTerms(p, e.plain)
		if releases[p.ontology] == mostReleases {
			return nil
		}
		releases[p.ontology]++
		return all.addHidden(ctx, p, models, releases[p.ontology])
	})
	return &all, err
}

// engines holds an Engine without a model and one with the model, which is nil without a model.
type engines struct{ plain, modelled *rank.Engine }

func newEngines(ctx context.Context, l *loaded, models, name string) (*engines, error) {
	m, err := l.openModel(ctx, models, name)
	e := &engines{plain: rank.New(l.index, nil)}
	if m != nil {
		e.modelled = rank.New(l.index, nil)
		e.modelled.UseModel(m)
	}
	return e, err
}

// add adds an example to a task without a model and, if the model knows the subject, another one
// to the same task with a model.
func (e *engines) add(all *examples, l rank.Task, x example, right []asserted.Restriction,
	table func(*rank.Engine) *rank.Table) {
	plain := x
	plain.table = table(e.plain)
	plain.addAll(right)
	all[l] = append(all[l], plain)
	if e.modelled == nil {
		return
	}
	if x.table = table(e.modelled); x.table.IsModeled() {
		x.addAll(right)
		x.without = &plain
		all[l.Modeled()] = append(all[l.Modeled()], x)
	}
}

func (x *example) addAll(right []asserted.Restriction) {
	for _, r := range right {
		x.add(r)
	}
}

// addLater adds examples of the axioms that curators later added to classes of the older release.
func (all *examples) addLater(p *pair, e *engines) {
	targets := make(map[int32][]asserted.Restriction)
	for _, r := range p.rows(false) {
		targets[r.Class] = append(targets[r.Class], r.Restriction())
	}
	of := source{ontology: p.ontology, later: true}
	for _, c := range sortedKeys(targets) {
		e.add(all, rank.OldSuperclasses, example{source: of}, targets[c],
			func(e *rank.Engine) *rank.Table { return e.SuperclassTable(e.Subject(c)) })
	}
	rules := make(map[int32][]asserted.Restriction)
	for _, r := range p.ofCampaigns(p.rows(true), mostOfRestrictions) {
		rules[r.Class] = append(rules[r.Class], r.Restriction())
	}
	for _, c := range sortedKeys(rules) {
		all.addRestrictions(e, of, c, rules[c])
	}
}

// addRestrictions adds examples with restrictions of a class as right answers: one among the
// candidates with any property, and for each property one among the candidates with this property.
func (all *examples) addRestrictions(e *engines, of source, c int32,
	right []asserted.Restriction) {
	slices.SortFunc(right, asserted.CompareRestrictions)
	add := func(x example, property int32, right []asserted.Restriction) {
		e.add(all, rank.OldRestrictions, x, right, func(e *rank.Engine) *rank.Table {
			return e.RestrictionTable(e.Subject(c), property)
		})
	}
	given := of
	given.given = true
	for _, of := range asserted.Runs(right, asserted.SameProperty) {
		add(example{source: given}, of[0].Property, of)
	}
	add(example{source: of}, rank.NoProperty, right)
}

// add marks the candidate that is a right answer, or counts the answer as missed.
func (x *example) add(r asserted.Restriction) {
	for i, d := range x.table.Targets {
		if d == r.Filler && x.table.Properties[i] == r.Property {
			x.right = append(x.right, i)
			return
		}
	}
	x.missed++
}

// addTerms adds two examples for each new term: with all its text, and with its label alone.
func (all *examples) addTerms(p *pair, e *rank.Engine) {
	terms := p.drawn(func(t *newTerm) bool {
		return len(t.subject.Names) > 0 && len(t.knownParents)+len(t.knownRestrictions) > 0
	})
	for _, t := range terms[:min(len(terms), mostTaught)] {
		for i, s := range []rank.Subject{t.subject.Subject, t.labelled.Subject} {
			if len(t.knownParents) > 0 {
				x := example{source: source{ontology: p.ontology}, table: e.SuperclassTable(s)}
				for _, d := range t.knownParents {
					x.add(asserted.Restriction{Property: rank.NoProperty, Filler: d})
				}
				l := rank.TextSuperclasses + rank.Task(i)
				all[l] = append(all[l], x)
			}
			if len(t.knownRestrictions) > 0 {
				x := example{source: source{ontology: p.ontology}}
				x.table = e.RestrictionTable(s, rank.NoProperty)
				for _, r := range t.knownRestrictions {
					x.add(r)
				}
				l := rank.TextRestrictions + rank.Task(i)
				all[l] = append(all[l], x)
			}
		}
	}
}

// addHidden adds examples of hidden restrictions. A tenth of the axioms C ⊑ ∃r.D, chosen by their
// hash and the number of the release, is removed from the older release. Restrictions that are
// entailed without them are left out. The model is trained without the removed axioms.
func (all *examples) addHidden(ctx context.Context, p *pair, models string,
	release int) error {
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
	e, err := newEngines(ctx, l, models, p.older.name+".hidden")
	if err != nil {
		return err
	}
	hidden := make(map[int32][]asserted.Restriction)
	for _, a := range gone {
		s, ok := l.statementOf(a)
		if ok && l.index.Usable[s.Class] && !l.index.Inherits(s.Class, s.Restriction()) {
			hidden[s.Class] = append(hidden[s.Class], s.Restriction())
		}
	}
	subjects := byHash(sortedKeys(hidden), func(c int32) string {
		return p.name + l.index.Classes[c].String()
	})
	for _, c := range subjects[:min(len(subjects), mostHidden)] {
		all.addRestrictions(e, source{ontology: p.ontology}, c, hidden[c])
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
