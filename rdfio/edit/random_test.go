package edit

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// randomEdit edits a random ontology in a syntax: axioms of it are removed, and others added.
func randomEdit(t *testing.T, seed uint64, format string) {
	rng := rand.New(rand.NewPCG(seed, 7))
	whole := written(t, owlgen.Ontology(rng, 20), format)
	o := parsed(t, whole, format)
	// The axioms to add are some of the ontology that the document does not have.
	var add, rest []owl.Axiom
	for _, a := range o.Axioms {
		if rng.IntN(12) == 0 && a.Kind() != owl.DeclarationKind && !isAnonymous(a) {
			add = append(add, a)
		} else {
			rest = append(rest, a)
		}
	}
	o.Axioms = rest
	document := written(t, o, format)
	o = parsed(t, document, format)
	var remove []owl.Axiom
	for _, a := range o.Axioms {
		if rng.IntN(12) == 0 && a.Kind() != owl.DeclarationKind && !isAnonymous(a) {
			remove = append(remove, a)
		}
	}
	opts := rdfio.ReadOptions{Format: format}
	edited, err := Apply(t.Context(), document, opts, remove, add)
	if err != nil {
		t.Errorf("seed %d, %s: %v", seed, format, err)
		return
	}
	// Apply has compared the result with what was asked for; here the judge is the writer.
	want := &owl.Ontology{IRI: o.IRI, VersionIRI: o.VersionIRI, Imports: o.Imports,
		Annotations: o.Annotations, Prefixes: o.Prefixes}
	gone := make(map[string]bool)
	for _, a := range remove {
		gone[owl.Canonical(a)] = true
	}
	for _, a := range o.Axioms {
		if !gone[owl.Canonical(a)] {
			want.Axioms = append(want.Axioms, a)
		}
	}
	want.Axioms = append(want.Axioms, add...)
	if got := parsed(t, edited, format); got.Hash() !=
		parsed(t, written(t, want, format), format).Hash() {
		t.Errorf("seed %d, %s: the result has other axioms", seed, format)
		missing := make(map[string]bool)
		for _, a := range parsed(t, written(t, want, format), format).Axioms {
			missing[owl.Canonical(a)] = true
		}
		for _, a := range got.Axioms {
			if !missing[owl.Canonical(a)] {
				t.Logf("additional: %s", owl.Canonical(a))
			}
			delete(missing, owl.Canonical(a))
		}
		for a := range missing {
			t.Logf("missing: %s", a)
		}
	}
}

func isAnonymous(a owl.Axiom) bool {
	_, anonymous := hash(a)
	return anonymous
}

func written(t testing.TB, o *owl.Ontology, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := rdfio.Write(&b, o, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func parsed(t testing.TB, document []byte, format string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), bytes.NewReader(document),
		rdfio.ReadOptions{Format: format})
	if err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	return o
}

func TestRandom(t *testing.T) {
	for _, format := range []string{"functional", "turtle", "rdfxml"} {
		for seed := range uint64(40) {
			randomEdit(t, seed, format)
		}
	}
}
