package api

import (
	"context"

	"box2el-owl/api/contract"
)

// GetProvenance returns the annotations of accepted axioms.
func (s *Server) GetProvenance(
	ctx context.Context, r contract.GetProvenanceRequestObject,
) (contract.GetProvenanceResponseObject, error) {
	o := ontologyFrom(ctx)
	p, err := o.Provenance(ctx, deref(r.Params.Who), viewOf(ctx, o).Language())
	if err != nil {
		return nil, err
	}
	return contract.GetProvenance200JSONResponse(*p), nil
}

// SetProvenance chooses the annotations of accepted axioms.
func (s *Server) SetProvenance(
	ctx context.Context, r contract.SetProvenanceRequestObject,
) (contract.SetProvenanceResponseObject, error) {
	o := ontologyFrom(ctx)
	if err := o.SetProvenance(ctx, r.Body.Write); err != nil {
		return nil, err
	}
	p, err := o.Provenance(ctx, deref(r.Body.Who), viewOf(ctx, o).Language())
	if err != nil {
		return nil, err
	}
	return contract.SetProvenance200JSONResponse(*p), nil
}
