package api

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/owl"
)

var (
	actions    = flag.Int("actions", 500, "random actions of TestRandomActions")
	actionSeed = flag.Uint64("action-seed", 0, "seed of TestRandomActions; 0: a random one")
)

// TestRandomActions runs random actions of two clients, the command line and restarts on one
// ontology. After each action, every current decision that disagrees with the ontology is listed as
// a breach, an action of a person leaves no breach, and no acknowledged operation is lost.
func TestRandomActions(t *testing.T) {
	seed := cmp.Or(*actionSeed, rand.Uint64())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 33))
	n := *actions
	if testing.Short() {
		n = min(n, 60)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: path})
	c := openOrgans(t, h)
	names := []string{"Heart", "Organ", "Part", "Bone", "Body"}
	axiom := func() string { return sub(names[rng.IntN(len(names))], names[rng.IntN(len(names))]) }
	var acknowledged []string // ids of operations
	var known []contract.Operation
	count := make(map[string]int)
	operate := func(body map[string]any) {
		body["client"] = []string{"page", "panel"}[rng.IntN(2)]
		if rng.IntN(2) == 0 {
			body["alsoEdit"] = true
		}
		if body["operation"] == "accept" {
			body["force"] = rng.IntN(2) == 0
		}
		got := h.do(h.request("POST", c.at+"/operations", body))
		count[fmt.Sprintf("%v %d", body["operation"], got.status)]++
		switch got.status {
		case 200:
			var out contract.Operated
			if err := json.Unmarshal(got.body, &out); err != nil {
				t.Fatal(err)
			}
			if out.Operation != nil {
				acknowledged = append(acknowledged, out.Operation.Id)
				known = append(known, *out.Operation)
			}
		case 409: // asserted, touched, contradiction
		default:
			t.Fatalf("%v: %d %s", body, got.status, got.body)
		}
	}
	for range n {
		switch action := rng.IntN(20); {
		case action < 5:
			operate(map[string]any{"operation": "accept", "axioms": []string{axiom()}})
		case action < 7:
			operate(map[string]any{"operation": "accept",
				"axioms": []string{axiom(), axiom(), axiom()}})
		case action < 10:
			operate(map[string]any{"operation": []string{"reject", "defer"}[rng.IntN(2)],
				"axioms": []string{axiom()}})
		case action < 13:
			operate(map[string]any{"operation": "edit", "add": []string{axiom()},
				"remove": []string{axiom()}})
		case action < 16 && len(known) > 0:
			op := known[rng.IntN(len(known))] // an undo too
			body := map[string]any{"operation": "undo", "undoes": op.Id}
			if rng.IntN(2) == 0 && len(op.Axioms) > 0 {
				body["axioms"] = []string{op.Axioms[rng.IntN(len(op.Axioms))].Axiom}
			}
			operate(body)
		case action == 16: // a change of relation
			axioms := []string{axiom(), axiom()}
			got := h.do(h.request("POST", c.at+"/decisions", map[string]any{
				"decisions": []any{map[string]any{"axiom": axioms[0], "action": "accept",
					"replaces": axioms[1:]}}}))
			count[fmt.Sprintf("change %d", got.status)]++
			var page contract.OperationPage
			h.ask("GET", c.at+"/operations?limit=1", nil, 200, &page)
			known = append(known, page.Items...)
		case action < 18: // the command line
			store, err := db.Open(t.Context(), path, db.Options{})
			if err != nil {
				t.Fatal(err)
			}
			d := db.Decision{Ontology: "http://x/organs", Axiom: axiom(), Action: db.Actions()[rng.IntN(4)], AlsoEdit: rng.IntN(2) == 0}
			// the document that the command reads
			d.Asserted = slices.Contains([]string{sub("Heart", "Organ"), sub("Organ", "Part")},
				d.Axiom)
			recorded, err := store.Decide(t.Context(), []db.Decision{d})
			count["command "+string(d.Action)]++
			if err == nil {
				// the revert of a change has several rows
				id, _, _ := strings.Cut(recorded[0].Key, "-")
				acknowledged = append(acknowledged, id)
			}
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
		case action == 18 && rng.IntN(4) == 0:
			if err := h.end(); err != nil {
				t.Fatal(err)
			}
			h = start(t, Options{Store: path})
			c.harness = h
			count["restart"]++
		case action == 18 && rng.IntN(2) == 0:
			write := []any{}
			if rng.IntN(3) > 0 {
				write = append(write, map[string]any{"property": owl.RDFSComment.IRI.String(),
					"value": []string{"{program}", "{program} {date}"}[rng.IntN(2)]})
			}
			h.ask("PUT", c.at+"/provenance", map[string]any{"write": write}, 200, nil)
			count[fmt.Sprintf("provenance %d", len(write))]++
		case action == 19 && rng.IntN(4) == 0:
			h.ask("PUT", c.at, organs, 200, nil)
			count["replace"]++
		default:
			continue
		}
		listed := c.listed(t)
		// apply or revert; a breach that is still listed has an earlier decision
		for axiom, breach := range listed {
			if rng.IntN(2) == 0 {
				operate(map[string]any{"operation": breach.action, "axioms": []string{axiom}})
			} else {
				operate(map[string]any{"operation": "undo", "undoes": breach.operation,
					"axioms": []string{axiom}})
			}
		}
		c.agreeAll(t, c.listed(t))
	}
	t.Logf("%v", count)
	found := make(map[string]bool)
	for cursor := ""; ; {
		var page contract.OperationPage
		h.ask("GET", c.at+"/operations?limit=1000"+cursor, nil, 200, &page)
		for _, op := range page.Items {
			found[op.Id] = true
		}
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + *page.Next
	}
	for _, id := range acknowledged {
		if !found[id] {
			t.Errorf("operation %s was acknowledged, and is lost", id)
		}
	}
	if len(acknowledged) < n/3 {
		t.Errorf("only %d operations were acknowledged: %v", len(acknowledged), count)
	}
}

