package web

import (
	"testing"
)

// TestEntityPage finds a class by a name with a typo, and reads its description.
func TestEntityPage(t *testing.T) {
	p, _ := opened(t)
	p.task("").upload(document(t, "..", "..", "examples", "pizzeria.ttl"))
	p.click("Classes")
	p.until("the field", `shown('[role=combobox]').length`)
	p.holds(`q('[role=combobox]').focus()`)
	p.press("diavla")
	p.until("the class is offered",
		`shown('[role=option]')[0]?.firstElementChild?.textContent === 'diavola'`)
	p.press("\r")
	p.until("its description and graph", `q('.class h2')?.textContent.startsWith('diavola') &&
		shown('.graph a').length > 2 && /annotation/.test(text())`)
	p.look("entity")
	p.holds(`shown('.facts .explain > summary')[0].click()`)
	p.until("why it is below its superclass", `shown('.facts .proof li').length > 1`)
	p.look("entity-explained")
	p.holds(`location.hash = location.hash.replace('Diavola', 'Nothing_of_the_kind')`)
	p.until("no such class", `/No such class/.test(q('.class h2')?.textContent)`)
	p.Complaints() // the browser logs the answer 404
	p.look("entity-unknown")
	p.click("1 unsatisfiable class")
	p.until("the root", `shown('section.panel h3 a').length === 1`)
	p.holds(`shown('section.panel h3 a')[0].click()`)
	p.until("the class", `/unsatisfiable/.test(q('.class h2')?.textContent)`)
	p.look("entity-unsatisfiable")
}
