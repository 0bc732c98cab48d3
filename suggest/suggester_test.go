package suggest_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// parse reads functional syntax with the prefix : for http://x.org/.
func parse(t testing.TB, lines ...string) []owl.Axiom {
	t.Helper()
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://x.org/")
	var axioms []owl.Axiom
	for _, line := range lines {
		a, err := owl.ParseAxiom(line, prefixes)
		if err != nil {
			t.Fatal(err)
		}
		axioms = append(axioms, a)
	}
	return axioms
}

func iri(name string) owl.IRI { return owl.NewIRI("http://x.org/" + name) }

// short writes an axiom without name spaces.
func short(a owl.Axiom) string {
	if a == nil {
		return ""
	}
	text := string(owl.AppendAxiom(nil, a, nil))
	return strings.NewReplacer("<http://x.org/", "", ">", "").Replace(text)
}

// table is a Ranking by a table of axioms and their probabilities.
type table struct {
	t    *suggest.Terminology
	list []suggest.Candidate
}

func newTable(t testing.TB, terms *suggest.Terminology, rows map[string]float64) *table {
	x := &table{t: terms}
	for line, p := range rows {
		a := parse(t, line)[0].(*owl.SubClassOf)
		s := suggest.Statement{Property: suggest.NoProperty}
		s.Class, _ = terms.Class(a.Sub.(owl.Class).IRI)
		switch super := a.Super.(type) {
		case owl.Class:
			s.Target, _ = terms.Class(super.IRI)
		case *owl.ObjectSomeValuesFrom:
			s.Property, _ = terms.Property(super.Property.(owl.ObjectProperty).IRI)
			s.Target, _ = terms.Class(super.Filler.(owl.Class).IRI)
		}
		x.list = append(x.list, suggest.Candidate{Statement: s, Score: p})
	}
	slices.SortFunc(x.list,
		func(a, b suggest.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return x
}

func (x *table) of(class int32, form suggest.Form, properties []int32,
	k int) (list []suggest.Candidate) {
	for _, c := range x.list {
		if c.Class == class && (c.Property == suggest.NoProperty) == (form == suggest.Subclass) &&
			(properties == nil || slices.Contains(properties, c.Property)) && len(list) < k {
			list = append(list, c)
		}
	}
	return list
}

func (x *table) Superclasses(ctx context.Context, class int32, k int) ([]suggest.Candidate, error) {
	return x.of(class, suggest.Subclass, nil, k), ctx.Err()
}

func (x *table) EntailedSuperclasses(ctx context.Context, class int32, k int) ([]suggest.Candidate,
	error) {
	return nil, ctx.Err() // all are among Superclasses
}

func (x *table) Existentials(ctx context.Context, class int32, properties []int32,
	k int) ([]suggest.Candidate, error) {
	return x.of(class, suggest.Existential, properties, k), ctx.Err()
}

// oracle is a Reasoner with given answers: the axioms of entailed are entailed, and every superset
// of one of conflicts contradicts.
type oracle struct {
	entailed  map[string]bool
	conflicts [][]string
}

func (o *oracle) Entails(ctx context.Context, a owl.Axiom) (bool, bool, error) {
	return o.entailed[short(a)], true, ctx.Err()
}

func (o *oracle) FullConflict(ctx context.Context, axioms ...owl.Axiom) (*reasoner.Conflict,
	error) {
	c := &reasoner.Conflict{Exact: true}
	have := make(map[string]bool)
	for _, a := range axioms {
		have[short(a)] = true
	}
	for i, conflict := range o.conflicts {
		if !slices.ContainsFunc(conflict, func(a string) bool { return !have[a] }) {
			c.Unsatisfiable = append(c.Unsatisfiable,
				owl.Class{IRI: iri(fmt.Sprintf("Empty%d", i))})
		}
	}
	return c, ctx.Err()
}

func (o *oracle) Verdicts(ctx context.Context, axioms []owl.Axiom) (list []*reasoner.Judgement,
	err error) {
	for _, a := range axioms {
		c, _ := o.FullConflict(ctx, a)
		v := &reasoner.Judgement{Verdict: suggest.New, Conflict: *c}
		switch {
		case o.entailed[short(a)]:
			v = &reasoner.Judgement{Verdict: suggest.Entailed,
				Conflict: reasoner.Conflict{Exact: true}}
		case c.Contradicts():
			v.Verdict = suggest.Contradicts
		}
		list = append(list, v)
	}
	return list, ctx.Err()
}

func (o *oracle) Effect(context.Context, []owl.Axiom, int) (*reasoner.Effect, error) {
	return &reasoner.Effect{NewSubsumptions: 1}, nil
}

func (o *oracle) IsSubsumedBy(sub, super owl.Class) bool {
	return sub == super ||
		o.entailed[fmt.Sprintf("SubClassOf(%s %s)", sub.IRI.Fragment(), super.IRI.Fragment())]
}

func said(list ...string) map[string]bool {
	set := make(map[string]bool)
	for _, s := range list {
		set[s] = true
	}
	return set
}

// flat is a class hierarchy without inferences.
type flat struct{}

func (flat) Direct() iter.Seq2[owl.Class, owl.Class] {
	return func(func(owl.Class, owl.Class) bool) {}
}

func (flat) Equivalent() [][]owl.Class { return nil }

func (flat) Unsatisfiable() []owl.Class { return nil }

// basisOf returns the sources of suggestions for some axioms, with a ranking by a table.
func basisOf(t testing.TB, axioms []owl.Axiom, rows map[string]float64, o *oracle) suggest.Basis {
	t.Helper()
	ontology := &owl.Ontology{Axioms: axioms}
	terms, err := suggest.NewTerminology(t.Context(), ontology)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := suggest.NewFindings(t.Context(), ontology,
		suggest.FindingOptions{Hierarchy: flat{}, Reasoner: o})
	if err != nil {
		t.Fatal(err)
	}
	return suggest.Basis{Terminology: terms, Findings: findings, Reasoner: o,
		Ranking: newTable(t, terms, rows)}
}

// zoo is a small world for suggestions.
func zoo(t testing.TB, rows map[string]float64, o *oracle) (*suggest.Suggester,
	*suggest.Terminology) {
	t.Helper()
	basis := zooBasis(t, rows, o)
	return suggest.NewSuggester(basis), basis.Terminology
}

// zooBasis returns the sources of suggestions for the zoo.
func zooBasis(t testing.TB, rows map[string]float64, o *oracle) suggest.Basis {
	t.Helper()
	return basisOf(t, parse(t,
		`SubClassOf(:Pony :Equine)`, `SubClassOf(:Horse :Equine)`, `SubClassOf(:Zebra :Equine)`, `SubClassOf(:Equine :Animal)`,
		`SubClassOf(:Horse ObjectSomeValuesFrom(:eats :Grass))`, `SubClassOf(:Zebra ObjectSomeValuesFrom(:eats :Grass))`,
		`SubClassOf(:Grass :Plant)`, `SubClassOf(:Coral ObjectSomeValuesFrom(:near :Plant))`, `Declaration(ObjectProperty(:near))`,
		`SubClassOf(:Old :Animal)`, `AnnotationAssertion(<http://www.w3.org/2002/07/owl#deprecated> <http://x.org/Old> "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)`,
		`TransitiveObjectProperty(:near)`,
	), rows, o)
}

// lines renders suggestions: verdict, axiom, and what implies it.
func lines(list []suggest.Suggestion) []string {
	var out []string
	for _, s := range list {
		line := fmt.Sprintf("%d %s %s", s.Rank, s.Verdict, short(s.Axiom))
		if s.ImpliedBy != nil {
			line += " < " + short(s.ImpliedBy)
		}
		out = append(out, line)
	}
	return out
}

var ponies = map[string]float64{
	`SubClassOf(:Pony :Horse)`:                               .9,
	`SubClassOf(:Pony ObjectSomeValuesFrom(:eats :Grass))`:   .8,
	`SubClassOf(:Pony :Coral)`:                               .7,
	`SubClassOf(:Pony ObjectSomeValuesFrom(:eats :Plant))`:   .6,
	`SubClassOf(:Pony :Zebra)`:                               .5,
	`SubClassOf(:Pony ObjectSomeValuesFrom(:near :Coral))`:   .4,
	`SubClassOf(:Pony ObjectSomeValuesFrom(:near :Plant))`:   .3,
	`SubClassOf(:Horse ObjectSomeValuesFrom(:near :Grass))`:  .85,
	`SubClassOf(:Zebra ObjectSomeValuesFrom(:near :Grass))`:  .2,
	`SubClassOf(:Equine ObjectSomeValuesFrom(:eats :Grass))`: .65,
}

func world() *oracle {
	return &oracle{
		entailed: said(`SubClassOf(Grass Plant)`,
			`SubClassOf(Pony ObjectSomeValuesFrom(eats Plant))`,
			`SubClassOf(Horse ObjectSomeValuesFrom(eats Grass))`, `SubClassOf(Coral ObjectSomeValuesFrom(near Plant))`),
		conflicts: [][]string{{`SubClassOf(Pony Coral)`}},
	}
}

func TestFor(t *testing.T) {
	for _, test := range []struct {
		name string
		req  suggest.Request
		want []string
	}{
		{"everything", suggest.Request{Tiers: suggest.Tiers, Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts}}, []string{
			"1 new SubClassOf(Pony Horse)",
			"2 new SubClassOf(Pony ObjectSomeValuesFrom(eats Grass)) < SubClassOf(Pony Horse)",
			"3 contradicts SubClassOf(Pony Coral)",
			"5 new SubClassOf(Pony Zebra)",
			"6 new SubClassOf(Pony ObjectSomeValuesFrom(near Coral))",
			"7 new SubClassOf(Pony ObjectSomeValuesFrom(near Plant)) < SubClassOf(Pony ObjectSomeValuesFrom(near Coral))", // near is transitive
		}},
		{"what is implied does not count", suggest.Request{Tiers: suggest.Tiers, Limit: 2, Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts}}, []string{
			"1 new SubClassOf(Pony Horse)",
			"2 new SubClassOf(Pony ObjectSomeValuesFrom(eats Grass)) < SubClassOf(Pony Horse)",
			"3 contradicts SubClassOf(Pony Coral)",
		}},
		{"primary", suggest.Request{Tiers: suggest.Tiers, Limit: 3, Primary: true, Verdicts: []suggest.Verdict{suggest.New}}, []string{
			"1 new SubClassOf(Pony Horse)",
			"5 new SubClassOf(Pony Zebra)",
			"6 new SubClassOf(Pony ObjectSomeValuesFrom(near Coral))",
		}},
		{"entailed", suggest.Request{Tiers: suggest.Tiers, Verdicts: []suggest.Verdict{suggest.Entailed}}, []string{
			"4 entailed SubClassOf(Pony ObjectSomeValuesFrom(eats Plant))",
		}},
		{"property", suggest.Request{Tiers: suggest.Tiers, Properties: []owl.IRI{iri("near")}, Limit: 1}, []string{
			"1 new SubClassOf(Pony ObjectSomeValuesFrom(near Coral))",
		}},
		{"form", suggest.Request{Tiers: suggest.Tiers, Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts}, Forms: []suggest.Form{suggest.Subclass}}, []string{
			"1 new SubClassOf(Pony Horse)",
			"2 contradicts SubClassOf(Pony Coral)",
			"3 new SubClassOf(Pony Zebra)",
		}},
		{"branch", suggest.Request{Tiers: suggest.Tiers, TargetBelow: []owl.IRI{iri("Plant")}}, []string{
			"2 new SubClassOf(Pony ObjectSomeValuesFrom(eats Grass))",
			"7 new SubClassOf(Pony ObjectSomeValuesFrom(near Plant))",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, _ := zoo(t, ponies, world())
			list, err := s.For(t.Context(), iri("Pony"), test.req)
			if err != nil {
				t.Fatal(err)
			}
			if got := lines(list); !slices.Equal(got, test.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"),
					strings.Join(test.want, "\n\t"))
			}
		})
	}
}

