package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// TestStory runs the workflow of a curator in a real browser with the real program: upload the Cell
// Ontology, classify it, train a model, request suggestions for a class, read the evidence, accept,
// undo and reject; after a restart of the server, find the decisions. In each view, narrow and
// wide, in light and dark mode, axe-core must find no violation, the console must be silent, and no
// request may go to another server.
func TestStory(t *testing.T) {
	browser := chromium.Start(t)
	axe := chromium.AxeSource(t)
	document, err := filepath.Abs("../testdata/cl-edit.ofn.gz")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(t)
	server.start()
	p := &curator{axe: axe, Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, server.address) })}

	p.Do(chromedp.Navigate(server.address))
	p.until("the page says how to sign in", `/box2el-owl open/.test(text())`)
	p.Complaints() // the browser logs each answer of 401
	p.look("sign-in")

	p.Do(chromedp.Navigate(server.ticket()))
	p.until("no ontology yet", `/No ontologies yet/.test(text())`)
	p.look("ontologies-none")
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{document}))
	p.until("the document is there",
		`q('h1').textContent === 'cl-edit' && /26,374 axioms/.test(text())`)
	p.until("it is classified, and trained", `/Classified/.test(q('.state').textContent) &&
		!/Not classified/.test(text()) && /Step [\d,]+ of/.test(q('.jobs').textContent)`)
	p.click("Cancel") // the test trains a smaller model
	p.click("Dismiss")
	p.look("uploaded")
	p.until("classified, and suggestions without a model",
		`/No model/.test(q('.state').textContent) && all('.next button').some(b => b.textContent === 'Train model')`)
	p.until("classified",
		`/Classified/.test(q('.state').textContent) && !/Not classified/.test(text()) && all('[role=treeitem]').length > 0`)

	p.click("More")
	p.until("the models are listed", `all('option').some(o => o.textContent === 'box2el')`)
	p.look("more")
	p.fill("Dimensions", "20")
	p.fill("Steps", "300")
	p.click("Train")
	p.until("a loss curve", `all('.loss polyline').length > 1`)
	p.look("training")
	p.until("ready", `/Model ready/.test(text())`)
	p.click("More")
	p.click("Dismiss")

	p.find("T cell")
	p.until("the class and its suggestions",
		`/T cell/.test(q('.scope').textContent) && shown('.item').length > 2`)
	p.until("the hierarchy shows the class",
		`q('[role=treeitem][aria-selected=true]')?.textContent.startsWith('T cell')`)
	p.read()
	p.look("review-class")
	accepted, rejected := p.decide()
	p.until("decided rows",
		`all('.item[data-decision=accept], .item[data-decision=reject]').length === 2`)
	p.look("decided")
	p.click("Description")
	p.until("the class", `q('.class h2')?.textContent.startsWith('T cell')`)
	p.neighbourhood()
	p.tabs()

	// The server stops and restarts with its state.
	p.click("History")
	p.until("the document, two decisions, a class, and what was undone",
		`all('.history tbody tr').length === 9`)
	p.Forgive(true)
	server.stop()
	p.until("the page notices",
		`/Connection lost/.test(document.getElementById('notice').textContent)`, `document.querySelector('.history button')?.click()`)
	p.look("lost", "The server does not respond.")
	server.start()
	p.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.ticket()))
	p.Complaints()
	p.Forgive(false)
	p.until("the list", `all('.card a').some(a => a.textContent === 'cl-edit')`)
	p.look("ontologies")
	p.click("cl-edit")
	p.until("the ontology", `q('h1').textContent === 'cl-edit'`)
	p.click("History")
	p.until("the history", `all('.history tbody tr').length === 9`)
	for _, axiom := range []string{accepted, rejected} {
		if !p.holds(fmt.Sprintf(`all('.history .axiom').some(a => a.textContent === %q)`, axiom)) {
			t.Errorf("the history does not have %s", axiom)
		}
	}
	p.click("Review")
	p.until("classified again",
		`!all('.next button').some(b => b.textContent === 'Classify') || (all('.next button').find(b => b.textContent === 'Classify').click(), false)`)
	p.until("ready again", `/Model ready/.test(text())`)
	p.find("T cell")
	p.until("suggestions", `/T cell/.test(q('.scope').textContent) && shown('.item').length > 2`)
	if p.holds(fmt.Sprintf(`all('.item .what [id]').some(e => %q.endsWith(e.textContent))`,
		strings.ReplaceAll(rejected, "'", ""))) {
		t.Errorf("%s is suggested again", rejected)
	}
}

