package api

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"

	"box2el-owl/api/contract"
	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

//go:embed openapi.yaml
var contractText []byte

// Version returns the version of the contract.
func Version() (string, error) {
	spec, err := contract.GetSpec()
	if err != nil {
		return "", err
	}
	return spec.Info.Version, nil
}

// GetContract returns the contract.
func (s *Server) GetContract(
	context.Context, contract.GetContractRequestObject,
) (contract.GetContractResponseObject, error) {
	return contract.GetContract200ApplicationyamlResponse{
		Body: bytes.NewReader(contractText), ContentLength: int64(len(contractText)),
	}, nil
}

// ListUnsatisfiable lists the root causes of unsatisfiable classes.
func (s *Server) ListUnsatisfiable(
	ctx context.Context, r contract.ListUnsatisfiableRequestObject,
) (contract.ListUnsatisfiableResponseObject, error) {
	const usual = 10
	page, err := viewFrom(ctx).Unsatisfiable(ctx, workspace.Page{
		Cursor: deref(r.Params.Cursor), Limit: cmp.Or(deref(r.Params.Limit), usual),
	})
	return contract.ListUnsatisfiable200JSONResponse(page), err
}

// GetModel returns the model card.
func (s *Server) GetModel(
	ctx context.Context, r contract.GetModelRequestObject,
) (contract.GetModelResponseObject, error) {
	v := viewFrom(ctx)
	session, err := v.Session()
	if err != nil {
		return nil, err
	}
	m := session.Model
	if m == nil {
		return nil, suggest.ErrNoModel
	}
	card := contract.GetModel200JSONResponse{
		Architecture: string(m.Architecture), Name: curate.ModelName(m),
		Stale: session.Use.Stale, Changed: float32(session.Use.Changed),
		Steps: &m.Steps, BestStep: &m.BestStep,
	}
	stopped := contract.AllSteps
	if m.Steps < m.Hyper.Steps {
		stopped = contract.NoImprovement
	}
	card.Stopped = &stopped
	if card.Options, err = objectOf(m.Hyper); err != nil {
		return nil, err
	}
	card.Options["seed"] = m.Seed
	if card.HeldOut, err = v.HeldOut(ctx, m); err != nil {
		return nil, err
	}
	card.Validation = nonEmpty(each(m.History, func(p embed.Point) contract.LossPoint {
		return lossPoint(&p)
	}))
	return card, nil
}

// objectOf returns the JSON object of a struct.
func objectOf(v any) (object map[string]any, err error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	return object, err
}
