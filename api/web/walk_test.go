package web

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

var (
	walkActions = flag.Int("walk", 40, "random actions of TestWalk")
	walkSeed    = flag.Uint64("walk-seed", 0, "seed of TestWalk; 0: a random one")
)

// TestWalk runs random actions of two windows, an API client and the command line on one ontology.
// After each action every current accept is entailed and every current reject is not asserted, or
// listed as a breach, which only the command line may cause. From time to time both windows show
// the current decisions.
func TestWalk(t *testing.T) {
	seed := cmp.Or(*walkSeed, rand.Uint64())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 35))
	c, s := opened(t)
	path := document(t, "..", "..", "examples", "pizzeria.ttl")
	c.task("").upload(path)
	c.click("Cancel")
	first := &tasks{curator: c, server: s}
	id := strings.TrimPrefix(first.ontology(), "/ontologies/")
	var found struct{ Items []struct{ IRI string } }
	w := &walk{tasks: first, rng: rng, id: id, document: path}
	w.readOf("/classes?q=diavola", &found)
	review := fmt.Sprintf("%s/#/o/%s/review?show=all&scope=%s", s.address, id,
		url.QueryEscape(found.Items[0].IRI))
	for range 2 {
		tab := &curator{Tab: chromium.Open(t, c.Ctx,
			func(string) bool { return true })}
		tab.Do(chromedp.Navigate(review))
		tab.until("suggestions", `shown('.item').length > 4`)
		w.tabs = append(w.tabs, tab)
	}
	w.axioms = w.rows()
	if len(w.axioms) < 5 {
		t.Fatalf("suggestions %q", w.axioms)
	}
	count := make(map[string]int)
	for i := range *walkActions {
		what := w.step(review)
		count[what]++
		when := fmt.Sprintf("action %d, %s, seed %d", i, what, seed)
		w.agree(when)
		if i%20 == 19 {
			w.shown(when)
		}
	}
	t.Logf("%d actions: %v", *walkActions, count)
}

// walk is the state of TestWalk.
type walk struct {
	*tasks
	tabs         []*curator
	rng          *rand.Rand
	axioms       []string // the suggested ones
	id, document string
}

// rows returns the axioms of the rows of the first window.
func (w *walk) rows() []string {
	w.T.Helper()
	var page struct{ Items []struct{ Axiom string } }
	scope := chromium.Evaluate[string](w.tabs[0].Tab,
		`new URLSearchParams(location.hash.split('?')[1]).get('scope')`)
	body, err := json.Marshal(object{"subject": scope, "limit": 12,
		"tiers": []string{"likely", "possible", "speculative"}})
	if err != nil {
		w.T.Fatal(err)
	}
	answer := w.request("POST", w.ontology()+"/suggestions:query", string(body))
	if err := json.Unmarshal(answer, &page); err != nil {
		w.T.Fatal(err)
	}
	var axioms []string
	for _, item := range page.Items {
		axioms = append(axioms, item.Axiom)
	}
	return axioms
}

// step performs a random action and returns its name.
func (w *walk) step(review string) string {
	w.T.Helper()
	tab := w.tabs[w.rng.IntN(2)]
	axiom := w.axioms[w.rng.IntN(len(w.axioms))]
	switch n := w.rng.IntN(20); {
	case n < 9: // a key on a random row
		key := []string{"a", "a", "r", "d", "u", " "}[w.rng.IntN(6)]
		tab.holds(`all('.detail.open').forEach(e => e.classList.remove('open'))`)
		tab.holds(fmt.Sprintf(`(rows => rows[%d %% rows.length]?.focus())(shown('.item'))`,
			w.rng.IntN(10)))
		tab.press(key)
		tab.until("the decision is sent", `!q('[aria-busy=true]')`)
		// answers the question of a refused decision
		tab.holds(`called('Remove it as well')?.click(), called('Accept anyway')?.click()`)
		return "key " + key
	case n < 12: // the undo of a row
		if !tab.holds(`shown('.item .mark button')[0]`) {
			return "nothing to undo"
		}
		tab.holds(fmt.Sprintf(`(b => b[%d %% b.length]?.click())(shown('.item .mark button'))`,
			w.rng.IntN(10)))
		return "undo of a row"
	case n < 14: // another view
		tab.click([]string{"Changes", "History"}[w.rng.IntN(2)])
		tab.until("the view", `q('.history tbody tr') || /axioms about|No changes/.test(text())`)
		tab.holds(`shown('.history button, .changes .item button')[0]?.click()`)
		time.Sleep(200 * time.Millisecond)
		tab.Do(chromedp.Navigate(review))
		tab.until("suggestions again", `shown('.item').length > 0`)
		return "undo in changes or history"
	case n == 14:
		tab.Do(chromedp.Reload())
		tab.until("suggestions again", `shown('.item').length > 0`)
		return "reload"
	case n < 18: // a client of the API
		kind := []string{"accept", "reject", "defer"}[w.rng.IntN(3)]
		return fmt.Sprintf("API %s %d", kind, w.operate(object{"operation": kind,
			"axioms": []string{axiom}, "client": "script", "alsoEdit": w.rng.IntN(2) == 0}))
	default:
		kind := []string{"accept", "reject", "revert"}[w.rng.IntN(3)]
		command := w.server.command("history", kind, "-q", w.document, axiom)
		command.Stderr = nil
		if err := command.Run(); err != nil {
			return "command " + kind + " refused"
		}
		return "command " + kind
	}
}

