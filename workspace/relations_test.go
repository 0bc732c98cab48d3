package workspace

import (
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

const bareCells = `Prefix(:=<http://x/>) Prefix(obo:=<http://purl.obolibrary.org/obo/>) Ontology(<http://x/>
Declaration(Class(:Basophil)) Declaration(Class(:Progenitor)) Declaration(Class(:Stem))
Declaration(Class(obo:BFO_0000040)) Declaration(ObjectProperty(obo:RO_0002202))
SubClassOf(:Basophil obo:BFO_0000040)
SubClassOf(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Progenitor))
SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Stem)))`

// TestCheckAssuming tests verdicts that use built-in axioms, before an edit and after it.
func TestCheckAssuming(t *testing.T) {
	o := classified(t, bareCells)
	check := func(text string) Checked {
		t.Helper()
		prefixes := owl.StandardPrefixes()
		prefixes.Set("", "http://x/")
		prefixes.Set("obo", "http://purl.obolibrary.org/obo/")
		a, err := owl.ParseAxiom(text, prefixes)
		if err != nil {
			t.Fatal(err)
		}
		c, err := o.View().Check(t.Context(), []owl.Axiom{a}, false)
		if err != nil {
			t.Fatal(err)
		}
		return c.Alone[0]
	}
	const ancestor = "SubClassOf(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Stem))"
	c := check(ancestor)
	if c.Verdict != suggest.Entailed || !c.Exact || len(c.Assuming) != 1 ||
		c.Assuming[0].Source != "RO" ||
		c.Assuming[0].Kind() != owl.TransitiveObjectPropertyKind {
		t.Errorf("transitive relation: %+v", c)
	}
	c = check("SubClassOf(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Progenitor))")
	if c.Verdict != suggest.Entailed || c.Assuming != nil {
		t.Errorf("asserted: %+v", c)
	}
	if c := check("SubClassOf(:Stem :Basophil)"); c.Verdict != suggest.New || c.Assuming != nil {
		t.Errorf("not entailed: %+v", c)
	}

	link := &owl.SubClassOf{Sub: owl.Class{IRI: owl.NewIRI("http://x/Progenitor")}, Super: &owl.ObjectSomeValuesFrom{
		Property: owl.ObjectProperty{IRI: owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002202")},
		Filler:   owl.Class{IRI: owl.NewIRI("http://x/Stem")},
	}}
	if _, err := o.Edit(t.Context(), Edit{Revision: o.View().Revision(),
		Remove: []owl.Axiom{link}}); err != nil {
		t.Fatal(err)
	}
	if c := check(ancestor); c.Verdict != suggest.New || c.Assuming != nil {
		t.Errorf("after the edit: %+v", c)
	}
}

// TestBuiltInLabels tests what people read for ids without a label.
func TestBuiltInLabels(t *testing.T) {
	v := classified(t, bareCells).View()
	property := owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002202")
	if got := v.Name(property).Label; got != "develops from (RO)" {
		t.Errorf("label of RO_0002202: %q", got)
	}
	names := v.lookup().names
	for _, name := range []string{"develops from", "'develops from'", "develops_from",
		"develops from (RO)", "RO:0002202"} {
		if e, err := names.Entity(name); err != nil || e.EntityIRI() != property {
			t.Errorf("Entity(%q) = %v, %v", name, e, err)
		}
	}
	if got, want := v.Manchester().IRI(property), "'develops from (RO)'"; got != want {
		t.Errorf("Manchester: %s, want %s", got, want)
	}
}
