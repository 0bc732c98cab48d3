package api

import (
	"context"

	"box2el-owl/api/contract"
	"box2el-owl/workspace"
)

// GetProvenance returns the annotations of accepted axioms.
func (s *Server) GetProvenance(
	ctx context.Context, r contract.GetProvenanceRequestObject,
) (contract.GetProvenanceResponseObject, error) {
	p, err := provenance(ctx, r.Params.Who)
	return contract.GetProvenance200JSONResponse(p), err
}

// SetProvenance chooses the annotations of accepted axioms.
func (s *Server) SetProvenance(
	ctx context.Context, r contract.SetProvenanceRequestObject,
) (contract.SetProvenanceResponseObject, error) {
	if err := ontologyFrom(ctx).SetProvenance(ctx, r.Body.Write); err != nil {
		return nil, err
	}
	p, err := provenance(ctx, r.Body.Who)
	return contract.SetProvenance200JSONResponse(p), err
}

func provenance(ctx context.Context, who *string) (workspace.Provenance, error) {
	o := ontologyFrom(ctx)
	return o.Provenance(ctx, deref(who), viewOf(ctx, o).Language())
}
