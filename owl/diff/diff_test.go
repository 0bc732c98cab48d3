package diff_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/diff"
)

func axioms(t *testing.T, lines ...string) []owl.Axiom {
	t.Helper()
	var list []owl.Axiom
	for _, line := range lines {
		a, err := owl.ParseAxiom(line, nil)
		if err != nil {
			t.Fatal(line, err)
		}
		list = append(list, a)
	}
	return list
}

// describe renders a difference, one line for each axiom.
func describe(d *diff.Diff) []string {
	lines := []string{fmt.Sprintf("+%d -%d ~%d annotations %d, entities +%d -%d deprecated %d",
		d.Added, d.Removed, d.Changed, d.AnnotationsOnly, d.AddedEntities, d.RemovedEntities,
		d.Deprecated)}
	for _, s := range d.Subjects {
		lines = append(lines, strings.TrimSpace(s.IRI.String()+" "+string(s.State)))
		for _, a := range s.Added {
			lines = append(lines, "+ "+owl.Canonical(a))
		}
		for _, a := range s.Removed {
			lines = append(lines, "- "+owl.Canonical(a))
		}
		for _, c := range s.Changed {
			lines = append(lines, "~ "+owl.Canonical(c.Before)+" > "+owl.Canonical(c.After))
		}
	}
	return lines
}

func TestCompare(t *testing.T) {
	older := axioms(t,
		`Declaration(Class(<a>))`, `Declaration(Class(<gone>))`,
		`SubClassOf(<a> ObjectSomeValuesFrom(<p> <b>))`, `SubClassOf(<a> <x>)`,
		`SubClassOf(Annotation(<n> "1") <c> <d>)`, `SubClassOf(<e> <d>)`,
		`EquivalentClasses(<a> <b>)`)
	newer := axioms(t,
		`Declaration(Class(<a>))`, `Declaration(Class(<new>))`,
		`SubClassOf(<a> ObjectSomeValuesFrom(<p> <c>))`, `SubClassOf(<a> ObjectSomeValuesFrom(<q> <c>))`,
		`SubClassOf(Annotation(<n> "2") <c> <d>)`, `SubClassOf(<e> <d>)`,
		`AnnotationAssertion(<http://www.w3.org/2002/07/owl#deprecated> <e> "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)`,
		`EquivalentClasses(<b> <a>)`, `SubClassOf(ObjectSomeValuesFrom(<p> <a>) <b>)`)
	d, err := diff.Compare(context.Background(), older, newer)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"+5 -3 ~1 annotations 1, entities +1 -1 deprecated 1",
		"a",
		"+ SubClassOf(<a> ObjectSomeValuesFrom(<q> <c>))",
		"- SubClassOf(<a> <x>)",
		"~ SubClassOf(<a> ObjectSomeValuesFrom(<p> <b>)) > SubClassOf(<a> ObjectSomeValuesFrom(<p> <c>))",
		"e deprecated",
		`+ AnnotationAssertion(<http://www.w3.org/2002/07/owl#deprecated> <e> "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)`,
		"gone removed", "- Declaration(Class(<gone>))",
		"new added", "+ Declaration(Class(<new>))",
		"", "+ SubClassOf(ObjectSomeValuesFrom(<p> <a>) <b>)",
	}
	if got := describe(d); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	back, err := diff.Compare(context.Background(), newer, older)
	if err != nil || back.Added != d.Removed || back.Removed != d.Added ||
		back.Changed != d.Changed {
		t.Errorf("backwards: %v %v", describe(back), err)
	}
	if none, err := diff.Compare(context.Background(), newer, newer); err != nil ||
		len(none.Subjects) > 0 {
		t.Errorf("a version differs from itself: %v %v", describe(none), err)
	}
}