// find searches a class with the keyboard only.
func (p *curator) find(label string) {
	p.T.Helper()
	p.until("the field", `shown('[role=combobox]').length`, `document.activeElement?.blur()`)
	p.press("/")
	p.until("the field has the focus", `document.activeElement.getAttribute('role') === 'combobox'`)
	p.holds(`q('[role=combobox]').value = ''`)
	p.press(label)
	p.until("classes are offered",
		fmt.Sprintf(`shown('[role=option]')[0]?.firstElementChild?.textContent === %q`, label))
	p.press("\r")
}

// read moves through the suggestions to one that cites axioms, reads its effect, and the proof of
// an entailed one.
func (p *curator) read() {
	p.T.Helper()
	p.until("the first row", `document.activeElement === shown('.item')[0]`)
	for i := 1; !p.holds(`shown('.why details').length > 0`); i++ {
		p.press("j")
		p.until("the next row", fmt.Sprintf(
			`document.activeElement === shown('.item')[%d] && shown('.statement').length`, i))
	}
	p.until("the effect",
		`/other inferred superclass/.test(q('.detail').innerText)`)
	p.holds(
		`[...document.querySelectorAll('.section')].find(s => /Already entailed/.test(s.innerText)).click()`)
	p.until("what follows already", `shown('[data-tier=entailed] .item').length`)
	p.holds(`shown('[data-tier=entailed] .item')[0].click()`)
	p.until("its proof", `shown('.detail .proof li').length > 1`)
	p.look("review-proof")
	p.holds(`document.querySelector('.detail').classList.remove('open')`)
}

// decide accepts the first suggestion, undoes that, accepts it again and rejects the second one,
// with keys. It returns both axioms.
func (p *curator) decide() (accepted, rejected string) {
	p.T.Helper()
	axioms := func() string {
		return chromium.Evaluate[string](p.Tab,
			`document.querySelector('.state').textContent.match(/[\d,]+ axioms/)[0]`)
	}
	before := axioms()
	p.holds(`shown('.item')[0].click()`)
	p.holds(`document.querySelector('.detail').classList.remove('open')`)
	p.press("a")
	p.until("accepted, and added",
		`q('.item[data-decision=accept]') && /26,375 axioms/.test(text())`)
	p.press("u")
	p.until("taken back", `!q('.item[data-decision=accept]') && /26,374 axioms/.test(text())`)
	if after := axioms(); after != before {
		p.T.Errorf("%s before, %s after undo", before, after)
	}
	p.press("k")
	p.until("the first one has the focus", `document.activeElement === shown('.item')[0]`)
	p.press("a")
	p.until("accepted again", `q('.item[data-decision=accept]') && /26,375 axioms/.test(text())`)
	p.until("the next one has the focus", `document.activeElement === shown('.item')[1]`)
	p.press("r")
	p.until("rejected", `q('.item[data-decision=reject]')`)
	axiom := func(decision string) string {
		return chromium.Evaluate[string](p.Tab, fmt.Sprintf(
			`document.querySelector('.item[data-decision=%s] button').getAttribute('aria-label').replace('Undo: ', '')`, decision))
	}
	return axiom("accept"), axiom("reject")
}

