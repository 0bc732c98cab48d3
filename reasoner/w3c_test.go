package reasoner_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// w3cCase is a test case of the OWL working group; a file has some of the ontologies in some of the
// syntaxes.
type w3cCase struct {
	ID            string   `json:"id"`
	Tests         []string `json:"tests"`
	FS            string   `json:"fsPremiseOntology"`
	RDF           string   `json:"rdfXmlPremiseOntology"`
	FSConclusion  string   `json:"fsConclusionOntology"`
	RDFConclusion string   `json:"rdfXmlConclusionOntology"`
	FSNot         string   `json:"fsNonConclusionOntology"`
	RDFNot        string   `json:"rdfXmlNonConclusionOntology"`
}

// notShipped is a document that the premise of WebOnt-imports-011 imports.
const notShipped = "support011-A"

// TestW3C runs the consistency and entailment tests of the OWL working group in OWL 2 EL, with each
// syntax of the premise. Only logical axioms must be entailed, because the direct semantics ignore
// annotations and declarations in a conclusion (OWL 2 Direct Semantics, section 2; the description
// of WebOnt-I4.6-005-Direct).
func TestW3C(t *testing.T) {
	run := 0
	for _, path := range outside.Glob(t, "w3c", "owl2-el", "*.json") {
		var c w3cCase
		if err := json.Unmarshal(outside.Unpack(t, path), &c); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			for syntax, text := range map[string]string{"functional": c.FS, "rdfxml": c.RDF} {
				if text == "" {
					continue
				}
				premise := readW3C(t, c.ID, syntax, text)
				for _, test := range c.Tests {
					run++
					c.check(t, test, syntax, premise)
				}
			}
		})
	}
	t.Logf("%d tests", run)
}

func (c *w3cCase) check(t *testing.T, test, syntax string, premise *owl.Ontology) {
	t.Helper()
	switch test {
	case "ConsistencyTest", "InconsistencyTest":
		if got, want := isConsistent(t, premise), test == "ConsistencyTest"; got != want {
			t.Errorf("%s, %s: consistent: %v, want %v", test, syntax, got, want)
		}
	case "PositiveEntailmentTest":
		if slices.ContainsFunc(premise.Imports, func(i owl.IRI) bool {
			return strings.HasSuffix(i.String(), notShipped)
		}) {
			t.Skip("imports a document that is not in the file")
		}
		for _, conclusion := range c.ontologies(t, c.FSConclusion, c.RDFConclusion) {
			for _, a := range inTermsOf(premise, conclusion.Axioms) {
				if a.Kind().IsLogical() && !entailsBothWays(t, premise, a) {
					t.Errorf("%s, %s: does not entail %s", test, syntax,
						owl.AppendCanonical(nil, a))
				}
			}
		}
	case "NegativeEntailmentTest":
		for _, conclusion := range c.ontologies(t, c.FSNot, c.RDFNot) {
			all := true
			for _, a := range inTermsOf(premise, conclusion.Axioms) {
				all = all && (!a.Kind().IsLogical() || entailsBothWays(t, premise, a))
			}
			if all {
				t.Errorf("%s, %s: entails all of the non-conclusion", test, syntax)
			}
		}
	default:
		t.Errorf("a kind of test that nobody runs: %s", test)
	}
}

func (c *w3cCase) ontologies(t *testing.T, functional, rdf string) []*owl.Ontology {
	t.Helper()
	var found []*owl.Ontology
	for syntax, text := range map[string]string{"functional": functional, "rdfxml": rdf} {
		if text != "" {
			found = append(found, readW3C(t, c.ID, syntax, text))
		}
	}
	if len(found) == 0 {
		t.Error("no conclusion")
	}
	return found
}

func readW3C(t *testing.T, id, syntax, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{
		File: id, Format: syntax, NoImports: true,
	})
	if err != nil {
		t.Fatalf("%s: %v", syntax, err)
	}
	return o
}

