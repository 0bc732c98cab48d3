package owl

import (
	"fmt"
	"testing"
)

// TestManyPrefixes: each of 200,000 prefixes is declared, declared again and abbreviates its names.
func TestManyPrefixes(t *testing.T) {
	const n = 200_000
	p := &Prefixes{}
	for i := range n {
		name := fmt.Sprint("p", (i*7919)%n)
		p.Set(name, "http://e/old/")
		p.Set(name, "http://e/"+name+"#")
	}
	for i := range n {
		name := fmt.Sprint("p", i)
		if prefix, local, ok := p.Abbreviate("http://e/" + name + "#A"); prefix != name || local != "A" || !ok {
			t.Fatalf("prefix %q, local name %q, %v; want %s and A", prefix, local, ok, name)
		}
	}
	if _, _, ok := p.Abbreviate("http://e/old/A"); ok {
		t.Error("a namespace that was replaced is still used")
	}
}

func TestAbbreviateAfterSet(t *testing.T) {
	p := &Prefixes{}
	p.Set("b", "http://e/")
	p.Set("c", "http://e/x/")
	for _, step := range []struct{ name, namespace, iri, want string }{
		{"b", "http://e/", "http://e/A", "b:A"},
		{"a", "http://e/", "http://e/A", "a:A"}, // the first by name
		{"a", "http://f/", "http://e/A", "b:A"},
		{"d", "http://e/x", "http://e/x/A", "c:A"}, // the longest
		{"", "http://e/x/", "http://e/x/A", ":A"},
	} {
		p.Set(step.name, step.namespace)
		if name, local, _ := p.Clone().Abbreviate(step.iri); name+":"+local != step.want {
			t.Errorf("after %s: %s is %s:%s, want %s", step.name, step.iri, name, local, step.want)
		}
		p.Abbreviate(step.iri)
	}
}
