package curate

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	"box2el-owl/suggest/asserted"
)

var reclassified = flag.Int("verdicts", 24,
	"how many verdicts TestVerdicts checks by classifying anew")

// readOutside reads an ontology of the test data by the beginning of its file's name.
func readOutside(t testing.TB, name string) *owl.Ontology {
	t.Helper()
	files := outside.Glob(t, "ontologies", name+".o*")
	o, _, err := rdfio.ReadFile(t.Context(), files[0], rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// random is a random ranking: axioms between classes. A relative of the class has half of them.
type random struct {
	*asserted.Index
	told []suggest.Statement
	seed uint64
}

func newRandom(x *asserted.Index, seed uint64) random {
	r := random{Index: x, seed: seed}
	for c := range int32(len(x.Classes)) {
		r.told = append(r.told, x.Statements(c)...)
	}
	return r
}

func (r random) draw(class int32, k int, existential bool) []suggest.Candidate {
	rng := rand.New(rand.NewPCG(r.seed, uint64(class)<<1|map[bool]uint64{true: 1}[existential]))
	seen := make(map[suggest.Statement]bool)
	var list []suggest.Candidate
	for range k {
		s := suggest.Statement{Class: class, Property: suggest.NoProperty,
			Target: int32(rng.IntN(len(r.Classes)))}
		if existential {
			s.Property = int32(rng.IntN(len(r.Properties)))
		}
		if rng.IntN(2) == 0 {
			other := r.told[rng.IntN(len(r.told))]
			if (other.Property >= 0) == existential {
				s.Property, s.Target = other.Property, other.Target
			}
		}
		if s.Target != class && !seen[s] {
			seen[s] = true
			list = append(list, suggest.Candidate{Statement: s, Score: rng.Float64()})
		}
	}
	return list
}

func (r random) Superclasses(_ context.Context, class int32, k int) ([]suggest.Candidate, error) {
	return r.draw(class, k, false), nil
}

func (r random) EntailedSuperclasses(context.Context, int32, int) ([]suggest.Candidate, error) {
	return nil, nil // those that are drawn may be entailed
}

func (r random) Existentials(_ context.Context, class int32, _ []int32, k int) ([]suggest.Candidate,
	error) {
	return r.draw(class, k, true), nil
}

// TestVerdicts compares verdicts on ten thousand random candidates, as suggestions get them, with
// those that are asked for one by one, and a sample of them with what classifying the edited
// ontology from scratch says.
func TestVerdicts(t *testing.T) {
	o := readOutside(t, "cl-edit")
	ctx := t.Context()
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	terms, err := suggest.NewTerminology(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := suggest.NewFindings(ctx, o,
		suggest.FindingOptions{Hierarchy: r.Taxonomy(), Reasoner: r})
	if err != nil {
		t.Fatal(err)
	}
	s := suggest.NewSuggester(suggest.Basis{
		Terminology: terms, Findings: findings, Reasoner: r,
		Ranking: newRandom(findings.Index(), 1),
	})
	rng := rand.New(rand.NewPCG(1, 2))
	var all []suggest.Suggestion
	for len(all) < 10_000 {
		subject := terms.Classes[rng.IntN(len(terms.Classes))]
		list, err := s.For(ctx, subject, suggest.Request{
			Tiers: suggest.Tiers, Rejected: true,
			Limit: 20, Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts,
				suggest.Entailed},
		})
		if c, _ := terms.Class(subject); terms.Deprecated[c] {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	byVerdict := make(map[suggest.Verdict][]suggest.Suggestion)
	for _, x := range all {
		byVerdict[x.Verdict] = append(byVerdict[x.Verdict], x)
	}
	for _, x := range all[:2000] {
		j, err := r.Judge(ctx, x.Axiom)
		if err != nil {
			t.Fatal(err)
		}
		if j.Verdict != x.Verdict || !named(x, j.Unsatisfiable) ||
			j.Inconsistent != x.Inconsistent && !x.Partial || j.Exact != x.Exact {
			t.Errorf("%s: %s %v, asked alone %s %v", owl.AppendAxiom(nil, x.Axiom, nil), x.Verdict,
				x.Unsatisfiable, j.Verdict, j.Unsatisfiable)
		}
	}
	wrong := 0
	for verdict, list := range byVerdict {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, x := range list[:min(len(list), *reclassified/3)] {
			if want, unsatisfiable := verdictAnew(t, o, r,
				x.Axiom.(*owl.SubClassOf)); want != verdict || !named(x, unsatisfiable) {
				wrong++
				t.Errorf("%s: %s %v, classified anew %s %v", owl.AppendAxiom(nil, x.Axiom, nil),
					verdict, x.Unsatisfiable, want, unsatisfiable)
			}
		}
	}
	t.Logf(
		"%d candidates: %d new, %d contradict, %d entailed; %d of each classified anew, %d wrong",
		len(all), len(byVerdict[suggest.New]), len(byVerdict[suggest.Contradicts]),
		len(byVerdict[suggest.Entailed]), *reclassified/3, wrong)
}

// verdictAnew adds a name for the right side to the ontology and classifies that, then the axiom.
func verdictAnew(t *testing.T, o *owl.Ontology, r *reasoner.Reasoner,
	a *owl.SubClassOf) (suggest.Verdict, []owl.Class) {
	t.Helper()
	classify := func(axiom owl.Axiom) *reasoner.Taxonomy {
		edited := &owl.Ontology{Axioms: append(slices.Clip(o.Axioms), axiom)}
		r, err := reasoner.New(t.Context(), edited, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Taxonomy()
	}
	name := owl.Class{IRI: owl.NewIRI("urn:test:name")}
	if classify(&owl.EquivalentClasses{Classes: []owl.ClassExpression{name, a.Super}}).IsSubsumedBy(
		a.Sub.(owl.Class), name) {
		return suggest.Entailed, nil
	}
	before := r.Taxonomy().Unsatisfiable()
	var more []owl.Class
	taxonomy := classify(a)
	if !taxonomy.Consistent() {
		return suggest.Contradicts, nil
	}
	for _, c := range taxonomy.Unsatisfiable() {
		if !slices.Contains(before, c) {
			more = append(more, c)
		}
	}
	if len(more) > 0 {
		return suggest.Contradicts, more
	}
	return suggest.New, nil
}

// named reports whether a suggestion names what becomes unsatisfiable, or some of it where it says
// so.
func named(x suggest.Suggestion, all []owl.Class) bool {
	if !x.Partial {
		return slices.Equal(x.Unsatisfiable, all)
	}
	return len(x.Unsatisfiable) > 0 && !slices.ContainsFunc(x.Unsatisfiable,
		func(c owl.Class) bool { return !slices.Contains(all, c) })
}
