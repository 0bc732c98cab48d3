package workspace

import (
	"context"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// Edit is an edit of the axioms of an ontology: it removes axioms, then adds axioms. To remove an
// absent axiom or add an asserted one changes nothing.
type Edit struct {
	// Revision is that of the state that the edit changes.
	Revision    int64
	Remove, Add []owl.Axiom
	// The person and the client.
	Who, Client string
}

// Edit changes the axioms: see Operate.
func (o *Ontology) Edit(ctx context.Context, e Edit) (Status, error) {
	out, err := o.Operate(ctx, Operations{Base: &e.Revision, Who: e.Who, Client: e.Client,
		List: []Operation{{Kind: db.Edit, Remove: e.Remove, Add: e.Add}}})
	return out.Status, err
}
