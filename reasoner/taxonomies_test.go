package reasoner_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// TestTaxonomies compares the class hierarchies of real ontologies with ELK's. If ELK is complete,
// they are equal byte for byte; otherwise every subsumption of ELK must be found.
func TestTaxonomies(t *testing.T) {
	for _, golden := range append(outside.Glob(t, "ontologies", "*.taxonomy.gz"),
		outside.Glob(t, "corpus", "*.taxonomy.gz")...) {
		stem := strings.TrimSuffix(golden, ".taxonomy.gz")
		t.Run(stem[strings.LastIndexByte(stem, '/')+1:], func(t *testing.T) {
			ontology, about := describe(t, stem)
			o, _, err := rdfio.ReadFile(context.Background(), ontology,
				rdfio.ReadOptions{NoImports: true, Base: about.Base})
			if err != nil {
				var parse *rdfio.ParseError
				if errors.As(err, &parse) {
					t.Skipf("not read: %v", err)
				}
				t.Fatal(err)
			}
			taxonomy := classify(t, normalize(t, o), 2)
			if want := string(outside.Unpack(t, golden)); tsv(t, taxonomy) != want {
				compareTaxonomies(t, o, taxonomy, want, about)
			}
		})
	}
}

// description holds the metadata of an ontology in corpus/*.json.
type description struct {
	Base string `json:"base"`
	ELK  struct {
		Complete bool     `json:"complete"`
		Because  []string `json:"incomplete_because"`
	} `json:"elk"`
	Comparable *bool `json:"taxonomy_comparable"`
}

// describe returns the ontology of a golden taxonomy.
func describe(t *testing.T, stem string) (path string, about description) {
	t.Helper()
	if text, err := os.ReadFile(stem + ".json"); err == nil {
		if err := json.Unmarshal(text, &about); err != nil {
			t.Fatal(err)
		}
		if about.Comparable != nil && !*about.Comparable {
			t.Skip("the taxonomy names entities that the OWL API invented")
		}
	}
	for _, ending := range []string{".gz", ".owl.gz", ".ofn.gz", ".ttl.gz", ".obo.gz", ".owl"} {
		if _, err := os.Stat(stem + ending); err == nil {
			return stem + ending, about
		}
	}
	t.Fatalf("no ontology beside %s", stem)
	return "", about
}

// compareTaxonomies checks that no subsumption of ELK is missing, and reports additional ones.
// ELK's files have additional classes, because the OWL API also classifies names by their use.
func compareTaxonomies(
	t *testing.T, o *owl.Ontology, got *reasoner.Taxonomy, want string, about description,
) {
	t.Helper()
	ours := make(map[owl.Class]bool)
	for _, c := range append(got.Classes(), owl.Thing, owl.Nothing) {
		ours[c] = true
	}
	class := func(name string) owl.Class { return owl.Class{IRI: owl.NewIRI(name)} }
	above := make(map[string][]string) // ELK's direct subsumptions, equivalences both ways
	strangers, lost := 0, 0
	check := func(sub, super string) {
		above[sub] = append(above[sub], super)
		switch c, d := class(sub), class(super); {
		case !ours[c] || !ours[d]:
			strangers++
		case !got.IsSubsumedBy(c, d):
			lost++
			t.Errorf("missing: %s ⊑ %s", sub, super)
		}
	}
	for line := range strings.Lines(want) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case fields[0] == "INCONSISTENT":
			if got.Consistent() {
				t.Error("not found inconsistent")
			}
			return
		case fields[0] == "UNSAT":
			check(fields[1], owl.Nothing.IRI.String())
		case fields[0] == "EQ":
			for i, c := range fields[1:] {
				check(c, fields[1+(i+1)%(len(fields)-1)])
			}
		default:
			check(fields[0], fields[1])
		}
	}
	extra := extras(got, above)
	t.Logf(
		"%d subsumptions beyond ELK's, %d lines about names that are no classes here; ELK is incomplete because of %v", len(extra), strangers, about.ELK.Because)
	explainExtras(t, o, extra, above)
	if about.ELK.Complete {
		t.Errorf("ELK is complete, and the taxonomies differ")
	}
}

// explainExtras counts the additional subsumptions that depend on axioms outside EL. ELK drops such
// axioms; this reasoner uses a part of them.
func explainExtras(t *testing.T, o *owl.Ontology, extra []string, above map[string][]string) {
	t.Helper()
	if len(extra) == 0 {
		return
	}
	_, report, err := el.Normalize(t.Context(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reasons := make(map[string]int)
	dropped := make(map[int]bool)
	for _, omission := range report.Omissions {
		dropped[omission.Axiom] = true
		reasons[omission.Reason.String()]++
	}
	within := &owl.Ontology{IRI: o.IRI}
	for i, a := range o.Axioms {
		if !dropped[i] {
			within.Axioms = append(within.Axioms, a)
		}
	}
	still := extras(classify(t, normalize(t, within), 2), above)
	t.Logf("%d of them rest on axioms beyond EL: %v", len(extra)-len(still), reasons)
	for _, line := range still[:min(len(still), 10)] {
		t.Logf("within EL: %s", line)
	}
}

// extras lists the direct subsumptions of a taxonomy that another one does not entail.
func extras(got *reasoner.Taxonomy, above map[string][]string) []string {
	thing, nothing := owl.Thing.IRI.String(), owl.Nothing.IRI.String()
	follows := func(sub, super string) bool {
		seen := map[string]bool{sub: true}
		for todo := []string{sub}; len(todo) > 0; {
			c := todo[0]
			todo = todo[1:]
			if c == super || c == nothing || super == thing {
				return true
			}
			for _, d := range above[c] {
				if !seen[d] {
					seen[d] = true
					todo = append(todo, d)
				}
			}
		}
		return false
	}
	var extra []string
	for sub, super := range got.Direct() {
		if !follows(sub.IRI.String(), super.IRI.String()) {
			extra = append(extra, sub.IRI.String()+" ⊑ "+super.IRI.String())
		}
	}
	for _, c := range got.Unsatisfiable() {
		if !follows(c.IRI.String(), nothing) {
			extra = append(extra, "unsatisfiable "+c.IRI.String())
		}
	}
	return extra
}
