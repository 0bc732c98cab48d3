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
	table *rank.Table
	right []int
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
	var e engines
	releases := make(map[string]int)
	err := eachPair(ctx, dir, split, func(p *pair) (err error) {
		if e.of != p.older {
			if e, err = newEngines(ctx, p.older, models); err != nil {
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
type engines struct {
	of              *release
	plain, modelled *rank.Engine
}

func newEngines(ctx context.Context, r *release, models string) (engines, error) {
	m, err := r.openModel(ctx, models)
	e := engines{of: r, plain: rank.New(r.index, nil)}
	if m != nil {
		e.modelled = rank.New(r.index, nil)
		e.modelled.UseModel(m)
	}
	return e, err
}

// add adds an example to a task.
func (all *examples) add(l rank.Task, of source, t *rank.Table, right []asserted.Restriction) {
	x := example{source: of, table: t}
	for _, r := range right {
		for i, d := range t.Targets {
			if d == r.Filler && t.Properties[i] == r.Property {
				x.right = append(x.right, i)
				break
			}
		}
	}
	all[l] = append(all[l], x)
}

// addBoth adds an example to a task without a model and, if the model knows the subject, another
// one to the same task with a model.
func (all *examples) addBoth(e engines, l rank.Task, of source, right []asserted.Restriction,
	table func(*rank.Engine) *rank.Table) {
	all.add(l, of, table(e.plain), right)
	if e.modelled != nil {
		if t := table(e.modelled); t.IsModeled() {
			all.add(l.Modeled(), of, t, right)
		}
	}
}

// byClass returns the restrictions of statements by class.
func byClass(list []asserted.Statement) map[int32][]asserted.Restriction {
	of := make(map[int32][]asserted.Restriction)
	for _, s := range list {
		of[s.Class] = append(of[s.Class], s.Restriction())
	}
	return of
}

// addLater adds examples of the axioms that curators later added to classes of the older release.
func (all *examples) addLater(p *pair, e engines) {
	of := source{ontology: p.ontology, later: true}
	targets := byClass(p.rows(false))
	for _, c := range sortedKeys(targets) {
		all.addBoth(e, rank.OldSuperclasses, of, targets[c],
			func(e *rank.Engine) *rank.Table { return e.SuperclassTable(e.Subject(c)) })
	}
	rules := byClass(p.ofCampaigns(p.rows(true), mostOfRestrictions))
	for _, c := range sortedKeys(rules) {
		all.addRestrictions(e, of, c, rules[c])
	}
}

// addRestrictions adds examples with restrictions of a class as right answers: one among the
// candidates with any property, and for each property one among the candidates with this property.
func (all *examples) addRestrictions(e engines, of source, c int32,
	right []asserted.Restriction) {
	slices.SortFunc(right, asserted.CompareRestrictions)
	add := func(of source, property int32, right []asserted.Restriction) {
		all.addBoth(e, rank.OldRestrictions, of, right, func(e *rank.Engine) *rank.Table {
			return e.RestrictionTable(e.Subject(c), property)
		})
	}
	given := of
	given.given = true
	for _, list := range asserted.Runs(right, asserted.SameProperty) {
		add(given, list[0].Property, list)
	}
	add(of, rank.NoProperty, right)
}

// addTerms adds two examples for each new term: with all its text, and with its label alone.
func (all *examples) addTerms(p *pair, e *rank.Engine) {
	terms := p.drawn(func(t *newTerm) bool {
		return len(t.subject.Names) > 0 && len(t.knownParents)+len(t.knownRestrictions) > 0
	})
	of := source{ontology: p.ontology}
	for _, t := range terms[:min(len(terms), mostTaught)] {
		var parents []asserted.Restriction
		for _, d := range t.knownParents {
			parents = append(parents, asserted.Restriction{Property: rank.NoProperty, Filler: d})
		}
		for i, s := range []rank.Subject{t.subject, t.labelled} {
			if len(parents) > 0 {
				all.add(rank.TextSuperclasses+rank.Task(i), of, e.SuperclassTable(s), parents)
			}
			if len(t.knownRestrictions) > 0 {
				all.add(rank.TextRestrictions+rank.Task(i), of,
					e.RestrictionTable(s, rank.NoProperty), t.knownRestrictions)
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
	r, err := newRelease(ctx, &kept, p.older.name+".hidden")
	if err != nil {
		return err
	}
	e, err := newEngines(ctx, r, models)
	if err != nil {
		return err
	}
	var hidden []asserted.Statement
	for _, a := range gone {
		s, ok := r.statementOf(a)
		if ok && r.index.Usable[s.Class] && !r.index.Inherits(s.Class, s.Restriction()) {
			hidden = append(hidden, s)
		}
	}
	rules := byClass(hidden)
	subjects := byHash(sortedKeys(rules), func(c int32) string {
		return p.name + r.index.Classes[c].String()
	})
	for _, c := range subjects[:min(len(subjects), mostHidden)] {
		all.addRestrictions(e, source{ontology: p.ontology}, c, rules[c])
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
