package rdfio

import (
	"context"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestManchesterOfRealOntologies: every axiom of real ontologies, written in Manchester syntax with
// labels, is read back as the same axiom.
func TestManchesterOfRealOntologies(t *testing.T) {
	axioms := 0
	for _, path := range append(outside.Glob(t, "corpus", "*.gz"),
		outside.Glob(t, "ontologies", "*.ofn.gz")...) {
		o, _, err := ReadFile(context.Background(), path, ReadOptions{NoImports: true})
		if err != nil {
			continue // TestCorpus… has it, or it is no ontology
		}
		names := owl.NewNames(o)
		m, p := names.Manchester(), owl.Parser{Names: names}
		for _, a := range o.Axioms {
			if isPunnedAnnotation(names, a) || a.Kind() == owl.RuleKind {
				continue
			}
			axioms++
			text := m.Axiom(a)
			got, err := p.Axiom(text)
			if err != nil {
				t.Fatalf("%s: %s\nis written as %s\n%v", path, owl.AppendAxiom(nil, a, nil),
					text, err)
			}
			if want := bare(a); owl.Compare(got, want) != 0 {
				t.Fatalf("%s: %s\nis written as %s\nand read as %s", path,
					owl.AppendAxiom(nil, want, nil), text, owl.AppendAxiom(nil, got, nil))
			}
		}
	}
	t.Logf("%d axioms", axioms)
}

// isPunnedAnnotation reports whether a says something of an annotation property that is an object
// or data property too, which OWL 2 DL forbids: in Manchester syntax the axiom reads like one of
// that.
func isPunnedAnnotation(names *owl.Names, a owl.Axiom) bool {
	var property owl.AnnotationProperty
	switch a := a.(type) {
	case *owl.AnnotationAssertion:
		property = a.Property
	case *owl.SubAnnotationPropertyOf:
		property = a.Sub
	case *owl.AnnotationPropertyDomain:
		property = a.Property
	case *owl.AnnotationPropertyRange:
		property = a.Property
	default:
		return false
	}
	_, err := names.Entity("<"+property.IRI.String()+">", owl.ObjectPropertyKind,
		owl.DataPropertyKind)
	return err == nil
}