func TestContradictionsAreNamed(t *testing.T) {
	s, _ := zoo(t, ponies, world())
	list, err := s.For(t.Context(), iri("Pony"),
		suggest.Request{Tiers: suggest.Tiers, Verdicts: []suggest.Verdict{suggest.Contradicts}})
	if err != nil || len(list) != 1 ||
		!slices.Equal(list[0].Unsatisfiable, []owl.Class{{IRI: iri("Empty0")}}) {
		t.Errorf("%v, %v", list, err)
	}
}

func TestRequestErrors(t *testing.T) {
	s, _ := zoo(t, ponies, world())
	for _, test := range []struct {
		name    string
		subject string
		req     suggest.Request
		want    error
	}{
		{"unknown class", "Unicorn", suggest.Request{Tiers: suggest.Tiers}, suggest.ErrNoClass},
		{"deprecated class", "Old", suggest.Request{Tiers: suggest.Tiers}, suggest.ErrDeprecated},
		{"negative limit", "Pony", suggest.Request{Tiers: suggest.Tiers, Limit: -1}, suggest.ErrRequest},
		{"unknown property", "Pony", suggest.Request{Tiers: suggest.Tiers, Properties: []owl.IRI{iri("hates")}}, suggest.ErrRequest},
		{"unknown branch", "Pony", suggest.Request{Tiers: suggest.Tiers, TargetBelow: []owl.IRI{iri("Unicorn")}}, suggest.ErrNoClass},
		{"unknown form", "Pony", suggest.Request{Tiers: suggest.Tiers, Forms: []suggest.Form{"NF2"}}, suggest.ErrRequest},
		{"unknown verdict", "Pony", suggest.Request{Tiers: suggest.Tiers, Verdicts: []suggest.Verdict{"maybe"}}, suggest.ErrRequest},
		{"probability", "Pony", suggest.Request{Tiers: suggest.Tiers, MinProbability: 2}, suggest.ErrRequest},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := s.For(t.Context(), iri(test.subject), test.req); !errors.Is(err,
				test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestDecided(t *testing.T) {
	decided := make(map[owl.Hash]suggest.Decided)
	for line, d := range map[string]suggest.Decision{
		`SubClassOf(:Pony :Horse)`: suggest.Rejected, `SubClassOf(:Pony :Zebra)`: suggest.Deferred,
		`SubClassOf(:Pony ObjectSomeValuesFrom(:eats :Grass))`: suggest.Accepted,
	} {
		axiom := parse(t, line)[0]
		decided[owl.HashAxiom(axiom)] = suggest.Decided{Axiom: axiom, Decision: d}
	}
	decisions := new(suggest.Decisions)
	decisions.Set(decided)
	basis := zooBasis(t, ponies, world())
	basis.Decisions = decisions
	s := suggest.NewSuggester(basis)
	for _, all := range []bool{false, true} {
		list, err := s.For(t.Context(), iri("Pony"),
			suggest.Request{Tiers: suggest.Tiers, Decided: all})
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]suggest.Decision)
		for _, x := range list {
			if x.Decision != "" {
				got[short(x.Axiom)] = x.Decision
			}
		}
		want := map[string]suggest.Decision{"SubClassOf(Pony Zebra)": suggest.Deferred}
		if all {
			want["SubClassOf(Pony Horse)"] = suggest.Rejected
			want["SubClassOf(Pony ObjectSomeValuesFrom(eats Grass))"] = suggest.Accepted
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("decided %t: got %v, want %v", all, got, want)
		}
	}
}

func TestAll(t *testing.T) {
	s, _ := zoo(t, ponies, world())
	want := []string{
		"1 new SubClassOf(Pony Horse)",
		"1 new SubClassOf(Horse ObjectSomeValuesFrom(near Grass))",
		"2 new SubClassOf(Pony ObjectSomeValuesFrom(eats Grass)) < SubClassOf(Pony Horse)",
		"3 contradicts SubClassOf(Pony Coral)",
		"1 new SubClassOf(Equine ObjectSomeValuesFrom(eats Grass))",
	}
	both := []suggest.Verdict{suggest.New, suggest.Contradicts}
	for _, workers := range []int{1, 2, 8} {
		list, err := s.All(t.Context(),
			suggest.Request{Tiers: suggest.Tiers, Limit: 4, Verdicts: both}, workers, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(list); !slices.Equal(got, want) {
			t.Errorf("%d workers: got\n\t%s\nwant\n\t%s", workers, strings.Join(got, "\n\t"),
				strings.Join(want, "\n\t"))
		}
	}
	unasked, err := s.All(t.Context(), suggest.Request{Tiers: suggest.Tiers, Limit: 3}, 2, nil)
	if got, want := lines(unasked), slices.Delete(slices.Clone(want), 3, 4); err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("by default: got %v, %v, want %v", got, err, want)
	}
	list, err := s.All(t.Context(),
		suggest.Request{Tiers: suggest.Tiers, SubjectBelow: []owl.IRI{iri("Zebra")}}, 2, nil)
	if got := lines(list); err != nil || len(got) != 1 || !strings.Contains(got[0], "Zebra") {
		t.Errorf("below Zebra: %v, %v", got, err)
	}
	list, err = s.All(t.Context(), suggest.Request{Tiers: suggest.Tiers, Namespaces: []string{"http://y.org/"}}, 2, nil)
	if err != nil || len(list) != 0 {
		t.Errorf("another name space: %v, %v", lines(list), err)
	}
}

func TestAllCancelled(t *testing.T) {
	s, _ := zoo(t, ponies, world())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.All(ctx, suggest.Request{Tiers: suggest.Tiers}, 4, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestAllKeepsTheBest compares the bounded heap with sorting everything.
func TestAllKeepsTheBest(t *testing.T) {
	var document []string
	rng := rand.New(rand.NewPCG(3, 4))
	rows := make(map[string]float64)
	for i := range 60 {
		document = append(document, fmt.Sprintf(`SubClassOf(:C%d :Top)`, i))
		for j := range 15 {
			if i != j {
				rows[fmt.Sprintf(`SubClassOf(:C%d :C%d)`, i, j)] = float64(rng.IntN(40)) / 40
			}
		}
	}
	o := &oracle{entailed: make(map[string]bool)}
	for line := range rows {
		if rng.IntN(4) == 0 {
			o.entailed[strings.ReplaceAll(line, ":", "")] = true
		} else if rng.IntN(6) == 0 {
			o.conflicts = append(o.conflicts, []string{strings.ReplaceAll(line, ":", "")})
		}
	}
	basis := basisOf(t, parse(t, document...), rows, o)
	terms, ranking := basis.Terminology, basis.Ranking.(*table)
	s := suggest.NewSuggester(basis)
	for _, verdicts := range [][]suggest.Verdict{{suggest.New, suggest.Contradicts}, {suggest.New},
		{suggest.Contradicts}} {
		const limit = 70
		list, err := s.All(t.Context(),
			suggest.Request{Tiers: suggest.Tiers, Limit: limit, Verdicts: verdicts}, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		conflict := make(map[string]bool)
		for _, c := range o.conflicts {
			conflict[c[0]] = true
		}
		var want []float64
		for _, c := range ranking.list {
			name := short(terms.Axiom(c.Statement))
			verdict := suggest.New
			if conflict[name] {
				verdict = suggest.Contradicts
			}
			if !o.entailed[name] && slices.Contains(verdicts, verdict) {
				want = append(want, c.Score)
			}
		}
		var got []float64
		primary := 0
		for _, x := range list {
			got = append(got, x.Score)
			if x.ImpliedBy == nil {
				primary++
			}
		}
		if want = want[:min(len(got), len(want))]; !slices.Equal(got, want) {
			t.Errorf("%v: got %v, want %v", verdicts, got, want)
		}
		if primary != limit {
			t.Errorf("%v: %d that nothing implies, want %d", verdicts, primary, limit)
		}
	}
}

func TestTogether(t *testing.T) {
	axioms := parse(t, `SubClassOf(:Pony :Horse)`, `SubClassOf(:Zebra :Coral)`,
		`SubClassOf(:Pony :Zebra)`, `SubClassOf(:Horse :Coral)`, `SubClassOf(:Coral :Plant)`)
	names := make([]string, len(axioms))
	for i, a := range axioms {
		names[i] = short(a)
	}
	for _, test := range []struct {
		name      string
		conflicts [][]string
		want      []int
	}{
		{"no conflict", nil, nil},
		{"a pair", [][]string{{names[0], names[3]}}, []int{0, 3}},
		{"three", [][]string{{names[0], names[2], names[4]}}, []int{0, 2, 4}},
		{"one alone", [][]string{{names[2]}}, []int{2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := &oracle{conflicts: test.conflicts}
			conflict, got, err := suggest.MinimalConflict(t.Context(), o.FullConflict, axioms)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, test.want) || conflict.Contradicts() != (test.want != nil) {
				t.Errorf("got %v and %v, want %v", got, conflict, test.want)
			}
		})
	}
}

// TestTogetherIsMinimal takes random families of conflicting sets.
func TestTogetherIsMinimal(t *testing.T) {
	var axioms []owl.Axiom
	for i := range 30 {
		axioms = append(axioms, parse(t, fmt.Sprintf(`SubClassOf(:Pony :C%d)`, i))...)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 200 {
		o := &oracle{}
		for range 1 + rng.IntN(4) {
			var conflict []string
			for range 1 + rng.IntN(4) {
				conflict = append(conflict, short(axioms[rng.IntN(len(axioms))]))
			}
			o.conflicts = append(o.conflicts, conflict)
		}
		_, minimal, err := suggest.MinimalConflict(t.Context(), o.FullConflict, axioms)
		if err != nil {
			t.Fatal(err)
		}
		contradict := func(places []int) bool {
			var chosen []owl.Axiom
			for _, i := range places {
				chosen = append(chosen, axioms[i])
			}
			conflict, _ := o.FullConflict(t.Context(), chosen...)
			return conflict.Contradicts()
		}
		if !contradict(minimal) {
			t.Fatalf("round %d: %v do not contradict", round, minimal)
		}
		for i := range minimal {
			if contradict(slices.Delete(slices.Clone(minimal), i, i+1)) {
				t.Fatalf("round %d: %v contradict without %d", round, minimal, minimal[i])
			}
		}
	}
}

func TestOwn(t *testing.T) {
	const obo = "http://purl.obolibrary.org/obo/"
	label := func(class string) string {
		return `AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <` + class + `> "x")`
	}
	var frequent, labels []string
	for i := range 60 {
		frequent = append(frequent, fmt.Sprintf("%sGO_%d", obo, 10+i))
		labels = append(labels, label(frequent[i]))
	}
	for _, test := range []struct {
		name, ontology string
		document, rest []string
		want           []string
	}{
		{"the name space of the ontology's IRI", obo + "cl.owl",
			[]string{label(obo + "CL_1"), label(obo + "GO_1"), label(obo + "GO_2"),
				label(obo + "CL_2")}, []string{label(obo + "CL_3")},
			[]string{obo + "CL_1", obo + "CL_2"}},
		{"the frequent ones", "http://nowhere.org/",
			append(labels, label(obo+"CL_1"), label(obo+"CL_2"), label(obo+"DO_1")), nil,
			append([]string{obo + "CL_1", obo + "CL_2"}, frequent...)},
		{"hash", "http://x.org/onto",
			[]string{"SubClassOf(<http://x.org/onto#A> <http://x.org/onto#B>)", "EquivalentClasses(<http://x.org/onto#C> <http://y.org/D>)"}, nil,
			[]string{"http://x.org/onto#A", "http://x.org/onto#C"}},
		{"nothing", "http://x.org/onto", nil, []string{label(obo + "CL_1")}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := parse(t, test.document...)
			var all []owl.Axiom
			for _, a := range append(slices.Clone(document), parse(t, test.rest...)...) {
				all = append(all, a)
				if annotation, ok := a.(*owl.AnnotationAssertion); ok {
					all = append(all,
						&owl.Declaration{Entity: owl.Class{IRI: annotation.Subject.(owl.IRI)}})
				}
			}
			terms, err := suggest.NewTerminology(t.Context(), &owl.Ontology{Axioms: all})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for c, own := range suggest.Own(terms, owl.NewIRI(test.ontology), document) {
				if own {
					got = append(got, terms.Classes[c].String())
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
