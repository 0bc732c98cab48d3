package reasoner

import (
	"context"
	"fmt"
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
// Some parts have no strengthening that leaves the classes satisfiable. They are left out. The answers
// are then those of the ontology as long as no such part is in the module of the question: the module
// alone decides the answer, and the strengthening implies each axiom of it.
type strengthening struct {
	*Reasoner
	lacks  map[owl.Axiom]bool // the parts that are left out
	covers []cover
}

// Bounds on the search for a strengthening.
const (
	maxAlternatives = 8   // of a part
	maxTrials       = 120 // sets of axioms tried
	maxApart        = 5   // neighbors of an at-least restriction
)

// strengthenings returns two of them, in which different axioms are chosen where there is a choice; one
// or none if there is no choice or no strengthening.
func (r *Reasoner) strengthenings(ctx context.Context, parts []owl.Axiom) ([]*strengthening, error) {
	if !r.Consistent() {
		return nil, nil
	}
	var list []*strengthening
	choices := make([][][]owl.Axiom, len(parts))
	choice := false
	linked := r.linkedProperties()
	for i, part := range parts {
		if r.affectsMany(part) {
			continue
		}
		choices[i] = stronger(ctx, part, linked)
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
func (r *Reasoner) strengthen(ctx context.Context, parts []owl.Axiom, choices [][][]owl.Axiom) (*strengthening, error) {
	s := &strengthening{lacks: make(map[owl.Axiom]bool)}
	var chosen []owl.Axiom
	coverOf := make(map[owl.Axiom]owl.Class)
	trials := 0
	try := func(axioms []owl.Axiom) (bool, error) {
		if trials++; trials > maxTrials {
			return false, nil
		}
		axioms = append(slices.Clip(chosen), axioms...)
		c, err := r.conflictInLayer(ctx, axioms)
		if err != nil || c.Contradicts() {
			return false, err
		}
		chosen = axioms
		return true, nil
	}
	var place func(from, to int) error
	place = func(from, to int) error {
		var first []owl.Axiom
		for _, alternatives := range choices[from:to] {
			if len(alternatives) > 0 {
				first = append(first, alternatives[0]...)
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
		for i, axioms := range choices[from] {
			if i > 0 {
				if done, err := try(axioms); err != nil || done {
					return err
				}
			}
		}
		if c, alternatives, ok := covering(parts[from], parts); ok && !r.affectsMany(parts[from]) {
			cover, err := r.cover(ctx, c, alternatives, parts[from], from+1, try)
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

// stronger returns sets of axioms of EL, each of which implies an axiom.
// It does not make properties empty that are linked.
func stronger(ctx context.Context, a owl.Axiom, linked map[owl.Entity]bool) (sets [][]owl.Axiom) {
	for _, set := range alternatives(a) {
		if slices.ContainsFunc(set, func(a owl.Axiom) bool { return linked[emptied(a)] }) {
			continue
		}
		if len(sets) == maxAlternatives || ctx.Err() != nil {
			break
		}
		_, report, err := el.Normalize(ctx, &owl.Ontology{Axioms: set}, el.Options{})
		if err == nil && len(report.Omissions) == 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// alternatives returns sets of axioms, each of which implies an axiom. Some may lie outside EL.
func alternatives(a owl.Axiom) (sets [][]owl.Axiom) {
	one := func(a owl.Axiom) { sets = append(sets, []owl.Axiom{a}) }
	switch a := a.(type) {
	case *owl.SubClassOf:
		for _, inclusion := range strongerInclusions(a.Sub, a.Super) {
			set := []owl.Axiom{inclusion}
			if mentionsAtLeast(inclusion.Super) {
				set = append(set, &owl.DisjointClasses{Classes: apart(maxApart)})
			}
			sets = append(sets, set)
		}
	case *owl.DisjointClasses:
		weaker := make([]owl.ClassExpression, len(a.Classes))
		for i, c := range a.Classes {
			weaker[i] = weakened(c)
		}
		one(&owl.DisjointClasses{Classes: weaker})
	case *owl.ObjectPropertyDomain:
		source := &owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing}
		for _, c := range strengthened(a.Domain) {
			one(&owl.SubClassOf{Sub: source, Super: c})
		}
		one(empty(a.Property))
	case *owl.ObjectPropertyRange:
		one(empty(a.Property))
	case *owl.InverseObjectProperties:
		sets = append(sets, []owl.Axiom{empty(a.First), empty(a.Second)})
	case *owl.SymmetricObjectProperty:
		one(empty(a.Property))
	case *owl.AsymmetricObjectProperty:
		one(empty(a.Property))
	case *owl.FunctionalObjectProperty:
		one(empty(a.Property))
	case *owl.InverseFunctionalObjectProperty:
		one(empty(a.Property))
	case *owl.SubObjectPropertyOf:
		one(empty(a.Sub))
	case *owl.SubPropertyChainOf:
		for _, p := range a.Chain {
			one(empty(p))
		}
	case *owl.DisjointObjectProperties:
		if len(a.Properties) == 2 {
			one(empty(a.Properties[0]))
			one(empty(a.Properties[1]))
		}
	}
	return sets
}

// empty returns the axiom that a property links nothing.
func empty(p owl.ObjectPropertyExpression) owl.Axiom {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		p = inverse.Property
	}
	return &owl.SubClassOf{Sub: &owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing}, Super: owl.Nothing}
}

// emptied returns the property of an axiom made by empty, or nil.
func emptied(a owl.Axiom) owl.Entity {
	inclusion, ok := a.(*owl.SubClassOf)
	if !ok || inclusion.Super != owl.ClassExpression(owl.Nothing) {
		return nil
	}
	some, ok := inclusion.Sub.(*owl.ObjectSomeValuesFrom)
	if !ok || some.Filler != owl.ClassExpression(owl.Thing) {
		return nil
	}
	p, _ := some.Property.(owl.ObjectProperty)
	return p
}

// linkedProperties returns the properties that some class or individual needs. If they are empty, it
// cannot be satisfied.
func (r *Reasoner) linkedProperties() map[owl.Entity]bool {
	nf := r.nf
	linked := make([]bool, nf.NumRoles())
	for _, a := range nf.NF3 {
		linked[a.Role] = true
	}
	for _, a := range nf.Reflexive {
		linked[a.Role] = true
	}
	for _, a := range nf.HasSelf {
		linked[a.Role] = true
	}
	for again := true; again; {
		again = false
		mark := func(r el.Role) {
			if !linked[r] {
				linked[r], again = true, true
			}
		}
		for _, a := range nf.Inclusions {
			if linked[a.Sub] {
				mark(a.Super)
			}
		}
		for _, a := range nf.Chains {
			if !slices.ContainsFunc(a.Parts, func(r el.Role) bool { return !linked[r] }) {
				mark(a.Super)
			}
		}
	}
	properties := make(map[owl.Entity]bool)
	for role, is := range linked {
		if is {
			properties[nf.Property(el.Role(role))] = true
		}
	}
	return properties
}

// maxBelow bounds the cost of a trial: for classes with more classes below them none is made.
const maxBelow = 500

// affectsMany reports whether a part is about a class with many classes below it.
func (r *Reasoner) affectsMany(part owl.Axiom) bool {
	inclusion, ok := part.(*owl.SubClassOf)
	if !ok {
		return false
	}
	c, ok := inclusion.Sub.(owl.Class)
	return ok && r.taxonomy.NumBelow(c) > maxBelow
}

// strongerInclusions returns inclusions that imply sub ⊑ super: sub is replaced by an expression above
// it, super by one below. C ⊓ ¬D ⊑ E follows from C ⊑ D too.
func strongerInclusions(sub, super owl.ClassExpression) (list []*owl.SubClassOf) {
	for _, c := range strengthened(super) {
		list = append(list, &owl.SubClassOf{Sub: weakened(sub), Super: c})
	}
	conjuncts := []owl.ClassExpression{sub}
	if and, ok := sub.(*owl.ObjectIntersectionOf); ok {
		conjuncts = and.Operands
	}
	for i, c := range conjuncts {
		negation := complement(c)
		if _, positive := negation.(*owl.ObjectComplementOf); positive {
			continue
		}
		others := slices.Delete(slices.Clone(conjuncts), i, i+1)
		for _, d := range strengthened(negation) {
			list = append(list, &owl.SubClassOf{Sub: weakened(intersection(others)), Super: d})
		}
	}
	return list
}

func intersection(list []owl.ClassExpression) owl.ClassExpression {
	switch len(list) {
	case 0:
		return owl.Thing
	case 1:
		return list[0]
	}
	return &owl.ObjectIntersectionOf{Operands: list}
}

// complement returns ¬c, the complement moved inwards where that leads out of a complement or a universal
// or at-most restriction.
func complement(c owl.ClassExpression) owl.ClassExpression {
	switch c := c.(type) {
	case *owl.ObjectComplementOf:
		return c.Operand
	case *owl.ObjectAllValuesFrom:
		return &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: complement(c.Filler)}
	case *owl.ObjectMaxCardinality:
		return &owl.ObjectMinCardinality{N: c.N + 1, Property: c.Property, Filler: c.Filler}
	case *owl.ObjectMinCardinality:
		if c.N > 1 {
			return &owl.ObjectMaxCardinality{N: c.N - 1, Property: c.Property, Filler: c.Filler}
		}
	}
	return &owl.ObjectComplementOf{Operand: c}
}

// filler returns the filler of a number restriction.
func filler(c owl.ClassExpression) owl.ClassExpression {
	if c == nil {
		return owl.Thing
	}
	return c
}

// none returns ¬∃p.c', where c' is above c.
func none(p owl.ObjectPropertyExpression, c owl.ClassExpression) owl.ClassExpression {
	return &owl.ObjectComplementOf{Operand: &owl.ObjectSomeValuesFrom{Property: p, Filler: weakened(c)}}
}

// strengthened returns class expressions below one, made for the right side of an inclusion.
func strengthened(c owl.ClassExpression) (list []owl.ClassExpression) {
	switch c := c.(type) {
	case *owl.ObjectUnionOf:
		for _, o := range c.Operands {
			list = append(list, strengthened(o)...)
		}
		return list
	case *owl.ObjectIntersectionOf:
		return strengthenedAll(c.Operands)
	case *owl.ObjectOneOf:
		for _, i := range c.Individuals {
			list = append(list, &owl.ObjectOneOf{Individuals: []owl.Individual{i}})
		}
		return list
	case *owl.ObjectComplementOf:
		negation := complement(c.Operand)
		if _, still := negation.(*owl.ObjectComplementOf); !still {
			return strengthened(negation)
		}
		switch o := c.Operand.(type) {
		case *owl.ObjectIntersectionOf:
			for _, d := range o.Operands {
				list = append(list, strengthened(complement(d))...)
			}
			return list
		case *owl.ObjectUnionOf:
			var all []owl.ClassExpression
			for _, d := range o.Operands {
				all = append(all, complement(d))
			}
			return strengthenedAll(all)
		}
		return []owl.ClassExpression{&owl.ObjectComplementOf{Operand: weakened(c.Operand)}}
	case *owl.ObjectSomeValuesFrom:
		for _, d := range strengthened(c.Filler) {
			list = append(list, &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: d})
		}
		return list
	case *owl.ObjectAllValuesFrom:
		return []owl.ClassExpression{none(c.Property, complement(c.Filler))}
	case *owl.ObjectMaxCardinality:
		return []owl.ClassExpression{none(c.Property, filler(c.Filler))}
	case *owl.ObjectMinCardinality:
		if c.N <= 1 || c.N > maxApart {
			return []owl.ClassExpression{c}
		}
		for _, d := range strengthened(filler(c.Filler)) {
			var all []owl.ClassExpression
			for _, x := range apart(c.N) {
				all = append(all, &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: intersection([]owl.ClassExpression{d, x})})
			}
			list = append(list, intersection(all))
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
		list = append(list, intersection(all))
	}
	return list
}

// weakened returns a class expression above one, made for the left side of an inclusion.
func weakened(c owl.ClassExpression) owl.ClassExpression {
	switch c := c.(type) {
	case *owl.ObjectIntersectionOf:
		var all []owl.ClassExpression
		for _, o := range c.Operands {
			if w := weakened(o); w != owl.ClassExpression(owl.Thing) {
				all = append(all, w)
			}
		}
		return intersection(all)
	case *owl.ObjectUnionOf:
		all := make([]owl.ClassExpression, len(c.Operands))
		for i, o := range c.Operands {
			if all[i] = weakened(o); all[i] == owl.ClassExpression(owl.Thing) {
				return owl.Thing
			}
		}
		return &owl.ObjectUnionOf{Operands: all}
	case *owl.ObjectComplementOf:
		negation := complement(c.Operand)
		if _, still := negation.(*owl.ObjectComplementOf); !still {
			return weakened(negation)
		}
		return owl.Thing
	case *owl.ObjectSomeValuesFrom:
		return &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: weakened(c.Filler)}
	case *owl.ObjectMinCardinality:
		if c.N > 0 {
			return &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: weakened(filler(c.Filler))}
		}
		return owl.Thing
	case *owl.ObjectExactCardinality:
		if c.N > 0 {
			return &owl.ObjectSomeValuesFrom{Property: c.Property, Filler: weakened(filler(c.Filler))}
		}
		return owl.Thing
	case *owl.ObjectAllValuesFrom, *owl.ObjectMaxCardinality:
		return owl.Thing
	}
	return c
}

// apart returns classes that are made disjoint: ≥ 2 p.C follows from ∃p.(C ⊓ X) ⊓ ∃p.(C ⊓ Y) if X and
// Y are. They are classes that no ontology mentions, so that this leads to no contradiction.
func apart(n int) []owl.ClassExpression {
	list := make([]owl.ClassExpression, n)
	for i := range list {
		list[i] = owl.Class{IRI: owl.NewIRI(fmt.Sprintf("urn:box2el:apart:%d", i+1))}
	}
	return list
}

// mentionsAtLeast reports whether an expression made by strengthened mentions a class of apart.
func mentionsAtLeast(c owl.ClassExpression) bool {
	switch c := c.(type) {
	case owl.Class:
		return c == apart(1)[0]
	case *owl.ObjectIntersectionOf:
		return slices.ContainsFunc(c.Operands, mentionsAtLeast)
	case *owl.ObjectSomeValuesFrom:
		return mentionsAtLeast(c.Filler)
	}
	return false
}