// operate sends an operation and returns the status; a conflict is allowed.
func (w *walk) operate(operation object) int {
	w.T.Helper()
	body, err := json.Marshal(operation)
	if err != nil {
		w.T.Fatal(err)
	}
	status, answer := w.send("POST", w.ontology()+"/operations", string(body))
	if status != http.StatusOK && status != http.StatusConflict {
		w.T.Fatalf("%v: %d %s", operation, status, answer)
	}
	return status
}

func (w *walk) ontology() string { return "/ontologies/" + w.id }

// agree compares the current decisions with the ontology. What is read in several requests may
// change between them, so only a disagreement that stays is one.
func (w *walk) agree(when string) {
	w.T.Helper()
	wrong := ""
	for range 5 {
		if wrong = w.disagreement(strings.Contains(when, "command")); wrong == "" {
			return
		}
		time.Sleep(300 * time.Millisecond)
	}
	w.T.Fatalf("%s: %s", when, wrong)
}

// disagreement returns what is wrong, and undoes the breaches that the command line may cause.
func (w *walk) disagreement(byCommand bool) string {
	w.T.Helper()
	var breaches, current struct {
		Items []struct{ Axiom, Action, Operation, Client string }
	}
	w.readOf("/breaches", &breaches)
	if len(breaches.Items) > 0 && !byCommand {
		return fmt.Sprintf("breaches %+v", breaches.Items)
	}
	for _, b := range breaches.Items { // the strip of the page offers the same
		w.operate(object{"operation": "undo", "undoes": b.Operation, "axioms": []string{b.Axiom}})
	}
	w.readOf("/decisions?current=true&limit=1000", &current)
	if len(current.Items) == 0 {
		return ""
	}
	axioms := make([]string, len(current.Items))
	for i, d := range current.Items {
		axioms[i] = d.Axiom
	}
	body, err := json.Marshal(object{"axioms": axioms})
	if err != nil {
		w.T.Fatal(err)
	}
	var checks struct{ Items []struct{ Verdict string } }
	answer := w.request("POST", w.ontology()+"/entailment:check", string(body))
	if err := json.Unmarshal(answer, &checks); err != nil {
		w.T.Fatal(err)
	}
	text := string(w.api(w.ontology() + "/document?format=ofn"))
	for i, d := range current.Items {
		if d.Action == "accept" && checks.Items[i].Verdict != "entailed" {
			return fmt.Sprintf("%s is accepted and %s", d.Axiom, checks.Items[i].Verdict)
		}
		if d.Action == "reject" && asserted(text, d.Axiom) {
			return d.Axiom + " is rejected and asserted"
		}
	}
	return ""
}

// asserted reports whether a document in functional syntax has an axiom, both without prefixes.
func asserted(document, axiom string) bool {
	local := func(s string) string {
		var out strings.Builder
		for _, part := range strings.FieldsFunc(s, func(c rune) bool { return c == ' ' }) {
			part = strings.Trim(part, "\n")
			if at := strings.LastIndexAny(part, "#/:"); at >= 0 {
				open := strings.Repeat("(", strings.Count(part, "("))
				part = open + strings.ReplaceAll(part[at+1:], ">", "")
			}
			out.WriteString(part + " ")
		}
		return strings.TrimSpace(out.String())
	}
	want := local(axiom)
	for line := range strings.Lines(document) {
		if strings.HasPrefix(line, "SubClassOf") && local(line) == want {
			return true
		}
	}
	return false
}

func (w *walk) readOf(path string, into any) {
	w.T.Helper()
	if err := json.Unmarshal(w.api(w.ontology()+path), into); err != nil {
		w.T.Fatal(err)
	}
}

// shown waits until the rows of both windows have the current decisions, which are read again
// meanwhile: an undo may still be on its way.
func (w *walk) shown(when string) {
	w.T.Helper()
	wrong := ""
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(
		100 * time.Millisecond) {
		if wrong = w.unlike(); wrong == "" {
			return
		}
	}
	w.tabs[0].Screenshot("failed")
	w.T.Fatalf("%s: %s", when, wrong)
}

// unlike returns the rows of a window that have another decision than the current one, or "".
func (w *walk) unlike() string {
	w.T.Helper()
	var current struct {
		Items []struct{ Manchester, Action string }
	}
	w.readOf("/decisions?current=true&limit=1000", &current)
	decided := make(map[string]string)
	for _, d := range current.Items {
		_, text, _ := strings.Cut(strings.ReplaceAll(d.Manchester, "'", ""), " SubClassOf ")
		decided[text] = d.Action
	}
	want, err := json.Marshal(decided)
	if err != nil {
		w.T.Fatal(err)
	}
	for i, tab := range w.tabs {
		rows := chromium.Evaluate[[]string](tab.Tab, fmt.Sprintf(`(decided => {`+vocabulary+`
			return shown('.item').map(e => [[...e.querySelector('.what [id]').childNodes]
				.filter(n => n.className !== 'tags').map(n => n.textContent).join(''),
				e.dataset.decision]).filter(([text, d]) => d !== (decided[text] ?? ''))
				.map(row => row.join(': '))})(%s)`, want))
		if len(rows) > 0 {
			return fmt.Sprintf("window %d shows %q, the decisions are %s", i, rows, want)
		}
	}
	return ""
}
