package curate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/curate"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

const cells = `Prefix(:=<http://x/>) Prefix(obo:=<http://purl.obolibrary.org/obo/>) Ontology(<http://x/>
SubClassOf(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Progenitor))
SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Stem))
SubClassOf(:Nucleus ObjectSomeValuesFrom(obo:BFO_0000050 :Basophil))
%s)`

// builtIn classifies a document of cells with further axioms.
func builtIn(t *testing.T, axioms string) (*owl.Ontology, *reasoner.Reasoner, *curate.BuiltIn) {
	t.Helper()
	text := fmt.Sprintf(cells, axioms)
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o, r, curate.NewBuiltIn(func() *owl.Ontology { return o }, r)
}

func axiom(t *testing.T, text string) owl.Axiom {
	t.Helper()
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://x/")
	prefixes.Set("obo", "http://purl.obolibrary.org/obo/")
	a, err := owl.ParseAxiom(text, prefixes)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// ask returns whether an axiom is entailed with built-in axioms, and by which.
func ask(t *testing.T, b *curate.BuiltIn, text string) (bool, string) {
	t.Helper()
	a := axiom(t, text)
	entailed, err := b.EntailsEach(t.Context(), []owl.Axiom{a})
	if err != nil {
		t.Fatal(err)
	}
	assuming, err := b.Assuming(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, a := range assuming {
		short := strings.ReplaceAll(owl.Canonical(a.Axiom), "http://purl.obolibrary.org/obo/", "")
		list = append(list, short+" "+a.Source)
	}
	return entailed[0], strings.Join(list, ", ")
}

const stem = "SubClassOf(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Stem))"

func TestBuiltIn(t *testing.T) {
	for _, test := range []struct {
		name, more, ask string
		entailed        bool
		assuming        string
	}{
		{"transitive", "", stem, true, "TransitiveObjectProperty(<RO_0002202>) RO"},
		{"not entailed", "", "SubClassOf(:Stem ObjectSomeValuesFrom(obo:RO_0002202 :Basophil))", false, ""},
		{"asserted", "", "SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Stem))", true, ""},
		{"described in the file", "IrreflexiveObjectProperty(obo:RO_0002202)", stem, false, ""},
		{
			"a subproperty and transitivity", "SubClassOf(:Stem ObjectSomeValuesFrom(obo:RO_0002207 :Cell))",
			"SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Cell))", true,
			"SubObjectPropertyOf(<RO_0002207> <RO_0002202>) RO, " +
				"TransitiveObjectProperty(<RO_0002202>) RO",
		},
		{
			"a contradicting axiom is left out",
			"DisjointClasses(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Stem)) " +
				"SubClassOf(:Cell ObjectSomeValuesFrom(obo:BFO_0000050 :Nucleus))",
			"SubClassOf(:Cell ObjectSomeValuesFrom(obo:BFO_0000050 :Basophil))", true,
			"TransitiveObjectProperty(<BFO_0000050>) RO",
		},
		{
			"what would contradict is not entailed",
			"DisjointClasses(:Basophil ObjectSomeValuesFrom(obo:RO_0002202 :Stem))", stem, false, "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, b := builtIn(t, test.more)
			if entailed, assuming := ask(t, b, test.ask); entailed != test.entailed ||
				assuming != test.assuming {
				t.Errorf("got %t, %q; want %t, %q", entailed, assuming, test.entailed,
					test.assuming)
			}
		})
	}
}

// TestBuiltInAfterEdits compares edited built-in reasoners with new ones.
func TestBuiltInAfterEdits(t *testing.T) {
	o, r, b := builtIn(t, "")
	ask(t, b, stem)
	for _, edit := range []struct {
		add, remove string
		entailed    bool
	}{
		{"", "SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Stem))", false},
		{"SubClassOf(:Progenitor ObjectSomeValuesFrom(obo:RO_0002202 :Stem))", "", true},
		{"IrreflexiveObjectProperty(obo:RO_0002202)", "", false},
		{"", "IrreflexiveObjectProperty(obo:RO_0002202)", true},
	} {
		next := &owl.Ontology{Axioms: slices.Clone(o.Axioms)}
		var add, remove []owl.Axiom
		if edit.add != "" {
			add = append(add, axiom(t, edit.add))
			next.Axioms = append(next.Axioms, add...)
		}
		if edit.remove != "" {
			remove = append(remove, axiom(t, edit.remove))
			next.Axioms = slices.DeleteFunc(next.Axioms,
				func(a owl.Axiom) bool { return owl.Compare(a, remove[0]) == 0 })
		}
		var err error
		if r, err = r.Apply(t.Context(), add, remove); err != nil {
			t.Fatal(err)
		}
		o, b = next, b.Edited(func() *owl.Ontology { return next }, r)
		if entailed, _ := ask(t, b, stem); entailed != edit.entailed {
			t.Errorf("+ %s - %s: entailed %t, want %t", edit.add, edit.remove, entailed,
				edit.entailed)
		}
	}
}

// TestBuiltInTaxonomy tests that classification does not change when built-in axioms are asked.
func TestBuiltInTaxonomy(t *testing.T) {
	_, r, b := builtIn(t, "EquivalentClasses(:Old ObjectSomeValuesFrom(obo:RO_0002202 :Stem))")
	var before, after strings.Builder
	if err := reasoner.WriteTSV(&before, r.Taxonomy()); err != nil {
		t.Fatal(err)
	}
	if entailed, _ := ask(t, b, "SubClassOf(:Basophil :Old)"); !entailed {
		t.Error("built-in axioms do not entail SubClassOf(:Basophil :Old)")
	}
	if err := reasoner.WriteTSV(&after, r.Taxonomy()); err != nil {
		t.Fatal(err)
	}
	if before.String() != after.String() || strings.Contains(after.String(), "Basophil>\t<http://x/Old") {
		t.Errorf("the taxonomy has changed:\n%s\n%s", before.String(), after.String())
	}
}

// TestBuiltInJudged compares the built-in axioms with the suggestions that were read by hand: no
// row that is right may be entailed, and the rows that follow by a relation's characteristic should
// be.
func TestBuiltInJudged(t *testing.T) {
	for _, file := range outside.Glob(t, "judged", "*.tsv") {
		name := strings.TrimSuffix(filepath.Base(file), ".tsv")
		t.Run(name, func(t *testing.T) {
			o := judgedOntology(t, name)
			r, err := reasoner.New(t.Context(), o, reasoner.Options{})
			if err != nil {
				t.Fatal(err)
			}
			b := curate.NewBuiltIn(func() *owl.Ontology { return o }, r)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			counts := make(map[string][2]int)
			for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
				cells := strings.Split(line, "\t")
				a, judgement := axiom(t, cells[1]), cells[7]
				entailed, err := b.EntailsEach(t.Context(), []owl.Axiom{a})
				if err != nil {
					t.Fatal(err)
				}
				n := counts[judgement]
				n[0]++
				switch {
				case entailed[0]:
					n[1]++
					if judgement == "right" || judgement == "wrong" {
						_, assuming := ask(t, b, cells[1])
						t.Errorf("row %s is %s and entailed by %s: %s", cells[0], judgement,
							assuming, cells[1])
					}
				case judgement == "implied" &&
					strings.Contains(cells[8], "relation's characteristic"):
					t.Errorf("row %s is implied, and not entailed: %s", cells[0], cells[1])
				}
				counts[judgement] = n
			}
			t.Logf("judgement: rows, entailed with built-in axioms: %v", counts)
		})
	}
}

// judgedOntology reads the ontology that suggestions were read of.
func judgedOntology(t *testing.T, name string) *owl.Ontology {
	t.Helper()
	for _, dir := range []string{"ontologies", "corpus"} {
		files, err := filepath.Glob(filepath.Join(outside.Data(t, dir), name+".*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.Contains(file, ".taxonomy") {
				continue
			}
			o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
	}
	t.Skipf("no ontology %s", name)
	return nil
}
