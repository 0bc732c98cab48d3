package api

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/workspace"
)

// currentView returns the View of an ontology after reading what other programs have recorded.
func currentView(ctx context.Context, o *workspace.Ontology) (*workspace.View, error) {
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
	page, err := viewFrom(ctx).Classes(ctx, deref(r.Params.Q),
		pageOf(r.Params.Cursor, r.Params.Limit))
	return contract.FindClasses200JSONResponse(page), err
}

// GetTaxonomy lists the direct subclasses of a class.
func (s *Server) GetTaxonomy(
	ctx context.Context, r contract.GetTaxonomyRequestObject,
) (contract.GetTaxonomyResponseObject, error) {
	below := owl.Thing.IRI
	if r.Params.Below != nil {
		below = owl.NewIRI(*r.Params.Below)
	}
	page, err := viewFrom(ctx).Below(ctx, below, deref(r.Params.Preferred),
		r.Params.Obsolete == nil || *r.Params.Obsolete,
		pageOf(r.Params.Cursor, r.Params.Limit))
	return contract.GetTaxonomy200JSONResponse(page), err
}

// GetClass returns a class with its asserted axioms and inferred neighbors.
func (s *Server) GetClass(
	ctx context.Context, r contract.GetClassRequestObject,
) (contract.GetClassResponseObject, error) {
	v := viewFrom(ctx)
	d, err := v.Class(ctx, owl.NewIRI(r.Class))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	out := contract.GetClass200JSONResponse{
		Id:         nonZero(cmp.Or(d.ClassID, d.ID)),
		ReplacedBy: nonEmpty(d.ReplacedBy), Path: nonEmpty(d.Path),
		Usage: nonEmpty(present.axioms(d.Usage)), UsageTotal: nonZero(d.UsageTotal),
		Iri: d.IRI.String(), Label: d.Label, Deprecated: nonZero(d.Deprecated),
		Definition: nonZero(d.Definition), Synonyms: nonEmpty(d.Synonyms),
		Asserted: present.axioms(d.Asserted), Names: nonEmpty(d.Names),
		Relations: nonEmpty(d.Relations),
	}
	out.Annotations = nonEmpty(each(d.Annotations, present.annotation))
	if d.Classified {
		out.Satisfiable, out.Equivalent = &d.Satisfiable, nonEmpty(d.Equivalent)
		out.Supers, out.Subs, out.SubsTotal = &d.Supers, &d.Subs, &d.SubsTotal
	}
	return out, nil
}

// annotation converts an annotation to the contract.
func (p presenter) annotation(a *owl.AnnotationAssertion) contract.AnnotationValue {
	out := contract.AnnotationValue{Property: p.Name(a.Property.IRI)}
	switch value := a.Value.(type) {
	case owl.IRI:
		entity := p.Name(value)
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
	v := viewFrom(ctx)
	page, err := v.Profile(ctx, pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	items := each(page.Items, func(item workspace.ProfileItem) contract.OutsideEL {
		return contract.OutsideEL{
			Axiom: owl.Canonical(item.Axiom), Manchester: present.manchester.Axiom(item.Axiom),
			Reason: item.Reason, Use: contract.OutsideELUse(item.Use),
		}
	})
	return contract.GetProfile200JSONResponse{
		El: page.EL, Next: nonZero(page.Next), Items: items,
	}, nil
}
