package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/golden"
	"box2el-owl/suggest"
)

// hostile is a label that breaks output without escaping.
const hostile = "\"><script>alert('1')</script>]]>&amp;\x00\u202etab\tline\nbackslash\\"

// byBoxes is the example with suggestions by the model alone.
func byBoxes() *Comparison {
	c := comparisonExample()
	c.SuggestedBy = suggest.ByBoxes
	c.Summary = summarize(c)
	return c
}

// TestByBoxes checks that a report says so if its suggestions are ranked by the model alone.
func TestByBoxes(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *Comparison) error{"HTML": WriteHTML,
		"JSON": writeJSON} {
		const want = "ranked by the distance in the trained model alone"
		var by, other bytes.Buffer
		if err := write(&by, byBoxes()); err != nil || !bytes.Contains(by.Bytes(), []byte(want)) {
			t.Errorf("%s does not say so: %v", name, err)
		}
		if err := write(&other, comparisonExample()); err != nil ||
			bytes.Contains(other.Bytes(), []byte(want)) {
			t.Errorf("%s of other suggestions says so: %v", name, err)
		}
	}
}

// written returns the comparisons for the tests of the writers.
func written() map[string]*Comparison {
	return map[string]*Comparison{"comparison": comparisonExample(),
		"deduction_alone": deductionAlone()}
}

func name(label string) Name { return Name{"http://example.org/#" + label, label} }

func subclass(sub, super string) Axiom {
	return Axiom{fmt.Sprintf("SubClassOf(<http://example.org/#%s> <http://example.org/#%s>)", sub, super), sub + " SubClassOf " + super}
}

func derivationExample(sub, super string) Derivation {
	return Derivation{
		Axiom: subclass(sub, super), Sub: name(sub), Super: name(super),
		Proof: Proof{Depth: 3, Uses: 3, Steps: []ProofStep{
			{Conclusion: sub + " SubClassOf middle", Rule: "asserted", Premises: []int{}, Axioms: []string{sub + " SubClassOf middle"}},
			{Conclusion: sub + " SubClassOf upper", Rule: "NF1", Premises: []int{0}, Axioms: []string{"middle SubClassOf upper"}},
			{Conclusion: sub + " SubClassOf " + super, Rule: "NF2", Premises: []int{1, 0, 1}, Axioms: []string{"upper and middle SubClassOf " + super}},
		}},
	}
}

func deductionAlone() *Comparison {
	c := &Comparison{
		Ontology: Ontology{Name: "tiny", Hash: strings.Repeat("0f", 32), Axioms: 2, Classes: 2},
		Deduction: Deduction{
			Subsumptions: 1, Asserted: 1, Direct: 1, Unsatisfiable: []Name{},
			Examples: []Derivation{},
		},
		Untrained:  "the ontology has no axioms that a model learns from",
		Provenance: provenanceExample(),
	}
	c.Summary = summarize(c)
	return c
}

func provenanceExample() Provenance {
	return Provenance{
		Program: "box2el-owl 1.2.3", Command: []string{"box2el-owl", "report", "heart & lung.ttl"},
		Made:    "2026-01-02T03:04:05Z",
		Machine: "linux/amd64, 2 cores", Seed: 7,
		Stages: []Stage{{"train", 12.34}, {"compare", 0.5}},
	}
}

