package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

func iri(name string) owl.IRI {
	return owl.NewIRI("http://example.org/" + strings.ReplaceAll(name, " ", "_"))
}

func class(name string) owl.Class { return owl.Class{IRI: iri(name)} }

func property(name string) owl.ObjectProperty { return owl.ObjectProperty{IRI: iri(name)} }

// expression reads "a", "r some a" and conjunctions of these with "&".
func expression(text string) owl.ClassExpression {
	var operands []owl.ClassExpression
	for _, part := range strings.Split(text, " & ") {
		if r, filler, ok := strings.Cut(part, " some "); ok {
			operands = append(operands, &owl.ObjectSomeValuesFrom{
				Property: property(r), Filler: class(filler),
			})
		} else {
			operands = append(operands, class(part))
		}
	}
	if len(operands) == 1 {
		return operands[0]
	}
	return &owl.ObjectIntersectionOf{Operands: operands}
}

// parse reads an ontology with one axiom a line: "a < b", "a < r some b", "a = b & r some c",
// "transitive r", "r inverse s", "r below s", "a excludes b".
func parse(t testing.TB, text string) *owl.Ontology {
	t.Helper()
	o := &owl.Ontology{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		left, right, _ := strings.Cut(line, " = ")
		if right != "" {
			o.Axioms = append(o.Axioms, &owl.EquivalentClasses{
				Classes: []owl.ClassExpression{class(left), expression(right)},
			})
			continue
		}
		if left, right, ok := strings.Cut(line, " < "); ok {
			o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: class(left), Super: expression(right)})
			continue
		}
		if left, right, ok := strings.Cut(line, " excludes "); ok {
			o.Axioms = append(o.Axioms, &owl.AnnotationAssertion{
				Property: owl.AnnotationProperty{IRI: iri("excluded_subClassOf")},
				Subject:  iri(left), Value: iri(right),
			})
			continue
		}
		if r, ok := strings.CutPrefix(line, "transitive "); ok {
			o.Axioms = append(o.Axioms, &owl.TransitiveObjectProperty{Property: property(r)})
			continue
		}
		if left, right, ok := strings.Cut(line, " inverse "); ok {
			o.Axioms = append(o.Axioms, &owl.InverseObjectProperties{
				First: property(left), Second: property(right),
			})
			continue
		}
		left, right, ok := strings.Cut(line, " below ")
		if !ok {
			t.Fatalf("not an axiom: %q", line)
		}
		o.Axioms = append(o.Axioms, &owl.SubObjectPropertyOf{
			Sub: property(left), Super: property(right),
		})
	}
	for _, e := range o.Signature() {
		switch e := e.(type) {
		case owl.Class:
			label(o, e.IRI)
		case owl.ObjectProperty:
			label(o, e.IRI)
		}
	}
	return o
}

func label(o *owl.Ontology, e owl.IRI) {
	text := strings.ReplaceAll(strings.TrimPrefix(e.String(), "http://example.org/"), "_", " ")
	o.Axioms = append(o.Axioms, &owl.AnnotationAssertion{
		Property: owl.RDFSLabel, Subject: e, Value: owl.NewLiteral(text, owl.XSDString),
	})
}

func newChecker(t testing.TB, o *owl.Ontology) *Checker {
	t.Helper()
	ctx := context.Background()
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := asserted.New(ctx, o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(ctx, x)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// statement reads "a < b" or "a < r some b".
func (c *Checker) statement(t testing.TB, text string) asserted.Statement {
	t.Helper()
	left, right, _ := strings.Cut(text, " < ")
	s := asserted.Statement{Property: asserted.NoProperty}
	ok, too, third := true, true, true
	if r, filler, restricts := strings.Cut(right, " some "); restricts {
		s.Property, third = c.index.Property(iri(r))
		right = filler
	}
	s.Class, ok = c.index.Class(iri(left))
	s.Target, too = c.index.Class(iri(right))
	if !ok || !too || !third {
		t.Fatalf("unknown name in %q", text)
	}
	return s
}

// repeated returns a line for each word, with the word in place of X.
func repeated(line string, words ...string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.ReplaceAll(line, "X", w) + "\n")
	}
	return b.String()
}

