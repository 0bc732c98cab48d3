package api

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/workspace"
)

// Bounds of the contract.
const (
	maxAxioms    = 100_000 // in each list of an edit
	maxDecisions = 1000
	maxPage      = 1000
	defaultPage  = 100
)

// GetHealth returns the versions of the server and the contract.
func (s *Server) GetHealth(
	context.Context, contract.GetHealthRequestObject,
) (contract.GetHealthResponseObject, error) {
	return contract.GetHealth200JSONResponse{
		Status: contract.Ok, Version: s.version, Contract: s.contract,
	}, nil
}

// GetCapabilities returns models, formats and limits.
func (s *Server) GetCapabilities(
	context.Context, contract.GetCapabilitiesRequestObject,
) (contract.GetCapabilitiesResponseObject, error) {
	c := contract.GetCapabilities200JSONResponse{
		Version: s.version, Contract: s.contract,
		Forms: []contract.Form{contract.FormNF1, contract.FormNF3},
	}
	for _, a := range embed.Architectures() {
		h := embed.HyperOf(a, embed.Corrected(a))
		c.Models = append(c.Models,
			contract.Architecture{Name: string(a), Dim: h.Dim, Steps: h.Steps})
	}
	for _, f := range rdfio.Formats() {
		for _, media := range f.Media {
			if !slices.Contains(c.Formats, media) {
				c.Formats = append(c.Formats, media)
			}
		}
	}
	c.Limits.DocumentBytes, c.Limits.RequestBytes = s.limits.DocumentBytes, s.limits.RequestBytes
	c.Limits.EditAxioms, c.Limits.Decisions, c.Limits.PageSize = maxAxioms, maxDecisions, maxPage
	return c, nil
}

// ListOntologies lists ontologies, the oldest first. A cursor is the id of the last ontology of the
// previous page.
func (s *Server) ListOntologies(
	_ context.Context, r contract.ListOntologiesRequestObject,
) (contract.ListOntologiesResponseObject, error) {
	all := s.workspace.Ontologies()
	if cursor := r.Params.Cursor; cursor != nil {
		last := slices.IndexFunc(all,
			func(o *workspace.Ontology) bool { return o.ID() == *cursor })
		if last < 0 {
			return nil, workspace.ErrStaleCursor
		}
		all = all[last+1:]
	}
	n := min(len(all), limitOf(r.Params.Limit))
	page := contract.ListOntologies200JSONResponse{
		Items: each(all[:n], (*workspace.Ontology).Status),
	}
	if n < len(all) {
		page.Next = &page.Items[n-1].ID
	}
	return page, nil
}

// CreateOntology creates an ontology.
func (s *Server) CreateOntology(
	ctx context.Context, r contract.CreateOntologyRequestObject,
) (contract.CreateOntologyResponseObject, error) {
	o, err := s.workspace.Create(ctx, workspace.New{
		Name: deref(r.Body.Name), IRI: owl.NewIRI(deref(r.Body.Iri)),
		Path:   deref(r.Body.Path),
		Client: deref(r.Body.Keep) == workspace.KeptByClient, Copy: deref(r.Body.Copy),
	})
	if err != nil {
		return nil, err
	}
	place := basePath + "/ontologies/" + o.ID()
	return contract.CreateOntology201JSONResponse{
		Body:    o.Status(),
		Headers: contract.CreateOntology201ResponseHeaders{Location: &place},
	}, nil
}

// GetOntology returns the status of an ontology.
func (s *Server) GetOntology(
	ctx context.Context, r contract.GetOntologyRequestObject,
) (contract.GetOntologyResponseObject, error) {
	o := ontologyFrom(ctx)
	// After a restart the revision is known when the document has been read. The status has its
	// errors.
	if err := o.Await(ctx); err != nil && ctx.Err() != nil {
		return nil, err
	}
	if err := o.Refresh(ctx); err != nil {
		return nil, err
	}
	out, err := s.ontology(ctx, o)
	if v := o.View(); v.Err() == nil && out.Keep == workspace.KeptByServer {
		out.Languages = v.Languages()
	}
	return contract.GetOntology200JSONResponse(out), err
}

// ReplaceOntology replaces the document of an ontology.
func (s *Server) ReplaceOntology(
	ctx context.Context, r contract.ReplaceOntologyRequestObject,
) (contract.ReplaceOntologyResponseObject, error) {
	sent, err := sentOf(r.Body, r.ContentType)
	if err != nil {
		return nil, err
	}
	_, err = ontologyFrom(ctx).Replace(ctx, sent, workspace.ReplaceOptions{
		Base:   deref(r.Params.BaseIRI),
		Client: deref(r.Params.Keep) == workspace.KeptByClient,
		Copy:   deref(r.Params.Copy), OtherIRI: deref(r.Params.OtherIRI),
	})
	out, err := s.changed(ctx, err)
	return contract.ReplaceOntology200JSONResponse(out), err
}

// EditOntology adds and removes axioms.
func (s *Server) EditOntology(
	ctx context.Context, r contract.EditOntologyRequestObject,
) (contract.EditOntologyResponseObject, error) {
	var axioms axiomReader
	edit := workspace.Operation{
		Kind: db.Edit, Remove: axioms.list("remove", r.Body.Remove),
		Add: axioms.list("add", r.Body.Add),
	}
	if axioms.err != nil {
		return nil, axioms.err
	}
	_, err := ontologyFrom(ctx).Operate(ctx, workspace.Operations{
		Base: &r.Body.BaseRevision, Who: deref(r.Body.Who), Client: deref(r.Body.Client),
		List: []workspace.Operation{edit},
	})
	out, err := s.changed(ctx, err)
	return contract.EditOntology200JSONResponse(out), err
}

// DeleteOntology cancels the jobs of an ontology and deletes it.
func (s *Server) DeleteOntology(
	ctx context.Context, r contract.DeleteOntologyRequestObject,
) (contract.DeleteOntologyResponseObject, error) {
	if err := s.queue.CancelAll(ctx, r.Id); err != nil {
		return nil, err
	}
	if err := s.workspace.Delete(ctx, r.Id); err != nil {
		return nil, err
	}
	return contract.DeleteOntology204Response{}, nil
}

// ontology returns the status of an ontology with the number of its breaches. A client that stores
// an ontology asks for them.
func (s *Server) ontology(ctx context.Context, o *workspace.Ontology) (workspace.Status, error) {
	out := o.Status()
	if out.Keep == workspace.KeptByClient {
		return out, nil
	}
	list, err := o.Breaches(ctx)
	if err != nil && o.View().Err() != nil {
		return out, nil // the status has the error
	}
	out.Breaches = len(list)
	return out, err
}

// changed returns the status of the ontology of a request after a change, or the error of the
// change.
func (s *Server) changed(ctx context.Context, err error) (workspace.Status, error) {
	if err != nil {
		return workspace.Status{}, err
	}
	return s.ontology(ctx, ontologyFrom(ctx))
}

// limitOf returns the page size of a request.
func limitOf(limit *int) int { return cmp.Or(deref(limit), defaultPage) }

// deref returns *p, or the zero value if p is nil.
func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// nonZero returns a pointer to v, or nil if v is the zero value.
func nonZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// nonEmpty returns a pointer to the list, or nil if it is empty.
func nonEmpty[T any](list []T) *[]T {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// each returns f of each item of a list; it is not nil.
func each[From, To any](list []From, f func(From) To) []To {
	out := make([]To, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}

// converted returns a pointer to *p as another type of number, or nil if p is nil.
func converted[To, From float32 | float64](p *From) *To {
	if p == nil {
		return nil
	}
	n := To(*p)
	return &n
}
