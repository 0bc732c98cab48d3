package check

import (
	"iter"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// collapse rejects an axiom that would make C equivalent to a class E below it: C ⊑ D if D is below
// C, and an axiom with which C satisfies the definition of E.
func collapse(v *view, s asserted.Statement) *evidence.Evidence {
	x := v.index
	if s.Property == asserted.NoProperty && x.IsBelow(s.Target, s.Class) &&
		!x.IsBelow(s.Class, s.Target) {
		return objection("K4", "%e is below %e; the two would be the same", v.class(s.Target),
			v.class(s.Class))
	}
	for d := range v.definitions(s) {
		e := d.Class
		if x.IsBelow(e, s.Class) && !x.IsBelow(s.Class, e) && v.wouldSatisfy(s, d) {
			return objection("K4", "%e is defined by this; it would be the same as %e",
				v.class(e), v.class(s.Class))
		}
	}
	return nil
}

// definitions iterates over at most mostDefinitions definitions that C may satisfy with the new
// axiom.
func (v *view) definitions(s asserted.Statement) iter.Seq[*asserted.Definition] {
	x := v.index
	return func(yield func(*asserted.Definition) bool) {
		left := mostDefinitions
		visit := func(numbers []int32) bool {
			for _, n := range numbers {
				if left--; left < 0 || !yield(&x.Definitions[n]) {
					return false
				}
			}
			return true
		}
		if below := x.Descendants(s.Class); len(below) <= mostReached {
			for _, e := range below {
				if !visit(v.stats.definitionsOf.Of(e)) {
					return
				}
			}
			return
		}
		for d := range v.above(s.Target) {
			if s.Property == asserted.NoProperty {
				if !visit(v.stats.byGenus[d]) {
					return
				}
				continue
			}
			for _, r := range x.SuperProperties(s.Property) {
				if !visit(v.stats.byRestriction[asserted.Restriction{Property: r, Filler: d}]) {
					return
				}
			}
		}
	}
}

// wouldSatisfy reports whether C satisfies a definition if the statement is added.
func (v *view) wouldSatisfy(s asserted.Statement, d *asserted.Definition) bool {
	x := v.index
	if d.Partial || len(d.Genus)+len(d.Restrictions) > mostConjuncts {
		return false
	}
	super := s.Property == asserted.NoProperty
	used := false
	for _, g := range d.Genus {
		switch {
		case super && x.IsBelow(s.Target, g) && !x.IsBelow(s.Class, g):
			used = true
		case !x.IsBelow(s.Class, g):
			return false
		}
	}
	for _, r := range d.Restrictions {
		switch {
		case v.holds(s.Class, r):
		case !super && x.IsSubProperty(s.Property, r.Property) && x.IsBelow(s.Target, r.Filler):
			used = true
		case super && v.holds(s.Target, r):
			used = true
		default:
			return false
		}
	}
	return used
}

// definedBySibling rejects C ⊑ ∃r.D if C is defined by ∃r.E and another class by ∃r.D, where D and
// E are incomparable and have a parent in common.
func definedBySibling(v *view, s asserted.Statement) *evidence.Evidence {
	x := v.index
	own := s.Restriction()
	other := int32(-1)
	for _, n := range v.stats.byRestriction[own] {
		if e := x.Definitions[n].Class; e != s.Class {
			other = e
			break
		}
	}
	if other < 0 {
		return nil
	}
	for _, n := range v.stats.definitionsOf.Of(s.Class) {
		d := &x.Definitions[n]
		if slices.Contains(d.Restrictions, own) {
			continue // the statement is a conjunct of this definition
		}
		for _, r := range d.Restrictions[:min(len(d.Restrictions), mostConjuncts)] {
			if r.Property == s.Property && v.incomparable(r.Filler, s.Target) &&
				v.shareParent(r.Filler, s.Target) {
				return objection("K5", "%e is defined by %e, %e by %e", v.class(s.Class),
					v.class(r.Filler), v.class(other), v.class(s.Target))
			}
		}
	}
	return nil
}

// sameAxioms rejects C ⊑ ∃r.D if with it C would have exactly the asserted axioms of another class.
// C must have another restriction.
func sameAxioms(v *view, s asserted.Statement) *evidence.Evidence {
	x := v.index
	row := s.Restriction()
	own := len(x.Restrictions(s.Class))
	hash := v.stats.hashes[s.Class]
	if x.HasRestriction(s.Class, row) {
		own--
	} else {
		hash += hashRestriction(row)
	}
	if own == 0 {
		return nil
	}
	for i, e := range v.stats.byHash[hash] {
		if i == mostChildren {
			break
		}
		if e != s.Class && x.HasRestriction(e, row) && v.sameAsserted(s.Class, e, row) {
			return objection("K6", "With this, exactly the same %d axioms would be asserted of "+
				"%e as of %e", len(x.Parents(e))+len(x.Restrictions(e)), v.class(s.Class),
				v.class(e))
		}
	}
	return nil
}

// sameAsserted reports whether C with a further restriction has the asserted axioms of another
// class.
func (v *view) sameAsserted(c, e int32, with asserted.Restriction) bool {
	x := v.index
	p, q := x.Parents(c), x.Parents(e)
	r, n := x.Restrictions(e), len(x.Restrictions(c))
	if !x.HasRestriction(c, with) {
		n++
	}
	if len(r) != n || len(r) > mostSteps || len(p) > mostSteps || !slices.Equal(p, q) {
		return false
	}
	for _, r := range r {
		if r != with && !x.HasRestriction(c, r) {
			return false
		}
	}
	return true
}
