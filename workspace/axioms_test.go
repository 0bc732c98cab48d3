package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
)

// canonicalVectors is api/testdata/canonical.json: the keys of decisions, which must never change.
// Axioms are in functional-style syntax with IRIs in full.
type canonicalVectors struct {
	About  string        `json:"about"`
	Axioms []axiomVector `json:"axioms"`
}

// axiomVector is an axiom in one of its spellings.
type axiomVector struct {
	Name      string `json:"name"`
	Axiom     string `json:"axiom"`
	Canonical string `json:"canonical"`
	Hash      string `json:"hash"`
}

// writtenAxioms are axioms with one difficulty each.
var writtenAxioms = [][2]string{
	{"subclass", `SubClassOf(<http://x/A> <http://x/B>)`},
	{"white space", "SubClassOf(  <http://x/A>\n\t<http://x/B> )"},
	{"built-in names", `SubClassOf(<http://www.w3.org/2002/07/owl#Thing> <http://www.w3.org/2002/07/owl#Nothing>)`},
	{"declaration", `Declaration(Class(<http://x/A>))`},
	{"declaration with annotation", `Declaration(Annotation(<http://x/p> "x") NamedIndividual(<http://x/a>))`},
	{"annotations in order", `SubClassOf(Annotation(<http://x/q> "2") Annotation(<http://x/p> "1") <http://x/A> <http://x/B>)`},
	{"annotations repeated", `SubClassOf(Annotation(<http://x/p> "1") Annotation(<http://x/p> "1") <http://x/A> <http://x/B>)`},
	{"annotations nested", `SubClassOf(Annotation(Annotation(Annotation(<http://x/c> "3") <http://x/b> "2") Annotation(<http://x/a> "1") <http://x/p> "0") <http://x/A> <http://x/B>)`},
	{"annotation with an IRI", `SubClassOf(Annotation(<http://x/p> <http://x/v>) <http://x/A> <http://x/B>)`},
	{"annotation with a node", `SubClassOf(Annotation(<http://x/p> _:n1) <http://x/A> <http://x/B>)`},
	{"plain literal", `AnnotationAssertion(<http://x/p> <http://x/A> "plain")`},
	{"xsd:string", `AnnotationAssertion(<http://x/p> <http://x/A> "plain"^^<http://www.w3.org/2001/XMLSchema#string>)`},
	{"empty literal", `AnnotationAssertion(<http://x/p> <http://x/A> "")`},
	{"language in odd case", `AnnotationAssertion(<http://x/p> <http://x/A> "Herz"@DE-Latn-ch)`},
	{"literal with quotation marks", `AnnotationAssertion(<http://x/p> <http://x/A> "say \"heart\" and \\ this")`},
	{"literal with line breaks", "AnnotationAssertion(<http://x/p> <http://x/A> \"one\ntwo\ttabbed\r\nthree\")"},
	{"literal in other scripts", `AnnotationAssertion(<http://x/p> <http://x/A> "心臓 ♥ 𝕙 é")`},
	{"literal with combining accent", "AnnotationAssertion(<http://x/p> <http://x/A> \"e\u0301\")"},
	{"integer as it stands", `DataPropertyAssertion(<http://x/d> <http://x/a> "007"^^<http://www.w3.org/2001/XMLSchema#integer>)`},
	{"decimal as it stands", `DataPropertyAssertion(<http://x/d> <http://x/a> "+1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>)`},
	{"double as it stands", `DataPropertyAssertion(<http://x/d> <http://x/a> "1.0E0"^^<http://www.w3.org/2001/XMLSchema#double>)`},
	{"boolean as it stands", `DataPropertyAssertion(<http://x/d> <http://x/a> "1"^^<http://www.w3.org/2001/XMLSchema#boolean>)`},
	{"unknown datatype", `DataPropertyAssertion(<http://x/d> <http://x/a> "x"^^<http://x/type>)`},
	{"annotation of a node", `AnnotationAssertion(<http://x/p> _:node1 <http://x/v>)`},
	{"IRI with parentheses", `SubClassOf(<http://x/A_(organ)> <http://x/B>)`},
	{"IRI with percent", `SubClassOf(<http://x/a%20b%2f> <http://x/B>)`},
	{"IRI in other scripts", `SubClassOf(<http://x/心臓> <http://é.example/ß>)`},
	{"IRI with query and fragment", `SubClassOf(<http://x/a?b=c&d#e> <urn:uuid:0>)`},
	{"IRI with apostrophe and comma", `SubClassOf(<http://x/a',;b> <http://x/B>)`},
	{"conjunction in order", `SubClassOf(<http://x/A> ObjectIntersectionOf(<http://x/C> <http://x/B> <http://x/D>))`},
	{"conjunction repeated", `SubClassOf(<http://x/A> ObjectIntersectionOf(<http://x/C> <http://x/B> <http://x/C>))`},
	{"conjunction of what is equal when sorted", `SubClassOf(<http://x/A> ObjectIntersectionOf(ObjectUnionOf(<http://x/C> <http://x/B>) ObjectUnionOf(<http://x/B> <http://x/C>) <http://x/D>))`},
	{"disjunction repeated", `SubClassOf(<http://x/A> ObjectUnionOf(<http://x/C> <http://x/B> <http://x/B>))`},
	{"enumeration", `SubClassOf(<http://x/A> ObjectOneOf(<http://x/b> _:a <http://x/a> <http://x/b>))`},
	{"equivalent classes", `EquivalentClasses(<http://x/C> <http://x/A> ObjectSomeValuesFrom(<http://x/r> <http://x/B>) <http://x/A>)`},
	{"equivalent object properties", `EquivalentObjectProperties(<http://x/s> ObjectInverseOf(<http://x/r>) <http://x/s> <http://x/q>)`},
	{"equivalent data properties", `EquivalentDataProperties(<http://x/e> <http://x/d> <http://x/e> <http://x/c>)`},
	{"same individuals", `SameIndividual(_:x <http://x/b> <http://x/a> _:x)`},
	{"different individuals repeated", `DifferentIndividuals(<http://x/b> <http://x/a> <http://x/b>)`},
	{"disjoint classes", `DisjointClasses(<http://x/C> <http://x/A> <http://x/B>)`},
	{"disjoint classes repeated", `DisjointClasses(<http://x/B> <http://x/A> <http://x/B>)`},
	{"disjoint object properties repeated", `DisjointObjectProperties(<http://x/s> <http://x/r> <http://x/s>)`},
	{"disjoint data properties repeated", `DisjointDataProperties(<http://x/e> <http://x/d> <http://x/e>)`},
	{"inverse properties", `InverseObjectProperties(<http://x/s> <http://x/r>)`},
	{"inverse of itself", `InverseObjectProperties(<http://x/r> <http://x/r>)`},
	{"disjoint union", `DisjointUnion(<http://x/Z> <http://x/C> <http://x/A> <http://x/B>)`},
	{"disjoint union repeated", `DisjointUnion(<http://x/A> <http://x/C> <http://x/B> <http://x/C>)`},
	{"key", `HasKey(<http://x/A> (<http://x/s> ObjectInverseOf(<http://x/r>) <http://x/s>) (<http://x/e> <http://x/d> <http://x/d>))`},
	{"key without data", `HasKey(<http://x/A> (<http://x/r>) ())`},
	{"key of data with annotation", `HasKey(Annotation(<http://x/p> "k") <http://x/A> () (<http://x/d>))`},
	{"at least", `SubClassOf(<http://x/A> ObjectMinCardinality(2 <http://x/r>))`},
	{"at most a class", `SubClassOf(<http://x/A> ObjectMaxCardinality(0 ObjectInverseOf(<http://x/r>) <http://x/B>))`},
	{"exactly", `SubClassOf(<http://x/A> ObjectExactCardinality(12 <http://x/r>))`},
	{"at least values", `SubClassOf(<http://x/A> DataMinCardinality(1 <http://x/d>))`},
	{"exactly values of a type", `SubClassOf(<http://x/A> DataExactCardinality(1 <http://x/d> <http://www.w3.org/2001/XMLSchema#string>))`},
	{"values", `SubClassOf(<http://x/A> DataSomeValuesFrom(<http://x/d> DataUnionOf(<http://www.w3.org/2001/XMLSchema#string> <http://www.w3.org/2001/XMLSchema#integer> <http://www.w3.org/2001/XMLSchema#string>)))`},
	{"data intersection", `SubClassOf(<http://x/A> DataAllValuesFrom(<http://x/d> DataIntersectionOf(DataComplementOf(<http://x/t2>) <http://x/t1> <http://x/t1>)))`},
	{"data enumeration", `SubClassOf(<http://x/A> DataSomeValuesFrom(<http://x/d> DataOneOf("b" "a"@EN "a" "b")))`},
	{"facets", `DatatypeDefinition(<http://x/t> DatatypeRestriction(<http://www.w3.org/2001/XMLSchema#integer> <http://www.w3.org/2001/XMLSchema#minInclusive> "5"^^<http://www.w3.org/2001/XMLSchema#integer> <http://www.w3.org/2001/XMLSchema#maxExclusive> "10"^^<http://www.w3.org/2001/XMLSchema#integer>))`},
	{"has value", `SubClassOf(<http://x/A> ObjectHasValue(<http://x/r> _:i))`},
	{"has data value", `SubClassOf(<http://x/A> DataHasValue(<http://x/d> "x"@EN))`},
	{"has self", `SubClassOf(<http://x/A> ObjectHasSelf(<http://x/r>))`},
	{"chain in its order", `SubObjectPropertyOf(ObjectPropertyChain(<http://x/s> <http://x/r> <http://x/s>) <http://x/q>)`},
	{"subproperty", `SubObjectPropertyOf(ObjectInverseOf(<http://x/s>) <http://x/r>)`},
	{"negative assertion", `NegativeObjectPropertyAssertion(<http://x/r> <http://x/b> <http://x/a>)`},
	{"negative data assertion", `NegativeDataPropertyAssertion(<http://x/d> _:b "x")`},
	{"anonymous individual", `ClassAssertion(<http://x/A> _:genid-2147483648)`},
	{"subproperty of annotations", `SubAnnotationPropertyOf(<http://x/p> <http://x/q>)`},
	{"annotation domain", `AnnotationPropertyDomain(<http://x/p> <http://x/A>)`},
	{"annotation range", `AnnotationPropertyRange(<http://x/p> <http://x/A>)`},
	{"rule", `DLSafeRule(Body(ClassAtom(<http://x/A> Variable(<urn:swrl#x>))) Head(ClassAtom(<http://x/B> Variable(<urn:swrl#x>))))`},
}

