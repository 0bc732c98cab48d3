package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// said is what an axiom says of a named class: Class ⊑ Target, or with a Property Class ⊑ ∃Property.Target.
type said struct {
	Class, Property, Target owl.IRI
}

func (s said) compare(t said) int {
	for _, pair := range [][2]owl.IRI{{s.Class, t.Class}, {s.Property, t.Property}, {s.Target, t.Target}} {
		if c := strings.Compare(text(pair[0]), text(pair[1])); c != 0 {
			return c
		}
	}
	return 0
}

// text is an IRI, or nothing for the zero one.
func text(iri owl.IRI) string {
	if iri.IsZero() {
		return ""
	}
	return iri.String()
}

// told lists what the axioms say of named classes, sorted and each once. Conjunctions on the right are taken apart, and so
// are the other sides of equivalences with a name.
func told(axioms []owl.Axiom) []said {
	var all []said
	for _, a := range axioms {
		for _, side := range sides(a) {
			for _, part := range conjuncts(side.super, nil) {
				if s, ok := statement(side.sub, part); ok {
					all = append(all, s)
				}
			}
		}
	}
	slices.SortFunc(all, said.compare)
	return slices.Compact(all)
}

// side is a subsumption of a named class that an axiom says.
type side struct {
	sub   owl.Class
	super owl.ClassExpression
}

func sides(a owl.Axiom) []side {
	var list []side
	switch a := a.(type) {
	case *owl.SubClassOf:
		if sub, ok := a.Sub.(owl.Class); ok {
			list = append(list, side{sub, a.Super})
		}
	case *owl.EquivalentClasses:
		for i, sub := range a.Classes {
			if sub, ok := sub.(owl.Class); ok {
				for j, super := range a.Classes {
					if i != j {
						list = append(list, side{sub, super})
					}
				}
			}
		}
	case *owl.DisjointUnion:
		for _, sub := range a.Classes {
			if sub, ok := sub.(owl.Class); ok {
				list = append(list, side{sub, a.Class})
			}
		}
	}
	return list
}

// conjuncts appends the operands of nested intersections.
func conjuncts(e owl.ClassExpression, parts []owl.ClassExpression) []owl.ClassExpression {
	if both, ok := e.(*owl.ObjectIntersectionOf); ok {
		for _, operand := range both.Operands {
			parts = conjuncts(operand, parts)
		}
		return parts
	}
	return append(parts, e)
}

// statement is what sub ⊑ part says, if that is between names other than owl:Thing and owl:Nothing.
func statement(sub owl.Class, part owl.ClassExpression) (said, bool) {
	builtIn := func(c owl.Class) bool { return c == owl.Thing || c == owl.Nothing }
	switch part := part.(type) {
	case owl.Class:
		return said{Class: sub.IRI, Target: part.IRI}, sub != part && !builtIn(sub) && !builtIn(part)
	case *owl.ObjectSomeValuesFrom:
		property, named := part.Property.(owl.ObjectProperty)
		filler, ok := part.Filler.(owl.Class)
		return said{sub.IRI, property.IRI, filler.IRI}, named && ok && !builtIn(sub) && !builtIn(filler)
	}
	return said{}, false
}

// sample draws a share of the statements, at least one, by a seed.
func sample(all []said, share float64, seed uint64) map[said]bool {
	drawn := make(map[said]bool)
	rng := rand.New(rand.NewPCG(seed, 0x401d))
	order := rng.Perm(len(all))
	for _, i := range order[:min(len(all), max(1, int(share*float64(len(all)))))] {
		drawn[all[i]] = true
	}
	return drawn
}

// without rewrites axioms so that none says any longer what is gone. A conjunction loses the conjunct. An equivalence that
// loses one becomes the subclass axioms of what is left: that the rest is sufficient for the class nobody has said, and the
// old condition would give away what was removed. A disjoint union becomes disjointness and subclass axioms.
func without(axioms []owl.Axiom, gone map[said]bool) []owl.Axiom {
	rest := make([]owl.Axiom, 0, len(axioms))
	for _, a := range axioms {
		list := sides(a)
		lost := false
		for i, s := range list {
			kept := slices.DeleteFunc(conjuncts(s.super, nil), func(part owl.ClassExpression) bool {
				what, ok := statement(s.sub, part)
				return ok && gone[what]
			})
			if len(kept) < len(conjuncts(s.super, nil)) {
				lost = true
				list[i].super = conjunction(kept)
			}
		}
		if !lost {
			rest = append(rest, a)
			continue
		}
		if union, ok := a.(*owl.DisjointUnion); ok {
			rest = append(rest, &owl.DisjointClasses{Classes: union.Classes})
		}
		for _, s := range list {
			if s.super != nil {
				rest = append(rest, &owl.SubClassOf{Sub: s.sub, Super: s.super})
			}
		}
	}
	return rest
}

// conjunction is nil for no parts.
func conjunction(parts []owl.ClassExpression) owl.ClassExpression {
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return &owl.ObjectIntersectionOf{Operands: parts}
}
