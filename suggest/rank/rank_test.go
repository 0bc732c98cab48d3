package rank

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

var update = flag.Bool("update", false, "write golden files anew")

const definition = "http://purl.obolibrary.org/obo/IAO_0000115"

// sample is an ontology written down by labels. A label that begins with _ is none. Its inferred
// hierarchy is the asserted one.
type sample struct {
	axioms  []owl.Axiom
	numbers map[string]int
}

func (s *sample) class(label string) owl.Class {
	if s.numbers == nil {
		s.numbers = make(map[string]int)
	}
	n, ok := s.numbers[label]
	if !ok {
		n = len(s.numbers)
		s.numbers[label] = n
	}
	c := owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://example.org/X_%07d", n))}
	if !ok {
		s.axioms = append(s.axioms, &owl.Declaration{Entity: c})
		if !strings.HasPrefix(label, "_") {
			s.annotate(owl.RDFSLabel, c, label)
		}
	}
	return c
}

func (s *sample) annotate(p owl.AnnotationProperty, c owl.Class, text string) {
	s.axioms = append(s.axioms, &owl.AnnotationAssertion{
		Property: p, Subject: c.IRI, Value: &owl.Literal{Lexical: text}})
}

func (s *sample) define(label, text string) {
	s.annotate(owl.AnnotationProperty{IRI: owl.NewIRI(definition)}, s.class(label), text)
}

func (s *sample) below(sub string, supers ...string) {
	for _, super := range supers {
		s.axioms = append(s.axioms, &owl.SubClassOf{Sub: s.class(sub), Super: s.class(super)})
	}
}

func (s *sample) restrict(sub, property, filler string) {
	s.axioms = append(s.axioms, &owl.SubClassOf{Sub: s.class(sub), Super: &owl.ObjectSomeValuesFrom{
		Property: owl.ObjectProperty{IRI: owl.NewIRI("http://example.org/" + property)},
		Filler:   s.class(filler),
	}})
}

// hierarchy is the hierarchy of the asserted superclasses.
type hierarchy []owl.Axiom

