package suggest_test

import (
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// row is a model with the classes on a line, in the order of their numbers.
type row struct {
	rank.Model
	classes []int32
}

func (r *row) Knows(class int32) bool { return slices.Contains(r.classes, class) }

func (r *row) Superclasses(class int32, k int) []int32 {
	at := slices.Index(r.classes, class)
	var list []int32
	for distance := 1; at >= 0 && distance < len(r.classes); distance++ {
		for _, place := range []int{at - distance, at + distance} {
			if place >= 0 && place < len(r.classes) {
				list = append(list, r.classes[place])
			}
		}
	}
	return list[:min(k, len(list))]
}

// TestReasonsOfLastResort tests the reasons for a suggestion if the subject shares no feature with
// other classes.
func TestReasonsOfLastResort(t *testing.T) {
	for _, test := range []struct {
		axiom string
		model []string
		want  string
	}{
		{`SubClassOf(:Pony ObjectSomeValuesFrom(:near :Plant))`, nil, ""},
		{`SubClassOf(:Pony ObjectSomeValuesFrom(:near :Plant))`, []string{"Animal", "Pony", "Grass", "Coral"},
			"analogy: Similar class: Coral (rank 3 by embedding distance) has near some Plant. SubClassOf(Coral ObjectSomeValuesFrom(near Plant))"},
		{`SubClassOf(:Pony :Horse)`, []string{"Pony", "Horse"},
			"analogy: Horse, which is a subclass of Equine, is rank 1 by embedding distance. SubClassOf(Horse Equine)"},
		{`SubClassOf(:Pony :Horse)`, nil, ""},
	} {
		basis := zooBasis(t, map[string]float64{test.axiom: .5}, &oracle{})
		if test.model != nil {
			model := &row{}
			for _, name := range test.model {
				c, _ := basis.Terminology.Class(iri(name))
				model.classes = append(model.classes, c)
			}
			basis.Model = model
		}
		subject := iri(strings.Fields(strings.TrimPrefix(test.axiom, "SubClassOf(:"))[0])
		list, err := suggest.NewSuggester(basis).For(t.Context(), subject,
			suggest.Request{Tiers: suggest.Tiers})
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %d suggestions, %v", test.axiom, len(list), err)
		}
		var got []string
		for _, e := range list[0].Evidence {
			line := e.Kind + ": " + e.Sentence(owl.IRI.Fragment)
			for _, a := range e.Axioms {
				line += " " + short(a)
			}
			got = append(got, line)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s with the model %v: %q, want %q", test.axiom, test.model, got, test.want)
		}
	}
}

// TestSiblings counts all siblings, also the suggested filler.
func TestSiblings(t *testing.T) {
	basis := basisOf(t, parse(t,
		`SubClassOf(:Foot :Part)`, `SubClassOf(:Knee :Part)`, `SubClassOf(:Shin :Part)`,
		`SubClassOf(:Leg :Part)`, `SubClassOf(:Knee ObjectSomeValuesFrom(:near :Leg))`,
		`SubClassOf(:Shin ObjectSomeValuesFrom(:near :Leg))`,
	), map[string]float64{`SubClassOf(:Foot ObjectSomeValuesFrom(:near :Leg))`: .5}, &oracle{})
	list, err := suggest.NewSuggester(basis).For(t.Context(), iri("Foot"),
		suggest.Request{Tiers: suggest.Tiers})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d suggestions, %v", len(list), err)
	}
	const want = "2 of 3 siblings under Part have near some Leg."
	if !slices.ContainsFunc(list[0].Evidence, func(e evidence.Evidence) bool {
		return e.Sentence(owl.IRI.Fragment) == want
	}) {
		t.Errorf("evidence %+v, want %q", list[0].Evidence, want)
	}
}
