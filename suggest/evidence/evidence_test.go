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
	braces := func(iri owl.IRI) string { return "{1} " + iri.Fragment() }
	if got := New("name", "%e ends in %e", a, b).Sentence(braces); got != "{1} a ends in {1} b" {
		t.Errorf("names with braces: %s", got)
	}
	if len(e.Numbers) != 2 || e.Numbers[1] != 100 || e.Quote != "x {1}" {
		t.Errorf("numbers %v, quote %q", e.Numbers, e.Quote)
	}
}

// TestCounts has singular and plural, and thousands separators.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want string
	}{
		{1, 1, "the only name is a subclass"},
		{1, 2, "1 of 2 names is a subclass"},
		{3, 3, "3 of 3 names are subclasses"},
		{1234, 1234567, "1,234 of 1,234,567 names are subclasses"},
	} {
		e := New("name", "%p %s", Some(c.k, c.n, "name", "names"),
			Verb(c.k, "is a subclass", "are subclasses"))
		if got := e.Sentence(owl.IRI.Fragment); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.k, c.n, got, c.want)
		}
	}
}
