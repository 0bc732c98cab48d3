package reasoner

import (
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// TestInvariants breaks a saturation and an inverse in turn. Each check must detect it.
func TestInvariants(t *testing.T) {
	class := func(name string) owl.Class { return owl.Class{IRI: owl.NewIRI("http://x/" + name)} }
	r := owl.ObjectProperty{IRI: owl.NewIRI("http://x/r")}
	include := func(sub, super owl.ClassExpression) owl.Axiom {
		return &owl.SubClassOf{Sub: sub, Super: super}
	}
	o := &owl.Ontology{Axioms: []owl.Axiom{
		include(class("A"), class("B")),
		include(class("B"), class("C")),
		include(class("A"), &owl.ObjectSomeValuesFrom{Property: r, Filler: class("B")}),
		include(&owl.ObjectSomeValuesFrom{Property: r, Filler: class("C")}, class("D")),
		include(&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{class("C"), class("D")}},
			class("E")),
	}}
	for _, test := range []struct {
		name   string
		damage func(t *Taxonomy, idOf func(string) index.ConceptID)
		check  func(t *Taxonomy, idOf func(string) index.ConceptID)
		want   string // in the message; empty if nothing is violated
	}{
		{name: "Whole"},
		{name: "NF1", damage: func(t *Taxonomy, idOf func(string) index.ConceptID) { t.lose(idOf("B"), idOf("C")) }, want: "NF1"},
		{name: "NF2", damage: func(t *Taxonomy, idOf func(string) index.ConceptID) { t.lose(idOf("A"), idOf("E")) }, want: "NF2"},
		{name: "NF4", damage: func(t *Taxonomy, idOf func(string) index.ConceptID) { t.lose(idOf("A"), idOf("D")) }, want: "NF4"},
		{name: "Unsolved", damage: func(t *Taxonomy, idOf func(string) index.ConceptID) { t.s.Store.Free(idOf("C")) }, want: "not solved"},
		{name: "Having", damage: func(t *Taxonomy, idOf func(string) index.ConceptID) {
			t.s.Base.Inverted()
			t.lose(idOf("B"), idOf("C"))
		}, check: func(t *Taxonomy, _ func(string) index.ConceptID) {
			t.s.CheckHaving(t.s.Index.Contexts)
		}, want: "which it does not have"},
	} {
		t.Run(test.name, func(t *testing.T) {
			nf, _, err := el.Normalize(t.Context(), o, el.Options{})
			if err != nil {
				t.Fatal(err)
			}
			taxonomy, err := Classify(t.Context(), nf, Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			idOf := func(name string) index.ConceptID {
				a, _ := taxonomy.conceptID(class(name))
				return a
			}
			if test.damage != nil {
				test.damage(taxonomy, idOf)
			}
			got := violation(func() {
				if test.check != nil {
					test.check(taxonomy, idOf)
					return
				}
				taxonomy.s.CheckClosed(taxonomy.s.Index.Contexts)
				taxonomy.s.CheckHaving(taxonomy.s.Index.Contexts)
			})
			if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("violation %q, want %q", got, test.want)
			}
		})
	}
}

// lose removes a concept from the subsumers of a context.
func (t *Taxonomy) lose(c, lost index.ConceptID) {
	list := t.s.Store.Subsumers(c)
	for i, a := range list {
		if a == lost {
			copy(list[i:], list[i+1:])
			t.s.Store.Record(c).All--
			return
		}
	}
}

// violation runs a check and returns the message of the violation.
func violation(check func()) (found string) {
	defer func() { found, _ = recover().(string) }()
	check()
	return ""
}
