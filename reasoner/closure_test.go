package reasoner_test

import (
	"context"
	"errors"
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
	left, right el.Concept // Top if there is no second concept
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

// isUnsatisfiable reports whether the subject mixes classes and data.
func (s subject) isUnsatisfiable(nf *el.Ontology) bool {
	switch {
	case s.left <= el.Bottom:
		return false
	case s.role >= 0:
		return nf.IsData(s.role) != nf.IsDataConcept(s.left)
	}
	return s.right > el.Bottom && nf.IsDataConcept(s.left) != nf.IsDataConcept(s.right)
}

// subject returns the context of a subject.
func (n *reference) subject(s subject) *referenceContext {
	element := func(c el.Concept) *referenceContext {
		if !n.nf.IsDataConcept(c) {
			return n.context(c, anyElement)
		}
		return n.make(&referenceContext{
			name: fmt.Sprint("data ", c), concept: c, role: anyElement, isData: true,
		})
	}
	switch {
	case s.role >= 0:
		c := n.make(&referenceContext{name: s.String(), role: anyElement})
		n.link(c, s.role, n.context(s.left, s.role))
		return c
	case s.right != el.Top:
		if s.left == el.Top { // or rdfs:Literal
			return element(s.right)
		}
		left, right := element(s.left), element(s.right)
		return n.make(&referenceContext{
			name: s.String(), role: anyElement, isData: left.isData || right.isData,
			parts: []*referenceContext{left, right},
		})
	}
	return element(s.left)
}

// referenceAnswer holds the entailments of a subject: the concepts above it and, by role, the
// fillers of existentials above it.
type referenceAnswer struct {
	all     bool
	supers  []el.Concept
	fillers [][]el.Concept
}

// above returns the concepts above the subject.
func (a referenceAnswer) above(nf *el.Ontology) []el.Concept {
	if !a.all {
		return a.supers
	}
	all := make([]el.Concept, nf.NumConcepts())
	for i := range all {
		all[i] = el.Concept(i)
	}
	return all
}

// reached returns the fillers of existentials with a role above the subject.
func (a referenceAnswer) reached(nf *el.Ontology, r el.Role) []el.Concept {
	if a.all {
		return a.above(nf)
	}
	return a.fillers[r]
}

func (n *reference) answer(s subject, c *referenceContext) referenceAnswer {
	if c.subs[el.Bottom] || n.contradictory() {
		return referenceAnswer{all: true}
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
	a := referenceAnswer{supers: concepts(c.subs)}
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

// referenceAnswers answers all subjects. Subjects that depend on nonemptiness get a saturation of
// their own.
func referenceAnswers(
	nf *el.Ontology, subjects []subject, knowsValues bool,
) (answers []referenceAnswer, consistent bool) {
	n := newReference(nf)
	n.knowsValues = knowsValues
	contexts := make([]*referenceContext, len(subjects))
	n.saturateWith(func() *referenceContext {
		for i, s := range subjects {
			contexts[i] = n.subject(s)
		}
		return n.contexts[0]
	})
	if n.contradictory() {
		return nil, false
	}
	matters := n.nonemptinessMatters() || knowsValues
	for i, s := range subjects {
		if s.isUnsatisfiable(nf) {
			answers = append(answers, referenceAnswer{all: true})
			continue
		}
		if matters {
			n.saturateWith(func() *referenceContext {
				contexts[i] = n.subject(s)
				return contexts[i]
			})
		}
		answers = append(answers, n.answer(s, contexts[i]))
	}
	return answers, true
}

// TestClosureAgainstNaive compares all queries on random ontologies with the reference
// implementation. A failure is shrunk; its message has the seed.
func TestClosureAgainstNaive(t *testing.T) {
	closureAgainstReference(t, randomAxioms, randomCases(40, 15))
}

// TestDataClosureAgainstNaive is TestClosureAgainstNaive with more data.
func TestDataClosureAgainstNaive(t *testing.T) {
	closureAgainstReference(t, randomDataAxioms, randomCases(15, 5))
}

func closureAgainstReference(t *testing.T, random func(uint64) []string, seeds uint64) {
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
				if closureDiffersFromReference(t, axioms, seed) == "" {
					continue
				}
				failures.Add(1)
				axioms = shrink(axioms, func(less []string) bool {
					return closureDiffersFromReference(t, less, seed) != ""
				})
				t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(axioms, "\n"),
					closureDiffersFromReference(t, axioms, seed))
			}
		})
	}
	wg.Wait()
}

