package explain

import (
	"context"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/owl/locality"
	"box2el-owl/reasoner"
)

// FirstHypothetical is the number of the first axiom of Explainer.Supposing; the others follow.
const FirstHypothetical = 1 << 30

// modules computes locality modules of an ontology. A module has all justifications of the axioms
// over its names.
type modules struct {
	reasoner *reasoner.Reasoner
	once     sync.Once
	made     *locality.Index
	// datatypes are the defined datatypes. All modules have their definitions, because a module
	// without one is correct only if there is no other definition of the same datatype.
	datatypes []owl.Entity
}

// of returns the numbers of the axioms in the module of some names, ascending.
func (m *modules) of(names []owl.Entity) []int {
	index := m.index()
	return index.Module(slices.Concat(names, m.datatypes)...)
}

func (m *modules) index() *locality.Index {
	m.once.Do(func() {
		m.made = locality.New(func(yield func(locality.Axiom) bool) {
			for source, a := range m.reasoner.Sources() {
				if d, ok := a.(*owl.DatatypeDefinition); ok {
					m.datatypes = append(m.datatypes, d.Datatype)
				}
				if !yield(locality.Axiom{Axiom: a, Number: int(source)}) {
					return
				}
			}
		})
	})
	return m.made
}

// theory is the normal form of the axioms that bear on a question: a module of the ontology, the
// hypotheses, and what the question supposes.
type theory struct {
	nf      *el.Ontology
	numbers []int // by source: the number of a module's axiom or hypothesis
	exact   bool  // EL can express all that is supposed
	partial bool  // a part of an axiom is outside EL, and not used
}

// theory returns the theory of a question about some names.
//
// Cost: the axioms that mention a name of the module.
func (e *Explainer) theory(
	ctx context.Context, names []owl.Entity, supposed []owl.Axiom,
) (*theory, error) {
	for _, a := range slices.Concat(e.hypotheses, supposed) {
		names = append(names, owl.AxiomSignature(a)...)
	}
	t := &theory{}
	part := &owl.Ontology{}
	for _, number := range e.modules.of(names) {
		t.numbers = append(t.numbers, number)
		part.Axioms = append(part.Axioms, e.cited(number))
	}
	for i, a := range e.hypotheses {
		t.numbers = append(t.numbers, FirstHypothetical+i)
		part.Axioms = append(part.Axioms, a)
	}
	part.Axioms = append(part.Axioms, supposed...)
	nf, report, err := el.Normalize(ctx, part, el.Options{})
	if err != nil {
		return nil, err
	}
	t.nf, t.partial = nf, len(report.Omissions) > 0
	t.exact = !slices.ContainsFunc(report.Omissions, func(o el.Omission) bool {
		return o.Axiom >= len(t.numbers)
	})
	return t, nil
}

// number returns the number of the axiom of a source; ok is false if it is supposed of examples.
func (t *theory) number(source el.Source) (number int, ok bool) {
	if int(source) >= len(t.numbers) {
		return 0, false
	}
	return t.numbers[source], true
}
