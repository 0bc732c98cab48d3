package main

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// terms are the numbered names of an ontology, with what is told of them by class.
type terms struct {
	*suggest.Terminology
	labels   []string
	children [][]int32 // by class: told subclasses
}

func newTerms(ctx context.Context, o *owl.Ontology) (*terms, error) {
	terminology, err := suggest.NewTerminology(ctx, o)
	if err != nil {
		return nil, err
	}
	t := &terms{Terminology: terminology, children: make([][]int32, len(terminology.Classes))}
	for c := range t.Classes {
		t.labels = append(t.labels, t.Label(int32(c)))
	}
	for _, s := range t.Statements() {
		if s.Property == suggest.NoProperty {
			t.children[s.Target] = append(t.children[s.Target], s.Class)
		}
	}
	return t, nil
}

// told is what is told of a class.
func (t *terms) told(class int32) []suggest.Statement {
	all := t.Statements()
	from := sort.Search(len(all), func(i int) bool { return all[i].Class >= class })
	to := from + sort.Search(len(all)-from, func(i int) bool { return all[from+i].Class > class })
	return all[from:to]
}

// tells reports whether a statement is told.
func (t *terms) tells(s suggest.Statement) bool {
	_, found := slices.BinarySearchFunc(t.Statements(), s, compareStatements)
	return found
}

func compareStatements(a, b suggest.Statement) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Property, b.Property), cmp.Compare(a.Target, b.Target))
}

// statement numbers what is said; not ok where a name is unknown or a class deprecated.
func (t *terms) statement(s said) (suggest.Statement, bool) {
	n := suggest.Statement{Property: suggest.NoProperty}
	var subject, target, property = false, false, true
	n.Class, subject = t.Class(s.Class)
	n.Target, target = t.Class(s.Target)
	if !s.Property.IsZero() {
		n.Property, property = t.Property(s.Property)
	}
	return n, subject && target && property && !t.Deprecated[n.Class] && !t.Deprecated[n.Target]
}

// said is the statement by its names.
func (t *terms) said(s suggest.Statement) said {
	out := said{Class: t.Classes[s.Class], Target: t.Classes[s.Target]}
	if s.Property != suggest.NoProperty {
		out.Property = t.Properties[s.Property]
	}
	return out
}
