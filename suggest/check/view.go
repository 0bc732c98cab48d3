package check

import (
	"iter"

	"box2el-owl/suggest/asserted"
)

// Bounds of the loops of one check, so that hostile ontologies cost no more than large ones.
const (
	mostSteps       = 4096 // restrictions that are visited
	mostReached     = 64   // classes on a chain of fillers
	mostChildren    = 256
	mostDefinitions = 512
	mostConjuncts   = 256 // of a definition
	mostAbove       = 1024
	mostFillers     = 16 // compared with each other
)

// view is a Checker without one asserted statement: the one that is checked.
type view struct {
	*Checker
	without asserted.Statement
}

// hides reports whether C ⊑ ∃r.D is the statement that the view lacks.
func (v *view) hides(c int32, r asserted.Restriction) bool {
	return v.without == r.Of(c)
}

// restrictions iterates over the asserted restrictions of a class.
func (v *view) restrictions(c int32) iter.Seq[asserted.Restriction] {
	return func(yield func(asserted.Restriction) bool) {
		for _, r := range v.index.Restrictions(c) {
			if !v.hides(c, r) && !yield(r) {
				return
			}
		}
	}
}

// inherited iterates over at most mostSteps asserted and inherited restrictions of a class, each
// with the class that it is asserted of.
func (v *view) inherited(c int32) iter.Seq2[int32, asserted.Restriction] {
	return func(yield func(int32, asserted.Restriction) bool) {
		steps := 0
		for holder, r := range v.index.Inherited(c) {
			if v.hides(holder, r) {
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
	return asserted.Intersect(v.index.DirectSupers(c), v.index.DirectSupers(d)) ||
		asserted.Intersect(v.index.Parents(c), v.index.Parents(d))
}

// hasSuperclass reports whether a class has a superclass in the ontology. Classes of missing
// imports have none.
func (c *Checker) hasSuperclass(d int32) bool {
	return len(c.index.Parents(d)) > 0 || len(c.index.DirectSupers(d)) > 0
}

// incomparable reports whether two classes have superclasses and neither is below the other.
func (c *Checker) incomparable(d, e int32) bool {
	return d != e && c.hasSuperclass(d) && c.hasSuperclass(e) && !c.index.Comparable(d, e)
}

// asserted iterates over the asserted statements between different classes, in ascending order.
func (c *Checker) asserted() iter.Seq[asserted.Statement] {
	return func(yield func(asserted.Statement) bool) {
		for n := range int32(len(c.index.Classes)) {
			for _, s := range c.index.Statements(n) {
				if s.Target != n && !yield(s) {
					return
				}
			}
		}
	}
}
