package evidence

import (
	"testing"

	"box2el-owl/owl"
)

func TestEvidence(t *testing.T) {
	a, b := owl.NewIRI("http://example.org/a"), owl.NewIRI("http://example.org/b")
	e := New("name", "%e ends in %e; here %d of %d such names are subclasses: %q", a, b, 87,
		100, "x {1}")
	want := "a ends in b; here 87 of 100 such names are subclasses: “x (1)”"
	if got := e.Sentence(owl.IRI.Fragment); got != want {
		t.Errorf("sentence: %s\nwant:     %s", got, want)
	}
	if len(e.Numbers) != 2 || e.Numbers[1] != 100 || e.Quote != "x {1}" {
		t.Errorf("numbers %v, quote %q", e.Numbers, e.Quote)
	}
}
