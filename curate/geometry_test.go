package curate

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	"box2el-owl/suggest/rank"
)

// trainedHeart opens a session on an ontology with a model trained on it.
func trainedHeart(t *testing.T) *Session {
	t.Helper()
	o, _, err := rdfio.ReadFile(t.Context(), "../examples/heart.owl", rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	variant := embed.Corrected(embed.Box2EL)
	hyper := embed.HyperOf(embed.Box2EL, variant)
	hyper.Steps, hyper.Dim = 200, 20
	s, err := Open(t.Context(), Source{Name: "heart", Ontology: o}, Options{
		Training: embed.Options{Seed: 1, Variant: &variant, Hyper: &hyper},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestByBoxes compares the ranking by the model alone with the distances of the centers of all
// classes, without entailed ones.
func TestByBoxes(t *testing.T) {
	s := trainedHeart(t)
	rows := make(map[owl.IRI]int32)
	for row, name := range s.Model.Classes {
		rows[owl.NewIRI(name)] = int32(row)
	}
	shown, compared := 0, 0
	for c, subject := range s.Terminology.Classes {
		row, known := rows[subject]
		list, err := s.Suggester.For(t.Context(), subject, suggest.Request{
			By: suggest.ByBoxes, Forms: []suggest.Form{suggest.Subclass}, Limit: 1000,
			Rejected: true,
			Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts},
		})
		if err != nil {
			t.Fatal(err)
		}
		if !known {
			if len(list) > 0 {
				t.Errorf("%v, which the model does not know: %d suggestions", subject, len(list))
			}
			continue
		}
		shown += len(list)
		var got []owl.IRI
		for _, x := range list {
			got = append(got, x.Target)
			squares := 0.0
			for i, a := range s.Model.Center(row) {
				difference := a - s.Model.Center(rows[x.Target])[i]
				squares += difference * difference
			}
			if distance := math.Sqrt(squares); math.Abs(distance+x.Score) > 1e-4*distance {
				t.Errorf("%v below %v: score %v, distance %v", subject, x.Target, x.Score, distance)
			}
		}
		if !slices.IsSortedFunc(list,
			func(a, b suggest.Suggestion) int { return cmp.Compare(b.Score, a.Score) }) {
			t.Errorf("%v: not nearest first", subject)
		}
		for d, target := range s.Terminology.Classes {
			_, inModel := rows[target]
			entailed := s.Reasoner.Taxonomy().IsSubsumedBy(owl.Class{IRI: subject},
				owl.Class{IRI: target})
			below := s.Reasoner.Taxonomy().IsSubsumedBy(owl.Class{IRI: target},
				owl.Class{IRI: subject})
			want := inModel && c != d && !entailed && !below
			if want != slices.Contains(got, target) {
				t.Errorf("%v below %v: shown %t, want %t", subject, target, !want, want)
			}
			compared++
		}
	}
	if shown == 0 || compared == 0 {
		t.Error("nothing was compared")
	}
}

// TestUnknownToModel asks a model about a class and a property that it was not trained on.
func TestUnknownToModel(t *testing.T) {
	s := trainedHeart(t)
	g := s.geometry
	next := *s.Ontology
	c := owl.Class{IRI: owl.NewIRI("http://example.org/heart#Unheard")}
	p := owl.ObjectProperty{IRI: owl.NewIRI("http://example.org/heart#unheard")}
	heart := owl.Class{IRI: owl.NewIRI("http://example.org/heart#Heart")}
	next.Axioms = append(slices.Clip(next.Axioms),
		&owl.SubClassOf{Sub: c, Super: heart},
		&owl.SubClassOf{Sub: c, Super: &owl.ObjectSomeValuesFrom{Property: p, Filler: heart}})
	r, err := reasoner.New(t.Context(), &next, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	followed, err := s.Follow(t.Context(), Source{Name: "heart", Ontology: &next}, r)
	if err != nil {
		t.Fatal(err)
	}
	if followed.geometry.search != g.search {
		t.Error("the search is prepared anew, though the same classes may be suggested")
	}
	for _, by := range []suggest.Order{suggest.ByBoxes, suggest.ByWeights} {
		list, err := followed.Suggester.For(t.Context(), c.IRI, suggest.Request{
			By: by, Tiers: suggest.Tiers,
			Verdicts: []suggest.Verdict{suggest.New, suggest.Entailed, suggest.Contradicts},
		})
		if err != nil || by == suggest.ByBoxes && len(list) > 0 ||
			by == suggest.ByWeights && len(list) == 0 {
			t.Errorf("by %q: %d suggestions, %v", by, len(list), err)
		}
	}
	if _, err := followed.Suggester.For(t.Context(), heart.IRI, suggest.Request{
		By: suggest.ByBoxes, Properties: []owl.IRI{p.IRI},
	}); err != nil {
		t.Error(err)
	}
}

// TestModelRefines asks a trained session for the same lists with and without its model: without
// one they are those of an engine that never had one, and with it scores change for known classes.
func TestModelRefines(t *testing.T) {
	s := trainedHeart(t)
	weights, err := rank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	x := s.Findings.Index()
	plain, modelled := rank.New(x, weights), rank.New(x, weights)
	modelled.UseModel(s.geometry)
	changed := 0
	for c := range int32(len(x.Classes)) {
		subject := plain.Subject(c)
		before, err := plain.Superclasses(t.Context(), subject)
		if err != nil {
			t.Fatal(err)
		}
		after, err := modelled.Superclasses(t.Context(), subject)
		if err != nil {
			t.Fatal(err)
		}
		switch same := slices.Equal(before, after); {
		case !same && !s.geometry.Knows(c):
			t.Errorf("%v, which the model does not know, is ranked by it", x.Classes[c])
		case !same:
			changed++
		}
	}
	if changed == 0 {
		t.Error("the model changes nothing")
	}
}
