package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// TestChange accepts a change of relation, which replaces an asserted axiom, and undoes it.
func TestChange(t *testing.T) {
	browser := chromium.Start(t)
	script, err := os.ReadFile("../../cmd/box2el-owl/testdata/script/change.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(script), "-- music.ofn --\n")
	document := filepath.Join(t.TempDir(), "music.ofn")
	if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	server := newServer(t)
	server.start()
	p := &curator{axe: chromium.AxeSource(t), Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, server.address) })}
	p.Do(chromedp.Navigate(server.ticket()))
	p.until("no ontology yet", `/No ontologies yet/.test(text())`)
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{document}))
	p.until("the document is classified", `/Classified/.test(text()) && q('[role=treeitem]')`)
	p.holds(`location.hash = location.hash.replace(/\?.*/, '').replace(/\/review$/, '') +
		'/review?scope=' + encodeURIComponent('http://example.org/music#Snare')`)
	section := `q('[data-tier=change] .section')`
	p.until("the section", section)
	p.holds(section + `.click()`)
	p.until("one change", `all('[data-tier=change] .item').length === 1`)
	p.holds(`q('[data-tier=change] .item').click()`)
	p.until("what it replaces", `/Accepting it removes:/.test(text()) &&
		/percussion/.test(q('.detail .axioms').textContent)`)
	p.look("change-of-relation")
	p.press("a")
	p.until("accepted", `q('[data-tier=change] .item').dataset.decision === 'accept'`)
	p.press("g")
	p.press("c")
	p.until("both axioms", `shown('.item.plus').length === 1 && shown('.item.minus').length === 1`)
	p.press("u")
	p.until("undone", `/No changes\./.test(text())`)
}

// TestMergedEdit adds an axiom on the page and then replaces the document by a version that has it,
// as after a pull request: no edit is left to apply. It also adds a class by a double click, and
// opens a copy, in which nothing can be decided.
func TestMergedEdit(t *testing.T) {
	p, s := opened(t)
	given := "Prefix(:=<http://example.org/m#>) Ontology(<http://example.org/m>\n" +
		"Declaration(Class(:A)) Declaration(Class(:B)) Declaration(Class(:C))\n" +
		"SubClassOf(:A :B)\n%s)\n"
	write := func(name, more string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, fmt.Appendf(nil, given, more), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	p.task("").upload(write("m.ofn", ""))
	p.click("Query")
	ask := `all('textarea')[1].value = 'B SubClassOf C',
		all('textarea')[1].form.requestSubmit()`
	p.holds(ask)
	p.until("an answer", `called('Add to the ontology')`)
	elsewhere := &tasks{curator: p, server: s}
	path := elsewhere.ontology() + "/operations"
	elsewhere.request("POST", path,
		`{"operation": "edit", "add": ["SubClassOf(<http://example.org/m#B> <http://example.org/m#C>)"]}`)
	p.click("Add to the ontology")
	p.until("another client has added it", `/The ontology already has it\./.test(text())`)

	p.click("New class")
	p.fill("Label", "peculiar")
	p.holds(`q('.new input').dispatchEvent(new Event('input'))`)
	p.until("the button", `called('Add the class')`)
	p.holds(`(b => (b.click(), b.click(), true))(called('Add the class'))`)
	p.until("the class, whose undo remains",
		`/Added\./.test(text()) && called('Undo') && !q('.new .error')`)
	p.click("Undo")
	p.until("undone", `/Undone\./.test(text())`)

	p.click("box2el-owl")
	p.until("the list of ontologies", `shown('.drop').length`)
	for range 1001 {
		elsewhere.request("POST", path, `{"operation": "defer",
			"axioms": ["SubClassOf(<http://example.org/m#C> <http://example.org/m#A>)"]}`)
	}
	p.click("m")
	p.click("Changes")
	p.until("one axiom, whose operation is more than a page ago",
		`shown('.item.plus').length === 1 && shown('.item.plus button').length`)
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`.content input[type=file]`),
		[]string{write("m2.ofn", "SubClassOf(:B :C)")}))
	p.click("Replace")
	p.until("it is replaced and classified, without an error",
		`/Earlier versions/.test(text()) && /No changes\./.test(text()) &&
		/Classified/.test(q('.state').textContent) && !shown('.content .error').length`)

	p.Forgive(true) // the browser logs the answer 409
	p.click("box2el-owl")
	p.until("the list of ontologies", `shown('.drop').length`)
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`.drop input[type=file]`),
		[]string{write("m3.ofn", "")}))
	p.click("open this document as a copy")
	p.click("Classify")
	p.until("a copy", `/read only/.test(q('.state').textContent) && q('[role=treeitem]')`)
	p.click("Query")
	p.holds(`all('textarea')[1].value = 'C SubClassOf A', all('textarea')[1].form.requestSubmit()`)
	p.until("an answer", `/Not entailed/.test(text())`)
	if p.holds(`called('Add to the ontology')`) {
		t.Error("a copy offers to add an axiom")
	}
}
