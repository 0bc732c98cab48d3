package rank

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// indexOf reads lines of functional syntax and indexes the ontology.
func indexOf(t *testing.T, lines []string) *asserted.Index {
	t.Helper()
	text := "Prefix(:=<http://x.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\n" +
		"Prefix(obo:=<http://purl.obolibrary.org/obo/>)\nOntology(<http://x.org/o>\n" +
		strings.Join(lines, "\n") + "\n)"
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := asserted.New(t.Context(), o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// labelled returns lines for a class with its label and superclasses.
func labelled(id, label string, supers ...string) []string {
	lines := []string{fmt.Sprintf("AnnotationAssertion(rdfs:label :%s %q)", id, label)}
	for _, s := range supers {
		lines = append(lines, fmt.Sprintf("SubClassOf(:%s %s)", id, s))
	}
	return lines
}

// numberOf returns the number of a class.
func numberOf(t *testing.T, x *asserted.Index, id string) int32 {
	t.Helper()
	c, ok := x.Class(owl.NewIRI("http://x.org/" + id))
	if !ok {
		t.Fatalf("no class %s", id)
	}
	return c
}

func propertyOf(t *testing.T, x *asserted.Index, id string) int32 {
	t.Helper()
	r, ok := x.Property(owl.NewIRI("http://x.org/" + id))
	if !ok {
		t.Fatalf("no property %s", id)
	}
	return r
}

// organs has neurons of several organs, vessels of the same, and a taxon that no cell has.
func organIndex(t *testing.T) *asserted.Index {
	t.Helper()
	lines := slices.Concat(labelled("Cell", "cell"), labelled("Neuron", "neuron", ":Cell"),
		labelled("Organ", "organ"), labelled("Vessel", "vessel"), labelled("Mammal", "mammal"),
		labelled("Hair", "hair", "ObjectSomeValuesFrom(:inTaxon :Mammal)"))
	for _, organ := range []string{"lung", "liver", "kidney", "heart", "spleen", "skin"} {
		part := "ObjectSomeValuesFrom(:partOf :" + organ + ")"
		lines = slices.Concat(lines, labelled(organ, organ, ":Organ"),
			labelled(organ+"Neuron", organ+" neuron", ":Neuron", part),
			labelled(organ+"Vessel", "vessel of the "+organ, ":Vessel", part))
	}
	return indexOf(t, lines)
}

func TestAdjust(t *testing.T) {
	x := organIndex(t)
	e := New(x, nil)
	taxon, mammal := propertyOf(t, x, "inTaxon"), numberOf(t, x, "Mammal")
	of := func(ids ...string) (classes []int32) {
		for _, id := range ids {
			classes = append(classes, numberOf(t, x, id))
		}
		return classes
	}
	score := func(s Subject, list []Candidate, d Decisions) (float64, bool) {
		f := Feedback{{Property: taxon, Filler: mammal}: d}
		for _, c := range e.Adjust(s, list, f) {
			if c.Property == taxon && c.Target == mammal {
				return c.Score, true
			}
		}
		return 0, false
	}
	other := Candidate{propertyOf(t, x, "partOf"), numberOf(t, x, "Organ"), -1}
	listed := []Candidate{other, {taxon, mammal, -4}}
	accepted := Decisions{Accepted: of("lungNeuron")}
	kidney := e.Subject(numberOf(t, x, "kidneyNeuron"))
	vessel := e.Subject(numberOf(t, x, "heartVessel"))

	near, _ := score(kidney, listed, accepted)
	far, _ := score(vessel, listed, accepted)
	if near <= -1 || far != -4 {
		t.Errorf("after an accept: %g for a class like it, %g for another; want above -1 and -4",
			near, far)
	}
	if _, ok := score(kidney, []Candidate{other}, accepted); !ok {
		t.Error("what was accepted for a class like it is no candidate")
	}
	if _, ok := score(vessel, []Candidate{other}, accepted); ok {
		t.Error("what was accepted is a candidate for a class that is not like it")
	}
	if _, ok := score(e.Subject(numberOf(t, x, "Hair")), nil, accepted); ok {
		t.Error("an asserted restriction is a candidate")
	}
	unknown := Subject{Class: NoClass, Space: -1, Parents: []int32{numberOf(t, x, "Neuron")},
		Names: []asserted.Name{asserted.NewName("femur neuron")}}
	if _, ok := score(unknown, nil, accepted); !ok {
		t.Error("what was accepted for a class like it is no candidate for a new class")
	}

	once, _ := score(kidney, listed, Decisions{Rejected: of("lungNeuron")})
	twice := Decisions{Rejected: of("lungNeuron", "liverNeuron")}
	both, _ := score(kidney, listed, twice)
	elsewhere, _ := score(vessel, listed, twice)
	if !(both < once && once < -4) || elsewhere != -4-demotion {
		t.Errorf("after rejects: %g, %g, %g of another", once, both, elsewhere)
	}
	twice.Accepted = of("spleenNeuron", "skinNeuron")
	if again, _ := score(vessel, listed, twice); again != -4 {
		t.Errorf("as many accepts as rejects: %g, want -4", again)
	}
}

func TestAdjustSuperclasses(t *testing.T) {
	x := organIndex(t)
	e := New(x, nil)
	mammal, neuron := numberOf(t, x, "Mammal"), numberOf(t, x, "Neuron")
	lung := Decisions{Accepted: []int32{numberOf(t, x, "lungNeuron")}}
	f := Feedback{superclass(mammal): lung, superclass(neuron): lung,
		{Property: propertyOf(t, x, "inTaxon"), Filler: mammal}: lung}
	list := e.Adjust(e.Subject(numberOf(t, x, "skinNeuron")), nil, f, NoProperty)
	if len(list) != 1 || list[0].Target != mammal || list[0].Property != NoProperty {
		t.Errorf("%v, want the superclass that is not known", list)
	}
}

// TestPrecedents holds what decisions say about one restriction: the score that Adjust adds, the
// classes that the subject is like, and what two rejects say of all classes.
func TestPrecedents(t *testing.T) {
	x := organIndex(t)
	e := New(x, nil)
	mammal := asserted.Restriction{Property: propertyOf(t, x, "inTaxon"),
		Filler: numberOf(t, x, "Mammal")}
	of := func(ids ...string) (classes []int32) {
		for _, id := range ids {
			classes = append(classes, numberOf(t, x, id))
		}
		return classes
	}
	kidney, vessel := e.Subject(numberOf(t, x, "kidneyNeuron")),
		e.Subject(numberOf(t, x, "heartVessel"))
	name := func(iri owl.IRI) string { return strings.TrimPrefix(iri.String(), "http://x.org/") }
	for _, test := range []struct {
		name               string
		subject            Subject
		accepted, rejected []int32
		want               string
	}{
		{"nothing", kidney, nil, nil, ""},
		{"of the subject", kidney, of("kidneyNeuron"), nil, ""},
		{"one", kidney, of("lungNeuron"), nil, "accepted: You accepted the same for 1 sibling: lungNeuron."},
		{"not alike", vessel, of("lungNeuron"), nil, ""},
		{"four", kidney, of("lungNeuron", "liverNeuron", "heartNeuron", "spleenNeuron"), nil,
			"accepted: You accepted the same for 4 siblings, for example lungNeuron, liverNeuron and heartNeuron."},
		{"one reject", kidney, nil, of("lungNeuron"), "against: You rejected the same for 1 sibling: lungNeuron."},
		{"one reject, not alike", vessel, nil, of("lungNeuron"), ""},
		{"two rejects", vessel, nil, of("lungNeuron", "liverNeuron"),
			"against: You rejected the same for 2 classes: lungNeuron and liverNeuron."},
		{"an accept against two rejects", kidney, of("heartNeuron"), of("lungNeuron", "liverNeuron"),
			"accepted: You accepted the same for 1 sibling: heartNeuron. " +
				"against: You rejected the same for 2 siblings: lungNeuron and liverNeuron."},
	} {
		d := Decisions{test.accepted, test.rejected}
		added, list := e.Precedents(test.subject, d)
		var said []string
		for _, sentence := range list {
			kind := sentence.Kind
			if sentence.Against {
				kind = "against"
			}
			said = append(said, kind+": "+sentence.Sentence(name))
		}
		if got := strings.Join(said, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		listed := []Candidate{{mammal.Property, mammal.Filler, -4}}
		adjusted := e.Adjust(test.subject, listed, Feedback{mammal: d})
		if score := adjusted[0].Score; score != -4+added {
			t.Errorf("%s: Precedents adds %g, Adjust %g", test.name, added, score+4)
		}
	}
}
