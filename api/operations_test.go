package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/workspace"
)

// organs is an ontology that entails Heart ⊑ Part.
const organs = `Prefix(:=<http://x/>)
Ontology(<http://x/organs>
Declaration(Class(:Heart)) Declaration(Class(:Organ))
Declaration(Class(:Part)) Declaration(Class(:Bone))
SubClassOf(:Heart :Organ)
SubClassOf(:Organ :Part)
)`

// sub returns C ⊑ D for classes of organs.
func sub(c, d string) string { return fmt.Sprintf("SubClassOf(<http://x/%s> <http://x/%s>)", c, d) }

// curated is an open ontology whose decisions and axioms are compared.
type curated struct {
	*harness
	at string
}

func (c curated) operate(status int, body map[string]any) (out contract.Operated) {
	c.t.Helper()
	got := c.do(c.request("POST", c.at+"/operations", body))
	if got.status != status {
		c.t.Fatalf("%v: %d %s", body, got.status, got.body)
	}
	if status == 200 {
		if err := json.Unmarshal(got.body, &out); err != nil {
			c.t.Fatal(err)
		}
	}
	return out
}

func (c curated) decide(operation string, axioms ...string) contract.Operated {
	c.t.Helper()
	return c.operate(200, map[string]any{"operation": operation, "axioms": axioms})
}

func (c curated) undo(status int, id string, axioms ...string) contract.Operated {
	c.t.Helper()
	body := map[string]any{"operation": "undo", "undoes": id}
	if len(axioms) > 0 {
		body["axioms"] = axioms
	}
	return c.operate(status, body)
}

// agree checks the current decision on an axiom, whether it is asserted, and the number of
// breaches.
func (c curated) agree(axiom string, decision contract.Action, asserted bool, breaches int) {
	c.t.Helper()
	var current contract.DecisionPage
	c.ask("GET", c.at+"/decisions?current=true", nil, 200, &current)
	is := contract.Action("")
	for _, d := range current.Items {
		if d.Axiom == axiom {
			is = d.Action
		}
	}
	document := string(c.ask("GET", c.at+"/document?format=ofn", nil, 200, nil).body)
	short := strings.NewReplacer("<http://x/", ":", ">", "").Replace(axiom)
	if has := strings.Contains(document, short); is != decision || has != asserted {
		c.t.Errorf("%s: decided %q, asserted %v; want %q, %v", axiom, is, has, decision, asserted)
	}
	var list contract.BreachList
	c.ask("GET", c.at+"/breaches", nil, 200, &list)
	var o contract.Ontology
	c.ask("GET", c.at, nil, 200, &o)
	if len(list.Items) != breaches || o.Breaches != breaches {
		c.t.Errorf("breaches %+v, %d in the status; want %d", list.Items, o.Breaches,
			breaches)
	}
}

// openOrgans opens organs and classifies it.
func openOrgans(t *testing.T, h *harness) curated {
	o := h.classified(organs)
	return curated{h, "/ontologies/" + o.ID}
}

