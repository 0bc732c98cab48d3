package api

import (
	"context"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/workspace"
)

// GetProvenance returns the annotations of accepted axioms.
func (s *Server) GetProvenance(
	ctx context.Context, r contract.GetProvenanceRequestObject,
) (contract.GetProvenanceResponseObject, error) {
	o := ontologyFrom(ctx)
	p, err := provenanceOf(ctx, o, deref(r.Params.Who))
	return contract.GetProvenance200JSONResponse(p), err
}

// SetProvenance chooses the annotations of accepted axioms.
func (s *Server) SetProvenance(
	ctx context.Context, r contract.SetProvenanceRequestObject,
) (contract.SetProvenanceResponseObject, error) {
	o := ontologyFrom(ctx)
	if err := o.SetProvenance(ctx, r.Body.Write); err != nil {
		return nil, err
	}
	p, err := provenanceOf(ctx, o, deref(r.Body.Who))
	return contract.SetProvenance200JSONResponse(p), err
}

// provenanceOf returns the annotations of accepted axioms, with a preview for a person.
func provenanceOf(ctx context.Context, o *workspace.Ontology, who string) (out contract.Provenance,
	err error) {
	p, err := o.Provenance(ctx, who)
	if err != nil {
		return out, err
	}
	present := presenterNow(ctx)
	out.Annotated, out.Write = p.Annotated, p.Write
	out.Properties = each(p.Properties,
		func(u workspace.ProvenanceProperty) contract.ProvenanceProperty {
			return contract.ProvenanceProperty{
				Property: present.Name(u.Property), Axioms: u.Axioms, Logical: u.Logical,
				Example: nonZero(u.Example), Template: u.Template,
			}
		})
	out.Preview = each(p.Preview, func(a owl.Annotation) contract.ProvenanceValue {
		return contract.ProvenanceValue{
			Property: present.Name(a.Property.IRI), Value: workspace.ValueText(a.Value),
		}
	})
	return out, nil
}