// TestCanonicalVectors compares canonical forms and their hashes with api/testdata/canonical.json.
func TestCanonicalVectors(t *testing.T) {
	v := canonicalVectors{
		About: "Canonical forms of axioms: see Canonical form in openapi.yaml. " +
			"axiom is how a client may write it, canonical its canonical form, hash the SHA-256 of that."}
	written := slices.Clone(writtenAxioms)
	rng := rand.New(rand.NewPCG(1, 1))
	for kind := owl.DeclarationKind; kind < owl.RuleKind; kind++ {
		for i := range 2 {
			written = append(written, [2]string{fmt.Sprintf("random %s %d", kind, i+1),
				string(owl.AppendAxiom(nil, owlgen.Axiom(rng, kind), nil))})
		}
	}
	names := make(map[string]bool)
	for _, w := range written {
		a := parsed(t, w[1])
		x := axiomVector{Name: w[0], Axiom: w[1], Canonical: owl.Canonical(a),
			Hash: owl.HashAxiom(a).String()}
		if again := owl.HashAxiom(parsed(t, x.Canonical)).String(); again != x.Hash {
			t.Errorf("%s: the canonical form has another hash", w[0])
		}
		if names[x.Name] {
			t.Errorf("two vectors are called %s", x.Name)
		}
		names[x.Name] = true
		v.Axioms = append(v.Axioms, x)
	}
	if len(v.Axioms) < 100 {
		t.Errorf("%d axioms", len(v.Axioms))
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../api/testdata/canonical.json", out.Bytes())
}

func parsed(t testing.TB, text string) owl.Axiom {
	t.Helper()
	a, err := owl.ParseAxiom(text, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// setState holds the counts of a set and its content hash.
type setState struct {
	content         owl.Hash
	axioms, logical int
	annotated       int
}

// contentHash returns the exclusive or of the hashes of the axioms, as an earlier version did.
func contentHash(s *axioms) (content owl.Hash) {
	for h := range s.of {
		for i := range content {
			content[i] ^= h[i]
		}
	}
	return content
}

func stateOf(s *axioms) setState {
	return setState{contentHash(s), len(s.list), s.logical, len(s.annotated)}
}

// between returns the change of a set that removes axioms and then adds others.
func (s *axioms) between(remove, add []owl.Axiom) change {
	p := s.pending()
	for _, a := range remove {
		p.touch(owl.HashAxiom(a), nil)
	}
	for _, a := range add {
		p.touch(owl.HashAxiom(a), a)
	}
	return p.change()
}

// TestEdits compares a set after each of many random edits with one that is made of the same
// axioms, and undoes all edits.
func TestEdits(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var pool []owl.Axiom // with variants that differ in annotations
		for range 40 {
			a := owlgen.Axiom(rng, owl.AxiomKind(rng.IntN(int(owl.RuleKind))))
			pool = append(pool, a)
			if text := string(owl.AppendCanonicalBare(nil, a)); rng.IntN(2) == 0 {
				pool = append(pool, parsed(t, text), parsed(t, strings.Replace(text, "(", `(Annotation(<http://x/p> "1") `, 1)))
			}
		}
		some := func() (list []owl.Axiom) {
			for range rng.IntN(6) {
				list = append(list, pool[rng.IntN(len(pool))])
			}
			return list
		}
		s := emptyAxioms()
		var done []change
		states := []setState{stateOf(s)}
		for step := range 60 {
			before := s.list
			was := slices.Clone(before)
			c := s.between(some(), some())
			s.apply(c)
			if !slices.Equal(before, was) {
				t.Fatalf("seed %d: a list has changed after an edit", seed)
			}
			list := s.list
			// each twice
			fresh, err := newAxioms(t.Context(), slices.Concat(list, list), 2*len(list))
			if err != nil {
				t.Fatal(err)
			}
			logical := len(slices.DeleteFunc(slices.Clone(list),
				func(a owl.Axiom) bool { return !a.Kind().IsLogical() }))
			if got, want := stateOf(s), stateOf(fresh); got != want || got.axioms != len(list) ||
				got.logical != logical {
				t.Fatalf("seed %d, step %d: %+v, from scratch %+v", seed, step, got, want)
			}
			done, states = append(done, c), append(states, stateOf(s))
		}
		for i, c := range slices.Backward(done) {
			s.apply(s.between(c.add, c.remove))
			if got := stateOf(s); got != states[i] {
				t.Fatalf("seed %d: step %d undone: %+v, was %+v", seed, i, got, states[i])
			}
		}
	}
}
