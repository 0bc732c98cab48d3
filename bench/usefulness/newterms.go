package main

import (
	"context"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
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

// measureDefinitions records the rank of the first definition with a right genus and a right
// differentia. It covers the placed new terms that a later release defines by an equivalence, with
// a restriction on a property and a class of the older release.
func measureDefinitions(ctx context.Context, p *pair, e *engine,
	record func(string, place)) error {
	for _, t := range p.withParents() {
		if !t.defined || len(t.knownRestrictions) == 0 {
			continue
		}
		placed, err := e.place(ctx, t.subject)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(placed.Definitions, func(d placing.Definition) bool {
			return slices.Contains(t.knownParents, d.Genus) &&
				slices.ContainsFunc(d.Restrictions, func(r asserted.Restriction) bool {
					return slices.Contains(t.knownRestrictions, r)
				})
		})
		at := place{key: p.termKey(t), rank: float64(n + 1), listed: n >= 0}
		if n < 0 {
			at.rank = float64(len(placed.Definitions)) + float64(p.older.targets)/2
		}
		record("definitions", at)
	}
	return nil
}

// measureSequence places the second half of the new terms, by identifier, twice: with the release
// alone, and with the release to which the first half was added. A hit is any parent that exists by
// then.
func measureSequence(ctx context.Context, p *pair, e *engine, record func(string, place)) error {
	if len(p.newTerms) < 2 {
		return nil
	}
	alone := make(map[string]*newTerm)
	for i := range p.newTerms {
		alone[p.newTerms[i].iri] = &p.newTerms[i]
	}
	middle := sortedKeys(alone)[len(alone)/2]
	isFirst := func(iri string) bool { return alone[iri] != nil && iri < middle }
	after, err := p.extended(ctx, isFirst)
	if err != nil {
		return err
	}
	extended, err := newEngine(after.older, e.title, nil)
	if err != nil {
		return err
	}
	drawn := after.drawn(func(t *newTerm) bool {
		return !isFirst(t.iri) && len(t.knownParents) > 0
	})
	for _, t := range drawn {
		at, err := after.placeParent(ctx, extended, t, t.subject)
		if err != nil {
			return err
		}
		record("sequence", at)
		before := alone[t.iri]
		if at, err = p.placeParent(ctx, e, before, before.subject); err != nil {
			return err
		}
		record("sequence, before", at)
	}
	return nil
}

// extended returns the pair with some of the new terms in the older release.
func (p *pair) extended(ctx context.Context, isAdded func(iri string) bool) (*pair, error) {
	o := *p.older.ontology
	o.Axioms = slices.Clip(o.Axioms)
	known := func(iri string) bool {
		_, ok := p.older.index.Class(owl.NewIRI(iri))
		return ok || isAdded(iri)
	}
	for i, row := range p.termRows {
		if t := &p.newTerms[i]; isAdded(t.iri) {
			o.Axioms = append(o.Axioms, t.axioms(row, known)...)
		}
	}
	older, err := newRelease(ctx, &o, p.older.name)
	if err != nil {
		return nil, err
	}
	after := *p
	after.older = older
	after.readTerms()
	return &after, nil
}

// axioms returns the text, the parents and the restrictions of a new term. Axioms with classes that
// are not known are left out.
func (t *newTerm) axioms(row map[string]string, known func(iri string) bool) []owl.Axiom {
	class := owl.Class{IRI: owl.NewIRI(t.iri)}
	axioms := []owl.Axiom{&owl.Declaration{Entity: class}}
	annotate := func(property owl.AnnotationProperty, text string) {
		axioms = append(axioms, &owl.AnnotationAssertion{Property: property, Subject: class.IRI,
			Value: &owl.Literal{Lexical: text}})
	}
	for i, name := range t.subject.Names {
		if i < len(t.labelled.Names) {
			annotate(owl.RDFSLabel, name.Text)
		} else {
			annotate(exactSynonym, name.Text)
		}
	}
	annotate(textualDefinition, t.subject.Definition)
	for _, iri := range parentsOf(row) {
		if known(iri) {
			axioms = append(axioms,
				&owl.SubClassOf{Sub: class, Super: owl.Class{IRI: owl.NewIRI(iri)}})
		}
	}
	for _, r := range restrictionsOf(row) {
		if known(r[1]) {
			axioms = append(axioms, &owl.SubClassOf{Sub: class, Super: &owl.ObjectSomeValuesFrom{
				Property: owl.ObjectProperty{IRI: owl.NewIRI(r[0])},
				Filler:   owl.Class{IRI: owl.NewIRI(r[1])},
			}})
		}
	}
	return axioms
}

var (
	exactSynonym = owl.AnnotationProperty{
		IRI: owl.NewIRI("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym")}
	textualDefinition = owl.AnnotationProperty{
		IRI: owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000115")}
)