// comparisonExample has a value in each of its fields, and hostile names.
func comparisonExample() *Comparison {
	shares := func(ranks ...float64) [][2]float64 { return sharesUpTo(ranks, 500) }
	group := func(form, name string, ranks ...float64) RankGroup {
		return RankGroup{form, name, 500, ranking.Measure(ranks, 500), shares(ranks...)}
	}
	figures := func(ranks ...float64) *ranking.Figures {
		return &ranking.Figures{Metrics: ranking.Measure(ranks, 500), Candidates: 500}
	}
	outcome := func(ranks ...float64) *ranking.Outcome {
		o := &ranking.Outcome{Forms: map[string]*ranking.Figures{"NF1": figures(ranks...)},
			Combined: figures(ranks...)}
		o.Filtered = map[string]*ranking.Outcome{"closure": {Forms: o.Forms, Combined: o.Combined}}
		return o
	}
	c := &Comparison{
		Ontology: Ontology{
			Name: "heart" + hostile, IRI: "http://example.org/heart", VersionIRI: "http://example.org/heart/1",
			Hash: strings.Repeat("ab", 32), Axioms: 1234, OutsideEL: 1, Classes: 500, Properties: 3,
		},
		Deduction: Deduction{
			Subsumptions: 2000, Asserted: 600, Direct: 700, DirectNew: 101,
			Unsatisfiable: []Name{name("empty"), name(hostile)},
			Examples: []Derivation{derivationExample("ventricle", "organ part"),
				derivationExample(hostile, "organ")},
		},
		Training: &Training{
			Model: embed.Box2EL, Hyper: embed.DefaultHyper(embed.Box2EL),
			Variant: embed.Corrected(embed.Box2EL), Seed: 7,
			Axioms: map[string]Parts{"NF1": {480, 60, 60}, "NF3": {80, 10, 10}}, Steps: 200,
			KeptAt: 100, Seconds: 12.34,
			DataHash: strings.Repeat("cd", 32), Validation: "MRR",
			History: []embed.Point{
				{Step: 0, Validation: 0.01},
				{Step: 100, Losses: map[string]float64{"nf1": 0.5, "nf3": 0.25}, Total: 0.75, Validation: 0.3, Best: true},
				{Step: 200, Losses: map[string]float64{"nf1": 0.1, "nf3": 0.05}, Total: 0.15, Validation: 0.2},
			},
		},
		Prediction: &ranking.Result{
			Findings: ranking.Findings{Outcome: *outcome(1, 2, 30),
				Baselines: map[string]*ranking.Outcome{"lexical": outcome(5, 60, 70),
					"popularity": outcome(50, 60, 70)}},
		},
		Agreement: []Agreement{
			{Form: "NF1", Axioms: GroupHeldOut, Both: 10, DeductionOnly: 5, InductionOnly: 60, Neither: 45},
			{Form: "NF1", Axioms: GroupRandom, InductionOnly: 1, Neither: 119},
			{Form: "NF3", Axioms: GroupHeldOut, InductionOnly: 8, Neither: 12},
		},
		Ranks: []RankGroup{
			group("NF1", GroupHeldOutEntailed, 1, 1, 2), group("NF1", GroupHeldOutNew, 1, 8, 20,
				200), group("NF1", GroupAsserted, 1, 1, 1, 2),
			group("NF1", GroupRandom, 20, 200, 400), group("NF1", GroupEntailed, 1, 4, 50, 120),
			group("NF3", GroupAsserted, 1, 1, 7),
		},
		PrecisionRecall: []PrecisionRecall{
			{"NF1", modelRanker, 60, 30000, 0.4, [][2]float64{{0.1, 0.9}, {0.5, 0.4}, {1, 0.05}}},
			{"NF1", "popularity", 60, 30000, 0.01, [][2]float64{{1, 0.01}}},
		},
		Depth: &DepthStudy{
			Pairs: 40, Spearman: 0.5, Low: 0.2, High: 0.7, Confidence: 0.95, Candidates: 500,
			Depths: []DepthGroup{{2, false, 25, 1, 1, 2, 4, 9}, {3, true, 15, 1, 4, 11, 60, 300}},
		},
		Disagreement: Disagreement{
			RankedLow: []Misplaced{{derivationExample("septum", "wall"), 311.5, 500}},
			Judged:    3000, Contradictions: 2,
			Contradicting: []Contradicting{
				{Axiom: subclass("blood", hostile), Rank: 1, Distance: 0.5, Unsatisfiable: []Name{name("blood"), name(hostile)}, Why: &Proof{2, 2, []ProofStep{
					{Conclusion: "blood SubClassOf organ", Rule: "asserted", Axioms: []string{"blood SubClassOf organ"}, Supposed: true},
					{Conclusion: "blood SubClassOf owl:Nothing", Rule: "disjoint", Premises: []int{0}, Axioms: []string{"organ DisjointWith substance"}},
				}}},
				{Axiom: subclass("lung", "heart"), Rank: 2, Distance: 0.75, Inconsistent: true},
			},
		},
		Neighborhoods: []Surroundings{{
			Class: name("heart"), vector: []float64{0, 0, 1},
			Near: []Near{
				{Name: name("lung"), Distance: 0.5, Nearest: true, vector: []float64{0.5, 0, 1}},
				{Name: name(hostile), Distance: 0.7, Nearest: true, Asserted: true, Entailed: true, vector: []float64{0, 0.7, 1}},
			},
		}},
		Suggestions: []Suggestion{
			{Axiom: subclass("valve", "wall"), Form: suggest.Subclass, Subject: name("valve"), Tier: suggest.Likely, Group: []Name{name("valve"), name(hostile)}, Probability: 0.9, Verdict: suggest.New, Why: []string{},
				Evidence: []Evidence{{For: true,
					Sentence: "Names that end in wall: 8 of 9 are its subclasses."},
					{Sentence: hostile}}},
			{Axiom: subclass("septum", "wall"), Form: suggest.Subclass, Subject: name("septum"), Tier: suggest.Speculative, Probability: 0.83, Rank: 1, Verdict: suggest.New, Why: []string{"“atrial septum” is a wall, and so near.", hostile}},
			{Axiom: subclass("blood", hostile), Form: suggest.Subclass, Subject: name("blood"), Probability: 0.4, Rank: 2, Verdict: suggest.Contradicts, Why: []string{}, ImpliedBy: &Axiom{"x", "septum SubClassOf wall"}, Unsatisfiable: []Name{name("blood")}},
		},
		Doubtful: []Doubt{
			{Axiom: subclass("valve", hostile), Against: []string{"No other valve is one.", hostile}},
		},
		NumDoubtful: 12,
		ChecksOff: []string{`check "privative name" is off here: it rejects 11 of 24 asserted ` +
			"superclasses"},
		Provenance: provenanceExample(),
	}
	c.Provenance.Notes = []string{"A note."}
	c.Summary = summarize(c)
	return c
}

