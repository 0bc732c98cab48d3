package texts

import (
	"slices"

	"box2el-owl/suggest/asserted"
)

// A word of more than this share of the definitions is no content word, if there are commonFewest
// definitions or more.
const (
	commonWords  = .2
	commonFewest = 50
)

// dropCommon makes the words of many definitions, such as "bearer", no content words.
func (t *Texts) dropCommon() {
	counts, definitions := make([]int, len(t.Words)), 0
	for _, tokens := range t.DefinitionTokens {
		if len(tokens) == 0 {
			continue
		}
		definitions++
		for _, w := range t.Content(tokens) {
			counts[w]++
		}
	}
	for w, n := range counts {
		if definitions >= commonFewest && float64(n) > commonWords*float64(definitions) {
			t.content[w] = false
		}
	}
}

// Content returns the content words among tokens, ascending: those that are no function words, have
// three bytes or more and a letter, and are in at most a fifth of the definitions.
func (t *Texts) Content(tokens []Token) []int32 {
	content := make([]int32, 0, len(tokens))
	for _, w := range tokens {
		if t.content[w.Word] {
			content = append(content, w.Word)
		}
	}
	slices.Sort(content)
	return slices.Compact(content)
}

// emptyWords are words without content, besides function words.
var emptyWords = asserted.WordSet(
	"whether what his her them itself could might must shall should would did done one two three",
	"four five located part found present usually often generally typically another same most more",
	"less least many several either neither here used",
)

// Own returns the words of the texts of a class: its definition, its label and the labels of its
// asserted fillers. With inherited, it also has those of the definitions and labels of its parents.
func (t *Texts) Own(c int32, inherited bool) map[int32]bool {
	own := make(map[int32]bool)
	add := func(tokens []Token) {
		for _, w := range tokens {
			own[w.Word] = true
		}
	}
	add(t.DefinitionTokens[c])
	add(t.LabelTokens[c])
	for _, r := range t.Restrictions(c) {
		add(t.LabelTokens[r.Filler])
	}
	if inherited {
		for _, p := range t.Parents(c) {
			add(t.DefinitionTokens[p])
			add(t.LabelTokens[p])
		}
	}
	return own
}

// Differentia counts the differentia of a class that are in a set of words, and all of them: the
// content words of the first sentence of its definition that are not in its label and the labels of
// its parents.
func (t *Texts) Differentia(d int32, in map[int32]bool) (found, all int) {
	labels := slices.Clone(t.LabelTokens[d])
	for _, p := range t.Parents(d) {
		labels = append(labels, t.LabelTokens[p]...)
	}
	for _, w := range t.Content(t.FirstSentence(d)) {
		if slices.ContainsFunc(labels, func(l Token) bool { return l.Word == w }) {
			continue
		}
		if all++; in[w] {
			found++
		}
	}
	return found, all
}

// OtherSense reports whether d may be another sense of its name than the one that c needs: the
// definition of d has two or more differentia, and the texts of c and its parents have none of
// them.
func (t *Texts) OtherSense(c, d int32) bool {
	if len(t.DefinitionTokens[c]) == 0 {
		return false
	}
	found, all := t.Differentia(d, t.Own(c, true))
	return all >= 2 && found == 0
}
