package workspace

import (
	"context"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// Edit says how the axioms of an ontology change: first some go, then some come. To remove what is
// not there, or add what is, changes nothing.
type Edit struct {
	// Revision is that of the state that the edit was made of. Base is its content hash, for
	// clients of an earlier version; one of them is enough.
	Revision    int64
	Base        owl.Hash
	Remove, Add []owl.Axiom
	// Who edits, and by which client.
	Who, Client string
}

// Edit changes the axioms: see Operate.
func (o *Ontology) Edit(ctx context.Context, e Edit) (Status, error) {
	ops := Operations{BaseHash: e.Base, Who: e.Who, Client: e.Client,
		List: []Operation{{Kind: db.Edit, Remove: e.Remove, Add: e.Add}}}
	if e.Base == (owl.Hash{}) {
		ops.Base = &e.Revision
	}
	out, err := o.Operate(ctx, ops)
	return out.Status, err
}
