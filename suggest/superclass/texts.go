package superclass

import (
	"slices"
	"strings"
	"unicode"

	"box2el-owl/suggest/asserted"
)

// texts holds the textual definitions of the classes as numbered words.
type texts struct {
	x       *asserted.Index
	words   asserted.Vocabulary
	content []bool    // by word: see isContent
	whole   [][]int32 // content words of the definition, by class, ascending; nil: no definition
	first   [][]int32 // content words of its first sentence

	hashes []uint64       // by class: of the words of its definition
	copies map[uint64]int // definitions by hash
}

// newTexts reads the definitions and visits their first sentences.
func newTexts(x *asserted.Index, visit func(c int32, sentence string)) *texts {
	n := len(x.Classes)
	t := &texts{
		x: x, whole: make([][]int32, n), first: make([][]int32, n), hashes: make([]uint64, n),
		copies: make(map[uint64]int),
	}
	definitions := 0
	var counts []int // by word: definitions
	var all []int32
	for c, text := range x.Texts {
		if text == "" || !x.Live[c] {
			continue
		}
		definitions++
		text = withoutBrackets(clip(text))
		sentence := firstSentence(text)
		all = t.number(sentence, all[:0])
		t.first[c] = t.contentWords(all)
		t.whole[c] = t.first[c]
		if len(sentence)+1 < len(text) {
			all = t.number(text[len(sentence):], all)
			t.whole[c] = t.contentWords(all)
		}
		hash := uint64(len(all))
		for _, w := range all {
			hash = (hash ^ uint64(w)) * 0x9E3779B97F4A7C15
			hash ^= hash >> 29
		}
		t.hashes[c] = hash
		t.copies[hash]++
		counts = slices.Grow(counts, len(t.content)-len(counts))[:len(t.content)]
		for _, w := range t.whole[c] {
			counts[w]++
		}
		visit(int32(c), sentence)
	}
	if definitions < commonFewest {
		return t
	}
	// Words of more than a share of all definitions, such as "bearer", are removed.
	isCommon := func(w int32) bool {
		return float64(counts[w]) > commonWords*float64(definitions)
	}
	for _, list := range [][][]int32{t.whole, t.first} {
		for c, words := range list {
			if slices.ContainsFunc(words, isCommon) { // the two lists may be one
				list[c] = slices.DeleteFunc(slices.Clone(words), isCommon)
			}
		}
	}
	return t
}

// number appends the numbers of the words of a text.
func (t *texts) number(text string, list []int32) []int32 {
	for _, w := range asserted.Words(text) {
		n := t.words.Number(w)
		if int(n) == len(t.content) {
			t.content = append(t.content, isContent(w))
		}
		list = append(list, n)
	}
	return list
}

// clip returns the first 4,000 bytes of a definition.
func clip(text string) string { return asserted.Clip(text, 4000) }

func foldText(text string) string { return strings.Join(asserted.Words(text), " ") }

// isCopied reports whether another class has the same definition.
func (t *texts) isCopied(c int32) bool { return t.copies[t.hashes[c]] > 1 }

