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
	write := each(r.Body.Write, func(t contract.AnnotationTemplate) workspace.AnnotationTemplate {
		return workspace.AnnotationTemplate{
			Property: t.Property, Value: t.Value, Datatype: deref(t.Datatype), IRI: deref(t.Iri),
		}
	})
	if err := o.SetProvenance(ctx, write); err != nil {
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
	template := func(t workspace.AnnotationTemplate) contract.AnnotationTemplate {
		return contract.AnnotationTemplate{
			Property: t.Property, Value: t.Value, Datatype: nonZero(t.Datatype),
			Iri: nonZero(t.IRI),
		}
	}
	out.Annotated, out.Write = p.Annotated, each(p.Write, template)
	out.Properties = each(p.Properties,
		func(u workspace.ProvenanceProperty) contract.ProvenanceProperty {
			return contract.ProvenanceProperty{
				Property: present.name(u.Property), Axioms: u.Axioms, Logical: u.Logical,
				Example: nonZero(u.Example), Template: template(u.Template),
			}
		})
	out.Preview = each(p.Preview, func(a owl.Annotation) contract.ProvenanceValue {
		return contract.ProvenanceValue{
			Property: present.name(a.Property.IRI), Value: workspace.ValueText(a.Value),
		}
	})
	return out, nil
}
