package owl

import (
	"strings"
	"testing"
)

// TestRenameAnonymous renames an anonymous individual in every possible position.
func TestRenameAnonymous(t *testing.T) {
	node := AnonymousIndividual{NewIRI("x")}
	c, p := Class{NewIRI("urn:C")}, ObjectProperty{NewIRI("urn:p")}
	d, ap := DataProperty{NewIRI("urn:d")}, AnnotationProperty{NewIRI("urn:a")}
	value := &Literal{Lexical: "1", Datatype: Datatype{NewIRI(XSDNamespace + "string")}}
	one := &ObjectOneOf{[]Individual{node}}
	nested := []Annotation{{Property: ap, Value: node,
		Annotations: []Annotation{{Property: ap, Value: node}}}}
	o := &Ontology{
		Annotations: nested,
		Axioms: []Axiom{
			&SubClassOf{Annotated{nested}, c, one},
			&SubClassOf{
				Sub:   &ObjectIntersectionOf{[]ClassExpression{c, &ObjectHasValue{p, node}}},
				Super: &ObjectUnionOf{[]ClassExpression{c, one}},
			},
			&EquivalentClasses{Classes: []ClassExpression{c,
				&ObjectComplementOf{&ObjectHasValue{p, node}}}},
			&DisjointClasses{Classes: []ClassExpression{c,
				&ObjectSomeValuesFrom{p, &ObjectHasValue{p, node}}}},
			&DisjointUnion{
				Class:   c,
				Classes: []ClassExpression{&ObjectAllValuesFrom{p, &ObjectHasValue{p, node}}},
			},
			&ObjectPropertyDomain{
				Property: p, Domain: &ObjectMinCardinality{1, p, &ObjectHasValue{p, node}},
			},
			&ObjectPropertyRange{
				Property: p, Range: &ObjectMaxCardinality{1, p, &ObjectHasValue{p, node}},
			},
			&DataPropertyDomain{
				Property: d, Domain: &ObjectExactCardinality{1, p, &ObjectHasValue{p, node}},
			},
			&HasKey{Class: &ObjectHasValue{p, node}, DataProperties: []DataProperty{d}},
			&SameIndividual{Individuals: []Individual{node, NamedIndividual(c)}},
			&DifferentIndividuals{Individuals: []Individual{node, NamedIndividual(c)}},
			&ClassAssertion{Class: &ObjectHasValue{p, node}, Individual: node},
			&ObjectPropertyAssertion{Property: p, Source: node, Target: node},
			&NegativeObjectPropertyAssertion{Property: p, Source: node, Target: node},
			&DataPropertyAssertion{Property: d, Source: node, Target: value},
			&NegativeDataPropertyAssertion{Property: d, Source: node, Target: value},
			&AnnotationAssertion{Property: ap, Subject: node, Value: node},
		},
	}
	render := func() string {
		var b []byte
		for _, a := range o.Axioms {
			b = append(AppendCanonical(b, a), '\n')
		}
		for _, a := range o.Annotations {
			b = append(AppendAnnotation(b, a, nil), '\n')
		}
		return string(b)
	}
	want := strings.ReplaceAll(render(), "_:x", "_:y")
	if !strings.Contains(want, "_:y") {
		t.Fatalf("no anonymous individual in %s", want)
	}
	renamed := AnonymousIndividual{NewIRI("y")}
	o.RenameAnonymous(func(i AnonymousIndividual) AnonymousIndividual {
		if i != node && i != renamed {
			t.Errorf("asked about %v", i)
		}
		return renamed
	})
	if got := render(); got != want {
		t.Errorf("after renaming x to y:\n%s\nwant:\n%s", got, want)
	}
}

// TestRenameAnonymousShared has 2⁶⁴ paths through 64 shared expressions.
func TestRenameAnonymousShared(t *testing.T) {
	var c ClassExpression = &ObjectOneOf{[]Individual{AnonymousIndividual{NewIRI("x")}}}
	for range 64 {
		c = &ObjectIntersectionOf{[]ClassExpression{c, c}}
	}
	o := &Ontology{Axioms: []Axiom{&SubClassOf{Sub: c, Super: c}}}
	asked := 0
	o.RenameAnonymous(func(i AnonymousIndividual) AnonymousIndividual { asked++; return i })
	if asked != 1 {
		t.Errorf("asked %d times, want once", asked)
	}
}
