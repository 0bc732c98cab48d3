package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// Decide records decisions.
func (s *Server) Decide(
	ctx context.Context, r contract.DecideRequestObject,
) (contract.DecideResponseObject, error) {
	o := ontologyFrom(ctx)
	ops := workspace.Operations{
		Who: deref(r.Body.Who), Client: deref(r.Body.Client), Force: deref(r.Body.Force),
		Key: deref(r.Params.IdempotencyKey),
	}
	var axioms axiomReader
	for i, sent := range r.Body.Decisions {
		path := fmt.Sprintf("decisions/%d/", i)
		ops.List = append(ops.List, workspace.Operation{
			Kind: db.Action(sent.Action), Comment: deref(sent.Comment),
			Axioms: []workspace.DecidedAxiom{{
				Axiom:       axioms.one(path+"axiom", sent.Axiom),
				Verdict:     suggest.Verdict(deref(sent.Verdict)),
				Probability: converted[float64](sent.Probability),
			}},
			Replaces: axioms.list(path+"replaces", sent.Replaces),
		})
	}
	if axioms.err != nil {
		return nil, axioms.err
	}
	recorded, conflict, err := o.Decide(ctx, ops)
	present := presenterNow(ctx)
	if err != nil {
		return nil, present.refusal(err)
	}
	return contract.Decide200JSONResponse{
		Decisions: each(recorded, present.decision), Conflict: present.conflictIf(conflict),
	}, nil
}

// refusal returns the problem of a contradiction, with its classes and axioms, or any other error
// unchanged.
func (p presenter) refusal(refused error) error {
	var err *workspace.ContradictionError
	if !errors.As(refused, &err) {
		return refused
	}
	conflict := p.conflict(err.Conflict)
	out := problemOf(http.StatusConflict, "contradiction", err.Error())
	out.Conflict, out.Culprits = &conflict, nonEmpty(each(err.Culprits, owl.Canonical))
	return out
}

// ListDecisions lists decisions.
func (s *Server) ListDecisions(
	ctx context.Context, r contract.ListDecisionsRequestObject,
) (contract.ListDecisionsResponseObject, error) {
	o := ontologyFrom(ctx)
	hash, _ := owl.ParseHash(deref(r.Params.Axiom)) // checked against the contract
	f := db.Filter{
		Current: deref(r.Params.Current), Action: db.Action(deref(r.Params.Action)), Axiom: hash,
	}
	page, err := o.Decisions(ctx, f, pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	present := presenterNow(ctx)
	items := each(page.Items, func(item workspace.DecisionItem) contract.Decision {
		out := present.decision(item.Decision)
		out.Current = nonZero(item.Current)
		return out
	})
	return contract.ListDecisions200JSONResponse{Items: items, Next: nonZero(page.Next)}, nil
}

// decision converts a decision to the contract. An axiom that cannot be parsed, because a later
// version of the program has written it, is passed on unchanged.
func (p presenter) decision(d db.Decision) contract.Decision {
	out := contract.Decision{
		Key: d.Key, Axiom: d.Axiom, Hash: d.Hash.String(), Manchester: d.Axiom,
		Action: contract.Action(d.Action), At: d.At,
		Reverts: nonZero(d.Reverts), Who: nonZero(d.Who), Comment: nonZero(d.Comment),
		Client: nonZero(d.Client), Verdict: nonZero(d.Verdict),
	}
	if axiom, err := db.ParseAxiom(d.Axiom); err == nil {
		out.Manchester = p.manchester.Axiom(axiom)
	}
	out.Probability = converted[float32](d.Probability)
	return out
}

// ExportDecisions returns the history as a file.
func (s *Server) ExportDecisions(
	ctx context.Context, r contract.ExportDecisionsRequestObject,
) (contract.ExportDecisionsResponseObject, error) {
	o := ontologyFrom(ctx)
	format := cmp.Or(string(deref(r.Params.Format)), "jsonl")
	return s.bufferResponse(historyMedia[format],
		func(w io.Writer) error { return o.WriteDecisions(ctx, w, format) })
}

// historyMedia are the media types of exported histories, by format.
var historyMedia = map[string]string{"jsonl": "application/jsonl", "tsv": mediaTSV,
	"robot": mediaTSV, "kgcl": "text/plain"}
