package dataset

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"

	"github.com/google/go-cmp/cmp"
)

// small returns the ontologies in testdata and the smaller ones outside the repository.
func small(t *testing.T) []string {
	files, err := filepath.Glob("testdata/normal_form/*.ofn")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range outside.Glob(t, "ontologies", "*.gz") {
		if !strings.Contains(file, ".taxonomy.") && !strings.Contains(file, "obo-medium") {
			files = append(files, file)
		}
	}
	return files
}

// TestNormalFormBack converts a data set to normal form and back. The axioms must be the same.
func TestNormalFormBack(t *testing.T) {
	ctx := context.Background()
	for _, file := range small(t) {
		onto, nf := readOntology(t, file)
		d, _, err := FromNormalForm(ctx, nf, onto, NormalFormOptions{})
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := FromNormalForm(ctx, d.NormalForm(&d.Train), nil, NormalFormOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for form := range NumForms { // assertions are compared by form, not order
			if diff := cmp.Diff(sortedRows(d.Train[form]),
				sortedRows(back.Train[form])); diff != "" {
				t.Errorf("%s: %v (-before +after):\n%s", file, form, diff)
			}
		}
		d.Auxiliary, d.Deprecated, back.Auxiliary = nil, nil, nil
		d.Train, back.Train = Axioms{}, Axioms{}
		if before, after := dump(d), dump(back); !bytes.Equal(before, after) {
			t.Errorf("%s (-before +after):\n%s", file, cmp.Diff(string(before), string(after)))
		}
	}
}

// TestNormalFormTaxonomy classifies ontologies directly and via a data set. Only axioms that a data
// set leaves out may be missing, and no subsumption of these ontologies depends on them.
func TestNormalFormTaxonomy(t *testing.T) {
	ctx := context.Background()
	for _, file := range small(t) {
		onto, nf := readOntology(t, file)
		direct := classified(t, nf)
		var unsatisfiable []el.Concept
		for _, c := range direct.Unsatisfiable() {
			concept, _ := nf.ConceptOf(c)
			unsatisfiable = append(unsatisfiable, concept)
		}
		d, report, err := FromNormalForm(ctx, nf, onto,
			NormalFormOptions{Unsatisfiable: unsatisfiable})
		if err != nil {
			t.Fatal(err)
		}
		indirect := classified(t, d.NormalForm(&d.Train))
		leftOut := len(nf.HasSelf)+len(nf.SelfSubs)+len(nf.Reflexive) > 0 ||
			slices.ContainsFunc(report.Ids.Concepts, nf.IsDataConcept)
		known := make(map[string]bool)
		for id, name := range d.Classes {
			known[name] = !d.Auxiliary[id]
		}
		for id, concept := range report.Ids.Concepts {
			if nf.Kind(concept) != el.NamedClass {
				continue
			}
			class := nf.Class(concept)
			want := namedSupers(direct, known, class)
			got := namedSupers(indirect, known, owl.Class{IRI: owl.NewIRI(d.Classes[id])})
			if leftOut {
				want = slices.DeleteFunc(want,
					func(name string) bool { return !slices.Contains(got, name) })
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: superclasses of %v (-want +got):\n%s", file, class, diff)
			}
		}
	}
}

func classified(t *testing.T, nf *el.Ontology) *reasoner.Taxonomy {
	t.Helper()
	taxonomy, err := reasoner.Classify(context.Background(), nf, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return taxonomy
}

// namedSupers returns the superclasses that are classes of the ontology and of the data set.
func namedSupers(taxonomy *reasoner.Taxonomy, known map[string]bool, c owl.Class) []string {
	var names []string
	supers, _ := taxonomy.Subsumers(c)
	for _, super := range supers {
		if name := super.IRI.String(); known[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
