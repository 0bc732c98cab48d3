package place

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// document is an ontology in functional syntax under construction.
type document struct{ lines []string }

func (d *document) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// class adds a class with label, definition ("" for none) and superclasses.
func (d *document) class(id, label, definition string, supers ...string) {
	d.add("Declaration(Class(:%s))", id)
	if label != "" {
		d.add("AnnotationAssertion(rdfs:label :%s %q)", id, label)
	}
	if definition != "" {
		d.add("AnnotationAssertion(<http://purl.obolibrary.org/obo/IAO_0000115> :%s %q)", id,
			definition)
	}
	for _, s := range supers {
		d.add("SubClassOf(:%s :%s)", id, s)
	}
}

func (d *document) placer(t testing.TB) *Placer {
	t.Helper()
	text := "Prefix(:=<http://x.org/>) " +
		"Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nOntology(<http://x.org/o>\n" +
		strings.Join(d.lines, "\n") + "\n)"
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := asserted.New(t.Context(), o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := rank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(t.Context(), rank.New(x, w))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *Placer) number(id string) int32 {
	c, _ := p.x.Class(owl.NewIRI("http://x.org/" + id))
	return c
}

func (p *Placer) say(r Row) string {
	var list []string
	for _, e := range r.Evidence {
		list = append(list, e.Sentence(owl.IRI.Fragment))
	}
	return strings.Join(list, " ")
}

var organs = []string{"lung", "kidney", "liver", "heart", "spleen", "stomach", "bladder",
	"pancreas", "thymus", "brain"}

// cells has organs, cells that are defined by them, and organs without a label.
func cells() *document {
	d := &document{}
	d.class("Thing", "material entity", "")
	d.class("Organ", "organ", "A material entity that is part of a body.", "Thing")
	d.class("Cell", "cell", "A material entity that is bounded by a membrane.", "Thing")
	d.class("Process", "process", "Something that happens.", "Thing")
	for i, organ := range organs {
		d.class(organ, organ, "An organ of the body called "+organ+".", "Organ")
		if i < 8 {
			d.class(organ+"Cell", organ+" cell", "A cell that is part of a "+organ+".")
			d.add("EquivalentClasses(:%sCell ObjectIntersectionOf(:Cell "+
				"ObjectSomeValuesFrom(:partOf :%s)))", organ, organ)
		}
	}
	d.add("AnnotationAssertion(rdfs:label :partOf \"part of\")")
	return d
}

func TestDuplicates(t *testing.T) {
	d := &document{}
	d.class("a", "development of the kidney", "")
	d.class("b", "pulmonary artery", "")
	d.class("c", "tumour suppressor activity", "")
	d.class("d", "hypothalamus", "")
	d.class("e", "bronchial epithelial cell", "")
	d.class("f", "central nervous system", "")
	d.class("g", "CD4-positive T lymphocyte", "")
	d.class("h", "lumbar vertebra IV", "")
	d.class("i", "increased blood pressure", "")
	d.class("j", "decreased heart rate", "")
	d.class("k", "CD8+ lymphocyte", "")
	d.class("l", "subpial zone", "")
	d.class("m", "periodic syndrome", "")
	d.add("AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> :m \"FCAS\")")
	d.add("AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> " +
		":l \"marginal layer\")")
	p := d.placer(t)
	for _, c := range []struct {
		label, id string
		kind      Kind
		score     float64
	}{
		{"Pulmonary artery", "b", SameName, 1},
		{"pulmonary arteries", "b", Plural, 1},
		{"kidney development", "a", SameWords, 1},
		{"pulmonary-artery", "b", SameWords, 1},
		{"hypo thalamus", "d", SameWords, sameLettersScore},
		{"hypohtalamus", "d", Letters, oneLetterScore},
		{"tumor suppressor activity", "c", Letters, oneLetterScore},
		{"tumor supressor activity", "c", Letters, twoLettersScore},
		{"bronchial epit. cell", "e", Abbreviation, abbreviationScore},
		{"CNS", "f", Initials, initialsScore},
		{"marginal layer", "l", SameName, 1},
		{"CD8-positive T lymphocyte", "g", Resembling, -1},
		{"lumbar vertebra V", "h", Resembling, -1},
		{"decreased blood pressure", "i", Resembling, -1},
		{"CD8- lymphocyte", "k", Resembling, -1},
		{"familial cold arthritis", "m", Resembling, -1}, // FCA, but the acronym is no plural
		{"familial cold autoinflammatory syndrome", "m", Initials, initialsScore},
	} {
		list, err := p.Duplicates(t.Context(), Term{Label: c.label})
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 && c.score < 0 {
			continue
		}
		if len(list) == 0 || p.x.Classes[list[0].Class].Fragment() != c.id {
			t.Errorf("%q: %+v, want %s first", c.label, list, c.id)
			continue
		}
		first := list[0]
		if first.Kind != c.kind || c.score >= 0 && first.Score != c.score ||
			c.score < 0 && first.Score >= leastLikely {
			t.Errorf("%q: %s %.2f, want %s %.2f", c.label, first.Kind, first.Score, c.kind, c.score)
		}
		if want := first.Score >= leastLikely; (first.Tier == evidence.Likely) != want {
			t.Errorf("%q: tier %s for %.2f", c.label, first.Tier, first.Score)
		}
		if len(first.Evidence) != 1 ||
			!slices.Contains(first.Evidence[0].Entities, p.x.Classes[first.Class]) {
			t.Errorf("%q: evidence %v does not name the class", c.label, first.Evidence)
		}
	}
}

// TestPattern defines a class by the pattern of older ones.
func TestPattern(t *testing.T) {
	p := cells().placer(t)
	placed, err := p.Place(t.Context(), Term{Label: "brain cell"})
	if err != nil {
		t.Fatal(err)
	}
	if len(placed.Definitions) == 0 {
		t.Fatal("no definition")
	}
	d := placed.Definitions[0]
	want := asserted.Restriction{Property: 0, Filler: p.number("brain")}
	if d.Genus != p.number("Cell") || !slices.Equal(d.Restrictions, []asserted.Restriction{want}) ||
		!d.ByPattern {
		t.Errorf("definition %+v, want Cell and partOf some brain", d)
	}
	if say := p.say(d.Row); !strings.Contains(say, "8 of the 8 defined classes named “# cell”") {
		t.Errorf("evidence: %s", say)
	}
	if len(placed.Parents) == 0 || placed.Parents[0].Class != p.number("Cell") {
		t.Errorf("superclasses %+v, want Cell first", placed.Parents)
	} else if say := p.say(placed.Parents[0].Row); !strings.Contains(say,
		"The label ends with “cell”") {
		t.Errorf("evidence of the superclass: %s", say)
	}
}

// TestOwnDefinition: what a definition says begins after the name of the new class.
func TestOwnDefinition(t *testing.T) {
	for text, want := range map[string][]string{
		"A salt marsh is a kind of wetland.": {"wetland"},
		"A salt marsh by the sea.":           {"salt", "marsh", "by", "the", "sea"},
		"Any wetland.":                       {"wetland"},
		"The":                                {"the"},
	} {
		v := &view{s: rank.Subject{Definition: text,
			Names: []asserted.Name{asserted.NewName("salt marsh")}}}
		v.readDefinition()
		if got := v.text[v.genus:]; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSentences tells the end of a label from its head before a preposition, and a label from a
// synonym.
func TestSentences(t *testing.T) {
	d := cells()
	d.class("Act", "act", "A process that an agent begins.", "Process")
	d.class("Pledge", "act of pledge", "An act in which something is pledged.", "Act")
	d.add("AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> :Act \"deed\")")
	p := d.placer(t)
	for _, c := range []struct{ label, want string }{
		{"act of bribery", "Before its preposition, the label ends with “act”."},
		{"brave act", "The label ends with “act”."},
		{"brave deed", "The label ends with “deed”, a synonym of Act."},
	} {
		placed, err := p.Place(t.Context(), Term{Label: c.label})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(placed.Parents,
			func(x Parent) bool { return x.Class == p.number("Act") })
		if i < 0 {
			t.Fatalf("%s: superclasses %+v, want Act", c.label, placed.Parents)
		}
		if say := p.say(placed.Parents[i].Row); !strings.Contains(say, c.want) {
			t.Errorf("%s: evidence %q, want %q", c.label, say, c.want)
		}
	}
	placed, err := p.Place(t.Context(), Term{Label: "deed"})
	if err != nil || len(placed.Duplicates) == 0 {
		t.Fatalf("duplicates %+v, %v", placed.Duplicates, err)
	}
	for _, c := range []struct {
		near []rank.Neighbor
		n    int
		want string
	}{
		{make([]rank.Neighbor, 1), 1, "The only class that is similar by the words of its name"},
		{make([]rank.Neighbor, 3), 3, "All 3 nearest classes by the words of their names"},
		{make([]rank.Neighbor, 2), 2, "Both nearest classes by the words of their names"},
		{make([]rank.Neighbor, 3), 1, "1 of the 3 nearest classes by the words of their names"},
	} {
		v := &view{}
		v.near[0] = c.near
		format, args := v.nearest(0, c.n)
		if got := evidence.New("neighbors", format, args...).Template; got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.n, len(c.near), got, c.want)
		}
	}
	got := placed.Duplicates[0].Evidence[0].Sentence(owl.IRI.Fragment)
	if want := "Act has the synonym “deed” already."; got != want {
		t.Errorf("duplicate %q, want %q", got, want)
	}
}

// TestNotASuperclass leaves out a class that the subject repeats, and does not vouch for a further
// superclass.
func TestNotASuperclass(t *testing.T) {
	p := cells().placer(t)
	placed, err := p.Place(t.Context(), Term{Label: organs[0] + " cells"})
	if err != nil {
		t.Fatal(err)
	}
	repeated := p.number(organs[0] + "Cell")
	if len(placed.Duplicates) == 0 || placed.Duplicates[0].Class != repeated {
		t.Fatalf("duplicates %+v, want %s cell", placed.Duplicates, organs[0])
	}
	for _, x := range placed.Parents {
		if x.Class == repeated {
			t.Error("a class that may be the same is a superclass")
		}
	}
	placed, err = p.Place(t.Context(),
		Term{Label: "brain cell", Parents: []int32{p.number("brain")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range placed.Parents {
		if x.Tier != evidence.Speculative {
			t.Errorf("a further superclass is %s", x.Tier)
		}
	}
}

// TestPatternRate tests that the share of a pattern is computed without the class itself.
func TestPatternRate(t *testing.T) {
	p := cells().placer(t)
	words := asserted.NewName("brain cell")
	list := p.patterns.match(words, -1)
	if len(list) == 0 || list[0].share < .8 {
		t.Fatalf("matches %+v, want one with a share of .8 or more", list)
	}
	d := &document{}
	d.class("Cell", "cell", "")
	for i, organ := range organs {
		d.class(organ, organ, "")
		d.class(organ+"Cell", organ+" cell", "")
		d.add("EquivalentClasses(:%sCell ObjectIntersectionOf(:Cell "+
			"ObjectSomeValuesFrom(:r%d :%s)))", organ, i, organ)
	}
	d.class("skin", "skin", "")
	p = d.placer(t)
	list = p.patterns.match(asserted.NewName("skin cell"), -1)
	if len(list) == 0 || list[0].share > .2 {
		t.Errorf("matches %+v of ten classes that are all defined differently", list)
	}
}

// TestInducedName uses the label of a class as a name for its filler without a label.
func TestInducedName(t *testing.T) {
	d := cells()
	d.class("x1", "", "")
	d.class("boneCell", "bone cell", "", "Cell")
	d.add("EquivalentClasses(:boneCell ObjectIntersectionOf(:Cell " +
		"ObjectSomeValuesFrom(:partOf :x1)))")
	d.class("Tissue", "tissue", "", "Thing")
	for _, organ := range organs[:6] {
		d.class(organ+"Tissue", organ+" tissue", "")
		d.add("EquivalentClasses(:%sTissue ObjectIntersectionOf(:Tissue "+
			"ObjectSomeValuesFrom(:partOf :%s)))", organ, organ)
	}
	p := d.placer(t)
	list := p.patterns.match(asserted.NewName("bone tissue"), -1)
	if len(list) == 0 || list[0].genus != p.number("Tissue") ||
		list[0].restrictions[0].Filler != p.number("x1") {
		t.Errorf("matches %+v, want tissue and partOf some x1", list)
	}
}

// TestComposition composes a definition where no pattern fires.
func TestComposition(t *testing.T) {
	d := cells()
	for _, organ := range organs[:8] {
		d.class(organ+"Wall", organ+" lining", "A cell that lines a "+organ+".", "Cell")
		d.add("SubClassOf(:%sWall ObjectSomeValuesFrom(:partOf :%s))", organ, organ)
	}
	p := d.placer(t)
	placed, err := p.Place(t.Context(), Term{Label: "brain lining",
		Definition: "A cell that lines a brain."})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(placed.Definitions, func(d Definition) bool {
		return d.Genus == p.number("Cell") && d.Restrictions[0].Filler == p.number("brain")
	})
	if at < 0 || at > 2 {
		t.Fatalf("definitions %+v, want cell and partOf some brain among the first three",
			placed.Definitions)
	}
	if f := placed.Definitions[at]; f.ByPattern || f.Tier == evidence.Likely ||
		len(f.Evidence) < 2 {
		t.Errorf("composed definition %+v", f)
	}
}

// TestComposedFeatures has subclasses with a property, restrictions finer than inherited ones, and
// definitions that another class has.
func TestComposedFeatures(t *testing.T) {
	d := cells()
	d.class("bloodCell", "blood cell", "", "Cell")
	d.add("SubClassOf(:Cell ObjectSomeValuesFrom(:partOf :Organ))")
	p := d.placer(t)
	v := &view{p: p, s: rank.Subject{Class: rank.NoClass}}
	cell := p.number("Cell")
	of := func(filler string) asserted.Restriction {
		r, _ := p.x.Property(owl.NewIRI("http://x.org/partOf"))
		return asserted.Restriction{Property: r, Filler: p.number(filler)}
	}
	part := of("lung").Property
	if got, want := v.propertyShares(cell)(part), (8+priorUses)/10; math.Abs(got-want) > 1e-9 {
		t.Errorf("share of cells that are part of something %v, want %v", got, want)
	}
	for filler, want := range map[string][2]bool{"lung": {false, true}, "Organ": {true, false},
		"Thing": {true, false}, "Process": {}} {
		inherited := p.x.Inherits(cell, of(filler))
		got := [2]bool{inherited, !inherited && v.isFiner(cell, of(filler))}
		if got != want {
			t.Errorf("part of %s is inherited, is finer than part of organ: %v, want %v", filler,
				got, want)
		}
	}
	definedBy := func(filler string) int32 {
		return v.definedBy(&draft{genus: cell, restrictions: []asserted.Restriction{of(filler)}})
	}
	if got := definedBy("lung"); got != p.number("lungCell") {
		t.Errorf("class %d is cell and part of lung, want lungCell", got)
	}
	if got := definedBy("brain"); got >= 0 {
		t.Errorf("class %d is cell and part of brain, want none", got)
	}
	v.s.Class = p.number("lungCell")
	if got := definedBy("lung"); got >= 0 {
		t.Errorf("class %d is lungCell as well, want none", got)
	}
	if got, want := v.propertyShares(cell)(part), (7+priorUses)/9; math.Abs(got-want) > 1e-9 {
		t.Errorf("share without lungCell %v, want %v", got, want)
	}
}

// TestObjections expects evidence against definitions that another class has or that add nothing to
// the genus, and no definition that is composed of a class and one above it.
func TestObjections(t *testing.T) {
	d := cells()
	d.class("Wall", "organ wall", "", "Organ")
	for _, organ := range organs[:8] {
		d.class(organ+"Wall", organ+" lining", "A cell that lines a "+organ+".", "Cell")
		d.add("SubClassOf(:%sWall ObjectSomeValuesFrom(:partOf :%s))", organ, organ)
	}
	p := d.placer(t)
	placed, err := p.Place(t.Context(), Term{Label: "inner lung lining",
		Definition: "A cell that lines a lung."})
	if err != nil {
		t.Fatal(err)
	}
	if len(placed.Definitions) == 0 || placed.Definitions[0].Genus != p.number("Cell") {
		t.Fatalf("definitions %+v, want cell first", placed.Definitions)
	}
	for _, d := range placed.Definitions {
		filler := d.Restrictions[0].Filler
		if p.x.Comparable(d.Genus, filler) {
			t.Errorf("definition of a class and one above it: %+v", d)
		}
		genus, want := p.x.Classes[d.Genus].Fragment(), ""
		switch genus {
		case "Cell":
			want = p.x.Classes[filler].Fragment() + "Cell has the same definition."
		case "lungCell", "lungWall":
			want = "The definition adds nothing to " + genus + "."
		}
		last := d.Evidence[len(d.Evidence)-1]
		if got := last.Sentence(owl.IRI.Fragment); last.Against != (want != "") ||
			want != "" && (got != want || d.Tier != evidence.Speculative) {
			t.Errorf("%+v: last evidence %q, want %q", d, got, want)
		}
	}
}

// TestNothing proposes nothing for a text that decides nothing.
func TestNothing(t *testing.T) {
	p := cells().placer(t)
	for _, term := range []Term{{}, {Label: "1234567"}, {Label: "zzyzx"}} {
		placed, err := p.Place(t.Context(), term)
		if err != nil {
			t.Fatal(err)
		}
		if len(placed.Duplicates)+len(placed.Parents)+len(placed.Restrictions)+
			len(placed.Definitions) > 0 {
			t.Errorf("%q: %+v", term.Label, placed)
		}
	}
}

// TestPlaceExisting does not propose a class as a duplicate or superclass of itself.
func TestPlaceExisting(t *testing.T) {
	d := cells()
	d.class("orphan", "spleen nodule cell", "A cell that is part of a spleen.")
	p := d.placer(t)
	placed, err := p.Place(t.Context(), Term{Label: "spleen nodule cell",
		Definition: "A cell that is part of a spleen.", IRI: owl.NewIRI("http://x.org/orphan")})
	if err != nil {
		t.Fatal(err)
	}
	c := p.number("orphan")
	if slices.ContainsFunc(placed.Duplicates, func(d Duplicate) bool { return d.Class == c }) ||
		slices.ContainsFunc(placed.Parents, func(d Parent) bool { return d.Class == c }) {
		t.Errorf("the class itself is proposed: %+v", placed)
	}
	if len(placed.Parents) == 0 {
		t.Error("no superclass")
	}
}

func TestTier(t *testing.T) {
	for p, want := range map[float64]evidence.Tier{.8: evidence.Likely, .79: evidence.Possible,
		leastPossible:       evidence.Possible,
		leastPossible - .01: evidence.Speculative} {
		if got := tierOf(p); got != want {
			t.Errorf("tierOf(%v) = %s, want %s", p, got, want)
		}
	}
}

func TestReadCoefficients(t *testing.T) {
	c, err := shippedCoefficients()
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.text()
	if err != nil || !bytes.Equal(text, shipped) {
		t.Errorf("coefficients do not survive reading and writing: %v", err)
	}
	for _, text := range []string{"", "{}", `{"first superclass": {"1": 2}}`,
		strings.Replace(string(text), `"score"`, `"scores"`, 1)} {
		if _, err := readCoefficients([]byte(text)); err == nil {
			t.Errorf("no error for %.40q", text)
		}
	}
}

// TestFit learns which of two features decides.
func TestFit(t *testing.T) {
	var list []example
	var weights []float64
	for i := range 200 {
		list = append(list, example{features: []float64{float64(i % 10), float64(i % 7)},
			right: i%10 >= 5})
		weights = append(weights, 1)
	}
	w, err := fit(list, weights, 2, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	if w[1] < 1 || w[2] > .2 || w[2] < -.2 || w[0]+4.5*w[1] > 1 || w[0]+4.5*w[1] < -1 {
		t.Errorf("coefficients %v", w)
	}
}
