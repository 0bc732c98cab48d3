package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
	"box2el-owl/internal/outside"
)

// TestStates shows the states of the page that no task passes through, each usable at all widths:
// settings while another client decides, the model card, annotations of accepted axioms, a
// selection, a group, an empty list by a filter and by decisions, another ontology and an earlier
// version, a lost connection, an inconsistent ontology.
func TestStates(t *testing.T) {
	p, s := opened(t)
	p.Show(1440, "light")
	k := p.task("states")
	k.upload(document(t, "..", "..", "examples", "places.obo"))
	p.until("suggestions", `shown('.item').length > 0 && shown('.statement').length`)
	p.until("the training has ended", `/Model ready/.test(text()) && !called('Cancel') &&
		shown('summary').some(e => /^Model: finds/.test(e.textContent))`)
	other := &tasks{curator: p, server: s}
	other.showsProbabilities()
	p.look("states-review")
	p.holds(`shown('summary').find(e => /^Model/.test(e.textContent)).click()`)
	p.until("what the model finds", `shown('.bars progress').length > 2`)
	p.look("states-model")
	p.holds(`shown('summary').find(e => /^Model/.test(e.textContent)).click()`)
	p.click("Keyboard shortcuts")
	p.until("a key does not disable the shortcuts",
		`document.activeElement === called('Close')`)
	p.look("states-keys")
	p.click("Close")

	p.click("More")
	p.fill("Your name or ORCID", "")
	p.holds(`shown('label').find(l => l.textContent === 'Your name or ORCID').control.focus()`)
	p.press("0000-0002-1825")
	other.decideElsewhere("defer")
	p.until("the decision of the other client", `/deferred by B\. in Protégé/.test(text())`)
	p.press("-0097")
	p.until("the field that is written in keeps the focus",
		`document.activeElement.value === '0000-0002-1825-0097'`)
	p.look("states-settings")
	p.holds(`document.activeElement.blur()`)
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
	p.until("accepted, and the next one is chosen", `/^Accepted/.test(q('.toast').innerText)`)
	p.press(" ")
	p.press("J")
	p.until("two are selected", `called('Accept 2') && q('.batch').checkVisibility()`)
	p.look("states-selected")
	p.click("Clear selection")
	p.group()

	p.holds(
		`(field => (field.value = 'nothing is called so', field.dispatchEvent(new Event('input'))))(q('[type=search]'))`)
	p.until("no suggestion in the filter", `/No suggestions match/.test(text())`)
	p.look("states-filter")
	p.click("Clear")
	p.until("all are back", `shown('.item').length > 0`)
	const open = `shown('.item:not([data-decision=accept], [data-decision=reject])')`
	for p.holds(open + `.length`) {
		p.holds(open + `[0].click()`)
		left := chromium.Evaluate[string](p.Tab, `document.querySelector('.summary').textContent`)
		p.press("r")
		p.until("one less is left", fmt.Sprintf(`q('.summary').textContent !== %q`, left))
	}
	p.until("all are decided", `/Done: \d+ of \d+/.test(text())`)
	p.holds(`q('.detail').classList.remove('open')`)
	p.look("states-done")

	p.click("Changes")
	p.until("the annotated axiom",
		`shown('.changes .plus').length === 1 && /Annotated: .*suggested by box2el-owl/.test(q('.detail').innerText)`)
	p.look("states-changes")

	p.click("More")
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

	p.click("History")
	p.until("the decisions", `shown('.history tbody tr').length > 9`)
	p.look("states-history")
	p.holds(`location.hash = location.hash.replace('/history', '/review?show=all')`)
	p.until("the list", `shown('.filters').length && shown('.item').length`)
	p.Forgive(true)
	s.stop()
	p.until("the page notices by itself, rows remain, nothing can be decided",
		`/Connection lost/.test(document.getElementById('notice').textContent) &&
		shown('.item').length && shown('.decide button').every(b => b.disabled) &&
		called('Refresh').disabled`)
	p.look("states-lost", "The server does not respond.")
	s.start()
	p.until("how to sign in", `/Sign in/.test(text())`)
	elsewhere := &curator{Tab: chromium.Open(t, p.Ctx, func(string) bool { return true })}
	elsewhere.Do(chromedp.Navigate(s.ticket()))
	elsewhere.until("signed in", `shown('.card').length`)
	p.holds(`document.dispatchEvent(new Event('visibilitychange'))`)
	p.until("the same place after signing in with another window", `shown('.item').length`)
	p.Complaints()
	p.Forgive(false)

	p.click("box2el-owl")
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

	p.Forgive(true) // the browser logs the answers 404
	other.send("DELETE", other.ontology(), "")
	p.until("another client has deleted it",
		`/Ontology not found/.test(text()) && called('All ontologies')`)
}

// group decides about a part of a group: what is decided can be ticked again only after an undo.
func (p *curator) group() {
	p.T.Helper()
	boxes := func(want string) {
		p.T.Helper()
		p.until("the members of the group are "+want, fmt.Sprintf(
			`shown('.detail .body input[type=checkbox]').map(b => b.disabled ? 'decided' : b.checked ? 'ticked' : 'open').join(' ') === %q`, want))
	}
	if !p.holds(`shown('.item').find(e => /^2 classes/.test(e.innerText)).querySelectorAll(
		'.quiet bdi').length === 2`) {
		p.T.Error("the names of a group are one text, which right-to-left names reorder")
	}
	p.holds(`shown('.item').find(e => /^2 classes/.test(e.innerText)).click()`)
	boxes("ticked ticked")
	p.holds(`shown('.detail .body input[type=checkbox]')[1].click()`)
	boxes("ticked open")
	p.holds(`shown('.detail .decide button')[0].click()`)
	p.until("one of them is accepted",
		`/^Accepted: 'intermittent pond'/.test(q('.toast').innerText)`)
	p.holds(`shown('.item').find(e => /^2 classes/.test(e.innerText)).click()`)
	boxes("decided open")
	p.look("states-group")
	p.holds(`q('.detail').classList.remove('open')`)
	p.holds(`shown('.detail .decide button').find(b => /^Undo/.test(b.textContent)).click()`)
	boxes("ticked open")
	p.holds(`shown('.detail .body input[type=checkbox]')[1].click()`)
	boxes("ticked ticked")
}

// showsProbabilities compares tier and probability of the rows with those of the API.
func (p *tasks) showsProbabilities() {
	p.T.Helper()
	var page struct {
		Items []struct {
			Tier        string
			Probability float64
		}
	}
	if err := json.Unmarshal(p.api(p.ontology()+"/runs/1/suggestions"), &page); err != nil {
		p.T.Fatal(err)
	}
	var want []string
	for _, tier := range []string{"likely", "possible"} {
		for _, row := range page.Items {
			if row.Tier == tier && row.Probability > 0 {
				want = append(want, fmt.Sprintf("%s %.0f", tier, 100*row.Probability))
			}
		}
	}
	shown := chromium.Evaluate[[]string](p.Tab, `(items => [...items, items[0]].map(e => {
		e.focus();
		const detail = document.querySelector('.detail');
		const about = /About (\d+) of 100/.exec(detail.innerText);
		return about && detail.querySelector('.tag').textContent + ' ' + about[1];
	}).filter(Boolean).slice(0, -1))([...document.querySelectorAll('.item')])`)
	if len(want) < 5 || !slices.Equal(shown, want) {
		p.T.Errorf("the page shows %q, the API %q", shown, want)
	}
}
