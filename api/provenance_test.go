package api

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"box2el-owl/api/contract"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// annotatedOrgans has axioms with contributor, date and source.
const annotatedOrgans = `Prefix(:=<http://x/>)
Prefix(dcterms:=<http://purl.org/dc/terms/>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://x/organs>
Declaration(AnnotationProperty(dcterms:contributor))
Declaration(AnnotationProperty(dcterms:date))
Declaration(AnnotationProperty(dcterms:source))
Declaration(Class(:Heart)) Declaration(Class(:Organ))
Declaration(Class(:Part)) Declaration(Class(:Bone))
SubClassOf(Annotation(dcterms:contributor <https://orcid.org/0000-0002-1825-0097>)
  Annotation(dcterms:date "2024-05-15"^^xsd:date) Annotation(dcterms:source "a book")
  :Heart :Organ)
SubClassOf(Annotation(dcterms:contributor <https://orcid.org/0000-0002-1825-0097>) :Organ :Part)
)`

// TestProvenance accepts an axiom in documents of four syntaxes without and with annotations.
func TestProvenance(t *testing.T) {
	curator, at := "0000-0001-5109-3700", regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	source, _, err := rdfio.Read(t.Context(), strings.NewReader(annotatedOrgans),
		rdfio.ReadOptions{File: "organs.ofn"})
	if err != nil {
		t.Fatal(err)
	}
	axiom := sub("Bone", "Organ")
	for _, format := range []string{"functional", "turtle", "rdfxml", "obo"} {
		t.Run(format, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			h := start(t, Options{Store: path})
			var document strings.Builder
			if err := rdfio.Write(&document, source, format); err != nil {
				t.Fatal(err)
			}
			c := curated{h, "/ontologies/" + h.classified(document.String()).ID}

			var p contract.Provenance
			c.ask("GET", c.at+"/provenance", nil, 200, &p)
			if p.Annotated != 2 || len(p.Write)+len(p.Preview) > 0 || len(p.Properties) != 4 ||
				p.Properties[0].Logical != 2 || p.Properties[1].Axioms != 1 {
				t.Fatalf("%+v", p)
			}
			contributor := p.Properties[0].Template
			if contributor.Value != "https://orcid.org/{orcid}" || !contributor.IRI ||
				p.Properties[1].Template.Value != "{date}" {
				t.Fatalf("templates %+v", p.Properties)
			}
			plain := c.decide("accept", axiom).Operation
			if plain.Axioms[0].Edited != nil {
				t.Errorf("annotated without a choice: %+v", plain.Axioms)
			}
			c.undo(200, plain.Id)

			write := []contract.AnnotationTemplate{contributor, p.Properties[1].Template}
			put := func(write []contract.AnnotationTemplate) map[string]any {
				return map[string]any{"write": write, "who": curator}
			}
			// axioms that were suggested could not be recognized
			c.refused(c.request("PUT", c.at+"/provenance", put(write)), 422, "invalid")
			unknown := contract.AnnotationTemplate{Property: "http://x/by", Value: "{program}"}
			c.refused(c.request("PUT", c.at+"/provenance",
				put([]contract.AnnotationTemplate{unknown})), 422, "invalid")
			write = append(write, p.Properties[2].Template)
			c.ask("PUT", c.at+"/provenance", put(write), 200, &p)
			if len(p.Preview) != 3 || p.Preview[0].Value != "https://orcid.org/"+curator ||
				!at.MatchString(p.Preview[1].Value) ||
				!strings.HasPrefix(p.Preview[2].Value, "box2el-owl") {
				t.Fatalf("preview %+v", p.Preview)
			}
			if err := h.end(); err != nil {
				t.Fatal(err)
			}
			h = start(t, Options{Store: path})
			c.harness = h
			c.ask("GET", c.at+"/provenance?who="+curator, nil, 200, &p)
			if len(p.Write) != 3 || len(p.Preview) != 3 {
				t.Fatalf("after a restart: %+v", p)
			}

			accepted := c.operate(200, map[string]any{"operation": "accept",
				"axioms": []string{axiom}, "who": curator}).Operation
			want := fmt.Sprintf(`SubClassOf(Annotation(<http://purl.org/dc/terms/contributor> `+
				`<https://orcid.org/%s>) `+
				`Annotation(<http://purl.org/dc/terms/date> "%s"^^<http://www.w3.org/2001/XMLSchema#date>) `+
				`Annotation(<http://purl.org/dc/terms/source> `+
				`"%s"^^<http://www.w3.org/2001/XMLSchema#string>) `+
				`<http://x/Bone> <http://x/Organ>)`, curator, p.Preview[1].Value, p.Preview[2].Value)
			if got := deref(accepted.Axioms[0].Edited); got != want {
				t.Errorf("added\n%s\nwant\n%s", got, want)
			}
			patch := string(c.ask("GET", c.at+"/patch", nil, 200, nil).body)
			if !strings.Contains(patch, curator) || strings.Contains(patch, "\n-") &&
				strings.Count(patch, "\n-") > 4 {
				t.Errorf("patch\n%s", patch)
			}
			asserted := func() bool {
				t.Helper()
				edited := c.ask("GET", c.at+"/document", nil, 200, nil).body
				read, _, err := rdfio.Read(t.Context(), strings.NewReader(string(edited)),
					rdfio.ReadOptions{File: "edited", Format: format})
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range read.Axioms {
					if owl.Canonical(a) == want {
						return true
					}
				}
				return false
			}
			if !asserted() {
				t.Errorf("not in the document:\n%s", patch)
			}
			// a reject, and its undo, concern the axiom with its annotations
			c.refused(c.request("POST", c.at+"/operations",
				map[string]any{"operation": "reject", "axioms": []string{axiom}}), 409, "asserted")
			rejected := c.operate(200, map[string]any{"operation": "reject",
				"axioms": []string{axiom}, "alsoEdit": true}).Operation
			if asserted() {
				t.Error("asserted after a reject")
			}
			c.undo(200, rejected.Id)
			if !asserted() {
				t.Error("not asserted after the reject has been undone")
			}
			c.undo(200, accepted.Id, axiom)
			if got := string(c.ask("GET", c.at+"/patch", nil, 200, nil).body); got != "" {
				t.Errorf("after undo the document differs:\n%s", got)
			}
			c.ask("PUT", c.at+"/provenance", put(nil), 422, nil)
			c.ask("PUT", c.at+"/provenance", put([]contract.AnnotationTemplate{}), 200, &p)
			if len(p.Write)+len(p.Preview) > 0 {
				t.Errorf("turned off: %+v", p)
			}
		})
	}
}
