package workspace

import (
	"context"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// Edit says how the axioms of an ontology change: first some go, then some come. To remove what is
// not there, or add what is, changes nothing.
type Edit struct {
	// Revision is that of the state that the edit changes.
	Revision    int64
	Remove, Add []owl.Axiom
	// Who edits, and by which client.
	Who, Client string
}

// Edit changes the axioms: see Operate.
func (o *Ontology) Edit(ctx context.Context, e Edit) (Status, error) {
	out, err := o.Operate(ctx, Operations{Base: &e.Revision, Who: e.Who, Client: e.Client,
		List: []Operation{{Kind: db.Edit, Remove: e.Remove, Add: e.Add}}})
	return out.Status, err
}
