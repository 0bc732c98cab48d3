package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/jobs"
)

// ready creates an ontology with suggestions and a small model.
func (h *harness) ready(document string) (contract.Ontology, contract.Job) {
	h.t.Helper()
	o := h.open(document)
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/trainings", `{"dim":10,"steps":200}`, 202, &job)
	if job = h.awaitJob(job.ID); job.State != jobs.Done {
		h.t.Fatalf("training: %+v", job)
	}
	for deadline := time.Now().Add(30 * time.Second); o.Suggestions.State != "ready"; time.Sleep(
		10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("not ready for suggestions: %+v", o.Suggestions)
		}
		h.ask("GET", "/ontologies/"+o.ID, nil, 200, &o)
	}
	return o, job
}

// untrained creates an ontology with suggestions and without a model.
func (h *harness) untrained(document string) contract.Ontology {
	h.t.Helper()
	o := h.open(document)
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/classify", nil, 202, &job)
	h.awaitJob(job.ID)
	for deadline := time.Now().Add(30 * time.Second); o.Suggestions.State != "ready"; time.Sleep(
		10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("not ready for suggestions: %+v", o.Suggestions)
		}
		h.ask("GET", "/ontologies/"+o.ID, nil, 200, &o)
	}
	return o
}

// run does a suggestion run and returns the path of its suggestions.
func (h *harness) run(ontology string, options contract.NewRun) string {
	h.t.Helper()
	var job contract.Job
	h.ask("POST", ontology+"/runs", options, 202, &job)
	if job = h.awaitJob(job.ID); job.State != jobs.Done {
		h.t.Fatalf("run: %+v", job)
	}
	var runs contract.RunList
	h.ask("GET", ontology+"/runs", nil, 200, &runs)
	return fmt.Sprintf("%s/runs/%d/suggestions", ontology, runs.Items[0].ID)
}

func pizzeria(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../examples/pizzeria.ttl")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTiers checks suggestions without a model: tiers, evidence, groups and doubtful axioms.
func TestTiers(t *testing.T) {
	h := start(t, Options{})
	document, err := os.ReadFile("testdata/cells.ofn")
	if err != nil {
		t.Fatal(err)
	}
	o := h.untrained(string(document))
	at := "/ontologies/" + o.ID
	if o.Suggestions.Model != nil {
		t.Errorf("a model that nobody has trained: %+v", o.Suggestions)
	}
	class := func(name string) string { return "http://example.org/cells#" + name }
	query := contract.SuggestionQuery{Subject: class("old_cell")}
	var page contract.SuggestionPage
	h.ask("POST", at+"/suggestions:query", query, 200, &page)
	if len(page.Items) != 1 || page.Nothing != nil {
		t.Fatalf("suggestions %+v", page)
	}
	x := page.Items[0]
	const said = "here 8 of 9 other such names are subclasses."
	if x.Tier != contract.Possible || len(x.Evidence) != 1 || !x.Evidence[0].For ||
		!strings.HasPrefix(x.Evidence[0].Sentence, "old cell ") ||
		!strings.HasSuffix(x.Evidence[0].Sentence, said) {
		t.Errorf("suggestion %+v", x)
	}
	if g := x.Group; g == nil || len(g.Axioms) != 2 || g.Subjects[1].Label != "young cell" ||
		g.Axioms[0].Axiom != x.Axiom {
		t.Errorf("group %+v", x.Group)
	}
	h.ask("POST", at+"/suggestions:query", contract.SuggestionQuery{Subject: class("red_cell")},
		200, &page)
	if len(page.Items) > 0 || page.Nothing == nil ||
		!strings.HasPrefix(*page.Nothing, "Nothing likely for red cell.") {
		t.Errorf("of a class without suggestions: %+v", page)
	}
	query.Tiers = &[]contract.Tier{contract.Speculative}
	h.ask("POST", at+"/suggestions:query", query, 200, &page)
	if len(page.Items) == 0 || page.Items[0].Tier != contract.Speculative ||
		page.Items[0].Probability != nil {
		t.Errorf("speculative %+v", page.Items)
	}

	boxes := contract.Boxes
	h.refused(h.request("POST", at+"/suggestions:query",
		contract.SuggestionQuery{Subject: class("old_cell"), By: &boxes}), 409, "no-model")

	rows := h.run(at, contract.NewRun{})
	h.ask("GET", rows, nil, 200, &page)
	if len(page.Items) != 1 || page.Items[0].Group == nil {
		t.Errorf("run %+v", page)
	}
	h.ask("POST", at+"/decisions", fmt.Sprintf(`{"decisions":[{"axiom":%q,"action":"reject"}]}`,
		x.Group.Axioms[1].Axiom), 200, nil)
	h.ask("GET", rows, nil, 200, &page)
	if d := page.Items[0].Group.Axioms[1].Decision; d == nil || *d != contract.ActionReject {
		t.Errorf("decision on a member of a group: %v", d)
	}
	h.ask("PATCH", at, contract.Edit{BaseRevision: o.Revision,
		Add: &[]string{fmt.Sprintf("SubClassOf(<%s> <%s>)", class("large_cell"),
			class("small_cell"))}}, 200, nil)
	var doubts contract.DoubtPage
	deadline := time.Now().Add(30 * time.Second)
	for ; doubts.Total == 0 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		h.ask("GET", at+"/doubtful", nil, 200, &doubts)
	}
	if doubts.Total != 1 || doubts.Items[0].Subject.Label != "large cell" ||
		doubts.Items[0].Evidence[0].For {
		t.Errorf("doubtful %+v", doubts)
	}
}

