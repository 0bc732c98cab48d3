package api

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/api/contract"
	"box2el-owl/jobs"
)

// TestDocuments replaces a document seven times. The present and the last five before it are
// returned byte for byte, after a restart too, and undoing a replacement can be undone.
func TestDocuments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: path})
	c := openOrgans(t, h)
	sent := []string{organs}
	for i := range 7 {
		sent = append(sent, fmt.Sprintf("# version %d\n%s\n", i, organs))
		c.ask("PUT", c.at, sent[len(sent)-1], 200, nil)
	}
	check := func(current int) {
		t.Helper()
		var list contract.DocumentList
		c.ask("GET", c.at+"/documents", nil, 200, &list)
		if len(list.Items) != 6 {
			t.Fatalf("%d documents: %+v", len(list.Items), list.Items)
		}
		for i, d := range list.Items { // the latest first
			want := sent[len(sent)-1-i]
			got := c.ask("GET", fmt.Sprintf("%s/documents/%d", c.at, d.Number), nil, 200, nil)
			if string(got.body) != want || d.Size != int64(len(want)) ||
				d.Current != (i == current) || d.Format != "functional" ||
				d.IRI != "http://x/organs" {
				t.Errorf("document %d: %+v; %d bytes, want %d", i, d, len(got.body), len(want))
			}
		}
	}
	check(0)
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	h = start(t, Options{Store: path})
	c.harness = h
	check(0)

	var page contract.OperationPage
	c.ask("GET", c.at+"/operations", nil, 200, &page)
	replace := page.Items[0]
	undone := c.undo(200, replace.Id).Operation
	check(1)
	redone := c.undo(200, undone.Id).Operation
	check(0)
	c.undo(409, undone.Id)
	axiom := sub("Bone", "Organ")
	edit := c.operate(200, map[string]any{"operation": "edit", "add": []string{axiom}}).Operation
	for _, id := range []string{replace.Id, redone.Id} {
		undo := map[string]any{"operation": "undo", "undoes": id}
		c.refused(c.request("POST", c.at+"/operations", undo), 409, "touched")
	}
	c.undo(200, edit.Id)
	c.undo(200, redone.Id)
	check(1)
	c.refused(c.request("GET", c.at+"/documents/1", nil), 404, "unknown") // no longer kept
	c.refused(c.request("GET", c.at+"/documents/none", nil), 404, "unknown")
}

// TestTags: an answer has a tag, which is good until the ontology changes.
func TestTags(t *testing.T) {
	h := start(t, Options{})
	c := curated{h, "/ontologies/" + h.untrained(organs).ID} // no background work changes it
	heart := "http:%2F%2Fx%2FHeart"
	paths := []string{"", "/document?format=ttl", "/classes/" + heart}
	for _, o := range c.operations {
		path, ofOntology := strings.CutPrefix(o.route.Path, "/ontologies/{id}")
		if ofOntology && o.byRevision && !strings.Contains(path, "{") {
			paths = append(paths, path)
		}
	}
	tags := make(map[string]string)
	ask := func(path, tag string) answer {
		return c.do(with(c.request("GET", c.at+path, nil), "If-None-Match", tag))
	}
	for _, path := range paths {
		got := ask(path, `"other"`)
		tags[path] = got.header.Get("ETag")
		if got.status != 200 || !strings.HasPrefix(tags[path], `W/"`) {
			t.Errorf("%q: %d, tag %s", path, got.status, tags[path])
		}
		for _, tag := range []string{tags[path],
			`"x", ` + strings.TrimPrefix(tags[path], "W/"), "*"} {
			got := ask(path, tag)
			if got.status != http.StatusNotModified || len(got.body) > 0 ||
				got.header.Get("ETag") != tags[path] {
				t.Errorf("%q with %s: %d, %q", path, tag, got.status, got.body)
			}
		}
	}
	kgcl := ask("/patch?format=kgcl", "")
	c.decide("accept", sub("Heart", "Organ")) // is asserted already
	if got := ask("/patch?format=kgcl", kgcl.header.Get("ETag")); got.status != 200 {
		t.Errorf("KGCL after an accept of an asserted axiom: %d", got.status)
	}
	c.decide("accept", sub("Bone", "Organ"))
	for _, path := range paths {
		got := ask(path, tags[path])
		if got.status != 200 || got.header.Get("ETag") == tags[path] || len(got.body) == 0 {
			t.Errorf("%q after an edit: %d, tag %s", path, got.status, got.header.Get("ETag"))
		}
	}
	if got := ask("/taxonomy?below=urn:nothing", "*"); got.status == 200 {
		t.Errorf("an unknown class: %d", got.status)
	}
	if got := ask("/classes/urn:nothing", ""); got.status != 404 || got.header.Get("ETag") != "" {
		t.Errorf("an unknown class: %d, tag %s", got.status, got.header.Get("ETag"))
	}
}

