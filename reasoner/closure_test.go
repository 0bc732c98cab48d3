package reasoner_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

func newClosure(t testing.TB, nf *el.Ontology) *reasoner.Closure {
	t.Helper()
	c, err := reasoner.NewClosure(context.Background(), nf, reasoner.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// subject is the left side of a question: a concept, a conjunction of two, or an existential.
type subject struct {
	left, right el.Concept // right is Top where it is none
	role        el.Role    // or -1
}

func (s subject) String() string {
	switch {
	case s.role >= 0:
		return fmt.Sprintf("∃%d.%d", s.role, s.left)
	case s.right != el.Top:
		return fmt.Sprintf("%d ⊓ %d", s.left, s.right)
	}
	return fmt.Sprint(s.left)
}

// isEmpty reports whether the subject is a mixture of classes and data.
func (s subject) isEmpty(nf *el.Ontology) bool {
	switch {
	case s.left <= el.Bottom:
		return false
	case s.role >= 0:
		return nf.IsData(s.role) != nf.IsDataConcept(s.left)
	}
	return s.right > el.Bottom && nf.IsDataConcept(s.left) != nf.IsDataConcept(s.right)
}

// naiveSubject makes the context of a subject.
func (n *naive) naiveSubject(s subject) *naiveContext {
	element := func(c el.Concept) *naiveContext {
		if !n.nf.IsDataConcept(c) {
			return n.context(c, anyElement)
		}
		return n.make(&naiveContext{name: fmt.Sprint("data ", c), concept: c, role: anyElement, isData: true})
	}
	switch {
	case s.role >= 0:
		c := n.make(&naiveContext{name: s.String(), role: anyElement})
		n.link(c, s.role, n.context(s.left, s.role))
		return c
	case s.right != el.Top:
		if s.left == el.Top { // or rdfs:Literal
			return element(s.right)
		}
		left, right := element(s.left), element(s.right)
		return n.make(&naiveContext{name: s.String(), role: anyElement, isData: left.isData || right.isData, parts: []*naiveContext{left, right}})
	}
	return element(s.left)
}

// naiveAnswer is what follows for a subject: the concepts above it and, by role, the fillers of existentials above it.
type naiveAnswer struct {
	all     bool
	supers  []el.Concept
	fillers [][]el.Concept
}

func (n *naive) answer(s subject, c *naiveContext) naiveAnswer {
	if c.subs[el.Bottom] || n.contradictory() {
		return naiveAnswer{all: true}
	}
	concepts := func(in []bool) []el.Concept {
		var list []el.Concept
		for d, in := range in {
			if in {
				list = append(list, el.Concept(d))
			}
		}
		return list
	}
	a := naiveAnswer{supers: concepts(c.subs)}
	for r := range el.Role(n.nf.NumRoles()) {
		in := make([]bool, len(c.subs))
		in[el.Top] = !c.isData && n.above[el.TopDataRole][r] // there are data values
		for _, l := range c.links {
			for d, is := range l.to.subs {
				in[d] = in[d] || l.role == r && is
			}
		}
		a.fillers = append(a.fillers, concepts(in))
	}
	return a
}

// naiveAnswers answers all subjects, with a saturation for each where that matters.
func naiveAnswers(nf *el.Ontology, subjects []subject) (answers []naiveAnswer, consistent bool) {
	n := newNaive(nf)
	contexts := make([]*naiveContext, len(subjects))
	n.saturateWith(func() *naiveContext {
		for i, s := range subjects {
			contexts[i] = n.naiveSubject(s)
		}
		return n.contexts[0]
	})
	if n.contradictory() {
		return nil, false
	}
	matters := n.nonemptinessMatters()
	for i, s := range subjects {
		if s.isEmpty(nf) {
			answers = append(answers, naiveAnswer{all: true})
			continue
		}
		if matters {
			n.saturateWith(func() *naiveContext {
				contexts[i] = n.naiveSubject(s)
				return contexts[i]
			})
		}
		answers = append(answers, n.answer(s, contexts[i]))
	}
	return answers, true
}

// TestClosureAgainstNaive asks everything there is to ask of random ontologies. A failure is shrunk; its message has the seed.
func TestClosureAgainstNaive(t *testing.T) {
	closureAgainstNaive(t, randomAxioms, randomCases(60, 20))
}

// TestDataClosureAgainstNaive does the same with more data.
func TestDataClosureAgainstNaive(t *testing.T) {
	closureAgainstNaive(t, randomDataAxioms, randomCases(30, 10))
}

func closureAgainstNaive(t *testing.T, random func(uint64) []string, seeds uint64) {
	const mostFailures = 3
	var next, failures atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				seed := next.Add(1) - 1
				if seed >= seeds || failures.Load() >= mostFailures {
					return
				}
				axioms := random(seed)
				if closureDiffersFromNaive(t, axioms, seed) == "" {
					continue
				}
				failures.Add(1)
				axioms = shrink(axioms, func(less []string) bool { return closureDiffersFromNaive(t, less, seed) != "" })
				t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(axioms, "\n"), closureDiffersFromNaive(t, axioms, seed))
			}
		})
	}
	wg.Wait()
}

