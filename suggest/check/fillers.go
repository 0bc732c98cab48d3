package check

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// oppositeFiller rejects C ⊑ ∃r.D if C has a filler of r whose name is the opposite of D's name.
// It also rejects it if the only word of D's name, or a word of r's name, is the opposite of a word
// of C's name.
func oppositeFiller(v *view, s asserted.Statement) *evidence.Evidence {
	w := &v.words
	name := w.labels.Of(s.Class)[:w.heads[s.Class]+1]
	against := func(words []int32) (mine, its int32, ok bool) {
		for _, b := range words {
			for _, a := range w.listed[b] {
				if slices.Contains(name, a) && !slices.Contains(name, b) &&
					!slices.Contains(words, a) {
					return a, b, true
				}
			}
		}
		return 0, 0, false
	}
	if label := w.labels.Of(s.Target); len(label) == 1 {
		if mine, its, ok := against(label); ok {
			return objection("K2", "Says %q where the name of %e has %s", w.quote(its),
				v.class(s.Class), "“"+w.quote(mine)+"”")
		}
	}
	if mine, its, ok := against(w.properties.Of(s.Property)); ok {
		return objection("K2", "%e says %q where the name of %e has %s", v.property(s.Property),
			w.quote(its), v.class(s.Class), "“"+w.quote(mine)+"”")
	}
	for _, r := range v.inherited(s.Class) {
		if r.Property == s.Property && w.oppositeByList(r.Filler, s.Target) &&
			v.incomparable(r.Filler, s.Target) {
			return objection("K2", "%e has %e, the opposite of %e", v.class(s.Class),
				v.class(r.Filler), v.class(s.Target))
		}
	}
	return nil
}

// fillersExclude rejects C ⊑ ∃r.D if C has a filler E of r that excludes D: the names of D and E
// differ in one word before the head, both have a parent in common, each is a filler of three or
// more classes, and no class has both.
func fillersExclude(v *view, s asserted.Statement) *evidence.Evidence {
	x, w := v.index, &v.words
	own := s.Restriction()
	holders := x.Holders(own)
	if len(holders) < fewestContrasts || len(holders) > mostChildren {
		return nil
	}
	for _, r := range v.inherited(s.Class) {
		if r.Property != s.Property || !v.incomparable(r.Filler, s.Target) ||
			!v.shareParent(r.Filler, s.Target) {
			continue
		}
		others := x.Holders(r)
		if len(others) < fewestContrasts || len(others) > mostChildren {
			continue
		}
		at, only := asserted.Difference(w.labels.Of(r.Filler), w.labels.Of(s.Target))
		if !only || at >= int(w.heads[s.Target]) || w.heads[r.Filler] != w.heads[s.Target] {
			continue
		}
		if v.anyHasBoth(own, r, s.Class) {
			continue
		}
		return objection("K2b", "%e has %e; %d classes have this and %d %e, none has both",
			v.class(s.Class), v.class(r.Filler), len(others), len(holders),
			v.class(s.Target))
	}
	return nil
}

// anyHasBoth reports whether a class other than c has two restrictions, asserted or inherited.
func (v *view) anyHasBoth(a, b asserted.Restriction, c int32) bool {
	x := v.index
	for _, pair := range [][2]asserted.Restriction{{a, b}, {b, a}} {
		for _, h := range x.Holders(pair[0]) {
			if h == c {
				continue
			}
			for d := range v.above(h) {
				if d != c && x.HasRestriction(d, pair[1]) {
					return true
				}
			}
		}
	}
	return false
}

// oppositeByList reports whether two labels differ in one word only, by a pair of opposites.txt.
func (w *words) oppositeByList(c, d int32) bool {
	l, m := w.labels.Of(c), w.labels.Of(d)
	at, only := asserted.Difference(l, m)
	return only && slices.Contains(w.listed[l[at]], m[at])
}

