package reasoner_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// hostile lists ontologies that are expensive by construction; each grows with n.
var hostile = []struct {
	name  string
	size  int // for the test; the benchmark uses it once, twice and four times
	write func(o *hostileOntology, n int)
}{
	{"doubling chains", 40, (*hostileOntology).doublingChains},
	{"cyclic chains", 20, (*hostileOntology).cyclicChains},
	{"role cycle", 2000, (*hostileOntology).roleCycle},
	{"disjoint classes", 20000, (*hostileOntology).disjointClasses},
	{"equivalent classes", 1000, (*hostileOntology).equivalentClasses},
	{"deep nesting", 5000, (*hostileOntology).deepNesting},
	{"chain of individuals", 1000, (*hostileOntology).chainOfIndividuals},
	{"same individuals", 500, (*hostileOntology).sameIndividuals},
	{"individuals made equal one after the other", 200, (*hostileOntology).equalOneAfterTheOther},
	{"conditional nominals", 200, (*hostileOntology).conditionalNominals},
	{"shared conditional nominals", 500, (*hostileOntology).sharedConditionalNominals},
	{"top role", 200, (*hostileOntology).topRole},
	{"one key", 1000, (*hostileOntology).oneKey},
	{"many keys", 200, (*hostileOntology).manyKeys},
	{"cascading keys", 100, (*hostileOntology).cascadingKeys},
	{"keys of many values", 200, (*hostileOntology).keysOfManyValues},
	{"functional values", 500, (*hostileOntology).functionalValues},
	{"functional values of subclasses", 200, (*hostileOntology).functionalSubclasses},
	{"direct superclasses", 20000, (*hostileOntology).directSuperclasses},
}

type hostileOntology struct{ owl.Ontology }

func (o *hostileOntology) add(axioms ...owl.Axiom) { o.Axioms = append(o.Axioms, axioms...) }

func class(name string, i int) owl.Class { return owl.Class{IRI: hostileIRI(name, i)} }
func role(name string, i int) owl.ObjectProperty {
	return owl.ObjectProperty{IRI: hostileIRI(name, i)}
}
func dataRole(name string, i int) owl.DataProperty {
	return owl.DataProperty{IRI: hostileIRI(name, i)}
}
func individual(name string, i int) owl.NamedIndividual {
	return owl.NamedIndividual{IRI: hostileIRI(name, i)}
}
func hostileIRI(name string, i int) owl.IRI {
	return owl.NewIRI(fmt.Sprintf("http://example.org/%s%d", name, i))
}
func number(i int) *owl.Literal {
	return &owl.Literal{Lexical: fmt.Sprint(i), Datatype: owl.XSDInteger}
}
func some(p owl.ObjectProperty, c owl.ClassExpression) owl.ClassExpression {
	return &owl.ObjectSomeValuesFrom{Property: p, Filler: c}
}
func one(a owl.Individual) owl.ClassExpression {
	return &owl.ObjectOneOf{Individuals: []owl.Individual{a}}
}
func and(c ...owl.ClassExpression) owl.ClassExpression {
	return &owl.ObjectIntersectionOf{Operands: c}
}

// directSuperclasses has a class with n direct superclasses.
func (o *hostileOntology) directSuperclasses(n int) {
	for i := range n {
		o.add(&owl.SubClassOf{Sub: class("C", 0), Super: class("D", i)})
	}
}

// doublingChains has roles implied by words of 1, 2, 4, 8, … roles.
func (o *hostileOntology) doublingChains(n int) {
	for i := range n {
		o.add(&owl.SubPropertyChainOf{
			Chain: []owl.ObjectPropertyExpression{role("r", i), role("r", i)},
			Super: role("r", i+1),
		})
	}
	for i := range 2 * n {
		o.add(&owl.SubClassOf{Sub: class("C", i), Super: some(role("r", 0), class("C", i+1))})
	}
	for i := range n {
		o.add(&owl.SubClassOf{Sub: some(role("r", i), class("C", n)), Super: class("D", i)})
	}
}

