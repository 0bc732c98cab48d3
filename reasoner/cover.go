package reasoner

import (
	"context"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/reasoner/goal"
)

// cover strengthens A ⊑ B₁ ⊔ … ⊔ Bₙ if no Bᵢ can be chosen for all of A, as in a definition A ≡ B₁
// ⊔ B₂ by disjoint classes. The choice is made for each axiom with A on its right side: A is
// replaced by a class Aᵢ with Aᵢ ⊑ A and Aᵢ ⊑ Bᵢ. The new axiom implies the original one. An axiom
// Bᵢ ⊑ A needs no choice.
//
// Let I be a model of the ontology with these axioms, but without A ⊑ B₁ ⊔ … ⊔ Bₙ. Restrict A to
// the elements of some Bᵢ. The result is a model of the whole ontology: axioms with A on the left
// hold, because they apply to fewer elements; axioms with A on the right hold through Aᵢ, whose
// elements do not change, or as Bᵢ ⊑ A. The Bᵢ do not change, because they mention neither A nor a
// class that another cover restricts. A question about A is therefore one about Aᵢ where A occurs
// positively, and about A where it occurs negatively.
type cover struct {
	class owl.Class
	by    owl.Class // an Aᵢ
}

// maxOccurrences bounds the axioms with the class of a cover on their right side.
const maxOccurrences = 40

// covering returns the class and the alternatives of a part for which a cover is possible. The
// class must occur in no other part.
func covering(
	part owl.Axiom, parts []owl.Axiom,
) (c owl.Class, choices []owl.ClassExpression, ok bool) {
	inclusion, ok := part.(*owl.SubClassOf)
	if !ok {
		return c, nil, false
	}
	if c, ok = inclusion.Sub.(owl.Class); !ok || c == owl.Thing {
		return c, nil, false
	}
	union, ok := inclusion.Super.(*owl.ObjectUnionOf)
	if !ok || len(union.Operands) > maxAlternatives {
		return c, nil, false
	}
	if slices.ContainsFunc(parts, func(p owl.Axiom) bool { return p != part && mentions(p, c) }) {
		return c, nil, false
	}
	for _, o := range union.Operands {
		if mentions(&owl.SubClassOf{Sub: owl.Nothing, Super: o}, c) {
			return c, nil, false
		}
		choices = append(choices, strengthened(o)...)
	}
	return c, choices, true
}

func mentions(a owl.Axiom, c owl.Class) bool {
	return slices.Contains(owl.AxiomSignature(a), owl.Entity(c))
}

// cover makes the choices for one part. try adds axioms if all classes remain satisfiable.
func (r *Reasoner) cover(
	ctx context.Context, c owl.Class, choices []owl.ClassExpression, part owl.Axiom, number int,
	try func([]owl.Axiom) (bool, error),
) (*cover, error) {
	occurrences, ok := r.occurrences(c, part)
	if !ok {
		return nil, nil
	}
	var chosen owl.Class
	classes := make([]owl.Class, len(choices))
	definitions := make([][]owl.Axiom, len(choices))
	for i, b := range choices {
		classes[i] = owl.Class{IRI: owl.NewIRI(fmt.Sprintf("urn:box2el:cover:%d:%d", number, i+1))}
		definitions[i] = []owl.Axiom{
			&owl.SubClassOf{Sub: classes[i], Super: c}, &owl.SubClassOf{Sub: classes[i], Super: b},
		}
		both := &owl.SubClassOf{
			Sub:   &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, b}},
			Super: owl.Nothing,
		}
		unsatisfiable, exact, err := r.Entails(ctx, both)
		if err != nil {
			return nil, err
		}
		if chosen == (owl.Class{}) && exact && !unsatisfiable {
			if ok, err := try(definitions[i]); err != nil {
				return nil, err
			} else if ok {
				chosen = classes[i]
			}
		}
	}
	if chosen == (owl.Class{}) {
		return nil, nil
	}
	for _, a := range occurrences {
		done := false
		for i := range classes {
			with, _ := covered(a, c, classes[i])
			var err error
			if done, err = try(append(slices.Clone(definitions[i]), with)); err != nil {
				return nil, err
			} else if done {
				break
			}
		}
		if !done {
			return nil, nil
		}
	}
	return &cover{c, chosen}, nil
}

