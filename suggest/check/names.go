package check

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// excluded rejects C ⊑ D if an annotation excludes D, or a class above D, as a superclass of C.
func excluded(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	if len(v.index.Excluded) == 0 {
		return evidence.Evidence{}, false
	}
	for d := range v.above(s.Target) {
		if v.index.Excluded[[2]int32{s.Class, d}] &&
			(d == s.Target || !v.index.IsBelow(s.Class, d)) {
			return evidence.New("excluded", "An annotation excludes %e as a superclass of %e",
				v.class(d), v.class(s.Class)), true
		}
	}
	return evidence.Evidence{}, false
}

// oppositeNames rejects C ⊑ D if the names are the same but for two opposite words. A class above
// C objects only if its words are all in the name of C.
func oppositeNames(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	for a := range v.above(s.Class) {
		if a == s.Target || a != s.Class && !v.words.contains(s.Class, a) {
			continue
		}
		if mine, its, ok := v.opposed(a, s.Target); ok {
			return evidence.New("K1", "%e says %q where the name of %e has %s", v.class(s.Target),
				v.words.quote(its), v.class(s.Class), "“"+v.words.quote(mine)+"”"), true
		}
	}
	return evidence.Evidence{}, false
}

// opposed returns the word of the label of c and the word of the label of d that are opposites.
func (v *view) opposed(c, d int32) (mine, its int32, ok bool) {
	w := &v.words
	for _, b := range w.sets.Of(d) {
		if w.markers[b].stem < 0 || w.has(c, b) {
			continue
		}
		for _, a := range w.sets.Of(c) {
			if w.contrary(a, b) && !w.has(d, a) {
				return a, b, true
			}
		}
	}
	if w.head(c) < 0 || w.head(c) != w.head(d) {
		return 0, 0, false
	}
	for _, b := range w.before(d) {
		for _, a := range w.listed[b] {
			if slices.Contains(w.before(c), a) && !w.has(d, a) && !w.has(c, b) &&
				w.containsBut(c, d, b) {
				return a, b, true
			}
		}
	}
	l, m := w.labels.Of(c), w.labels.Of(d)
	if len(l) != len(m) || w.heads[c] != w.heads[d] {
		return 0, 0, false
	}
	if at, only := difference(l, m); only && at < int(w.heads[c]) &&
		v.teaches(l[at], m[at], c, d) {
		return l[at], m[at], true
	}
	return 0, 0, false
}

// containsBut reports whether the label of c has all words of the label of d but one.
func (w *words) containsBut(c, d, but int32) bool {
	for _, word := range w.sets.Of(d) {
		if word != but && !w.has(c, word) {
			return false
		}
	}
	return true
}

// difference returns the only place in which two lists of the same length differ.
func difference(a, b []int32) (at int, only bool) {
	for i := range a {
		if a[i] != b[i] {
			if only {
				return 0, false
			}
			at, only = i, true
		}
	}
	return at, only
}

// modifierNotHead rejects C ⊑ D if the name of C has all words of that of D and another head, and
// the head of D is among its other words: an oligodendrocyte precursor is no oligodendrocyte. It
// does not object where other classes with C's head are below what their name modifies (beta turn
// type six), or where C's name ends in D's head (rho dependent terminator).
func modifierNotHead(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	w := &v.words
	if !w.modifies(s.Class, s.Target) {
		return evidence.Evidence{}, false
	}
	c, d := w.head(s.Class), w.head(s.Target)
	if v.stats.oftenKind(w, s.Class, d) {
		return evidence.Evidence{}, false
	}
	return evidence.New("K9", "%q is the noun of the name of %e, %s is not", w.quote(c),
		v.class(s.Class), "“"+w.quote(d)+"”"), true
}

// modifies reports whether the name of c has all words of that of d and another head, and does not
// end in the head of d.
func (w *words) modifies(c, d int32) bool {
	h, i := w.head(c), w.head(d)
	return h >= 0 && i >= 0 && h != i && w.has(c, i) && !w.endsIn(c, i) && w.contains(c, d)
}

// privativeName rejects C ⊑ D if C's name has a privative word that D's has not, with the same
// head: a former member is no member.
func privativeName(v *view, s asserted.Statement) (evidence.Evidence, bool) {
	w := &v.words
	if w.head(s.Class) < 0 || w.head(s.Class) != w.head(s.Target) {
		return evidence.Evidence{}, false
	}
	for _, word := range w.before(s.Class) {
		if w.privative[word] && !w.has(s.Target, word) {
			return evidence.New("K9b", "The name of %e has %q, that of %e has not",
				v.class(s.Class),
				w.quote(word), v.class(s.Target)), true
		}
	}
	return evidence.Evidence{}, false
}