// cyclicChains has roles that imply each other in chains, so that no automaton exists.
func (o *hostileOntology) cyclicChains(n int) {
	for i := range n {
		o.add(&owl.SubPropertyChainOf{
			Chain: []owl.ObjectPropertyExpression{role("r", i), role("r", (i+1)%n)},
			Super: role("r", (i+2)%n),
		})
		o.add(&owl.SubClassOf{Sub: class("C", i), Super: some(role("r", i), class("C", (i+1)%n))})
		o.add(&owl.SubClassOf{Sub: some(role("r", i), class("C", 0)), Super: class("D", i)})
	}
}

func (o *hostileOntology) roleCycle(n int) {
	for i := range n {
		o.add(&owl.SubObjectPropertyOf{Sub: role("r", i), Super: role("r", (i+1)%n)})
		o.add(&owl.SubClassOf{Sub: class("C", i), Super: some(role("r", i), class("C", i+1))})
		o.add(&owl.TransitiveObjectProperty{Property: role("r", i)})
	}
	o.add(&owl.SubClassOf{Sub: some(role("r", 0), class("C", n)), Super: class("D", 0)})
}

func (o *hostileOntology) disjointClasses(n int) {
	classes := make([]owl.ClassExpression, n)
	for i := range classes {
		classes[i] = class("C", i)
		o.add(&owl.SubClassOf{Sub: class("D", i), Super: class("C", i)},
			&owl.SubClassOf{Sub: class("E", i), Super: class("D", i)})
	}
	o.add(&owl.DisjointClasses{Classes: classes}, &owl.SubClassOf{
		Sub: class("E", 0), Super: class("D", n-1),
	})
}

func (o *hostileOntology) equivalentClasses(n int) {
	classes := make([]owl.ClassExpression, n)
	for i := range classes {
		classes[i] = class("C", i)
	}
	o.add(&owl.EquivalentClasses{Classes: classes}, &owl.SubClassOf{
		Sub: class("D", 0), Super: class("C", n/2),
	})
}

func (o *hostileOntology) deepNesting(n int) {
	left, right := owl.ClassExpression(class("B", 0)), owl.ClassExpression(class("B", 0))
	for i := range n {
		left = some(role("r", 0), and(class("A", i%3), left))
		right = some(role("r", 0), and(class("A", i%3), right))
	}
	o.add(&owl.SubClassOf{Sub: class("C", 0), Super: right},
		&owl.SubClassOf{Sub: left, Super: class("D", 0)})
}

func (o *hostileOntology) chainOfIndividuals(n int) {
	o.add(&owl.TransitiveObjectProperty{Property: role("r", 0)})
	for i := range n {
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("r", 0), Source: individual("a", i), Target: individual("a", i+1),
		})
		o.add(&owl.SubClassOf{
			Sub:   class("C", i),
			Super: &owl.ObjectHasValue{Property: role("r", 0), Individual: individual("a", i)},
		})
	}
	o.add(&owl.SubClassOf{Sub: some(role("r", 0), one(individual("a", n))), Super: class("D", 0)})
}

func (o *hostileOntology) sameIndividuals(n int) {
	for i := range n {
		o.add(&owl.SameIndividual{Individuals: []owl.Individual{individual("a", i),
			individual("a", i+1)}})
	}
	o.add(&owl.ClassAssertion{Class: class("C", 0), Individual: individual("a", n)})
}

// equalOneAfterTheOther needs a round for each individual: a(i) ∈ C(i) implies a(i) = a(i+1), which
// is then in C(i+1).
func (o *hostileOntology) equalOneAfterTheOther(n int) {
	o.add(&owl.ClassAssertion{Class: class("C", 0), Individual: individual("a", 0)})
	for i := range n {
		o.add(&owl.SubClassOf{
			Sub:   class("C", i),
			Super: some(role("r", i), and(class("E", i), one(individual("b", i)))),
		})
		o.add(&owl.SubClassOf{Sub: and(class("E", i), class("F", i)), Super: class("G", i)})
		o.add(&owl.ClassAssertion{Class: class("F", i), Individual: individual("b", i)})
		o.add(&owl.ClassAssertion{
			Class:      some(role("s", 0), and(class("G", i), one(individual("b", i)))),
			Individual: individual("c", i),
		})
		o.add(&owl.SubClassOf{
			Sub: and(class("E", i), one(individual("b", i))), Super: class("C", i+1),
		})
	}
}