// closureDiffersFromReference returns a difference of the closure from the reference
// implementation, or "", for all concepts and for some conjunctions and existentials.
func closureDiffersFromReference(t *testing.T, axioms []string, seed uint64) string {
	ctx := t.Context()
	o, _, err := rdfio.Read(ctx, strings.NewReader(document(axioms)),
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		return err.Error()
	}
	nf := normalize(t, o)
	profile, err := el.CheckProfile(ctx, o, nil)
	if err != nil {
		return err.Error()
	}
	complete := !slices.ContainsFunc(profile.Violations, func(v el.Violation) bool {
		return v.Reason == el.ChainWithoutRange
	})

	rnd := rand.New(rand.NewPCG(seed, 7))
	concepts, roles := el.Concept(nf.NumConcepts()), el.Role(nf.NumRoles())
	var subjects []subject
	for c := range concepts {
		subjects = append(subjects, subject{left: c, role: -1})
	}
	const some = 40
	for range some {
		subjects = append(subjects,
			subject{
				left:  el.Concept(rnd.IntN(int(concepts))),
				right: el.Concept(rnd.IntN(int(concepts))), role: -1,
			},
			subject{left: el.Concept(rnd.IntN(int(concepts))), role: el.Role(rnd.IntN(int(roles)))})
	}
	least, consistent := referenceAnswers(nf, subjects, false)
	most := least
	if hasValues(nf) {
		most, consistent = referenceAnswers(nf, subjects, true)
	}
	got := newClosure(t, nf)
	if !got.Consistent() {
		if consistent {
			return "inconsistent"
		}
		return everythingFollows(got, nf)
	}
	if least == nil && complete {
		return "consistent"
	}
	if most == nil {
		return ""
	}
	d := closureDifference{got: got, nf: nf, complete: complete}
	for i, s := range subjects {
		d.compare(s, least[i], most[i])
	}
	d.compareInverse(least[:concepts], most[:concepts])
	return d.String()
}

func hasValues(nf *el.Ontology) bool {
	for c := range el.Concept(nf.NumConcepts()) {
		if nf.Kind(c) == el.DataValue {
			return true
		}
	}
	return false
}

type closureDifference struct {
	strings.Builder
	got      *reasoner.Closure
	nf       *el.Ontology
	complete bool
}

// list compares a list of concepts with its lower and upper bound. If the ontology is outside OWL 2
// EL, only the upper bound is checked.
func (d *closureDifference) list(what string, got, least, most []el.Concept) {
	lacks := func(list, of []el.Concept) bool {
		return slices.ContainsFunc(of, func(c el.Concept) bool { return !slices.Contains(list, c) })
	}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) < len(got) ||
		lacks(most, got) || d.complete && lacks(got, least) {
		fmt.Fprintf(d, "%s: %v, want %v to %v\n", what, got, least, most)
	}
}

func (d *closureDifference) allConcepts() []el.Concept {
	return referenceAnswer{all: true}.above(d.nf)
}

func (d *closureDifference) compare(s subject, least, most referenceAnswer) {
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
	d.list(s.String()+" ⊑", supers, least.above(d.nf), most.above(d.nf))
	for _, e := range d.allConcepts() {
		if got := ask(e); got != slices.Contains(supers, e) {
			fmt.Fprintf(d, "%s ⊑ %d: %v, but %v\n", s, e, got, supers)
		}
	}
	if s.role >= 0 || s.right != el.Top {
		return
	}
	if got := c.Unsatisfiable(s.left); got && !most.all || !got && least.all && d.complete {
		fmt.Fprintf(d, "%s unsatisfiable: %v\n", s, got)
	}
	for r := range el.Role(d.nf.NumRoles()) {
		got := c.FillersOf(s.left, r)
		d.list(fmt.Sprintf("%s ⊑ ∃%d", s, r), got, least.reached(d.nf, r), most.reached(d.nf, r))
		for _, e := range d.allConcepts() {
			if asked := c.SubsumedByExists(s.left, r, e); asked != slices.Contains(got, e) {
				fmt.Fprintf(d, "%s ⊑ ∃%d.%d: %v, but %v\n", s, r, e, asked, got)
			}
		}
	}
}

// compareInverse compares the concepts below each concept and each existential with the answers for
// all concepts.
func (d *closureDifference) compareInverse(least, most []referenceAnswer) {
	below := func(answers []referenceAnswer, isIn func(referenceAnswer) []el.Concept,
		e el.Concept) []el.Concept {
		var subs []el.Concept
		for c, answer := range answers {
			if slices.Contains(isIn(answer), e) {
				subs = append(subs, el.Concept(c))
			}
		}
		return subs
	}
	for _, e := range d.allConcepts() {
		for r := range el.Role(d.nf.NumRoles()) {
			reached := func(a referenceAnswer) []el.Concept { return a.reached(d.nf, r) }
			d.list(fmt.Sprintf("⊑ ∃%d.%d", r, e), d.got.SubclassesOfExists(r, e),
				below(least, reached, e), below(most, reached, e))
		}
	}
}