// TestFeedback accepts and rejects restrictions and checks the suggestions for other classes.
func TestFeedback(t *testing.T) {
	h := start(t, Options{})
	const base = "http://example.org/organs#"
	var text strings.Builder
	class := func(id, label, super string) {
		fmt.Fprintf(&text,
			"Declaration(Class(:%s))\nAnnotationAssertion(rdfs:label :%[1]s %q)\nSubClassOf(:%[1]s %[3]s)\n", id, label, super)
	}
	text.WriteString("Prefix(:=<" + base + ">) Prefix(owl:=<http://www.w3.org/2002/07/owl#>)\n" +
		"Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nOntology(<http://example.org/organs>\n")
	for _, name := range []string{"Cell", "Vessel", "Organ", "Mammal"} {
		class(name, strings.ToLower(name), "owl:Thing")
	}
	class("Neuron", "neuron", ":Cell")
	class("Hair", "hair", "ObjectSomeValuesFrom(:in_taxon :Mammal)")
	for _, organ := range []string{"lung", "liver", "kidney", "heart", "spleen"} {
		class(organ, organ, ":Organ")
		part := ":Neuron)\nSubClassOf(:" + organ + "_neuron ObjectSomeValuesFrom(:part_of :" +
			organ + ")"
		class(organ+"_neuron", organ+" neuron", part)
		class(organ+"_vessel", "vessel of the "+organ, ":Vessel")
	}
	o := h.untrained(text.String() + ")\n")
	at := "/ontologies/" + o.ID
	axiom := func(subject string) string {
		return fmt.Sprintf("SubClassOf(<%s%s> ObjectSomeValuesFrom(<%[1]sin_taxon> <%[1]sMammal>))",
			base, subject)
	}
	decide := func(action string, subjects ...string) {
		for _, s := range subjects {
			h.ask("POST", at+"/decisions", fmt.Sprintf(`{"decisions":[{"axiom":%q,"action":%q}]}`,
				axiom(s), action), 200, nil)
		}
	}
	// placeOf returns the place of the restriction among those of a class, from 1, and its
	// evidence.
	every := []contract.Tier{contract.Likely, contract.Possible, contract.Speculative}
	placeOf := func(subject string) (int, []contract.Evidence) {
		limit := 100
		var page contract.SuggestionPage
		h.ask("POST", at+"/suggestions:query", contract.SuggestionQuery{
			Subject: base + subject, Tiers: &every, Forms: &[]contract.Form{contract.FormNF3},
			Limit: &limit,
		}, 200, &page)
		for i, x := range page.Items {
			if x.Target.IRI.String() == base+"Mammal" {
				return i + 1, x.Evidence
			}
		}
		return 0, nil
	}
	kidney, _ := placeOf("kidney_neuron")
	vessel, _ := placeOf("heart_vessel")
	decide("accept", "lung_neuron")
	after, evidence := placeOf("kidney_neuron")
	if kidney < 2 || after != 1 {
		t.Errorf("accepted for a sibling: place %d, then %d", kidney, after)
	}
	if len(evidence) == 0 || evidence[0].Kind != "accepted" || !evidence[0].For ||
		evidence[0].Sentence != "You accepted the same for 1 sibling: lung neuron." {
		t.Errorf("evidence %+v", evidence)
	}
	// The axiom counts as an asserted one there, but the decision does not bring it to the front.
	if after, evidence := placeOf("heart_vessel"); after < vessel/2 ||
		len(evidence) > 0 && evidence[0].Kind == "accepted" {
		t.Errorf("of a class that is not like it: place %d, then %d, %+v", vessel, after, evidence)
	}
	var placed contract.Placement
	h.ask("POST", at+"/placements", fmt.Sprintf(`{"label":"femur neuron","parents":[%q]}`,
		base+"Neuron"), 200, &placed)
	if len(placed.Restrictions) == 0 || !strings.HasSuffix(placed.Restrictions[0].Axiom,
		"Mammal>))") || placed.Restrictions[0].Evidence[0].Kind != "accepted" {
		t.Errorf("a new class: %+v", placed.Restrictions)
	}
	decide("reject", "lung_neuron", "liver_neuron")
	after, evidence = placeOf("kidney_neuron")
	if after <= kidney || evidence[0].Kind != "rejected" || evidence[0].For {
		t.Errorf("after two rejects: place %d, %+v", after, evidence)
	}
	decide("revert", "lung_neuron", "liver_neuron")
	if after, _ := placeOf("kidney_neuron"); after != 1 {
		t.Errorf("rejects taken back: place %d", after)
	}
}