func (p *curator) neighbourhood() {
	p.T.Helper()
	p.click("Nearest classes in the embedding")
	p.until("the picture", `shown('.neighbourhood circle').length > 5`)
	p.look("neighbourhood")
}

// tabs opens the other views.
func (p *curator) tabs() {
	p.T.Helper()
	p.click("Review")
	p.until("the whole ontology",
		`/Whole ontology/.test(q('.scope').textContent) && shown('.item').length > 9`)
	p.look("review-whole")
	p.needs()

	p.click("Query")
	p.holds(`all('textarea')[0].value = "'T cell' and 'B cell'",
  all('textarea')[1].value = "'T cell' SubClassOf lymphocyte",
  all('.content form').forEach(f => f.requestSubmit())`)
	p.until("both answers",
		`/Unsatisfiable\./.test(text()) && /Entailed\./.test(text()) && shown('.proof li').length > 1`)
	p.look("check")

	p.click("Report")
	p.until("the form", `/Create report/.test(text())`)
	p.look("report")
}

// needs asks what a new class would need and adds it with an axiom.
func (p *curator) needs() {
	p.T.Helper()
	p.click("New class")
	p.until("the form has the focus",
		`document.activeElement.control || document.activeElement.matches('.new input')`)
	p.press("peritoneal macrophage of mouse")
	p.until("a near duplicate and superclasses",
		`/peritoneal macrophage/.test(q('.duplicates')?.innerText) && shown('.proposal').length > 1`)
	p.look("new-class")
	p.holds(`shown('.proposal button')[0].click()`)
	p.until("the class and its axiom are there", `/Accepted: 1 axiom/.test(text())`)
	p.look("new-class-added")
	p.click("Undo")
	p.until("class and axiom are undone", `/Undone/.test(q('.answer').parentElement.innerText)`)
}

// server is the real program with its own store.
type server struct {
	t       *testing.T
	program string
	home    string
	address string // http://127.0.0.1:…; the same after a second start
	process *exec.Cmd
}

func newServer(t *testing.T) *server {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, program: path, home: t.TempDir()}
	t.Cleanup(s.stop)
	return s
}

// program builds the program, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "box2el-owl-web-")
	if err != nil {
		return "", err
	}
	programDir = dir
	path := filepath.Join(dir, "box2el-owl")
	build := exec.Command("go", "build", "-o", path, "box2el-owl/cmd/box2el-owl")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

var programDir string // removed by TestMain

func TestMain(m *testing.M) {
	code := m.Run()
	if programDir != "" {
		os.RemoveAll(programDir)
	}
	os.Exit(code)
}

func (s *server) command(args ...string) *exec.Cmd {
	command := exec.Command(s.program, args...)
	command.Env = append(os.Environ(), "BOX2EL_HOME="+s.home)
	command.Stderr = &testLog{s.t}
	return command
}

func (s *server) start() {
	s.t.Helper()
	port := s.address[strings.LastIndexByte(s.address, ':')+1:]
	if port == "" {
		port = "0"
	}
	s.process = s.command("serve", "--port", port)
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(
		20 * time.Millisecond) {
		told, err := os.ReadFile(filepath.Join(s.home, "server.json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var handshake struct{ PID, Port int }
		if err := json.Unmarshal(told, &handshake); err == nil &&
			handshake.PID == s.process.Process.Pid {
			s.address = fmt.Sprintf("http://127.0.0.1:%d", handshake.Port)
			return
		}
	}
	s.t.Fatal("the server does not begin")
}

// stop stops the server with a signal, as at a shutdown of the system.
func (s *server) stop() {
	if s.process == nil {
		return
	}
	s.process.Process.Signal(os.Interrupt)
	s.process.Wait() // 130, as of an interrupted program
	s.process = nil
}

// ticket returns the sign-in link.
func (s *server) ticket() string {
	s.t.Helper()
	out, err := s.command("open", "--print").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// testLog writes the output of a program to the log of the test.
type testLog struct{ t *testing.T }

func (l *testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}
