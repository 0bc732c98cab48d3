package reasoner

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// A strengthening of an ontology replaces each part that lies outside EL by axioms of EL that imply it:
// A ⊑ B ⊔ C by A ⊑ B. Every model of the strengthening is a model of the ontology. So what the
// strengthening does not entail, the ontology does not entail either; and if an axiom makes no class
// unsatisfiable in the strengthening, it makes none unsatisfiable in the ontology. What the
// strengthening does entail, or contradicts, shows nothing about the ontology.
//
// Some parts have no strengthening, or none that leaves the classes satisfiable. They are left out. The answers
// are then those of the ontology as long as no such part is in the module of the question: the module
// alone decides the answer, and the strengthening implies each axiom of it.
type strengthening struct {
	*Reasoner
	lacks  map[owl.Axiom]bool // the parts that are left out
	covers []cover
}

// Bounds on the search for a strengthening.
const (
	maxParts        = 50
	maxAlternatives = 8  // of a part
	maxTrials       = 60 // sets of axioms tried
)

// strengthenings returns two of them, in which different axioms are chosen where there is a choice; one
// or none if there is no choice or no strengthening.
func (r *Reasoner) strengthenings(ctx context.Context, parts []owl.Axiom) ([]*strengthening, error) {
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

// strengthen chooses one alternative for each part, the first with which all classes stay satisfiable.
func (r *Reasoner) strengthen(ctx context.Context, parts []owl.Axiom, choices [][]owl.Axiom) (*strengthening, error) {
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
	for part, by := range coverOf { // it has to be satisfiable with all that is chosen
		if s.taxonomy.IsSubsumedBy(by, owl.Nothing) {
			s.lacks[part] = true
		}
	}
	return s, nil
}

// coherentInLayer reports whether all classes stay satisfiable if axioms are added. It reports false too if
// an axiom lies outside EL, or cannot be added in a layer: a classification for each trial would take
// too long.
func (r *Reasoner) coherentInLayer(ctx context.Context, axioms []owl.Axiom) (bool, error) {
	extension, report, err := el.Extend(ctx, r.nf, axioms)
	if errors.Is(err, el.ErrDependsOnBase) {
		return false, nil
	} else if err != nil || len(report.Omissions) > 0 {
		return false, err
	}
	l := r.s.layer()
	e := newEditor(l)
	err = e.add(extension)
	if err == nil {
		err = l.updateSome(ctx, e.sortedSeeds(), false)
	}
	if errors.Is(err, errRebuild) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if err := l.rounds(ctx, sortedAtoms(l.solved), nil); err != nil || !l.consistent() {
		return false, err
	}
	if err := l.assumeEach(ctx, r.opts); err != nil || !l.consistent() {
		return false, err
	}
	return len(r.newlyUnsatisfiable(l)) == 0, nil
}

// alternatives returns axioms of EL, each of which implies a part. There are some for unions on the right
// side.
func alternatives(ctx context.Context, part owl.Axiom) (list []owl.Axiom) {
	var sub owl.ClassExpression
	var supers []owl.ClassExpression
	switch a := part.(type) {
	case *owl.SubClassOf:
		sub, supers = a.Sub, strengthened(a.Super)
	case *owl.ObjectPropertyDomain:
		sub, supers = &owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing}, strengthened(a.Domain)
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

// strengthened returns class expressions below one without its unions.
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
