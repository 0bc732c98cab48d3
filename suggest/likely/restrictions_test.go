package likely

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/texts"
)

const oboDefinition = "http://purl.obolibrary.org/obo/IAO_0000115"

// sample is an ontology written down by labels. Its inferred hierarchy is the asserted one.
type sample struct {
	axioms  []owl.Axiom
	numbers map[string]int
}

func (s *sample) iri(label string) owl.IRI {
	if s.numbers == nil {
		s.numbers = make(map[string]int)
	}
	n, ok := s.numbers[label]
	if !ok {
		n = len(s.numbers)
		s.numbers[label] = n
		iri := owl.NewIRI(fmt.Sprintf("http://example.org/X_%07d", n))
		s.axioms = append(s.axioms,
			&owl.Declaration{Entity: owl.Class{IRI: iri}}, s.annotation(owl.RDFSLabel, iri, label))
	}
	return owl.NewIRI(fmt.Sprintf("http://example.org/X_%07d", n))
}

func (s *sample) annotation(p owl.AnnotationProperty, iri owl.IRI, text string) owl.Axiom {
	return &owl.AnnotationAssertion{Property: p, Subject: iri, Value: &owl.Literal{Lexical: text}}
}

func (s *sample) define(label, text string) {
	p := owl.AnnotationProperty{IRI: owl.NewIRI(oboDefinition)}
	s.axioms = append(s.axioms, s.annotation(p, s.iri(label), text))
}

func (s *sample) below(sub string, supers ...string) {
	for _, super := range supers {
		s.axioms = append(s.axioms, &owl.SubClassOf{
			Sub: owl.Class{IRI: s.iri(sub)}, Super: owl.Class{IRI: s.iri(super)}})
	}
}

func (s *sample) some(property, filler string) owl.ClassExpression {
	return &owl.ObjectSomeValuesFrom{
		Property: owl.ObjectProperty{IRI: owl.NewIRI("http://example.org/" + property)},
		Filler:   owl.Class{IRI: s.iri(filler)},
	}
}

func (s *sample) restrict(sub, property, filler string) {
	s.axioms = append(s.axioms,
		&owl.SubClassOf{Sub: owl.Class{IRI: s.iri(sub)}, Super: s.some(property, filler)})
}

func (s *sample) equate(class, genus, property, filler string) {
	s.axioms = append(s.axioms, &owl.EquivalentClasses{Classes: []owl.ClassExpression{
		owl.Class{IRI: s.iri(class)},
		&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{
			owl.Class{IRI: s.iri(genus)}, s.some(property, filler)}},
	}})
	s.below(class, genus)
}