func numbers(from, to int) []string {
	var list []string
	for i := from; i < to; i++ {
		list = append(list, fmt.Sprintf("kind%c%c", 'a'+i/26, 'a'+i%26))
	}
	return list
}

func TestChecks(t *testing.T) {
	clusters := `
		gene segment < thing
		V < gene segment
		D < gene segment
		DJ < gene segment
		J < gene segment
		V cluster < cluster
		V cluster < has part some V
		D J cluster < cluster
		D J cluster < has part some D
		D J cluster < has part some J
		V DJ cluster < cluster
		V DJ cluster < has part some V
		V DJ cluster < has part some DJ
		V J cluster < cluster
		V J cluster < has part some J`
	rejected := make(map[string]bool)
	for _, k := range []struct {
		check, ontology  string
		rejects, accepts []string
	}{
		{"excluded", "sponge < animal\nplant < thing\nanimal < thing\nsponge excludes plant\n" +
			"moss < plant",
			[]string{"sponge < plant", "sponge < moss"}, []string{"moss < animal"}},
		{"K1", `
			neutrophil < cell
			B cell < cell
			CD38-negative B cell < B cell
			CD38-positive B cell < B cell
			B220-low CD38-positive B cell < B cell
			CD14-low monocyte < cell
			CD14-positive monocyte < cell
			immature neutrophil < neutrophil
			mature neutrophil < neutrophil
			band form neutrophil < immature neutrophil
			large immature neutrophil < immature neutrophil
			left arm < thing
			right arm < thing
			left and right arm < left arm
			increased fatigability < quality
			decreased strength < quality`,
			[]string{
				"B220-low CD38-positive B cell < CD38-negative B cell",
				"large immature neutrophil < mature neutrophil",
			}, []string{
				"B220-low CD38-positive B cell < CD38-positive B cell",
				"CD14-low monocyte < CD14-positive monocyte",
				"band form neutrophil < mature neutrophil", // only a superclass objects
				"increased fatigability < decreased strength",
				"left and right arm < right arm", // its name has both
			}},
		{"K1", repeated("entering X sensor < X sensor\nleaving X sensor < X sensor\n"+
			"X sensor < sensor", "air", "oil", "steam", "water") +
			"leaving hot water sensor < water sensor",
			[]string{"entering oil sensor < leaving oil sensor"},
			[]string{"entering oil sensor < air sensor"}},
		{"K1", repeated("entering X sensor < X sensor\nleaving X sensor < X sensor\n"+
			"X sensor < sensor", "air", "oil", "steam"), // the pair does not count for itself
			nil, []string{"entering oil sensor < leaving oil sensor"}},
		{"K2", `
			abnormal < quality
			normal < quality
			decreased width < width
			width < quality
			left bud < bud
			right bud < bud
			spleen < derives some left bud
			liver < increased in magnitude some normal
			bud < organ`,
			[]string{
				"abnormal < derives some normal",
				"decreased width < increased in magnitude some normal",
				"spleen < derives some right bud",
			}, []string{
				"width < increased in magnitude some normal",
				"spleen < derives some bud",
				"liver < derives some right bud",
			}},
		{"K2b", "center objective < objective\nspread objective < objective\n" +
			"other spread < objective\nobjective < plan\n" +
			repeated("X < aims at some center objective", "mean", "median", "mode") +
			repeated("X < aims at some spread objective", "variance", "range", "quartile") +
			repeated("X < aims at some other spread", "a one", "b one", "c one"),
			[]string{"mean < aims at some spread objective"},
			[]string{"mean < aims at some other spread", "mean < aims at some objective"}},
		{"K3", `
			transitive develops from
			develops into inverse develops from
			directly develops from below develops from
			adult < develops from some juvenile
			juvenile < develops from some larva
			larva < cell
			old adult < adult
			touched < touches some other
			other < touches some touched
			adult < directly develops from some juvenile
			larva < develops into some juvenile`,
			[]string{
				"larva < develops from some adult",
				"larva < directly develops from some juvenile",
				"adult < develops into some juvenile",
				"juvenile < develops from some old adult",
			}, []string{
				"old adult < develops from some larva",
				"other < touches some touched",
			}},
		{"K4", `
			engineered gene = gene & quality some engineered
			foreign gene = gene & quality some foreign
			engineered foreign gene = gene & quality some engineered & quality some foreign
			old gene < gene
			red gene = red & old gene`,
			[]string{
				"engineered gene < quality some foreign",
				"foreign gene < quality some engineered",
				"gene < old gene",
				"old gene < red",
			}, []string{
				"old gene < quality some foreign",
				"engineered foreign gene < old gene",
			}},
		{"K5", `
			engineered < attribute
			foreign < attribute
			large < attribute
			very foreign < foreign
			engineered tag = tag & quality some engineered
			foreign tag = tag & quality some foreign`,
			[]string{"engineered tag < quality some foreign"},
			[]string{"engineered tag < quality some large", "tag < quality some foreign"}},
		{"K6", `
			one < cluster
			two < cluster
			three < cluster
			one < part some a
			two < part some a
			two < part some b
			four < part some b`,
			[]string{"one < part some b"},
			[]string{"three < part some a", "four < part some a"}},
		{"K7", clusters,
			[]string{"V cluster < has part some J"},
			[]string{"V DJ cluster < has part some gene segment", "cluster < has part some J"}},
		{"K8", "mild < spiciness\nhot < spiciness\njalapeno < pepper\njalapeno < spicy some hot\n" +
			"very hot < hot\nspiciness < quality\n" +
			repeated("X < spicy some mild", numbers(0, 8)...),
			[]string{"pepper < spicy some mild"},
			[]string{"pepper < spicy some hot", "pepper < spicy some very hot"}},
		{"K8b", "mild < spiciness\nhot < spiciness\nodd < spiciness\njalapeno < spicy some hot\n" +
			"spiciness < quality\n" + repeated("X < spicy some mild", numbers(0, 20)...),
			[]string{"jalapeno < spicy some mild"},
			[]string{"jalapeno < spicy some odd", "jalapeno < spicy some spiciness"}},
		{"K8c", "hot pepper < pepper\nhot pepper < spicy some hot\nbell < pepper\n" +
			"bell < spicy some mild",
			[]string{"pepper < spicy some hot"}, []string{"pepper < spicy some mild"}},
		{"K9", `
			oligodendrocyte precursor < cell
			oligodendrocyte < cell
			door handle < part
			door < part
			front door < part
			left turn < turn
			left turn type six < left turn
			left turn type one < turn
			right turn type six < turn
			rho dependent terminator < thing
			terminator < thing
			topologically defined region < thing
			region < thing
			rhombomere 6 < thing
			rhombomere < thing
			receptor type II < thing
			receptor < thing
			company taxed as owner < thing
			company < thing
			CD4-negative, CD8-negative T cell, human < thing
			T cell < thing
			fluorescence in situ hybridization assay < thing
			assay < thing
			seed on leaf stalk < thing
			leaf < thing`,
			[]string{
				"oligodendrocyte precursor < oligodendrocyte",
				"door handle < door",
				"seed on leaf stalk < leaf",
			}, []string{
				"rhombomere 6 < rhombomere", // a number is no noun
				"receptor type II < receptor",
				"company taxed as owner < company",
				"CD4-negative, CD8-negative T cell, human < T cell",
				"fluorescence in situ hybridization assay < assay",
				"front door < door",
				"right turn type six < turn", // as the other class named so
				"rho dependent terminator < terminator",
				"topologically defined region < region",
			}},
		{"K9b", `
			former member < person
			member < person
			board member < member
			former board member < person
			non-smoker < person
			smoker < person
			dead leaf < leaf
			dead green leaf < leaf
			lost band setpoint < thing
			setpoint < thing
			dry lung weight < lung weight
			dry liver weight < thing
			liver weight < thing
			lung weight < thing`,
			[]string{"former member < member", "former board member < member"},
			[]string{
				"former member < person", // members are persons, but have another noun
				"non-smoker < smoker", "dead green leaf < dead leaf",
				"lost band setpoint < setpoint",   // a lost band, not a lost setpoint
				"dry liver weight < liver weight", // as dry lung weight
			}},
		{"K10", `
			human < taxon
			mouse < taxon
			mouse cell < in taxon some mouse
			human cell < in taxon some human
			unplaced cell < in taxon some chimera
			human cell < develops from some unplaced cell`,
			[]string{"mouse cell < human cell", "mouse cell < develops from some human cell"},
			[]string{"mouse cell < unplaced cell", "mouse cell < in taxon some human"}},
		{"K11", repeated("X < equipment\nX < aperture some lens", numbers(0, 80)...) +
			repeated("X < place", numbers(80, 160)...) + "lens < place\n" +
			"place < thing\nequipment < thing\ntripod < equipment",
			[]string{"kindea < aperture some lens"},
			[]string{"tripod < aperture some lens"}},
	} {
		c := newChecker(t, parse(t, k.ontology))
		rejected[k.check] = rejected[k.check] || len(k.rejects) > 0
		at := slices.IndexFunc(Checks, func(check Check) bool { return check.Name == k.check })
		if at < 0 {
			t.Fatalf("no check %s", k.check)
		}
		for _, text := range append(slices.Clone(k.rejects), k.accepts...) {
			s := c.statement(t, text)
			want := slices.Contains(k.rejects, text)
			e := Checks[at].rejects(&view{Checker: c, without: s}, s)
			got := e != nil
			if got != want {
				t.Errorf("%s rejects %q: %v, want %v", k.check, text, got, want)
			}
			if got && (e.Kind != k.check || e.Sentence(owl.IRI.Fragment) == "") {
				t.Errorf("%s: evidence %+v", k.check, e)
			}
			if got && !strings.Contains(e.Template, "{0}") && e.Quote == "" && len(e.Numbers) == 0 {
				t.Errorf("%s: no name, number or quotation in %q", k.check, e.Template)
			}
			if got && !c.Rejects(s) && !c.off[formOf(s)][at] {
				t.Errorf("%s is on and Rejects(%q) is false", k.check, text)
			}
		}
	}
	for _, check := range Checks {
		if !rejected[check.Name] {
			t.Errorf("%s has no case that it rejects", check.Name)
		}
	}
}

