package workspace

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

const organs = `Prefix(:=<http://x/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Prefix(oio:=<http://www.geneontology.org/formats/oboInOwl#>)
Prefix(obo:=<http://purl.obolibrary.org/obo/>)
Ontology(<http://x/o>
Declaration(Class(:Heart)) Declaration(Class(:Organ)) Declaration(Class(:Bone))
Declaration(Class(:OldHeart)) Declaration(Class(obo:UBERON_0000001))
Declaration(Class(:Body)) Declaration(ObjectProperty(:partOf))
Declaration(AnnotationProperty(oio:hasExactSynonym))
AnnotationAssertion(rdfs:label :Heart "heart")
AnnotationAssertion(rdfs:label :Organ "organ of the body")
AnnotationAssertion(rdfs:label :Bone "bone, not a heart")
AnnotationAssertion(rdfs:label :OldHeart "heart, obsolete")
AnnotationAssertion(owl:deprecated :OldHeart "true")
AnnotationAssertion(rdfs:label obo:UBERON_0000001 "cor")
AnnotationAssertion(oio:hasExactSynonym obo:UBERON_0000001 "Heart organ")
SubClassOf(:Heart :Organ)
SubClassOf(obo:UBERON_0000001 :Organ)
SubClassOf(:Bone :Organ)
SubClassOf(:Heart ObjectSomeValuesFrom(:partOf :Body))
DisjointClasses(:Heart :Bone)
ObjectPropertyDomain(:partOf ObjectUnionOf(:Organ :Body))
)`

