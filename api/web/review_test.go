package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// tasks counts what a person does: activating a control, typing a text with its Enter, and moving
// the focus each are one action. Reading and waiting are none.
type tasks struct {
	*curator
	server  *server
	actions int
	began   time.Time
}

// key presses a letter key or another single key: one action.
func (p *tasks) key(key string) {
	p.T.Helper()
	p.actions++
	p.press(key)
}

// write types a text and presses Enter: one action.
func (p *tasks) write(text string) {
	p.T.Helper()
	p.actions++
	p.until("the field has the focus", `document.activeElement.getAttribute('role') === 'combobox'`)
	p.holds(`q('[role=combobox]').value = ''`) // the slash, which only a test's key types
	p.press(text)
	p.until("classes are offered",
		fmt.Sprintf(`shown('[role=option]')[0]?.firstElementChild?.textContent === %q`, text))
	p.press("\r")
}

// activate presses a button or follows a link: one action.
func (p *tasks) activate(name string) {
	p.T.Helper()
	p.actions++
	p.click(name)
}

func (p *tasks) begin() { p.actions, p.began = 0, time.Now() }

// end prints the actions since begin and checks their number.
func (p *tasks) end(task string, most int) {
	p.T.Helper()
	p.T.Logf("%s: %d actions, %.1f s", task, p.actions, time.Since(p.began).Seconds())
	if p.actions > most {
		p.T.Errorf("%s took %d actions, want at most %d", task, p.actions, most)
	}
}

// api returns the response to a GET request of the API.
func (p *tasks) api(path string) []byte {
	p.T.Helper()
	return p.request("GET", path, "")
}

func (p *tasks) request(method, path, body string) []byte {
	p.T.Helper()
	status, answer := p.send(method, path, body)
	if status != http.StatusOK {
		p.T.Fatalf("%s: %d %s", path, status, answer)
	}
	return answer
}

// send sends a request as another client and returns the status and the body of the response.
func (p *tasks) send(method, path, body string) (int, []byte) {
	p.T.Helper()
	var handshake struct{ Token string }
	told, err := os.ReadFile(filepath.Join(p.server.home, "server.json"))
	if err == nil {
		err = json.Unmarshal(told, &handshake)
	}
	if err != nil {
		p.T.Fatal(err)
	}
	request, err := http.NewRequest(method, p.server.address+"/api/v1"+path,
		strings.NewReader(body))
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+handshake.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.T.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		p.T.Fatal(err)
	}
	return response.StatusCode, answer
}

// ontology returns the path of the opened ontology in the API.
func (p *tasks) ontology() string {
	p.T.Helper()
	id := chromium.Evaluate[string](p.Tab, `location.hash.split('/')[2]?.split('?')[0] ?? ''`)
	return "/ontologies/" + id
}

// accepted returns the axioms whose current decision is accept.
func (p *tasks) accepted() []string {
	p.T.Helper()
	var page struct {
		Items []struct{ Axiom, Action string }
	}
	body := p.api(p.ontology() + "/decisions?current=true&limit=1000")
	if err := json.Unmarshal(body, &page); err != nil {
		p.T.Fatal(err)
	}
	var axioms []string
	for _, d := range page.Items {
		if d.Action == "accept" {
			axioms = append(axioms, d.Axiom)
		}
	}
	slices.Sort(axioms)
	return axioms
}