// TestSwitchedOff: where mature things are below immature ones, opposite names do not object.
func TestSwitchedOff(t *testing.T) {
	kinds := numbers(0, 12)
	both := "immature kindaa < thing\nmature kindaa < thing"
	on := newChecker(t, parse(t, repeated("X < thing", kinds...)+both))
	off := newChecker(t, parse(t,
		repeated("immature X < thing\nmature X < immature X", kinds[1:]...)+both))
	if s := on.statement(t, "mature kindaa < immature kindaa"); !on.Rejects(s) ||
		len(on.Off()) > 0 {
		t.Errorf("on: rejections %v, off %v", on.Reject(s), on.Off())
	}
	want := SelfTest{Check: "K1", Rejected: 11, Tested: 24, Off: true}
	if s := off.statement(t, "mature kindaa < immature kindaa"); off.Rejects(s) {
		t.Errorf("off: rejections %v", off.Reject(s))
	}
	if got := off.Off(); len(got) != 1 || got[0] != want {
		t.Errorf("off: %+v, want %+v", got, want)
	}
	const sentence = `check "opposite names" is off here: it rejects 11 of 24 asserted superclasses`
	if got := want.String(); got != sentence {
		t.Errorf("got %s, want %s", got, sentence)
	}
}

const doubtfulOntology = `
	entering oil setpoint < leaving oil setpoint
	door handle < door
	long door handle < door handle
	adult < develops from some larva
	red light < color some green
	red light < color some red
	green light < color some green`

