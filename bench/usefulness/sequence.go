package main

import (
	"context"
	"slices"

	"box2el-owl/owl"
)

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
