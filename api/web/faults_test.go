package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"box2el-owl/internal/chromium"
)

// TestFaults runs the page against a server with faults: connections break, another client edits
// the ontology, axioms contradict, an event stream is cut, the session ends, and labels are
// malicious.
func TestFaults(t *testing.T) {
	browser := chromium.Start(t)
	fake := newFake(t)
	c := &curator{axe: chromium.AxeSource(t), Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, fake.URL) })}
	c.Do(chromedp.Navigate(fake.URL + "/#/o/a1/review?scope=urn:c0"))
	c.until("suggestions", `shown('.item').length === 3`)
	if !c.holds(fmt.Sprintf(`text().includes(%q) && !q('img, main script')`, hostile)) {
		t.Error("a label is not shown as the text that it is")
	}
	c.until("how many of the few held-out axioms the model finds",
		`/finds 4 of 8 held-out superclasses in its first ten \(names alone: 2\)/.test(text())`)
	c.look("hostile")

	t.Run("accept", func(t *testing.T) {
		c.T = t
		c.holds(`called('1 warning').click()`)
		c.holds(`shown('.item')[0].focus()`)
		c.press("a")
		c.until("accepted", `all('.item')[0].dataset.decision === 'accept'`)
		c.until("the opened list of warnings remains",
			`called('1 warning').parentElement.open && /onerror/.test(shown('.folds li')[0]?.textContent)`)
		if got, want := fake.journal(), []string{"accept urn:c1"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
	})
	t.Run("undo", func(t *testing.T) {
		c.T = t
		c.press("u")
		c.until("open again", `all('.item')[0].dataset.decision === ''`)
		c.until("a message", `/^Undone/.test(q('.toast').innerText)`)
		if !c.holds(fmt.Sprintf(`q('.toast').innerText.startsWith('Undone: ' + %q)`, hostile)) {
			t.Error("the message does not name the axiom")
		}
		if got, want := fake.journal(), []string{"undo urn:c1"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
	})
	t.Run("a slow answer", func(t *testing.T) {
		c.T = t
		fake.set(func() { fake.delay = time.Second })
		c.holds(`shown('.item')[0].focus()`)
		c.press("a")
		c.press("j")
		c.press("j")
		c.holds(`q('.toast').replaceChildren()`)
		c.until("accepted", `/^Accepted/.test(q('.toast').innerText)`)
		if !c.holds(`document.activeElement === shown('.item')[2]`) {
			t.Error("the curator, who has gone on, is taken back")
		}
		c.press("u")
		c.until("open again", `all('.item')[0].dataset.decision === ''`)
		fake.journal()
		fake.set(func() { fake.delay = time.Second })
		c.holds(`shown('.item')[1].focus()`)
		c.holds(`q('.toast').replaceChildren()`)
		c.press("r")
		c.press("u")
		c.until("undone", `/^Undone/.test(q('.toast').innerText)`)
		if got, want := fake.journal(),
			[]string{"reject urn:c2", "undo urn:c2"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
	})
	t.Run("a broken connection", func(t *testing.T) {
		c.T = t
		fake.set(func() { fake.breaks = 1 })
		c.holds(`shown('.item')[1].focus()`)
		c.press("r")
		c.until("rejected", `all('.item[data-decision=reject]').length === 1`)
		if got, want := fake.journal(), []string{"reject urn:c2"}; !slices.Equal(got, want) ||
			fake.keys[len(fake.keys)-1] != fake.keys[len(fake.keys)-2] {
			t.Errorf("the server was told %q with the keys %q, want %q twice with the same", got,
				fake.keys, want)
		}
		c.press("u")
		c.until("undone", `!q('.item[data-decision=reject]')`)
		fake.set(func() { fake.breaks, fake.cut = 1, true })
		c.holds(`shown('.item')[1].focus()`)
		c.press("r")
		c.until("rejected, though the answer was cut", `q('.item[data-decision=reject]')`)
		if got, want := fake.journal(),
			[]string{"undo urn:c2", "reject urn:c2"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
		c.until("no word of it is left", `!q('#notice').childElementCount`)
	})
	t.Run("a failed request", func(t *testing.T) {
		c.T = t
		fake.set(func() { fake.fails = true })
		c.holds(`shown('.item')[2].focus()`)
		c.Forgive(true) // the browser logs answers of 500
		c.press("d")
		c.until("it is said in place", `/Try again/.test(q('.detail .error')?.textContent)`)
		c.Complaints()
		c.look("failed", chromium.Evaluate[string](c.Tab,
			`document.querySelector('.detail .error').textContent`))
		c.holds(`q('.detail').classList.remove('open')`)
		c.click("Try again")
		c.until("deferred", `all('.item')[2].dataset.decision === 'defer' && !q('.error')`)
		if got, want := fake.journal(), []string{"defer urn:c3"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
	})
	t.Run("a contradiction", func(t *testing.T) {
		c.T = t
		fake.set(func() { fake.contradiction = true })
		c.holds(`shown('.item')[2].focus()`)
		c.press("a")
		c.until("it is said in place",
			`/Would make 1 class unsatisfiable/.test(q('.detail .error')?.textContent)`)
		c.look("contradiction", chromium.Evaluate[string](c.Tab,
			`document.querySelector('.detail .error').textContent`))
		c.holds(`q('.detail').classList.remove('open')`)
		c.click("Accept anyway")
		c.until("accepted",
			`all('.item')[2].dataset.decision === 'accept' && !q('.error')`)
		c.Forgive(false)
		if got, want := fake.journal(),
			[]string{"accept urn:c3 refused", "accept urn:c3"}; !slices.Equal(got, want) {
			t.Errorf("the server was told %q, want %q", got, want)
		}
	})
	t.Run("a stream that is cut", func(t *testing.T) {
		c.T = t
		c.click("More")
		c.fill("Steps", "400")
		c.click("Train")
		c.until("a training that has ended", `/Training\s*done/.test(q('.jobs').textContent)`)
		c.until("a curve of 4 points, those of before and after the break once each",
			`q('.loss polyline').getAttribute('points').split(' ').length === 4`)
		if !slices.Equal(fake.resumed, []string{"", "3"}) {
			t.Errorf("the stream was asked for behind %q, want from the beginning and behind 3",
				fake.resumed)
		}
	})
	t.Run("a document with a fault", func(t *testing.T) {
		c.T = t
		c.click("box2el-owl")
		file := t.TempDir() + "/broken.ofn"
		if err := os.WriteFile(file, []byte("Ontology("), 0o644); err != nil {
			t.Fatal(err)
		}
		c.until("the form", `q('input[type=file]')`)
		c.Do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{file}))
		c.until("where the fault is", `/Unexpected end \(line 1, column 10\)/.test(text())`)
		var told []string
		for end := time.Now().Add(10 * time.Second); len(told) < 2 &&
			time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			told = append(told, fake.journal()...)
		}
		if want := []string{"PUT true", "DELETE"}; !slices.Equal(told, want) {
			t.Errorf("the server was told %q, want %q: nothing is left behind", told, want)
		}
	})
	t.Run("a session that ends", func(t *testing.T) {
		c.T = t
		fake.set(func() { fake.signedOut = true })
		c.click("cl")
		c.until("how to sign in", `/Sign in/.test(text())`)
	})
	for _, complaint := range c.Complaints() {
		if !strings.HasPrefix(complaint,
			"log: Failed to load resource") { // logged by the browser for rejected requests
			t.Error(complaint)
		}
	}
}

// TestWaiting shows an ontology while it is classified.
func TestWaiting(t *testing.T) {
	browser := chromium.Start(t)
	fake := newFake(t)
	fake.set(func() { fake.waiting = true })
	c := &curator{axe: chromium.AxeSource(t), Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, fake.URL) })}
	c.Do(chromedp.Navigate(fake.URL + "/#/o/a1/review"))
	c.until("how far it is", `/Classifying 1,200 of 47,812/.test(q('.jobs')?.innerText)`)
	c.look("waiting")
}

