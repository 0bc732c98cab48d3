package owl

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHash(t *testing.T) {
	a, b := class("A"), class("B")
	first := &SubClassOf{Sub: a, Super: b}
	second := &DisjointClasses{Classes: []ClassExpression{a, b}}
	again := &DisjointClasses{Classes: []ClassExpression{b, a}}
	other := &DisjointClasses{Classes: []ClassExpression{b, a, a}}
	label := func(s, lang string) Annotation {
		return Annotation{Property: RDFSLabel, Value: NewLangString(s, lang)}
	}

	o := &Ontology{IRI: NewIRI("http://x/"), Axioms: []Axiom{first, second},
		Imports: []IRI{NewIRI("http://y/"), NewIRI("http://z/")}, Annotations: []Annotation{label("x", "en"), label("y", "en")}}
	same := &Ontology{IRI: NewIRI("http://x/"), Axioms: []Axiom{again, second, first, first},
		Imports: []IRI{NewIRI("http://z/"), NewIRI("http://y/"), NewIRI("http://z/")}, Annotations: []Annotation{label("y", "EN"), label("x", "en"), label("x", "en")}}
	if o.Hash() != same.Hash() {
		t.Error("order, repetition or the case of language tags changes the hash")
	}
	for name, changed := range map[string]*Ontology{
		"an axiom less":     {IRI: o.IRI, Axioms: o.Axioms[:1], Imports: o.Imports, Annotations: o.Annotations},
		"another axiom":     {IRI: o.IRI, Axioms: []Axiom{first, other}, Imports: o.Imports, Annotations: o.Annotations},
		"an import less":    {IRI: o.IRI, Axioms: o.Axioms, Imports: o.Imports[:1], Annotations: o.Annotations},
		"a note less":       {IRI: o.IRI, Axioms: o.Axioms, Imports: o.Imports, Annotations: o.Annotations[:1]},
		"without a name":    {Axioms: o.Axioms, Imports: o.Imports, Annotations: o.Annotations},
		"a version besides": {IRI: o.IRI, VersionIRI: o.IRI, Axioms: o.Axioms, Imports: o.Imports, Annotations: o.Annotations},
	} {
		if changed.Hash() == o.Hash() {
			t.Errorf("%s: the same hash", name)
		}
	}

	// Computed by sha256sum (coreutils) from the lines that Hash documents; other programs rely on
	// it.
	const want = "24cb3bfeb9540b5d2a6f13fcbb1c45857f753418b29674a2da323d37e827b1fe"
	if got := o.Hash().String(); got != want {
		t.Errorf("Hash = %s, want %s", got, want)
	}
}

func TestSortAndDedup(t *testing.T) {
	var axioms []Axiom
	for _, n := range []string{"A", "B", "C", "D"} {
		axioms = append(axioms, &SubClassOf{Sub: class(n), Super: Thing},
			&Declaration{Entity: class(n)},
			&EquivalentClasses{Classes: []ClassExpression{Thing, class(n)}})
	}
	want := slices.Clone(axioms)
	slices.SortFunc(want, Compare)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		o := &Ontology{Axioms: append(slices.Clone(axioms), axioms...)}
		rng.Shuffle(len(o.Axioms), func(i, j int) {
			o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i]
		})
		o.Dedup()
		o.Sort()
		if !slices.EqualFunc(o.Axioms, want, func(a, b Axiom) bool { return Compare(a, b) == 0 }) {
			t.Fatalf("sorted without repetition: %d axioms, want the %d of Compare's order",
				len(o.Axioms), len(want))
		}
	}
}

func TestLabels(t *testing.T) {
	iri := NewIRI("http://x/A")
	say := func(l *Literal) Axiom {
		return &AnnotationAssertion{Property: RDFSLabel, Subject: iri, Value: l}
	}
	for _, test := range []struct {
		name   string
		labels []*Literal
		want   string
	}{
		{"plain first", []*Literal{NewLangString("a", "en"), NewString("z")}, "z"},
		{"then English", []*Literal{NewLangString("Hut", "de"), NewLangString("hat", "en"), NewLangString("bonnet", "en-GB")}, "hat"},
		{"then any English", []*Literal{NewLangString("Hut", "de"), NewLangString("bonnet", "en-GB")}, "bonnet"},
		{"then by tag", []*Literal{NewLangString("chapeau", "fr"), NewLangString("Hut", "de")}, "Hut"},
		{"then by bytes", []*Literal{NewString("b"), NewString("a")}, "a"},
		{"no empty one", []*Literal{NewString(""), NewLangString("Hut", "de")}, "Hut"},
		{"no blank one", []*Literal{NewString(" \n"), NewLangString("Hut", "de")}, "Hut"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 {
				o := &Ontology{}
				for _, l := range test.labels {
					o.Axioms = append(o.Axioms, say(l))
				}
				if got := o.Labels()[iri]; got != test.want {
					t.Errorf("label %q, want %q", got, test.want)
				}
				slices.Reverse(test.labels)
			}
		})
	}
}
