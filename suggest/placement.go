package suggest

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/suggest/place"
)

// NewClass is a new class, or one of the ontology that lacks axioms. Fields may be empty.
type NewClass struct {
	// IRI is that of the class. If the ontology has the class, its asserted axioms are used, and
	// its label, synonyms and definition if the fields below are empty.
	IRI owl.IRI

	Label      string
	Synonyms   []string
	Definition string

	// Parents are superclasses that are known.
	Parents []owl.IRI
}

// unnamedClass is the subject of the axioms for a class without an IRI.
var unnamedClass = owl.NewIRI("urn:box2el-owl:new-class")

// Duplicate is a class that a new one may duplicate.
type Duplicate struct {
	place.Duplicate
	Class owl.IRI
}

// Placement holds the proposals for a new class. Each list has the best row first and may be empty.
type Placement struct {
	Class        owl.IRI // unnamedClass if it has no IRI
	Duplicates   []Duplicate
	Superclasses []Suggestion
	Restrictions []Suggestion
	Definitions  []Suggestion

	// Tier is that of the first superclass; "" if there is none.
	Tier Tier
}

// Place proposes duplicates, superclasses, restrictions and definitions for a class. It leaves out
// axioms that are entailed, and axioms that contradict the ontology alone or with the known
// superclasses. The error is ErrNoClass for a parent that the ontology does not have, or one of the
// basis.
func (s *Suggester) Place(ctx context.Context, c NewClass) (*Placement, error) {
	placer, err := s.placer()
	if err != nil {
		return nil, err
	}
	term, err := s.term(c)
	if err != nil {
		return nil, err
	}
	found, err := placer.Place(ctx, term)
	if err != nil {
		return nil, err
	}
	p := placing{s: s, subject: c.IRI}
	if c.IRI.IsZero() {
		p.subject = unnamedClass
	}
	for _, d := range term.Parents {
		p.known = append(p.known, p.axiom(owl.Class{IRI: s.t.Classes[d]}))
	}
	out := &Placement{Class: p.subject}
	for _, d := range found.Duplicates {
		out.Duplicates = append(out.Duplicates, Duplicate{d, s.t.Classes[d.Class]})
	}
	add := func(list *[]Suggestion, x Suggestion, row place.Row) {
		if err == nil {
			err = p.add(ctx, list, x, row)
		}
	}
	for _, x := range found.Parents {
		target := s.t.Classes[x.Class]
		add(&out.Superclasses, Suggestion{
			Form: Subclass, Target: target, Axiom: p.axiom(owl.Class{IRI: target}),
		}, x.Row)
	}
	for _, x := range found.Restrictions {
		add(&out.Restrictions, Suggestion{
			Form: Existential, Property: s.t.Properties[x.Property], Target: s.t.Classes[x.Filler],
			Axiom: p.axiom(s.t.Numbers.Some(x.Restriction)),
		}, x.Row)
	}
	for _, x := range found.Definitions {
		add(&out.Definitions, Suggestion{
			Form: Definition, Target: s.t.Classes[x.Genus],
			Axiom: s.t.definition(p.subject, x.Genus, x.Restrictions),
		}, x.Row)
	}
	if err != nil {
		return nil, err
	}
	if len(out.Superclasses) > 0 {
		out.Tier = out.Superclasses[0].Tier
	}
	return out, nil
}

// Empty reports whether there is nothing to propose.
func (p *Placement) Empty() bool {
	return len(p.Duplicates)+len(p.Superclasses)+len(p.Restrictions)+len(p.Definitions) == 0
}

// term returns a class by the numbers of the index, completed by the ontology.
func (s *Suggester) term(c NewClass) (place.Term, error) {
	x := s.findings.index
	t := place.Term{
		IRI: c.IRI, Label: c.Label, Synonyms: c.Synonyms, Definition: c.Definition,
		Feedback: s.feedback.current(),
	}
	for _, iri := range c.Parents {
		d, ok := x.Class(iri)
		if !ok {
			return t, noClass(iri)
		}
		t.Parents = append(t.Parents, d)
	}
	if n, ok := x.Class(c.IRI); ok {
		if t.Label == "" {
			t.Label = x.Labels[n].Text
		}
		if t.Synonyms == nil {
			for _, name := range x.Exact[n] {
				t.Synonyms = append(t.Synonyms, name.Text)
			}
		}
		if t.Definition == "" {
			t.Definition = x.Texts[n]
		}
		t.Parents = append(t.Parents, x.Parents(n)...)
		t.Restrictions = x.Restrictions(n)
	}
	return t, nil
}

// placing turns the rows for one class into suggestions.
type placing struct {
	s       *Suggester
	subject owl.IRI
	known   []owl.Axiom // its known superclasses
}

func (p *placing) axiom(super owl.ClassExpression) owl.Axiom {
	return &owl.SubClassOf{Sub: owl.Class{IRI: p.subject}, Super: super}
}

// add appends a row with its verdict, unless it is entailed or contradicts.
func (p *placing) add(ctx context.Context, list *[]Suggestion, x Suggestion, row place.Row) error {
	verdicts, err := p.s.reasoner.Verdicts(ctx, []owl.Axiom{x.Axiom})
	if err != nil {
		return err
	}
	v := verdicts[0]
	if v.Verdict != New {
		return nil
	}
	if len(p.known) > 0 {
		conflict, err := p.s.reasoner.FullConflict(ctx,
			append(p.known[:len(p.known):len(p.known)], x.Axiom)...)
		if err != nil || conflict.Contradicts() {
			return err
		}
	}
	x.Subject, x.Tier, x.Evidence = p.subject, row.Tier, row.Evidence
	x.Probability, x.Rank = row.Probability, len(*list)+1
	x.Judgement = *v
	*list = append(*list, x)
	return nil
}
