package check

import (
	"iter"

	"box2el-owl/suggest/asserted"
)

// Bounds of the walks of one check, so that hostile ontologies cost no more than large ones.
const (
	mostSteps       = 4096 // restrictions looked at
	mostReached     = 64   // classes on a chain of fillers
	mostChildren    = 256
	mostDefinitions = 512
	mostConjuncts   = 256 // of a definition
	mostAbove       = 1024
)

// view is a Checker that leaves out one asserted statement: the one that is judged.
type view struct {
	*Checker
	without asserted.Statement
}

// leavesOut reports whether ∃r.D of class c is the statement that is left out.
func (v *view) leavesOut(c int32, r asserted.Restriction) bool {
	return v.without == asserted.Statement{Class: c, Property: r.Property, Target: r.Filler}
}

// restrictions iterates over the asserted restrictions of a class.
func (v *view) restrictions(c int32) iter.Seq[asserted.Restriction] {
	return func(yield func(asserted.Restriction) bool) {
		for _, r := range v.index.Restrictions(c) {
			if !v.leavesOut(c, r) && !yield(r) {
				return
			}
		}
	}
}

// inherited iterates over at most mostSteps asserted and inherited restrictions of a class.
func (v *view) inherited(c int32) iter.Seq2[int32, asserted.Restriction] {
	return func(yield func(int32, asserted.Restriction) bool) {
		steps := 0
		for holder, r := range v.index.Inherited(c) {
			if v.leavesOut(holder, r) {
				continue
			}
			if steps++; steps > mostSteps || !yield(holder, r) {
				return
			}
		}
	}
}

// holds reports whether a class has ∃r.D by an asserted or inherited restriction, a property
// below r or a filler below D.
func (v *view) holds(c int32, r asserted.Restriction) bool {
	for _, has := range v.inherited(c) {
		if v.index.IsBelow(has.Filler, r.Filler) &&
			v.index.IsSubProperty(has.Property, r.Property) {
			return true
		}
	}
	return false
}

// above iterates over a class and at most mostAbove classes above it.
func (v *view) above(c int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if !yield(c) {
			return
		}
		for i, a := range v.index.Ancestors(c) {
			if i == mostAbove || !yield(a) {
				return
			}
		}
	}
}

// shareParent reports whether two classes have a direct superclass in common, asserted or
// inferred.
func (v *view) shareParent(c, d int32) bool {
	return meet(v.index.DirectSupers(c), v.index.DirectSupers(d)) ||
		meet(v.index.Parents(c), v.index.Parents(d))
}

// meet reports whether two ascending lists have an element in common.
func meet(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// placed reports whether a class has a superclass in the ontology. The names of missing imports
// have none, and are never held to be incomparable.
func (c *Checker) placed(d int32) bool {
	return len(c.index.Parents(d)) > 0 || len(c.index.DirectSupers(d)) > 0
}

// apart reports whether two classes are placed and not comparable.
func (c *Checker) apart(d, e int32) bool {
	return d != e && c.placed(d) && c.placed(e) && !c.index.Comparable(d, e)
}

// asserted iterates over the asserted statements between different classes, in ascending order.
func (c *Checker) asserted() iter.Seq[asserted.Statement] {
	return func(yield func(asserted.Statement) bool) {
		for n := range int32(len(c.index.Classes)) {
			for _, d := range c.index.Parents(n) {
				if !yield(asserted.Statement{Class: n, Property: asserted.NoProperty, Target: d}) {
					return
				}
			}
			for _, r := range c.index.Restrictions(n) {
				if r.Filler != n && !yield(asserted.Statement{
					Class: n, Property: r.Property, Target: r.Filler,
				}) {
					return
				}
			}
		}
	}
}
