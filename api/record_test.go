package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"box2el-owl/internal/golden"
)

// exchange is a request of the record. ID in the path is the ontology, JOB the last job.
type exchange struct{ method, path, body string }

const pizzeriaIRI = "http://example.org/pizzeria#"

func classAxiom(sub, super string) string {
	return fmt.Sprintf("SubClassOf(<%s%s> <%s%s>)", pizzeriaIRI, sub, pizzeriaIRI, super)
}

// exchanges are the requests in their order, on the example pizzeria.ttl.
func exchanges() []exchange {
	diavola := url.PathEscape(pizzeriaIRI + "Diavola")
	decide := func(action, axiom string) string {
		return fmt.Sprintf(
			`{"decisions":[{"axiom":%q,"action":%q,"comment":"recorded"}],"who":"test"}`, axiom, action)
	}
	asked := func(more string) string {
		return fmt.Sprintf(`{"subject":%q%s}`, pizzeriaIRI+"Diavola", more)
	}
	return []exchange{
		{"GET", "/health", ""},
		{"GET", "/ontologies", ""},
		{"GET", "/ontologies/ID", ""},
		{"POST", "/ontologies/ID/classify", ""},
		{"GET", "/ontologies/ID", ""},
		{"GET", "/ontologies/ID/document", ""},
		{"GET", "/ontologies/ID/document?format=ofn", ""},
		{"GET", "/ontologies/ID/document?format=owl", ""},
		{"GET", "/ontologies/ID/document?format=no", ""},
		{"GET", "/ontologies/ID/classes?q=pizza", ""},
		{"GET", "/ontologies/ID/classes?q=diavolo", ""},
		{"GET", "/ontologies/ID/classes?limit=3", ""},
		{"GET", "/ontologies/ID/classes?q=%27", ""},
		{"GET", "/ontologies/ID/classes/" + diavola, ""},
		{"GET", "/ontologies/ID/classes/urn:nothing", ""},
		{"GET", "/ontologies/ID/taxonomy", ""},
		{"GET", "/ontologies/ID/taxonomy?below=" + url.QueryEscape(pizzeriaIRI+"Dish"), ""},
		{"GET", "/ontologies/ID/profile", ""},
		{"GET", "/ontologies/ID/doubtful", ""},
		{"POST", "/ontologies/ID/query", `{"expression":"pizza"}`},
		{"POST", "/ontologies/ID/query", `{"expression":"pizza","direct":true}`},
		{"POST", "/ontologies/ID/query", `{"expression":"pizza and"}`},
		{"POST", "/ontologies/ID/query", `{"expression":"unicorn"}`},
		{"POST", "/ontologies/ID/explanations", fmt.Sprintf(`{"axiom":%q}`, classAxiom("Diavola", "Dish"))},
		{"POST", "/ontologies/ID/explanations", fmt.Sprintf(`{"axiom":%q,"justifications":5}`,
			classAxiom("GardenHamTopping", "FishTopping"))},
		{"POST", "/ontologies/ID/explanations", `{}`},
		{"POST", "/ontologies/ID/entailment:check", fmt.Sprintf(`{"axioms":[%q]}`, classAxiom("Diavola", "Dish"))},
		{"POST", "/ontologies/ID/entailment:check", fmt.Sprintf(`{"axioms":[%q]}`,
			classAxiom("Diavola", "AllergenDish"))},
		{"POST", "/ontologies/ID/entailment:check", `{"axioms":["SubClassOf("]}`},
		{"POST", "/ontologies/ID/effects", fmt.Sprintf(`{"axioms":[%q]}`, classAxiom("Diavola", "AllergenDish"))},
		{"POST", "/ontologies/ID/suggestions:query", asked("")},
		{"POST", "/ontologies/ID/suggestions:query", asked(`,"tiers":["likely","possible","speculative"]`)},
		{"POST", "/ontologies/ID/suggestions:query", asked(`,"tiers":["speculative"],"limit":3,"rejected":true`)},
		{"POST", "/ontologies/ID/suggestions:query", asked(`,"tiers":["speculative"],"forms":["NF3"],"limit":5`)},
		{"POST", "/ontologies/ID/suggestions:query", `{"subject":"urn:nothing"}`},
		{"POST", "/ontologies/ID/suggestions:query", asked(`,"unknown":1`)},
		{"POST", "/ontologies/ID/placements", `{"label":"spicy vegetarian pizza"}`},
		{"POST", "/ontologies/ID/placements", `{"label":"diavola"}`},
		{"POST", "/ontologies/ID/placements", fmt.Sprintf(`{"class":%q}`, pizzeriaIRI+"Diavola")},
		{"POST", "/ontologies/ID/placements", `{}`},
		{"GET", "/ontologies/ID/decisions", ""},
		{"POST", "/ontologies/ID/decisions", decide("accept", classAxiom("Diavola", "AllergenDish"))},
		{"POST", "/ontologies/ID/decisions", decide("reject", classAxiom("Margherita", "AllergenDish"))},
		{"POST", "/ontologies/ID/decisions", decide("defer", classAxiom("Napoletana", "AllergenDish"))},
		{"POST", "/ontologies/ID/decisions", decide("no", classAxiom("Napoletana", "AllergenDish"))},
		{"GET", "/ontologies/ID/decisions", ""},
		{"GET", "/ontologies/ID/decisions?current=true", ""},
		{"GET", "/ontologies/ID/decisions/export?format=tsv", ""},
		{"GET", "/ontologies/ID/decisions/export?format=robot", ""},
		{"GET", "/ontologies/ID/decisions/export?format=kgcl", ""},
		{"POST", "/ontologies/ID/trainings", `{"dim":4,"steps":20}`},
		{"GET", "/jobs/JOB", ""},
		{"GET", "/jobs", ""},
		{"GET", "/jobs/none", ""},
		{"POST", "/ontologies/ID/runs", `{}`},
		{"GET", "/ontologies/ID/runs", ""},
		{"GET", "/ontologies/ID/runs/1/suggestions", ""},
		{"GET", "/ontologies/ID/runs/1/suggestions?tier=likely&sort=subject", ""},
		{"GET", "/ontologies/ID/runs/99/suggestions", ""},
		{"GET", "/ontologies/ID/documents", ""},
		{"GET", "/ontologies/ID/documents/1", ""},
		{"GET", "/ontologies/ID/documents/99", ""},
		{"GET", "/ontologies/ID/neighbourhood/" + diavola, ""},
		{"GET", "/ontologies/ID/neighbourhood/urn:nothing", ""},
		{"POST", "/ontologies/ID/reports", `{"dim":4,"steps":20}`},
		{"GET", "/ontologies/ID/reports/comparison.tsv", ""},
		{"PATCH", "/ontologies/ID", `{"add":["SubClassOf("]}`},
		{"DELETE", "/jobs/none", ""},
		{"GET", "/ontologies/none", ""},
		{"DELETE", "/ontologies/ID", ""},
		{"GET", "/ontologies/ID", ""},
	}
}

