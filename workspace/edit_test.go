package workspace

import (
	"context"
	"fmt"
	"testing"

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

// TestUndoneElsewhere: an edit that was undone in a new version of the document, or counts again
// since then, is so when the earlier version is back, also after a restart.
func TestUndoneElsewhere(t *testing.T) {
	home := t.TempDir()
	w, end := openAt(t, home)
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	const text = "Ontology(<http://x/o> SubClassOf(<http://x/A> <http://x/B>)%s)"
	added := parsed(t, "SubClassOf(<http://x/A> <http://x/C>)")
	operate := func(op Operation) string {
		t.Helper()
		out, err := o.Operate(t.Context(), Operations{List: []Operation{op}})
		if err != nil {
			t.Fatal(err)
		}
		return out.Operations[0].ID
	}
	undo := func(id string) string {
		t.Helper()
		return operate(Operation{Kind: db.Undo, Undoes: id})
	}
	newVersion := func() string {
		t.Helper()
		replace(t, o, fmt.Sprintf(text, owl.Functional(added)))
		operations, err := w.opts.Store.Operations(t.Context(),
			db.OperationFilter{Newest: true, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		return operations[0].ID
	}
	check := func(what string, want int) {
		t.Helper()
		if got := o.Status().Axioms; got != want {
			t.Errorf("%s: %d axioms, want %d", what, got, want)
		}
	}
	replace(t, o, fmt.Sprintf(text, ""))
	edit := operate(Operation{Kind: db.Edit, Add: []owl.Axiom{added}})
	version := newVersion()
	undone := undo(edit)
	undo(version)
	check("undone", 1)
	version = newVersion()
	redone := undo(undone)
	undo(version)
	check("counts again", 2)
	version = newVersion()
	undo(redone)
	undo(version)
	check("undone again", 1)
	end()
	w, _ = openAt(t, home)
	if o, err = w.Ontology(o.ID()); err != nil || o.Await(t.Context()) != nil {
		t.Fatal(err)
	}
	check("after a restart", 1)
	if e, err := o.Edited(t.Context()); err != nil || string(e.Text) != fmt.Sprintf(text, "") {
		t.Errorf("%v; %s", err, e.Text)
	}
}
