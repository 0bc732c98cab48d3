package web

import (
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
