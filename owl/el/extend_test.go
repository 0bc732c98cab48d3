package el_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// TestExtendSaysTheSame splits random axioms into a base and a chain of extensions. Together they
// must have exactly the axioms that Normalize makes of all axioms.
func TestExtendSaysTheSame(t *testing.T) {
	same := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		axioms := randomAxioms(rng, 1+rng.IntN(16))
		whole, wholeReport := normalize(t, &owl.Ontology{Axioms: axioms})

		first := rng.IntN(len(axioms) + 1)
		base, report := normalize(t, &owl.Ontology{Axioms: axioms[:first]})
		got := dumpLines(base, nil, 0)
		omissions, used := withoutChainRanges(report)
		last := base
		for first < len(axioms) {
			next := first + 1 + rng.IntN(len(axioms)-first)
			extension, report, err := el.Extend(t.Context(), last, axioms[first:next])
			if err != nil {
				if !errors.Is(err, el.ErrDependsOnBase) {
					t.Fatal(err)
				}
				break
			}
			got = append(got, dumpLines(extension, nil, first)...)
			for _, o := range report.Omissions {
				o.Axiom += first
				omissions = append(omissions, o)
			}
			used += report.Used
			last, first = extension, next
		}
		if first < len(axioms) {
			continue
		}
		same++
		want := dumpLines(whole, nil, 0)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: got\n%swant\n%s", seed, strings.Join(got, ""),
				strings.Join(want, ""))
		}
		// An extension does not look at the chains of the whole.
		reported, wantUsed := withoutChainRanges(wholeReport)
		if !slices.Equal(omissions, reported) || used != wantUsed {
			t.Fatalf("seed %d: got omissions %v, want %v", seed, omissions, reported)
		}
		if last.NumConcepts() != whole.NumConcepts() || last.NumRoles() != whole.NumRoles() {
			t.Fatalf("seed %d: %d concepts and %d roles, want %d and %d", seed,
				last.NumConcepts(), last.NumRoles(), whole.NumConcepts(), whole.NumRoles())
		}
		checkVocabulary(t, last.Vocabulary)
		if got, want := dumpTheory(last.Vocabulary),
			dumpTheory(whole.Vocabulary); !slices.Equal(got, want) {
			t.Fatalf("seed %d: theory of data: got\n%swant\n%s", seed, strings.Join(got, ""),
				strings.Join(want, ""))
		}
	}
	if same < 2000 {
		t.Errorf("only %d of 3000 could be extended", same)
	}
}

// dumpTheory renders the data theory of a vocabulary, sorted.
func dumpTheory(v *el.Vocabulary) []string {
	theory := v.DataTheory(el.Top)
	lines := dumpLines(&el.Ontology{Vocabulary: v, NF1: theory.NF1, NF2: theory.NF2}, nil, 0)
	for _, c := range theory.Distinct {
		lines = append(lines, "distinct "+render(v, c, nil)+"\n")
	}
	for _, c := range theory.Inhabited {
		lines = append(lines, "inhabited "+render(v, c, nil)+"\n")
	}
	slices.Sort(lines)
	return lines
}

// withoutChainRanges returns the omissions and the number of used axioms of a report as if every
// chain had the ranges of its superproperty.
func withoutChainRanges(r *el.Report) (omissions []el.Omission, used int) {
	omissions = slices.DeleteFunc(slices.Clone(r.Omissions),
		func(o el.Omission) bool { return o.Reason == el.ChainRange })
	return omissions, r.Used + len(r.Omissions) - len(omissions)
}

// randomAxioms returns axioms of all kinds except declarations, with more axioms about class
// expressions and individuals.
func randomAxioms(rng *rand.Rand, n int) []owl.Axiom {
	axioms := make([]owl.Axiom, n)
	for i := range axioms {
		kind := owl.SubClassOfKind + owl.AxiomKind(
			rng.IntN(int(owl.AnnotationAssertionKind-owl.SubClassOfKind)))
		if rng.IntN(2) == 0 {
			kind = []owl.AxiomKind{
				owl.SubClassOfKind, owl.EquivalentClassesKind, owl.DisjointClassesKind,
				owl.ClassAssertionKind, owl.HasKeyKind,
			}[rng.IntN(5)]
		}
		axioms[i] = owlgen.Axiom(rng, kind)
	}
	return axioms
}

