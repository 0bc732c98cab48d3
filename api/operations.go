package api

import (
	"context"
	"net/http"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// Operate records an operation.
func (s *Server) Operate(
	ctx context.Context, r contract.OperateRequestObject,
) (contract.OperateResponseObject, error) {
	o := ontologyFrom(ctx)
	ops := workspace.Operations{
		Base: r.Body.BaseRevision, AlsoEdit: r.Body.AlsoEdit, Who: deref(r.Body.Who),
		Client: deref(r.Body.Client), Run: deref(r.Body.Run),
		Force: deref(r.Body.Force), Key: deref(r.Params.IdempotencyKey),
		CheckedBy: deref(r.Body.CheckedBy),
	}
	op, err := operationFrom(r.Body)
	if err != nil {
		return nil, err
	}
	ops.List = []workspace.Operation{op}
	done, err := o.Operate(ctx, ops)
	present := presenterNow(ctx)
	if err != nil {
		return nil, present.refusal(err)
	}
	out := contract.Operate200JSONResponse{
		Conflict:      present.conflictIf(done.Conflict),
		StillEntailed: nonEmpty(present.axioms(done.StillEntailed)),
	}
	if len(done.Operations) > 0 {
		recorded := present.operation(done.Operations[0])
		out.Operation = &recorded
	}
	out.Ontology, err = s.ontology(ctx, o)
	return out, err
}

// operationFrom converts an operation of a request and refuses fields that its kind does not have.
func operationFrom(sent *contract.NewOperation) (op workspace.Operation, err error) {
	op = workspace.Operation{
		Kind: db.Action(sent.Operation), Comment: deref(sent.Comment), Undoes: deref(sent.Undoes),
	}
	refuse := func(field, why string) error {
		return problemIn("/"+field, http.StatusUnprocessableEntity, "invalid", why)
	}
	edits, undoes := op.Kind == db.Edit, op.Kind == db.Undo
	switch {
	case undoes != (sent.Undoes != nil):
		return op, refuse("undoes",
			"required for undo, and not allowed for other operations")
	case edits == (sent.Axioms != nil) && !undoes:
		return op, refuse("axioms",
			"required for accept, reject and defer; an edit has add and remove instead")
	case !edits && (sent.Add != nil || sent.Remove != nil):
		return op, refuse("add", "add and remove are allowed for edit only")
	case op.Kind != db.Accept && sent.Replaces != nil:
		return op, refuse("replaces", "allowed for accept only")
	case sent.Shown != nil && len(*sent.Shown) != len(deref(sent.Axioms)):
		return op, refuse("shown", "must have as many items as axioms")
	}
	var axioms axiomReader
	for i, a := range axioms.list("axioms", sent.Axioms) {
		decided := workspace.DecidedAxiom{Axiom: a}
		if sent.Shown != nil {
			shown := (*sent.Shown)[i]
			decided.Verdict = suggest.Verdict(deref(shown.Verdict))
			decided.Probability = converted[float64](shown.Probability)
		}
		op.Axioms = append(op.Axioms, decided)
	}
	op.Remove, op.Add = axioms.list("remove", sent.Remove), axioms.list("add", sent.Add)
	op.Replaces = axioms.list("replaces", sent.Replaces)
	return op, axioms.err
}

// ListOperations lists the operations.
func (s *Server) ListOperations(
	ctx context.Context, r contract.ListOperationsRequestObject,
) (contract.ListOperationsResponseObject, error) {
	page, err := ontologyFrom(ctx).History(ctx, pageOf(r.Params.Cursor, r.Params.Limit))
	return contract.ListOperations200JSONResponse{
		Items: each(page.Items, presenterNow(ctx).operation), Next: nonZero(page.Next),
	}, err
}

// ListBreaches lists the decisions that an ontology contradicts.
func (s *Server) ListBreaches(
	ctx context.Context, r contract.ListBreachesRequestObject,
) (contract.ListBreachesResponseObject, error) {
	o := ontologyFrom(ctx)
	if err := o.Refresh(ctx); err != nil {
		return nil, err
	}
	list, err := o.Breaches(ctx)
	if err != nil {
		return nil, err
	}
	present := presenterNow(ctx)
	items := each(list, func(b workspace.Breach) contract.Breach {
		return contract.Breach{
			Action: contract.BreachAction(b.Action), Axiom: b.Decision.Axiom, Hash: b.Hash.String(),
			Manchester: present.manchester.Axiom(b.Axiom), Operation: b.Operation,
		}
	})
	return contract.ListBreaches200JSONResponse{Items: items}, nil
}

// operation converts an operation to the contract. An axiom that cannot be parsed, because a later
// version of the program has written it, is passed on unchanged.
func (p presenter) operation(op db.Operation) contract.Operation {
	out := contract.Operation{
		Id: op.ID, Operation: contract.OperationOperation(op.Kind), At: op.At, Who: nonZero(op.Who),
		Client: nonZero(op.Client), Comment: nonZero(op.Comment),
		CheckedBy: nonZero(op.CheckedBy), Undoes: nonZero(op.Undoes), Undone: nonZero(op.Undone),
	}
	out.Run, out.PartOf = nonZero(op.Run), nonZero(op.PartOf)
	out.Axioms = each(op.Axioms, func(a db.OperationAxiom) contract.OperationAxiom {
		item := contract.OperationAxiom{
			Axiom: a.Axiom, Hash: a.Hash.String(), Manchester: a.Axiom,
			Decided: nonZero(a.Decided), Undone: nonZero(a.Undone), Verdict: nonZero(a.Verdict),
			Edit: nonZero(contract.OperationAxiomEdit(a.Edit)), Edited: nonZero(a.Edited),
			Probability: converted[float32](a.Probability), Rank: nonZero(max(0, a.Rank)),
		}
		if axiom, err := owl.ParseAxiom(a.Axiom, nil); err == nil {
			item.Manchester = p.manchester.Axiom(axiom)
		}
		return item
	})
	return out
}
