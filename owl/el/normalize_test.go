package el_test

import (
	"context"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

func normalize(t testing.TB, o *owl.Ontology) (*el.Ontology, *el.Report) {
	t.Helper()
	nf, report, err := el.Normalize(context.Background(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return nf, report
}

func TestDefinitionStaysDirect(t *testing.T) {
	a, b, c := class("A"), class("B"), class("C")
	o := &owl.Ontology{Prefixes: examplePrefixes(), Axioms: []owl.Axiom{
		&owl.EquivalentClasses{Classes: []owl.ClassExpression{a, &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{
			b, &owl.ObjectSomeValuesFrom{Property: role("r"), Filler: c},
		}}}},
	}}
	nf, report := normalize(t, o)
	const want = `:A ⊑ :B  [0]
:B ⊓ [ObjectSomeValuesFrom(:r :C)] ⊑ :A  [0]
:A ⊑ ∃:r.:C  [0]
∃:r.:C ⊑ [ObjectSomeValuesFrom(:r :C)]  [def]
`
	if got := dump(nf, o.Prefixes); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if len(report.Omissions) > 0 {
		t.Errorf("omissions: %v", report.Omissions)
	}
}

const example = "http://example.org/"

func class(name string) owl.Class         { return owl.Class{IRI: owl.NewIRI(example + name)} }
func role(name string) owl.ObjectProperty { return owl.ObjectProperty{IRI: owl.NewIRI(example + name)} }

func examplePrefixes() *owl.Prefixes {
	p := owl.StandardPrefixes()
	p.Set("", example)
	return p
}