// everythingFollows returns an axiom that an inconsistent ontology does not entail, or "".
func everythingFollows(c *reasoner.Closure, nf *el.Ontology) string {
	d := closureDifference{got: c, nf: nf, complete: true}
	everything := referenceAnswer{all: true}
	var want []referenceAnswer
	for _, a := range d.allConcepts() {
		d.compare(subject{left: a, role: -1}, everything, everything)
		d.compare(subject{
			left: a, right: el.Concept(nf.NumConcepts() - 1), role: -1,
		}, everything, everything)
		d.compare(subject{left: a, role: el.Role(nf.NumRoles() - 1)}, everything, everything)
		want = append(want, everything)
	}
	d.compareInverse(want, want)
	return d.String()
}

// TestClosureOracle compares the closure on named classes and individuals with the oracle's
// answers.
func TestClosureOracle(t *testing.T) {
	compareWithOracle(t, func(nf *el.Ontology) flat { return closureFacts(newClosure(t, nf), nf) })
}

// closureFacts lists the facts of the closure in the format of the oracle.
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

// TestClosureEntails compares answers on a real ontology with those of Reasoner.Entails to the same
// question in OWL.
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
			return &owl.ObjectSomeValuesFrom{
				Property: nf.Property(role).(owl.ObjectProperty), Filler: nf.Class(a),
			}
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
				t.Errorf("%s: %s: %v, want %v", filepath.Base(file), owl.AppendAxiom(nil, a, nil),
					got, want)
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
			check(&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{nf.Class(sub),
				nf.Class(other)}}, nf.Class(super), c.ConjunctionSubsumedBy(sub, other, super))
			super = oneOf(c.SuperclassesOfExists(role, filler))
			check(some(role, filler), nf.Class(super), c.ExistsSubsumedBy(role, filler, super))
		}
		t.Logf("%d of %d entailed", yes, 4*questions)
	}
}

// TestClosurePast checks the shrunk random ontologies of past failures.
func TestClosurePast(t *testing.T) {
	for _, past := range []struct{ name, axioms string }{
		{"a context comes into the scope of a layer after its link's target has changed there", `
			SubClassOf(ObjectSomeValuesFrom(:r1 ObjectOneOf(:a2))
				ObjectSomeValuesFrom(:r0 ObjectHasValue(:r0 :a0)))
			SubClassOf(:C1
				ObjectIntersectionOf(DataHasValue(:d2 "3/2"^^owl:rational) ObjectOneOf(:a0)))
			EquivalentClasses(:C0 ObjectSomeValuesFrom(:r0 :C2))
			ObjectPropertyDomain(:r0 ObjectHasValue(:r1 :a0))
			EquivalentClasses(:C1 :C0)
			EquivalentClasses(:C3 ObjectSomeValuesFrom(:r0 ObjectIntersectionOf(:C3 :C2)))
			EquivalentClasses(:C2 :C3)`},
		{"the same with the top property", `
			EquivalentClasses(:C2 ObjectOneOf(:a1))
			EquivalentClasses(:C3 :C5)
			SubClassOf(ObjectOneOf(:a1) ObjectOneOf(:a3))
			SubClassOf(:C4 ObjectOneOf(:a3))
			SubClassOf(:C6 ObjectIntersectionOf(:C5 :C4))
			SubClassOf(ObjectHasValue(:r0 :a2)
				ObjectSomeValuesFrom(owl:topObjectProperty ObjectHasValue(:r2 :a3)))
			SubClassOf(ObjectSomeValuesFrom(:r2 :C6) :C2)
			EquivalentClasses(:C2 ObjectOneOf(:a0))
			SubClassOf(:C4 ObjectSomeValuesFrom(:r0 ObjectIntersectionOf(:C1 :C2)))`},
		{"a chain ends in the top property, which leads where no link does", `
			SubObjectPropertyOf(ObjectPropertyChain(:r0 owl:topObjectProperty) :r0)
			EquivalentClasses(:C1 :C1)
			ObjectPropertyRange(owl:topObjectProperty ObjectSomeValuesFrom(:r0 :C4))`},
		{"the value of an individual is in the range everywhere", `
			DataPropertyRange(:d0 :datatype)
			SubDataPropertyOf(:d1 :d0)
			SubClassOf(ObjectOneOf(:a1) DataHasValue(:d1 "01"^^xsd:integer))`},
		{"a name of a left side is no state of a transitive property's automaton", `
			TransitiveObjectProperty(:r)
			SubClassOf(ObjectIntersectionOf(ObjectSomeValuesFrom(:r :A) :B) :C)
			SubClassOf(:D ObjectSomeValuesFrom(:r :A))`},
	} {
		t.Run(past.name, func(t *testing.T) {
			for seed := range uint64(5) {
				if differs := closureDiffersFromReference(t, strings.Split(past.axioms, "\n"),
					seed); differs != "" {
					t.Fatal(differs)
				}
			}
		})
	}
}