// checkVocabulary looks up each concept and role by its entity or expression.
func checkVocabulary(t *testing.T, v *el.Vocabulary) {
	t.Helper()
	seen := map[string]bool{}
	for c := range el.Concept(v.NumConcepts()) {
		found, ok := c, true
		switch v.Kind(c) {
		case el.BuiltIn, el.NamedClass:
			found, ok = v.ConceptOf(v.Class(c))
		case el.Nominal:
			if a, named := v.Individual(c).(owl.NamedIndividual); named {
				found, ok = v.NominalOf(a)
			}
		}
		if !ok || found != c {
			t.Errorf("concept %d, %s, is found as %d, %v", c, render(v, c, nil), found, ok)
		}
		name := fmt.Sprint(v.IsDataConcept(c), render(v, c, nil))
		// of values and introduced names there may be two
		if v.Kind(c) != el.DataValue && v.Kind(c) != el.Introduced && seen[name] {
			t.Errorf("two concepts stand for %s", name)
		}
		seen[name] = true
	}
	for r := range el.Role(v.NumRoles()) {
		if found, ok := v.RoleOf(v.Property(r)); !ok || found != r {
			t.Errorf("role %d is found as %d, %v", r, found, ok)
		}
		if _, isData := v.Property(r).(owl.DataProperty); isData != v.IsData(r) {
			t.Errorf("role %d: IsData is %v", r, v.IsData(r))
		}
	}
}

// TestExtendFindsWhatToRemove extends an ontology by each of its own axioms. The result must be the
// normal forms of that axiom, in their order, without definitions and new names.
func TestExtendFindsWhatToRemove(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		axioms := randomAxioms(rng, 1+rng.IntN(16))
		first := rng.IntN(len(axioms) + 1)
		base, _ := normalize(t, &owl.Ontology{Axioms: axioms[:first]})
		lines := dumpLines(base, nil, 0)
		last := base
		if extension, _, err := el.Extend(t.Context(), base, axioms[first:]); err == nil {
			lines = append(lines, dumpLines(extension, nil, first)...)
			last = extension
		} else {
			axioms = axioms[:first]
		}
		for i, a := range axioms {
			again, _, err := el.Extend(t.Context(), last, []owl.Axiom{a})
			if err != nil {
				t.Fatalf("seed %d, axiom %d: %v", seed, i, err)
			}
			var want []string
			for _, line := range lines {
				if strings.HasSuffix(line, fmt.Sprintf("  [%d]\n", i)) {
					want = append(want, line)
				}
			}
			if got := dumpLines(again, nil, i); !slices.Equal(got, want) {
				t.Fatalf("seed %d, axiom %d %s: got\n%swant\n%s", seed, i,
					owl.AppendAxiom(nil, a, nil), strings.Join(got, ""), strings.Join(want, ""))
			}
			if again.Vocabulary != last.Vocabulary {
				t.Fatalf("seed %d, axiom %d %s: the vocabulary is another", seed, i,
					owl.AppendAxiom(nil, a, nil))
			}
		}
	}
}