// closureDiffersFromNaive returns how the closure differs from the naive saturation, or "": for all concepts, and for some
// conjunctions and existentials.
func closureDiffersFromNaive(t *testing.T, axioms []string, seed uint64) string {
	ctx := t.Context()
	o, _, err := rdfio.Read(ctx, strings.NewReader(document(axioms)), rdfio.ReadOptions{NoImports: true})
	if err != nil {
		return err.Error()
	}
	nf := normalize(t, o)
	profile, err := el.CheckProfile(ctx, o, nil)
	if err != nil {
		return err.Error()
	}
	complete := !slices.ContainsFunc(profile.Violations, func(v el.Violation) bool { return v.Reason == el.ChainWithoutRange })

	rnd := rand.New(rand.NewPCG(seed, 7))
	concepts, roles := el.Concept(nf.NumConcepts()), el.Role(nf.NumRoles())
	var subjects []subject
	for c := range concepts {
		subjects = append(subjects, subject{left: c, role: -1})
	}
	const some = 40
	for range some {
		subjects = append(subjects,
			subject{left: el.Concept(rnd.IntN(int(concepts))), right: el.Concept(rnd.IntN(int(concepts))), role: -1},
			subject{left: el.Concept(rnd.IntN(int(concepts))), role: el.Role(rnd.IntN(int(roles)))})
	}
	want, consistent := naiveAnswers(nf, subjects)
	got := newClosure(t, nf)
	if got.Consistent() != consistent {
		if got.Consistent() && !complete {
			return ""
		}
		return fmt.Sprintf("consistent: %v, want %v", got.Consistent(), consistent)
	}
	if !consistent {
		return everythingFollows(got, nf)
	}
	d := closureDifference{got: got, nf: nf, complete: complete}
	for i, s := range subjects {
		d.compare(s, want[i])
	}
	d.compareInverse(want[:concepts])
	return d.String()
}

type closureDifference struct {
	strings.Builder
	got      *reasoner.Closure
	nf       *el.Ontology
	complete bool
}

// list compares a list of concepts; where the naive saturation is told more than OWL 2 EL allows, nothing wrong is all that is asked.
func (d *closureDifference) list(what string, got, want []el.Concept) {
	if slices.Equal(got, want) {
		return
	}
	if !d.complete && slices.IsSorted(got) && !slices.ContainsFunc(got, func(c el.Concept) bool { return !slices.Contains(want, c) }) {
		return
	}
	fmt.Fprintf(d, "%s: %v, want %v\n", what, got, want)
}

func (d *closureDifference) allConcepts() []el.Concept {
	all := make([]el.Concept, d.nf.NumConcepts())
	for i := range all {
		all[i] = el.Concept(i)
	}
	return all
}

