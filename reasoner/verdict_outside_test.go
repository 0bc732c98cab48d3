package reasoner_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// candidateAxiom is a row of a table of candidate axioms.
type candidateAxiom struct {
	axiom         owl.Axiom
	hermit        string // HermiT's verdict; "" if there is none
	unsatisfiable []string
}

// readCandidates reads a table with a heading. It returns nil without the columns that it needs.
func readCandidates(t *testing.T, file string) (rows []candidateAxiom) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	column := make(map[string]int)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(column) == 0 {
			for i, name := range cells {
				column[name] = i + 1
			}
			continue
		}
		cell := func(name string) string {
			if i := column[name]; 0 < i && i <= len(cells) {
				return cells[i-1]
			}
			return ""
		}
		a, err := owl.Parser{AllowNew: true}.Axiom(cell("axiom"))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		rows = append(rows, candidateAxiom{a, cell("hermit"),
			strings.Fields(cell("unsatisfiable"))})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// ontologyOf reads the ontology of a table: NAME.tsv belongs to the file NAME, or to one whose name
// begins with it.
func ontologyOf(t *testing.T, table string) *owl.Ontology {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(table), ".tsv")
	for _, dir := range []string{"corpus", "ontologies"} {
		for _, pattern := range []string{
			name, name + ".gz", name + ".o*", name + ".ttl*", name + ".rdf*",
		} {
			files, _ := filepath.Glob(filepath.Join(outside.Data(t, dir), pattern))
			for _, file := range files {
				if strings.HasSuffix(file, ".json") || strings.Contains(file, ".taxonomy") ||
					strings.Contains(file, ".obo") {
					continue
				}
				o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
				if err != nil {
					t.Fatal(err)
				}
				return o
			}
		}
	}
	t.Fatalf("%s has no ontology", table)
	return nil
}

// onlyEL returns the verdict of the EL part of the ontology.
func onlyEL(ctx context.Context, r *reasoner.Reasoner, a owl.Axiom) (reasoner.Verdict, error) {
	entailed, _, err := r.Entails(ctx, a)
	if err != nil || entailed {
		return reasoner.Entailed, err
	}
	c, err := r.Conflict(ctx, a)
	if err != nil || !c.Contradicts() {
		return reasoner.Novel, err
	}
	return reasoner.Contradicts, nil
}

