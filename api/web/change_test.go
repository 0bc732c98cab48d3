package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// TestElsewhere decides and edits as another client while a page shows the same: what can be
// undone, the verdict in the detail, and a comparison follow. The decided suggestions of a class
// are loaded on demand.
func TestElsewhere(t *testing.T) {
	p, s := opened(t)
	p.task("").upload(document(t, "..", "..", "examples", "places.obo"))
	p.click("Cancel")
	p.until("suggestions", `shown('.item').length > 3`)
	other := &tasks{curator: p, server: s}
	operate := func(operation string, detail object) {
		t.Helper()
		body, err := json.Marshal(detail)
		if err != nil {
			t.Fatal(err)
		}
		other.request("POST", other.ontology()+"/operations",
			strings.Replace(string(body), "{", `{"operation": "`+operation+`", `, 1))
	}

	p.holds(`shown('.item')[0].focus()`)
	p.press("r")
	p.until("rejected, and the next one has the focus",
		`all('.item')[0].dataset.decision === 'reject' &&
		document.activeElement === all('.item')[1]`)
	p.press("r")
	p.until("rejected", `all('.item')[1].dataset.decision === 'reject'`)
	var last struct {
		Items []struct {
			ID     string
			Axioms []struct{ Axiom string }
		}
	}
	if err := json.Unmarshal(other.api(other.ontology()+"/operations?limit=2"), &last); err != nil {
		t.Fatal(err)
	}
	operate("undo", object{"undoes": last.Items[0].ID})
	p.until("the other client has undone the second", `all('.item')[1].dataset.decision === ''`)
	p.press("u")
	p.until("the first is undone", `all('.item')[0].dataset.decision === ''`)

	p.holds(`shown('.item')[0].focus()`)
	p.press("c")
	p.holds(`document.activeElement.value = ''`) // the c, which only a test's key types
	p.press("my note")
	axiom := last.Items[1].Axioms[0].Axiom
	operate("edit", object{"add": []string{axiom}})
	p.until("the verdict in the detail, where the comment keeps the focus",
		`/already entailed/.test(q('.detail .verdict').textContent) &&
		document.activeElement.matches('.detail input') &&
		document.activeElement.value === 'my note'`)
	operate("edit", object{"remove": []string{axiom}})
	p.until("the verdict as before", `/new, makes/.test(q('.detail .verdict').textContent)`)

	operate("reject", object{"axioms": []string{axiom}})
	class, _, _ := strings.Cut(strings.TrimPrefix(axiom, "SubClassOf(<"), ">")
	p.holds(fmt.Sprintf(`location.hash = '#/o/' + location.hash.split(/[/?]/)[2] +
		'/review?scope=' + encodeURIComponent(%q)`, class))
	p.until("the undecided suggestions of the class", fmt.Sprintf(
		`/scope=/.test(location.hash) && q('[aria-label=Decisions]').checkVisibility() &&
		shown('.item').length > 0 && !q('.item[data-decision=reject]') && %t`, class != ""))
	p.holds(`(show => (show.value = 'all', show.dispatchEvent(new Event('change'))))(
		q('[aria-label=Decisions]'))`)
	p.until("the rejected one, too", `q('.item[data-decision=reject]') &&
		document.activeElement === q('[aria-label=Decisions]')`)

	p.click("Changes")
	p.until("no changes", `/No changes\./.test(text())`)
	newer, err := os.ReadFile("../../examples/places.obo")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "newer.obo")
	newer = append(newer, "\n[Term]\nid: ENVO:9999999\nname: new place\n"...)
	if err := os.WriteFile(path, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`.content .line input[type=file]`), []string{path}))
	p.until("the comparison, not since the document was sent",
		`called('Replace') && /new place/.test(text()) && q('.content select').value === ''
		&& q('.content select').selectedIndex < 0`)
	before := chromium.Evaluate[string](p.Tab, `document.querySelector('.state').textContent`)
	operate("accept", object{"axioms": []string{last.Items[0].Axioms[0].Axiom}})
	p.until("the axiom is there", fmt.Sprintf(`q('.state').textContent !== %q`, before))
	time.Sleep(time.Second)
	if !p.holds(`called('Replace') && /new place/.test(text())`) {
		t.Error("the comparison is gone")
	}
	p.click("Cancel")
	p.until("the changes since the document was sent", `/\+1 −0 axioms/.test(text()) &&
		q('.content select').selectedIndex === 0 && !called('Replace')`)

	p.click("History")
	p.until("the decisions", `shown('.history button').length`)
	p.holds(`shown('.history button')[0].focus(), true`)
	p.press("\r")
	p.until("the accept is undone, and the focus is in the view, whose button is gone",
		`/undone/.test(q('.history tbody tr').innerText) && document.activeElement.id === 'main'`)
	p.holds(fmt.Sprintf(`location.hash = location.hash.replace(/history.*/, 'new?class=') +
		encodeURIComponent(%q)`, class))
	p.until("the class is named", `/What does .* river/.test(q('.new h2')?.textContent)`)
	for _, complaint := range p.Complaints() {
		t.Error(complaint)
	}
}
