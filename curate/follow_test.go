package curate

import (
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// TestFollow edits an ontology: the session that follows knows a class that the model has never
// seen, and without an edit it suggests what the one before did.
func TestFollow(t *testing.T) {
	s := openOutside(t, "cl-blood-immune", t.TempDir(), 50, 20)
	ctx := t.Context()
	same, err := s.Base().Follow(ctx, Source{Ontology: s.Ontology}, s.Reasoner)
	if err != nil {
		t.Fatal(err)
	}
	if same.Use.Stale || same.Use.Changed != 0 {
		t.Errorf("nothing has changed, but the model is said to be stale: %+v", same.Use)
	}
	known := slices.IndexFunc(s.Terminology.Deprecated, func(d bool) bool { return !d })
	subject := s.Terminology.Classes[known]
	want, got := suggested(t, s, subject), suggested(t, same, subject)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d suggestions for %s, want the same %d", len(got), subject, len(want))
	}

	child := owl.Class{IRI: owl.NewIRI("http://x/new")}
	add := []owl.Axiom{&owl.SubClassOf{Sub: child, Super: owl.Class{IRI: subject}}}
	r, err := s.Reasoner.Apply(ctx, add, nil)
	if err != nil {
		t.Fatal(err)
	}
	edited := *s.Ontology
	edited.Axioms = r.Axioms()
	next, err := s.Base().Follow(ctx, Source{Ontology: &edited}, r)
	if err != nil {
		t.Fatal(err)
	}
	if !next.Use.Stale || !(next.Use.Changed > 0 && next.Use.Changed < .01) {
		t.Errorf("one axiom has changed: %+v", next.Use)
	}
	list, err := next.Suggester.For(ctx, child.IRI, suggest.Request{Tiers: suggest.Tiers})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 || !list[0].Unseen || !list[0].Stale {
		t.Errorf("of the new class: %v", list)
	}
}

func suggested(t *testing.T, s *Session, subject owl.IRI) (axioms []string) {
	t.Helper()
	list, err := s.Suggester.For(t.Context(), subject, suggest.Request{Tiers: suggest.Tiers})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		axioms = append(axioms, string(owl.AppendAxiom(nil, x.Axiom, nil)))
	}
	return axioms
}
