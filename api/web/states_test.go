package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
	"box2el-owl/internal/outside"
)

// TestStates shows the states of the page that no task passes through, each usable at all widths:
// annotations of accepted axioms, an empty list by a filter and by decisions, an error of a job,
// another ontology and an earlier version, a lost connection, an inconsistent ontology.
func TestStates(t *testing.T) {
	p, s := opened(t)
	p.Show(1440, "light")
	k := p.task("states")
	k.upload(document(t, "..", "..", "examples", "places.obo"))
	p.until("suggestions", `shown('.item').length > 0 && shown('.statement').length`)
	p.look("states-review")

	p.click("More")
	p.fill("Your name or ORCID", "0000-0002-1825-0097")
	p.click("Annotations…")
	p.until("the properties", `shown('dialog li').length > 0`)
	p.look("states-annotations")
	p.click("Save")
	p.until("nothing is chosen", `!shown('dialog form').length`)
	p.click("Annotations…")
	p.until("the dialog", `shown('dialog li').length > 0`)
	p.holds(`shown('dialog li input[type=checkbox]')[0].click()`)
	p.holds(`(field => (field.value = 'by hand'))(shown('dialog li input[type=text]')[0])`)
	p.click("Save")
	p.until("one must name the program", `/\{program\}/.test(q('dialog .error')?.textContent)`)
	p.Complaints() // the browser logs the answer 422
	p.holds(
		`(field => (field.value = 'suggested by {program}'))(shown('dialog li input[type=text]')[0])`)
	p.click("Save")
	p.until("it is saved", `!shown('dialog form').length`)
	p.click("More")
	p.press("j")
	p.until("what is written with the axiom",
		`/Accepting writes it with comment suggested by box2el-owl/.test(q('.detail').innerText)`)
	p.press("a")
	p.until("accepted", `q('.item[data-decision=accept]')`)

	p.holds(
		`(field => (field.value = 'nothing is called so', field.dispatchEvent(new Event('input'))))(q('[type=search]'))`)
	p.until("no suggestion in the filter", `/No suggestions match/.test(text())`)
	p.look("states-filter")
	p.click("Clear")
	p.until("all are back", `shown('.item').length > 0`)
	for p.holds(`shown('.item[data-decision=""]').length`) {
		p.holds(`shown('.item[data-decision=""]')[0].click()`)
		left := chromium.Evaluate[string](p.Tab, `document.querySelector('.summary').textContent`)
		p.press("r")
		p.until("one less is left", fmt.Sprintf(`q('.summary').textContent !== %q`, left))
	}
	p.until("all are decided", `/Done: \d+ of \d+/.test(text())`)
	p.look("states-done")

	p.click("Changes")
	p.until("the annotated axiom",
		`shown('.changes .plus').length === 1 && /Annotated: .*suggested by box2el-owl/.test(q('.detail').innerText)`)
	p.look("states-changes")

	p.click("More")
	p.until("the first training has ended", `/Model ready/.test(text()) && !called('Cancel')`)
	p.fill("Dimensions", "2000")
	p.fill("Steps", "100000")
	p.click("Train")
	p.click("Cancel")
	p.until("it is cancelled", `/cancelled/.test(q('.jobs').textContent)`)
	p.click("More")

	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	given, err := os.ReadFile("../../examples/places.obo")
	if err != nil {
		t.Fatal(err)
	}
	newer := write("places-2.obo", strings.Replace(string(given), "\n[Term]",
		"\ndata-version: 2026-11-23\n\n[Term]", 1))
	k.choose(`.content input[type=file]`, newer)
	p.until("the newer version lacks the accept",
		`/1 of 1 accepted axiom is not in it/.test(text()) && called('Replace')`)
	p.look("states-replace")
	p.click("Replace")
	p.until("versions", `/Earlier versions/.test(text())`)
	p.look("states-versions")
	k.choose(`.content input[type=file]`, outside.Data(t, "ontologies", "pizza.owl"))
	p.until("another ontology", `/Another ontology/.test(text()) && called('Replace').disabled`)
	p.look("states-other")

	p.click("Review")
	p.until("the list", `shown('.filters').length`)
	p.Forgive(true)
	s.stop()
	p.until("the page notices",
		`/Connection lost/.test(document.getElementById('notice').textContent)`,
		`called('Refresh')?.click()`)
	p.look("states-lost", "The server does not respond. Try again", "The server does not respond.")
	s.start()
	p.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(s.ticket()))
	p.Complaints()
	p.Forgive(false)

	p.until("the list of ontologies", `shown('.drop').length`)
	k.choose(`.drop input[type=file]`,
		write("broken.ofn", "Ontology(<http://x/broken>\n  SubClassOf(<http://x/A>\n)"))
	p.until("the error of the file", `shown('.error').length`)
	p.Complaints() // the browser logs the answer 422
	p.look("states-broken", chromium.Evaluate[string](p.Tab,
		`document.querySelector('.error').textContent`))
	p.Complaints()
	k.choose(`.drop input[type=file]`, write("inconsistent.ofn", `Prefix(:=<http://x/>)
Ontology(<http://x/inconsistent>
SubClassOf(:Cat :Animal) DisjointClasses(:Animal :Plant) SubClassOf(:Fern :Plant)
ClassAssertion(:Cat :tom) ClassAssertion(:Fern :tom) SubClassOf(:Dog :Animal))`))
	p.until("why it is inconsistent, and repairs",
		`/The ontology is inconsistent/.test(text()) && shown('.repairs button').length > 2`)
	p.look("states-inconsistent")
	p.holds(`shown('.repairs button')[0].click()`)
	p.until("it is consistent",
		`/Classified/.test(q('.state').textContent) && !/inconsistent/i.test(q('.review').innerText)`)
}
