package rdfio

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"testing"

	knakk "github.com/knakk/rdf"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// graph is a set of triples in a form that does not depend on who read them: terms are N-Triples
// with the language tag in small letters; blank nodes are those that begin with "_:".
type graph map[[3]string]bool

// decodeToGraph reads a document with one of our decoders.
func decodeToGraph(decode decodeFunc, document io.Reader, base string) (graph, error) {
	g := graph{}
	terms := rdf.NewTable()
	w := doc.NewWindow(context.Background(), document, "test", Limits{})
	opts := doc.Options{Base: base, Limits: Limits{}.WithDefaults(),
		Prefix: func(string, string) {}, Warn: func(int, int, string) {}, Strict: true}
	err := decode(w, terms, opts, func(s rdf.Statement) error {
		g[[3]string{termText(terms, s.S), termText(terms, s.P), termText(terms, s.O)}] = true
		return nil
	})
	return g, err
}

func termText(t *rdf.Table, id rdf.ID) string {
	switch t.Kind(id) {
	case rdf.IRI:
		return "<" + string(t.Bytes(id)) + ">"
	case rdf.Blank:
		return fmt.Sprintf("_:%d", id)
	}
	text := fmt.Sprintf("%q", t.Bytes(id))
	if lang := t.Lang(id); len(lang) > 0 {
		return text + "@" + strings.ToLower(string(lang))
	}
	return text + "^^<" + string(t.Bytes(t.Datatype(id))) + ">"
}

// knakkGraph reads a document with knakk/rdf.
func knakkGraph(document io.Reader, format knakk.Format, base string) (graph, error) {
	d := knakk.NewTripleDecoder(document, format)
	if format != knakk.NTriples {
		iri, err := knakk.NewIRI(base)
		if err != nil {
			return nil, err
		}
		if err := d.SetOption(knakk.Base, iri); err != nil {
			return nil, err
		}
	}
	triples, err := d.DecodeAll()
	g := graph{}
	for _, t := range triples {
		g[[3]string{knakkText(t.Subj), knakkText(t.Pred), knakkText(t.Obj)}] = true
	}
	return g, err
}

func knakkText(t knakk.Term) string {
	switch t := t.(type) {
	case knakk.IRI:
		return "<" + t.String() + ">"
	case knakk.Blank:
		return "_:" + t.String()
	case knakk.Literal:
		if t.Lang() != "" {
			return fmt.Sprintf("%q@%s", t.String(), strings.ToLower(t.Lang()))
		}
		return fmt.Sprintf("%q^^<%s>", t.String(), t.DataType.String())
	}
	return ""
}

// checkIsomorphic fails the test if the graphs differ by more than the names of blank nodes.
func checkIsomorphic(t testing.TB, got, want graph) {
	t.Helper()
	if isomorphic(got, want) {
		return
	}
	t.Errorf("the graphs differ (%d triples, want %d)", len(got), len(want))
	show := func(sign string, a, b graph) {
		var lines []string
		for triple := range a {
			if !b[triple] {
				lines = append(lines, sign+strings.Join(triple[:], " "))
			}
		}
		slices.Sort(lines)
		for _, line := range lines[:min(len(lines), 20)] {
			t.Log(line)
		}
	}
	show("+ ", got, want)
	show("- ", want, got)
}

// isomorphic reports whether there is a bijection of the blank nodes that makes one graph the other
// (RDF 1.1 Concepts, section 3.6). Blank nodes get colours that are refined by those of their
// triples until nothing changes; where that leaves a choice, each partner is tried.
func isomorphic(a, b graph) bool {
	return len(a) == len(b) && match(a, b, colour(a, nil), colour(b, nil))
}

type colours map[string]uint64

