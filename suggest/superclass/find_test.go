package superclass

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/texts"
)

// document is an ontology in functional syntax under construction.
type document struct{ lines []string }

func (d *document) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// class adds a class with label, definition ("" for none) and superclasses.
func (d *document) class(id, label, definition string, supers ...string) {
	d.add("AnnotationAssertion(rdfs:label :%s %q)", id, label)
	if definition != "" {
		d.add("AnnotationAssertion(<http://purl.obolibrary.org/obo/IAO_0000115> :%s %q)", id, definition)
	}
	for _, s := range supers {
		d.add("SubClassOf(:%s :%s)", id, s)
	}
}

// valves has a root, valves with names and definitions that bear both kinds of evidence out, and
// pumps next to them.
func valves() *document {
	d := &document{}
	d.class("Thing", "artifact", "")
	d.class("Device", "device", "An artifact with a function.", "Thing")
	d.class("Valve", "valve", "A device that regulates the flow of a fluid.", "Device")
	d.class("Pump", "pump", "A device that moves a fluid by mechanical action.", "Device")
	d.class("Tool", "tool", "An artifact that is held in a hand.", "Thing")
	for i := range 40 { // so that no branch has a quarter of the classes
		d.class(fmt.Sprintf("tool%d", i), fmt.Sprintf("tool %c%c", 'a'+i%26, 'a'+i/26), "", "Tool")
	}
	for _, kind := range []string{"ball", "gate", "globe", "needle", "plug", "pinch", "disc",
		"poppet", "spool", "piston"} {
		d.class(kind+"Valve", kind+" valve", "A valve that has a "+kind+".", "Valve")
		d.class(kind+"Pump", kind+" pump", "A pump that has a "+kind+".", "Pump")
	}
	return d
}

