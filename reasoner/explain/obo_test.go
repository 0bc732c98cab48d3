package explain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/goal"
)

// TestOBOMedium explains 200 random entailments of a large ontology, checks all that is said of
// them, and logs how long the answers took.
func TestOBOMedium(t *testing.T) {
	if testing.Short() {
		t.Skip("reads and classifies a large ontology")
	}
	o, taxonomy, e := largeOntology(t)
	random := rand.New(rand.NewPCG(1, 2))
	classes := taxonomy.Classes()
	var proofs, justifications []time.Duration
	var counts explained
	for len(proofs) < 200 {
		sub := classes[random.IntN(len(classes))]
		supers, _ := taxonomy.Subsumers(sub)
		if len(supers) == 0 {
			continue
		}
		goal := &owl.SubClassOf{Sub: sub, Super: supers[random.IntN(len(supers))]}
		start := time.Now()
		x := explainWith(t, e, goal)
		proof := proofOf(t, x)
		proofs = append(proofs, time.Since(start))

		start = time.Now()
		x = explainWith(t, e, goal)
		first, err := x.Justifications(t.Context(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		justifications = append(justifications, time.Since(start))

		counts.checkSet(t, o, x, goal, first.Sets[0], reasonerEntails)
		checkProof(t, o, proof, goal)
	}
	logTimes(t, "first proof", proofs)
	logTimes(t, "first justification", justifications)
	t.Logf("%d of %d justifications by the reasoner too", counts.byReasoner, counts.justifications)
}

func largeOntology(t testing.TB) (*owl.Ontology, *reasoner.Taxonomy, *Explainer) {
	t.Helper()
	path := outside.Data(t, "ontologies/obo-medium.ofn.gz")
	o, _, err := rdfio.ReadFile(t.Context(), path, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	nf := normalize(t, o)
	taxonomy, err := reasoner.Classify(t.Context(), nf, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := explainerOf(t, o, Options{})
	e.modules.index()
	return o, taxonomy, e
}

func logTimes(t *testing.T, what string, times []time.Duration) {
	slices.Sort(times)
	n := len(times)
	t.Logf("%s: median %v, 90%% within %v, all within %v", what, times[n/2], times[n*9/10],
		times[n-1])
}

// BenchmarkExplain measures the first proof and the first justification for random entailments of a
// large ontology: 200 of each sort.
func BenchmarkExplain(b *testing.B) {
	m := newMedium(b)
	for _, sort := range []struct {
		name  string
		goals []asked
	}{
		{"subsumption", m.subsumptions()},
		{"existential", m.existentials()},
		{"composed", m.composed()},
		{"assertion", m.assertions()},
		{"unsatisfiable", m.contradictions()},
	} {
		b.Run(sort.name+"/obo-medium", func(b *testing.B) {
			var proofs, justifications []time.Duration
			for b.Loop() {
				q := sort.goals[len(proofs)%len(sort.goals)]
				start := time.Now()
				x, err := q.by.Axiom(b.Context(), q.goal)
				if err != nil || proofOf(b, x) == nil {
					b.Fatal(readable.Axiom(q.goal), err)
				}
				proofs = append(proofs, time.Since(start))
				start = time.Now()
				if x, err = q.by.Axiom(b.Context(), q.goal); err != nil {
					b.Fatal(err)
				}
				if _, err := x.Justifications(b.Context(), Limits{}); err != nil {
					b.Fatal(err)
				}
				justifications = append(justifications, time.Since(start))
			}
			for _, of := range []struct {
				what  string
				times []time.Duration
			}{{"proof", proofs}, {"justification", justifications}} {
				slices.Sort(of.times)
				n := len(of.times)
				b.ReportMetric(float64(of.times[n/2].Microseconds())/1000, of.what+"-p50-ms")
				b.ReportMetric(float64(of.times[n*99/100].Microseconds())/1000, of.what+"-p99-ms")
				b.ReportMetric(float64(of.times[n-1].Microseconds())/1000, of.what+"-max-ms")
			}
		})
	}
}

// asked is a goal, and who is to explain it.
type asked struct {
	by   *Explainer
	goal owl.Axiom
}

// medium makes random questions about a large ontology.
type medium struct {
	*rand.Rand
	b       testing.TB
	r       *reasoner.Reasoner
	e       *Explainer
	classes []owl.Class
	links   map[owl.Class][]el.NF3
}

const questions = 200

func newMedium(b testing.TB) *medium {
	o, taxonomy, _ := largeOntology(b)
	r, err := reasoner.New(b.Context(), o, reasoner.Options{})
	if err != nil {
		b.Fatal(err)
	}
	m := &medium{Rand: rand.New(rand.NewPCG(1, 2)), b: b, r: r, e: Of(r, Options{}),
		classes: taxonomy.Classes(), links: make(map[owl.Class][]el.NF3)}
	nf := r.NormalForm()
	for _, a := range nf.NF3 {
		if nf.Kind(a.Sub) == el.NamedClass && nf.Kind(a.Filler) == el.NamedClass {
			m.links[nf.Class(a.Sub)] = append(m.links[nf.Class(a.Sub)], a)
		}
	}
	m.e.modules.index()
	return m
}

func pickOne[A any](m *medium, list []A) A { return list[m.IntN(len(list))] }

// supers returns a random class and its superclasses.
func (m *medium) supers() (owl.Class, []owl.Class) {
	for {
		c := pickOne(m, m.classes)
		if supers, _ := m.r.Taxonomy().Subsumers(c); len(supers) > 1 &&
			!m.r.Taxonomy().IsSubsumedBy(c, owl.Nothing) {
			return c, supers
		}
	}
}

func (m *medium) above(c owl.Class) owl.Class {
	supers, _ := m.r.Taxonomy().Subsumers(c)
	return pickOne(m, append(supers, c))
}

func (m *medium) subsumptions() (all []asked) {
	for range questions {
		c, supers := m.supers()
		all = append(all, asked{m.e, &owl.SubClassOf{Sub: c, Super: pickOne(m, supers)}})
	}
	return all
}

// existential returns an entailed C ⊑ ∃r.D.
func (m *medium) existential() (owl.Class, owl.ClassExpression) {
	nf := m.r.NormalForm()
	for {
		c, _ := m.supers()
		links := m.links[m.above(c)]
		if len(links) == 0 {
			continue
		}
		a := pickOne(m, links)
		return c, &owl.ObjectSomeValuesFrom{Property: nf.Property(a.Role).(owl.ObjectProperty),
			Filler: m.above(nf.Class(a.Filler))}
	}
}

func (m *medium) existentials() (all []asked) {
	for range questions {
		c, some := m.existential()
		if supers, _ := m.r.Taxonomy().Subsumers(c); len(supers) == 0 {
			continue
		}
		all = append(all, asked{m.e, &owl.SubClassOf{Sub: c, Super: some}})
	}
	return all
}

// composed asks of D ⊓ C and its like, which the ontology does not have.
func (m *medium) composed() (all []asked) {
	for range questions {
		c, some := m.existential()
		d, supers := m.supers()
		all = append(all, asked{m.e, &owl.SubClassOf{
			Sub:   goal.Intersection(c, d),
			Super: goal.Intersection(some, pickOne(m, supers)),
		}})
	}
	return all
}

func (m *medium) assertions() (all []asked) {
	var told []owl.Axiom
	var goals []owl.Axiom
	for i := range questions {
		c, supers := m.supers()
		a := owl.NamedIndividual{IRI: owl.NewIRI(fmt.Sprintf("urn:check:a%d", i))}
		told = append(told, &owl.ClassAssertion{Class: c, Individual: a})
		goals = append(goals, &owl.ClassAssertion{Class: pickOne(m, supers), Individual: a})
	}
	r, err := m.r.Apply(m.b.Context(), told, nil)
	if err != nil {
		m.b.Fatal(err)
	}
	e := Of(r, Options{})
	for _, goal := range goals {
		all = append(all, asked{e, goal})
	}
	return all
}

// contradictions asks why a class would be unsatisfiable if two above it were disjoint.
func (m *medium) contradictions() (all []asked) {
	for range questions {
		c, supers := m.supers()
		d := pickOne(m, supers)
		disjoint := &owl.DisjointClasses{Classes: []owl.ClassExpression{d, m.above(d)}}
		all = append(all, asked{m.e.Supposing(disjoint),
			&owl.SubClassOf{Sub: c, Super: owl.Nothing}})
	}
	return all
}
