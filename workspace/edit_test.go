package workspace

import (
	"context"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// Edit is an operation that edits axioms, on the state of a revision.
type Edit struct {
	Revision    int64
	Remove, Add []owl.Axiom
	Who, Client string
}

// Edit records an edit.
func (o *Ontology) Edit(ctx context.Context, e Edit) (Status, error) {
	out, err := o.Operate(ctx, Operations{Base: &e.Revision, Who: e.Who, Client: e.Client,
		List: []Operation{{Kind: db.Edit, Remove: e.Remove, Add: e.Add}}})
	return out.Status, err
}

// deciding returns an operation that decides an axiom.
func deciding(a owl.Axiom, kind db.Action) Operation {
	return Operation{Kind: kind, Axioms: []DecidedAxiom{{Axiom: a}}}
}