// TestChange queries changes of a relation and accepts one, which makes its edit.
func TestChange(t *testing.T) {
	h := start(t, Options{})
	script, err := os.ReadFile("../cmd/box2el-owl/testdata/script/change.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, document, _ := strings.Cut(string(script), "-- music.ofn --\n")
	o := h.untrained(document)
	at := "/ontologies/" + o.ID
	query := contract.SuggestionQuery{
		Subject: "http://example.org/music#Snare", Tiers: &[]contract.Tier{contract.Speculative},
		Forms: &[]contract.Form{contract.FormChange},
	}
	var page contract.SuggestionPage
	h.ask("POST", at+"/suggestions:query", query, 200, &page)
	if len(page.Items) != 1 || page.Items[0].Replaces == nil || len(*page.Items[0].Replaces) != 1 ||
		page.Items[0].Verdict != contract.New {
		t.Fatalf("%+v; want one change", page.Items)
	}
	x := page.Items[0]
	h.ask("GET", h.run(at, contract.NewRun{Tiers: query.Tiers, Forms: query.Forms}), nil, 200,
		&page)
	if len(page.Items) != 1 || page.Items[0].Replaces == nil ||
		(*page.Items[0].Replaces)[0] != (*x.Replaces)[0] {
		t.Errorf("run %+v", page.Items)
	}
	if r := deref(x.Replaced); len(r) != 1 || r[0].Axiom != (*x.Replaces)[0] ||
		!strings.Contains(r[0].Manchester, " some percussion") {
		t.Errorf("replaced %+v", r)
	}
	operation := func(kind string, replaces []string) map[string]any {
		return map[string]any{"operation": kind, "axioms": []string{x.Axiom}, "replaces": replaces}
	}
	h.refused(h.request("POST", at+"/operations", operation("accept", []string{})),
		409, "contradiction")
	h.refused(h.request("POST", at+"/operations", operation("reject", *x.Replaces)),
		422, "invalid")
	h.refused(h.request("POST", at+"/operations", operation("accept", []string{"SubClassOf("})),
		422, "bad-axiom")
	h.ask("POST", at+"/operations", operation("accept", *x.Replaces), 200, nil)
	var decided contract.DecisionPage
	h.ask("GET", at+"/decisions", nil, 200, &decided)
	if d := decided.Items; len(d) != 2 || d[1].Action != contract.ActionAccept ||
		d[1].Axiom != x.Axiom || d[0].Action != contract.ActionReject ||
		strings.Contains(d[0].Axiom, "Annotation") {
		t.Errorf("decided %+v", d)
	}
	document = string(h.ask("GET", at+"/document?format=ofn", nil, 200, nil).body)
	if strings.Contains(document, "as sold") || strings.Count(document, "memberOf :Percussion")+strings.Count(document, "memberOf> <http://example.org/music#Percussion>") != 7 {
		t.Errorf("after the edit:\n%s", document)
	}
}

// TestManchester checks axioms in Manchester syntax, with labels. An unknown name has candidates.
func TestManchester(t *testing.T) {
	h := start(t, Options{})
	at := "/ontologies/" + h.classified(heart).ID + "/entailment:check"
	check := func(axiom string) map[string]any { return map[string]any{"axioms": []string{axiom}} }
	var answer contract.EntailmentAnswer
	h.ask("POST", at, check("Heart SubClassOf Organ"), 200, &answer)
	if len(answer.Items) != 1 || answer.Items[0].Verdict != contract.Entailed {
		t.Errorf("%+v", answer)
	}
	h.refused(h.request("POST", at, check("Heart SubClassOf")), 422, "bad-axiom")
	h.refused(h.request("POST", at, check("SubClassOf(<urn:a>")), 422, "bad-axiom")
	got := h.do(h.request("POST", at, check("Hearrt SubClassOf Organ")))
	if got.status != 422 || !bytes.Contains(got.body, []byte("unknown-name")) {
		t.Errorf("%d: %s", got.status, got.body)
	}
}

// TestContract calls every operation of the contract in one session. witness checks the responses
// against the contract.
func TestContract(t *testing.T) {
	h := start(t, Options{})
	h.ask("GET", "/health", nil, 200, nil)
	var offered contract.Capabilities
	h.ask("GET", "/capabilities", nil, 200, &offered)
	for _, model := range offered.Models {
		if !contract.TrainingModel(model.Name).Valid() {
			t.Errorf("the contract refuses to train the model %s", model.Name)
		}
	}
	h.ask("GET", "/metrics", nil, 200, nil)
	var ticket contract.Ticket
	h.ask("POST", "/tickets", nil, 201, &ticket)
	h.ask("GET", strings.TrimPrefix(ticket.Url, h.URL()+basePath), nil, 303, nil)

	o, training := h.ready(pizzeria(t))
	at := "/ontologies/" + o.ID
	h.ask("GET", "/ontologies", nil, 200, nil)
	h.ask("GET", "/jobs?ontology="+o.ID+"&state=done&limit=1", nil, 200, nil)
	h.ask("DELETE", "/jobs/"+training.ID, nil, 200, nil)
	var job contract.Job
	h.ask("POST", at+"/classify", nil, 202, &job)
	h.awaitJob(job.ID)

	var found, next contract.ClassPage
	h.ask("GET", at+"/classes?limit=3&q=pizza", nil, 200, &found)
	if len(found.Items) != 3 || found.Next == "" || found.Total <= 3 {
		t.Fatalf("found %+v", found)
	}
	h.ask("GET", at+"/classes?limit=3&q=pizza&cursor="+url.QueryEscape(found.Next),
		nil, 200, &next)
	if len(next.Items) == 0 || next.Items[0].IRI == found.Items[0].IRI {
		t.Errorf("next page %+v", next)
	}
	h.refused(h.request("GET", at+"/classes?cursor=made-up", nil), 422, "invalid")
	class := url.PathEscape(found.Items[0].IRI.String())
	var detail contract.ClassDetail
	h.ask("GET", at+"/classes/"+class, nil, 200, &detail)
	if detail.Iri != found.Items[0].IRI.String() || detail.Supers == nil {
		t.Errorf("class %+v", detail)
	}
	h.refused(h.request("GET", at+"/classes/"+url.PathEscape("urn:no:such"), nil), 404, "unknown")
	h.ask("GET", at+"/taxonomy", nil, 200, nil)
	h.ask("GET", at+"/profile", nil, 200, nil)
	for format, media := range map[string]string{"ofn": "text/owl-functional",
		"ttl": "text/turtle", "owl": "application/rdf+xml", "nt": "application/n-triples",
		"obo": "text/obo"} {
		if got := h.ask("GET", at+"/document?format="+format, nil, 200, nil); got.header.Get(
			"Content-Type") != media || len(got.body) < 1000 {
			t.Errorf("document as %s: %s, %d bytes", format, got.header.Get("Content-Type"),
				len(got.body))
		}
	}

	h.ask("GET", at+"/patch", nil, 200, nil)

	every := []contract.Tier{contract.Likely, contract.Possible, contract.Speculative}
	var page contract.SuggestionPage
	h.ask("POST", at+"/suggestions:query",
		contract.SuggestionQuery{Subject: found.Items[0].IRI.String(), Tiers: &every}, 200, &page)
	if len(page.Items) == 0 {
		t.Fatal("no suggestions")
	}
	first := page.Items[0]
	boxes := contract.Boxes
	var nearest contract.SuggestionPage
	h.ask("POST", at+"/suggestions:query",
		contract.SuggestionQuery{Subject: found.Items[0].IRI.String(), By: &boxes}, 200, &nearest)
	for i, x := range nearest.Items {
		if x.Score > 0 || i > 0 && x.Score > nearest.Items[i-1].Score {
			t.Errorf("place %d by boxes: %+v", i, x)
		}
	}
	if len(nearest.Items) == 0 {
		t.Error("nothing by boxes")
	}
	h.refused(h.request("POST", at+"/suggestions:query",
		contract.SuggestionQuery{Subject: "urn:no:such"}), 404, "unknown")
	h.ask("POST", at+"/effects", contract.Supposition{Axioms: []string{first.Axiom}}, 200, nil)
	h.ask("POST", at+"/query",
		contract.ClassQuery{Expression: "<" + found.Items[0].IRI.String() + ">"},
		200, nil)
	got := h.refused(h.request("POST", at+"/query",
		contract.ClassQuery{Expression: "no such class"}), 422, "unknown-name")
	h.refused(h.request("POST", at+"/query", contract.ClassQuery{Expression: "((("}), 422,
		"bad-expression")
	if _, p := got.problem(t); p.Column == nil {
		t.Errorf("a bad expression without a column: %s", got.body)
	}
	yes := true
	var checked contract.EntailmentAnswer
	h.ask("POST", at+"/entailment:check", contract.EntailmentCheck{Axioms: []string{first.Axiom},
		Together: &yes, Proofs: &yes}, 200, &checked)
	if len(checked.Items) != 1 || checked.Items[0].Verdict != first.Verdict ||
		checked.Together == nil {
		t.Errorf("checked %+v, want %s", checked, first.Verdict)
	}
	if supers := *detail.Supers; len(supers) > 0 {
		axiom := fmt.Sprintf("SubClassOf(<%s> <%s>)", detail.Iri, supers[0].IRI)
		var e contract.Explanation
		h.ask("POST", at+"/explanations", contract.ExplanationQuery{Axiom: &axiom}, 200, &e)
		if !e.Entailed || e.Proof == nil || e.Justifications == nil {
			t.Errorf("explanation %+v", e)
		}
	}
	h.ask("GET", at+"/neighbourhood/"+class, nil, 200, nil)
	got = h.do(with(h.request("GET", at+"/neighbourhood/"+class, nil), "Accept", mediaSVG))
	if got.header.Get("Content-Type") != mediaSVG || !bytes.Contains(got.body, []byte("<svg")) {
		t.Errorf("neighbourhood as SVG: %d %s", got.status, got.header)
	}

	var saved contract.SuggestionPage
	h.ask("GET", h.run(at, contract.NewRun{Tiers: &every})+"?limit=2", nil, 200, &saved)
	if len(saved.Items) == 0 || saved.Total == nil {
		t.Errorf("suggestions of a run %+v", saved)
	}
	var documents contract.DocumentList
	h.ask("GET", at+"/documents", nil, 200, &documents)
	h.ask("GET", fmt.Sprintf("%s/documents/%d", at, documents.Items[0].Number), nil, 200, nil)
	h.ask("GET", at+"/doubtful?limit=2", nil, 200, nil)
	var placed contract.Placement
	label := "young blood cell"
	h.ask("POST", at+"/placements", contract.NewClass{Label: &label}, 200, &placed)
	if len(placed.Superclasses) == 0 || placed.Superclasses[0].Tier == "" ||
		len(placed.Superclasses[0].Evidence) == 0 {
		t.Errorf("placed %+v", placed)
	}
	h.refused(h.request("GET", at+"/runs/99/suggestions", nil), 404, "unknown")

	decision := fmt.Sprintf(
		`{"decisions":[{"axiom":%q,"action":"reject","comment":"no"}],"who":"me"}`, first.Axiom)
	var decided, again contract.Decided
	// a repeated request is recorded once
	for _, into := range []*contract.Decided{&decided, &again} {
		answer := h.do(with(h.request("POST", at+"/decisions", decision), "Idempotency-Key", "k1"))
		if answer.status != 200 || json.Unmarshal(answer.body, into) != nil {
			t.Fatalf("%d %s", answer.status, answer.body)
		}
	}
	if decided.Decisions[0].Key != again.Decisions[0].Key {
		t.Error("the same request was recorded twice")
	}
	h.refused(with(h.request("POST", at+"/decisions",
		strings.Replace(decision, "reject", "defer", 1)), "Idempotency-Key", "k1"),
		422, "key-reused")
	var history contract.DecisionPage
	h.ask("GET", at+"/decisions?current=true", nil, 200, &history)
	if len(history.Items) != 1 || history.Items[0].Hash != first.Hash {
		t.Errorf("history %+v", history)
	}
	h.ask("POST", at+"/suggestions:query",
		contract.SuggestionQuery{Subject: found.Items[0].IRI.String(), Tiers: &every}, 200, &page)
	for _, s := range page.Items {
		if s.Axiom == first.Axiom {
			t.Error("what was rejected is suggested again")
		}
	}
	for format, media := range historyMedia {
		got := h.ask("GET", at+"/decisions/export?format="+format, nil, 200, nil)
		if got.header.Get("Content-Type") != media {
			t.Errorf("history as %s: %s", format, got.header.Get("Content-Type"))
		}
	}

	h.refused(h.request("GET", at+"/reports/comparison.html", nil), 404, "unknown")
	h.ask("POST", at+"/reports", `{"dim":10,"steps":50,"by":"boxes"}`, 202, &job)
	if job = h.awaitJob(job.ID); job.State != jobs.Done {
		t.Fatalf("report: %+v", job)
	}
	for name, media := range reportMedia {
		got := h.ask("GET", at+"/reports/"+name, nil, 200, nil)
		if got.header.Get("Content-Type") != media || len(got.body) == 0 {
			t.Errorf("%s: %s, %d bytes", name, got.header.Get("Content-Type"), len(got.body))
		}
	}

	var edited contract.Ontology
	h.ask("PATCH", at, contract.Edit{BaseRevision: o.Revision, Add: &[]string{first.Axiom}},
		200, &edited)
	if edited.Axioms != o.Axioms+1 {
		t.Errorf("%d axioms, want %d", edited.Axioms, o.Axioms+1)
	}
	var operated contract.Operated
	h.ask("POST", at+"/operations",
		map[string]any{"operation": "accept", "axioms": []string{"SubClassOf(<urn:a> <urn:b>)"},
			"shown": []any{map[string]any{"probability": 0.5}}}, 200, &operated)
	h.ask("POST", at+"/operations",
		map[string]any{"operation": "undo", "undoes": operated.Operation.Id}, 200, nil)
	h.ask("GET", at+"/operations?limit=2", nil, 200, nil)
	h.ask("GET", at+"/breaches", nil, 200, nil)
	h.ask("GET", at+"/provenance", nil, 200, nil)
	h.ask("PUT", at+"/provenance", map[string]any{"write": []any{}}, 200, nil)
	h.ask("GET", "/openapi.yaml", nil, 200, nil)
	var card contract.ModelCard
	h.ask("GET", at+"/model", nil, 200, &card)
	if card.Architecture != "box2el" || deref(card.Steps) == 0 || card.Stopped == nil {
		t.Errorf("model card: %+v", card)
	}
	for _, f := range card.HeldOut {
		for _, share := range []float32{f.Model, f.Names, f.Popularity} {
			if f.Axioms == 0 || share < 0 || share > 1 {
				t.Errorf("held out: %+v", f)
			}
		}
	}
	if len(card.HeldOut) == 0 {
		t.Error("no held-out axioms")
	}
	h.ask("GET", at+"/unsatisfiable", nil, 200, nil)
	h.ask("POST", at+"/diff", nil, 200, nil)
	h.ask("POST", fmt.Sprintf("%s/documents/%d/restore", at, documents.Items[0].Number), nil, 200,
		nil)
	h.events(t, training.ID)
	h.ask("DELETE", at, nil, 204, nil)

	for id, op := range h.operations {
		if _, ok := h.client.Transport.(*witness).seen.Load(op.route.Operation.OperationID); !ok &&
			id != "followJob" && id != "followOntology" {
			t.Errorf("no test has seen an answer of %s", id)
		}
	}
}

// events reads the stream of an ended job and checks that it has all states and a loss curve.
func (h *harness) events(t *testing.T, job string) {
	t.Helper()
	got := h.do(h.request("GET", "/jobs/"+job+"/events", nil))
	if got.header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("Content-Type %q", got.header.Get("Content-Type"))
	}
	names := make(map[string]int)
	last := ""
	for _, event := range strings.Split(strings.TrimSpace(string(got.body)), "\n\n") {
		var id, name, data string
		for _, line := range strings.Split(event, "\n") {
			switch field, value, _ := strings.Cut(line, ": "); field {
			case "id":
				id = value
			case "event":
				name = value
			case "data":
				data = value
			}
		}
		if id == "" || !json.Valid([]byte(data)) {
			t.Errorf("event %q", event)
		}
		names[name]++
		last = data
	}
	var end contract.Job
	if json.Unmarshal([]byte(last), &end) != nil || end.State != jobs.Done ||
		names["job"] != 3 || names["loss"] == 0 {
		t.Errorf("events %v, the last one %s", names, last)
	}
	resumed := h.do(with(h.request("GET", "/jobs/"+job+"/events", nil), "Last-Event-ID", "made-up"))
	if !bytes.Equal(resumed.body, got.body) {
		t.Error("behind an event that there is not, not everything came again")
	}
}