func (d *closureDifference) compare(s subject, want naiveAnswer) {
	if want.all {
		want.supers = d.allConcepts()
	}
	c := d.got
	ask := func(e el.Concept) bool { return c.SubsumedBy(s.left, e) }
	var supers []el.Concept
	switch {
	case s.role >= 0:
		supers = c.SuperclassesOfExists(s.role, s.left)
		ask = func(e el.Concept) bool { return c.ExistsSubsumedBy(s.role, s.left, e) }
	case s.right != el.Top:
		supers = c.SuperclassesOfConjunction(s.left, s.right)
		ask = func(e el.Concept) bool { return c.ConjunctionSubsumedBy(s.left, s.right, e) }
	default:
		supers = c.Superclasses(s.left)
	}
	d.list(s.String()+" ⊑", supers, want.supers)
	for _, e := range d.allConcepts() {
		if got := ask(e); got != slices.Contains(supers, e) {
			fmt.Fprintf(d, "%s ⊑ %d: %v, but %v\n", s, e, got, supers)
		}
	}
	if s.role >= 0 || s.right != el.Top {
		return
	}
	if got := c.Unsatisfiable(s.left); got != want.all && (got || d.complete) {
		fmt.Fprintf(d, "%s unsatisfiable: %v\n", s, got)
	}
	for r := range el.Role(d.nf.NumRoles()) {
		fillers := d.allConcepts()
		if !want.all {
			fillers = want.fillers[r]
		}
		got := c.FillersOf(s.left, r)
		d.list(fmt.Sprintf("%s ⊑ ∃%d", s, r), got, fillers)
		for _, e := range d.allConcepts() {
			if asked := c.SubsumedByExists(s.left, r, e); asked != slices.Contains(got, e) {
				fmt.Fprintf(d, "%s ⊑ ∃%d.%d: %v, but %v\n", s, r, e, asked, got)
			}
		}
	}
}

// compareInverse compares what is below each concept and each existential with the answers for all concepts.
func (d *closureDifference) compareInverse(want []naiveAnswer) {
	for _, e := range d.allConcepts() {
		var subs []el.Concept
		for c, answer := range want {
			if answer.all || slices.Contains(answer.supers, e) {
				subs = append(subs, el.Concept(c))
			}
		}
		d.list(fmt.Sprintf("⊑ %d", e), d.got.Subclasses(e), subs)
		for r := range el.Role(d.nf.NumRoles()) {
			var subs []el.Concept
			for c, answer := range want {
				if answer.all || slices.Contains(answer.fillers[r], e) {
					subs = append(subs, el.Concept(c))
				}
			}
			d.list(fmt.Sprintf("⊑ ∃%d.%d", r, e), d.got.SubclassesOfExists(r, e), subs)
		}
	}
}

// everythingFollows returns what an inconsistent ontology does not entail, or "".
func everythingFollows(c *reasoner.Closure, nf *el.Ontology) string {
	d := closureDifference{got: c, nf: nf, complete: true}
	everything := naiveAnswer{all: true}
	var want []naiveAnswer
	for _, a := range d.allConcepts() {
		d.compare(subject{left: a, role: -1}, everything)
		d.compare(subject{left: a, right: el.Concept(nf.NumConcepts() - 1), role: -1}, everything)
		d.compare(subject{left: a, role: el.Role(nf.NumRoles() - 1)}, everything)
		want = append(want, everything)
	}
	d.compareInverse(want)
	return d.String()
}

// TestClosureOracle compares the closure between named classes and individuals with the oracle's answers.
func TestClosureOracle(t *testing.T) {
	compareWithOracle(t, func(nf *el.Ontology) flat { return closureFacts(newClosure(t, nf), nf) })
}