// TestUndoOfAPart: a rejected axiom does not come back with annotations when a part of an older
// operation is undone.
func TestUndoOfAPart(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	c.ask("PUT", c.at+"/provenance", map[string]any{"write": []any{map[string]any{
		"property": owl.RDFSComment.IRI.String(), "value": "{program}"}}}, 200, nil)
	axiom := sub("Bone", "Organ")
	operate := func(body map[string]any) (out contract.Operated) {
		c.ask("POST", c.at+"/operations", body, 200, &out)
		return out
	}
	operate(map[string]any{"operation": "accept", "axioms": []string{axiom}}) // with a comment
	operate(map[string]any{"operation": "edit", "add": []string{axiom}})      // without
	removed := operate(map[string]any{"operation": "defer", "axioms": []string{axiom},
		"alsoEdit": true}).Operation
	operate(map[string]any{"operation": "reject", "axioms": []string{axiom}})
	if len(removed.Axioms) != 2 {
		t.Fatalf("removed %v, want two axioms", removed.Axioms)
	}
	for _, a := range removed.Axioms {
		if a.Axiom != axiom {
			c.do(c.request("POST", c.at+"/operations", map[string]any{"operation": "undo",
				"undoes": removed.Id, "axioms": []string{a.Axiom}}))
		}
	}
	var list contract.BreachList
	c.ask("GET", c.at+"/breaches", nil, 200, &list)
	if len(list.Items) > 0 {
		t.Errorf("breaches %v", list.Items)
	}
}

// TestUndoOfAxiomsAssertedTwice undoes operations on an axiom that is asserted with and without
// annotations: afterwards it is asserted as before.
func TestUndoOfAxiomsAssertedTwice(t *testing.T) {
	plain := sub("Bone", "Organ")
	annotated := commented(plain, "c")
	type body = map[string]any
	edit := func(add ...string) body { return body{"operation": "edit", "add": add} }
	decide := func(action string, alsoEdit bool) body {
		return body{"operation": action, "axioms": []string{plain}, "alsoEdit": alsoEdit}
	}
	for _, c := range []struct {
		name   string
		before []body
		undone body
	}{
		{"reject of both", []body{edit(plain, annotated)}, decide("reject", true)},
		{"replacement of both", []body{edit(plain, annotated)},
			body{"operation": "accept", "axioms": []string{sub("Bone", "Bone")},
				"replaces": []string{plain}}},
		{"replacement of the accepted one", []body{edit(annotated), decide("accept", false)},
			body{"operation": "accept", "axioms": []string{sub("Bone", "Bone")},
				"replaces": []string{annotated}}},
		{"addition next to an accepted one",
			[]body{edit(annotated), decide("accept", false)}, edit(plain)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := openOrgans(t, start(t, Options{}))
			asserted := func() (forms []string) {
				document := s.document()
				for _, a := range []string{"SubClassOf(:Bone :Organ)", `"c") :Bone :Organ)`} {
					if strings.Contains(document, a) {
						forms = append(forms, a)
					}
				}
				return forms
			}
			for _, b := range c.before {
				s.ask("POST", s.at+"/operations", b, 200, nil)
			}
			before := asserted()
			var done contract.Operated
			s.ask("POST", s.at+"/operations", c.undone, 200, &done)
			after := asserted()
			if slices.Equal(before, after) {
				t.Fatalf("the operation changes nothing: %q", before)
			}
			var undo contract.Operated
			s.ask("POST", s.at+"/operations",
				body{"operation": "undo", "undoes": done.Operation.Id}, 200, &undo)
			if again := asserted(); !slices.Equal(again, before) {
				t.Errorf("after the undo %q, want %q", again, before)
			}
			s.ask("POST", s.at+"/operations",
				body{"operation": "undo", "undoes": undo.Operation.Id}, 200, nil)
			if again := asserted(); !slices.Equal(again, after) {
				t.Errorf("after the undo of the undo %q, want %q", again, after)
			}
		})
	}
}

