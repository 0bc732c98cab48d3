package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
	"box2el-owl/workspace"
)

// presenter renders axioms, names and evidence of a View for people, with its labels.
type presenter struct {
	*workspace.View
	manchester owl.Manchester
}

func presenterOf(v *workspace.View) presenter { return presenter{v, v.Manchester()} }

// presenterNow returns the presenter of the current state of a request's ontology.
func presenterNow(ctx context.Context) presenter {
	return presenterOf(viewOf(ctx, ontologyFrom(ctx)))
}

func (p presenter) axiom(a owl.Axiom) contract.Axiom {
	return contract.Axiom{Axiom: owl.Canonical(a), Manchester: p.manchester.Axiom(a)}
}

func (p presenter) axioms(list []owl.Axiom) []contract.Axiom {
	return each(list, p.axiom)
}

// assuming returns the built-in axioms that a verdict assumes, with their sources, or nil if there
// are none.
func (p presenter) assuming(list []suggest.BuiltInAxiom) *[]contract.Axiom {
	return nonEmpty(each(list, func(a suggest.BuiltInAxiom) contract.Axiom {
		axiom := p.axiom(a.Axiom)
		axiom.Source = a.Source
		return axiom
	}))
}

// namesOf returns the names of IRIs, or nil if the list is empty.
func (p presenter) namesOf(list []owl.IRI) *[]contract.Name { return nonEmpty(each(list, p.Name)) }

// sentence returns the sentence of evidence with labels, or "" for the zero value.
func (p presenter) sentence(e evidence.Evidence) string {
	return e.Sentence(func(iri owl.IRI) string { return p.Name(iri).Label })
}

func (p presenter) evidence(list []evidence.Evidence) []contract.Evidence {
	return each(list, func(e evidence.Evidence) contract.Evidence {
		return contract.Evidence{
			Kind: e.Kind, For: !e.Against, Sentence: p.sentence(e), Template: e.Template,
			Entities: p.namesOf(e.Entities), Numbers: nonEmpty(e.Numbers), Quote: nonZero(e.Quote),
		}
	})
}

// maxNamed is the number of unsatisfiable classes that a conflict lists. An axiom near the root can
// have tens of thousands.
const maxNamed = 100

func (p presenter) conflict(c *reasoner.Conflict) contract.Conflict {
	out := contract.Conflict{
		Inconsistent: c.Inconsistent,
		Unsatisfiable: each(c.Unsatisfiable[:min(maxNamed, len(c.Unsatisfiable))],
			func(c owl.Class) contract.Name { return p.Name(c.IRI) }),
		Partial: nonZero(c.Partial), Inexact: nonZero(!c.Exact),
	}
	if n := len(c.Unsatisfiable); n > maxNamed {
		out.Count = &n
	}
	return out
}

// conflictIf returns the conflict, or nil if there is none.
func (p presenter) conflictIf(c *reasoner.Conflict) *contract.Conflict {
	if !c.Contradicts() {
		return nil
	}
	out := p.conflict(c)
	return &out
}

// outsideIf returns nil if no axiom makes a verdict inexact.
func (p presenter) outsideIf(o reasoner.Outside) *contract.Outside {
	if o.Axioms == 0 {
		return nil
	}
	return &contract.Outside{Axioms: o.Axioms, First: p.axiom(o.First)}
}

// axiomReader reads axioms of a request in functional syntax and, if it has a View, in Manchester
// syntax with the names of its ontology. It keeps the first error.
type axiomReader struct {
	view *workspace.View
	err  error
}

// list reads a list; field is its path in the body.
func (r *axiomReader) list(field string, texts *[]string) []owl.Axiom {
	axioms := make([]owl.Axiom, len(deref(texts)))
	for i, text := range deref(texts) {
		axioms[i] = r.one(fmt.Sprintf("%s/%d", field, i), text)
	}
	return axioms
}

func (r *axiomReader) one(field, text string) owl.Axiom {
	if r.err != nil {
		return nil
	}
	axiom, err := owl.ParseAxiom(text, nil)
	if err != nil && r.view != nil {
		axiom, err = r.view.ParseAxiom(text)
	}
	var name *owl.NameError
	var syntax *owl.SyntaxError
	switch {
	case errors.As(err, &name):
		r.err = err // has candidates
	case err != nil:
		bad := problemIn("/"+field, http.StatusUnprocessableEntity, "bad-axiom", err.Error())
		if bad.Column = columnOf(err); errors.As(err, &syntax) {
			bad.Detail = new(syntax.Err.Error())
		}
		r.err = bad
	}
	return axiom
}

// irisOf converts IRIs of a request.
func irisOf(list *[]string) []owl.IRI { return each(deref(list), owl.NewIRI) }

// pageOf returns the page that a request asks for.
func pageOf(cursor *string, limit *int) workspace.Page {
	return workspace.Page{Cursor: deref(cursor), Limit: limitOf(limit)}
}