// TestRuns starts a suggestion run, reads it by page, and decides one of its rows.
func TestRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: path})
	document, err := os.ReadFile("testdata/cells.ofn")
	if err != nil {
		t.Fatal(err)
	}
	c := curated{h, "/ontologies/" + h.untrained(string(document)).ID}
	var job contract.Job
	var list contract.RunList
	for range 12 {
		every := []contract.Tier{contract.Likely, contract.Possible, contract.Speculative}
		h.ask("POST", c.at+"/runs", contract.NewRun{Tiers: &every}, 202, &job)
		if job = h.awaitJob(job.ID); job.State != jobs.Done {
			t.Fatalf("run: %+v", job)
		}
	}
	h.ask("GET", c.at+"/runs", nil, 200, &list)
	run := list.Items[0]
	result := fmt.Sprintf(`{"found":%d,"run":%d}`, run.Found, run.ID)
	if len(list.Items) != 10 || string(job.Result) != result || run.Found < 2 ||
		run.Operation == "" || run.Document == 0 {
		t.Fatalf("%d runs, %+v, job %s", len(list.Items), run, job.Result)
	}
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	h = start(t, Options{Store: path})
	c.harness = h
	at := fmt.Sprintf("%s/runs/%d/suggestions", c.at, run.ID)
	var page, next contract.SuggestionPage
	h.ask("GET", at+"?limit=1", nil, 200, &page)
	h.ask("GET", at+"?limit=1&cursor="+deref(page.Next), nil, 200, &next)
	if *page.Total != run.Found || len(next.Items) != 1 ||
		next.Items[0].Axiom == page.Items[0].Axiom {
		t.Errorf("pages %+v, %+v", page, next)
	}
	var likely contract.SuggestionPage
	h.ask("GET", at+"?tier=likely&sort=score&verdict=new", nil, 200, &likely)
	for _, x := range likely.Items {
		if x.Tier != contract.Likely || x.Verdict != contract.New {
			t.Errorf("filtered: %+v", x)
		}
	}
	h.refused(h.request("GET", at+"?limit=1&tier=likely&cursor="+deref(page.Next), nil),
		409, "stale-cursor")
	second := next.Items[0]
	out := c.operate(200, map[string]any{"operation": "reject", "run": run.ID,
		"axioms": []string{second.Axiom}})
	if a := out.Operation.Axioms[0]; deref(out.Operation.Run) != run.ID || deref(a.Rank) != 2 ||
		deref(a.Verdict) != string(second.Verdict) {
		t.Errorf("a decision on the second row: %+v", out.Operation)
	}
	h.ask("GET", at, nil, 200, &page)
	if d := page.Items[1].Decision; d == nil || *d != contract.ActionReject {
		t.Errorf("the row after the decision: %+v", page.Items[1])
	}
	h.refused(h.request("GET", fmt.Sprintf("%s/runs/%d/suggestions", c.at, run.ID-11), nil),
		404, "unknown")
}

