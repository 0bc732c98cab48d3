package api

import (
	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
	"box2el-owl/workspace"
)

// presenter says for people what a View is about: with its labels.
type presenter struct {
	*workspace.View
	manchester owl.Manchester
}

func presenterOf(v *workspace.View) presenter { return presenter{v, v.Manchester()} }

func (s presenter) axiom(a owl.Axiom) contract.Axiom {
	return contract.Axiom{Axiom: owl.Canonical(a), Manchester: s.manchester.Axiom(a)}
}

func (s presenter) axioms(list []owl.Axiom) []contract.Axiom {
	out := make([]contract.Axiom, len(list))
	for i, a := range list {
		out[i] = s.axiom(a)
	}
	return out
}

// assuming returns built-in axioms with their sources; nil if there are none.
func (s presenter) assuming(list []suggest.BuiltInAxiom) *[]contract.Axiom {
	var out []contract.Axiom
	for _, a := range list {
		axiom := s.axiom(a.Axiom)
		axiom.Source = nonZero(a.Source)
		out = append(out, axiom)
	}
	return nonEmpty(out)
}

func (s presenter) name(iri owl.IRI) contract.Name { return nameOf(s.Name(iri)) }

// namesOf returns the names of IRIs; nil if there are none.
func (s presenter) namesOf(list []owl.IRI) *[]contract.Name {
	var out []contract.Name
	for _, iri := range list {
		out = append(out, s.name(iri))
	}
	return nonEmpty(out)
}

// sentence renders evidence with the names that people read; "" if there is none.
func (s presenter) sentence(e evidence.Evidence) string {
	return e.Sentence(func(iri owl.IRI) string { return s.Name(iri).Label })
}

func (s presenter) evidence(list []evidence.Evidence) []contract.Evidence {
	out := make([]contract.Evidence, len(list))
	for i, e := range list {
		out[i] = contract.Evidence{
			Kind: e.Kind, For: !e.Against, Sentence: s.sentence(e), Template: e.Template,
			Entities: s.namesOf(e.Entities), Numbers: nonEmpty(e.Numbers), Quote: nonZero(e.Quote),
		}
	}
	return out
}

// mostNamed is how many classes a conflict names: for one near the root there may be tens of
// thousands.
const mostNamed = 100

func (s presenter) conflict(c suggest.Conflict) contract.Conflict {
	out := contract.Conflict{Inconsistent: c.Inconsistent, Unsatisfiable: []contract.Name{},
		Partial: nonZero(c.Partial), Inexact: nonZero(c.Inexact)}
	for _, iri := range c.Unsatisfiable[:min(mostNamed, len(c.Unsatisfiable))] {
		out.Unsatisfiable = append(out.Unsatisfiable, s.name(iri))
	}
	if n := len(c.Unsatisfiable); n > mostNamed {
		out.Count = &n
	}
	return out
}

// conflictIf is the conflict where there is one.
func (s presenter) conflictIf(c suggest.Conflict) *contract.Conflict {
	if !c.Contradicts() {
		return nil
	}
	out := s.conflict(c)
	return &out
}

// outsideIf returns nil if no axiom makes a verdict inexact.
func (s presenter) outsideIf(o suggest.Outside) *contract.Outside {
	if o.Axioms == 0 {
		return nil
	}
	return &contract.Outside{Axioms: o.Axioms, First: s.axiom(o.First)}
}

func nameOf(n workspace.Name) contract.Name {
	return contract.Name{Iri: n.IRI.String(), Label: n.Label}
}

func namesOf(list []workspace.Name) []contract.Name {
	out := make([]contract.Name, len(list))
	for i, n := range list {
		out[i] = nameOf(n)
	}
	return out
}

func axiomsOf(list []explain.AxiomJSON) []contract.Axiom {
	out := make([]contract.Axiom, len(list))
	for i, a := range list {
		out[i] = contract.Axiom{Axiom: a.Axiom, Manchester: a.Manchester,
			Hypothetical: nonZero(a.Hypothetical)}
	}
	return out
}

// irisOf reads IRIs that were sent.
func irisOf(list *[]string) []owl.IRI {
	var out []owl.IRI
	for _, text := range deref(list) {
		out = append(out, owl.NewIRI(text))
	}
	return out
}

// pageOf is the part of a list that is wanted.
func pageOf(cursor *string, limit *int) workspace.Page {
	return workspace.Page{Cursor: deref(cursor), Limit: limitOf(limit)}
}

// namesIf points at names; at nothing where there are none.
func namesIf(list []workspace.Name) *[]contract.Name { return nonEmpty(namesOf(list)) }
