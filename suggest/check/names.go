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
	name := v.name(s.Class)
	for a := range v.above(s.Class) {
		if a == s.Target || a != s.Class && !contains(name, v.name(a)) {
			continue
		}
		mine, its, ok := v.opposites(a, s.Target)
		if ok && !has(name, its) { // "on off status" has both
			return objection("K1", "%e says %q where the name of %e has %s", v.class(s.Target),
				its, v.class(s.Class), "“"+mine+"”")
		}
	}
	return nil
}

// opposites returns the word of the label of c and the word of the label of d that are opposites.
func (v *view) opposites(c, d int32) (mine, its string, ok bool) {
	n, other := v.name(c), v.name(d)
	for _, b := range other.Words {
		m := markerOf(b)
		if m.polarity == unmarked || has(n, b) {
			continue
		}
		for _, a := range n.Words {
			if m.contrary(markerOf(a)) && !has(other, a) {
				return a, b, true
			}
		}
	}
	if n.Head < 0 || n.HeadWord() != other.HeadWord() {
		return "", "", false
	}
	for _, b := range before(other) {
		for _, a := range listed[b] {
			if slices.Contains(before(n), a) && !has(other, a) && !has(n, b) &&
				lacksOnly(n, other, b) {
				return a, b, true
			}
		}
	}
	if at, only := asserted.Difference(n.Words, other.Words); only && at < n.Head &&
		n.Head == other.Head && v.areLearnedOpposites(n.Words[at], other.Words[at], c, d) {
		return n.Words[at], other.Words[at], true
	}
	return "", "", false
}

// modifierNotHead rejects C ⊑ D if D's name modifies the head of C's name: an oligodendrocyte
// precursor is no oligodendrocyte. It does not reject C ⊑ D if other classes with C's head are
// below the class that their name modifies (beta turn type six), or if C's name ends in D's head
// (rho dependent terminator).
func modifierNotHead(v *view, s asserted.Statement) *evidence.Evidence {
	n, other := v.name(s.Class), v.name(s.Target)
	if !modifies(n, other) || v.stats.modifiesElsewhere(s.Class, other.HeadWord()) {
		return nil
	}
	return objection("K9", "%q is the noun of the name of %e, %s is not", n.HeadWord(),
		v.class(s.Class), "“"+other.HeadWord()+"”")
}

// modifies reports whether a name modifies the head of the name n: n has all its words and another
// head, which is a noun, and does not end in its head.
func modifies(n, name *asserted.Name) bool {
	head := name.HeadWord()
	return n.Head >= 0 && head != "" && n.HeadWord() != head && has(n, head) && !endsIn(n, head) &&
		contains(n, name) && isNoun(n)
}

// isNoun reports whether the head of a name is surely its noun. It is not if a participle or "in
// situ" follows. Nor are numbers and codes ("type II", "PAX-5"), markers ("CD4-negative, …") and
// participles before a preposition ("taxed as").
func isNoun(n *asserted.Name) bool {
	word, after := n.HeadWord(), n.Words[n.Head+1:]
	if markerOf(word).polarity != unmarked || isCode(word) {
		return false
	}
	if len(after) == 0 {
		return true
	}
	if len(after) > 1 && after[0] == "in" && latin[after[1]] {
		return false
	}
	return !asserted.IsParticiple(after[0]) && (!asserted.IsPreposition(after[0]) ||
		after[0] == "of" || !strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "eed"))
}

// isCode reports whether a word has a digit or is one letter or a Roman numeral.
func isCode(word string) bool {
	scale, ok := asserted.Scale(word)
	roman, _ := asserted.Scale("ii")
	return len(word) == 1 || ok && scale == roman || strings.ContainsAny(word, "0123456789")
}

var latin = asserted.WordSet("situ vitro vivo silico")

// privativeName rejects C ⊑ D if C's name without a privative word is that of D, or of a class
// below D whose name has the same head: an extinct volcano is no volcano. It does not reject C ⊑ D
// if another class with this word is below the class with its name without it (dry weight).
func privativeName(v *view, s asserted.Statement) *evidence.Evidence {
	n, other := v.name(s.Class), v.name(s.Target)
	for word, d := range withoutPrivatives(v.index, s.Class) {
		sameHead := n.HeadWord() == other.HeadWord() && v.index.IsBelow(d, s.Target)
		if d != s.Target && !sameHead || has(other, word) {
			continue
		}
		others := v.stats.kept[word]
		if v.index.IsBelow(s.Class, d) {
			others--
		}
		if others <= 0 {
			return objection("K9b", "The name of %e has %q, that of %e has not",
				v.class(s.Class), word, v.class(s.Target))
		}
	}
	return nil
}

// withoutPrivatives iterates over the privative words before the head of a label and the classes
// with the label without this word.
func withoutPrivatives(x *asserted.Index, c int32) iter.Seq2[string, int32] {
	return func(yield func(word string, class int32) bool) {
		words := x.Labels[c].Words
		for i, word := range before(&x.Labels[c]) {
			if !asserted.IsPrivative(word) {
				continue
			}
			rest := asserted.PhraseOf(words[:i]...).Then(asserted.PhraseOf(words[i+1:]...))
			for _, d := range x.LabelledBy(rest) {
				if !yield(word, d) {
					return
				}
			}
		}
	}
}