// closureFacts lists what the closure has in the oracle's manner.
func closureFacts(c *reasoner.Closure, nf *el.Ontology) flat {
	all := flat{}
	if !c.Consistent() {
		all["inconsistent"] = true
		return all
	}
	isNamed := func(a el.Concept) bool {
		if nf.Kind(a) != el.Nominal {
			return false
		}
		_, ok := nf.Individual(a).(owl.NamedIndividual)
		return ok
	}
	name := func(a el.Concept) string {
		if isNamed(a) {
			return nf.Individual(a).(owl.NamedIndividual).IRI.String()
		}
		return nf.Class(a).IRI.String()
	}
	isClass := func(a el.Concept) bool { return nf.Kind(a) == el.NamedClass }
	for a := range el.Concept(nf.NumConcepts()) {
		if a != el.Top && !isClass(a) && !isNamed(a) {
			continue
		}
		if c.Unsatisfiable(a) {
			all["unsatisfiable "+name(a)] = true
			continue
		}
		for _, d := range c.Superclasses(a) {
			switch {
			case d == a:
			case isNamed(a) && isClass(d):
				all[name(a)+" : "+name(d)] = true
			case isNamed(a) && isNamed(d) && name(a) < name(d):
				all[name(a)+" = "+name(d)] = true
			case !isNamed(a) && isClass(d):
				all[name(a)+" ⊑ "+name(d)] = true
			}
		}
		for r := el.Role(4); isNamed(a) && r < el.Role(nf.NumRoles()); r++ {
			for _, b := range c.FillersOf(a, r) {
				if isNamed(b) {
					all[name(a)+" "+nf.Property(r).EntityIRI().String()+" "+name(b)] = true
				}
			}
		}
	}
	return all
}

// TestClosureEntails compares answers about a real ontology with those of Reasoner.Entails to the same question in OWL.
func TestClosureEntails(t *testing.T) {
	for _, file := range outside.Glob(t, "ontologies", "cl-edit.ofn.gz") {
		o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := reasoner.New(t.Context(), o, reasoner.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		nf := r.NormalForm()
		c := newClosure(t, nf)
		var named []el.Concept
		for a := range el.Concept(nf.NumConcepts()) {
			if nf.Kind(a) == el.NamedClass {
				named = append(named, a)
			}
		}
		rnd := rand.New(rand.NewPCG(1, 2))
		oneOf := func(list []el.Concept) el.Concept {
			if len(list) == 0 || rnd.IntN(4) == 0 {
				return named[rnd.IntN(len(named))]
			}
			if a := list[rnd.IntN(len(list))]; nf.Kind(a) == el.NamedClass {
				return a
			}
			return named[rnd.IntN(len(named))]
		}
		some := func(role el.Role, a el.Concept) owl.ClassExpression {
			return &owl.ObjectSomeValuesFrom{Property: nf.Property(role).(owl.ObjectProperty), Filler: nf.Class(a)}
		}
		yes := 0
		check := func(sub, super owl.ClassExpression, got bool) {
			t.Helper()
			a := &owl.SubClassOf{Sub: sub, Super: super}
			want, _, err := r.Entails(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s: %s: %v, want %v", filepath.Base(file), owl.AppendAxiom(nil, a, nil), got, want)
			}
			if want {
				yes++
			}
		}
		questions := 300
		if testing.Short() {
			questions = 60
		}
		for range questions {
			link := nf.NF3[rnd.IntN(len(nf.NF3))]
			role := link.Role
			if nf.IsData(role) {
				continue
			}
			sub := oneOf(c.SubclassesOfExists(role, link.Filler))
			other := oneOf(nil)
			fillers := c.FillersOf(sub, role)
			filler := oneOf(fillers)
			check(nf.Class(sub), nf.Class(other), c.SubsumedBy(sub, other))
			check(nf.Class(sub), some(role, filler), c.SubsumedByExists(sub, role, filler))
			super := oneOf(c.SuperclassesOfConjunction(sub, other))
			check(&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{nf.Class(sub), nf.Class(other)}}, nf.Class(super), c.ConjunctionSubsumedBy(sub, other, super))
			super = oneOf(c.SuperclassesOfExists(role, filler))
			check(some(role, filler), nf.Class(super), c.ExistsSubsumedBy(role, filler, super))
		}
		t.Logf("%d of %d entailed", yes, 4*questions)
	}
}