// TestUndoOfAllParts undoes an operation that removed an axiom with and without annotations part by
// part.
func TestUndoOfAllParts(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	annotated := commented(axiom, "c")
	c.operate(200, map[string]any{"operation": "edit", "add": []string{axiom, annotated}})
	before := c.document()
	removed := c.operate(200, map[string]any{"operation": "defer", "axioms": []string{axiom},
		"alsoEdit": true}).Operation
	if len(removed.Axioms) != 2 {
		t.Fatalf("removed %v, want two axioms", removed.Axioms)
	}
	for _, a := range removed.Axioms {
		c.undo(200, removed.Id, a.Axiom)
	}
	if after := c.document(); after != before {
		t.Errorf("after the undo of all parts\n%s\ninstead of\n%s", after, before)
	}
}

// TestUndoOfARejectedPart: a part that cannot come back, because the axiom is rejected, comes back
// with the whole operation.
func TestUndoOfARejectedPart(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	annotated := commented(axiom, "c")
	c.operate(200, map[string]any{"operation": "edit", "add": []string{axiom, annotated}})
	before := c.document()
	removed := c.operate(200, map[string]any{"operation": "reject", "axioms": []string{axiom},
		"alsoEdit": true}).Operation
	c.undo(409, removed.Id, annotated)
	c.undo(200, removed.Id)
	if after := c.document(); after != before {
		t.Errorf("after the undo\n%s\ninstead of\n%s", after, before)
	}
}

// TestUndoOfAnUndo brings an axiom with annotations back that was added although it was rejected.
func TestUndoOfAnUndo(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	annotated := commented(axiom, "c")
	c.ask("POST", c.at+"/operations",
		map[string]any{"operation": "reject", "axioms": []string{axiom}}, 200, nil)
	var last contract.Operated
	c.ask("POST", c.at+"/operations",
		map[string]any{"operation": "edit", "add": []string{annotated}}, 200, &last)
	for range 2 {
		c.ask("POST", c.at+"/operations",
			map[string]any{"operation": "undo", "undoes": last.Operation.Id}, 200, &last)
	}
	if document := c.document(); !strings.Contains(document, `"c") :Bone :Organ)`) {
		t.Errorf("the axiom is lost: %s", document)
	}
}

// TestUndoOfAnUndoThatRemoves undoes an undo that removed more than its operation had added,
// because an earlier reject is current again.
func TestUndoOfAnUndoThatRemoves(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	c.decide("reject", axiom)
	c.operate(200, map[string]any{"operation": "edit",
		"add": []string{commented(axiom, "c"), commented(axiom, "d")}})
	before := c.document()
	last := c.decide("accept", axiom)
	last = c.undo(200, last.Operation.Id)
	if c.asserted()[axiom] {
		t.Fatal("the axiom is asserted and rejected")
	}
	c.undo(200, last.Operation.Id)
	if after := c.document(); after != before {
		t.Errorf("after the undo of the undo\n%s\ninstead of\n%s", after, before)
	}
}

// TestReplacedByItself: an accept that replaces its own axiom is refused.
func TestReplacedByItself(t *testing.T) {
	c := openOrgans(t, start(t, Options{}))
	axiom := sub("Bone", "Organ")
	c.ask("POST", c.at+"/operations", map[string]any{"operation": "accept",
		"axioms": []string{axiom}, "replaces": []string{axiom}}, 422, nil)
}

