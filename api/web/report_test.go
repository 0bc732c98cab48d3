package web

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// TestReport creates the report of a small ontology and opens it from the page.
func TestReport(t *testing.T) {
	browser := chromium.Start(t)
	document, err := filepath.Abs("../../examples/pizzeria.ttl")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(t)
	server.start()
	p := &curator{axe: chromium.AxeSource(t), Tab: chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, server.address) })}
	p.Do(chromedp.Navigate(server.ticket()))
	p.until("no ontology yet", `/No ontologies yet/.test(text())`)
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{document}))
	p.until("the document is there", `/[0-9]+ axioms/.test(text()) && q('h1').textContent !== ''`)
	p.click("Cancel") // the training, for which the report would wait
	p.click("Report")
	p.click("Training")
	p.fill("Dimensions", "8")
	p.fill("Steps", "60")
	p.click("Create report")
	p.until("the report is made", `called('Open the report')`)
	p.look("report-made")

	p.Do(chromedp.Navigate(chromium.Evaluate[string](p.Tab,
		`[...document.querySelectorAll('a')].find(a => a.textContent === 'Open the report').href`)))
	p.until("the report", `all('h1, h2').length > 3 && all('svg').length > 1`)
	p.axe = "" // takes minutes here; the tests of package report hold a smaller one to it
	p.look("comparison")
}
