package workspace

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// openAt opens a workspace in a folder; the returned function closes it.
func openAt(t testing.TB, folder string) (*Workspace, func()) {
	t.Helper()
	store, err := db.Open(t.Context(), filepath.Join(folder, "store.db"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Open(t.Context(), Options{
		Store: store, Documents: filepath.Join(folder, "documents"),
		Folder: filepath.Join(folder, "ontologies"), Models: filepath.Join(folder, "models"),
	})
	if err != nil {
		t.Fatal(err)
	}
	done := false
	end := func() {
		if done {
			return
		}
		done = true
		for _, o := range w.Ontologies() {
			passed(t, o)
		}
		if err := errors.Join(w.Close(), store.Close()); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(end)
	return w, end
}

const heart = `Prefix(:=<http://x/>)
Ontology(<http://x/o>
Declaration(Class(:Heart)) Declaration(Class(:Organ)) Declaration(Class(:Part))
SubClassOf(:Heart :Organ)
SubClassOf(:Organ :Part)
)`

func axiom(t testing.TB, text string) owl.Axiom {
	t.Helper()
	p := owl.StandardPrefixes()
	p.Set("", "http://x/")
	a, err := owl.ParseAxiom(text, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func replace(t testing.TB, o *Ontology, text string) Status {
	t.Helper()
	s, err := o.Replace(t.Context(), OneDocument(strings.NewReader(text), ""), ReplaceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLife makes, fills, classifies, edits and reopens an ontology.
func TestLife(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	o, err := w.Create(t.Context(), New{Name: "mine"})
	if err != nil {
		t.Fatal(err)
	}
	sent := replace(t, o, heart)
	if sent.Axioms != 5 || sent.LogicalAxioms != 2 || sent.Reasoner.State != ReasonerNone {
		t.Errorf("sent: %+v", sent)
	}
	if err := o.Classify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	extra := axiom(t, "SubClassOf(:Part owl:Nothing)")
	var base *BaseError
	if _, err := o.Edit(t.Context(), Edit{Add: []owl.Axiom{extra}}); !errors.As(err, &base) ||
		base.Revision != sent.Revision {
		t.Errorf("an edit of another state: %v", err)
	}
	edited, err := o.Edit(t.Context(), Edit{Revision: sent.Revision, Add: []owl.Axiom{extra}})
	if err != nil {
		t.Fatal(err)
	}
	if edited.Reasoner.State != ReasonerReady || *edited.Reasoner.Unsatisfiable != 3 {
		t.Errorf("after the edit: %+v", edited.Reasoner)
	}
	end()

	w, end = openAt(t, folder)
	again, err := w.Ontology(o.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Await(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := again.Status()
	if s.Revision != edited.Revision || !reflect.DeepEqual(s.Reasoner, edited.Reasoner) ||
		s.Axioms != edited.Axioms ||
		s.LogicalAxioms != edited.LogicalAxioms || s.Name != "mine" ||
		!s.Changed.Equal(edited.Changed) {
		t.Errorf("after a restart\n%+v\nbefore\n%+v", s, edited)
	}
	back, err := again.Edit(t.Context(), Edit{Revision: s.Revision, Remove: []owl.Axiom{extra}})
	if err != nil {
		t.Fatal(err)
	}
	if back.Axioms != sent.Axioms || back.LogicalAxioms != sent.LogicalAxioms ||
		*back.Reasoner.Unsatisfiable != 0 {
		t.Errorf("taking the edit back: %+v", back)
	}
	if err := w.Delete(t.Context(), again.ID()); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Edit(context.Background(), Edit{Revision: back.Revision}); !errors.Is(err,
		ErrUnknown) {
		t.Errorf("an edit of what is gone: %v", err)
	}
	end()
	if w, _ := openAt(t, folder); len(w.Ontologies()) != 0 {
		t.Error("a deleted ontology is back")
	}
}