func (s *sample) index(t *testing.T) *asserted.Index {
	t.Helper()
	o := &owl.Ontology{Axioms: s.axioms}
	x, err := asserted.New(context.Background(), o, assertedHierarchy(s.axioms), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// assertedHierarchy is the hierarchy of the asserted superclasses.
type assertedHierarchy []owl.Axiom

func (h assertedHierarchy) Direct() iter.Seq2[owl.Class, owl.Class] {
	return func(yield func(owl.Class, owl.Class) bool) {
		for _, a := range h {
			if a, ok := a.(*owl.SubClassOf); ok {
				sub, named := a.Sub.(owl.Class)
				if super, too := a.Super.(owl.Class); named && too && !yield(sub, super) {
					return
				}
			}
		}
	}
}

func (assertedHierarchy) Equivalent() [][]owl.Class  { return nil }
func (assertedHierarchy) Unsatisfiable() []owl.Class { return nil }

// cellLines are cell lines derived from the cell that their name has; the last has only what it
// inherits.
func cellLines() *sample {
	s := &sample{}
	s.below("cell line", "thing")
	s.below("tumor cell", "cell")
	s.below("cell", "thing")
	s.below("tumor cell line", "cell line")
	s.restrict("tumor cell line", "derives_from", "tumor cell")
	for _, kind := range strings.Fields("lymphoma glioma melanoma sarcoma carcinoma adenoma") {
		s.below(kind+" cell", "tumor cell")
		s.below(kind+" cell line", "tumor cell line")
		s.restrict(kind+" cell line", "derives_from", kind+" cell")
	}
	s.below("neuroblastoma cell", "tumor cell")
	s.below("neuroblastoma cell line", "tumor cell line")
	return s
}

// found returns "tier: subject property filler" of each finding.
func found(x *asserted.Index, list []Finding) []string {
	var rows []string
	for _, f := range list {
		rows = append(rows, fmt.Sprintf("%s: %s %s %s", f.Tier, x.Labels[f.Class].Text,
			x.PropertyNames[f.Property].Key(), x.Labels[f.Target].Text))
	}
	return rows
}

func TestRestrictions(t *testing.T) {
	decreased := func(last string) func() *sample {
		return func() *sample {
			s := &sample{}
			s.below("normal", "quality")
			for _, q := range strings.Fields(
				"size mass rate count width depth speed area angle force") {
				s.below("decreased "+q, "quality")
				s.restrict("decreased "+q, "decreased_in_magnitude_relative_to", "normal")
			}
			s.below(last, "quality")
			return s
		}
	}
	parts := func(definition string, more ...string) func() *sample {
		return func() *sample {
			s := &sample{}
			s.below("organ", "structure")
			s.below("skeleton", "structure")
			all := []string{"fin", "head", "tail", "trunk", "limb", "hand", "jaw", "wing"}
			for _, o := range append(all, "paw", "left paw") {
				s.below(o, "organ")
			}
			for _, o := range all {
				s.below(o+" skeleton", "skeleton")
				s.restrict(o+" skeleton", "part_of", o)
				s.define(o+" skeleton", "A skeleton that is part of the "+o+".")
			}
			s.below("paw skeleton", "skeleton")
			s.define("paw skeleton", definition)
			for _, filler := range more {
				s.restrict("paw skeleton", "part_of", filler)
			}
			return s
		}
	}
	for _, c := range []struct {
		name   string
		sample func() *sample
		want   []string
	}{
		{"slot and wider filler", cellLines,
			[]string{"likely: neuroblastoma cell line derive from neuroblastoma cell"}},
		{"word of the property", decreased("decreased height"),
			[]string{"likely: decreased height decreased in magnitude relative to normal"}},
		{"the name is the word", decreased("decreased"),
			[]string{"possible: decreased decreased in magnitude relative to normal"}},
		{"ends in a preposition", decreased("decreased height relative to"), nil},
		{"denied by its name", decreased("absent decreased height"), nil},
		{"slot and cue", parts("A skeleton that is part of the paw."),
			[]string{"likely: paw skeleton part of paw"}},
		{"slot alone", parts("Some bones."), []string{"likely: paw skeleton part of paw"}},
		{"denied by its definition", parts("A skeleton that is not part of the paw."),
			[]string{"possible: paw skeleton part of paw"}},
		{"another filler", parts("A skeleton that is part of the paw.", "head"), nil},
		{"has it below", parts("A skeleton that is part of the paw.", "paw"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := c.sample().index(t)
			list, err := Restrictions(context.Background(), texts.New(x), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := found(x, list); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
			for _, f := range list {
				for _, e := range append(f.Evidence, f.Rule) {
					if len(e.Numbers) == 0 && e.Quote == "" && len(e.Entities) == 0 {
						t.Errorf("no number, name or quotation in %q", e.Template)
					}
				}
				if f.Group == "" || len(f.Evidence) == 0 {
					t.Errorf("no group or no evidence: %+v", f)
				}
			}
		})
	}
}

// TestSubclassesHave has singular and plural.
func TestSubclassesHave(t *testing.T) {
	for n, want := range map[int]string{
		1: "Its only subclass has this.", 2: "Both of its subclasses have this.",
		1200: "All 1,200 of its subclasses have this.",
	} {
		if got := subclassesHave(n).Template; got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestMembers checks the sentence about the classes with a word in their names, if the rule holds
// for all of them and if it holds near a superclass.
func TestMembers(t *testing.T) {
	checkMembers(t, &sample{}, "10 of the 11 classes with “decreased” in their names have this.")
	s := &sample{}
	for _, q := range strings.Fields("a b c d e f g h") {
		s.below("decreased step "+q, "step")
	}
	checkMembers(t, s, "10 of the 11 classes at most three levels below X_0000010 with "+
		"“decreased” in their names have this.")
}

func checkMembers(t *testing.T, s *sample, want string) {
	t.Helper()
	s.below("normal", "quality")
	for _, q := range strings.Fields("size mass rate count width depth speed area angle force") {
		s.below("decreased "+q, "quality")
		s.restrict("decreased "+q, "decreased_in_magnitude_relative_to", "normal")
	}
	s.below("decreased height", "quality")
	list, err := Restrictions(t.Context(), texts.New(s.index(t)), Options{})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d findings, %v", len(list), err)
	}
	got := list[0].Evidence[0].Sentence(owl.IRI.Fragment)
	if got != want {
		t.Errorf("evidence %q, want %q", got, want)
	}
}

// TestOwnName: a definition that repeats the name of its class does not name a part of it.
func TestOwnName(t *testing.T) {
	for text, want := range map[string]int{
		"Neuroblastoma cell line is a clone.":                         0,
		"Neuroblastoma cell line is a clone of a neuroblastoma cell.": 1,
	} {
		s := cellLines()
		s.define("neuroblastoma cell line", text)
		x := s.index(t)
		f, err := newFinder(t.Context(), texts.New(x), Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, _ := x.Class(s.iri("neuroblastoma cell line"))
		if got := f.definitionMentions[c]; len(got) != want {
			t.Errorf("%q has the mentions %+v", text, got)
		}
	}
}

func TestRestrictionsRejected(t *testing.T) {
	x := cellLines().index(t)
	list, err := Restrictions(context.Background(), texts.New(x), Options{
		Rejected: func(s asserted.Statement) bool {
			return strings.HasPrefix(x.Labels[s.Target].Text, "neuro")
		},
	})
	if err != nil || len(list) > 0 {
		t.Errorf("found %q, error %v; want none", found(x, list), err)
	}
}

func TestRestrictionsWorkers(t *testing.T) {
	x := cellLines().index(t)
	var first []Finding
	for _, workers := range []int{1, 2, 7} {
		list, err := Restrictions(context.Background(), texts.New(x), Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = list
		}
		if len(list) == 0 || !reflect.DeepEqual(first, list) {
			t.Errorf("%d workers: %v, want %v", workers, list, first)
		}
	}
}

func TestRestrictionsCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := texts.New(cellLines().index(t))
	if _, err := Restrictions(ctx, x, Options{}); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestRestrictionsHostile has labels of 1,000 words, a class with 50,000 subclasses and one word in
// all labels.
func TestRestrictionsHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	s := &sample{}
	long := strings.Repeat("cell of ", 500)
	for i := range 50000 {
		name := fmt.Sprintf("part %d cell", i)
		if i%100 == 0 {
			name = long + name
		}
		s.below(name, "cell")
		s.restrict(name, "part_of", fmt.Sprintf("part %d", i%300))
		s.define(name, long+"that is part of cell "+name)
	}
	x := s.index(t)
	start := time.Now()
	list, err := Restrictions(context.Background(), texts.New(x), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d found in %v", len(list), time.Since(start))
}

func TestDefinitions(t *testing.T) {
	s := &sample{}
	s.below("growth", "process")
	for _, p := range []string{"motility", "adhesion", "division", "fusion", "uptake", "secretion",
		"transport", "folding", "signaling", "storage"} {
		s.below(p, "process")
		s.equate(p+" phenotype", "phenotype", "inheres_in", p)
	}
	s.below("growth phenotype", "phenotype")
	x := s.index(t)
	list, err := Definitions(context.Background(), texts.New(x), Options{})
	if err != nil || len(list) != 1 {
		t.Fatalf("found %v, error %v; want one", list, err)
	}
	d := list[0]
	if got := x.Labels[d.Class].Text; got != "growth phenotype" ||
		d.defined != 10 || d.matching != 11 ||
		x.Labels[d.Genus].Text != "phenotype" || len(d.Restrictions) != 1 ||
		x.Labels[d.Restrictions[0].Filler].Text != "growth" {
		t.Errorf("found %s: %+v", got, d)
	}
}