// TestRecord compares the responses to about sixty requests with a golden file: the status, the
// size and the first characters. Identifiers, times, hashes and revisions are left out.
func TestRecord(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the recorded sizes include the name of the platform")
	}
	h := start(t, Options{})
	document, err := os.ReadFile(filepath.Join("..", "examples", "pizzeria.ttl"))
	if err != nil {
		t.Fatal(err)
	}
	id, job := h.open(string(document)).ID, ""
	var record bytes.Buffer
	for _, x := range exchanges() {
		path := strings.NewReplacer("/ID", "/"+id, "/JOB", "/"+job).Replace(x.path)
		var body any
		if x.body != "" {
			body = x.body
		}
		got := h.do(h.request(x.method, path, body))
		var begun struct{ ID, Kind string }
		if got.status == 202 && json.Unmarshal(got.body, &begun) == nil {
			job = begun.ID
			h.awaitJob(job)
			for bytes.Contains(h.do(h.request("GET", "/ontologies/"+id, nil)).body,
				[]byte(`"preparing"`)) {
				time.Sleep(5 * time.Millisecond)
			}
		}
		text := anonymous(string(got.body), id, job)
		const shown = 1000
		fmt.Fprintf(&record, "%s %s %s\n%d, %d bytes\n%s\n\n", x.method, x.path, x.body, got.status,
			len(text),
			strings.TrimSpace(text[:min(shown, len(text))]))
	}
	golden.Check(t, filepath.Join("testdata", "record.txt"), record.Bytes())
}

// differs matches times, hashes, identifiers of requests and decisions, and measured numbers.
var differs = regexp.MustCompile(
	`provenance\tseconds[^\n]*|\d{4}-\d\d-\d\dT[0-9:.]+Z|[0-9a-f]{64}|[0-9a-f]{32}|\b[a-z2-7]{26}\b|\b[A-Z2-7]{26}\b` +
		`|request-\w+|\b01[0-9A-HJKMNP-TV-Z]{24}\b|"state":"(queued|running)"|"(\w*[sS]econds|\w*Millis|bytes|memory|\w*PerSecond)":[-+0-9.e]+`)

func anonymous(body, id, job string) string {
	body = strings.ReplaceAll(body, id, "ID")
	if job != "" {
		body = strings.ReplaceAll(body, job, "JOB")
	}
	return differs.ReplaceAllString(body, "X")
}
