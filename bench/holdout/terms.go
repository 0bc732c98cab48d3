package main

import (
	"slices"
	"sort"
	"strings"

	"box2el-owl/owl"
)

// numbered is C ⊑ D (property -1) or C ⊑ ∃r.D, by the numbers of terms.
type numbered struct {
	class, property, target int32
}

// terms number the named classes and object properties of an ontology, ascending by IRI.
type terms struct {
	classes, properties []owl.IRI
	deprecated          []bool   // by class
	labels              []string // by class; the end of the IRI where there is none
	labelled            []bool
	told                []numbered // sorted by class, property, target
	children            [][]int32  // by class: told subclasses
	number              map[owl.IRI]int32
	propertyNumber      map[owl.IRI]int32
}

func newTerms(o *owl.Ontology) *terms {
	t := &terms{number: make(map[owl.IRI]int32), propertyNumber: make(map[owl.IRI]int32)}
	for _, e := range o.Signature() {
		switch e := e.(type) {
		case owl.Class:
			if e != owl.Thing && e != owl.Nothing {
				t.number[e.IRI] = int32(len(t.classes))
				t.classes = append(t.classes, e.IRI)
			}
		case owl.ObjectProperty:
			t.propertyNumber[e.IRI] = int32(len(t.properties))
			t.properties = append(t.properties, e.IRI)
		}
	}
	t.label(o)
	t.markDeprecated(o)
	for _, s := range told(o.Axioms) {
		if n, ok := t.of(s); ok {
			t.told = append(t.told, n)
		}
	}
	slices.SortFunc(t.told, numbered.compare)
	t.children = make([][]int32, len(t.classes))
	for _, s := range t.told {
		if s.property < 0 {
			t.children[s.target] = append(t.children[s.target], s.class)
		}
	}
	return t
}

// toldOf is what is told of a class.
func (t *terms) toldOf(class int32) []numbered {
	from := sort.Search(len(t.told), func(i int) bool { return t.told[i].class >= class })
	to := from + sort.Search(len(t.told)-from, func(i int) bool { return t.told[from+i].class > class })
	return t.told[from:to]
}

func (t *terms) label(o *owl.Ontology) {
	known := o.Labels()
	t.labels, t.labelled = make([]string, len(t.classes)), make([]bool, len(t.classes))
	for c, iri := range t.classes {
		if t.labels[c], t.labelled[c] = known[iri]; !t.labelled[c] {
			s := iri.String()
			t.labels[c] = s[strings.LastIndexAny(s, "/#:")+1:]
		}
	}
}

func (t *terms) markDeprecated(o *owl.Ontology) {
	t.deprecated = make([]bool, len(t.classes))
	for _, a := range o.Axioms {
		a, ok := a.(*owl.AnnotationAssertion)
		if !ok || a.Property != owl.OWLDeprecated {
			continue
		}
		subject, _ := a.Subject.(owl.IRI)
		value, _ := a.Value.(*owl.Literal)
		if c, known := t.number[subject]; known && value != nil && (value.Lexical == "true" || value.Lexical == "1") {
			t.deprecated[c] = true
		}
	}
}

// of numbers a statement; not ok where a name is unknown or a class deprecated.
func (t *terms) of(s said) (numbered, bool) {
	n := numbered{property: -1}
	var subject, target, property = false, false, true
	n.class, subject = t.number[s.Class]
	n.target, target = t.number[s.Target]
	if !s.Property.IsZero() {
		n.property, property = t.propertyNumber[s.Property]
	}
	ok := subject && target && property && !t.deprecated[n.class] && !t.deprecated[n.target]
	return n, ok
}

func (n numbered) compare(m numbered) int {
	for _, d := range []int32{n.class - m.class, n.property - m.property, n.target - m.target} {
		if d != 0 {
			return int(d)
		}
	}
	return 0
}
