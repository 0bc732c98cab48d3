package owl_test

import (
	"strings"
	"testing"

	"box2el-owl/owl"
)

// TestAxiomSignature tests that every part of an axiom is visited.
func TestAxiomSignature(t *testing.T) {
	for _, c := range []struct{ axiom, want string }{
		{`DatatypeDefinition(<urn:d> DatatypeRestriction(<urn:e> <urn:facet> "1"^^<urn:f>))`,
			"urn:d urn:e urn:f"},
		{`SubClassOf(Annotation(<urn:a> "x"^^<urn:d>) <urn:A>
			DataSomeValuesFrom(<urn:p> DataUnionOf(DataOneOf("1"^^<urn:e>) <urn:f>)))`,
			"urn:A urn:d urn:e urn:f urn:p urn:a"},
		{`DataPropertyAssertion(<urn:p> <urn:i> "x"^^<urn:d>)`, "urn:d urn:p urn:i"},
		{`DisjointUnion(<urn:A> ObjectOneOf(<urn:i> _:x) ObjectHasSelf(ObjectInverseOf(<urn:p>)))`,
			"urn:A urn:p urn:i"},
		{`SubClassOf(<urn:A> DataMinCardinality(1 <urn:p>))`,
			"urn:A " + owl.RDFSLiteral.IRI.String() + " urn:p"},
		{`SubClassOf(<urn:A> ObjectMinCardinality(1 <urn:p>))`,
			owl.Thing.IRI.String() + " urn:A urn:p"},
		{`AnnotationPropertyDomain(<urn:a> <urn:A>)`, "urn:a"},
		{`Declaration(Datatype(<urn:d>))`, "urn:d"},
	} {
		a, err := owl.Parser{AllowNew: true}.Axiom(c.axiom)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range owl.AxiomSignature(a) {
			names = append(names, e.EntityIRI().String())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.axiom, got, c.want)
		}
	}
}