func TestDoubtful(t *testing.T) {
	c := newChecker(t, parse(t, doubtfulOntology+"\n"+
		repeated("entering X setpoint < X setpoint\nleaving X setpoint < X setpoint\n"+
			"X setpoint < setpoint", "oil", "air", "steam", "water", "gas")))
	doubts, err := c.Doubtful(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range doubts {
		got = append(got, c.index.Labels[d.Class].Text+" < "+c.index.Labels[d.Target].Text+" "+
			d.Rejections[0].Check)
		if !d.Rejections[0].Evidence.Against {
			t.Errorf("evidence of %v is not against it", d)
		}
	}
	want := []string{
		"door handle < door K9",
		"entering oil setpoint < leaving oil setpoint K1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("doubtful: %q, want %q", got, want)
	}
}

// TestOrder: the order of the axioms does not matter.
func TestOrder(t *testing.T) {
	o := parse(t, doubtfulOntology)
	var first []Doubt
	var tests []SelfTest
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 5 {
		c := newChecker(t, o)
		doubts, err := c.Doubtful(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first, tests = doubts, c.tests
			if len(doubts) == 0 {
				t.Fatal("nothing is doubtful")
			}
		}
		if !reflect.DeepEqual(doubts, first) || !slices.Equal(c.tests, tests) {
			t.Errorf("another order: %v, want %v", doubts, first)
		}
		random.Shuffle(len(o.Axioms), func(i, j int) {
			o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i]
		})
	}
}