// TestVerdictsBeyondEL compares verdicts with those of HermiT. Every exact verdict must be equal,
// and at least half of the verdicts that the EL part misses must be found.
func TestVerdictsBeyondEL(t *testing.T) {
	type tally struct{ missed, found int }
	total := make(map[string]tally)
	for _, table := range outside.Glob(t, "beyond-el", "*.tsv") {
		rows := readCandidates(t, table)
		r, err := reasoner.New(t.Context(), ontologyOf(t, table), reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		axioms := make([]owl.Axiom, len(rows))
		for i, row := range rows {
			axioms[i] = row.axiom
		}
		start := time.Now()
		verdicts, err := r.Verdicts(t.Context(), axioms)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		exact := 0
		counts := make(map[string]tally)
		for i, row := range rows {
			v := verdicts[i]
			if v.Exact {
				exact++
			}
			text := owl.AppendAxiom(nil, row.axiom, nil)
			if v.Exact && string(v.Verdict) != row.hermit {
				t.Errorf("%s: exactly %s, HermiT: %s", text, v.Verdict, row.hermit)
			}
			if v.Exact != (v.Outside.Axioms == 0) || v.Exact != (v.Outside.First == nil) {
				t.Errorf("%s: exact %v with %d axioms outside EL", text, v.Exact, v.Outside.Axioms)
			}
			el, err := onlyEL(t.Context(), r, row.axiom)
			if err != nil {
				t.Fatal(err)
			}
			if string(el) != row.hermit {
				n := counts[row.hermit]
				n.missed++
				if string(v.Verdict) == row.hermit {
					n.found++
				}
				counts[row.hermit] = n
			}
			checkAlone(t, r, row, v)
		}
		for hermit, n := range counts {
			all := total[hermit]
			total[hermit] = tally{all.missed + n.missed, all.found + n.found}
		}
		t.Logf(
			"%s: %d of %d exact (%d %%); missed by EL, found: contradicts %v, entailed %v; %v each",
			filepath.Base(table), exact, len(rows), 100*exact/len(rows),
			counts["contradicts"], counts["entailed"],
			(took / time.Duration(len(rows))).Round(time.Microsecond))
	}
	for hermit, n := range total {
		t.Logf("%s: %d missed by the EL part, %d of them found", hermit, n.missed, n.found)
		if 2*n.found < n.missed {
			t.Errorf("%s: found %d of %d", hermit, n.found, n.missed)
		}
	}
}

// checkAlone compares Judge with Verdicts, and the listed classes with HermiT's.
func checkAlone(t *testing.T, r *reasoner.Reasoner, row candidateAxiom, want *reasoner.Judgement) {
	t.Helper()
	j, err := r.Judge(t.Context(), row.axiom)
	if err != nil {
		t.Fatal(err)
	}
	if j.Verdict != want.Verdict || j.Exact != want.Exact || j.Outside != want.Outside {
		t.Errorf("%s: %v alone, %v with others", owl.AppendAxiom(nil, row.axiom, nil), *j, *want)
	}
	// HermiT's table lists at most three classes; fewer are all.
	if n := len(row.unsatisfiable); j.Verdict == reasoner.Contradicts && 0 < n && n < 3 &&
		row.unsatisfiable[0] != "inconsistent" {
		for _, c := range j.Unsatisfiable {
			if !slices.Contains(row.unsatisfiable, c.IRI.String()) {
				t.Errorf("%s: makes %s unsatisfiable, for HermiT only %v",
					owl.AppendAxiom(nil, row.axiom, nil), c.IRI, row.unsatisfiable)
			}
		}
	}
}

// TestVerdictsOfSuggestions measures the share of exact verdicts on suggestions.
func TestVerdictsOfSuggestions(t *testing.T) {
	for _, table := range outside.Glob(t, "judged", "*.tsv") {
		o := ontologyOf(t, table)
		r, err := reasoner.New(t.Context(), o, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		exact, took := 0, []time.Duration(nil)
		rows := readCandidates(t, table)
		verdicts := make(map[string]int)
		for _, row := range rows {
			start := time.Now()
			v, err := r.Verdicts(t.Context(), []owl.Axiom{row.axiom})
			took = append(took, time.Since(start))
			if err != nil {
				t.Fatal(err)
			}
			if v[0].Exact {
				exact++
			}
			verdicts[string(v[0].Verdict)]++
		}
		slices.Sort(took)
		inEL := r.Report().NumAxioms() == 0
		if inEL && exact < len(rows) {
			t.Errorf("%s lies in EL, and %d of %d verdicts are exact", table, exact, len(rows))
		}
		t.Logf("%s: %d of %d exact (%d %%), %v; median %v, worst %v", filepath.Base(table), exact,
			len(rows), 100*exact/len(rows),
			fmt.Sprint(verdicts), took[len(took)/2].Round(time.Microsecond),
			took[len(took)-1].Round(time.Microsecond))
	}
}

// TestVerdictsOfAxiomsOutsideEL asks an ontology in OWL 2 EL about axioms that are not: the
// contradictions that the tableau finds have justifications.
func TestVerdictsOfAxiomsOutsideEL(t *testing.T) {
	r := mustNew(t, []string{
		"SubClassOf(:Heart ObjectSomeValuesFrom(:partOf :Thorax))", "SubClassOf(:Thorax :Trunk)",
		"DisjointClasses(:Trunk :Limb)", "ClassAssertion(:Heart :heart)",
		"SubClassOf(:Hand :Limb)",
	})
	for text, want := range map[string]reasoner.Judgement{
		"SubClassOf(:Heart ObjectAllValuesFrom(:partOf :Limb))": {Verdict: reasoner.Contradicts,
			Conflict: reasoner.Conflict{Inconsistent: true, Exact: true}, BeyondEL: true},
		"SubClassOf(:Hand ObjectUnionOf(:Trunk :Thorax))": {
			Verdict: reasoner.Contradicts, BeyondEL: true, Conflict: reasoner.Conflict{Exact: true,
				Unsatisfiable: []owl.Class{{IRI: owl.NewIRI("http://x/Hand")}}}},
		"SubClassOf(:Heart ObjectAllValuesFrom(:partOf ObjectUnionOf(:Limb ObjectComplementOf(:Hand))))": {
			Verdict: reasoner.Entailed, Conflict: reasoner.Conflict{Exact: true}, BeyondEL: true},
		"SubClassOf(:Heart ObjectAllValuesFrom(:partOf :Trunk))": {Verdict: reasoner.Novel},
	} {
		a := readOWL(t, document([]string{text})).Axioms[0]
		j, err := r.Judge(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if j.Verdict != want.Verdict || j.Exact != want.Exact || j.BeyondEL != want.BeyondEL ||
			j.Inconsistent != want.Inconsistent ||
			!slices.Equal(j.Unsatisfiable, want.Unsatisfiable) || j.Outside.Axioms != 0 {
			t.Errorf("%s: %+v, want %+v", text, j, want)
		}
		if list, err := r.Verdicts(t.Context(), []owl.Axiom{a}); err != nil ||
			list[0].Verdict != j.Verdict || list[0].Exact != j.Exact {
			t.Errorf("%s: %+v, %v in a list", text, list[0], err)
		}
		if c, err := r.FullConflict(t.Context(), a); err != nil ||
			c.Contradicts() != (want.Verdict == reasoner.Contradicts) {
			t.Errorf("%s: conflict %+v, %v", text, c, err)
		}
		if want.Verdict != reasoner.Contradicts {
			continue
		}
		goal := &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}
		if len(j.Unsatisfiable) > 0 {
			goal.Sub = j.Unsatisfiable[0]
		}
		if set, err := r.JustificationBeyondEL(t.Context(), goal, a); err != nil || len(set) == 0 {
			t.Errorf("%s: justification %v, %v", text, set, err)
		}
	}
	axioms := readOWL(t, document([]string{
		"SubClassOf(:Heart ObjectAllValuesFrom(:partOf :Chest))",
		"SubClassOf(:Heart ObjectSomeValuesFrom(:partOf :Chest))",
	})).Axioms
	set, err := r.JustificationBeyondEL(t.Context(), axioms[1], axioms[0])
	if err != nil || len(set) != 1 {
		t.Errorf("justification of what a hypothetical axiom entails: %v, %v", set, err)
	}
}

// TestChainWithoutRange classifies chains whose last property lacks a range of the superproperty:
// they are reported, verdicts that may depend on them are not exact, and the tableau uses them.
func TestChainWithoutRange(t *testing.T) {
	chain := []string{"SubObjectPropertyOf(ObjectPropertyChain(:s :p) :r)",
		"SubClassOf(:A ObjectSomeValuesFrom(:s :B))", "SubClassOf(:B ObjectSomeValuesFrom(:p :C))",
		"DisjointClasses(:C :D)"}
	for _, test := range []struct {
		name     string
		more     []string
		asked    string
		verdict  reasoner.Verdict
		exact    bool
		reported int
	}{
		{"a range that makes a class unsatisfiable", []string{"ObjectPropertyRange(:r :D)"},
			"SubClassOf(:A owl:Nothing)", reasoner.Entailed, true, 1},
		{"the range is the axiom", nil, "ObjectPropertyRange(:r :D)", reasoner.Contradicts, true, 0},
		{"a range that may matter", []string{"ObjectPropertyRange(:r :E)"}, "SubClassOf(:A :B)",
			reasoner.Novel, false, 1},
		{"a range of a superproperty", []string{"SubObjectPropertyOf(:r :q)",
			"ObjectPropertyRange(:q :E)"}, "SubClassOf(:A :B)", reasoner.Novel, false, 1},
		{"the last property has the range, too", []string{"ObjectPropertyRange(:r :E)",
			"ObjectPropertyRange(:p :E)"}, "SubClassOf(:A :B)", reasoner.Novel, true, 0},
		{"no range", nil, "SubClassOf(:A :B)", reasoner.Novel, true, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := mustNew(t, append(slices.Clone(chain), test.more...))
			omissions := r.Report().Omissions
			if len(omissions) != test.reported || test.reported > 0 &&
				(omissions[0].Axiom != 0 || omissions[0].Reason != el.ChainRange) {
				t.Errorf("reported %v", omissions)
			}
			j, err := r.Judge(t.Context(), readOWL(t, document([]string{test.asked})).Axioms[0])
			if err != nil || j.Verdict != test.verdict || j.Exact != test.exact {
				t.Errorf("%+v, %v; want %s, exact %t", j, err, test.verdict, test.exact)
			}
		})
	}
}

// TestRepeatedAxiomsOutsideEL has the same verdicts and counts with a copy of each axiom that has
// an annotation.
func TestRepeatedAxiomsOutsideEL(t *testing.T) {
	axioms := []string{
		"EquivalentClasses(:Cell ObjectUnionOf(:Nerve :Muscle))", "SubClassOf(:Neuron :Nerve)",
		"DisjointUnion(:Tissue :Bone :Skin)", "SubClassOf(:Spine :Tissue)",
		"SubClassOf(:Rib ObjectAllValuesFrom(:partOf :Tissue))",
	}
	repeated := slices.Clone(axioms)
	for _, a := range axioms {
		kind, rest, _ := strings.Cut(a, "(")
		repeated = append(repeated, kind+"(Annotation(rdfs:comment \"again\") "+rest)
	}
	once, twice := mustNew(t, axioms), mustNew(t, repeated)
	for _, text := range []string{"SubClassOf(:Neuron :Cell)", "SubClassOf(:Spine :Cell)",
		"SubClassOf(:Spine :Bone)", "SubClassOf(:Cell :Spine)", "SubClassOf(:Neuron :Spine)",
		"SubClassOf(:Rib ObjectSomeValuesFrom(:partOf :Neuron))"} {
		a := readOWL(t, document([]string{text})).Axioms[0]
		want, err := once.Judge(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		got, err := twice.Judge(t.Context(), a)
		if err != nil || got.Verdict != want.Verdict || got.Exact != want.Exact ||
			got.Outside.Axioms != want.Outside.Axioms {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
}