// axioms returns the lines of the ontology in functional syntax, without prefixes and comments.
func (p *tasks) axioms() []string {
	p.T.Helper()
	var lines []string
	for line := range strings.Lines(string(p.api(p.ontology() + "/document?format=nt"))) {
		if !strings.Contains(line, "_:") { // names of blank nodes differ
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// open uploads the Cell Ontology and opens its suggestions.
func (p *tasks) open() {
	p.T.Helper()
	document, err := filepath.Abs("../testdata/cl-edit.ofn.gz")
	if err != nil {
		p.T.Fatal(err)
	}
	p.Do(chromedp.Navigate(p.server.ticket()))
	p.until("the form", `q('input[type=file]')`)
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{document}))
	p.until("the ontology", `q('.review')`, `called('Add')?.click()`)
	p.until("suggestions", `shown('.item').length > 9`, `called('Classify')?.click()`)
	// A model would change the list at a time that depends on the machine.
	p.click("Cancel")
	p.until("the training is cancelled", `/cancelled/.test(q('.jobs').textContent)`)
}

// usable checks the page at three widths, light and dark, at 200 % zoom, with forced colors and
// with reduced motion: axe-core finds nothing, and the page is not wider than the window.
func (p *tasks) usable(name string) {
	p.T.Helper()
	feature := func(name, value string) *emulation.MediaFeature {
		return &emulation.MediaFeature{Name: name, Value: value}
	}
	light, dark := feature("prefers-color-scheme", "light"), feature("prefers-color-scheme", "dark")
	for _, s := range []struct {
		width, height int64
		features      []*emulation.MediaFeature
		name          string
	}{
		{1440, 900, []*emulation.MediaFeature{dark}, "1440-dark"},
		{1024, 768, []*emulation.MediaFeature{light}, "1024-light"},
		{1024, 768, []*emulation.MediaFeature{dark}, "1024-dark"},
		{390, 844, []*emulation.MediaFeature{light}, "390-light"},
		{390, 844, []*emulation.MediaFeature{dark}, "390-dark"},
		{720, 450, []*emulation.MediaFeature{light}, "zoomed"},
		{1440, 900, []*emulation.MediaFeature{feature("forced-colors", "active")}, "forced-colors"},
		{1440, 900, []*emulation.MediaFeature{light,
			feature("prefers-reduced-motion", "reduce")}, "1440-light"},
	} {
		media := emulation.SetEmulatedMediaParams{Features: s.features}
		if _, err := chromedp.Call(p.Ctx, emulation.SetEmulatedMedia, media); err != nil {
			p.T.Fatal(err)
		}
		p.Do(chromedp.EmulateViewport(s.width, s.height))
		if wide := p.Width(); wide > int(s.width) {
			p.T.Errorf("%s, %s: the page is %d pixels wide", name, s.name, wide)
		}
		if p.axe != "" {
			for _, wrong := range p.Axe(p.axe) {
				p.T.Errorf("%s, %s: axe: %s", name, s.name, wrong)
			}
		}
		p.Screenshot(name + "-" + s.name)
	}
	for _, complaint := range p.Complaints() {
		p.T.Errorf("%s: %s", name, complaint)
	}
}

// states checks the undo of one row of a batch, a decision of another client, a filter that
// survives a reload, and a filter without rows.
func (p *tasks) states() {
	p.T.Helper()
	p.click("Review")
	p.until("all suggestions, also those that were accepted and undone",
		`q('[data-tier=likely] .count')?.textContent === '6'`, `called('Classify')?.click()`)
	p.holds(`shown('.item')[0].focus()`)
	for _, key := range []string{" ", "j", " ", "a"} {
		p.press(key)
	}
	p.until("two are accepted", `all('.item[data-decision=accept]').length === 2`)
	if n := len(p.accepted()); n != 2 {
		p.T.Errorf("%d axioms are accepted, want 2", n)
	}
	p.holds(`shown('.item')[1].querySelector('button').click()`)
	p.until("one is undone", `all('.item[data-decision=accept]').length === 1`)
	if n := len(p.accepted()); n != 1 {
		p.T.Errorf("%d axioms are accepted after one row was undone, want 1", n)
	}
	p.press("u")
	p.until("the rest of the batch is undone", `all('.item[data-decision=accept]').length === 0`)

	p.decideElsewhere("reject")
	p.until("the decision of the other client",
		`/rejected by B. in Protégé/.test(shown('.item')[2].textContent)`)
	p.usable("review-other-client")

	p.holds(
		`(field => (field.value = 'basket', field.dispatchEvent(new Event('input'))))(q('.filters input'))`)
	p.until("the filtered rows",
		`shown('.item').length > 0 && shown('.item').every(e => /basket/.test(e.textContent))`)
	p.press("j")
	chosen := chromium.Evaluate[string](p.Tab,
		`document.querySelector('.item[aria-current]').innerText`)
	p.Do(chromedp.Reload())
	p.until("the same after a reload", fmt.Sprintf(`q('.item[aria-current]')?.innerText === %q &&
		shown('.item').every(e => /basket/.test(e.textContent))`, chosen))
	p.holds(
		`(field => (field.value = 'no such name', field.dispatchEvent(new Event('input'))))(q('.filters input'))`)
	p.until("nothing passes", `/No suggestions match/.test(text())`)
	p.usable("review-no-match")
	p.click("Clear")
	p.until("all rows", `shown('.item').length > 9`)
}

// decideElsewhere decides about the third suggestion of the last run as another client.
func (p *tasks) decideElsewhere(decision string) {
	p.T.Helper()
	var page struct{ Items []struct{ Run int64 } }
	if err := json.Unmarshal(p.api(p.ontology()+"/runs"), &page); err != nil ||
		len(page.Items) == 0 {
		p.T.Fatal(page, err)
	}
	var rows struct{ Items []struct{ Axiom string } }
	path := fmt.Sprintf("%s/runs/%d/suggestions", p.ontology(), page.Items[0].Run)
	if err := json.Unmarshal(p.api(path), &rows); err != nil {
		p.T.Fatal(err)
	}
	operation, err := json.Marshal(object{"operation": decision, "who": "B.", "client": "Protégé",
		"axioms": []string{rows.Items[2].Axiom}})
	if err != nil {
		p.T.Fatal(err)
	}
	p.request("POST", p.ontology()+"/operations", string(operation))
}

// TestTasks measures how many actions a decision, five decisions and their undo take.
func TestTasks(t *testing.T) {
	browser := chromium.Start(t)
	server := newServer(t)
	server.start()
	p := &tasks{server: server, curator: &curator{axe: chromium.AxeSource(t),
		Tab: chromium.Open(t, browser,
			func(url string) bool { return strings.HasPrefix(url, server.address) })}}
	p.Show(1440, "light")
	p.open()
	before := p.axioms()

	t.Run("T2 five of ten", func(t *testing.T) {
		p.T = t
		p.begin()
		for i := range 10 {
			if i > 0 {
				p.key("j")
			}
			p.until("evidence of the row", fmt.Sprintf(
				`q('.item[aria-current]') === shown('.item')[%d] && shown('.detail .why li').length > 0`, i))
			if i%2 == 0 {
				p.key(" ")
			}
		}
		want := chromium.Evaluate[int](p.Tab,
			`[...document.querySelectorAll('.item')].slice(0, 10).filter((e, i) => i % 2 === 0 && e.getAttribute('aria-selected') === 'true').length`)
		if want != 5 {
			t.Fatalf("%d of the five rows are selected", want)
		}
		p.key("a")
		p.until("accepted", `all('.item[data-decision=accept]').length === 5`)
		p.end("T2", 17)
		if !p.holds(
			`shown('.item').slice(0, 10).every((e, i) => (e.dataset.decision === 'accept') === (i % 2 === 0))`) {
			t.Error("other rows are accepted")
		}
		accepted := p.accepted()
		if len(accepted) != 5 {
			t.Errorf("accepted %q", accepted)
		}
		if got := len(p.axioms()) - len(before); got != 5 {
			t.Errorf("the ontology has %d more triples, want 5", got)
		}
		p.usable("review-accepted")
	})
	t.Run("T5 export for a pull request", func(t *testing.T) {
		p.T = t
		p.exports()
	})
	t.Run("T3 undo yesterday's", func(t *testing.T) {
		p.T = t
		p.Forgive(true)
		server.stop()
		server.start()
		p.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.ticket()))
		p.Complaints()
		p.Forgive(false)
		p.click("cl-edit")
		p.until("the ontology", `q('.review')`)
		p.begin()
		p.activate("History")
		p.activate("Undo 5")
		p.until("undone", `/undone/.test(q('.history tbody').textContent)`)
		p.end("T3", 2)
		if accepted := p.accepted(); len(accepted) > 0 {
			t.Errorf("still accepted: %q", accepted)
		}
		if after := p.axioms(); !slices.Equal(after, before) {
			t.Errorf("%d triples before, %d after, or others", len(before), len(after))
		}
	})
	t.Run("states", func(t *testing.T) {
		p.T = t
		p.states()
	})
	t.Run("T0 first decision", func(t *testing.T) {
		p.T = t
		p.click("Review")
		p.until("suggestions", `shown('.item').length > 9`, `called('Classify')?.click()`)
		p.begin()
		p.key("/")
		p.write("macrophage")
		p.until("evidence of the first suggestion for the class",
			`/macrophage/.test(q('.scope').textContent) && shown('.detail .why li').length > 0 && document.activeElement === shown('.item')[0]`)
		p.key("a")
		p.until("accepted", `q('.item').dataset.decision === 'accept'`)
		p.end("T0 without the upload", 3)
		if accepted := p.accepted(); len(accepted) != 1 ||
			!strings.Contains(accepted[0], "CL_0000235") {
			t.Errorf("accepted %q", accepted)
		}
		p.usable("review-class")
	})
	for _, complaint := range p.Complaints() {
		t.Error(complaint)
	}
}