func writeJSON(w io.Writer, c *Comparison) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(c)
}

// TestWriters compares the output with golden files.
func TestWriters(t *testing.T) {
	used := make(map[string]bool)
	for label, c := range written() {
		for ending, write := range map[string]func(io.Writer, *Comparison) error{"html": WriteHTML,
			"json": writeJSON, "tsv": WriteTSV} {
			var first, second bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := write(b, c); err != nil {
					t.Fatalf("%s.%s: %v", label, ending, err)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s.%s differs from one writing to the next", label, ending)
			}
			path := filepath.Join("testdata", label+"."+ending)
			used[path] = true
			golden.Check(t, path, first.Bytes())
		}
	}
	for _, ending := range []string{"html", "json", "tsv"} {
		golden.Orphans(t, filepath.Join("testdata", "*."+ending), used)
	}
}

// TestJSONRoundTrip checks that a comparison can be read back from its JSON.
func TestJSONRoundTrip(t *testing.T) {
	c := comparisonExample()
	fields := reflect.ValueOf(c).Elem()
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		if fields.Field(i).IsZero() && name != "Untrained" && name != "SuggestedBy" {
			t.Errorf("the example has no %s", name)
		}
	}
	var b bytes.Buffer
	if err := writeJSON(&b, c); err != nil {
		t.Fatal(err)
	}
	var back Comparison
	dec := json.NewDecoder(&b)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, &back, cmpopts.IgnoreUnexported(Comparison{}, Surroundings{}, Near{}),
		cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("what was written and what was read differ (-written +read):\n%s", diff)
	}
}

// TestTSV checks that each line has five fields.
func TestTSV(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTSV(&b, comparisonExample()); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := strings.Count(line, "\t") + 1; n != 5 || !strings.HasSuffix(line, "\n") {
			t.Errorf("%d fields: %q", n, line)
		}
	}
}

// TestPage checks that the page is well-formed XML, has no scripts and external resources, a
// caption for every table, headings in order, and no broken internal reference.
func TestPage(t *testing.T) {
	for label, c := range written() {
		var b bytes.Buffer
		if err := WriteHTML(&b, c); err != nil {
			t.Fatal(err)
		}
		checkPage(t, label, b.Bytes())
	}
}

func checkPage(t *testing.T, label string, text []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.Entity = xml.HTMLEntity
	ids, refs := make(map[string]bool), []string{}
	level := 0
	var open []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", label, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			tag := e.Name.Local
			within := ""
			if len(open) > 0 {
				within = open[len(open)-1]
			}
			open = append(open, tag)
			switch {
			case slices.Contains([]string{"script", "iframe", "object", "embed", "img", "form",
				"use", "image"}, tag):
				t.Errorf("%s: there is an element %s", label, tag)
			case within == "table" && tag != "caption" && tag != "thead" && tag != "tbody":
				t.Errorf("%s: %s in a table", label, tag)
			case len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6':
				if now := int(tag[1] - '0'); now > level+1 {
					t.Errorf("%s: a heading of level %d follows one of level %d", label, now, level)
				} else {
					level = now
				}
			}
			scope := false
			for _, a := range e.Attr {
				switch value := a.Value; a.Name.Local {
				case "id":
					if ids[value] {
						t.Errorf("%s: the id %s is there twice", label, value)
					}
					ids[value] = true
				case "aria-labelledby", "aria-describedby":
					refs = append(refs, value)
				case "href":
					if target, ok := strings.CutPrefix(value, "#"); ok {
						refs = append(refs, target)
					} else if !strings.HasPrefix(value, "data:") {
						t.Errorf("%s: a reference to %s", label, value)
					}
				case "scope":
					scope = true
				default:
					if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "src" {
						t.Errorf("%s: attribute %s of %s", label, a.Name.Local, tag)
					}
				}
			}
			if tag == "th" && !scope {
				t.Errorf("%s: a th without scope", label)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	for id := range ids {
		section := bytes.Contains(text, []byte(`<section id="`+id+`"`))
		if section && !bytes.Contains(text, []byte(`<li><a href="#`+id+`"`)) {
			t.Errorf("%s: the contents lack the section %s", label, id)
		}
	}
	for _, ref := range refs {
		if !ids[ref] {
			t.Errorf("%s: nothing has the id %s", label, ref)
		}
	}
	if n := bytes.Count(text, []byte("<table>")); n != bytes.Count(text, []byte("<caption>")) ||
		n == 0 {
		t.Errorf("%s: %d tables and %d captions", label, n, bytes.Count(text, []byte("<caption>")))
	}
	if bytes.Contains(text, []byte("url(")) || bytes.Contains(text, []byte("@import")) {
		t.Errorf("%s: the style loads something", label)
	}
	if bytes.Contains(text, []byte("<script>alert")) || bytes.Contains(text, []byte("\u202e")) {
		t.Errorf("%s: a label is not escaped", label)
	}
}
