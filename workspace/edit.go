package workspace

import (
	"context"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// Edit is an edit of the axioms of an ontology: it removes axioms, then adds axioms. To remove an
// absent axiom or add an asserted one changes nothing.
type Edit struct {
	// Revision is that of the state that the edit was made of. Base is its content hash, for
	// clients of an earlier version; one of them is enough.
	Revision    int64
	Base        owl.Hash
	Remove, Add []owl.Axiom
	// The person and the client.
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