// commented returns an axiom with a comment.
func commented(axiom, comment string) string {
	return strings.Replace(axiom, "(",
		fmt.Sprintf("(Annotation(<%s> %q) ", owl.RDFSComment.IRI, comment), 1)
}

// story returns the operations on an axiom, the latest first.
func (c curated) story(axiom string) (text string) {
	var page contract.OperationPage
	c.ask("GET", c.at+"/operations?limit=1000", nil, 200, &page)
	for _, op := range page.Items {
		if op.Operation == contract.OperationOperationReplace {
			text += "replace\n"
		}
		for _, a := range op.Axioms {
			if a.Axiom == axiom {
				text += fmt.Sprintf("%s %s %s edit %q, undoes %q, undone %v\n", op.Id, op.Operation,
					deref(op.Client), deref(a.Edit), deref(op.Undoes), deref(a.Undone))
			}
		}
	}
	return text
}

// document returns the sorted lines of the document in functional syntax.
func (c curated) document() string {
	c.t.Helper()
	document := string(c.ask("GET", c.at+"/document?format=ofn", nil, 200, nil).body)
	return strings.Join(slices.Sorted(strings.Lines(document)), "")
}

// asserted returns the subclass axioms of the document.
func (c curated) asserted() map[string]bool {
	c.t.Helper()
	found := make(map[string]bool)
	triple := regexp.MustCompile(`(?m)^(<\S+>) <http://www.w3.org/2000/01/rdf-schema#subClassOf> (<\S+>) \.$`)
	for _, m := range triple.FindAllStringSubmatch(
		string(c.ask("GET", c.at+"/document?format=nt", nil, 200, nil).body), -1) {
		found[fmt.Sprintf("SubClassOf(%s %s)", m[1], m[2])] = true
	}
	return found
}

// listedBreach is the decision and the operation of a breach.
type listedBreach struct{ action, operation string }

// listed returns the axioms of breaches with their operations. A breach of a decision made after
// the last replacement of the document is an error: a new document can only lack axioms added by
// earlier decisions.
func (c curated) listed(t *testing.T) map[string]listedBreach {
	t.Helper()
	var list contract.BreachList
	c.ask("GET", c.at+"/breaches", nil, 200, &list)
	if len(list.Items) == 0 {
		return nil
	}
	since := make(map[string]bool)
	var page contract.OperationPage
	c.ask("GET", c.at+"/operations?limit=1000", nil, 200, &page)
	for _, op := range page.Items {
		if op.Operation == contract.OperationOperationReplace {
			break
		}
		since[op.Id] = true
	}
	listed := make(map[string]listedBreach)
	for _, b := range list.Items {
		if listed[b.Axiom] = (listedBreach{string(b.Action), b.Operation}); since[b.Operation] {
			t.Fatalf("decisions that do not agree: %+v\n%s", list.Items, c.story(b.Axiom))
		}
	}
	return listed
}

// agreeAll compares all current decisions that are not listed with the axioms of the document
// itself.
func (c curated) agreeAll(t *testing.T, listed map[string]listedBreach) {
	t.Helper()
	var current contract.DecisionPage
	c.ask("GET", c.at+"/decisions?current=true&limit=1000", nil, 200, &current)
	if len(current.Items) == 0 {
		return
	}
	axioms := make([]string, len(current.Items))
	for i, d := range current.Items {
		axioms[i] = d.Axiom
	}
	asserted := c.asserted()
	var answer contract.EntailmentAnswer
	got := c.do(c.request("POST", c.at+"/entailment:check", map[string]any{"axioms": axioms}))
	if got.status == 200 {
		if err := json.Unmarshal(got.body, &answer); err != nil {
			t.Fatal(err)
		}
	}
	for i, d := range current.Items {
		if _, ok := listed[d.Axiom]; ok {
			continue
		}
		switch {
		case d.Action == contract.ActionReject && asserted[d.Axiom]:
			t.Fatalf("%s is rejected and asserted", d.Axiom)
		case d.Action == contract.ActionAccept && !asserted[d.Axiom] &&
			(got.status != 200 || answer.Items[i].Verdict != contract.Entailed):
			t.Fatalf("%s is accepted and neither asserted nor entailed", d.Axiom)
		}
	}
}