// inTermsOf corrects the kinds of properties in a conclusion by the declarations of the premise:
// without them, assertions about object or data properties look like annotations.
func inTermsOf(premise *owl.Ontology, conclusion []owl.Axiom) []owl.Axiom {
	kinds := make(map[owl.IRI]owl.EntityKind)
	for _, e := range premise.Signature() {
		if k := e.EntityKind(); k == owl.ObjectPropertyKind || k == owl.DataPropertyKind {
			kinds[e.EntityIRI()] = k
		}
	}
	axioms := slices.Clone(conclusion)
	for i, a := range axioms {
		annotation, ok := a.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		kind, known := kinds[annotation.Property.IRI]
		subject, named := annotation.Subject.(owl.IRI)
		if !known || !named {
			continue
		}
		of := owl.NamedIndividual{IRI: subject}
		switch value := annotation.Value.(type) {
		case owl.IRI:
			if kind == owl.ObjectPropertyKind {
				axioms[i] = &owl.ObjectPropertyAssertion{
					Property: owl.ObjectProperty{IRI: annotation.Property.IRI}, Source: of,
					Target: owl.NamedIndividual{IRI: value},
				}
			}
		case *owl.Literal:
			if kind == owl.DataPropertyKind {
				axioms[i] = &owl.DataPropertyAssertion{
					Property: owl.DataProperty{IRI: annotation.Property.IRI}, Source: of,
					Target: value,
				}
			}
		}
	}
	return axioms
}

func isConsistent(t *testing.T, o *owl.Ontology) bool {
	t.Helper()
	return classify(t, normalize(t, o), 2).Consistent()
}