func match(a, b graph, ca, cb colours) bool {
	classesA, classesB := classes(ca), classes(cb)
	if len(classesA) != len(classesB) {
		return false
	}
	var choice []string // the smallest class with a choice
	for c, nodes := range classesA {
		if len(nodes) != len(classesB[c]) {
			return false
		}
		if len(nodes) > 1 && (choice == nil ||
			cmp.Or(cmp.Compare(len(nodes), len(choice)), cmp.Compare(nodes[0], choice[0])) < 0) {
			choice = nodes
		}
	}
	if choice == nil {
		return sameUnder(a, b, classesA, classesB)
	}
	const chosen = 0x5bd1e995
	for _, partner := range classesB[ca[choice[0]]] {
		if match(a, b, colour(a, with(ca, choice[0], chosen)),
			colour(b, with(cb, partner, chosen))) {
			return true
		}
	}
	return false
}

// sameUnder compares the graphs when each class has one node.
func sameUnder(a, b graph, classesA, classesB map[uint64][]string) bool {
	to := map[string]string{}
	for c, nodes := range classesA {
		to[nodes[0]] = classesB[c][0]
	}
	for triple := range a {
		for i, term := range triple {
			if strings.HasPrefix(term, "_:") {
				triple[i] = to[term]
			}
		}
		if !b[triple] {
			return false
		}
	}
	return true
}

func with(c colours, node string, colour uint64) colours {
	copied := colours{}
	for n, old := range c {
		copied[n] = old
	}
	copied[node] = colour
	return copied
}

func classes(c colours) map[uint64][]string {
	byColour := map[uint64][]string{}
	for node, colour := range c {
		byColour[colour] = append(byColour[colour], node)
	}
	for _, nodes := range byColour {
		slices.Sort(nodes)
	}
	return byColour
}

// colour refines the colours of the blank nodes until the number of classes stays the same.
func colour(g graph, start colours) colours {
	c := colours{}
	for triple := range g {
		for _, term := range triple {
			if strings.HasPrefix(term, "_:") {
				c[term] = start[term]
			}
		}
	}
	hash := func(parts ...any) uint64 {
		h := fnv.New64a()
		fmt.Fprintln(h, parts...)
		return h.Sum64()
	}
	for count := 0; ; {
		next := colours{}
		for triple := range g {
			var seen [3]string
			for i, term := range triple {
				seen[i] = term
				if strings.HasPrefix(term, "_:") {
					seen[i] = fmt.Sprintf("_:%x", c[term])
				}
			}
			for i, term := range triple {
				if strings.HasPrefix(term, "_:") {
					// a sum, as triples have no order
					next[term] += hash(i, triple[0] == triple[2], seen)
				}
			}
		}
		for node := range next {
			next[node] = hash(c[node], next[node])
		}
		c = next
		if n := len(classes(c)); n == count {
			return c
		} else {
			count = n
		}
	}
}

func TestIsomorphic(t *testing.T) {
	parse := func(triples string) graph {
		g := graph{}
		for _, line := range strings.Split(triples, ".") {
			if f := strings.Fields(line); len(f) == 3 {
				g[[3]string(f)] = true
			}
		}
		return g
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "", true},
		{"<a> <p> <b>", "<a> <p> <b>", true},
		{"<a> <p> <b>", "<a> <p> <c>", false},
		{"_:x <p> <b>", "_:y <p> <b>", true},
		{"_:x <p> _:x", "_:x <p> _:y", false},
		{"_:x <p> _:y . _:y <p> _:x", "_:b <p> _:a . _:a <p> _:b", true},
		{"_:a <p> _:b . _:b <p> _:c . _:c <p> _:a . _:d <p> _:e . _:e <p> _:f . _:f <p> _:d",
			"_:a <p> _:b . _:b <p> _:c . _:c <p> _:d . _:d <p> _:e . _:e <p> _:f . _:f <p> _:a", false},
		{"_:a <p> _:b . _:c <p> _:d", "_:a <p> _:b . _:c <p> _:b", false},
		{"_:x <p> <b> . _:y <p> <b>", "_:x <p> <b>", false},
		{"<a> <p> _:x . _:x <q> \"1\"", "<a> <p> _:x . _:x <q> \"2\"", false},
	} {
		if got := isomorphic(parse(c.a), parse(c.b)); got != c.want {
			t.Errorf("isomorphic(%q, %q) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
