package curate

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// judge makes a reasoner.Reasoner a suggest.Reasoner.
type judge struct{ *reasoner.Reasoner }

// Without returns the reasoner of the ontology without some axioms. Those that it does not have are
// passed over.
func Without(ctx context.Context, r *reasoner.Reasoner, axioms []owl.Axiom) (*reasoner.Reasoner,
	error) {
	for _, a := range axioms {
		next, err := r.Apply(ctx, nil, []owl.Axiom{a})
		switch {
		case err == nil:
			r = next
		case !errors.Is(err, reasoner.ErrNoSuchAxiom):
			return nil, err
		}
	}
	return r, nil
}

// FullConflict returns what adding axioms together would contradict.
func FullConflict(ctx context.Context, r *reasoner.Reasoner, axioms []owl.Axiom) (suggest.Conflict,
	error) {
	c, err := r.FullConflict(ctx, axioms...)
	if err != nil {
		return suggest.Conflict{}, err
	}
	return Conflict(c), nil
}

func (j judge) Conflict(ctx context.Context, axioms []owl.Axiom) (suggest.Conflict, error) {
	return FullConflict(ctx, j.Reasoner, axioms)
}

func (j judge) Verdicts(ctx context.Context, axioms []owl.Axiom) ([]suggest.Judgement, error) {
	found, err := j.Reasoner.Verdicts(ctx, axioms)
	if err != nil {
		return nil, err
	}
	list := make([]suggest.Judgement, len(found))
	for i, v := range found {
		list[i] = Judgement(v)
		if i > 0 && v.SharesConflict(found[i-1]) {
			list[i].Conflict.Unsatisfiable = list[i-1].Conflict.Unsatisfiable
		}
	}
	return list, nil
}

// Judgement converts the verdict of a reasoner.
func Judgement(j *reasoner.Judgement) suggest.Judgement {
	return suggest.Judgement{
		Verdict: suggest.Verdict(j.Verdict.String()), Exact: j.Exact,
		Outside: suggest.Outside(j.Outside),
		Conflict: suggest.Conflict{
			Inconsistent: j.Inconsistent, Unsatisfiable: iris(j.Unsatisfiable), Partial: j.Partial,
			Inexact: !j.Exact,
		},
	}
}

// Conflict returns a conflict of package reasoner as one of package suggest.
func Conflict(c *reasoner.Conflict) suggest.Conflict {
	return suggest.Conflict{Inconsistent: c.Inconsistent, Unsatisfiable: iris(c.Unsatisfiable),
		Partial: c.Partial, Inexact: !c.Exact}
}

func (j judge) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (suggest.Effect,
	error) {
	return Effect(ctx, j.Reasoner, axioms, examples)
}

// Effect returns the entailments that axioms would add, without the axioms themselves, with a
// number of examples.
func Effect(ctx context.Context, r *reasoner.Reasoner, axioms []owl.Axiom,
	examples int) (suggest.Effect, error) {
	e, err := r.Effect(ctx, axioms, examples+len(axioms))
	if err != nil {
		return suggest.Effect{}, err
	}
	out := suggest.Effect{
		Conflict: suggest.Conflict{Inconsistent: e.Inconsistent,
			Unsatisfiable: iris(e.Unsatisfiable)},
		NewSubsumptions: e.NewSubsumptions,
	}
	added := make(map[reasoner.Subsumption]bool)
	t := r.Taxonomy()
	for _, a := range axioms {
		if s, ok := namedSubsumption(a); ok && !added[s] && !t.IsSubsumedBy(s.Sub, s.Super) &&
			!slices.Contains(e.Unsatisfiable, s.Sub) {
			added[s] = true
			out.NewSubsumptions = max(0, out.NewSubsumptions-1)
		}
	}
	for _, s := range e.Examples {
		if !added[s] && len(out.Examples) < examples {
			out.Examples = append(out.Examples, &owl.SubClassOf{Sub: s.Sub, Super: s.Super})
		}
	}
	return out, nil
}

// namedSubsumption returns the classes of a SubClassOf axiom between named classes.
func namedSubsumption(a owl.Axiom) (s reasoner.Subsumption, ok bool) {
	sub, ok := a.(*owl.SubClassOf)
	if !ok {
		return s, false
	}
	s.Sub, ok = sub.Sub.(owl.Class)
	if ok {
		s.Super, ok = sub.Super.(owl.Class)
	}
	return s, ok
}

func (j judge) IsSubclass(sub, super owl.IRI) bool {
	return j.Taxonomy().IsSubsumedBy(owl.Class{IRI: sub}, owl.Class{IRI: super})
}

func iris(classes []owl.Class) []owl.IRI {
	var list []owl.IRI
	for _, c := range classes {
		list = append(list, c.IRI)
	}
	return list
}
