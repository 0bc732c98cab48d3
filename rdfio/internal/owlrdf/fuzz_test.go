package owlrdf

import (
	"context"
	"slices"
	"testing"

	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// FuzzMapping maps graphs that are made of the vocabulary and few other terms: four bytes give a
// triple. Nothing may panic or run away, the same graph gives the same ontology, and the order
// of the triples changes nothing but the order of the axioms and which of several headers wins.
func FuzzMapping(f *testing.F) {
	f.Add([]byte("\x00\x41\x02\x81"))
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4<<10 {
			data = data[:4<<10]
		}
		terms, statements := graphOf(data)
		o := mapForTest(t, terms, statements)
		if again := mapForTest(t, terms, statements); !slices.Equal(renderInOrder(o),
			renderInOrder(again)) {
			t.Errorf("two runs differ:\n%q\n%q", renderInOrder(o), renderInOrder(again))
		}
		reversed := slices.Clone(statements)
		slices.Reverse(reversed)
		if backwards := mapForTest(t, terms, reversed); o.IRI == backwards.IRI &&
			!slices.Equal(owlgen.RDFForm(o), owlgen.RDFForm(backwards)) {
			t.Errorf("backwards differs:\n%q\n%q", owlgen.RDFForm(o), owlgen.RDFForm(backwards))
		}
	})
}

// fuzzSeeds are graphs with the usual shapes: each triple is subject, predicate, object, unused.
var fuzzSeeds = [][]byte{
	seedTriples(iriAt(0), wordAt(subClassOf), blankAt(0), blankAt(0), wordAt(onProperty), iriAt(1),
		blankAt(0), wordAt(someValuesFrom), iriAt(2)),
	seedTriples(iriAt(0), wordAt(subClassOf), blankAt(0), blankAt(0), wordAt(complementOf),
		blankAt(1), blankAt(1), wordAt(complementOf), blankAt(0)),
	seedTriples(blankAt(0), wordAt(rdfType), wordAt(axiomType), blankAt(0), wordAt(annotatedSource),
		iriAt(0), blankAt(0), wordAt(annotatedProperty), wordAt(subClassOf),
		blankAt(0), wordAt(annotatedTarget), blankAt(1), blankAt(1), wordAt(unionOf), blankAt(2),
		blankAt(2), wordAt(first), iriAt(0), blankAt(2), wordAt(rest), wordAt(nilList)),
	seedTriples(iriAt(1), wordAt(propertyChainAxiom), blankAt(2), blankAt(2), wordAt(first),
		iriAt(1), blankAt(2), wordAt(rest), blankAt(2)),
	seedTriples(blankAt(0), wordAt(rdfType), wordAt(swrlImpType), blankAt(0), wordAt(swrlBody),
		wordAt(nilList), blankAt(0), wordAt(swrlHead), wordAt(nilList)),
	seedTriples(blankAt(0), wordAt(rdfType), wordAt(allDisjointClassesType), blankAt(0),
		wordAt(members), blankAt(2), blankAt(2), wordAt(first), iriAt(0), blankAt(2), wordAt(rest),
		wordAt(nilList)),
}

func iriAt(i byte) byte   { return 0x80 + i }
func blankAt(i byte) byte { return 0xa0 + i }
func wordAt(w word) byte  { return byte(w) }

func seedTriples(terms ...byte) []byte {
	var data []byte
	for i := 0; i+2 < len(terms); i += 3 {
		data = append(data, terms[i], terms[i+1], terms[i+2], 0)
	}
	return data
}

// graphOf turns bytes into triples. A byte below numWords is a word of the vocabulary, 0x80-0x9f
// an IRI, 0xa0-0xbf a blank node, the rest literals. A kind that is not
// allowed at a place is replaced.
func graphOf(data []byte) (*rdf.Table, []rdf.Statement) {
	terms := rdf.NewTable()
	datatype := terms.IRI([]byte(owl.XSDNamespace + "string"))
	resource := func(b byte) rdf.ID {
		switch {
		case b > 0 && b < byte(numWords):
			return terms.IRI([]byte(vocabulary[b].iri))
		case b >= 0xa0 && b < 0xc0:
			return terms.Labelled([]byte{'b', '0' + b%16})
		}
		return terms.IRI([]byte{'x', ':', '0' + b%16})
	}
	var statements []rdf.Statement
	for ; len(data) >= 4; data = data[4:] {
		s := rdf.Statement{S: resource(data[0]), O: resource(data[2]),
			Line: int32(len(statements) + 1)}
		if data[2] >= 0xc0 {
			s.O = terms.Literal([]byte{"01xt"[data[2]%4]}, datatype, nil)
		}
		if p := data[1]; p >= 0xa0 && p < 0xc0 {
			s.P = resource(p - 0x20)
		} else {
			s.P = resource(p)
		}
		statements = append(statements, s)
	}
	return terms, statements
}

func mapForTest(t *testing.T, terms *rdf.Table, statements []rdf.Statement) *owl.Ontology {
	t.Helper()
	o, err := Map(context.Background(), terms, statements, doc.Options{}, &doc.Report{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func renderInOrder(o *owl.Ontology) []string {
	var list []string
	for _, a := range o.Axioms {
		list = append(list, string(owl.AppendCanonical(nil, a)))
	}
	return list
}