// TestConcurrent: a Checker may be asked by several at once.
func TestConcurrent(t *testing.T) {
	c := newChecker(t, parse(t, doubtfulOntology))
	want, err := c.Doubtful(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got, _ := c.Doubtful(context.Background()); !reflect.DeepEqual(got, want) {
				t.Errorf("doubtful: %v, want %v", got, want)
			}
		})
	}
	wg.Wait()
}

func TestAgainst(t *testing.T) {
	c := newChecker(t, parse(t, `
		fused trophoblast < trophoblast
		trophoblast < part of some body
		trophoblast < develops from some body
		substance < has quality some red
		gas < substance
		noble gas < gas
		event < thing
		hot pepper < pepper
		hot pepper < spicy some hot
		mild pepper < pepper
		mild pepper < spicy some mild
		bell pepper < pepper
		jalapeno < chili
		jalapeno < spicy some hot
		hot < spice
		mild < spice`))
	for text, want := range map[string]string{
		"fused trophoblast < develops from some trophoblast": "fused_trophoblast is a trophoblast " +
			"itself",
		"trophoblast < develops from some fused trophoblast": "fused_trophoblast is a trophoblast " +
			"itself",
		"fused trophoblast < part of some trophoblast": "",
		"substance < event": "substance is a root, with 1 direct subclass; neither its name nor " +
			"its definition names event",
		"gas < event":              "",
		"pepper < spicy some hot":  "1 of 3 subclasses of pepper says this, 1 says another",
		"pepper < spicy some mild": "1 of 3 subclasses of pepper says this, 1 says another",
		"chili < spicy some mild":  "The only subclass of chili says another",
		"gas < spicy some mild":    "",
	} {
		got := ""
		for _, e := range c.Against(c.statement(t, text)) {
			got += e.Sentence(owl.IRI.Fragment)
		}
		if got != want {
			t.Errorf("against %q: %q, want %q", text, got, want)
		}
	}
}

// TestAbsentInBranch counts the classes below the superclass that the sentence names, if there are
// two.
func TestAbsentInBranch(t *testing.T) {
	lines := "milk < drink\nmilk < food\n"
	for _, name := range numbers(0, 20) {
		lines += name + " < food\ncold " + name + " < drink\nmany " + name + " < thing\n" +
			"many " + name + " < part of some body\n"
	}
	c := newChecker(t, parse(t, lines+"warm < drink"))
	list := c.Against(c.statement(t, "milk < part of some body"))
	const want = "None of the 22 classes below drink has part_of"
	if len(list) != 1 || list[0].Sentence(owl.IRI.Fragment) != want {
		t.Errorf("%v, want %q", list, want)
	}
}

// TestOpposites: the list has each pair once, in order, two different words a line.
func TestOpposites(t *testing.T) {
	last := ""
	for line := range strings.Lines(opposites) {
		words := strings.Fields(line)
		if len(words) != 2 || words[0] >= words[1] || line <= last {
			t.Errorf("line %q after %q", line, last)
		}
		if single := asserted.Words(line); !slices.Equal(single, words) {
			t.Errorf("%q is compared as %q", line, single)
		}
		last = line
	}
}

func TestCanceled(t *testing.T) {
	c := newChecker(t, parse(t, doubtfulOntology))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(ctx, c.index); err == nil {
		t.Error("New: no error")
	}
	if _, err := c.Doubtful(ctx); err == nil {
		t.Error("Doubtful: no error")
	}
}
