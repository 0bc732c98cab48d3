package superclass

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/texts"
)

// covered reports whether the definition of d holds for c by its words: c's texts have at least two
// and half of the differentia of d, and c's definition has a share of all content words of d's.
// found and all are the counts of the differentia.
func (f *finder) covered(c, d int32) (found, all int, ok bool) {
	t := f.t
	if len(t.DefinitionTokens[c]) == 0 || len(t.DefinitionTokens[d]) == 0 {
		return 0, 0, false
	}
	found, all = t.Differentia(d, t.Own(c, false))
	if found < 2 || float64(found) < definingShare*float64(all) {
		return found, all, false
	}
	own, others := t.Content(t.DefinitionTokens[c]), t.Content(t.DefinitionTokens[d])
	shared := 0
	for _, w := range others {
		if _, has := slices.BinarySearch(own, w); has {
			shared++
		}
	}
	ok = float64(shared) >= definedShare*float64(len(others)) && !f.scalesDiffer(c, d) &&
		!t.SameDefinition(c, d)
	return found, all, ok
}

// scalesDiffer reports whether one definition has a word of a scale and the other one a different
// word of the same scale, or whether they name different numbers.
func (f *finder) scalesDiffer(c, d int32) bool {
	a, b := f.scaleWords(c), f.scaleWords(d)
	for of, word := range b {
		if other, ok := a[of]; ok && other != word {
			return true
		}
	}
	return false
}

// scaleWords returns the word of each scale in the label and first sentence of a class, by scale
// and the word after it: "high brightness" and "low saturation" are two. A scale with two different
// words before the same word is left out.
func (f *finder) scaleWords(c int32) map[scaled]int32 {
	found, twice := make(map[scaled]int32), make(map[scaled]bool)
	for _, tokens := range [][]texts.Token{f.t.LabelTokens[c], f.t.FirstSentence(c)} {
		for i, w := range tokens {
			scale, ok := asserted.Scale(f.t.Word(w))
			if !ok {
				continue
			}
			of := scaled{scale: scale, next: -1}
			if i+1 < len(tokens) {
				of.next = tokens[i+1].Word
			}
			if old, seen := found[of]; seen && old != w.Word {
				twice[of] = true
			}
			found[of] = w.Word
		}
	}
	for of := range twice {
		delete(found, of)
	}
	return found
}

// scaled is a scale with the word that is on it, or −1.
type scaled struct {
	scale int
	next  int32
}