// conditionalNominals has n classes. If one of them is nonempty, another individual has an
// additional type.
func (o *hostileOntology) conditionalNominals(n int) {
	for i := range n {
		o.add(&owl.SubClassOf{
			Sub:   class("C", i),
			Super: some(role("r", 0), and(class("E", i), one(individual("a", i)))),
		})
		o.add(&owl.SubClassOf{
			Sub: class("C", i), Super: some(role("r", 0), one(individual("a", i))),
		})
		o.add(&owl.SubClassOf{
			Sub: some(role("r", 0), and(class("E", i), class("F", 0))), Super: class("D", i),
		})
		o.add(&owl.ClassAssertion{Class: class("F", 0), Individual: individual("a", i)})
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("s", 0), Source: individual("a", i), Target: individual("a", (i+1)%n),
		})
	}
}

// sharedConditionalNominals has n classes that add types to the same individual if they are
// nonempty.
func (o *hostileOntology) sharedConditionalNominals(n int) {
	o.add(&owl.SubClassOf{
		Sub: class("C", 0), Super: some(role("r", 0), and(class("E", 0), one(individual("a", 0)))),
	})
	o.add(&owl.SubClassOf{Sub: some(role("s", 0), class("E", 0)), Super: class("F", 0)})
	for i := range n {
		o.add(&owl.SubClassOf{Sub: class("C", i+1), Super: class("C", i/2)})
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("s", 0), Source: individual("b", i), Target: individual("a", 0),
		})
	}
}

func (o *hostileOntology) topRole(n int) {
	for i := range n {
		o.add(&owl.SubClassOf{Sub: class("C", i), Super: some(role("r", 0), class("E", i))})
		o.add(&owl.SubClassOf{
			Sub: some(owl.TopObjectProperty, class("E", i)), Super: class("F", i),
		})
		o.add(&owl.SubClassOf{Sub: class("F", i), Super: some(role("r", 0), class("E", i/2))})
	}
}

func (o *hostileOntology) oneKey(n int) {
	o.add(&owl.HasKey{
		Class: owl.Thing, ObjectProperties: []owl.ObjectPropertyExpression{role("r", 0)},
		DataProperties: []owl.DataProperty{dataRole("d", 0)},
	})
	for i := range n {
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("r", 0), Source: individual("a", i), Target: individual("b", 0),
		})
		o.add(&owl.DataPropertyAssertion{
			Property: dataRole("d", 0), Source: individual("a", i), Target: number(i - i%2),
		})
	}
}

func (o *hostileOntology) manyKeys(n int) {
	for i := range n {
		o.add(&owl.HasKey{
			Class: class("C", i%7), ObjectProperties: []owl.ObjectPropertyExpression{role("r", i)},
		})
		for j := range 4 {
			o.add(&owl.ClassAssertion{Class: class("C", j), Individual: individual("a", i)})
			o.add(&owl.ObjectPropertyAssertion{
				Property: role("r", (i+j)%n), Source: individual("a", i),
				Target: individual("b", i),
			})
		}
	}
}

// cascadingKeys makes b(i) and c(i) equal because b(i+1) and c(i+1) are equal.
func (o *hostileOntology) cascadingKeys(n int) {
	o.add(&owl.HasKey{
		Class: owl.Thing, ObjectProperties: []owl.ObjectPropertyExpression{role("r", 0)},
	})
	for i := range n {
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("r", 0), Source: individual("b", i), Target: individual("b", i+1),
		})
		o.add(&owl.ObjectPropertyAssertion{
			Property: role("r", 0), Source: individual("c", i), Target: individual("c", i+1),
		})
	}
	o.add(&owl.SameIndividual{Individuals: []owl.Individual{individual("b", n),
		individual("c", n)}})
}

// keysOfManyValues has individuals with n values each of two key properties, at most one of them
// shared.
func (o *hostileOntology) keysOfManyValues(n int) {
	o.add(&owl.HasKey{
		Class:            owl.Thing,
		ObjectProperties: []owl.ObjectPropertyExpression{role("r", 0), role("r", 1)},
	})
	for i := range n {
		for j := range 20 {
			o.add(&owl.ObjectPropertyAssertion{
				Property: role("r", 0), Source: individual("a", i), Target: individual("b", j),
			})
			o.add(&owl.ObjectPropertyAssertion{
				Property: role("r", 1), Source: individual("a", i), Target: individual("c", i*20+j),
			})
		}
	}
}