// TestExtendDependsOnBase has cases in which a base must be normalized again, and similar cases in
// which it need not.
func TestExtendDependsOnBase(t *testing.T) {
	tests := []struct {
		name, base, further string
		depends             bool
	}{
		{"first inverse of a property with a domain", "ObjectPropertyDomain(:r :A)", "InverseObjectProperties(:r :s)", true},
		{"first inverse of a property with a range", "ObjectPropertyRange(:r :A)", "SymmetricObjectProperty(:r)", true},
		{"first inverse of a property with a universal range", "SubClassOf(owl:Thing ObjectAllValuesFrom(:r :A))", "InverseObjectProperties(:s :r)", true},
		{"first inverse", "SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "InverseObjectProperties(:r :s)", false},
		{"first inverse and domain", "SubClassOf(:A :B)", "InverseObjectProperties(:r :s) ObjectPropertyDomain(:r :A)", false},
		{"further inverse", "InverseObjectProperties(:r :s) ObjectPropertyDomain(:r :A)", "InverseObjectProperties(:r :t)", false},
		{"first domain of a property with an inverse", "InverseObjectProperties(:r :s)", "ObjectPropertyDomain(:r :A)", true},
		{"first range of a property with an inverse and a domain", "InverseObjectProperties(:r :s) ObjectPropertyDomain(:r :A)", "ObjectPropertyRange(:r :A)", true},
		{"further domain", "InverseObjectProperties(:r :s) ObjectPropertyDomain(:r :A)", "ObjectPropertyDomain(:r :B)", false},
		{"first left side with a complement", "SubClassOf(:A ObjectComplementOf(:B))", "SubClassOf(ObjectComplementOf(:B) :C)", true},
		{"further left side with a complement", "SubClassOf(:A ObjectComplementOf(:B)) SubClassOf(ObjectComplementOf(:B) :C)", "SubClassOf(ObjectComplementOf(:B) :D)", false},
		{"a left side with a complement alone", "SubClassOf(:A :B)", "SubClassOf(ObjectComplementOf(:B) :D)", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base, _ := normalize(t, readFunctional(t, test.base))
			_, _, err := el.Extend(t.Context(), base, readFunctional(t, test.further).Axioms)
			if errors.Is(err, el.ErrDependsOnBase) != test.depends {
				t.Errorf("got error %v, want one: %v", err, test.depends)
			}
		})
	}
}

// TestLeftAndRight checks the names of random class expressions in finite models: their definitions
// are tautologies, the concept of Right includes the expression, that of Left is included in it,
// and both are equal to it if they are exact.
func TestLeftAndRight(t *testing.T) {
	exact := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		o := &owl.Ontology{Axioms: randomAxioms(rng, 4)}
		base, _ := normalize(t, o)
		x := el.NewExtension(base)
		c := owlgen.ClassExpression(rng)
		right, rightExact := x.Right(c)
		left, leftExact := x.Left(c)
		extension, _ := x.Finish()
		if rightExact && leftExact {
			exact++
			if left != right {
				t.Fatalf("seed %d: two names for %s", seed, owl.AppendClassExpression(nil, c, nil))
			}
		}
		for range 10 {
			m := newModel(rng)
			names := m.names(o)
			concepts := m.concepts(extension)
			if violated := m.violated(extension, concepts, names); len(violated) > 0 {
				t.Fatalf("seed %d: a definition is no tautology\n%s", seed, dump(extension, nil))
			}
			s := m.class(c)
			if !s.within(concepts[right]) || rightExact && s != concepts[right] {
				t.Fatalf("seed %d: right of %s is %s, exact: %v", seed,
					owl.AppendClassExpression(nil, c, nil),
					render(extension.Vocabulary, right, nil), rightExact)
			}
			if !concepts[left].within(s) || leftExact && s != concepts[left] {
				t.Fatalf("seed %d: left of %s is %s, exact: %v", seed,
					owl.AppendClassExpression(nil, c, nil), render(extension.Vocabulary, left, nil),
					leftExact)
			}
		}
	}
	if exact < 500 {
		t.Errorf("only %d expressions are exact", exact)
	}
}

// TestNamesOfQueries checks the definitions of names of expressions.
func TestNamesOfQueries(t *testing.T) {
	base, _ := normalize(t, readFunctional(t,
		"EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C)))"))
	tests := []struct{ name, expression, right, left string }{
		{"class", ":A", "", ""},
		{"thing", "owl:Thing", "", ""},
		{"unknown class", ":New", "", ""},
		{"defined on the left", "ObjectSomeValuesFrom(:r :C)", "[∃r.C] ⊑ ∃r.C", ""},
		{"unnamed in the base", "ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C))", "[B ⊓ ∃r.C] ⊑ B\n[B ⊓ ∃r.C] ⊑ ∃r.C", "B ⊓ [∃r.C] ⊑ [B ⊓ ∃r.C]"},
		{"enumeration", "ObjectOneOf(:a :b)", "", "{a} ⊑ [{a} ⊔ {b}]\n{b} ⊑ [{a} ⊔ {b}]"},
	}
	p := examplePrefixes()
	shorten := strings.NewReplacer(
		"ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C))", "B ⊓ ∃r.C", "ObjectSomeValuesFrom(:r :C)", "∃r.C",
		"ObjectUnionOf(ObjectOneOf(:a) ObjectOneOf(:b))", "{a} ⊔ {b}", "ObjectOneOf(:a)", "{a}", "ObjectOneOf(:b)", "{b}", "  [def]", "", ":", "")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			axiom := readFunctional(t,
				"SubClassOf("+test.expression+" :Z)").Axioms[0].(*owl.SubClassOf)
			right, left := el.NewExtension(base), el.NewExtension(base)
			right.Right(axiom.Sub)
			left.Left(axiom.Sub)
			r, _ := right.Finish()
			l, _ := left.Finish()
			if got := strings.TrimSpace(shorten.Replace(dump(r, p))); got != test.right {
				t.Errorf("right: got\n%s\nwant\n%s", got, test.right)
			}
			if got := strings.TrimSpace(shorten.Replace(dump(l, p))); got != test.left {
				t.Errorf("left: got\n%s\nwant\n%s", got, test.left)
			}
		})
	}
}

