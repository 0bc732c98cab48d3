package el_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// TestSoundAndTraced checks random ontologies over all of OWL 2 in finite models. In every model,
// definitions hold if introduced names denote their expressions, and so does every normal-form
// axiom whose source holds: no axiom is stronger than its source.
func TestSoundAndTraced(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		o := owlgen.Ontology(rng, 20)
		nf, _ := normalize(t, o)
		for range 20 {
			m := newModel(rng)
			names := m.names(o)
			for source := range m.violated(nf, m.concepts(nf), names) {
				if source == el.Definition {
					t.Fatalf("seed %d: a definition is no tautology\n%s", seed,
						dump(nf, o.Prefixes))
				}
				if m.holds(o.Axioms[source], names) {
					t.Fatalf("seed %d: the normal form says more than axiom %d, %s\n%s", seed,
						source,
						owl.AppendAxiom(nil, o.Axioms[source], o.Prefixes), dump(nf, o.Prefixes))
				}
			}
		}
	}
}

// TestNothingLost takes random axioms singly and in pairs, so that they share names. If the report
// has no omission, a model that violates an axiom also violates the normal form, for all extensions
// of the introduced names.
func TestNothingLost(t *testing.T) {
	tried := map[owl.AxiomKind]int{}
	for seed := range uint64(40_000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		kind := owl.SubClassOfKind + owl.AxiomKind(seed%uint64(owl.RuleKind-owl.SubClassOfKind))
		o := &owl.Ontology{Axioms: []owl.Axiom{owlgen.Axiom(rng, kind)}}
		if rng.IntN(4) == 0 {
			o.Axioms = append(o.Axioms, owlgen.Axiom(rng, owl.SubClassOfKind))
		}
		nf, report := normalize(t, o)
		if len(report.Omissions) > 0 {
			continue
		}
		for range 8 {
			m := newModel(rng)
			names := m.names(o)
			if !slices.ContainsFunc(o.Axioms, func(a owl.Axiom) bool {
				return !m.holds(a, names)
			}) {
				continue
			}
			tried[kind]++
			concepts := m.concepts(nf)
			if assignment := m.satisfy(nf, concepts, names); assignment != "" {
				t.Fatalf("seed %d: the normal form says less than %s\n%snames: %s", seed,
					owl.AppendAxiom(nil, o.Axioms[0], nil), dump(nf, nil), assignment)
			}
		}
	}
	for kind := owl.SubClassOfKind; kind < owl.AnnotationAssertionKind; kind++ {
		switch kind {
		case owl.DisjointUnionKind, owl.DisjointObjectPropertiesKind,
			owl.InverseObjectPropertiesKind, owl.FunctionalObjectPropertyKind,
			owl.InverseFunctionalObjectPropertyKind,
			owl.SymmetricObjectPropertyKind, owl.AsymmetricObjectPropertyKind,
			owl.DisjointDataPropertiesKind:
			continue // these always have an omission
		}
		if tried[kind] < 5 {
			t.Errorf("%v: only %d models tried", kind, tried[kind])
		}
	}
}

// satisfy searches extensions of the introduced names in which the normal form holds. It returns ""
// if there are none or too many to try.
func (m *model) satisfy(nf *el.Ontology, concepts []set, names set) string {
	first := len(concepts)
	for first > 0 && nf.Kind(el.Concept(first-1)) == el.Introduced {
		first--
	}
	width := max(m.size, m.values)
	free := (len(concepts) - first) * width
	if free > 12 {
		return ""
	}
	for assignment := range uint64(1) << free {
		for i, c := 0, first; c < len(concepts); i, c = i+1, c+1 {
			n := m.size
			if nf.IsDataConcept(el.Concept(c)) {
				n = m.values
			}
			concepts[c] = set(assignment>>(i*width)) & all(n)
		}
		if len(m.violated(nf, concepts, names)) == 0 {
			return fmt.Sprint(concepts[first:])
		}
	}
	return ""
}