// occurrences returns the axioms with a class on their right side, except those that assert that an
// alternative of part is a subclass of it.
func (r *Reasoner) occurrences(c owl.Class, part owl.Axiom) (list []owl.Axiom, ok bool) {
	operands := part.(*owl.SubClassOf).Super.(*owl.ObjectUnionOf).Operands
	for _, a := range r.axioms.all() {
		if !a.Kind().IsLogical() || !mentions(a, c) {
			continue
		}
		for _, p := range partsOf(a) {
			inclusion, isInclusion := p.(*owl.SubClassOf)
			if isInclusion && inclusion.Super == owl.ClassExpression(c) &&
				slices.Contains(operands, inclusion.Sub) {
				continue
			}
			with, possible := covered(p, c, c)
			if !possible || len(list) == maxOccurrences {
				return nil, false
			}
			if with != nil {
				list = append(list, p)
			}
		}
	}
	return list, true
}

// covered returns an axiom with c replaced by another class on its right side, or nil if c does not
// occur there. It reports false if an occurrence of c cannot be replaced.
func covered(a owl.Axiom, c, by owl.Class) (owl.Axiom, bool) {
	if inclusion := asInclusion(a); inclusion != nil {
		super, n := replaced(inclusion.Super, c, by)
		if n > 0 {
			return &owl.SubClassOf{Sub: inclusion.Sub, Super: super}, true
		}
		return nil, n == 0
	}
	if a, ok := a.(*owl.DisjointClasses); ok {
		for _, d := range a.Classes {
			if _, n := replaced(d, c, by); n < 0 {
				return nil, false
			}
		}
		return nil, true
	}
	return nil, false
}

// asInclusion returns an axiom of one superclass as an inclusion, or nil for another one.
func asInclusion(a owl.Axiom) *owl.SubClassOf {
	switch a := a.(type) {
	case *owl.SubClassOf:
		return a
	case *owl.ObjectPropertyDomain:
		source := &owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing}
		return &owl.SubClassOf{Sub: source, Super: a.Domain}
	case *owl.ClassAssertion:
		return &owl.SubClassOf{Sub: goal.Singleton(a.Individual), Super: a.Class}
	}
	return nil
}

// replaced returns an expression with a class replaced by another one, and the number of
// replacements. The number is −1 if an occurrence is not monotone or cannot be replaced.
func replaced(e owl.ClassExpression, c, by owl.Class) (owl.ClassExpression, int) {
	switch e := e.(type) {
	case owl.Class:
		if e == c {
			return by, 1
		}
		return e, 0
	case *owl.ObjectIntersectionOf:
		total := 0
		list := make([]owl.ClassExpression, len(e.Operands))
		for i, o := range e.Operands {
			with, n := replaced(o, c, by)
			if n < 0 {
				return nil, -1
			}
			list[i], total = with, total+n
		}
		return &owl.ObjectIntersectionOf{Operands: list}, total
	case *owl.ObjectSomeValuesFrom:
		with, n := replaced(e.Filler, c, by)
		return &owl.ObjectSomeValuesFrom{Property: e.Property, Filler: with}, n
	}
	if mentions(&owl.SubClassOf{Sub: owl.Nothing, Super: e}, c) {
		return nil, -1
	}
	return e, 0
}

// asked translates an axiom for a strengthening: it returns the axiom whose entailment is checked,
// and the axiom that is added. It reports false if the axiom cannot be translated.
func (s *strengthening) asked(a owl.Axiom) (question, added owl.Axiom, ok bool) {
	question, added = a, a
	for _, c := range s.covers {
		if !mentions(a, c.class) {
			continue
		}
		inclusion, ok := question.(*owl.SubClassOf)
		if !ok {
			return nil, nil, false
		}
		sub, n := replaced(inclusion.Sub, c.class, c.by)
		_, m := replaced(inclusion.Super, c.class, c.by)
		if n < 0 || m < 0 {
			return nil, nil, false
		}
		question = &owl.SubClassOf{Sub: sub, Super: inclusion.Super}
		if with, _ := covered(added, c.class, c.by); with != nil {
			added = with
		}
	}
	return question, added, true
}