// functionalValues gives a class n values of a functional property, none of them a literal.
func (o *hostileOntology) functionalValues(n int) {
	o.add(&owl.FunctionalDataProperty{Property: dataRole("d", 0)})
	for i := range n {
		o.add(&owl.SubDataPropertyOf{Sub: dataRole("d", i+1), Super: dataRole("d", 0)})
		d := owl.Datatype{IRI: hostileIRI("T", i)}
		o.add(&owl.SubClassOf{
			Sub: class("C", 0),
			Super: &owl.DataSomeValuesFrom{
				Properties: []owl.DataProperty{dataRole("d", i+1)}, Range: d,
			},
		})
		o.add(&owl.SubClassOf{
			Sub: &owl.DataSomeValuesFrom{
				Properties: []owl.DataProperty{dataRole("d", n-i)}, Range: d,
			},
			Super: class("D", i),
		})
	}
}

// functionalSubclasses gives each class one value more than its superclass.
func (o *hostileOntology) functionalSubclasses(n int) {
	o.add(&owl.FunctionalDataProperty{Property: dataRole("d", 0)})
	for i := range n {
		d := owl.Datatype{IRI: hostileIRI("T", i)}
		o.add(&owl.SubClassOf{
			Sub: class("C", i),
			Super: &owl.DataSomeValuesFrom{
				Properties: []owl.DataProperty{dataRole("d", 0)}, Range: d,
			},
		})
		o.add(&owl.SubClassOf{Sub: class("C", i+1), Super: class("C", i)})
	}
	o.add(&owl.SubClassOf{
		Sub: &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{dataRole("d", 0)},
			Range: &owl.DataIntersectionOf{
				Operands: []owl.DataRange{
					owl.Datatype{IRI: hostileIRI("T", 0)}, owl.Datatype{IRI: hostileIRI("T", n-1)},
				},
			}},
		Super: class("D", 0),
	})
}

func hostileNormalForm(t testing.TB, write func(*hostileOntology, int), n int) *el.Ontology {
	t.Helper()
	o := &hostileOntology{}
	write(o, n)
	return normalize(t, &o.Ontology)
}

// TestHostile checks that each ontology is classified in time, and that cancellation stops it.
func TestHostile(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			nf := hostileNormalForm(t, h.write, h.size)
			start := time.Now()
			if _, err := reasoner.Classify(t.Context(), nf,
				reasoner.Options{Workers: 2}); err != nil {
				t.Fatal(err)
			}
			whole := time.Since(start)
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithTimeout(t.Context(), whole/3)
			defer cancel()
			start = time.Now()
			_, err := reasoner.Classify(ctx, nf, reasoner.Options{Workers: 2})
			late := time.Since(start) - whole/3
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("after cancellation: %v", err)
			}
			if left := goroutinesLeft(before); left > 0 {
				t.Errorf("%d goroutines are left", left)
			}
			t.Logf("n = %d: %v; canceled after a third, it ends %v later", h.size, whole, late)
		})
	}
}

// TestManyDirect checks the direct superclasses of a class that has many, and the direct
// superproperties in a long chain of properties.
func TestManyDirect(t *testing.T) {
	const classes, properties = 20_000, 500
	o := &hostileOntology{}
	o.directSuperclasses(classes)
	for i := range properties {
		o.add(&owl.SubObjectPropertyOf{Sub: role("r", i), Super: role("r", i+1)})
	}
	taxonomy, err := reasoner.Classify(t.Context(), normalize(t, &o.Ontology),
		reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(taxonomy.Above(class("C", 0))); n != classes {
		t.Errorf("%d direct superclasses, want %d", n, classes)
	}
	n := 0
	for range taxonomy.ObjectProperties().Direct() {
		n++
	}
	if n != properties+1 { // and the top property
		t.Errorf("%d direct superproperties, want %d", n, properties+1)
	}
}

// BenchmarkHostile measures the growth of the time with the size of the ontology.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		for _, n := range []int{h.size, 2 * h.size, 4 * h.size} {
			b.Run(fmt.Sprintf("%s/%d", h.name, n), func(b *testing.B) {
				nf := hostileNormalForm(b, h.write, n)
				for b.Loop() {
					if _, err := reasoner.Classify(b.Context(), nf,
						reasoner.Options{Workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
