package check

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// plain is a hierarchy of the asserted superclasses alone.
type plain struct{ pairs [][2]owl.Class }

func (p plain) Direct() iter.Seq2[owl.Class, owl.Class] {
	return func(yield func(owl.Class, owl.Class) bool) {
		for _, pair := range p.pairs {
			if !yield(pair[0], pair[1]) {
				return
			}
		}
	}
}

func (plain) Equivalent() [][]owl.Class  { return nil }
func (plain) Unsatisfiable() []owl.Class { return nil }

// TestHostile: no walk grows with chains, fans and conjunctions made to hurt.
func TestHostile(t *testing.T) {
	name := func(i int) string { return fmt.Sprintf("left thing kind %d of things", i) }
	some := func(r string, i int) owl.ClassExpression {
		return &owl.ObjectSomeValuesFrom{Property: property(r), Filler: class(name(i))}
	}
	for _, c := range []struct {
		title string
		n     int
		axiom func(i int) []owl.Axiom
	}{
		{"chain of superclasses", 25_000, func(i int) []owl.Axiom {
			return []owl.Axiom{&owl.SubClassOf{Sub: class(name(i)), Super: class(name(i + 1))},
				&owl.SubClassOf{Sub: class(name(i)), Super: some("r", i+1)}}
		}},
		{"chain of fillers", 25_000, func(i int) []owl.Axiom {
			return []owl.Axiom{&owl.SubClassOf{Sub: class(name(i)), Super: some("r", i+1)}}
		}},
		{"fan of subclasses", 25_000, func(i int) []owl.Axiom {
			return []owl.Axiom{&owl.SubClassOf{Sub: class(name(i + 1)), Super: class(name(0))},
				&owl.SubClassOf{Sub: class(name(i + 1)), Super: some("r", i)}}
		}},
		{"fan of fillers", 25_000, func(i int) []owl.Axiom {
			return []owl.Axiom{&owl.SubClassOf{Sub: class(name(0)), Super: some("r", i+1)},
				&owl.SubClassOf{Sub: class(name(i + 1)), Super: some("r", 0)}}
		}},
		{"long definitions", 10, func(i int) []owl.Axiom {
			var all []owl.ClassExpression
			for j := range 10_000 {
				all = append(all, some("r", j))
			}
			return []owl.Axiom{&owl.EquivalentClasses{Classes: []owl.ClassExpression{
				class(name(i)), &owl.ObjectIntersectionOf{Operands: all},
			}}}
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			o := &owl.Ontology{Axioms: []owl.Axiom{
				&owl.TransitiveObjectProperty{Property: property("r")},
			}}
			var h plain
			for i := range c.n {
				for _, a := range c.axiom(i) {
					o.Axioms = append(o.Axioms, a)
					if sub, ok := a.(*owl.SubClassOf); ok {
						if super, ok := sub.Super.(owl.Class); ok {
							h.pairs = append(h.pairs, [2]owl.Class{sub.Sub.(owl.Class), super})
						}
					}
				}
			}
			for _, e := range o.Signature() {
				if e, ok := e.(owl.Class); ok {
					label(o, e.IRI)
				}
			}
			ctx := context.Background()
			start := time.Now()
			x, err := asserted.New(ctx, o, h, asserted.Options{})
			if err != nil {
				t.Fatal(err)
			}
			indexed := time.Since(start)
			start = time.Now()
			checker, err := New(ctx, x)
			if err != nil {
				t.Fatal(err)
			}
			made := time.Since(start)
			start = time.Now()
			last := int32(len(x.Classes) - 1)
			const candidates = 200
			for i := range int32(candidates) {
				for _, r := range []int32{asserted.NoProperty, 0} {
					for _, s := range []asserted.Statement{
						{Class: i % last, Property: r, Target: last - i%last},
						{Class: last - i%last, Property: r, Target: i % last},
						{Class: 0, Property: r, Target: last - i%last},
					} {
						checker.Rejects(s)
						checker.Against(s)
					}
				}
			}
			each := time.Since(start) / (6 * candidates)
			t.Logf("index %v, checks %v, a candidate %v", indexed, made, each)
			if each > 50*time.Millisecond {
				t.Errorf("a candidate takes %v", each)
			}
		})
	}
}
