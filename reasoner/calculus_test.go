package reasoner_test

import (
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
)

// calculusFacts lists what the reference engine derives in the format of the oracle: class by
// class, and the individuals from ⊤.
func calculusFacts(t *testing.T, nf *el.Ontology) flat {
	saturate := func(root el.Concept) *calculus.Saturation {
		s, err := calculus.Saturate(t.Context(), nf, root, calculus.Options{})
		if err != nil {
			panic(err) // no limit is set, and the context has not ended
		}
		return s
	}
	all := flat{}
	whole := saturate(el.Top)
	if isUnsatisfiable(whole, calculus.TopContext) {
		return flat{"inconsistent": true}
	}
	for c := range el.Concept(nf.NumConcepts()) {
		switch {
		case c == el.Top || nf.Kind(c) == el.NamedClass:
			s := saturate(c)
			name := nf.Class(c).IRI.String()
			if isUnsatisfiable(s, s.Root) {
				all["unsatisfiable "+name] = true
				continue
			}
			for d := range s.Subsumers(s.Root) {
				if d != c && nf.Kind(d) == el.NamedClass {
					all[name+" ⊑ "+nf.Class(d).IRI.String()] = true
				}
			}
		case nf.Kind(c) == el.Nominal:
			if a, named := nf.Individual(c).(owl.NamedIndividual); named {
				individualFacts(all, whole, whole.ContextOf(c), a.IRI.String())
			}
		}
	}
	return all
}

func isUnsatisfiable(s *calculus.Saturation, c calculus.Context) bool {
	_, found := s.Find(calculus.Sub(c, el.Bottom))
	return found
}

func individualFacts(all flat, s *calculus.Saturation, c calculus.Context, name string) {
	nf := s.NF
	named := func(d el.Concept) (string, bool) {
		if nf.Kind(d) != el.Nominal {
			return "", false
		}
		b, ok := nf.Individual(d).(owl.NamedIndividual)
		return b.IRI.String(), ok
	}
	for d := range s.Subsumers(c) {
		if nf.Kind(d) == el.NamedClass {
			all[name+" : "+nf.Class(d).IRI.String()] = true
		} else if b, ok := named(d); ok && name < b {
			all[name+" = "+b] = true
		}
	}
	for r, to := range s.Links(c) {
		if r <= el.BottomDataRole {
			continue
		}
		role := nf.Property(r).EntityIRI().String()
		for d := range s.Subsumers(to) {
			if b, ok := named(d); ok {
				all[name+" "+role+" "+b] = true
			} else if nf.Kind(d) == el.DataValue {
				all[name+" "+role+" "+dataFact(nf.Value(d))] = true
			}
		}
	}
}
