package relations

import (
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
)

func obo(name string) owl.IRI { return owl.NewIRI(oboNamespace + name) }

func TestParse(t *testing.T) {
	table, err := parse(tsv)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.relations) == 0 {
		t.Fatal("the table has no relation")
	}
	var statements int
	for _, r := range table.relations {
		if r.label == "" || r.source == "" {
			t.Errorf("%s: label %q, source %q", r.iri, r.label, r.source)
		}
		for _, s := range r.statements {
			statements++
			if _, conclusion := s.implication(); conclusion.IsZero() {
				t.Errorf("%s: unexpected statement %s", r.iri, s.names)
			}
		}
	}
	rows := strings.Count(tsv, "\n") - 1
	t.Logf("%d rows, %d relations, %d axioms", rows, len(table.relations), statements)

	for _, bad := range []string{
		"a\tobject", "a\tdata\tRO\ta\t\t\t\t\t", "a\tobject\tRO\ta\t\tround\t\t\t",
	} {
		if _, err := parse("header\n" + bad + "\n"); err == nil {
			t.Errorf("parse(%q): no error", bad)
		}
	}
}

func TestTableOfRelations(t *testing.T) {
	for _, test := range []struct{ iri, label, source, statement string }{
		{"RO_0002202", "develops from", RO, "TransitiveObjectProperty RO_0002202"},
		{"BFO_0000050", "part of", RO, "InverseObjectProperties BFO_0000050 BFO_0000051"},
		{"BFO_0000050", "part of", RO, "SubObjectPropertyOf BFO_0000050 RO_0002131"},
		{"RO_0002131", "overlaps", RO, "SymmetricObjectProperty RO_0002131"},
		{"RO_0002131", "overlaps", RO, "SubPropertyChainOf BFO_0000051 BFO_0000050 RO_0002131"},
		{"RO_0001015", "location of", RO, "InverseObjectProperties RO_0001015 RO_0001025"},
	} {
		r := load().byIRI[obo(test.iri)]
		if r == nil || r.label != test.label || r.source != test.source ||
			!slices.ContainsFunc(r.statements, func(s statement) bool {
				return s.kind.String()+" "+s.names == test.statement
			}) {
			t.Errorf("%s (%s): %+v lacks %s", test.iri, test.label, r, test.statement)
		}
	}
	if load().byIRI[obo("CL_0000000")] != nil {
		t.Error("a class is a relation")
	}
	if label, ok := Label(obo("BFO_0000040")); !ok || label != "material entity" {
		t.Errorf("BFO_0000040: %q", label)
	}
}

