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
}