func (d *document) index(t *testing.T) *asserted.Index {
	t.Helper()
	text := "Prefix(:=<http://x.org/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nOntology(<http://x.org/o>\n" +
		strings.Join(d.lines, "\n") + "\n)"
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

// found returns "tier: subject < target" of the findings about one class.
func found(t *testing.T, x *asserted.Index, id string) []string {
	t.Helper()
	list, err := Find(t.Context(), texts.New(x), likely.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, ok := x.Class(owl.NewIRI("http://x.org/" + id))
	if !ok {
		t.Fatalf("no class %s", id)
	}
	var rows []string
	for _, f := range list {
		if f.Class != c {
			continue
		}
		tier := "possible"
		if f.Tier == evidence.Likely {
			tier = "likely"
		}
		rows = append(rows, tier+": "+x.Labels[f.Class].Text+" < "+x.Labels[f.Target].Text)
		if len(f.Evidence) == 0 {
			t.Errorf("%s has no evidence", rows[len(rows)-1])
		}
	}
	return rows
}

// TestFind has a class for each witness and guard.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, label, definition string
		super                   string
		more                    func(*document)
		want                    []string
	}{
		{"name and genus", "check valve", "A valve that lets a fluid pass one way.", "Device", nil,
			[]string{"likely: check valve < valve"}},
		{"another sense", "check valve", "A valve that prevents backflow.", "Device", nil,
			[]string{"possible: check valve < valve"}},
		{"genus alone", "backstop", "A valve that prevents backflow.", "Device", nil,
			[]string{"possible: backstop < valve"}},
		{"strong name alone", "check valve", "", "Device", nil,
			[]string{"possible: check valve < valve"}},
		{"name and definition", "check valve", "Something that regulates the flow of a fluid one way.", "Device", nil,
			[]string{"likely: check valve < valve"}},
		{"its own name", "check valve", "Check valve, which has no moving part.", "Device", nil,
			[]string{"possible: check valve < valve"}},
		{"about another class", "backstop", "A valve is a device that prevents backflow.", "Device", nil, nil},
		{"about it in other words", "check valve", "A one-way check valve is a device for a fluid.", "Device", nil,
			[]string{"likely: check valve < valve"}},
		{"plural genus", "backstop", "Valves that prevent backflow.", "Device", nil, nil},
		{"either genus", "backstop", "A valve or a lid that prevents backflow.", "Device", nil, nil},
		{"altered genus", "backstop", "An absent valve that prevents backflow.", "Device", nil, nil},
		{"denied", "check valve", "A valve that stops a fluid and is not a valve.", "Device", nil,
			[]string{"possible: check valve < valve"}},
		{"privative", "former valve", "A valve that was removed.", "Device", nil, nil},
		{"a measure of two", "valve to pump ratio", "The number of valves by that of pumps.", "Device", nil, nil},
		{"another superclass is missing", "check valve", "A valve that lets a fluid pass one way.", "Thing", nil,
			[]string{"likely: check valve < valve"}},
		{"excluded by annotation", "check valve", "A valve that prevents backflow.", "Device", func(d *document) {
			d.add("AnnotationAssertion(:excluded_subClassOf :Subject :Valve)")
		}, nil},
		{"disjoint", "check valve", "A valve that prevents backflow.", "Device", func(d *document) {
			d.add("DisjointClasses(:Subject :Valve)")
		}, nil},
		{"its part", "check valve", "A valve that prevents backflow.", "Device", func(d *document) {
			d.add("SubClassOf(:Subject ObjectSomeValuesFrom(:partOf :Valve))")
		}, nil},
		{"to be said of a superclass", "steel check valve", "A check valve of steel.", "Middle", func(d *document) {
			d.class("Middle", "check valve", "A valve that prevents backflow.", "Device")
		}, nil},
		{"deprecated", "check valve", "A valve that prevents backflow.", "Device", func(d *document) {
			d.add(`AnnotationAssertion(<http://www.w3.org/2002/07/owl#deprecated> :Subject "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)`)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := valves()
			d.class("Subject", c.label, c.definition, c.super)
			if c.more != nil {
				c.more(d)
			}
			if got := found(t, d.index(t), "Subject"); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestSentences has singular and plural, says which synonym is meant, and counts the names that end
// in another.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, label, definition string
		more                    func(*document)
		want                    string
	}{
		{"a synonym", "backstop", "A faucet that prevents backflow.", func(d *document) {
			d.add("AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> :Valve \"faucet\")")
		}, "Its definition begins “A faucet that prevents …”; “faucet” is a synonym of Valve."},
		{"a label", "backstop", "A valve that prevents backflow.", nil,
			"Its definition begins “A valve that prevents …”."},
		{"one restriction", "check valve", "A valve that prevents backflow.", func(d *document) {
			d.add("SubClassOf(:Valve ObjectSomeValuesFrom(:partOf :Tool))")
			d.add("SubClassOf(:Subject ObjectSomeValuesFrom(:partOf :Tool))")
		}, "The only restriction of Valve holds for it: partOf some Tool."},
		{"two restrictions", "check valve", "A valve that prevents backflow.", func(d *document) {
			for _, filler := range []string{"Tool", "tool1"} {
				d.add("SubClassOf(:Valve ObjectSomeValuesFrom(:partOf :%s))", filler)
				d.add("SubClassOf(:Subject ObjectSomeValuesFrom(:partOf :%s))", filler)
			}
		}, "Both restrictions of Valve hold for it."},
		{"one subclass", "check valve", "A valve that prevents backflow.", func(d *document) {
			d.class("Child", "flap check", "", "Subject", "Valve")
		}, "Its only subclass is below Valve already."},
		{"one of two subclasses", "check valve", "A valve that prevents backflow.",
			func(d *document) {
				d.class("Child", "flap check", "", "Subject", "Valve")
				d.class("Other", "swing check", "", "Subject")
			}, "1 of its 2 subclasses is below Valve already."},
		{"such names", "steel ball valve", "A ball valve made of steel.", func(d *document) {
			for _, metal := range []string{"brass", "iron"} {
				d.class(metal, metal+" ball valve", "", "ballValve")
			}
			d.class("Check", "ball check valve", "", "Valve")
		}, "Subject ends in ballValve; here 2 of 2 other such names are subclasses."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := valves()
			d.class("Subject", c.label, c.definition, "Device")
			if c.more != nil {
				c.more(d)
			}
			x := d.index(t)
			list, err := Find(t.Context(), texts.New(x), likely.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range list {
				if x.Classes[f.Class].Fragment() == "Subject" {
					for _, e := range f.Evidence {
						got = append(got, e.Sentence(owl.IRI.Fragment))
					}
				}
			}
			if !slices.Contains(got, c.want) {
				t.Errorf("evidence %q, want %q", got, c.want)
			}
		})
	}
}

// TestNamesThatLie switches the names off where they do not follow the hierarchy.
func TestNamesThatLie(t *testing.T) {
	d := &document{}
	d.class("Mineral", "mineral", "")
	d.class("Ruby", "ruby", "", "Mineral")
	for _, w := range strings.Fields(
		"balas spinel red cape almandine brazilian siberian bohemian adelaide arizona") {
		d.class(w, w+" ruby", "A mineral that is red.", "Mineral")
	}
	if got := found(t, d.index(t), "balas"); len(got) > 0 {
		t.Errorf("found %q", got)
	}
}

// TestHostile bounds the time on labels of a thousand words and names that all share one.
func TestHostile(t *testing.T) {
	d := &document{}
	d.class("Root", "word", "")
	long := strings.Repeat("very ", 1000)
	for i := range 300 {
		d.class(fmt.Sprintf("L%d", i), long+fmt.Sprintf("word %d", i), long+". "+long, "Root")
	}
	for i := range 3000 {
		d.class(fmt.Sprintf("C%d", i), fmt.Sprintf("word a b c d e f g %d word", i),
			"A word word word.", "Root")
	}
	x := d.index(t)
	if _, err := Find(t.Context(), texts.New(x), likely.Options{}); err != nil {
		t.Fatal(err)
	}
}
