package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// Roots reports for each unsatisfiable class whether it is a root, in the given order. It saturates
// every class and is the judge of RootCauses.
func (e *Explainer) Roots(ctx context.Context, unsatisfiable []owl.Class) ([]UnsatisfiableClass,
	error) {
	c, err := e.causes(unsatisfiable), error(nil)
	classes := make([]UnsatisfiableClass, len(unsatisfiable))
	for i := range unsatisfiable {
		if classes[i], err = c.of(ctx, i); err != nil {
			return nil, err
		}
	}
	return classes, nil
}

// TestRootCauses compares the roots with those of Roots on random ontologies.
func TestRootCauses(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	roots, derived := 0, 0
	for range 300 {
		var text strings.Builder
		text.WriteString("Prefix(:=<urn:x:>) Ontology(DisjointClasses(:A :B)\n")
		class := func() string { return fmt.Sprintf(":C%d", random.IntN(12)) }
		for range 12 {
			switch random.IntN(6) {
			case 0:
				fmt.Fprintf(&text, "SubClassOf(%s :A)\n", class())
			case 1:
				fmt.Fprintf(&text, "SubClassOf(%s :B)\n", class())
			case 2, 3:
				fmt.Fprintf(&text, "SubClassOf(%s %s)\n", class(), class())
			case 4:
				fmt.Fprintf(&text, "SubClassOf(%s ObjectSomeValuesFrom(:r %s))\n", class(), class())
			default:
				fmt.Fprintf(&text, "EquivalentClasses(%s ObjectIntersectionOf(:A %s))\n", class(),
					class())
			}
		}
		o := readOWL(t, text.String()+")")
		r, err := reasoner.New(t.Context(), o, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		unsatisfiable := r.Taxonomy().Unsatisfiable()
		e := Of(r, Options{})
		all, err := e.Roots(t.Context(), unsatisfiable)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []owl.Class
		for _, c := range all {
			if c.Root {
				want = append(want, c.Class)
			}
		}
		causes, err := e.RootCauses(t.Context(), unsatisfiable)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range causes {
			got = append(got, c.Class)
			for _, d := range c.Dependents {
				i := slices.IndexFunc(all,
					func(u UnsatisfiableClass) bool { return u.Class == d })
				if i < 0 || all[i].Root || !slices.Contains(all[i].From, c.Class) {
					t.Fatalf("%v is no dependent of %v:\n%s", d, c.Class, text.String())
				}
				derived++
			}
		}
		slices.SortFunc(got, func(a, b owl.Class) int { return a.IRI.Compare(b.IRI) })
		slices.SortFunc(want, func(a, b owl.Class) int { return a.IRI.Compare(b.IRI) })
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v:\n%s", got, want, text.String())
		}
		roots += len(got)
	}
	if roots < 100 || derived < 100 {
		t.Errorf("%d roots and %d derived classes are too few", roots, derived)
	}
}

// TestRootCausesOfMany compares the number of roots of obo-medium with that of Roots, which takes
// minutes.
func TestRootCausesOfMany(t *testing.T) {
	o, _, err := rdfio.ReadFile(t.Context(), outside.Data(t, "ontologies", "obo-medium.ttl.gz"),
		rdfio.ReadOptions{NoAnnotationAssertions: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	causes, err := Of(r, Options{}).RootCauses(t.Context(), r.Taxonomy().Unsatisfiable())
	if err != nil {
		t.Fatal(err)
	}
	if len(causes) != 75 || len(causes[0].Dependents) < 3000 {
		t.Errorf("%d roots, the first of %d classes", len(causes), len(causes[0].Dependents))
	}
}