// firstSentence returns a text up to the first full stop or semicolon before a blank that does not
// end an abbreviation, or all of it.
func firstSentence(text string) string {
	for i := 0; i+2 < len(text); i++ {
		if (text[i] == '.' || text[i] == ';') && text[i+1] == ' ' {
			before := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
			if !abbreviations[strings.ToLower(strings.TrimLeft(before, "("))] {
				return text[:i]
			}
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(text), ".")
}

var abbreviations = asserted.WordSet("e.g i.e e.g. i.e. cf vs approx ca dr fig no sp spp subsp var")

// withoutBrackets removes bracketed parts.
func withoutBrackets(text string) string {
	if !strings.ContainsAny(text, "([{") {
		return text
	}
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth > 0 {
				depth--
				continue
			}
		}
		if depth == 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// contentWords returns the content words among some words, ascending.
func (t *texts) contentWords(words []int32) []int32 {
	content := make([]int32, 0, len(words))
	for _, w := range words {
		if t.content[w] {
			content = append(content, w)
		}
	}
	slices.Sort(content)
	return slices.Compact(content)
}

// isContent reports whether a word is no function word, has three bytes or more and a letter.
func isContent(word string) bool {
	if len(word) < 3 || functionWords[word] || asserted.IsPreposition(word) {
		return false
	}
	return strings.ContainsFunc(word, unicode.IsLetter)
}

var functionWords = asserted.WordSet(
	"the this that these those which whose who what where when whether and but nor not",
	"its their his her they them itself has have had having been being was were are can",
	"could may might must shall should will would does did done one two three four five",
	"located part parts found present also usually often generally typically such other",
	"another same each every any all some most more less least least many several both",
	"either neither only then than there here thus hence for with without",
)

// covered reports whether the definition of d holds for c by its words: c's texts have at least two
// and half of the differentia of d, and c's definition has a share of all content words of d's.
// found and all are the counts of the differentia.
func (t *texts) covered(c, d int32) (found, all int, ok bool) {
	if t.whole[c] == nil || t.first[d] == nil {
		return 0, 0, false
	}
	found, all = t.countIn(t.wordsOf(c), d)
	shared := 0
	for _, w := range t.whole[d] {
		if _, has := slices.BinarySearch(t.whole[c], w); has {
			shared++
		}
	}
	ok = found >= 2 && float64(found) >= definingShare*float64(all) &&
		float64(shared) >= definedShare*float64(len(t.whole[d])) && !t.scalesDiffer(c, d) &&
		foldText(t.x.Texts[c]) != foldText(t.x.Texts[d])
	return found, all, ok
}

// wordsOf returns the words of a class's texts: its definition, its label and its fillers' labels.
func (t *texts) wordsOf(c int32) map[int32]bool {
	own := make(map[int32]bool, 2*len(t.whole[c]))
	t.add(own, c)
	for _, r := range t.x.Restrictions(c) {
		t.addLabel(own, r.Filler)
	}
	return own
}

// add adds the words of the definition and the label of a class.
func (t *texts) add(set map[int32]bool, c int32) {
	for _, w := range t.whole[c] {
		set[w] = true
	}
	t.addLabel(set, c)
}

// addLabel adds the words of a label that definitions have too.
func (t *texts) addLabel(set map[int32]bool, c int32) {
	for _, w := range t.x.Labels[c].Words {
		if n, known := t.words.Find(w); known {
			set[n] = true
		}
	}
}

// differentia counts the differentia of d that the texts of c and the definitions and labels of its
// parents contain, and all of them.
func (t *texts) differentia(c, d int32) (found, all int) {
	if t.first[d] == nil {
		return 0, 0
	}
	own := t.wordsOf(c)
	for _, p := range t.x.Parents(c) { // their definitions hold for c
		t.add(own, p)
	}
	return t.countIn(own, d)
}

// countIn counts the differentia of a class that are in a set, and all of them: the content words
// of the first sentence of its definition without the words of its label and its parents' labels.
func (t *texts) countIn(set map[int32]bool, d int32) (found, all int) {
	common := make(map[int32]bool)
	t.addLabel(common, d)
	for _, p := range t.x.Parents(d) {
		t.addLabel(common, p)
	}
	for _, w := range t.first[d] {
		if !common[w] {
			all++
			if set[w] {
				found++
			}
		}
	}
	return found, all
}

// scalesDiffer reports whether one definition has a word of a scale and the other one a different
// word of the same scale, or whether they name different numbers.
func (t *texts) scalesDiffer(c, d int32) bool {
	a, b := scaleWords(t.x, c), scaleWords(t.x, d)
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
func scaleWords(x *asserted.Index, c int32) map[scaled]string {
	found, twice := make(map[scaled]string), make(map[scaled]bool)
	see := func(words []string) {
		for i, w := range words {
			scale, ok := asserted.Scale(w)
			if !ok {
				continue
			}
			of := scaled{scale: scale}
			if i+1 < len(words) {
				of.next = words[i+1]
			}
			if old, seen := found[of]; seen && old != w {
				twice[of] = true
			}
			found[of] = w
		}
	}
	see(x.Labels[c].Words)
	see(asserted.Words(firstSentence(clip(x.Texts[c]))))
	for of := range twice {
		delete(found, of)
	}
	return found
}

// scaled is a scale with the word that is on it.
type scaled struct {
	scale int
	next  string
}