// entailsBothWays checks an entailment by Reasoner.Entails and by example, and requires equal
// answers.
func entailsBothWays(t *testing.T, o *owl.Ontology, a owl.Axiom) bool {
	t.Helper()
	r, err := reasoner.New(t.Context(), o, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	entailed, exact, err := r.Entails(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if !hasExample(a) {
		return entailed
	}
	if byExample := entailsByExample(t, o, a); entailed != byExample || !exact && !entailed {
		t.Errorf("%s: Entails: %v, exact %v; by example: %v", owl.AppendCanonical(nil, a), entailed,
			exact, byExample)
	}
	return entailed
}

// hasExample reports whether entailsByExample supports the kind of an axiom.
func hasExample(a owl.Axiom) bool {
	switch a.(type) {
	case *owl.SubClassOf, *owl.EquivalentClasses, *owl.DisjointClasses, *owl.SubObjectPropertyOf,
		*owl.SubPropertyChainOf, *owl.TransitiveObjectProperty, *owl.EquivalentObjectProperties,
		*owl.DisjointObjectProperties, *owl.ReflexiveObjectProperty, *owl.ObjectPropertyDomain,
		*owl.ObjectPropertyRange, *owl.ClassAssertion, *owl.ObjectPropertyAssertion,
		*owl.DataPropertyAssertion, *owl.NegativeObjectPropertyAssertion,
		*owl.NegativeDataPropertyAssertion, *owl.SameIndividual,
		*owl.DifferentIndividuals:
		return true
	}
	return false
}

// entailsByExample decides an entailment by classification: it adds an example of the left side
// with fresh names, and a fresh class above the right side.
func entailsByExample(t *testing.T, o *owl.Ontology, a owl.Axiom) bool {
	t.Helper()
	e := example{o: o}
	each := func(n int, holds func(i, j int) bool) bool { // for all ordered pairs
		for i := range n {
			for j := range n {
				if i != j && !holds(i, j) {
					return false
				}
			}
		}
		return true
	}
	switch a := a.(type) {
	case *owl.SubClassOf:
		return e.contains(t, e.instance(a.Sub), a.Super)
	case *owl.EquivalentClasses:
		return each(len(a.Classes), func(i, j int) bool {
			return entailsByExample(t, o, &owl.SubClassOf{Sub: a.Classes[i], Super: a.Classes[j]})
		})
	case *owl.DisjointClasses:
		return each(len(a.Classes), func(i, j int) bool {
			e := example{o: o}
			e.add(&owl.ClassAssertion{Class: a.Classes[i], Individual: e.instance(a.Classes[j])})
			return !e.consistent(t)
		})
	case *owl.SubObjectPropertyOf:
		return e.chain(t, []owl.ObjectPropertyExpression{a.Sub}, a.Super)
	case *owl.SubPropertyChainOf:
		return e.chain(t, a.Chain, a.Super)
	case *owl.TransitiveObjectProperty:
		return e.chain(t, []owl.ObjectPropertyExpression{a.Property, a.Property}, a.Property)
	case *owl.EquivalentObjectProperties:
		return each(len(a.Properties), func(i, j int) bool {
			return entailsByExample(t, o, &owl.SubObjectPropertyOf{
				Sub: a.Properties[i], Super: a.Properties[j],
			})
		})
	case *owl.DisjointObjectProperties:
		return each(len(a.Properties), func(i, j int) bool {
			e := example{o: o}
			x, y := e.individual(), e.individual()
			e.add(&owl.ObjectPropertyAssertion{Property: a.Properties[i], Source: x, Target: y})
			e.add(&owl.ObjectPropertyAssertion{Property: a.Properties[j], Source: x, Target: y})
			return !e.consistent(t)
		})
	case *owl.ReflexiveObjectProperty:
		return e.contains(t, e.individual(), &owl.ObjectHasSelf{Property: a.Property})
	case *owl.ObjectPropertyDomain:
		x, y := e.individual(), e.individual()
		e.add(&owl.ObjectPropertyAssertion{Property: a.Property, Source: x, Target: y})
		return e.contains(t, x, a.Domain)
	case *owl.ObjectPropertyRange:
		x, y := e.individual(), e.individual()
		e.add(&owl.ObjectPropertyAssertion{Property: a.Property, Source: x, Target: y})
		return e.contains(t, y, a.Range)
	case *owl.ClassAssertion:
		return e.contains(t, a.Individual, a.Class)
	case *owl.ObjectPropertyAssertion:
		return e.contains(t, a.Source, &owl.ObjectHasValue{
			Property: a.Property, Individual: a.Target,
		})
	case *owl.DataPropertyAssertion:
		return e.contains(t, a.Source, &owl.DataHasValue{Property: a.Property, Value: a.Target})
	case *owl.NegativeObjectPropertyAssertion:
		e.add(&owl.ObjectPropertyAssertion{
			Property: a.Property, Source: a.Source, Target: a.Target,
		})
		return !e.consistent(t)
	case *owl.NegativeDataPropertyAssertion:
		e.add(&owl.DataPropertyAssertion{Property: a.Property, Source: a.Source, Target: a.Target})
		return !e.consistent(t)
	case *owl.SameIndividual:
		return each(len(a.Individuals), func(i, j int) bool {
			e := example{o: o}
			return e.contains(t, a.Individuals[i],
				&owl.ObjectOneOf{Individuals: a.Individuals[j : j+1]})
		})
	case *owl.DifferentIndividuals:
		return each(len(a.Individuals), func(i, j int) bool {
			e := example{o: o}
			e.add(&owl.SameIndividual{Individuals: []owl.Individual{a.Individuals[i],
				a.Individuals[j]}})
			return !e.consistent(t)
		})
	}
	t.Fatalf("no example for %s", owl.AppendCanonical(nil, a))
	return false
}

// example is an ontology with additional axioms over fresh individuals.
type example struct {
	o     *owl.Ontology
	added []owl.Axiom
	fresh int
}

func (e *example) add(a owl.Axiom) { e.added = append(e.added, a) }

func (e *example) individual() owl.NamedIndividual {
	e.fresh++
	return owl.NamedIndividual{IRI: owl.NewIRI(fmt.Sprintf("urn:example:%d", e.fresh))}
}

// instance returns a fresh instance of a class. If the class is unsatisfiable, the example is
// inconsistent.
func (e *example) instance(c owl.ClassExpression) owl.Individual {
	x := e.individual()
	e.add(&owl.ClassAssertion{Class: c, Individual: x})
	return x
}

func (e *example) chain(
	t *testing.T, parts []owl.ObjectPropertyExpression, super owl.ObjectPropertyExpression,
) bool {
	t.Helper()
	first := e.individual()
	last := first
	for _, p := range parts {
		next := e.individual()
		e.add(&owl.ObjectPropertyAssertion{Property: p, Source: last, Target: next})
		last = next
	}
	return e.contains(t, first, &owl.ObjectHasValue{Property: super, Individual: last})
}

func (e *example) normalize(t *testing.T) *el.Ontology {
	t.Helper()
	return normalize(t, &owl.Ontology{Axioms: slices.Concat(e.o.Axioms, e.added)})
}

func (e *example) consistent(t *testing.T) bool {
	t.Helper()
	return classify(t, e.normalize(t), 1).Consistent()
}

// contains reports whether an individual is in a class, or the example is inconsistent.
func (e *example) contains(t *testing.T, x owl.Individual, c owl.ClassExpression) bool {
	t.Helper()
	asked := owl.Class{IRI: owl.NewIRI("urn:example:asked")}
	e.add(&owl.SubClassOf{Sub: c, Super: asked})
	r, err := reasoner.Realize(t.Context(), e.normalize(t), reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Consistent() {
		return true
	}
	for y, d := range r.Types() {
		if d == asked && y == x {
			return true
		}
	}
	return false
}