// TestUndoOfUndo undoes an undo: the decision and its edit are there again.
func TestUndoOfUndo(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	id := c.decide("accept", axiom).Operation.Id
	for i := range 4 {
		id = c.undo(200, id).Operation.Id
		if i%2 == 0 {
			c.agree(axiom, "", false, 0)
		} else {
			c.agree(axiom, "accept", true, 0)
		}
	}
	// an undo of another operation between: what was current then is not restored blindly
	c.undo(200, id)
	reject := c.decide("reject", axiom).Operation.Id
	back := c.undo(200, reject).Operation.Id
	c.decide("accept", axiom)
	c.agree(axiom, "accept", true, 0)
	c.refused(c.request("POST", c.at+"/operations",
		map[string]any{"operation": "undo", "undoes": back}), 409, "touched")

	// a change of relation is one: both operations are undone, and done again
	change := func() {
		c.ask("POST", c.at+"/decisions", fmt.Sprintf(
			`{"decisions":[{"axiom":%q,"action":"accept","replaces":[%q]}]}`,
			sub("Heart", "Part"), sub("Heart", "Organ")), 200, nil)
	}
	change()
	var page contract.OperationPage
	c.ask("GET", c.at+"/operations?limit=2", nil, 200, &page)
	if deref(page.Items[0].PartOf) != page.Items[1].Id || page.Items[1].PartOf != nil {
		t.Errorf("a change: %+v", page.Items)
	}
	for _, op := range page.Items {
		undo := c.undo(200, op.Id).Operation.Id
		c.agree(sub("Heart", "Part"), "", false, 0)
		c.agree(sub("Heart", "Organ"), "", true, 0)
		c.undo(200, undo)
		c.agree(sub("Heart", "Part"), "accept", true, 0)
		c.agree(sub("Heart", "Organ"), "reject", false, 0)
	}
}

// TestEditedDocument edits an ontology. Its document differs from the one that was sent in the
// lines of the edits only, and the patch is the difference.
func TestEditedDocument(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	document := func() string {
		return string(c.ask("GET", c.at+"/document", nil, 200, nil).body)
	}
	if got := document(); got != organs {
		t.Errorf("without edits: %q, want %q", got, organs)
	}
	if got := c.ask("GET", c.at+"/patch", nil, 200, nil); len(got.body) != 0 {
		t.Errorf("patch without edits: %q", got.body)
	}
	c.decide("accept", sub("Bone", "Organ"))
	got := document()
	if strings.Replace(got, "SubClassOf(:Bone :Organ)\n", "", 1) != organs || got == organs {
		t.Errorf("with an edit: %q", got)
	}
	patch := c.ask("GET", c.at+"/patch", nil, 200, nil)
	if text := string(patch.body); !strings.Contains(text, "\n+SubClassOf(:Bone :Organ)\n") ||
		strings.Contains(text, "\n-") || patch.header.Get("X-Whole-Document") != "" {
		t.Errorf("patch %q", text)
	}
	if got := c.ask("GET", c.at+"/document?format=ofn", nil, 200, nil); string(got.body) !=
		document() {
		t.Errorf("its own format is another document: %q", got.body)
	}
	robot := c.ask("GET", c.at+"/patch?format=robot", nil, 200, nil)
	if !strings.Contains(string(robot.body), "http://x/Bone") {
		t.Errorf("ROBOT template: %q", robot.body)
	}

	// Manchester syntax is not edited: the document is written as a whole, and says so.
	c.ask("PUT", c.at, "Ontology: <http://x/organs>\nClass: <http://x/Part>\n"+
		"Class: <http://x/Organ>\nClass: <http://x/Bone> SubClassOf: <http://x/Organ>\n", 200, nil)
	c.ask("GET", c.at+"/document", nil, 200, nil)
	c.decide("accept", sub("Organ", "Part"))
	whole := c.ask("GET", c.at+"/patch", nil, 200, nil)
	if !strings.Contains(string(whole.body), "+    SubClassOf: <http://x/Part>") ||
		!strings.Contains(whole.header.Get("X-Whole-Document"), "cannot be edited in place") {
		t.Errorf("Manchester: %q, %q", whole.header.Get("X-Whole-Document"), whole.body)
	}
}
