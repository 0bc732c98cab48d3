package check

import (
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Against returns the weaker evidence against a statement, which does not reject it. A suggestion
// with such evidence is speculative.
func (c *Checker) Against(s asserted.Statement) []evidence.Evidence {
	v := view{Checker: c, without: s}
	var all []evidence.Evidence
	for _, sign := range signs {
		if e := sign(&v, s); e != nil {
			all = append(all, *e)
		}
	}
	return all
}

// signs are the weaker signs against a statement. Each returns nil if it has no objection.
var signs = []func(*view, asserted.Statement) *evidence.Evidence{
	ownRelative, rootWithoutSupport, childrenDiffer, absentInBranch,
}

// ownRelative objects to C ⊑ ∃r.D if D is above or below C and r is not like part of.
func ownRelative(v *view, s asserted.Statement) *evidence.Evidence {
	if s.Property == asserted.NoProperty || v.index.PartLike[s.Property] {
		return nil
	}
	switch x := v.index; {
	case x.IsBelow(s.Class, s.Target):
		return objection("own superclass", "%e is a %e itself", v.class(s.Class),
			v.class(s.Target))
	case x.IsBelow(s.Target, s.Class):
		return objection("own subclass", "%e is a %e itself", v.class(s.Target),
			v.class(s.Class))
	}
	return nil
}

// rootWithoutSupport objects to C ⊑ D if C has subclasses and no superclass, and neither its name
// nor its definition contains the name of D.
func rootWithoutSupport(v *view, s asserted.Statement) *evidence.Evidence {
	x := v.index
	if s.Property != asserted.NoProperty || len(x.Ancestors(s.Class)) > 0 ||
		len(x.DirectSubs(s.Class)) == 0 {
		return nil
	}
	for _, p := range x.Parents(s.Class) {
		if p != s.Target {
			return nil
		}
	}
	w := &v.words
	if w.head(s.Target) >= 0 && w.head(s.Class) == w.head(s.Target) &&
		w.contains(s.Class, s.Target) {
		return nil
	}
	if key := x.Labels[s.Target].Key(); key != "" && x.Texts[s.Class] != "" {
		text := " " + strings.Join(asserted.Words(x.Texts[s.Class]), " ") + " "
		if strings.Contains(text, " "+key+" ") {
			return nil
		}
	}
	n := len(x.DirectSubs(s.Class))
	return objection("root",
		"%e is a root, with %d direct %s; neither its name nor its definition names %e",
		v.class(s.Class), n, evidence.Verb(n, "subclass", "subclasses"), v.class(s.Target))
}

// childrenDiffer objects to C ⊑ ∃r.D if fewer than half of C's children have it and another child
// has another filler of r.
func childrenDiffer(v *view, s asserted.Statement) *evidence.Evidence {
	if s.Property == asserted.NoProperty {
		return nil
	}
	x := v.index
	children := x.DirectSubs(s.Class)
	children = children[:min(len(children), mostChildren)]
	have, another := 0, 0
	for _, child := range children {
		same, other := false, false
		for r := range v.restrictions(child) {
			switch {
			case r.Property != s.Property && !x.IsSubProperty(r.Property, s.Property):
			case x.IsBelow(r.Filler, s.Target):
				same = true
			case r.Property == s.Property && v.incomparable(r.Filler, s.Target):
				other = true
			}
		}
		switch {
		case same:
			have++
		case other:
			another++
		}
	}
	if another == 0 || 2*have >= len(children) {
		return nil
	}
	if len(children) == 1 {
		return objection("subclasses", "The only subclass of %e says another", v.class(s.Class))
	}
	return objection("subclasses", "%d of %d subclasses of %e %s this, %d %s another", have,
		len(children), v.class(s.Class), evidence.Verb(have, "says", "say"), another,
		evidence.Verb(another, "says", "say"))
}

// absentInBranch objects to C ⊑ ∃r.D if none of the classes below the superclasses of C has r, and
// five or more would have it if the classes with r were spread evenly.
func absentInBranch(v *view, s asserted.Statement) *evidence.Evidence {
	if s.Property == asserted.NoProperty {
		return nil
	}
	x := v.index
	has := func(c int32) bool {
		for r := range v.restrictions(c) {
			if x.IsSubProperty(r.Property, s.Property) {
				return true
			}
		}
		return false
	}
	parents := x.DirectSupers(s.Class)
	if len(parents) == 0 || slices.ContainsFunc(x.Ancestors(s.Class), has) || has(s.Class) {
		return nil
	}
	n, largest := 0, parents[0]
	for _, p := range parents {
		below := x.Descendants(p)
		if n += len(below); len(below) > mostSteps || slices.ContainsFunc(below, has) {
			return nil
		}
		if len(below) > len(x.Descendants(largest)) {
			largest = p
		}
	}
	if float64(n)*float64(v.stats.subjects[s.Property]) < leastExpected*float64(v.stats.live) {
		return nil
	}
	return objection("branch", "None of the %d classes below %e has %e",
		len(x.Descendants(largest)), v.class(largest), v.property(s.Property))
}