// reversed rejects C ⊑ ∃r.D if D is related to C by r, or C to D by an inverse of r, and at most 2
// % of the pairs of r are asserted in both directions.
func reversed(v *view, s asserted.Statement) *evidence.Evidence {
	if !v.stats.oneWay[s.Property] {
		return nil
	}
	x := v.index
	inverses := x.Inverses(s.Property)
	anyOf := func(list []int32, is func(int32) bool) bool { return slices.ContainsFunc(list, is) }
	// near reports whether p is below r, or above r and not above an inverse of it.
	near := func(p, r int32, inverses []int32) bool {
		if x.IsSubProperty(p, r) {
			return true
		}
		return x.IsSubProperty(r, p) && v.stats.oneWay[p] &&
			!anyOf(inverses, func(i int32) bool { return x.IsSubProperty(i, p) })
	}
	forward := func(p int32) bool { return near(p, s.Property, inverses) }
	if p, ok := v.reaches(s.Target, s.Class, forward); ok {
		return objection("K3", "Asserted the other way round: %e %e %e", v.class(s.Target),
			v.property(p), v.class(s.Class))
	}
	backward := func(p int32) bool {
		return anyOf(inverses, func(i int32) bool { return near(p, i, x.Inverses(i)) }) ||
			anyOf(x.Inverses(p), forward)
	}
	if p, ok := v.reaches(s.Class, s.Target, backward); ok {
		return objection("K3", "Asserted the other way round: %e %e %e", v.class(s.Class),
			v.property(p), v.class(s.Target))
	}
	return nil
}

// reaches reports whether one class is related to another by an accepted property: by asserted and
// inherited restrictions, and through fillers if the property is transitive. It returns the
// property of the last step.
func (v *view) reaches(from, to int32, accept func(p int32) bool) (int32, bool) {
	var buffer [8]int32 // saves an allocation
	open := append(buffer[:0], from)
	steps := 0
	for i := 0; i < len(open); i++ {
		last, accepted := int32(-1), false
		for _, r := range v.inherited(open[i]) {
			if steps++; steps > mostSteps {
				return 0, false
			}
			if r.Property != last {
				last, accepted = r.Property, accept(r.Property)
			}
			if !accepted {
				continue
			}
			if v.index.IsBelow(r.Filler, to) {
				return r.Property, true
			}
			if v.index.Transitive[r.Property] && len(open) < mostReached &&
				!slices.Contains(open, r.Filler) {
				open = append(open, r.Filler)
			}
		}
	}
	return 0, false
}

// namesContainFillers rejects C ⊑ ∃r.D if the names of most of C's siblings contain the first word
// of their filler of r, and C's name does not contain that of D.
func namesContainFillers(v *view, s asserted.Statement) *evidence.Evidence {
	x, w := v.index, &v.words
	label := w.labels.Of(s.Target)
	if len(label) == 0 || w.has(s.Class, label[0]) {
		return nil
	}
	has := false
	for r := range v.restrictions(s.Class) {
		if r.Property == s.Property {
			if !v.incomparable(r.Filler, s.Target) {
				return nil
			}
			has = true
		}
	}
	if !has {
		return nil
	}
	var own namedFillers
	for r, n := range namedFillersOf(x, w, s.Class) {
		if r == s.Property {
			own = n
		}
	}
	for _, p := range x.DirectSupers(s.Class) {
		n := v.stats.named[[2]int32{p, s.Property}]
		n.children -= own.children
		n.fillers -= own.fillers
		n.named -= own.named
		if n.children >= fewestSiblings && n.fillers >= fewestFillers &&
			float64(n.named) >= leastNamed*float64(n.fillers) {
			return objection("K7", "The names of its siblings tell %d of %d fillers of %e; "+
				"that of %e does not tell %e", int(n.named), int(n.fillers), v.property(s.Property),
				v.class(s.Class), v.class(s.Target))
		}
	}
	return nil
}

// subclassHasAnother rejects C ⊑ ∃r.D if at most 5 % of the classes with r have two incomparable
// fillers, and a child of C has a filler that is not comparable to D.
func subclassHasAnother(v *view, s asserted.Statement) *evidence.Evidence {
	if !v.stats.single[s.Property] {
		return nil
	}
	children := v.index.DirectSubs(s.Class)
	for _, child := range children[:min(len(children), mostChildren)] {
		for r := range v.restrictions(child) {
			if r.Property == s.Property && v.incomparable(r.Filler, s.Target) {
				return objection("K8", "%e, a subclass, has %e; of %d classes with %e, at most 5 "+
					"%% have two such fillers", v.class(child), v.class(r.Filler),
					int(v.stats.holding[s.Property]), v.property(s.Property))
			}
		}
	}
	return nil
}