func (h hierarchy) Direct() iter.Seq2[owl.Class, owl.Class] {
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

func (hierarchy) Equivalent() [][]owl.Class  { return nil }
func (hierarchy) Unsatisfiable() []owl.Class { return nil }

// engine is an Engine over a sample.
type engine struct {
	*Engine
	t *testing.T
	s *sample
}

func (s *sample) engine(t *testing.T) *engine {
	t.Helper()
	x, err := asserted.New(context.Background(), &owl.Ontology{Axioms: s.axioms},
		hierarchy(s.axioms), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return &engine{New(x, w), t, s}
}

// number returns the number of a class of the sample.
func (e *engine) number(label string) int32 {
	e.t.Helper()
	n, ok := e.s.numbers[label]
	if !ok {
		e.t.Fatalf("sample has no class %q", label)
	}
	c, ok := e.x.Class(owl.NewIRI(fmt.Sprintf("http://example.org/X_%07d", n)))
	if !ok {
		e.t.Fatalf("index has no class %q", label)
	}
	return c
}

func (e *engine) property(name string) int32 {
	e.t.Helper()
	r, ok := e.x.Property(owl.NewIRI("http://example.org/" + name))
	if !ok {
		e.t.Fatalf("index has no property %q", name)
	}
	return r
}

// value returns a column of C ⊑ D.
func (e *engine) value(subject Subject, superclass, column string) float32 {
	e.t.Helper()
	return cell(e.t, e.SuperclassTable(subject), OldSuperclasses.Columns(), NoProperty,
		e.number(superclass), column)
}

// ruleValue returns a column of C ⊑ ∃r.D.
func (e *engine) ruleValue(subject Subject, property, filler, column string) float32 {
	e.t.Helper()
	return cell(e.t, e.RestrictionTable(subject, e.property(property)), OldRestrictions.Columns(),
		e.property(property), e.number(filler), column)
}

func cell(t *testing.T, table *Table, columns []string, property, target int32,
	column string) float32 {
	t.Helper()
	j := slices.Index(columns, column)
	if j < 0 {
		t.Fatalf("no column %q", column)
	}
	for i, d := range table.Targets {
		if d == target && table.Properties[i] == property {
			return table.Row(i)[j]
		}
	}
	t.Fatalf("class %d is no candidate", target)
	return 0
}

// organs has cells of organs with a restriction for the organ. One cell lacks both axioms.
func organs() *sample {
	s := &sample{}
	for _, organ := range []string{"lung", "kidney", "liver", "heart", "spleen", "skin"} {
		s.below(organ, "organ")
		cell := organ + " cell"
		s.below(cell, "cell")
		if organ == "skin" {
			continue
		}
		s.restrict(cell, "part_of", organ)
		s.below(cell, "somatic cell")
		s.define(cell, "A somatic cell that is part of a "+organ+".")
		s.below("epithelial "+cell, cell)
		s.restrict("epithelial "+cell, "lines", "_lumen")
	}
	s.below("somatic cell", "cell")
	s.define("skin cell", "A somatic cell that is part of the skin.")
	return s
}

func fresh(label, text string) Subject {
	return Subject{Class: NoClass, Names: []asserted.Name{asserted.NewName(label)},
		Definition: text, Space: -1}
}

func TestCandidates(t *testing.T) {
	e := organs().engine(t)
	skin, lung := e.number("skin cell"), e.number("lung cell")
	t.Run("superclass by analogy", func(t *testing.T) {
		if !slices.Contains(e.SuperclassTable(e.Subject(skin)).Targets, e.number("somatic cell")) {
			t.Error("somatic cell is no candidate for skin cell")
		}
	})
	t.Run("restriction by analogy", func(t *testing.T) {
		table := e.RestrictionTable(e.Subject(skin), NoProperty)
		part := false
		for i, d := range table.Targets {
			part = part || d == e.number("skin") && table.Properties[i] == e.property("part_of")
		}
		if !part {
			t.Error("part_of skin is no candidate for skin cell")
		}
	})
	t.Run("what is known is none", func(t *testing.T) {
		for _, d := range e.SuperclassTable(e.Subject(lung)).Targets {
			if d == lung || d == e.number("cell") || d == e.number("somatic cell") ||
				d == e.number("epithelial lung cell") {
				t.Errorf("%v is a candidate for lung cell", e.x.Labels[d])
			}
		}
		table := e.RestrictionTable(e.Subject(e.number("epithelial lung cell")),
			e.property("part_of"))
		for _, d := range table.Targets {
			if d == e.number("lung") || d == e.number("organ") {
				t.Errorf("part_of %v is a candidate for what inherits it", e.x.Labels[d])
			}
		}
	})
	t.Run("classes without a name are candidates", func(t *testing.T) {
		table := e.RestrictionTable(fresh("epithelial skin cell", ""), NoProperty)
		if !slices.Contains(table.Targets, e.number("_lumen")) {
			t.Error("a filler without a name is no candidate")
		}
	})
	t.Run("a subject without anything", func(t *testing.T) {
		for _, s := range []Subject{
			{Class: NoClass, Space: -1}, fresh("???", ""), fresh("unheard", "Of."),
		} {
			if len(e.SuperclassTable(s).Targets) == 0 ||
				len(e.RestrictionTable(s, NoProperty).Targets) == 0 {
				t.Errorf("%v has no candidates", s)
			}
		}
	})
}

func TestSuperclassColumns(t *testing.T) {
	e := organs().engine(t)
	skin := e.Subject(e.number("skin cell"))
	for _, test := range []struct {
		column, superclass string
		want               float32
	}{
		{"analogy, same parent", "somatic cell", 5. / 12},
		{"analogy, fillers exchanged", "somatic cell", 0},
		{"genus", "somatic cell", 1},
		{"superclasses of siblings", "somatic cell", spread(5. / 6)},
		{"same head", "somatic cell", 1},
		{"below a parent", "somatic cell", 1},
		{"one word differs", "somatic cell", 1},
		{"child of a parent", "lung cell", 1},
		{"words of its label", "somatic cell", 2},
	} {
		got := e.value(skin, test.superclass, test.column)
		if math.Abs(float64(got-test.want)) > .1 {
			t.Errorf("%s of skin cell ⊑ %s is %v, want about %v",
				test.column, test.superclass, got, test.want)
		}
	}
	moved := fresh("epithelial skin cell", "")
	if got := e.value(moved, "skin cell", "analogy, fillers exchanged"); got < .8 {
		t.Errorf("analogy of epithelial skin cell ⊑ skin cell is %v, want 5/6", got)
	}
	if got := e.value(moved, "skin cell", "its name ends the label"); got < .6 {
		t.Errorf("the share of the label that its end names is %v, want 2/3", got)
	}
	if got := e.value(moved, "skin cell", "genus"); got == got {
		t.Errorf("the genus of a subject without definition is %v, want no value", got)
	}
}

func TestGeneralizedPart(t *testing.T) {
	s := &sample{}
	s.below("length", "amount")
	s.below("increased length", "quality")
	s.below("increased amount", "quality")
	s.below("decreased amount", "quality")
	e := s.engine(t)
	c := e.Subject(e.number("increased length"))
	if got := e.value(c, "increased amount", "a part of the label generalized"); !(got > 0) {
		t.Errorf("increased amount is no generalization of increased length: %v", got)
	}
	if got := e.value(c, "decreased amount", "a part of the label generalized"); got != 0 {
		t.Errorf("decreased amount is a generalization of increased length: %v", got)
	}
}

func TestRestrictionColumns(t *testing.T) {
	e := organs().engine(t)
	skin := e.Subject(e.number("skin cell"))
	for column, least := range map[string]float32{
		"analogy, fillers exchanged":                   .4,
		"share of the filler's name in the subject's":  1,
		"share of the filler's name in the definition": 1,
		"property of siblings":                         spread(.6),
	} {
		if got := e.ruleValue(skin, "part_of", "skin", column); !(got >= least) {
			t.Errorf("%s of skin cell ⊑ ∃part_of.skin is %v, want %v or more", column, got, least)
		}
	}
	got := e.ruleValue(skin, "part_of", "lung", "share of a parent's children")
	if !(got > spread(.1)) {
		t.Errorf("share of the children of cell with part_of lung is %v", got)
	}
}

// TestDeterministic builds an Engine twice and asks it in two orders.
func TestDeterministic(t *testing.T) {
	s := organs()
	a, b := s.engine(t), s.engine(t)
	same := func(x, y *Table) bool {
		return slices.Equal(x.Targets, y.Targets) && slices.Equal(x.Properties, y.Properties) &&
			slices.EqualFunc(x.Values, y.Values, func(x, y float32) bool {
				return math.Float32bits(x) == math.Float32bits(y)
			})
	}
	n := int32(len(a.x.Classes))
	superclasses, restrictions := make([]*Table, n), make([]*Table, n)
	for c := range n {
		superclasses[c] = a.SuperclassTable(a.Subject(c))
		restrictions[c] = a.RestrictionTable(a.Subject(c), NoProperty)
	}
	for c := n - 1; c >= 0; c-- {
		if !same(superclasses[c], b.SuperclassTable(b.Subject(c))) ||
			!same(restrictions[c], b.RestrictionTable(b.Subject(c), NoProperty)) {
			t.Errorf("tables of class %d differ", c)
		}
	}
}

// TestScores holds the scores of some candidates.
func TestScores(t *testing.T) {
	e := organs().engine(t)
	var out strings.Builder
	for _, s := range []Subject{e.Subject(e.number("skin cell")), fresh("epithelial skin cell", ""),
		fresh("skin stem cell", "A skin cell that divides.")} {
		list, err := e.Superclasses(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := e.Restrictions(t.Context(), s, NoProperty)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range append(list[:5:5], rules[:min(5, len(rules))]...) {
			fmt.Fprintf(&out, "%s\t%d\t%s\t%.4f\n",
				s.Names[0].Words, c.Property, e.x.Labels[c.Target].Words, c.Score)
		}
	}
	golden := filepath.Join("testdata", "scores.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("scores differ (go test -update writes them anew):\n%s\nwant\n%s", &out, want)
	}
}

func TestShippedWeights(t *testing.T) {
	w, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want, err := uncompressed(prior)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(w.AppendBinary(nil), want) {
		t.Error("weights written again differ")
	}
	if len(prior) > 300_000 {
		t.Errorf("weights have %d bytes, want at most 300,000", len(prior))
	}
}

// TestHostileWeights reads weights with bytes changed, cut off and added. It must not panic.
func TestHostileWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	weights, err := uncompressed(prior)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		b := bytes.Clone(weights)
		switch random.IntN(3) {
		case 0:
			b = b[:random.IntN(len(b))]
			if _, err := readWeights(b); err == nil {
				t.Fatal("weights cut off are read")
			}
		case 1:
			if _, err := readWeights(append(b, byte(random.Uint32()))); err == nil {
				t.Fatal("weights with more are read")
			}
		case 2:
			for range 1 + random.IntN(4) {
				b[random.IntN(len(b))] = byte(random.Uint32())
			}
			w, err := readWeights(b)
			if err != nil {
				continue
			}
			for l, f := range w {
				if f == nil {
					continue // learned without models
				}
				n := len(Task(l).Columns())
				f.Scores(make([]float32, n), n, make([]float64, 1))
			}
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add(prior)
	f.Add(prior[:100])
	f.Fuzz(func(_ *testing.T, b []byte) {
		if w, err := readWeights(b); err == nil {
			w.AppendBinary(nil)
		}
	})
}