// TestExtendConcurrently extends one base from many goroutines, including the first extension.
func TestExtendConcurrently(t *testing.T) {
	rng := rand.New(rand.NewPCG(0, 5))
	base, _ := normalize(t, &owl.Ontology{Axioms: randomAxioms(rng, 200)})
	further := randomAxioms(rng, 20)
	var got [8]string
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			x := el.NewExtension(base)
			if err := x.Add(context.Background(), further...); err != nil {
				t.Error(err)
			}
			extension, _ := x.Finish()
			got[i] = dump(extension, nil)
		})
	}
	wg.Wait()
	for i := range got {
		if got[i] == "" || got[i] != got[0] {
			t.Fatalf("extension %d differs", i)
		}
	}
}

// TestManyExtensions makes a long chain of small extensions: ids must not change, and lookups must
// remain short.
func TestManyExtensions(t *testing.T) {
	const extensions = 1000
	base, _ := normalize(t, readFunctional(t, "SubClassOf(:0 ObjectSomeValuesFrom(:r :1))"))
	last := base
	var concepts []el.Concept
	for i := range extensions {
		a := readFunctional(t,
			fmt.Sprintf(
				"SubClassOf(:%d ObjectSomeValuesFrom(:r ObjectIntersectionOf(:%d ObjectSomeValuesFrom(:r%d :0))))", i, i+2, i/10)).Axioms
		extension, _, err := el.Extend(t.Context(), last, a)
		if err != nil {
			t.Fatal(err)
		}
		last = extension
		c, _ := last.ConceptOf(class(fmt.Sprint(i + 2)))
		concepts = append(concepts, c)
	}
	for i, c := range concepts {
		if last.Class(c) != class(fmt.Sprint(i+2)) {
			t.Fatalf("concept %d has changed its meaning", c)
		}
	}
	checkVocabulary(t, last.Vocabulary)
	if layers := el.NumLayers(last.Vocabulary); layers > 14 {
		t.Errorf("%d layers after %d extensions", layers, extensions)
	}
}

// BenchmarkExtend extends the real ontologies by single axioms and names.
func BenchmarkExtend(b *testing.B) {
	for _, file := range outside.Glob(b, "ontologies", "*.ofn.gz") {
		o := readOntology(b, file)
		base, _ := normalize(b, o)
		var axioms []owl.Axiom
		for _, a := range o.Axioms {
			if a.Kind() == owl.SubClassOfKind || a.Kind() == owl.EquivalentClassesKind {
				axioms = append(axioms, a)
			}
		}
		old := func(i int) owl.Axiom { return axioms[i%len(axioms)] }
		fresh := func(i int) owl.Axiom {
			sub := class("New")
			if a, ok := old(i).(*owl.SubClassOf); ok {
				return &owl.SubClassOf{Sub: sub, Super: a.Super}
			}
			return &owl.SubClassOf{
				Sub: sub, Super: &owl.ObjectSomeValuesFrom{Property: role("r"), Filler: sub},
			}
		}
		name := strings.TrimSuffix(file[strings.LastIndex(file, "/")+1:], ".ofn.gz")
		for kind, axiom := range map[string]func(int) owl.Axiom{"known-axiom": old,
			"new-axiom": fresh} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					i++
					if _, _, err := el.Extend(context.Background(), base,
						[]owl.Axiom{axiom(i)}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
