package check

import (
	"iter"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// excluded rejects C ⊑ D if an annotation excludes D, or a class above D, as a superclass of C.
func excluded(v *view, s asserted.Statement) *evidence.Evidence {
	if len(v.index.Excluded) == 0 {
		return nil
	}
	for d := range v.above(s.Target) {
		if v.index.Excluded[[2]int32{s.Class, d}] &&
			(d == s.Target || !v.index.IsBelow(s.Class, d)) {
			return objection("excluded", "An annotation excludes %e as a superclass of %e",
				v.class(d), v.class(s.Class))
		}
	}
	return nil
}

// oppositeNames rejects C ⊑ D if the name of D differs from that of C, or of a class above C, only
// in two opposite words. A class above C counts only if all its words are in the name of C.
func oppositeNames(v *view, s asserted.Statement) *evidence.Evidence {
	for a := range v.above(s.Class) {
		if a == s.Target || a != s.Class && !v.words.contains(s.Class, a) {
			continue
		}
		mine, its, ok := v.opposites(a, s.Target)
		if ok && !v.words.has(s.Class, its) { // "on off status" has both
			return objection("K1", "%e says %q where the name of %e has %s", v.class(s.Target),
				v.words.quote(its), v.class(s.Class), "“"+v.words.quote(mine)+"”")
		}
	}
	return nil
}

// opposites returns the word of the label of c and the word of the label of d that are opposites.
func (v *view) opposites(c, d int32) (mine, its int32, ok bool) {
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
	if at, only := asserted.Difference(l, m); only && w.heads[c] == w.heads[d] &&
		at < int(w.heads[c]) &&
		v.areLearnedOpposites(l[at], m[at], c, d) {
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

// modifierNotHead rejects C ⊑ D if D's name modifies the head of C's name: an oligodendrocyte
// precursor is no oligodendrocyte. C ⊑ D is not rejected if other classes with C's head are below
// the class that their name modifies (beta turn type six). Nor is it if C's name ends in D's head
// (rho dependent terminator).
func modifierNotHead(v *view, s asserted.Statement) *evidence.Evidence {
	w := &v.words
	if !w.modifies(s.Class, s.Target) {
		return nil
	}
	c, d := w.head(s.Class), w.head(s.Target)
	if v.stats.modifiesElsewhere(w, s.Class, d) {
		return nil
	}
	return objection("K9", "%q is the noun of the name of %e, %s is not", w.quote(c),
		v.class(s.Class), "“"+w.quote(d)+"”")
}

// modifies reports whether the name of d modifies the head of the name of c: c's name has all words
// of d's name and another head, which is a noun, and does not end in the head of d.
func (w *words) modifies(c, d int32) bool {
	h, i := w.head(c), w.head(d)
	return h >= 0 && i >= 0 && h != i && w.has(c, i) && !w.endsIn(c, i) && w.contains(c, d) &&
		w.isNoun(c)
}

// isNoun reports whether the head of a label is surely its noun. It is not if a participle or "in
// situ" follows. Nor are numbers and codes ("type II", "PAX-5"), markers ("CD4-negative, …") and
// participles before a preposition ("taxed as").
func (w *words) isNoun(c int32) bool {
	label, at := w.labels.Of(c), int(w.heads[c])
	if w.markers[label[at]].stem >= 0 || w.isCode(label[at]) {
		return false
	}
	if at+1 == len(label) {
		return true
	}
	word, next := w.Words[label[at]], w.Words[label[at+1]]
	if at+2 < len(label) && next == "in" && latin[w.Words[label[at+2]]] {
		return false
	}
	return !asserted.IsParticiple(next) && (!asserted.IsPreposition(next) || next == "of" ||
		!strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "eed"))
}

// isCode reports whether a word has a digit or is one letter or a Roman numeral.
func (w *words) isCode(word int32) bool {
	text := w.Words[word]
	scale, ok := asserted.Scale(text)
	roman, _ := asserted.Scale("ii")
	return len(text) == 1 || ok && scale == roman || strings.ContainsAny(text, "0123456789")
}

var latin = asserted.WordSet("situ vitro vivo silico")

// privativeName rejects C ⊑ D if C's name without a privative word is that of D, or of a class
// below D whose name has the same head: an extinct volcano is no volcano. It does not reject C ⊑ D
// if another class with this word is below the class with its name without it (dry weight).
func privativeName(v *view, s asserted.Statement) *evidence.Evidence {
	w := &v.words
	for word, d := range w.withoutPrivatives(v.index, s.Class) {
		sameHead := w.head(s.Class) == w.head(s.Target) && v.index.IsBelow(d, s.Target)
		if d != s.Target && !sameHead || w.has(s.Target, word) {
			continue
		}
		others := v.stats.kept[word]
		if v.index.IsBelow(s.Class, d) {
			others--
		}
		if others <= 0 {
			return objection("K9b", "The name of %e has %q, that of %e has not",
				v.class(s.Class), w.quote(word), v.class(s.Target))
		}
	}
	return nil
}

// withoutPrivatives iterates over the privative words before the head of a label and the classes
// with the label without this word.
func (w *words) withoutPrivatives(x *asserted.Index, c int32) iter.Seq2[int32, int32] {
	return func(yield func(word, class int32) bool) {
		for i, word := range w.before(c) {
			if !w.privative[word] {
				continue
			}
			rest := slices.Delete(slices.Clone(x.Labels[c].Words), i, i+1)
			for _, d := range x.LabelledBy(asserted.PhraseOf(rest...)) {
				if !yield(word, d) {
					return
				}
			}
		}
	}
}