// differentiaOfSubclass rejects C ⊑ ∃r.D if the restriction distinguishes a child from C: the child
// has it, and the child's name consists of C's name and words of D's or r's name.
func differentiaOfSubclass(v *view, s asserted.Statement) *evidence.Evidence {
	x, w := v.index, &v.words
	row := s.Restriction()
	if len(w.sets.Of(s.Class)) == 0 {
		return nil
	}
	children := x.DirectSubs(s.Class)
	for _, child := range children[:min(len(children), mostChildren)] {
		if !x.HasRestriction(child, row) || !w.contains(child, s.Class) {
			continue
		}
		further, known := 0, 0
		for _, word := range w.sets.Of(child) {
			if w.has(s.Class, word) {
				continue
			}
			further++
			if w.has(s.Target, word) || slices.Contains(w.properties.Of(s.Property), word) {
				known++
			}
		}
		if further > 0 && known == further {
			return objection("K8c", "%e, a subclass, is named by %e %e", v.class(child),
				v.property(s.Property), v.class(s.Target))
		}
	}
	return nil
}

// oneFiller rejects C ⊑ ∃r.D if at most 1 % of the classes with r have two incomparable fillers,
// and C has a filler that is not comparable to D. Another class must have the filler D, because the
// fillers in use may be incomplete.
func oneFiller(v *view, s asserted.Statement) *evidence.Evidence {
	if !v.stats.strict[s.Property] || !v.hasOtherHolder(s) {
		return nil
	}
	for _, r := range v.inherited(s.Class) {
		if r.Property == s.Property && v.incomparable(r.Filler, s.Target) {
			return objection("K8b",
				"%e has %e; of %d classes with %e, at most 1 %% have two such fillers",
				v.class(s.Class), v.class(r.Filler), int(v.stats.holding[s.Property]),
				v.property(s.Property))
		}
	}
	return nil
}

// hasOtherHolder reports whether another class has the restriction of a statement.
func (v *view) hasOtherHolder(s asserted.Statement) bool {
	holders := v.index.Holders(s.Restriction())
	return len(holders) > 1 || len(holders) == 1 && holders[0] != s.Class
}

// differentTaxa rejects an axiom if C and D are in taxa that are not comparable.
func differentTaxa(v *view, s asserted.Statement) *evidence.Evidence {
	if s.Property != asserted.NoProperty && v.stats.isTaxon[s.Property] {
		return nil
	}
	for _, r := range v.inherited(s.Class) {
		if !v.stats.isTaxon[r.Property] {
			continue
		}
		for _, q := range v.inherited(s.Target) {
			if v.stats.isTaxon[q.Property] && v.incomparable(r.Filler, q.Filler) {
				return objection("K10", "%e is in %e, %e in %e", v.class(s.Class),
					v.class(r.Filler), v.class(s.Target), v.class(q.Filler))
			}
		}
	}
	return nil
}

// absentInLargestBranch rejects C ⊑ ∃r.D if no class of the largest branch of C has r, and five or
// more would have it if the classes with r were spread evenly.
func absentInLargestBranch(v *view, s asserted.Statement) *evidence.Evidence {
	t := &v.stats
	b := t.branch[s.Class]
	if b < 0 || t.live < fewestClasses || t.subjects[s.Property] < fewestSubjects {
		return nil
	}
	size := len(v.index.Descendants(b)) + 1
	if float64(t.subjects[s.Property])*float64(size) < leastExpected*float64(t.live) {
		return nil
	}
	in := t.inBranch[[2]int32{b, s.Property}]
	if in == 1 {
		in -= v.onlyByThis(s)
	}
	if in > 0 {
		return nil
	}
	for _, r := range v.inherited(s.Class) {
		if v.index.IsSubProperty(r.Property, s.Property) {
			return nil
		}
	}
	return objection("K11",
		"None of the %d classes in the branch of %e has %e, which %d others have",
		size, v.class(b), v.property(s.Property), int(t.subjects[s.Property]))
}

// onlyByThis returns 1 if the statement is asserted and no other axiom gives C its property, else
// 0.
func (v *view) onlyByThis(s asserted.Statement) int32 {
	this := s.Restriction()
	if !v.index.HasRestriction(s.Class, this) {
		return 0
	}
	for r := range v.restrictions(s.Class) {
		if v.index.IsSubProperty(r.Property, s.Property) {
			return 0
		}
	}
	return 1
}
