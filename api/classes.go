package api

import (
	"context"
	"errors"
	"strings"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/workspace"
)

// view returns the current state of an ontology, from which a whole response is computed.
func (s *Server) view(ctx context.Context, id string) (*workspace.View, error) {
	o, err := s.workspace.Ontology(id)
	if err != nil {
		return nil, err
	}
	if err := o.Refresh(ctx); err != nil {
		return nil, err
	}
	if errors.Is(o.View().Err(), workspace.ErrLoading) {
		loading, cancel := context.WithTimeout(ctx, maxLoading)
		defer cancel()
		o.Await(loading) // the View has the error
	}
	v := viewOf(ctx, o)
	return v, v.Err()
}

// viewOf returns the View of an ontology with labels in the first language of the header
// Accept-Language that it has labels in.
func viewOf(ctx context.Context, o *workspace.Ontology) *workspace.View {
	v := o.View()
	for tag := range strings.SplitSeq(callOf(ctx).request.Header.Get("Accept-Language"), ",") {
		tag, _, _ = strings.Cut(tag, ";")
		if next := v.In(strings.TrimSpace(tag)); next != v {
			return next
		}
	}
	return v
}

// maxLoading limits the time that a request waits for an ontology that is being read after a
// restart. The response is 503 afterwards. A document of 50,000 classes is read in a second.
const maxLoading = 2 * time.Second

// FindClasses finds classes by label, synonym or IRI.
func (s *Server) FindClasses(
	ctx context.Context, r contract.FindClassesRequestObject,
) (contract.FindClassesResponseObject, error) {
	v, err := s.view(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	page, err := v.Classes(ctx, deref(r.Params.Q), pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	return contract.FindClasses200JSONResponse(s.classPage(v, page)), nil
}

// GetTaxonomy lists the direct subclasses of a class, or returns the whole hierarchy.
func (s *Server) GetTaxonomy(
	ctx context.Context, r contract.GetTaxonomyRequestObject,
) (contract.GetTaxonomyResponseObject, error) {
	v, err := s.view(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	if prefers(ctx, mediaTSV) {
		return s.bufferResponse(mediaTSV, v.WriteTaxonomy)
	}
	below := owl.Thing.IRI
	if r.Params.Below != nil {
		below = owl.NewIRI(*r.Params.Below)
	}
	page, err := v.Below(ctx, below, deref(r.Params.Preferred),
		r.Params.Obsolete == nil || *r.Params.Obsolete,
		pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	return contract.GetTaxonomy200JSONResponse(s.classPage(v, page)), nil
}

func (s *Server) classPage(v *workspace.View, page workspace.ClassPage) contract.ClassPage {
	out := contract.ClassPage{
		Items: make([]contract.ClassItem, len(page.Items)), Next: nonZero(page.Next),
		Total: &page.Total,
	}
	_, err := v.Reasoner()
	for i, item := range page.Items {
		out.Items[i] = contract.ClassItem{
			Iri: item.IRI.String(), Label: item.Label, Deprecated: nonZero(item.Deprecated),
			Matched: nonZero(item.Matched), Scope: nonZero(item.Scope),
			Id: nonZero(item.ClassID), Equivalent: namesIf(item.Equivalent),
		}
		if err == nil {
			out.Items[i].Children = &page.Items[i].Children
		}
	}
	return out
}

// GetClass returns a class with its asserted axioms and inferred neighbors.
func (s *Server) GetClass(
	ctx context.Context, r contract.GetClassRequestObject,
) (contract.GetClassResponseObject, error) {
	v, err := s.view(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	d, err := v.Class(ctx, owl.NewIRI(r.Class))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	out := contract.GetClass200JSONResponse{
		Id: nonZero(d.ClassID), ReplacedBy: namesIf(d.ReplacedBy), Path: namesIf(d.Path),
		Usage: nonEmpty(present.axioms(d.Usage)), UsageTotal: nonZero(d.UsageTotal),
		Iri: d.IRI.String(), Label: d.Label, Deprecated: nonZero(d.Deprecated),
		Definition: nonZero(d.Definition), Synonyms: nonEmpty(d.Synonyms),
		Asserted: present.axioms(d.Asserted),
	}
	out.Names = nonEmpty(each(d.Names, func(n workspace.ScopedName) contract.ScopedName {
		return contract.ScopedName{Text: n.Text, Scope: n.Scope, Language: nonZero(n.Lang)}
	}))
	out.Annotations = nonEmpty(each(d.Annotations, present.annotation))
	out.Relations = nonEmpty(each(d.Relations, func(r workspace.Relation) contract.Relation {
		return contract.Relation{Property: nameOf(r.Property), Target: nameOf(r.Target)}
	}))
	if d.Classified {
		supers, subs := namesOf(d.Supers), namesOf(d.Subs)
		out.Satisfiable, out.Equivalent = &d.Satisfiable, namesIf(d.Equivalent)
		out.Supers, out.Subs, out.SubsTotal = &supers, &subs, &d.SubsTotal
	}
	return out, nil
}

// annotation converts an annotation to the contract.
func (p presenter) annotation(a *owl.AnnotationAssertion) contract.AnnotationValue {
	out := contract.AnnotationValue{Property: p.name(a.Property.IRI)}
	switch value := a.Value.(type) {
	case owl.IRI:
		entity := p.name(value)
		out.Value, out.Entity = value.String(), &entity
	case *owl.Literal:
		out.Value, out.Language = value.Lexical, nonZero(value.Lang)
	case owl.AnonymousIndividual:
		out.Value = "_:" + value.ID.String()
	}
	return out
}

// GetProfile lists the axioms outside OWL 2 EL.
func (s *Server) GetProfile(
	ctx context.Context, r contract.GetProfileRequestObject,
) (contract.GetProfileResponseObject, error) {
	v, err := s.view(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	page, err := v.Profile(ctx, pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	out := contract.GetProfile200JSONResponse{
		El: page.EL, Next: nonZero(page.Next), Items: []contract.OutsideEL{},
	}
	for _, item := range page.Items {
		a := present.axiom(item.Axiom)
		out.Items = append(out.Items, contract.OutsideEL{Axiom: a.Axiom, Manchester: a.Manchester,
			Reason: item.Reason, Use: contract.OutsideELUse(item.Use)})
	}
	return out, nil
}
