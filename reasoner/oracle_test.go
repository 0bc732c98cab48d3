package reasoner_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// flat is a set of facts as lines.
type flat map[string]bool

func flatten(f *outside.OracleFacts) flat {
	all := flat{}
	if !f.Consistent {
		all["inconsistent"] = true
		return all
	}
	for _, c := range f.Unsatisfiable {
		all["unsatisfiable "+c] = true
	}
	for _, s := range f.Subsumptions {
		all[s[0]+" ⊑ "+s[1]] = true
	}
	for _, s := range f.Types {
		all[s[0]+" : "+s[1]] = true
	}
	for _, group := range f.Same {
		for _, a := range group {
			for _, b := range group {
				if a < b {
					all[a+" = "+b] = true
				}
			}
		}
	}
	for _, p := range f.Properties {
		all[p[0]+" "+p[1]+" "+p[2]] = true
	}
	return all
}

// derived lists the results of the reasoner in the format of the oracle.
func derived(t *testing.T, nf *el.Ontology, workers int) flat {
	t.Helper()
	all, err := derivedFacts(t.Context(), nf, workers)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func derivedFacts(ctx context.Context, nf *el.Ontology, workers int) (flat, error) {
	r, err := reasoner.Realize(ctx, nf, reasoner.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	all := classFacts(r.Taxonomy())
	for a, c := range r.Types() {
		all[a.IRI.String()+" : "+c.IRI.String()] = true
	}
	for _, group := range r.Same() {
		for i, a := range group {
			for _, b := range group[i+1:] {
				all[a.IRI.String()+" = "+b.IRI.String()] = true
			}
		}
	}
	for p := range r.Properties() {
		all[p.Subject.IRI.String()+" "+p.Property.IRI.String()+" "+p.Object.IRI.String()] = true
	}
	for a := range r.DataProperties() {
		all[a.Subject.IRI.String()+" "+a.Property.IRI.String()+" "+dataFact(a.Value)] = true
	}
	return all, nil
}

func classFacts(t *reasoner.Taxonomy) flat {
	all := flat{}
	if !t.Consistent() {
		all["inconsistent"] = true
		return all
	}
	unsatisfiable := t.Unsatisfiable()
	for _, c := range unsatisfiable {
		all["unsatisfiable "+c.IRI.String()] = true
	}
	for _, c := range append(t.Classes(), owl.Thing) {
		if slices.Contains(unsatisfiable, c) {
			continue
		}
		supers, _ := t.Subsumers(c)
		for _, d := range supers {
			all[c.IRI.String()+" ⊑ "+d.IRI.String()] = true
		}
	}
	return all
}

func missing(from, in flat) []string {
	var lines []string
	for f := range from {
		if !in[f] {
			lines = append(lines, f)
		}
	}
	slices.Sort(lines)
	return lines
}

// belowUnsatisfiable reports whether a line is a subsumption of an unsatisfiable class, which the
// comparison omits.
func belowUnsatisfiable(line string, facts flat) bool {
	sub, _, ok := strings.Cut(line, " ⊑ ")
	return ok && facts["unsatisfiable "+sub]
}

func TestOracle(t *testing.T) {
	compareWithOracle(t, func(nf *el.Ontology) flat { return derived(t, nf, 2) })
}

// TestOracleCalculus compares the reference engine with the same answers.
func TestOracleCalculus(t *testing.T) {
	compareWithOracle(t, func(nf *el.Ontology) flat { return calculusFacts(t, nf) })
}

func compareWithOracle(t *testing.T, derive func(*el.Ontology) flat) {
	t.Helper()
	cases := append(outside.OracleCases(t, "constructs.jsonl"),
		outside.OracleCases(t, "random-*.jsonl.gz")...)
	complete, incomplete := 0, 0
	for i, c := range cases {
		if testing.Short() && i%4 > 0 {
			continue
		}
		got := derive(normalize(t, readOWL(t, c.OFN)))
		want := flatten(&c.Expected)
		// the oracle does not have these
		maps.DeleteFunc(got, func(line string, _ bool) bool { return isDataFact(line) })
		if !want["inconsistent"] {
			for _, line := range missing(got, want) {
				if !belowUnsatisfiable(line, want) {
					t.Errorf("%s: wrong: %s", c.Name, line)
				}
			}
		}
		lost := missing(want, got)
		if got["inconsistent"] {
			if !want["inconsistent"] {
				t.Errorf("%s: wrong: inconsistent", c.Name)
			}
			lost = nil
		}
		if len(lost) == 0 {
			complete++
			continue
		}
		incomplete++
		t.Errorf("%s %v: missing: %s", c.Name, c.Tags, strings.Join(lost, "; "))
	}
	t.Logf("facts complete in %d of %d cases", complete, complete+incomplete)
}

func TestOracleNonEL(t *testing.T) {
	compareNonEL(t, func(nf *el.Ontology) flat { return derived(t, nf, 2) })
}

func TestOracleNonELCalculus(t *testing.T) {
	compareNonEL(t, func(nf *el.Ontology) flat { return calculusFacts(t, nf) })
}

func compareNonEL(t *testing.T, derive func(*el.Ontology) flat) {
	t.Helper()
	for _, c := range outside.OracleCases(t, "non-el.jsonl") {
		got := derive(normalize(t, readOWL(t, c.OFN)))
		whole, least := flatten(c.Whole), flatten(c.EL)
		if whole["inconsistent"] {
			continue
		}
		for _, line := range missing(got, whole) {
			if belowUnsatisfiable(line, whole) {
				continue
			}
			t.Errorf("%s: wrong: %s", c.Name, line)
		}
		for _, line := range missing(least, got) {
			if got["inconsistent"] || belowUnsatisfiable(line, got) {
				continue
			}
			t.Errorf("%s %v: missing: %s", c.Name, c.Tags, line)
		}
	}
}

func dataFact(v *owl.Literal) string { return string(owl.AppendCanonicalLiteral(nil, v)) }

func isDataFact(line string) bool { return strings.Contains(line, `"`) }
