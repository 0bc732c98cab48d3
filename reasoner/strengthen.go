package reasoner

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/saturate"
)

// strengthening is a variant of the ontology in which each part outside EL is replaced by EL axioms
// that imply it, such as A ⊑ B ⊔ C by A ⊑ B. Every model of the strengthening is a model of the
// ontology. Therefore an axiom that the strengthening does not entail is not entailed by the
// ontology, and an axiom that makes no class unsatisfiable in the strengthening makes none
// unsatisfiable in the ontology. A positive answer of the strengthening decides nothing.
//
// Parts without a strengthening that leaves all classes satisfiable are left out. The answers then
// hold for questions whose module contains no such part: the module alone decides the answer, and
// the strengthening implies each of its axioms.
type strengthening struct {
	*Reasoner
	lacks  map[owl.Axiom]bool // the parts that are left out
	covers []cover
}

// Limits on the search for a strengthening.
const (
	maxParts        = 50
	maxAlternatives = 8  // for one part
	maxTrials       = 60 // sets of axioms tried
)

// strengthenings returns up to two strengthenings. The second one makes the opposite choices; it is
// omitted if there is no choice.
func (r *Reasoner) strengthenings(
	ctx context.Context, parts []owl.Axiom,
) ([]*strengthening, error) {
	if !r.Consistent() || len(parts) == 0 || len(parts) > maxParts {
		return nil, nil
	}
	var list []*strengthening
	choices := make([][]owl.Axiom, len(parts))
	choice := false
	for i, part := range parts {
		choices[i] = alternatives(ctx, part)
		choice = choice || len(choices[i]) > 1
	}
	for range 2 {
		s, err := r.strengthen(ctx, parts, choices)
		if err != nil {
			return nil, err
		}
		if s != nil {
			list = append(list, s)
		}
		if !choice {
			break
		}
		for _, alternatives := range choices {
			slices.Reverse(alternatives)
		}
	}
	return list, nil
}

// strengthen chooses for each part the first alternative with which all classes remain satisfiable.
func (r *Reasoner) strengthen(
	ctx context.Context, parts []owl.Axiom, choices [][]owl.Axiom,
) (*strengthening, error) {
	s := &strengthening{lacks: make(map[owl.Axiom]bool)}
	var chosen []owl.Axiom
	coverOf := make(map[owl.Axiom]owl.Class)
	trials := 0
	try := func(axioms []owl.Axiom) (bool, error) {
		if trials++; trials > maxTrials {
			return false, nil
		}
		axioms = append(slices.Clip(chosen), axioms...)
		coherent, err := r.coherentInLayer(ctx, axioms)
		if coherent {
			chosen = axioms
		}
		return coherent, err
	}
	var place func(from, to int) error
	place = func(from, to int) error {
		var first []owl.Axiom
		for _, alternatives := range choices[from:to] {
			if len(alternatives) > 0 {
				first = append(first, alternatives[0])
			}
		}
		if len(first) > 0 {
			if done, err := try(first); err != nil || done {
				return err
			}
		}
		if to-from > 1 {
			half := (from + to) / 2
			if err := place(from, half); err != nil {
				return err
			}
			return place(half, to)
		}
		for i, a := range choices[from] {
			if i > 0 {
				if done, err := try([]owl.Axiom{a}); err != nil || done {
					return err
				}
			}
		}
		if c, choices, ok := covering(parts[from], parts); ok {
			cover, err := r.cover(ctx, c, choices, parts[from], from+1, try)
			if err != nil {
				return err
			}
			if cover != nil {
				s.covers = append(s.covers, *cover)
				coverOf[parts[from]] = cover.by
				return nil
			}
		}
		s.lacks[parts[from]] = true
		return nil
	}
	if err := place(0, len(parts)); err != nil || len(chosen) == 0 {
		return nil, err
	}
	for i, part := range parts {
		if len(choices[i]) == 0 {
			s.lacks[part] = true
		}
	}
	var err error
	if s.Reasoner, err = r.Apply(ctx, chosen, nil); err != nil {
		return nil, err
	}
	for part, by := range coverOf { // the replacement must be satisfiable with all choices
		if s.taxonomy.IsSubsumedBy(by, owl.Nothing) {
			s.lacks[part] = true
		}
	}
	return s, nil
}

// coherentInLayer reports whether all classes remain satisfiable if axioms are added. It also
// returns false if an axiom is outside EL or cannot be added in a layer, because a classification
// for each trial would be too slow.
func (r *Reasoner) coherentInLayer(ctx context.Context, axioms []owl.Axiom) (bool, error) {
	extension, report, err := el.Extend(ctx, r.nf, axioms)
	if errors.Is(err, el.ErrDependsOnBase) {
		return false, nil
	} else if err != nil || len(report.Omissions) > 0 {
		return false, err
	}
	l := r.s.Layer()
	err = r.addTo(ctx, l, extension)
	if errors.Is(err, saturate.ErrRebuild) {
		return false, nil
	}
	if err != nil || !l.Consistent() {
		return false, err
	}
	return len(r.newlyUnsatisfiable(l)) == 0, nil
}

// alternatives returns EL axioms that each imply a part. It splits unions on the right side.
func alternatives(ctx context.Context, part owl.Axiom) (list []owl.Axiom) {
	var sub owl.ClassExpression
	var supers []owl.ClassExpression
	switch a := part.(type) {
	case *owl.SubClassOf:
		sub, supers = a.Sub, strengthened(a.Super)
	case *owl.ObjectPropertyDomain:
		sub, supers = &owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing},
			strengthened(a.Domain)
	}
	for _, super := range supers[:min(len(supers), maxAlternatives)] {
		a := &owl.SubClassOf{Sub: sub, Super: super}
		_, report, err := el.Normalize(ctx, &owl.Ontology{Axioms: []owl.Axiom{a}}, el.Options{})
		if err == nil && len(report.Omissions) == 0 {
			list = append(list, a)
		}
	}
	return list
}

// strengthened returns the subclasses of an expression that result from a choice of one operand in
// each union.
func strengthened(c owl.ClassExpression) (list []owl.ClassExpression) {
	switch c := c.(type) {
	case *owl.ObjectUnionOf:
		for _, o := range c.Operands {
			list = append(list, strengthened(o)...)
		}
		return list
	case *owl.ObjectIntersectionOf:
		return strengthenedAll(c.Operands)
	case *owl.ObjectSomeValuesFrom:
		for _, d := range strengthened(c.Filler) {
			list = append(list, &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: d})
		}
		return list
	}
	return []owl.ClassExpression{c}
}

// strengthenedAll is strengthened for an intersection.
func strengthenedAll(operands []owl.ClassExpression) (list []owl.ClassExpression) {
	choices := make([][]owl.ClassExpression, len(operands))
	most := 1
	for i, o := range operands {
		if choices[i] = strengthened(o); len(choices[i]) == 0 {
			return nil
		}
		most = max(most, len(choices[i]))
	}
	for n := range most {
		all := make([]owl.ClassExpression, len(choices))
		for i, choice := range choices {
			all[i] = choice[min(n, len(choice)-1)]
		}
		list = append(list, &owl.ObjectIntersectionOf{Operands: all})
	}
	return list
}
