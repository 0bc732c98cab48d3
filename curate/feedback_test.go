package curate

import (
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
)

// TestFeedback accepts and rejects what is suggested of a class for its siblings, and looks where
// the suggestion then is in its tier.
func TestFeedback(t *testing.T) {
	o, _, err := rdfio.ReadFile(t.Context(), "../examples/places.obo", rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	decisions := new(suggest.Decisions)
	s, err := Open(t.Context(), Source{Ontology: o},
		Options{WithoutModel: true, Decisions: decisions})
	if err != nil {
		t.Fatal(err)
	}
	list := func() []suggest.Suggestion {
		all, err := s.Suggester.All(t.Context(), suggest.Request{}, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := list()
	at, siblings := 0, []owl.IRI(nil) // of the last possible one whose class has siblings
	for i, x := range all {
		if y := siblingsOf(o, x.Subject); x.Tier == suggest.Possible && x.Group == nil &&
			len(y) > 1 {
			at, siblings = i, y
		}
	}
	first := slices.IndexFunc(all,
		func(x suggest.Suggestion) bool { return x.Tier == suggest.Possible })
	if at <= first {
		t.Fatalf("place %d of %d suggestions, the first possible one is %d", at, len(all), first)
	}
	x := all[at]
	decide := func(d suggest.Decision, siblings []owl.IRI) {
		news := make(map[owl.Hash]suggest.Decided)
		for _, c := range siblings {
			a := &owl.SubClassOf{Sub: owl.Class{IRI: c}, Super: x.Axiom.(*owl.SubClassOf).Super}
			news[owl.HashAxiom(a)] = suggest.Decided{Axiom: a, Decision: d}
		}
		decisions.Set(news)
	}
	place := func() (int, suggest.Suggestion) {
		all := list()
		at := slices.IndexFunc(all, func(y suggest.Suggestion) bool { return y.Axiom == x.Axiom })
		if at < 0 {
			t.Fatal("the suggestion is gone")
		}
		return at, all[at]
	}
	decide(suggest.Accepted, siblings[:1])
	if now, y := place(); now != first || y.Evidence[0].Kind != "accepted" ||
		y.Evidence[0].Against || y.Tier != x.Tier {
		t.Errorf("accepted for a sibling: place %d, want %d; %+v", now, first, y.Evidence)
	}
	decide(suggest.Rejected, siblings[:2])
	last := len(all) - 1
	if now, y := place(); now != last || y.Evidence[0].Kind != "rejected" ||
		!y.Evidence[0].Against {
		t.Errorf("rejected for two siblings: place %d, want %d; %+v", now, last, y.Evidence)
	}
	decide("", siblings[:2])
	if now, y := place(); now != at || y.Evidence[0].Kind == "rejected" {
		t.Errorf("taken back: place %d, want %d; %+v", now, at, y.Evidence)
	}
}

// siblingsOf returns the classes with an asserted superclass in common with a class.
func siblingsOf(o *owl.Ontology, class owl.IRI) []owl.IRI {
	parents, siblings := make(map[owl.ClassExpression]bool), []owl.IRI(nil)
	each := func(visit func(sub owl.IRI, super owl.ClassExpression)) {
		for _, a := range o.Axioms {
			if a, ok := a.(*owl.SubClassOf); ok {
				sub, named := a.Sub.(owl.Class)
				if super, also := a.Super.(owl.Class); named && also {
					visit(sub.IRI, super)
				}
			}
		}
	}
	each(func(sub owl.IRI, super owl.ClassExpression) {
		if sub == class {
			parents[super] = true
		}
	})
	each(func(sub owl.IRI, super owl.ClassExpression) {
		if sub != class && parents[super] {
			siblings = append(siblings, sub)
		}
	})
	return siblings
}
