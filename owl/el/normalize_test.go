package el_test

import (
	"context"
	"fmt"
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
		&owl.EquivalentClasses{Classes: []owl.ClassExpression{a,
			&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{
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

func class(name string) owl.Class { return owl.Class{IRI: owl.NewIRI(example + name)} }
func role(name string) owl.ObjectProperty {
	return owl.ObjectProperty{IRI: owl.NewIRI(example + name)}
}

func examplePrefixes() *owl.Prefixes {
	p := owl.StandardPrefixes()
	p.Set("", example)
	return p
}

func TestDeepExpressions(t *testing.T) {
	const depth = 100_000 // the limit of readers
	nested := map[string]func(owl.ClassExpression) owl.ClassExpression{
		"existential": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectSomeValuesFrom{Property: role("r"), Filler: c}
		},
		"intersection": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, class("B")}}
		},
		"union": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectUnionOf{Operands: []owl.ClassExpression{class("B"), c}}
		},
		"complement": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectComplementOf{Operand: c}
		},
		"universal": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectAllValuesFrom{
				Property: &owl.ObjectInverseOf{Property: role("r")}, Filler: c,
			}
		},
		"alternating": func(c owl.ClassExpression) owl.ClassExpression {
			return &owl.ObjectUnionOf{Operands: []owl.ClassExpression{
				&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, class("C")}},
				class("D")}}
		},
	}
	for name, nest := range nested {
		t.Run(name, func(t *testing.T) {
			deep := owl.ClassExpression(class("A"))
			for range depth {
				deep = nest(deep)
			}
			nf, _ := normalize(t, &owl.Ontology{Axioms: []owl.Axiom{
				&owl.SubClassOf{Sub: class("S"), Super: deep},
				&owl.SubClassOf{Sub: deep, Super: class("S")},
			}})
			if n := nf.NumAxioms(); n > 8*depth {
				t.Errorf("%d normal-form axioms", n)
			}
		})
	}
}

// TestWideOperands checks that axioms with many operands do not grow quadratically.
func TestWideOperands(t *testing.T) {
	const width = 20_000
	var classes, existentials []owl.ClassExpression
	for i := range width {
		c := class(fmt.Sprint(i))
		classes = append(classes, c)
		existentials = append(existentials,
			&owl.ObjectSomeValuesFrom{Property: role("r"), Filler: c})
	}
	axioms := map[string]owl.Axiom{
		"union below intersection":  &owl.SubClassOf{Sub: &owl.ObjectUnionOf{Operands: classes}, Super: &owl.ObjectIntersectionOf{Operands: existentials}},
		"equivalent classes":        &owl.EquivalentClasses{Classes: classes},
		"equivalent existentials":   &owl.EquivalentClasses{Classes: existentials},
		"disjoint classes":          &owl.DisjointClasses{Classes: existentials},
		"disjoint union":            &owl.DisjointUnion{Class: class("A"), Classes: existentials},
		"equivalent to a union":     &owl.EquivalentClasses{Classes: []owl.ClassExpression{class("A"), &owl.ObjectUnionOf{Operands: existentials}}},
		"intersection of negatives": &owl.SubClassOf{Sub: &owl.ObjectIntersectionOf{Operands: classes}, Super: negated(existentials)},
	}
	for name, a := range axioms {
		t.Run(name, func(t *testing.T) {
			nf, _ := normalize(t, &owl.Ontology{Axioms: []owl.Axiom{a}})
			if n := nf.NumAxioms(); n > 5*width {
				t.Errorf("%d normal-form axioms from %d operands", n, width)
			}
		})
	}
}

func negated(classes []owl.ClassExpression) owl.ClassExpression {
	and := &owl.ObjectIntersectionOf{}
	for _, c := range classes {
		and.Operands = append(and.Operands, &owl.ObjectComplementOf{Operand: c})
	}
	return and
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := el.Normalize(ctx, &owl.Ontology{Axioms: make([]owl.Axiom, 1)},
		el.Options{}); err != context.Canceled {
		t.Errorf("got error %v", err)
	}
}
