package owlrdf

import (
	"context"
	"fmt"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// madeGraph builds statements without a text, for graphs too large or too odd to write down.
type madeGraph struct {
	terms      *rdf.Table
	statements []rdf.Statement
}

func newMadeGraph() *madeGraph { return &madeGraph{terms: rdf.NewTable()} }

func (g *madeGraph) iri(s string) rdf.ID { return g.terms.IRI([]byte(s)) }

func (g *madeGraph) word(w word) rdf.ID { return g.iri(vocabulary[w].iri) }

func (g *madeGraph) add(s rdf.ID, p word, o rdf.ID) {
	g.statements = append(g.statements,
		rdf.Statement{S: s, P: g.word(p), O: o, Line: int32(len(g.statements) + 1)})
}

func (g *madeGraph) mapped(t testing.TB) (*owl.Ontology, *doc.Report) {
	t.Helper()
	report := &doc.Report{}
	o, err := Map(context.Background(), g.terms, g.statements, doc.Options{}, report)
	if err != nil {
		t.Fatal(err)
	}
	return o, report
}

func noteCount(r *doc.Report, kind doc.NoteKind) int {
	for _, n := range r.Notes {
		if n.Kind == kind {
			return n.Count
		}
	}
	return 0
}

// TestMappingDeep maps an expression nested a million deep, which is noted with its line while
// other axioms are kept, and a list of a million members.
func TestMappingDeep(t *testing.T) {
	const n = 1_000_000
	t.Run("complement", func(t *testing.T) {
		g := newMadeGraph()
		a, b := g.iri("http://example.org/A"), g.iri("http://example.org/B")
		node := g.terms.NewBlank()
		g.add(a, subClassOf, node)
		for range n {
			next := g.terms.NewBlank()
			g.add(node, complementOf, next)
			node = next
		}
		g.add(node, complementOf, b)
		g.add(a, subClassOf, b)
		o, report := g.mapped(t)
		if len(o.Axioms) != 1 || noteCount(report, doc.NoteRefusedAxiom) != 1 {
			t.Errorf("%d axioms, notes %v", len(o.Axioms), report.Notes)
		}
	})
	t.Run("list", func(t *testing.T) {
		g := newMadeGraph()
		a := g.iri("http://example.org/A")
		node, cell := g.terms.NewBlank(), g.terms.NewBlank()
		g.add(a, subClassOf, node)
		g.add(node, unionOf, cell)
		for range n {
			next := g.terms.NewBlank()
			g.add(cell, first, a)
			g.add(cell, rest, next)
			cell = next
		}
		g.add(cell, first, a)
		g.add(cell, rest, g.word(nilList))
		o, report := g.mapped(t)
		if len(o.Axioms) != 1 || noteCount(report, doc.NoteRefusedAxiom) != 0 {
			t.Fatalf("%d axioms, notes %v", len(o.Axioms), report.Notes)
		}
		if got := len(o.Axioms[0].(*owl.SubClassOf).Super.(*owl.ObjectUnionOf).Operands); got != n+
			1 {
			t.Errorf("%d operands, want %d", got, n+1)
		}
	})
	t.Run("annotations", func(t *testing.T) {
		g := newMadeGraph()
		a, b := g.iri("http://example.org/A"), g.iri("http://example.org/B")
		comment, v := g.iri(owl.RDFSNamespace+"comment"),
			g.terms.Literal([]byte("v"), g.iri(owl.XSDNamespace+"string"), nil)
		g.add(a, subClassOf, b)
		s, p, o := a, g.word(subClassOf), b
		for range n / 10 {
			node := g.terms.NewBlank()
			g.add(node, rdfType, g.word(axiomType))
			g.add(node, annotatedSource, s)
			g.add(node, annotatedProperty, p)
			g.add(node, annotatedTarget, o)
			g.statements = append(g.statements, rdf.Statement{S: node, P: comment, O: v})
			s, p, o = node, comment, v
		}
		onto, report := g.mapped(t)
		if len(onto.Axioms) != 1 || noteCount(report, doc.NoteRefusedAxiom) != 1 {
			t.Errorf("%d axioms, notes %v", len(onto.Axioms), report.Notes)
		}
	})
}

// TestMappingGrowth maps small graphs of huge expressions or lists, or with much work.
func TestMappingGrowth(t *testing.T) {
	t.Run("shared operands", func(t *testing.T) { // the size doubles with each line
		g := newMadeGraph()
		a := g.iri("http://example.org/A")
		node := a
		for range 100 {
			pair := g.terms.NewBlank()
			one, two := g.terms.NewBlank(), g.terms.NewBlank()
			g.add(one, first, node)
			g.add(one, rest, two)
			g.add(two, first, node)
			g.add(two, rest, g.word(nilList))
			g.add(pair, unionOf, one)
			node = pair
		}
		g.add(a, subClassOf, node)
		o, report := g.mapped(t)
		if len(o.Axioms) != 0 || noteCount(report, doc.NoteRefusedAxiom) != 1 {
			t.Errorf("%d axioms, notes %v", len(o.Axioms), report.Notes)
		}
	})
	t.Run("shared tails", func(t *testing.T) { // every cell of one list is the head of another
		g := newMadeGraph()
		a := g.iri("http://example.org/A")
		cell := g.terms.NewBlank()
		for range 20_000 {
			next := g.terms.NewBlank()
			g.add(cell, first, a)
			g.add(cell, rest, next)
			g.add(a, disjointUnionOf, cell)
			cell = next
		}
		g.add(cell, first, a)
		g.add(cell, rest, g.word(nilList))
		_, report := g.mapped(t)
		if noteCount(report, doc.NoteRefusedAxiom) == 0 {
			t.Error("20,000 lists of 10,000 members on average were all read")
		}
	})
	t.Run("many axioms about one copy", func(t *testing.T) {
		g := newMadeGraph()
		a := g.iri("http://example.org/A")
		p := g.iri("http://example.org/p")
		for range 20_000 {
			r := g.terms.NewBlank()
			g.add(r, onProperty, p)
			g.add(r, someValuesFrom, a)
			g.add(a, subClassOf, r)
			copied, node := g.terms.NewBlank(), g.terms.NewBlank()
			g.add(copied, onProperty, p)
			g.add(copied, someValuesFrom, a)
			g.add(node, rdfType, g.word(axiomType))
			g.add(node, annotatedSource, a)
			g.add(node, annotatedProperty, g.word(subClassOf))
			g.add(node, annotatedTarget, copied)
		}
		o, _ := g.mapped(t)
		if len(o.Axioms) != 1 {
			t.Errorf("%d axioms, want 1", len(o.Axioms))
		}
	})
}

// TestMappingOneSubject: more statements about one subject than are sorted at once.
func TestMappingOneSubject(t *testing.T) {
	g := newMadeGraph()
	a := g.iri("http://example.org/A")
	const n = 3*cancelEvery + 5
	for i := range n {
		g.add(a, subClassOf, g.iri(fmt.Sprint("http://example.org/C", (i*7919)%n)))
	}
	g.statements = append(g.statements, g.statements...)
	o, report := g.mapped(t)
	if len(o.Axioms) != n || report.Triples != n {
		t.Errorf("%d axioms of %d triples, want %d", len(o.Axioms), report.Triples, n)
	}
}
