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
	terms = byHash(terms, func(t *newTerm) string { return p.name + t.IRI.String() })
	return terms[:min(len(terms), mostTerms)]
}

// withParents returns the terms that have a parent which the older release knows.
func (p *pair) withParents() []*newTerm {
	return p.drawn(func(t *newTerm) bool { return len(t.knownParents) > 0 })
}

// termKey names an answer for a new term within all pairs.
func (p *pair) termKey(t *newTerm, answer ...string) string {
	return strings.Join(append([]string{p.name, t.IRI.String()}, answer...), "\t")
}

// parents places any asserted parent of each new term, given all its text or its label.
func (r *run) parents(ctx context.Context) {
	for _, t := range r.withParents() {
		r.record("parents", r.placeParent(ctx, t, t.subject))
		r.record("parents, label", r.placeParent(ctx, t, t.labelled))
	}
}

// placeParent finds the place of any parent of a new term among the classes of the release.
func (r *run) placeParent(ctx context.Context, t *newTerm, s rank.Subject) place {
	return placeIn(r.termKey(t), r.list(r.superclasses(ctx, s)), r.older.targets,
		func(c candidate) bool { return slices.Contains(t.knownParents, c.Target) },
		func(c candidate) bool {
			return c.Property == asserted.NoProperty && r.older.isTarget[c.Target]
		})
}

// placed returns the proposals for a new term.
func (r *run) placed(ctx context.Context, t *newTerm) placing.Placement {
	placed, err := r.engine.place(ctx, t.Term)
	r.failed(err)
	return placed
}

// likelyParents places the parents of new terms with the probability that the method gives its
// first answer.
func (r *run) likelyParents(ctx context.Context) {
	for _, t := range r.withParents() {
		at := r.placeParent(ctx, t, t.subject)
		if parents := r.placed(ctx, t).Parents; len(parents) > 0 {
			at.probability = parents[0].Probability
		}
		r.record("likely", at)
	}
}

// definitions records the rank of the first definition with a right genus and a right differentia.
// It covers the placed new terms that a later release defines by an equivalence, with a restriction
// on a property and a class of the older release.
func (r *run) definitions(ctx context.Context) {
	for _, t := range r.withParents() {
		if t.row["equivalent"] == "" || len(t.knownRestrictions) == 0 {
			continue
		}
		list := r.placed(ctx, t).Definitions
		n := slices.IndexFunc(list, func(d placing.Definition) bool {
			return slices.Contains(t.knownParents, d.Genus) &&
				slices.ContainsFunc(d.Restrictions, func(s asserted.Restriction) bool {
					return slices.Contains(t.knownRestrictions, s)
				})
		})
		at := place{key: r.termKey(t), rank: float64(n + 1), listed: n >= 0}
		if n < 0 {
			at.rank = float64(len(list)) + float64(r.older.targets)/2
		}
		r.record("definitions", at)
	}
}

// newRestrictions places each restriction of new terms among all pairs of property and filler,
// without the term's other restrictions: all, and at most two with the same property and filler.
func (r *run) newRestrictions(ctx context.Context) {
	taken := make(map[asserted.Restriction]int)
	terms := r.drawn(func(t *newTerm) bool { return len(t.knownRestrictions) > 0 })
	for _, t := range terms {
		list := r.list(r.restrictions(ctx, t.subject, rank.NoProperty))
		for _, s := range t.knownRestrictions {
			key := r.termKey(t, r.older.index.Properties[s.Property].String(),
				r.older.index.Classes[s.Filler].String())
			at := placeIn(key, list, r.older.targets*len(r.older.inUse),
				func(c candidate) bool { return c.Restriction() == s },
				func(c candidate) bool {
					other := c.Restriction()
					return c.Property >= 0 && r.older.isTarget[c.Target] &&
						(other == s || !slices.Contains(t.knownRestrictions, other))
				})
			r.record("newRestrictions", at)
			if taken[s]++; taken[s] <= mostOfCampaign {
				r.record("newRestrictions, two of a pair", at)
			}
		}
	}
}

// sequence places the second half of the new terms, by identifier, twice: with the release alone,
// and with the release to which the first half was added. A hit is any parent that exists by then.
func (r *run) sequence(ctx context.Context) {
	if len(r.newTerms) < 2 {
		return
	}
	alone := make(map[string]*newTerm)
	for i, t := range r.newTerms {
		alone[t.IRI.String()] = &r.newTerms[i]
	}
	middle := sortedKeys(alone)[len(alone)/2]
	isFirst := func(iri string) bool { return alone[iri] != nil && iri < middle }
	extended, err := r.extended(ctx, isFirst)
	if r.failed(err) {
		return
	}
	e, err := newEngine(extended.older, r.engine.title, nil)
	if r.failed(err) {
		return
	}
	after := &run{pair: extended, method: e}
	drawn := extended.drawn(func(t *newTerm) bool {
		return !isFirst(t.IRI.String()) && len(t.knownParents) > 0
	})
	for _, t := range drawn {
		r.record("sequence", after.placeParent(ctx, t, t.subject))
		before := alone[t.IRI.String()]
		r.record("sequence, before", r.placeParent(ctx, before, before.subject))
	}
	r.failed(after.err)
}

// extended returns the pair with some of the new terms in the older release.
func (p *pair) extended(ctx context.Context, isAdded func(iri string) bool) (*pair, error) {
	o := *p.older.ontology
	o.Axioms = slices.Clip(o.Axioms)
	known := func(iri string) bool {
		_, ok := p.older.index.Class(owl.NewIRI(iri))
		return ok || isAdded(iri)
	}
	for _, t := range p.newTerms {
		if isAdded(t.IRI.String()) {
			o.Axioms = append(o.Axioms, t.axioms(known)...)
		}
	}
	after := *p
	var err error
	if after.older, err = newRelease(ctx, &o, p.older.name); err != nil {
		return nil, err
	}
	after.older.weights = p.older.weights
	after.newTerms = nil
	for _, t := range p.newTerms {
		after.newTerms = append(after.newTerms, after.older.newTerm(t.row))
	}
	return &after, nil
}

// axioms returns the text, the parents and the restrictions of a new term. Axioms with classes that
// are not known are left out.
func (t *newTerm) axioms(known func(iri string) bool) []owl.Axiom {
	class := owl.Class{IRI: t.IRI}
	axioms := []owl.Axiom{&owl.Declaration{Entity: class}}
	annotate := func(property owl.AnnotationProperty, texts ...string) {
		for _, text := range texts {
			axioms = append(axioms, &owl.AnnotationAssertion{Property: property,
				Subject: class.IRI, Value: &owl.Literal{Lexical: text}})
		}
	}
	if len(t.labelled.Names) > 0 {
		annotate(owl.RDFSLabel, t.Label)
	}
	annotate(exactSynonym, t.Synonyms...)
	annotate(textualDefinition, t.Definition)
	for _, a := range axiomsOf(t.row) {
		if !known(a[1]) {
			continue
		}
		var super owl.ClassExpression = owl.Class{IRI: owl.NewIRI(a[1])}
		if a[0] != "" {
			super = &owl.ObjectSomeValuesFrom{
				Property: owl.ObjectProperty{IRI: owl.NewIRI(a[0])}, Filler: super}
		}
		axioms = append(axioms, &owl.SubClassOf{Sub: class, Super: super})
	}
	return axioms
}

var (
	exactSynonym = owl.AnnotationProperty{
		IRI: owl.NewIRI("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym")}
	textualDefinition = owl.AnnotationProperty{
		IRI: owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000115")}
)