// TestClosureCollapsed queries merged equivalent names.
func TestClosureCollapsed(t *testing.T) {
	const n = 2500
	o := &hostileOntology{}
	classes := make([]owl.ClassExpression, n)
	for i := range n {
		classes[i] = class("C", i)
	}
	o.add(
		&owl.EquivalentClasses{Classes: classes},
		&owl.SubClassOf{Sub: class("Below", 0), Super: class("C", 3)},
		&owl.SubClassOf{Sub: class("C", n-3), Super: some(role("r", 0), class("C", 5))},
		&owl.SubClassOf{Sub: some(role("r", 0), class("C", n-1)), Super: class("Above", 0)},
	)
	nf := normalize(t, &o.Ontology)
	c := newClosure(t, nf)
	concept := func(class owl.Class) el.Concept {
		concept, ok := nf.ConceptOf(class)
		if !ok {
			t.Fatal(class)
		}
		return concept
	}
	r, ok := nf.RoleOf(role("r", 0))
	if !ok {
		t.Fatal("no role")
	}
	first, last := concept(class("C", 0)), concept(class("C", n-1))
	below, above := concept(class("Below", 0)), concept(class("Above", 0))
	if !c.SubsumedBy(first, last) || !c.SubsumedBy(last, above) || !c.SubsumedBy(below, above) ||
		c.SubsumedBy(first, below) ||
		!c.SubsumedByExists(below, r, last) || c.SubsumedByExists(above, r, last) ||
		!c.ExistsSubsumedBy(r, below, above) {
		t.Error("the closure of equivalent classes is wrong")
	}
	for _, answer := range []struct {
		what string
		list []el.Concept
		want int
	}{
		{"above the last: all, Above, ⊤", c.Superclasses(last), n + 2},
		{"above Below: that, itself", c.Superclasses(below), n + 3},
		{"fillers of Below: all, Above, ⊤", c.FillersOf(below, r), n + 2},
		{"above Below ⊓ Above", c.SuperclassesOfConjunction(below, above), n + 3},
		{"above ∃r.Below: Above, ⊤", c.SuperclassesOfExists(r, below), 2},
		{"below ∃r.C: the same", c.SubclassesOfExists(r, first), n + 2},
	} {
		if len(answer.list) != answer.want || !slices.IsSorted(answer.list) {
			t.Errorf("%s: %d concepts, want %d", answer.what, len(answer.list), answer.want)
		}
	}
}

// TestClosureConcurrently queries from several goroutines, including concepts that need a layer.
func TestClosureConcurrently(t *testing.T) {
	axioms := []string{
		"SubClassOf(:A ObjectHasValue(:r :a))", "SubClassOf(ObjectHasValue(:r :a) :B)", "SubClassOf(:C ObjectOneOf(:a))", "SubClassOf(:A ObjectSomeValuesFrom(:r :C))",
		"TransitiveObjectProperty(:r)", "ClassAssertion(ObjectSomeValuesFrom(:r :D) :a)", "SubClassOf(:D ObjectSomeValuesFrom(:r :E))",
	}
	nf := normalize(t, readOWL(t, document(axioms)))
	c := newClosure(t, nf)
	ask := func() string {
		var b strings.Builder
		for a := range el.Concept(nf.NumConcepts()) {
			for r := range el.Role(nf.NumRoles()) {
				fmt.Fprintln(&b, a, r, c.FillersOf(a, r), c.SubclassesOfExists(r, a),
					c.SuperclassesOfExists(r, a))
				for d := range el.Concept(nf.NumConcepts()) {
					fmt.Fprintln(&b, d, c.SubsumedByExists(a, r, d),
						c.ConjunctionSubsumedBy(a, d, el.Concept(r)))
				}
			}
		}
		return b.String()
	}
	const askers = 4
	answers := make([]string, askers)
	var wg sync.WaitGroup
	for i := range askers {
		wg.Go(func() { answers[i] = ask() })
	}
	wg.Wait()
	want := ask()
	for _, got := range answers {
		if got != want {
			t.Error("answers differ from one time to the other")
		}
	}
}

func TestNewClosureCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reasoner.NewClosure(ctx,
		normalize(t, readOWL(t, document([]string{"SubClassOf(:A :B)"}))),
		reasoner.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