// classified makes a classified ontology of a document.
func classified(t testing.TB, text string) *Ontology {
	t.Helper()
	w, _ := openAt(t, t.TempDir())
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	replace(t, o, text)
	if err := o.Classify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestBlankLabel takes a label of blanks for none.
func TestBlankLabel(t *testing.T) {
	v := classified(t, strings.Replace(organs, `"heart")`, `"heart")
AnnotationAssertion(rdfs:label :Heart "  ")`, 1)).View()
	d, err := v.Class(t.Context(), owl.NewIRI("http://x/Heart"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Label != "heart" || len(d.Names) > 0 {
		t.Errorf("label %q and names %v, want heart only", d.Label, d.Names)
	}
}

func TestClasses(t *testing.T) {
	v := classified(t, organs).View()
	for _, test := range []struct{ query, want string }{
		{"heart", "Heart, UBERON_0000001=Heart organ, Bone, OldHeart"},
		{"HEART  organ", "UBERON_0000001=Heart organ"},
		{"uberon:0000001", "UBERON_0000001=UBERON:0000001"},
		{"http://x/Bo", "Body=:Body, Bone=:Bone"},
		{"<http://x/Bone>", "Bone=:Bone"},
		{"nothing like it", ""},
		{"", "Body, Bone, UBERON_0000001, Heart, Organ, OldHeart"},
	} {
		page, err := v.Classes(t.Context(), test.query, Page{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range page.Items {
			text := item.IRI.Fragment()
			if item.Matched != "" {
				text += "=" + item.Matched
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%q: %s, want %s", test.query, got, test.want)
		}
	}
}

// TestPages goes through all classes two at a time, and finds a cursor stale after an edit.
func TestPages(t *testing.T) {
	o := classified(t, organs)
	v := o.View()
	var all []string
	page := ClassPage{Next: ""}
	var first string
	for {
		var err error
		if page, err = v.Classes(t.Context(), "", Page{Cursor: page.Next, Limit: 2}); err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			all = append(all, item.Label)
		}
		if first == "" {
			first = page.Next
		}
		if page.Next == "" {
			break
		}
	}
	if len(all) != page.Total || !slices.IsSortedFunc(all[:len(all)-1],
		func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }) {
		t.Errorf("%d of %d classes: %v", len(all), page.Total, all)
	}
	for cursor, want := range map[string]error{"x": ErrInvalid, "-1-00": ErrInvalid,
		"2-0000000000000000": ErrStaleCursor} {
		if _, err := v.Classes(t.Context(), "", Page{Cursor: cursor}); !errors.Is(err, want) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
	if _, err := o.Edit(t.Context(), Edit{Revision: v.Revision(),
		Add: []owl.Axiom{axiom(t, "SubClassOf(:New :Organ)")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := o.View().Classes(t.Context(), "", Page{Cursor: first}); !errors.Is(err,
		ErrStaleCursor) {
		t.Errorf("a cursor from before an edit: %v", err)
	}
}

// TestBelowAfterEdit: the pages of a branch continue after an edit.
func TestBelowAfterEdit(t *testing.T) {
	o := classified(t, organs)
	organ := owl.NewIRI("http://x/Organ")
	ask := func(cursor string) ClassPage {
		t.Helper()
		page, err := o.View().Below(t.Context(), organ, false, true, Page{Cursor: cursor, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	all, err := o.View().Below(t.Context(), organ, false, true, Page{})
	if err != nil || len(all.Items) < 3 {
		t.Fatal(all, err)
	}
	second := ask(ask("").Next)
	edit := func(add, remove string) {
		t.Helper()
		e := Edit{Revision: o.View().Revision()}
		if add != "" {
			e.Add = []owl.Axiom{axiom(t, add)}
		} else {
			e.Remove = []owl.Axiom{axiom(t, remove)}
		}
		if _, err := o.Edit(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	edit("SubClassOf(:Aaa :Organ)", "")
	if third := ask(second.Next); third.Total != all.Total+1 ||
		third.Items[0].IRI != all.Items[2].IRI {
		t.Errorf("with a class before it: %+v, want %v", third, all.Items[2])
	}
	edit("", "SubClassOf(:Aaa :Organ)")
	if third := ask(second.Next); third.Items[0].IRI != all.Items[2].IRI {
		t.Errorf("without it: %+v, want %v", third, all.Items[2])
	}
	if _, err := o.View().Below(t.Context(), owl.Thing.IRI, false, true,
		Page{Cursor: second.Next}); !errors.Is(
		err, ErrStaleCursor) {
		t.Errorf("the cursor of another branch: %v", err)
	}
	for _, cursor := range []string{"x", "-1-00", "1-00", "1-00-00"} {
		if _, err := o.View().Below(t.Context(), organ, false, true,
			Page{Cursor: cursor}); !errors.Is(err,
			ErrInvalid) && !errors.Is(err, ErrStaleCursor) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

func TestClass(t *testing.T) {
	v := classified(t, organs).View()
	d, err := v.Class(t.Context(), owl.NewIRI("http://x/Organ"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Label != "organ of the body" || d.SubsTotal != 3 ||
		d.Subs[0].Label != "bone, not a heart" || !d.Satisfiable || len(d.Supers) != 1 ||
		d.Supers[0].IRI != owl.Thing.IRI {
		t.Errorf("%+v", d)
	}
	if d, err = v.Class(t.Context(), owl.NewIRI("http://x/Heart")); err != nil || len(d.Asserted) != 3 {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := v.Class(t.Context(), owl.NewIRI("http://x/Nobody")); !errors.Is(err, ErrUnknown) {
		t.Errorf("of a class that is not there: %v", err)
	}
	below, err := v.Below(t.Context(), owl.Thing.IRI, false, true, Page{})
	if err != nil || below.Total != 3 { // Organ, Body, OldHeart
		t.Errorf("below owl:Thing: %+v, %v", below, err)
	}
	profile, err := v.Profile(t.Context(), Page{})
	if err != nil || profile.EL || len(profile.Items) != 1 || profile.Items[0].Use != "none" {
		t.Errorf("profile: %+v, %v", profile, err)
	}
}

func TestDeduction(t *testing.T) {
	o := classified(t, organs)
	v, ctx := o.View(), t.Context()
	answer, err := v.Query(ctx, "'organ of the body' and partOf some Body", false)
	if err != nil || len(answer.Subs) != 1 || answer.Subs[0].Label != "heart" || !answer.Exact {
		t.Errorf("query: %+v, %v", answer, err)
	}
	var syntax *owl.SyntaxError
	if _, err := v.Query(ctx, "heart and (", false); !errors.As(err, &syntax) {
		t.Errorf("a query that cannot be read: %v", err)
	}
	a, b := axiom(t, "SubClassOf(:OldHeart :Heart)"), axiom(t, "SubClassOf(:OldHeart :Bone)")
	follows := axiom(t, "SubClassOf(:Heart owl:Thing)")
	checks, err := v.Check(ctx, []owl.Axiom{follows, a, axiom(t, "SubClassOf(:Heart :Bone)"),
		b}, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []suggest.Verdict{suggest.Entailed, suggest.New, suggest.Contradicts,
		suggest.New} {
		if checks.Alone[i].Verdict != want {
			t.Errorf("axiom %d: %s, want %s", i, checks.Alone[i].Verdict, want)
		}
	}
	if !checks.Together.Contradicts() || !slices.Equal(checks.Culprits, []int{2}) {
		t.Errorf("together: %+v, %v", checks.Together, checks.Culprits)
	}
	if checks, err = v.Check(ctx, []owl.Axiom{a, follows, b}, true); err != nil ||
		!slices.Equal(checks.Culprits, []int{0, 2}) {
		t.Errorf("culprits: %v, %v", checks.Culprits, err)
	}
	x, err := v.Explain(ctx,
		ExplanationQuery{Axiom: axiom(t,
			"SubClassOf(:Heart ObjectSomeValuesFrom(:partOf owl:Thing))"), Justifications: 5})
	if err != nil || !x.Entailed || len(x.Proof) == 0 || len(x.Justifications) != 1 ||
		x.Complete { // the domain is outside EL
		t.Errorf("explanation: %+v, %v", x, err)
	}
	x, err = v.Explain(ctx, ExplanationQuery{Axiom: b, Supposing: []owl.Axiom{a},
		Contradiction: true, Justifications: 1})
	if err != nil || !x.Entailed || len(x.Justifications) != 1 || len(x.Justifications[0]) != 3 {
		t.Errorf("why it contradicts: %+v, %v", x, err)
	}
	if x, err = v.Explain(ctx, ExplanationQuery{Axiom: a, Contradiction: true}); err != nil ||
		x.Entailed {
		t.Errorf("why it contradicts, which it does not: %+v, %v", x, err)
	}
	effect, err := v.Effect(ctx, []owl.Axiom{a}, 10)
	if err != nil || effect.NewSubsumptions != 1 ||
		len(effect.Examples) != 1 { // without the axiom itself
		t.Errorf("effect: %+v, %v", effect, err)
	}

	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := v.Query(ended, "heart", true); !errors.Is(err, context.Canceled) {
		t.Errorf("a query that nobody waits for: %v", err)
	}
}

// TestInconsistent: such an ontology explains itself, and answers nothing else.
func TestInconsistent(t *testing.T) {
	o := classified(t, `Prefix(:=<http://x/>) Ontology(DisjointClasses(:A :B) ClassAssertion(:A :i) ClassAssertion(:B :i))`)
	v := o.View()
	if s := o.Status(); s.Reasoner.State != ReasonerInconsistent {
		t.Errorf("status: %+v", s.Reasoner)
	}
	if _, err := v.Query(t.Context(), "A", false); !errors.Is(err, curate.ErrInconsistent) {
		t.Errorf("query: %v", err)
	}
	x, err := v.Explain(t.Context(), ExplanationQuery{Justifications: 1})
	if err != nil || !x.Entailed || len(x.Justifications) != 1 {
		t.Errorf("explanation: %+v, %v", x, err)
	}
	fixed, err := o.Edit(t.Context(),
		Edit{Revision: v.Revision(), Remove: []owl.Axiom{axiom(t, "ClassAssertion(:B :i)")}})
	if err != nil || fixed.Reasoner.State != ReasonerReady {
		t.Errorf("mended: %+v, %v", fixed.Reasoner, err)
	}
}
