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

// api returns the response to a request of the API.
func (p *tasks) api(path string) []byte {
	p.T.Helper()
	var handshake struct{ Token string }
	told, err := os.ReadFile(filepath.Join(p.server.home, "server.json"))
	if err == nil {
		err = json.Unmarshal(told, &handshake)
	}
	if err != nil {
		p.T.Fatal(err)
	}
	request, err := http.NewRequest("GET", p.server.address+"/api/v1"+path, nil)
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+handshake.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.T.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		p.T.Fatalf("%s: %s %s %v", path, response.Status, body, err)
	}
	return body
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
	var page struct{ Items []struct{ Axiom, Action string } }
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
}

// TestTasks measures how many actions a decision, five decisions and their undo take.
func TestTasks(t *testing.T) {
	browser := chromium.Start(t)
	server := newServer(t)
	server.start()
	p := &tasks{server: server, curator: &curator{axe: chromium.AxeSource(t), Tab: chromium.Open(t, browser,
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
		if !p.holds(`shown('.item').slice(0, 10).every((e, i) => (e.dataset.decision === 'accept') === (i % 2 === 0))`) {
			t.Error("other rows are accepted")
		}
		accepted := p.accepted()
		if len(accepted) != 5 {
			t.Errorf("accepted %q", accepted)
		}
		if got := len(p.axioms()) - len(before); got != 5 {
			t.Errorf("the ontology has %d more triples, want 5", got)
		}
		p.look("review-accepted")
		p.Show(1440, "light")
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
		if seconds := time.Since(p.began).Seconds(); seconds > 10 {
			t.Logf("T0 took %.1f s", seconds)
		}
	})
	for _, complaint := range p.Complaints() {
		t.Error(complaint)
	}
}