// TestAxioms tests which built-in axioms hold in a file.
func TestAxioms(t *testing.T) {
	const (
		partOf   = "<http://purl.obolibrary.org/obo/BFO_0000050>"
		hasPart  = "<http://purl.obolibrary.org/obo/BFO_0000051>"
		overlaps = "<http://purl.obolibrary.org/obo/RO_0002131>"
		develops = "<http://purl.obolibrary.org/obo/RO_0002202>"
		direct   = "<http://purl.obolibrary.org/obo/RO_0002207>"
		old      = "<http://purl.obolibrary.org/obo/cl#develops_from>"
		foreign  = "<http://example.org/x#develops_from>"
		contains = "<http://example.org/x#contains>"
	)
	use := func(p string) string { return "SubClassOf(:A ObjectSomeValuesFrom(" + p + " :B))\n" }
	label := func(p, l string) string {
		return "AnnotationAssertion(rdfs:label " + p + " \"" + l + "\")\n"
	}
	for _, test := range []struct {
		name, axioms string
		want         []string
	}{
		{"not used", "Declaration(ObjectProperty(" + develops + "))", nil},
		{"by IRI", use(develops), []string{"TransitiveObjectProperty(" + develops + ")"}},
		{"with a label", use(develops) + label(develops, "x"), []string{"TransitiveObjectProperty(" + develops + ")"}},
		{"a subproperty", use(develops) + use(direct), []string{
			"SubObjectPropertyOf(" + direct + " " + develops + ")", "TransitiveObjectProperty(" + develops + ")",
		}},
		{"in between", use(direct) + use("<http://purl.obolibrary.org/obo/RO_0002258>"), []string{
			"SubObjectPropertyOf(" + direct + " " + develops + ")",
			"SubObjectPropertyOf(" + develops + " <http://purl.obolibrary.org/obo/RO_0002254>)",
			"SubObjectPropertyOf(" + develops + " <http://purl.obolibrary.org/obo/RO_0002258>)",
			"SubObjectPropertyOf(<http://purl.obolibrary.org/obo/RO_0002254> <http://purl.obolibrary.org/obo/RO_0002258>)",
			"TransitiveObjectProperty(" + develops + ")",
		}},
		{"described", use(develops) + use(direct) + "SubObjectPropertyOf(" + direct + " " + overlaps + ")",
			[]string{
				"SymmetricObjectProperty(" + overlaps + ")",
				"TransitiveObjectProperty(" + develops + ")",
			}},
		{"range only", use(develops) + "ObjectPropertyRange(" + develops + " :B)",
			[]string{"TransitiveObjectProperty(" + develops + ")"}},
		{"inverse", use(partOf) + use(hasPart), []string{
			"InverseObjectProperties(" + partOf + " " + hasPart + ")",
			"TransitiveObjectProperty(" + partOf + ")", "TransitiveObjectProperty(" + hasPart + ")",
		}},
		{"own inverse", use(partOf) + use(hasPart) + "InverseObjectProperties(" + partOf + " :q)", []string{
			"TransitiveObjectProperty(" + partOf + ")", "TransitiveObjectProperty(" + hasPart + ")",
		}},
		{"old, local name", use(old), []string{"TransitiveObjectProperty(" + old + ")"}},
		{"old, label", use("<http://purl.obolibrary.org/obo/cl#x>") + label("<http://purl.obolibrary.org/obo/cl#x>", "develops_from"), []string{"TransitiveObjectProperty(<http://purl.obolibrary.org/obo/cl#x>)"}},
		{"old, other label", use(old) + label(old, "x"), nil},
		{"old, described", use(old) + "ObjectPropertyRange(" + old + " :B)", nil},
		{"two words elsewhere", use(foreign), []string{"TransitiveObjectProperty(" + foreign + ")"}},
		{"one word elsewhere", use(contains), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := For(ontology(t, test.axioms))
			var got []string
			for _, a := range u.Axioms() {
				got = append(got, owl.Canonical(a))
				if source, ok := u.Source(a); !ok || source != RO {
					t.Errorf("Source(%s) = %q, %t", owl.Canonical(a), source, ok)
				}
			}
			var want []string
			for _, a := range ontology(t, strings.Join(test.want, "\n")).Axioms {
				want = append(want, owl.Canonical(a))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestUsedLabel(t *testing.T) {
	u := For(ontology(t, `
		SubClassOf(:A ObjectSomeValuesFrom(obo:RO_0002202 obo:BFO_0000040))
		SubClassOf(:A ObjectSomeValuesFrom(obo:BFO_0000050 :B))
		SubClassOf(:A ObjectSomeValuesFrom(<http://purl.obolibrary.org/obo/cl#part_of> :B))
		AnnotationAssertion(rdfs:label obo:BFO_0000050 "is part of")`))
	for iri, want := range map[owl.IRI]string{
		obo("RO_0002202"):  "develops from",
		obo("BFO_0000040"): "material entity",
		obo("BFO_0000050"): "",
		obo("cl#part_of"):  "part of",
		obo("CL_0000000"):  "",
	} {
		if got, ok := u.Label(iri); got != want || ok != (want != "") {
			t.Errorf("Label(%s) = %q, %t, want %q", iri, got, ok, want)
		}
	}
}

// ontology parses axioms.
func ontology(t *testing.T, axioms string) *owl.Ontology {
	t.Helper()
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://example.org/")
	prefixes.Set("obo", oboNamespace)
	var o owl.Ontology
	for _, line := range strings.Split(axioms, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		a, err := owl.ParseAxiom(line, prefixes)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		o.Axioms = append(o.Axioms, a)
	}
	return &o
}
