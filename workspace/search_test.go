package workspace

import (
	"os"
	"slices"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// found asks for the first class, and fails if it is not the wanted one.
func found(t *testing.T, v *View, query, want, scope string) {
	t.Helper()
	page, err := v.Classes(t.Context(), query, Page{Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range page.Items {
		if item.Label == want && (scope == "" || item.Scope == scope) {
			return
		}
	}
	t.Errorf("%q: %v, want %s", query, page.Items, want)
}

// TestForgivingSearch finds classes of the Cell Ontology by names with typos, in another order, in
// the plural, by synonyms and in all forms of an id.
func TestForgivingSearch(t *testing.T) {
	w, _ := openAt(t, t.TempDir())
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("../api/testdata/cl-edit.ofn.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := o.Replace(t.Context(), OneDocument(file, ""), ReplaceOptions{}); err != nil {
		t.Fatal(err)
	}
	v := o.View()
	for _, test := range []struct{ query, want, scope string }{
		{"macrphage", "macrophage", ""}, {"fibroblst", "fibroblast", ""},
		{"tcell", "T cell", ""}, {"neurons", "neuron", ""},
		{"cell T", "T cell", ""}, {"b cell memory", "memory B cell", ""},
		{"histiocyte", "macrophage", ""},
		{"obo:CL_0000084", "T cell", "id"}, {"CL:0000084", "T cell", "id"},
		{"CL_0000084", "T cell", "id"},
		{"http://purl.obolibrary.org/obo/CL_0000084", "T cell", "id"},
		{"immature T cell", "immature T cell", ""},
	} {
		found(t, v, test.query, test.want, test.scope)
	}
	if page, err := v.Classes(t.Context(), "qqqqzzzz", Page{}); err != nil || page.Total != 0 {
		t.Errorf("nonsense finds %v, %v", page.Items, err)
	}
}

// TestSearchInOtherLanguages finds a class by a label that is not shown.
func TestSearchInOtherLanguages(t *testing.T) {
	v := classified(t, `Prefix(:=<http://x/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://x/o> Declaration(Class(:Cell))
AnnotationAssertion(rdfs:label :Cell "cell"@en)
AnnotationAssertion(rdfs:label :Cell "Zelle"@de)
AnnotationAssertion(rdfs:label :Cell "細胞"@ja))`).View()
	for _, query := range []string{"Zelle", "Zellen", "細胞", "cells"} {
		scope := "label"
		if query == "cells" {
			scope = ""
		}
		found(t, v, query, "cell", scope)
	}
}

// TestLanguages names a class in the language asked for.
func TestLanguages(t *testing.T) {
	v := classified(t, `Prefix(:=<http://x/>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://x/o> SubClassOf(:Cell :Thing)
AnnotationAssertion(rdfs:label :Cell "cell"@en) AnnotationAssertion(rdfs:label :Thing "thing"@en)
AnnotationAssertion(rdfs:label :Cell "Zelle"@de))`).View()
	if got := v.Languages(); !slices.Equal(got, []string{"en", "de"}) {
		t.Errorf("languages %q", got)
	}
	cell := owl.NewIRI("http://x/Cell")
	for language, want := range map[string]string{"": "cell", "de": "Zelle", "fr": "cell"} {
		if got := v.In(language).Name(cell).Label; got != want {
			t.Errorf("in %q the class is %q, want %q", language, got, want)
		}
	}
	found(t, v.In("de"), "cell", "Zelle", "")
}

// TestSearchInMany bounds the time of a search in 48,000 classes.
func TestSearchInMany(t *testing.T) {
	path := outside.Data(t, "ontologies", "obo-medium.ttl.gz")
	w, _ := openAt(t, t.TempDir())
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := o.Replace(t.Context(), OneDocument(file, ""), ReplaceOptions{}); err != nil {
		t.Fatal(err)
	}
	v := o.View()
	v.lookup().index()
	for _, query := range []string{"macrphage", "kidneys", "cell epithelial kidney",
		"mitochondrail", "UBERON:0002113", "t", "cell", "qqqqzzzzwwww xxxxyyyyzz"} {
		best := time.Hour
		for range 3 {
			start := time.Now()
			if _, err := v.Classes(t.Context(), query, Page{Limit: 30}); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		t.Logf("%q: %v", query, best)
	}
	found(t, v, "kidneys", "kidney", "")
	found(t, v, "macrphage", "macrophage", "")
	found(t, v, "UBERON:0002113", "UBERON:0002113", "id")
}
