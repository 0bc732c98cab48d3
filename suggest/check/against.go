package check

import (
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Against returns what speaks against a statement without rejecting it. A suggestion with such
// evidence is speculative.
func (c *Checker) Against(s asserted.Statement) []evidence.Evidence {
	v := view{Checker: c, without: s}
	var all []evidence.Evidence
	for _, sign := range signs {
		if e, ok := sign(&v, s); ok {
			all = append(all, e.Objecting())
		}
	}
	return all
}

// signs are the weaker signs against a statement.
var signs = []func(*view, asserted.Statement) (evidence.Evidence, bool){
	ownRelative, rootWithoutSupport, childrenDiffer, nobodyNear,
}

// ownRelative objects to C ⊑ ∃r.D if D is above or below C, but for part-of-like properties.
func ownRelative(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	if s.Property == asserted.NoProperty || v.stats.isPartOf[s.Property] {
		return evidence.Evidence{}, false
	}
	switch x := v.index; {
	case x.IsBelow(s.Class, s.Target):
		return evidence.New("own superclass", "%e is a %e itself", v.class(s.Class),
			v.class(s.Target)), true
	case x.IsBelow(s.Target, s.Class):
		return evidence.New("own subclass", "%e is a %e itself", v.class(s.Target),
			v.class(s.Class)), true
	}
	return evidence.Evidence{}, false
}

// rootWithoutSupport objects to C ⊑ D if C has subclasses and no superclass, and neither its name
// nor its definition names D. A class with neither is not placed yet.
func rootWithoutSupport(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	x := v.index
	if s.Property != asserted.NoProperty || len(x.Ancestors(s.Class)) > 0 ||
		len(x.DirectSubs(s.Class)) == 0 {
		return evidence.Evidence{}, false
	}
	for _, p := range x.Parents(s.Class) {
		if p != s.Target {
			return evidence.Evidence{}, false
		}
	}
	w := &v.words
	if w.head(s.Target) >= 0 && w.head(s.Class) == w.head(s.Target) &&
		w.contains(s.Class, s.Target) {
		return evidence.Evidence{}, false
	}
	if key := x.Labels[s.Target].Key(); key != "" && x.Texts[s.Class] != "" {
		text := " " + strings.Join(asserted.Words(x.Texts[s.Class]), " ") + " "
		if strings.Contains(text, " "+key+" ") {
			return evidence.Evidence{}, false
		}
	}
	return evidence.New("root",
		"%e is a root, with %d direct subclasses; neither its name nor its "+
			"definition names %e", v.class(s.Class), len(x.Descendants(s.Class)),
		v.class(s.Target)), true
}

// childrenDiffer objects to C ⊑ ∃r.D if fewer than half of C's children have it and another child
// has another filler of r.
func childrenDiffer(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	if s.Property == asserted.NoProperty {
		return evidence.Evidence{}, false
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
			case r.Property == s.Property && v.apart(r.Filler, s.Target):
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
		return evidence.Evidence{}, false
	}
	return evidence.New("subclasses", "%d of %d subclasses of %e say this, %d say another", have,
		len(children), v.class(s.Class), another), true
}

// nobodyNear objects to C ⊑ ∃r.D if none of the classes below the superclasses of C has r, and five
// or more would if its subjects were anywhere alike.
func nobodyNear(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	if s.Property == asserted.NoProperty {
		return evidence.Evidence{}, false
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
		return evidence.Evidence{}, false
	}
	n := 0
	for _, p := range parents {
		below := x.Descendants(p)
		if n += len(below); len(below) > mostSteps || slices.ContainsFunc(below, has) {
			return evidence.Evidence{}, false
		}
	}
	if float64(n)*float64(v.stats.subjects[s.Property]) < leastExpected*float64(v.stats.allLive) {
		return evidence.Evidence{}, false
	}
	return evidence.New("branch", "None of the %d classes below %e has %e", n,
		v.class(parents[0]), v.property(s.Property)), true
}
