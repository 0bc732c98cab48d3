package workspace

import (
	"os"
	"regexp"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestNamesShown counts, in two ontologies with missing imports, the relations of RO, BFO and IAO
// that rows show by a bare id, and the entities with a shared label and without an ID.
func TestNamesShown(t *testing.T) {
	id := regexp.MustCompile(`\b(RO|BFO|IAO)[:_][0-9]{7}\b`)
	for _, name := range []string{"cl-edit.ofn.gz", "obo-medium.ttl.gz"} {
		t.Run(name, func(t *testing.T) {
			path := outside.Data(t, "ontologies", name)
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
			_, err = o.Replace(t.Context(), OneDocument(file, ""), ReplaceOptions{})
			if err != nil {
				t.Fatal(err)
			}
			v := o.View()
			entities := make(map[owl.IRI]bool)
			properties, bare := make(map[owl.IRI]bool), 0
			for _, a := range v.OWL().Axioms {
				for _, e := range owl.AxiomSignature(a) {
					if _, ok := e.(owl.ObjectProperty); ok {
						properties[e.EntityIRI()] = true
					}
					entities[e.EntityIRI()] = true
				}
			}
			for iri := range properties {
				shown := v.Name(iri).Label
				// BFO:0000068 was removed from BFO; no table has its label.
				if id.MatchString(shown) && shown != "BFO:0000068" {
					bare++
					t.Logf("bare id: %s", shown)
				}
			}
			labels, shared := make(map[string][]owl.IRI), 0
			for iri := range entities {
				label := v.Name(iri).Label
				labels[label] = append(labels[label], iri)
			}
			for label, list := range labels {
				for _, iri := range list {
					if len(list) > 1 && v.Name(iri).ID == "" {
						if shared++; shared < 5 {
							t.Logf("shared label without id: %s <%s>", label, iri)
						}
					}
				}
			}
			t.Logf("%d axioms, %d entities: %d bare ids, %d shared labels without id",
				len(v.OWL().Axioms), len(entities), bare, shared)
			if bare > 0 || shared > 0 {
				t.Error("names are missing")
			}
		})
	}
}
