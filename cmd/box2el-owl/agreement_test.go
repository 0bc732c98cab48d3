package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shownAxiom is a suggested axiom as command, report and API show it.
type shownAxiom struct {
	Axiom       string  `json:"axiom"`
	Tier        string  `json:"tier"`
	Verdict     string  `json:"verdict"`
	Probability float64 `json:"probability"`
}

// TestAgreement checks that an axiom has one tier, one verdict and one probability: those of
// suggest are equal to those of check, of the report, and of the server for a class and for a run.
func TestAgreement(t *testing.T) {
	document, err := filepath.Abs("../../examples/places.obo")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("BOX2EL_HOME", home)
	t.Setenv("BOX2EL_ALLOW_PATH", filepath.Dir(document))
	output := func(args ...string) string {
		var out, errs bytes.Buffer
		code := run(args, &streams{in: strings.NewReader(""), out: &out, err: &errs})
		if code != exitDone {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		return out.String()
	}
	shown := make(map[string]shownAxiom)
	var subjects, axioms []string
	for line := range strings.Lines(output("suggest", document, "--json", "--limit", "500")) {
		var row struct {
			shownAxiom
			Subject string `json:"subject"`
		}
		decode(t, line, &row)
		shown[row.Axiom] = row.shownAxiom
		subjects, axioms = append(subjects, row.Subject), append(axioms, row.Axiom)
	}
	if len(shown) < 5 {
		t.Fatalf("%d suggestions", len(shown))
	}
	compared := make(map[string]int)
	compare := func(by string, row shownAxiom) {
		want, ok := shown[row.Axiom]
		if !ok {
			return
		}
		compared[by]++
		if row != want {
			t.Errorf("%s shows %v, suggest %v", by, row, want)
		}
	}

	checked := output(append([]string{"check", document, "--json"}, axioms...)...)
	for line := range strings.Lines(checked) {
		var row shownAxiom
		decode(t, line, &row)
		row.Probability = shown[row.Axiom].Probability // check prints none
		compare("check", row)
	}

	var report struct {
		Suggestions []shownAxiom `json:"suggestions"`
	}
	decode(t, output("report", document, "--json", "--dim", "4", "--steps", "10"), &report)
	for _, row := range report.Suggestions {
		compare("report", row)
	}

	client := &serveClient{t: t, ctx: t.Context(), home: home}
	server := client.start()
	defer server.Wait()
	defer server.Process.Kill()
	path := fmt.Sprint("/ontologies/",
		client.must("POST", "/ontologies", map[string]any{"path": document})["id"])
	client.must("POST", path+"/classify", nil)
	list := func(by, method, path string, body any) {
		text, err := client.send(method, path, body)
		for err != nil && (strings.Contains(err.Error(), "not-ready") ||
			strings.Contains(err.Error(), "not-classified")) {
			time.Sleep(20 * time.Millisecond)
			text, err = client.send(method, path, body)
		}
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			Items []shownAxiom `json:"items"`
		}
		decode(t, string(text), &page)
		for _, row := range page.Items {
			compare(by, row)
		}
	}
	for _, subject := range subjects {
		list("the server", "POST", path+"/suggestions:query",
			map[string]any{"subject": subject, "limit": 200})
	}
	list("a run", "GET", path+"/runs/1/suggestions", nil) // that of suggest
	for _, by := range []string{"check", "report", "the server", "a run"} {
		if compared[by] < 5 {
			t.Errorf("%s shows %d of the %d suggestions", by, compared[by], len(shown))
		}
	}
}

func decode(t *testing.T, text string, value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