// TestGroup shows that the line of a group tells whether its axioms have one filler or several.
func TestGroup(t *testing.T) {
	browser := chromium.Start(t)
	for _, test := range []struct {
		name    string
		fillers []string
		want    string
	}{
		{"one filler", []string{"f1", "f1", "f1"}, `3 classes SubClassOf p some f1`},
		{"a filler each", []string{"f1", "f2", "f3"},
			`s0 SubClassOf p some f1 (and 2 more axioms by the same rule)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			fake := newFake(t)
			fake.set(func() { fake.fillers = test.fillers })
			c := &curator{Tab: chromium.Open(t, browser,
				func(url string) bool { return strings.HasPrefix(url, fake.URL) })}
			c.Show(1280, "light")
			c.Do(chromedp.Navigate(fake.URL + "/#/o/a1/review?scope=urn:c0"))
			c.until("the group", `q('.item .what') && q('.detail .statement')`)
			for _, place := range []string{".item .what", ".detail .statement"} {
				got := chromium.Evaluate[string](c.Tab,
					fmt.Sprintf(`document.querySelector(%q).textContent`, place))
				if !strings.HasPrefix(got, test.want) {
					t.Errorf("%s is %q, want %q", place, got, test.want)
				}
			}
		})
	}
}

// grouped returns a suggestion with a group of axioms with these fillers.
func grouped(item object, fillers []string) object {
	named := func(label string) object { return object{"iri": "urn:" + label, "label": label} }
	var subjects, axioms []object
	for i, filler := range fillers {
		subject := fmt.Sprintf("s%d", i)
		subjects = append(subjects, named(subject))
		axioms = append(axioms, object{"axiom": "urn:" + subject, "hash": "",
			"manchester": fmt.Sprintf("%s SubClassOf p some %s", subject, filler)})
	}
	item["subject"], item["property"], item["target"] = subjects[0], named("p"), named(fillers[0])
	item["group"] = object{"id": "g", "subjects": subjects, "axioms": axioms,
		"rule": object{"kind": "rule", "for": true, "sentence": "A rule.", "template": "A rule."}}
	return item
}

// TestHierarchy navigates a paged tree with the keys of the ARIA pattern and opens the path to a
// class in the address.
func TestHierarchy(t *testing.T) {
	browser := chromium.Start(t)
	fake := newFake(t)
	c := &curator{Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, fake.URL) })}
	c.Show(1280, "light")
	c.Do(chromedp.Navigate(fake.URL + "/#/o/a1/class"))
	c.until("the topmost classes", `shown('[role=treeitem]').length === 3`)
	c.holds(`shown('[role=treeitem]')[1].focus()`)
	for _, step := range []struct{ key, want string }{
		{kb.ArrowRight, "n0"}, // opens
		{kb.ArrowRight, "n0.0"},
		{kb.ArrowDown, "n0.1"},
		{kb.ArrowLeft, "n0"},
		{kb.ArrowLeft, "n0"}, // closes
		{kb.End, "More"},
		{kb.Enter, "n1"},
		{kb.Home, hostile},
		{"n", "n0"},
		{"n", "n0"}, // typed at once: nn is none
		{kb.End, "n2"},
		{kb.ArrowUp, "n1"},
	} {
		c.press(step.key)
		c.until("branches are there", `!q('[aria-busy=true]')`)
		c.until("at "+step.want,
			fmt.Sprintf(
				`(document.activeElement.querySelector(':scope > span:nth-child(2)') ?? document.activeElement).textContent === %q`, step.want))
	}
	c.press(kb.Enter)
	c.until("the class is chosen",
		`location.hash === '#/o/a1/class/urn%3An1' && q('.class h2')?.textContent === 'n1'`)
	c.holds(`location.hash = '#/o/a1/class/urn%3An2.2.1'`)
	c.until("the way to a class far down",
		`q('[role=treeitem][aria-selected=true]')?.dataset.iri === 'urn:n2.2.1' && q('[role=treeitem][aria-selected=true]').getAttribute('aria-level') === '3'`)
	c.Do(chromedp.NavigateBack())
	c.until("back",
		`q('.class h2')?.textContent === 'n1' && q('[role=treeitem][aria-selected=true]')?.dataset.iri === 'urn:n1'`)
	c.look("hierarchy")
}

const hostile = `<img src=x onerror="document.title='caught'">` +
	`<script>document.title='caught'</script>`

// fake is a server with one ontology, three suggestions, and faults that can be enabled.
type fake struct {
	*httptest.Server
	t *testing.T

	mu            sync.Mutex    // guards all below
	told          []string      // recorded since the last call of journal
	decided       []string      // axioms of the last operation
	keys          []string      // Idempotency-Keys
	resumed       []string      // Last-Event-IDs
	edits         int           // the revision
	breaks        int           // the number of requests for decisions that are not answered
	cut           bool          // after the head of the answer
	contradiction bool          // the next axiom that is accepted contradicts
	delay         time.Duration // of the next answer to a decision
	fails         bool          // the next decision is answered with an error
	waiting       bool          // the ontology is being classified
	fillers       []string      // those of the axioms of a group; empty: no group
	signedOut     bool
}

func newFake(t *testing.T) *fake {
	f := &fake{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		w.Write(Index())
	})
	mux.Handle("GET /"+Folder()+"/",
		http.StripPrefix("/"+Folder()+"/", http.FileServerFS(Assets())))
	mux.HandleFunc("/api/v1/", f.serve)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// journal returns the recorded decisions since its last call.
func (f *fake) journal() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	told := f.told
	f.told = nil
	return told
}

type object = map[string]any

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.signedOut {
		answer(w, 401, object{"type": "about:blank", "title": "Unauthorized", "status": 401})
		return
	}
	if r.Method != "GET" && r.Header.Get("X-Box2el") != "page" {
		f.t.Errorf("%s %s without X-Box2el", r.Method, r.URL)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	name := object{"iri": "urn:c0", "label": hostile}
	job := object{"id": "j1", "kind": "training", "ontology": "a1", "state": "running",
		"created": "2026-01-01T00:00:00Z"}
	switch what := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/v1"); what {
	case "GET /ontologies":
		answer(w, 200, object{"items": []object{f.status()}})
	case "POST /ontologies":
		answer(w, 201, f.status())
	case "PUT /ontologies/a1":
		f.told = append(f.told, fmt.Sprintf("PUT %t",
			strings.Contains(string(body), "\nOntology(")))
		answer(w, 422, object{"type": "urn:box2el-owl:parse", "title": "Unprocessable",
			"status": 422, "detail": "unexpected end", "line": 1, "column": 10})
	case "DELETE /ontologies/a1":
		f.told = append(f.told, "DELETE")
		w.WriteHeader(204)
	case "GET /ontologies/a1":
		answer(w, 200, f.status())
	case "GET /ontologies/a1/model":
		answer(w, 200, object{"architecture": hostile, "steps": 1,
			"options": object{"steps": 1, "dim": 1, "seed": 1},
			"heldOut": []object{{"form": "NF1", "axioms": 8, "model": 0.5, "names": 0.25,
				"popularity": 0.125}}})
	case "GET /ontologies/a1/decisions":
		answer(w, 200, object{"items": []object{}})
	case "GET /ontologies/a1/operations":
		answer(w, 200, object{"items": []object{}})
	case "GET /ontologies/a1/provenance":
		answer(w, 200, object{"annotated": 1, "properties": []object{}, "write": []object{},
			"preview": []object{{"property": name, "value": hostile}}})
	case "GET /jobs":
		items := []object{}
		if f.waiting {
			job["kind"], job["progress"] = "classification",
				object{"stage": "saturating", "done": 1200, "total": 47812}
			items = append(items, job)
		}
		answer(w, 200, object{"items": items})
	case "GET /capabilities":
		answer(w, 200, object{"models": []object{{"name": "box2el", "dim": 200, "steps": 5000}}})
	case "GET /ontologies/a1/taxonomy":
		answer(w, 200, below(r.URL.Query().Get("below"), r.URL.Query().Get("cursor")))
	case "GET /ontologies/a1/classes/urn:c0":
		answer(w, 200, object{"iri": "urn:c0", "label": hostile, "definition": hostile,
			"synonyms": []string{hostile}, "asserted": []object{{"axiom": hostile, "manchester": hostile}},
			"supers": []object{name}, "subs": []object{name}, "equivalent": []object{name}})
	case "POST /ontologies/a1/suggestions:query":
		var items []object
		for i := 1; i <= 3; i++ {
			items = append(items, object{"axiom": fmt.Sprintf("urn:c%d", i), "hash": "",
				"manchester": hostile, "subject": name, "form": "NF1", "target": name, "score": 1,
				"tier": "possible", "evidence": []object{{"kind": "name", "for": true, "sentence": hostile, "template": hostile}},
				"probability": 0.5, "rank": i, "verdict": "new", "why": []object{{"kind": "label", "text": hostile}}})
		}
		if len(f.fillers) > 0 {
			items = []object{grouped(items[0], f.fillers)}
		}
		answer(w, 200, object{"items": items, "stale": false, "note": hostile})
	case "POST /ontologies/a1/effects":
		answer(w, 200, object{"newSubsumptions": 1, "examples": []object{{"manchester": hostile}}})
	case "POST /ontologies/a1/entailment:check":
		answer(w, 500, object{"type": "about:blank", "title": "Internal Server Error",
			"status": 500})
	case "POST /ontologies/a1/operations":
		f.decide(w, r, body)
	case "GET /ontologies/a1/events":
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusNoContent) // which ends the stream for good
	case "POST /ontologies/a1/trainings":
		answer(w, 202, job)
	case "GET /jobs/j1":
		answer(w, 200, job)
	case "GET /jobs/j1/events":
		if f.waiting {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		f.events(w, r, job)
	default:
		if iri, is := strings.CutPrefix(what, "GET /ontologies/a1/classes/urn:n"); is {
			answer(w, 200, object{"iri": "urn:n" + iri, "label": "n" + iri, "asserted": []object{},
				"supers": above("urn:n" + iri), "path": pathTo("n" + iri)})
			return
		}
		answer(w, 404, object{"type": "about:blank", "title": "Not Found", "status": 404,
			"detail": what})
	}
}

// below returns a page of the hierarchy: c0, n0, n1, n2, below n1 n1.0 to n1.2, and so on, four
// levels deep, two classes per page.
func below(iri, cursor string) object {
	if iri == "http://www.w3.org/2002/07/owl#Thing" && cursor == "" {
		return object{"items": []object{{"iri": "urn:c0", "label": hostile, "children": 0},
			{"iri": "urn:n0", "label": "n0", "children": 3}}, "next": "1"}
	}
	prefix, children := strings.TrimPrefix(iri, "urn:")+".", 3
	if iri == "http://www.w3.org/2002/07/owl#Thing" {
		prefix = "n"
	} else if strings.Count(iri, ".") == 2 {
		children = 0
	}
	var items []object
	first := len(cursor)
	for i := first; i < min(first+2, 3); i++ {
		name := fmt.Sprintf("%s%d", prefix, i)
		items = append(items, object{"iri": "urn:" + name, "label": name, "children": children})
	}
	if first == 0 {
		return object{"items": items, "next": "12"}
	}
	return object{"items": items}
}

// pathTo returns the classes above n1.2.0, n1 and n1.2, and itself.
func pathTo(name string) []object {
	var path []object
	for i := 0; i <= len(name); i++ {
		if i == len(name) || name[i] == '.' {
			path = append(path, object{"iri": "urn:" + name[:i], "label": name[:i]})
		}
	}
	return path
}

func above(iri string) []object {
	at := strings.LastIndexByte(iri, '.')
	if at < 0 {
		return []object{{"iri": "http://www.w3.org/2002/07/owl#Thing", "label": "owl:Thing"}}
	}
	return []object{{"iri": iri[:at], "label": strings.TrimPrefix(iri[:at], "urn:")}}
}

func (f *fake) status() object {
	if f.waiting {
		return object{"id": "a1", "name": "cl", "created": "2026-01-01T00:00:00Z",
			"keep": "server", "revision": 1, "axioms": 10,
			"reasoner":    object{"state": "classifying"},
			"suggestions": object{"state": "none"}}
	}
	return object{"id": "a1", "name": "cl", "created": "2026-01-01T00:00:00Z", "keep": "server",
		"revision": f.edits, "axioms": 10,
		"warnings": []string{hostile}, "reasoner": object{"state": "ready", "classes": 4}, "suggestions": object{"state": "ready", "model": object{"architecture": "box2el", "stale": false, "changed": 0}}}
}

func (f *fake) decide(w http.ResponseWriter, r *http.Request, body []byte) {
	f.keys = append(f.keys, r.Header.Get("Idempotency-Key"))
	time.Sleep(f.delay)
	f.delay = 0
	if f.fails {
		f.fails = false
		answer(w, 500, object{"type": "about:blank", "title": "Internal Server Error",
			"status": 500})
		return
	}
	if f.breaks > 0 {
		f.breaks--
		if f.cut {
			w.Header().Set("Content-Length", "1000")
			w.(http.Flusher).Flush() // the head of an answer arrives
		}
		panic(http.ErrAbortHandler) // the connection breaks
	}
	var request struct {
		Operation, Undoes string
		Axioms            []string
		Force             bool
	}
	err := json.Unmarshal(body, &request)
	if request.Operation == "undo" && request.Axioms == nil {
		request.Axioms = f.decided // of the whole operation
	}
	if err != nil || len(request.Axioms) != 1 {
		f.t.Errorf("%s: %v", body, err)
		return
	}
	f.decided = request.Axioms
	axiom := request.Axioms[0]
	if f.contradiction && !request.Force {
		f.told = append(f.told, request.Operation+" "+axiom+" refused")
		answer(w, 409, object{"type": "urn:box2el-owl:contradiction", "title": "Contradiction",
			"status": 409, "detail": "with it something could not be",
			"conflict": object{"inconsistent": false, "unsatisfiable": []object{{"iri": "urn:c0", "label": hostile}}}, "culprits": []string{axiom}})
		return
	}
	f.contradiction = false
	f.told = append(f.told, request.Operation+" "+axiom)
	f.edits++
	answer(w, 200, object{"operation": object{"id": "o1", "operation": request.Operation,
		"axioms": []object{{"axiom": axiom, "hash": "", "manchester": hostile}}},
		"ontology": f.status()})
}

// events cuts the stream after the second point. Resumed after the last event, it continues to the
// end and repeats a point.
func (f *fake) events(w http.ResponseWriter, r *http.Request, job object) {
	after := r.Header.Get("Last-Event-ID")
	f.resumed = append(f.resumed, after)
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(id int, kind string, data any) {
		text, _ := json.Marshal(data)
		fmt.Fprintf(w, "retry: 50\nid: %d\nevent: %s\ndata: %s\n\n", id, kind, text)
	}
	point := func(step int) object {
		return object{"step": step,
			"loss": object{"NF1": 1 / float64(step)}}
	}
	if after == "" {
		send(1, "job", job)
		send(2, "loss", point(100))
		send(3, "loss", point(200))
		return
	}
	send(3, "loss", point(200))
	send(4, "loss", point(300))
	send(5, "loss", point(400))
	job["state"] = "done"
	send(6, "job", job)
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}
