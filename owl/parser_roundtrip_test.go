package owl_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
)

// awkwardLabels are labels that conflict with the syntaxes.
var awkwardLabels = []string{
	"nucleus", "cell nucleus", " cell  nucleus ", "Nucleus", "Parkinson's disease", `back\slash`, `\'`, `'`, `"`, "''", " ", "two\nlines",
	"and", "OR", "not", "some", "value", "Self", "min", "inverse", "o", "that", "integer", "string", "true", "length",
	"SubClassOf", "Type", "range", "EquivalentTo", "Class:", "not (", "inverse of", "A and B", "blood (venous)", "{x}", "a, b", "x [y]", "<z>",
	"<http://example.org/A>", "http://example.org/B", "A", "B", "owl:Thing", "Thing", ":A", "GO:0005634", "_:x", "5", "-5.0", "1.5f", "2D", "é", "日本語", "#7",
	"SubClassOf(A B)", "ObjectInverseOf", "o'clock", "part.of", "-", ">=", "^^", "@en",
}

// labelled adds random labels to random entities: several to one, and one to several.
func labelled(rng *rand.Rand, o *owl.Ontology) *owl.Ontology {
	for _, e := range o.Signature() {
		for rng.IntN(3) > 0 {
			label := owl.NewString(awkwardLabels[rng.IntN(len(awkwardLabels))])
			if rng.IntN(3) == 0 {
				label = owl.NewLangString(label.Lexical, []string{"en", "de", "en-GB"}[rng.IntN(3)])
			}
			o.Axioms = append(o.Axioms, &owl.AnnotationAssertion{
				Property: owl.RDFSLabel, Subject: e.EntityIRI(), Value: label,
			})
		}
	}
	return o
}

func TestParserReadsWhatManchesterWrites(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 4))
		o := labelled(rng, owlgen.Ontology(rng, 100))
		names := owl.NewNames(o)
		checkRoundTrip(t, seed, o.Axioms, names.Manchester(), owl.Parser{Names: names})
		// without labels, and with entities known only from the axioms
		checkRoundTrip(t, seed, o.Axioms, owl.Manchester{Prefixes: o.Prefixes},
			owl.Parser{Names: names})
	}
}

func checkRoundTrip(t *testing.T, seed uint64, axioms []owl.Axiom, m owl.Manchester, p owl.Parser) {
	t.Helper()
	for _, a := range axioms {
		text := m.Axiom(a)
		got, err := p.Axiom(text)
		if err != nil {
			t.Errorf("seed %d: %s\nrendered as %s\n%v", seed, owl.AppendAxiom(nil, a, nil), text,
				err)
			continue
		}
		if want := string(canonicalStatement(a)); string(canonicalStatement(got)) != want {
			t.Errorf("seed %d: rendered as %s\n got %s\nwant %s", seed, text,
				canonicalStatement(got), want)
		}
	}
}

// canonicalStatement returns the canonical form of an axiom without its annotations, which
// Manchester omits.
func canonicalStatement(a owl.Axiom) []byte {
	bare, err := owl.ParseAxiom(string(owl.AppendAxiom(nil, a, nil)), nil)
	if err != nil {
		panic(err)
	}
	reflect.ValueOf(bare).Elem().FieldByName("Annotations").SetZero()
	return owl.AppendCanonical(nil, bare)
}

func TestParserReadsFunctionalSyntax(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		o := labelled(rng, owlgen.Ontology(rng, 50))
		p := owl.Parser{Names: owl.NewNames(o)}
		for _, a := range o.Axioms {
			text := string(owl.AppendAxiom(nil, a, o.Prefixes))
			got, err := p.Axiom(text)
			if err != nil {
				t.Errorf("seed %d: %s: %v", seed, text, err)
			} else if owl.Compare(got, a) != 0 {
				t.Errorf("seed %d: %s\n got %s", seed, text, owl.AppendAxiom(nil, got, o.Prefixes))
			}
		}
	}
}