// TestAgreement produces the possible contradictions between history and axioms by two clients, the
// command line and new documents. Each ends with an error response, with both in agreement, or as a
// breach that can be applied or reverted.
func TestAgreement(t *testing.T) {
	axiom := sub("Bone", "Organ")
	t.Run("A1: two clients decide the same row", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		c.decide("accept", axiom)
		c.agree(axiom, "accept", true, 0)
		c.refused(c.request("POST", c.at+"/operations",
			map[string]any{"operation": "reject", "axioms": []string{axiom}}), 409, "asserted")
		c.agree(axiom, "accept", true, 0)
		c.operate(200, map[string]any{"operation": "reject", "axioms": []string{axiom},
			"alsoEdit": true})
		c.agree(axiom, "reject", false, 0)
	})
	t.Run("A2: a client of an earlier version rejects what was accepted", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		c.decide("accept", axiom)
		c.ask("POST", c.at+"/decisions",
			fmt.Sprintf(`{"decisions":[{"axiom":%q,"action":"reject"}]}`, axiom), 200, nil)
		c.agree(axiom, "reject", false, 0)
		c.refused(c.request("POST", c.at+"/decisions",
			fmt.Sprintf(`{"decisions":[{"axiom":%q,"action":"reject"}]}`, sub("Heart", "Organ"))),
			409, "asserted")
	})
	t.Run("A3: undo reverts one's own operation", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		accepted := c.decide("accept", axiom)
		rejected := c.operate(200, map[string]any{"operation": "reject", "axioms": []string{axiom},
			"alsoEdit": true})
		got := c.refused(c.request("POST", c.at+"/operations",
			map[string]any{"operation": "undo", "undoes": accepted.Operation.Id}), 409, "touched")
		if !strings.Contains(string(got.body), rejected.Operation.Id) {
			t.Errorf("the later operation is not named: %s", got.body)
		}
		c.agree(axiom, "reject", false, 0)
		c.undo(200, rejected.Operation.Id)
		c.agree(axiom, "accept", true, 0)
		c.undo(200, accepted.Operation.Id)
		c.agree(axiom, "", false, 0)
	})
	t.Run("A4: undo after a restart", func(t *testing.T) {
		store := filepath.Join(t.TempDir(), "store.db")
		h := start(t, Options{Store: store})
		c := openOrgans(t, h)
		follows := sub("Heart", "Part")
		accepted := c.decide("accept", follows)
		c.agree(follows, "accept", true, 0)
		if err := h.end(); err != nil {
			t.Fatal(err)
		}
		c.harness = start(t, Options{Store: store})
		c.agree(follows, "accept", true, 0)
		c.undo(200, accepted.Operation.Id)
		c.agree(follows, "", false, 0)
	})
	t.Run("A5: a command accepts while the server runs", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		decide := func(action db.Action) {
			store, err := db.Open(t.Context(), filepath.Join(c.dir, "store.db"), db.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			if _, err := store.Decide(t.Context(), []db.Decision{{Ontology: "http://x/organs", Axiom: axiom, Action: action}}); err != nil {
				t.Fatal(err)
			}
		}
		decide(db.Accept)
		c.agree(axiom, "accept", true, 0)
		decide(db.Revert)
		c.agree(axiom, "", false, 0)
	})
	t.Run("A6: another version of the document lacks what was accepted", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		accepted := c.decide("accept", axiom)
		c.ask("PUT", c.at, organs+"\n", 200, nil)
		c.agree(axiom, "accept", false, 1)
		c.decide("accept", axiom) // apply
		c.agree(axiom, "accept", true, 0)
		c.ask("PUT", c.at, organs, 200, nil)
		c.agree(axiom, "accept", false, 1)
		var list contract.BreachList
		c.ask("GET", c.at+"/breaches", nil, 200, &list)
		// revert; the first accept is current again, and applied
		c.undo(200, list.Items[0].Operation)
		c.agree(axiom, "accept", false, 1)
		c.undo(200, accepted.Operation.Id)
		c.agree(axiom, "", false, 0)
	})
	t.Run("A6: the replacement is undone", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		c.decide("accept", axiom)
		c.ask("PUT", c.at, organs+"\n", 200, nil)
		var page contract.OperationPage
		c.ask("GET", c.at+"/operations?limit=1", nil, 200, &page)
		c.undo(200, page.Items[0].Id)
		c.agree(axiom, "accept", true, 0)
		c.undo(409, page.Items[0].Id)
		other := strings.Replace(organs, "x/organs", "x/other", 1)
		c.refused(c.request("PUT", c.at, other), 409, "other-ontology")
		c.ask("PUT", c.at+"?otherIRI=true", other, 200, nil)
	})
	t.Run("A7: the same ontology is opened twice", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		var second contract.Ontology
		c.ask("POST", "/ontologies", `{}`, 201, &second)
		got := c.refused(c.request("PUT", "/ontologies/"+second.ID, organs), 409, "same-ontology")
		if !strings.Contains(string(got.body), strings.TrimPrefix(c.at, "/ontologies/")) {
			t.Errorf("the other one is not named: %s", got.body)
		}
		c.ask("PUT", "/ontologies/"+second.ID+"?copy=true", organs, 200, nil)
		c.decide("accept", axiom)
		c.refused(c.request("POST", "/ontologies/"+second.ID+"/operations",
			map[string]any{"operation": "reject", "axioms": []string{axiom}}), 409, "copy")
		c.refused(c.request("PATCH", "/ontologies/"+second.ID,
			map[string]any{"baseRevision": 1, "add": []string{axiom}}), 409, "copy")
		c.agree(axiom, "accept", true, 0)
	})
	t.Run("A8: what is rejected still follows", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		follows := sub("Heart", "Part")
		out := c.decide("reject", follows)
		if out.StillEntailed == nil || len(*out.StillEntailed) != 1 ||
			(*out.StillEntailed)[0].Axiom != follows {
			t.Errorf("still entailed: %+v", out.StillEntailed)
		}
		c.agree(follows, "reject", false, 0)
	})
	t.Run("A9: a part of a batch is undone", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		batch := []string{sub("Bone", "Organ"), sub("Bone", "Part"), sub("Part", "Bone")}
		accepted := c.decide("accept", batch...)
		if n := len(accepted.Operation.Axioms); n != 3 {
			t.Fatalf("%d axioms in one operation", n)
		}
		c.undo(200, accepted.Operation.Id, batch[1])
		for i, axiom := range batch {
			if i == 1 {
				c.agree(axiom, "", false, 0)
				continue
			}
			c.agree(axiom, "accept", true, 0)
		}
		c.undo(200, accepted.Operation.Id)
		for _, axiom := range batch {
			c.agree(axiom, "", false, 0)
		}
		c.undo(409, accepted.Operation.Id)
	})
	t.Run("an edit against a decision", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		accepted := c.decide("accept", axiom)
		edited := c.operate(200, map[string]any{"operation": "edit", "remove": []string{axiom},
			"baseRevision": accepted.Ontology.Revision})
		c.agree(axiom, "", false, 0)
		c.operate(409, map[string]any{"operation": "edit", "add": []string{axiom},
			"baseRevision": accepted.Ontology.Revision})
		c.undo(200, edited.Operation.Id)
		c.agree(axiom, "accept", true, 0)
	})
	t.Run("an imported history", func(t *testing.T) {
		c := openOrgans(t, start(t, Options{}))
		store, err := db.Open(t.Context(), filepath.Join(c.dir, "store.db"), db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		_, err = store.Import(t.Context(), []db.Decision{{Key: "k", Ontology: "http://x/organs", Axiom: sub("Heart", "Organ"), Action: db.Reject, At: time.Unix(1, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		c.agree(sub("Heart", "Organ"), "reject", true, 1)
		c.operate(200, map[string]any{"operation": "reject",
			"axioms": []string{sub("Heart", "Organ")}, "alsoEdit": true})
		c.agree(sub("Heart", "Organ"), "reject", false, 0)
	})
}

// TestKeptByClient: an ontology stored by a client is in memory only, and its decisions are
// recorded.
func TestKeptByClient(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store.db")
	h := start(t, Options{Store: store})
	var o contract.Ontology
	h.ask("POST", "/ontologies", `{"keep":"client"}`, 201, &o)
	at := "/ontologies/" + o.ID
	h.ask("PUT", at, organs, 200, &o)
	if o.Keep != workspace.KeptByClient {
		t.Errorf("%+v", o)
	}
	var second contract.Ontology
	h.ask("POST", "/ontologies", `{}`, 201, &second)
	h.ask("PUT", "/ontologies/"+second.ID+"?keep=client", organs, 200, &second)
	axiom := sub("Bone", "Organ")
	h.ask("POST", at+"/operations",
		map[string]any{"operation": "accept", "axioms": []string{axiom}}, 200, nil)
	var edited contract.Ontology
	h.ask("PATCH", at, map[string]any{"baseRevision": o.Revision, "add": []string{axiom}},
		200, &edited)
	if edited.Axioms != o.Axioms+1 || edited.Revision <= o.Revision {
		t.Errorf("edited %+v", edited)
	}
	h.refused(h.request("PATCH", at,
		map[string]any{"baseRevision": o.Revision, "add": []string{axiom}}), 409, "other-base")
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	h = start(t, Options{Store: store})
	for _, id := range []string{o.ID, second.ID} {
		h.refused(h.request("GET", "/ontologies/"+id, nil), 404, "unknown-ontology")
	}
	h.ask("POST", "/ontologies", `{"keep":"client"}`, 201, &o)
	h.ask("PUT", "/ontologies/"+o.ID, organs, 200, &o)
	var current contract.DecisionPage
	h.ask("GET", "/ontologies/"+o.ID+"/decisions?current=true", nil, 200, &current)
	if len(current.Items) != 1 {
		t.Errorf("decisions after a restart: %+v", current.Items)
	}
}

// TestFollowOntology: a client receives operations of another client and of a command, and missed
// events.
func TestFollowOntology(t *testing.T) {
	h := start(t, Options{})
	c := openOrgans(t, h)
	var id string
	next := func(lines *bufio.Scanner) (name string, event contract.OntologyEvent) {
		for lines.Scan() {
			switch line := lines.Text(); {
			case strings.HasPrefix(line, "id: "):
				id = line[4:]
			case strings.HasPrefix(line, "event: "):
				name = line[7:]
			case strings.HasPrefix(line, "data: "):
				if err := json.Unmarshal([]byte(line[6:]), &event); err != nil {
					t.Fatal(err)
				}
			case line == "" && name != "":
				return name, event
			}
		}
		t.Fatal("the stream has ended")
		return
	}
	follow := func(after string) (*http.Response, *bufio.Scanner) {
		r := h.request("GET", c.at+"/events", nil)
		if after != "" {
			r.Header.Set("Last-Event-ID", after)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { got.Body.Close() })
		return got, bufio.NewScanner(got.Body)
	}
	nextOther := func(lines *bufio.Scanner) (string, contract.OntologyEvent) { // not a status
		for {
			if name, event := next(lines); name != "status" {
				return name, event
			}
		}
	}
	_, lines := follow("")
	if name, first := next(lines); name != "status" || first.Ontology == nil {
		t.Errorf("first event: %s %+v", name, first)
	}
	seen := id
	accepted := c.decide("accept", sub("Bone", "Organ"))
	if name, event := nextOther(lines); name != "operation" ||
		event.Operation.Id != accepted.Operation.Id ||
		event.Ontology.Revision != accepted.Ontology.Revision {
		t.Errorf("after an accept: %s %+v", name, event)
	}
	store, err := db.Open(t.Context(), filepath.Join(h.dir, "store.db"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.Decide(t.Context(), []db.Decision{{Ontology: "http://x/organs", Axiom: sub("Bone", "Part"), Action: db.Accept}}); err != nil {
		t.Fatal(err)
	}
	if name, event := nextOther(lines); name != "operation" ||
		event.Ontology.Axioms != accepted.Ontology.Axioms+1 {
		t.Errorf("after a command: %s %+v", name, event)
	}
	_, again := follow(seen)
	if name, event := nextOther(again); name != "operation" ||
		event.Operation.Id != accepted.Operation.Id {
		t.Errorf("what was missed: %s %+v", name, event)
	}
	h.ask("DELETE", c.at, nil, 204, nil)
	if name, _ := nextOther(lines); name != "gone" {
		t.Errorf("after the deletion: %s", name)
	}
}

// TestNewClassInKGCL exports a class that was made, with its texts, before the edges of it.
func TestNewClassInKGCL(t *testing.T) {
	const bone = "http://purl.obolibrary.org/obo/X_0000003"
	c := curated{harness: start(t, Options{})}
	o := c.classified(strings.ReplaceAll(organs, "http://x/>", "http://purl.obolibrary.org/obo/X_>"))
	c.at = "/ontologies/" + o.ID
	c.operate(200, map[string]any{"operation": "edit", "add": []string{
		"Declaration(Class(<" + bone + ">))",
		"AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <" + bone + "> \"flat bone\")",
		"AnnotationAssertion(<http://purl.obolibrary.org/obo/IAO_0000115> <" + bone + "> \"A flat one.\")",
		"AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> <" + bone +
			"> \"plate\")"}})
	c.decide("accept", "SubClassOf(<"+bone+"> <http://purl.obolibrary.org/obo/X_Bone>)")
	got := c.do(c.request("GET", c.at+"/decisions/export?format=kgcl", nil))
	const want = `create node X:0000003 'flat bone'
add definition 'A flat one.' to X:0000003
create exact synonym 'plate' for X:0000003
create edge X:0000003 rdfs:subClassOf X:Bone
`
	if string(got.body) != want {
		t.Errorf("%d %s, want %s", got.status, got.body, want)
	}
}
